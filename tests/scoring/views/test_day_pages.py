"""The day's pages: what they show, who may act on them, and what they refuse."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from tests.cast import ROLES, Cast, client_of
from tests.factories import RoleFactory, UserFactory
from tests.scoring.halls import another, begun, late_for_good, room
from tests.scoring.ledgers import game, open_it, record, table_of
from tests.scoring.views.pages import play_out
from tournaments.models import Clock, DayState, Match, Occurrence, RoleName, Room, Round, Table, User
from tournaments.services import clocks, occurrences, placing

pytestmark = pytest.mark.django_db


def at(cast: Cast, name: str) -> str:
    more = [cast.match.pk] if name == "day-match" else []
    return reverse(name, args=[cast.tournament.slug, *more])


def act(cast: Cast, client: Client, name: str, **data: Any) -> Any:
    return client.post(at(cast, name), data)


def text(answer: Any) -> str:
    return " ".join(answer.content.decode().split())


@pytest.mark.parametrize("name", ["day", "day-live", "day-clock"])
def test_everybody_sees_the_hall(cast: Cast, name: str) -> None:
    room(cast)
    placing.place(cast.round_one)
    for role in ("visitor", "outsider", "director"):
        assert client_of(cast.user(role)).get(at(cast, name)).status_code == 200


RUNS = {"director": 200, "official": 200, "visitor": 302}


@pytest.mark.parametrize("role", [*ROLES, "committee"])
@pytest.mark.parametrize("name", ["day-run", "day-match"])
def test_who_runs_the_day(cast: Cast, name: str, role: str) -> None:
    user: User | None
    if role == "committee":
        user = RoleFactory.create(tournament=cast.tournament, name=RoleName.COMMITTEE).user
        wanted = 200 if name == "day-match" else 403
    else:
        user, wanted = cast.user(role), RUNS.get(role, 403)
    client = client_of(user)
    assert client.get(at(cast, name)).status_code == wanted
    data = (
        {"act": "late", "id": cast.home_team.pk} if name == "day-match" else {"act": "place", "id": cast.round_one.pk}
    )
    status = client.post(at(cast, name), data).status_code
    # Who may: late is noted (302); a hall without rooms leaves every match over, which is said on the page (302).
    assert status == {200: 403 if role == "committee" else 302}.get(wanted, wanted)


def test_the_hall_says_who_plays_where_who_waits_and_who_is_late(cast: Cast) -> None:
    room(cast, tables=2)
    waiting = another(cast)
    placing.place(cast.round_one)
    begun(cast, 5)
    occurrences.late(cast.match, cast.away_team, cast.official)
    clocks.start(cast.tournament, kind="round", minutes=60, by=cast.official, round=cast.round_one)
    page = text(Client().get(at(cast, "day")))
    for said in ("1 2", "Pelicans", "Waiting for a table", str(waiting.home), "Not here yet", "Grace until", "Round 1"):
        assert said in page
    assert "Run the day" not in page


def test_the_hall_looks_again_and_is_told_when_nothing_moved(cast: Cast) -> None:
    client = Client()
    first = client.get(at(cast, "day-live"))
    same: dict[str, Any] = {"HTTP_IF_NONE_MATCH": first["ETag"]}
    assert client.get(at(cast, "day-live"), **same).status_code == 304
    changes = [
        lambda: occurrences.late(cast.match, cast.away_team, cast.official),
        lambda: open_it(cast),
        lambda: record(table_of(cast), game("NS"), 1, cast.scorer),
        lambda: clocks.start(cast.tournament, kind="break", minutes=5, by=cast.official),
        lambda: room(cast),
        lambda: occurrences.abandon(cast.match, reason="Rain", by=cast.official),
    ]
    for change in changes:
        change()
        answer = client.get(at(cast, "day-live"), **same)
        assert answer.status_code == 200
        same = {"HTTP_IF_NONE_MATCH": answer["ETag"]}
        assert client.get(at(cast, "day-live"), **same).status_code == 304


@pytest.mark.parametrize("number", ["0", "7", "x", "9" * 30, "\u0663", "-1", "1.5"])
def test_a_round_that_is_not_there_is_404(cast: Cast, number: str) -> None:
    for name in ("day", "day-live", "day-run"):
        assert client_of(cast.director).get(at(cast, name), {"round": number}).status_code == 404
    assert client_of(cast.director).get(at(cast, "day"), {"round": "1"}).status_code == 200


def test_the_hall_costs_the_same_with_many_matches(cast: Cast, django_assert_max_num_queries: Any) -> None:
    room(cast, tables=40)
    for _ in range(12):
        occurrences.late(another(cast), Match.objects.latest("pk").home, cast.official)
    placing.place(cast.round_one)
    with django_assert_max_num_queries(15):
        Client().get(at(cast, "day"))


def test_a_round_is_run_from_its_page(cast: Cast) -> None:
    client, by = client_of(cast.director), cast.director
    other = another(cast)
    room(cast, tables=2)
    page = text(client.get(at(cast, "day-run")))
    assert "Open Round 1" in page
    assert "without a place would go here" in page
    assert act(cast, client, "day-run", act="place", id=cast.round_one.pk).status_code == 302
    assert act(cast, client, "day-run", act="place", id=cast.round_one.pk).status_code == 302  # one match stays over
    assert act(cast, client, "day-run", act="open", id=cast.round_one.pk, reason="").status_code == 302
    refused = act(cast, client, "day-run", act="close", id=cast.round_one.pk)
    assert refused.status_code == 422
    assert "cannot be closed yet" in text(refused)
    refused = act(cast, client, "day-run", act="call", id=other.pk)
    assert (refused.status_code, "it waits in the queue" in text(refused)) == (422, True)
    play_out(cast)
    assert act(cast, client, "day-run", act="call", id=other.pk).status_code == 302
    assert Table.objects.filter(match=other, spot__isnull=False).count() == 2
    assert act(cast, client, "day-run", act="clear", id=cast.round_one.pk).status_code == 302
    assert act(cast, client, "day-run", act="officials", id=cast.round_one.pk).status_code == 302
    assert Round.objects.get(pk=cast.round_one.pk).opened_by == by


@pytest.mark.parametrize(("role", "linked"), [("director", 2), ("official", 0)])
def test_without_rooms_it_is_said_once_and_where_to_name_them(cast: Cast, role: str, linked: int) -> None:
    another(cast)
    page = text(client_of(cast.user(role)).get(at(cast, "day-run")))
    assert page.count("No rooms are set up") == 1
    assert "it waits in the queue" not in page
    assert page.count(f'href="{reverse("setup-day", args=[cast.tournament.slug])}"') == linked
    room(cast, tables=2)
    page = text(client_of(cast.user(role)).get(at(cast, "day-run")))
    assert "No rooms are set up" not in page
    assert page.count("it waits in the queue") == 1


def test_clocks_from_the_page(cast: Cast) -> None:
    client = client_of(cast.official)
    started = act(cast, client, "day-run", act="start_clock", kind="round", minutes="60", round=cast.round_one.pk)
    assert started.status_code == 302
    clock = Clock.objects.get()
    for name in ("pause_clock", "go_on_clock"):
        assert act(cast, client, "day-run", act=name, id=clock.pk).status_code == 302
    assert act(cast, client, "day-run", act="add_minutes", id=clock.pk, minutes="5").status_code == 302
    assert Clock.objects.get().seconds == 65 * 60
    assert act(cast, client, "day-run", act="go_on_clock", id=clock.pk).status_code == 422
    assert act(cast, client, "day-run", act="add_minutes", id=clock.pk, minutes="x").status_code == 422
    assert act(cast, client, "day-run", act="stop_clock", id=clock.pk).status_code == 302
    for wrong in ({"kind": "x", "minutes": "5"}, {"kind": "round", "minutes": "0"}, {"kind": "round", "round": "77"}):
        assert act(cast, client, "day-run", act="start_clock", **wrong).status_code == 422


def test_a_walk_over_from_the_page(cast: Cast) -> None:
    client = client_of(cast.official)
    assert act(cast, client, "day-match", act="late", id=cast.away_team.pk).status_code == 302
    refused = act(cast, client, "day-match", act="walk_over", winner="home", reason="Nobody came")
    assert (refused.status_code, "The grace of Scarlets runs for another" in text(refused)) == (422, True)
    late_by = timezone.now() - timedelta(minutes=16)
    Match.objects.filter(pk=cast.match.pk).update(starts_at=late_by)
    assert act(cast, client, "day-match", act="walk_over", winner="home", reason="").status_code == 422
    assert act(cast, client, "day-match", act="walk_over", winner="x", reason="y").status_code == 422
    assert act(cast, client, "day-match", act="walk_over", winner="home", reason="Nobody came").status_code == 302
    assert Match.objects.get(pk=cast.match.pk).day_state == DayState.WALK_OVER
    confirm = reverse("match-confirm", args=[cast.tournament.slug, cast.match.pk])
    assert client_of(cast.captain_home).post(confirm).status_code == 302
    match = text(Client().get(reverse("match", args=[cast.tournament.slug, cast.match.pk])))
    for said in ("Pelicans won 11–0 by walk-over", "Walk-over: Scarlets did not come: Nobody came"):
        assert said in match


def test_put_off_decided_and_taken_back_from_the_page(cast: Cast) -> None:
    official, director = client_of(cast.official), client_of(cast.director)
    committee = client_of(RoleFactory.create(tournament=cast.tournament, name=RoleName.COMMITTEE).user)
    tomorrow = f"{timezone.localtime() + timedelta(days=1):%Y-%m-%dT%H:%M}"
    assert act(cast, official, "day-match", act="postpone", until="yesterday", reason="Rain").status_code == 422
    assert act(cast, official, "day-match", act="postpone", until=tomorrow, reason="Rain").status_code == 302
    assert act(cast, official, "day-match", act="resume", reason="").status_code == 302
    assert act(cast, official, "day-match", act="abandon", reason="").status_code == 422
    assert act(cast, official, "day-match", act="abandon", reason="A fight").status_code == 302
    figures = {"home_bullseyes": "11", "away_bullseyes": "3", "reason": "They left"}
    assert act(cast, official, "day-match", act="award", **figures).status_code == 403
    assert act(cast, official, "day-match", act="again", reason="Fair").status_code == 403
    level = {**figures, "away_bullseyes": "11"}
    refused = act(cast, committee, "day-match", act="award", **level)
    assert (refused.status_code, "one of the two has to have more" in text(refused)) == (422, True)
    assert act(cast, committee, "day-match", act="award", **figures).status_code == 302
    assert act(cast, official, "day-match", act="take_back", reason="No").status_code == 403
    assert act(cast, director, "day-match", act="take_back", reason="Appealed").status_code == 302
    assert act(cast, director, "day-match", act="again", reason="Decided so").status_code == 302
    kinds = Occurrence.objects.order_by("pk").values_list("kind", flat=True)
    assert list(kinds) == ["postponed", "resumed", "abandoned", "awarded", "abandoned", "replayed"]
    assert "To be played again: Decided so" in text(director.get(at(cast, "day-match")))


def test_place_official_and_time_from_the_page(cast: Cast) -> None:
    client = client_of(cast.official)
    hall = room(cast)
    first, second, *_ = hall.spots.order_by("number")
    assert act(cast, client, "day-match", act="spots", table_1=first.pk, table_2=second.pk).status_code == 302
    assert act(cast, client, "day-match", act="spots", table_1=first.pk, table_2=first.pk).status_code == 422
    assert act(cast, client, "day-match", act="spots", table_1="0").status_code == 422
    assert act(cast, client, "day-match", act="duty", official="", place="Pier 4").status_code == 302
    assert act(cast, client, "day-match", act="duty", official="99999", place="").status_code == 422
    assert act(cast, client, "day-match", act="time", starts_at="2026-12-05T12:00").status_code == 302
    assert act(cast, client, "day-match", act="time", starts_at="noon").status_code == 422
    assert act(cast, client, "day-match", act="call").status_code == 422
    found = Match.objects.get(pk=cast.match.pk)
    assert (found.place, found.official) == ("Pier 4", None)


@pytest.mark.parametrize("name", ["day-run", "day-match"])
def test_what_the_page_does_not_know_is_refused(cast: Cast, other_cast: Cast, name: str) -> None:
    client = client_of(cast.director)
    for wrong in ("", "nothing", "page", "__class__", "\x00"):
        assert act(cast, client, name, act=wrong).status_code == 400
    acts = ("late", "arrived") if name == "day-match" else ("open", "close", "place", "call", "pause_clock")
    strange = {"late": other_cast.home_team.pk, "call": other_cast.match.pk}
    for one in acts:
        for pk in (strange.get(one, other_cast.round_one.pk), "", "x", "9" * 30):
            if name == "day-match" or one != "pause_clock" or pk != other_cast.round_one.pk:
                assert act(cast, client, name, act=one, id=pk).status_code == 404
    foreign = reverse("day-match", args=[cast.tournament.slug, other_cast.match.pk])
    assert client.get(foreign).status_code == 404


def test_rooms_and_grace_are_set_up(cast: Cast, other_cast: Cast) -> None:
    client = client_of(cast.director)
    url = at(cast, "setup-day")
    assert client.post(url, {"act": "add", "name": "Hall", "numbers": "1-4, 9"}).status_code == 302
    hall = Room.objects.get()
    assert list(hall.spots.values_list("number", flat=True)) == [1, 2, 3, 4, 9]
    assert client.post(url, {"act": "add", "name": "Hall", "numbers": "one"}).status_code == 422
    assert client.post(url, {"act": "save", "id": hall.pk, "name": "Hall A", "numbers": "1-2"}).status_code == 302
    assert client.post(url, {"act": "save", "id": hall.pk, "name": "", "numbers": ""}).status_code == 422
    lateness = {"act": "lateness", "grace_minutes": "20", "walk_over_bullseyes": ""}
    assert client.post(url, lateness).status_code == 302
    assert client.post(url, {**lateness, "grace_minutes": "241"}).status_code == 422
    assert client.post(url, {**lateness, "walk_over_bullseyes": "0"}).status_code == 422
    cast.tournament.refresh_from_db()
    assert (cast.tournament.grace_minutes, cast.tournament.walk_over_bullseyes) == (20, None)
    other = reverse("setup-day", args=[other_cast.tournament.slug])
    assert client_of(other_cast.director).post(other, {"act": "remove", "id": hall.pk}).status_code == 404
    assert client.post(url, {"act": "remove", "id": hall.pk}).status_code == 302
    assert client_of(UserFactory.create()).get(url).status_code == 403


def test_a_late_match_is_walked_over_in_the_list(cast: Cast) -> None:
    late_for_good(cast)
    occurrences.abandon(cast.match, reason="Flood", by=cast.official)
    page = text(Client().get(reverse("tournament", args=[cast.tournament.slug])))
    assert "Abandoned" in page
    assert "Who plays where" in page
