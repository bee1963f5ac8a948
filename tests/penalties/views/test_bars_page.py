"""The page of those who may not be seated: seen by whoever has a part in the tournament, kept by its directors."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.core.exceptions import ValidationError
from django.urls import reverse
from django.utils import timezone

from tests.cast import ROLES, Cast, client_of
from tournaments.models import AuditEntry, Bar, BarKind, Club, EntryState, RosterEntry, Team
from tournaments.services import bars, entering, rosters

pytestmark = pytest.mark.django_db


def somebody(cast: Cast) -> RosterEntry:
    return RosterEntry.objects.filter(team=cast.home_team).select_related("player").order_by("pk")[0]


def page(cast: Cast) -> str:
    return reverse("bars", args=[cast.tournament.slug])


@pytest.mark.parametrize("role", ROLES)
def test_who_sees_the_page_and_who_keeps_it(cast: Cast, role: str) -> None:
    player = somebody(cast).player
    bar = bars.impose(cast.tournament, player=player, kind=BarKind.SUSPENDED, reason="Late", by=cast.director)
    client = client_of(cast.user(role))
    outside = cast.user(role) is None or role == "outsider"
    seen = client.get(page(cast))
    assert seen.status_code == (200 if not outside else 302 if cast.user(role) is None else 403)
    if not outside:
        assert ("Let back" in seen.content.decode()) is (role == "director")
    back = reverse("bar-back", args=[cast.tournament.slug, bar.pk])
    for url, told in ((page(cast), {"player": player.pk}), (back, {})):
        expected = 422 if role == "director" else 302 if cast.user(role) is None else 403
        assert client.post(url, told).status_code == expected
    assert Bar.objects.get().lifted_at is None


def test_a_director_suspends_and_lets_back(cast: Cast, other_cast: Cast) -> None:
    client, entry = client_of(cast.director), somebody(cast)
    stranger = RosterEntry.objects.filter(team=other_cast.home_team).first()
    assert stranger is not None
    for told, said in (
        ({}, "Say who."),
        ({"player": stranger.player_id}, "That player is on no roster of this tournament."),
        ({"player": entry.player_id, "kind": "suspended"}, "Say why: everybody who would seat the player reads it."),
        (
            {"player": entry.player_id, "kind": "suspended", "reason": "Late", "ends_at": "2020-01-01T10:00"},
            "This is past already: leave it empty, or name a time to come.",
        ),
    ):
        answer = client.post(page(cast), told)
        assert answer.status_code == 422
        assert said in answer.content.decode()
    assert not Bar.objects.exists()
    client.post(page(cast), {"player": entry.player_id, "kind": "suspended", "reason": "Struck a player"})
    bar = Bar.objects.get()
    assert (bar.player_id, bar.kind, bar.match_id, bar.ends_at) == (entry.player_id, "suspended", None, None)
    back = reverse("bar-back", args=[cast.tournament.slug, bar.pk])
    answer = client.post(back, {"reason": ""})
    assert (answer.status_code, "Say why the player is let back." in answer.content.decode()) == (422, True)
    assert client.post(reverse("bar-back", args=[other_cast.tournament.slug, bar.pk]), {}).status_code in (403, 404)
    assert client.post(back, {"reason": "Heard"}).status_code == 302
    bar.refresh_from_db()
    assert bar.lifted_reason == "Heard"
    assert "let back" in client.get(page(cast)).content.decode()


def test_somebody_barred_comes_onto_no_other_roster(cast: Cast) -> None:
    """Not by name, not as somebody known; an initial tells a namesake apart, and a bar that is over binds nobody."""
    player = somebody(cast).player
    bar = bars.impose(cast.tournament, player=player, kind=BarKind.DEBARRED, reason="Marked cards", by=cast.director)
    why = f"{player.name} may not be seated in this tournament: barred from the tournament (Marked cards)."
    with pytest.raises(ValidationError) as refused:
        rosters.add_lines(cast.away_team, f"Somebody New\n{player.name.upper()}")
    said = refused.value.message_dict["names"]
    assert said == [
        f"Line 2: {player.name.upper()}{why.removeprefix(player.name)[:-1]}. "
        "If this is somebody else of that name, add an initial."
    ]
    cast.tournament.entries_open = True
    cast.tournament.save()
    with pytest.raises(ValidationError) as entry:
        entering.enter(cast.tournament, by=cast.viewer, name="Strangers", players=player.name)
    assert list(entry.value.message_dict) == ["players"]
    club = Club.objects.create(name="Harbour")
    Team.objects.filter(pk__in=(cast.home_team.pk, cast.away_team.pk)).update(club=club)
    with pytest.raises(ValidationError) as known:
        rosters.add_known(cast.away_team, [player.pk])
    assert known.value.message_dict == {"known": [why]}
    bars.lift(bar, by=cast.director, reason="Appeal upheld")
    rosters.add_lines(cast.away_team, player.name)


def test_a_team_with_somebody_barred_is_let_in_only_for_a_reason(cast: Cast) -> None:
    cast.tournament.entries_open = True
    cast.tournament.save()
    team = entering.enter(cast.tournament, by=cast.viewer, name="Strangers", players="Ann Bo")
    sent = team.roster.get().player
    until = timezone.now() + timedelta(days=2)
    bars.impose(cast.tournament, player=sent, kind=BarKind.SUSPENDED, reason="Late", by=cast.director, ends_at=until)
    with pytest.raises(ValidationError) as refused:
        entering.accept(team, by=cast.director)
    day = f"{timezone.localtime(until):%-d %B %Y, %H:%M}"
    said = f"Ann Bo may not be seated in this tournament until {day}: suspended (Late)"
    assert refused.value.message_dict == {"reason": [f"{said}. Say why the team is let in all the same."]}
    assert entering.accept(team, by=cast.director, reason="Six others").state == EntryState.ENTERED
    assert AuditEntry.objects.get(act="accepted").reason == "Six others"
