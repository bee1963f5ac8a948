"""Check-in by list and by badge; officials' rounds; by role, bad input, and what is shown of it."""

from __future__ import annotations

import io
from datetime import date, timedelta
from typing import Any

import pytest
from django.core.exceptions import ValidationError
from django.core.signing import Signer
from django.urls import reverse
from django.utils import timezone
from pypdf import PdfReader

from scoring.documents import badges, document
from scoring.documents.rendering import render
from scoring.models import PrintJob
from scoring.services import printing
from tests.cast import ROLES, Cast, client_of
from tests.factories import RoleFactory, RoundFactory, UserFactory, make_team
from tests.tournaments.api.client import ROOT, api_of, fields
from tournaments.models import BarKind, CheckIn, EntryState, OfficialAway
from tournaments.selectors import check_ins, officials
from tournaments.services import availability, bars, line_ups, matches
from tournaments.services import check_ins as service


def wrong(act: Any) -> dict[str, str]:
    with pytest.raises(ValidationError) as error:
        act()
    return {field: messages[0] for field, messages in error.value.message_dict.items()}


def here(cast: Cast, day: date | None = None) -> list[str]:
    rows = check_ins.standing(cast.tournament, day or timezone.localdate())
    return sorted(rows.values_list("entry__player__name", flat=True))


def api(cast: Cast, path: str) -> str:
    return f"{ROOT}tournaments/{cast.tournament.slug}/{path}"


def test_in_once_out_and_in_again(cast: Cast) -> None:
    entry = cast.home_team.roster.get(number=1)
    first = service.check_in(entry, by=cast.official)
    assert service.check_in(entry, by=cast.director) == first
    assert here(cast) == ["Anil Joseph"]
    undone = service.undo(entry, by=cast.director)
    assert (undone.pk, undone.undone_by) == (first.pk, cast.director)
    assert wrong(lambda: service.undo(entry, by=cast.director)) == {"entry": "Anil Joseph is not checked in."}
    service.check_in(entry, by=cast.official)
    assert (here(cast), CheckIn.objects.count()) == (["Anil Joseph"], 2)


def test_each_day_is_its_own(cast: Cast) -> None:
    entry = cast.home_team.roster.get(number=1)
    today = timezone.localdate()
    service.check_in(entry, by=cast.official, day=today - timedelta(days=1))
    assert (here(cast), here(cast, today - timedelta(days=1))) == ([], ["Anil Joseph"])
    tomorrow = today + timedelta(days=1)
    assert wrong(lambda: service.check_in(entry, by=cast.official, day=tomorrow)) == {
        "day": "This day is still to come."
    }


def test_a_whole_team_at_once(cast: Cast) -> None:
    team = cast.home_team
    ids = {entry.number: entry.pk for entry in team.roster.all()}
    assert service.set_team(team, [ids[1], ids[2], ids[3]], by=cast.official) == (3, 0)
    assert service.set_team(team, [ids[2], ids[3], ids[4]], by=cast.director) == (1, 1)
    assert here(cast) == ["Bernadette Khan", "Cyril Mohammed", "Dolly Ramdeen"]
    assert CheckIn.objects.get(entry=ids[2]).by == cast.official
    foreign = cast.away_team.roster.get(number=1).pk
    assert list(wrong(lambda: service.set_team(team, [foreign], by=cast.official))) == ["present"]
    [row] = [t for t in check_ins.teams(cast.tournament, timezone.localdate()) if t.pk == team.pk]
    assert (row.here_count, row.players_count) == (3, 6)  # type: ignore[attr-defined]
    missing = check_ins.missing(cast.tournament, [team.pk], timezone.localdate())
    assert [entry.player.name for entry in missing[team.pk]] == ["Anil Joseph", "Errol Baptiste", "Fazal Ali"]
    team.state = EntryState.WITHDRAWN
    team.save()
    assert wrong(lambda: service.set_team(team, [], by=cast.official)) == {
        "entry": "Pelicans is not entered: withdrawn."
    }


def test_nobody_is_missing_where_nobody_is_checked_in(cast: Cast) -> None:
    assert check_ins.missing(cast.tournament, [cast.home_team.pk], timezone.localdate()) == {}


def test_a_badge_opens_its_own_entry_and_nothing_else(cast: Cast, other_cast: Cast) -> None:
    entry = cast.home_team.roster.get(number=1)
    token = check_ins.token(entry)
    assert check_ins.entry_of(token, cast.tournament) == entry
    assert check_ins.entry_of(token, other_cast.tournament) is None
    number, signature = token.split(".")
    forged = [
        f"{int(number) + 1}.{signature}", number, "", ".", "x" * 5000, token + "x", f"{number}.{signature[::-1]}",
        Signer(salt="another", sep=".").sign(number), check_ins._SIGNER.sign("x"), check_ins._SIGNER.sign("9" * 30),
    ]  # fmt: skip
    for text in forged:
        assert check_ins.entry_of(text, cast.tournament) is None, text
    assert client_of(None).get(f"/t/{cast.tournament.slug}/check-in/badge/{forged[0]}/").status_code == 404
    cast.home_team.state = EntryState.WITHDRAWN
    cast.home_team.save()
    assert check_ins.entry_of(token, cast.tournament) is None


@pytest.mark.parametrize("role", ROLES)
def test_the_page_behind_a_badge(cast: Cast, role: str) -> None:
    """Anybody sees whose badge it is; a button has the official, and it works."""
    entry = cast.home_team.roster.get(number=1)
    url = reverse("check-in-badge", args=[cast.tournament.slug, check_ins.token(entry)])
    client, may = client_of(cast.user(role)), role in ("director", "official")
    shown = client.get(url)
    text = shown.content.decode()
    assert (shown.status_code, "Anil Joseph" in text, "Check in</button>" in text) == (200, True, may)
    assert shown["Cache-Control"].find("no-store") > 0
    pressed = client.post(url, {"act": "in"})
    assert pressed.status_code == (302 if may or role == "visitor" else 403)
    assert here(cast) == (["Anil Joseph"] if may else [])
    if may:
        bars.impose(cast.tournament, player=entry.player, kind=BarKind.SUSPENDED, reason="late", by=cast.director)
        text = client.get(url).content.decode()
        assert "suspended (late)" in text
        assert client.post(url, {"act": "undo"}).status_code == 302
        assert client.post(url, {"act": "undo"}).status_code == 422
        assert here(cast) == []


ENDPOINTS = [
    ("GET", "check-in", "page"),
    ("GET", "check-in-team", "page"),
    ("POST", "check-in-team", "page"),
    ("GET", "check-ins/", "api"),
    ("POST", "check-ins/", "api"),
    ("POST", "check-ins/undo/", "api"),
    ("PUT", "check-ins/teams/HOME/", "api"),
]
WANTED = {"GET page": 200, "POST page": 302, "GET check-ins/": 200, "POST check-ins/": 201, "POST check-ins/undo/": 400}


@pytest.mark.parametrize("role", ROLES)
@pytest.mark.parametrize(("method", "path", "kind"), ENDPOINTS)
def test_check_in_is_for_officials(cast: Cast, method: str, path: str, kind: str, role: str) -> None:
    entry = cast.home_team.roster.get(number=1).pk
    ok = WANTED.get(f"{method} {kind}") or WANTED.get(f"{method} {path}") or 200
    refused = {"visitor": 302 if kind == "page" else 401}.get(role, 403)
    wanted = ok if role in ("director", "official") else refused
    if kind == "page":
        args = [cast.tournament.slug] + ([cast.home_team.pk] if path == "check-in-team" else [])
        client = client_of(cast.user(role))
        url = reverse(path, args=args)
        answer: Any = client.get(url) if method == "GET" else client.post(url, {"act": "save", "present": [entry]})
    else:
        body = {"present": [entry]} if method == "PUT" else {"entry": entry}
        url = api(cast, path.replace("HOME", str(cast.home_team.pk)))
        answer = getattr(api_of(cast.user(role)), method.lower())(url, body if method != "GET" else None, format="json")
    assert answer.status_code == wanted
    assert here(cast) == (
        ["Anil Joseph"] if wanted in (200, 201, 302) and method != "GET" and refused != wanted else []
    )


def test_the_list_and_its_bad_input(cast: Cast, other_cast: Cast) -> None:
    official = client_of(cast.official)
    url = reverse("check-in-team", args=[cast.tournament.slug, cast.home_team.pk])
    text = official.get(url).content.decode()
    assert text.count(" checked>") == 6
    for present in (["x"], [str(10**30)], ["\x00"], ["9" * 5000], [other_cast.home_team.roster.all()[0].pk]):
        assert official.post(url, {"act": "save", "present": present}).status_code == 422
    assert official.post(url, {"act": "nothing"}).status_code == 400
    for day in ("x", "2026-02-30", "9999-12-31", "\x00", "1900-01-01"):
        assert official.get(url, {"day": day}).status_code == 200
    assert here(cast) == []
    foreign = reverse("check-in-team", args=[cast.tournament.slug, other_cast.home_team.pk])
    assert official.get(foreign).status_code == 404
    yesterday = timezone.localdate() - timedelta(days=1)
    done = official.post(f"{url}?day={yesterday:%Y-%m-%d}", {"act": "save", "present": []})
    assert done["Location"].endswith(f"/check-in/?day={yesterday:%Y-%m-%d}")


def test_the_endpoints_and_their_bad_input(cast: Cast, other_cast: Cast) -> None:
    program = api_of(cast.official)
    entry = cast.home_team.roster.get(number=1)
    made = program.post(api(cast, "check-ins/"), {"token": check_ins.token(entry)}, format="json")
    assert made.status_code == 201
    assert {key: made.json()[key] for key in ("entry", "name", "team", "by", "undone_at")} == {
        "entry": entry.pk, "name": "Anil Joseph", "team": cast.home_team.pk, "by": "Official", "undone_at": None,
    }  # fmt: skip
    assert program.get(api(cast, "check-ins/"), {"day": "2000-01-01"}).json()["results"] == []
    undone = program.post(api(cast, "check-ins/undo/"), {"entry": entry.pk}, format="json")
    assert (undone.status_code, undone.json()["undone_at"] is None) == (200, False)
    foreign = other_cast.home_team.roster.all()[0]
    for body, named in (
        ({}, {"entry"}),
        ({"entry": entry.pk, "token": "x"}, {"entry"}),
        ({"entry": foreign.pk}, {"entry"}),
        ({"token": check_ins.token(foreign)}, {"token"}),
        ({"entry": "1", "day": "x"}, {"entry", "day"}),
        ({"entry": entry.pk, "day": "9999-12-31"}, {"day"}),
        ({"entry": 10**30}, {"entry"}),
        ({"token": "x" * 300}, {"token"}),
    ):
        answer = program.post(api(cast, "check-ins/"), body, format="json")
        assert (answer.status_code, fields(answer)) == (400, named)
    unreadable: tuple[dict[str, Any], ...] = (
        {}, {"present": "x"}, {"present": [foreign.pk]}, {"present": [True]}, {"present": [1], "day": 5},
    )  # fmt: skip
    for wrong in unreadable:
        url = api(cast, f"check-ins/teams/{cast.home_team.pk}/")
        assert program.put(url, wrong, format="json").status_code == 400
    assert program.put(api(cast, f"check-ins/teams/{other_cast.home_team.pk}/"), {"present": []}).status_code == 404
    assert program.get(api(cast, "check-ins/"), {"day": "x"}).status_code == 400


def test_the_badges(cast: Cast) -> None:
    """Ten to a sheet, every player once, the team's alone where one is named."""
    long = make_team(cast.tournament, "T" * 80, ["N" * 80, "W " * 39 + "W"])
    make_team(cast.tournament, "Not in", ["Nobody"], state=EntryState.PENDING)
    job = PrintJob(tournament=cast.tournament, kind="badges", requested_by=cast.official, address="https://hall.test/")
    pages = [page.extract_text() for page in PdfReader(io.BytesIO(render(document(job), lambda *_: None))).pages]
    assert len(pages) == 2
    text = " ".join(" ".join(pages).split())
    for team in (cast.home_team, cast.away_team):
        for entry in team.roster.all():
            assert text.count(entry.player.name) == 1
    assert "Nobody" not in text
    entry = cast.home_team.roster.get(number=1)
    assert badges.address(job.address, cast.tournament, entry) == (
        f"https://hall.test/t/harbour-cup/check-in/badge/{check_ins.token(entry)}/"
    )
    job.subject = long.pk
    built = badges.build(job)
    assert ([b["entry"].team for b in built.context["badges"]], built.file_name) == (
        [long, long], f"badges-{'t' * 60}.pdf",
    )  # fmt: skip


def test_badges_that_there_are_not(cast: Cast, other_cast: Cast) -> None:
    ask: dict[str, Any] = {"tournament": cast.tournament, "match": None, "by": cast.official}
    for kind, subject in (("team-badges", other_cast.home_team.pk), ("team-badges", None), ("badges", 5)):
        with pytest.raises(printing.PrintRefused) as refused:
            printing.request(kind, subject=subject, **ask)
        assert refused.value.code == "wrong-subject"
    cast.home_team.roster.all().delete()
    with pytest.raises(printing.PrintRefused) as refused:
        printing.request("team-badges", subject=cast.home_team.pk, **ask)
    assert refused.value.message == "There is nobody on a roster yet to make a badge for."


def test_officials_and_their_rounds(cast: Cast, other_cast: Cast) -> None:
    t, one = cast.tournament, cast.round_one
    two = RoundFactory.create(tournament=t, number=2)
    second = UserFactory.create(display_name="Zed")
    RoleFactory.create(tournament=t, user=second, name="official")
    RoleFactory.create(tournament=t, user=second, name="director")
    assert list(officials.free_for(one)) == [cast.director, cast.official, second]
    availability.set_away(t, second, [one.pk, two.pk])
    availability.set_away(t, second, [two.pk])
    assert list(officials.free_for(one)) == [cast.director, cast.official, second]
    assert list(officials.free_for(two)) == [cast.director, cast.official]
    matches.update(cast.match, official=cast.official)
    availability.set_away(t, cast.official, [one.pk])
    duty = {duty.user: duty for duty in officials.duties(t)}
    assert (duty[cast.official].away, duty[cast.official].clashes) == ({one.pk}, (cast.match,))
    assert (duty[second].parts, duty[second].away, duty[second].clashes) == (("director", "official"), {two.pk}, ())
    assert list(wrong(lambda: availability.set_away(t, cast.scorer, [one.pk]))) == ["user"]
    assert list(wrong(lambda: availability.set_away(t, second, [other_cast.round_one.pk]))) == ["rounds"]
    assert OfficialAway.objects.filter(round=two).count() == 1


@pytest.mark.parametrize("role", ROLES)
def test_the_officials_page_and_endpoint(cast: Cast, role: str) -> None:
    url = reverse("availability", args=[cast.tournament.slug])
    client, program = client_of(cast.user(role)), api_of(cast.user(role))
    own = role in ("director", "official")
    page, api_status = (200, 200) if own else (302, 401) if role == "visitor" else (403, 403)
    assert client.get(url).status_code == page
    assert program.get(api(cast, "officials/")).status_code == api_status
    mine, others = (cast.user(role), cast.official if role == "director" else cast.director)
    away = {"rounds": [cast.round_one.pk]}
    if mine is not None and own:
        assert client.post(url, {"act": "save", "away": [cast.round_one.pk]}).status_code == 302
        assert program.put(api(cast, f"officials/{mine.pk}/away/"), away, format="json").status_code == 200
        assert officials.away_of(cast.tournament, mine) == {cast.round_one.pk}
    other = program.put(api(cast, f"officials/{others.pk}/away/"), away, format="json")
    assert other.status_code == (200 if role == "director" else api_status if not own else 403)
    posted = client.post(url, {"act": "save", "user": others.pk, "away": []})
    assert posted.status_code == (302 if role in ("director", "visitor") else 422 if own else 403)


def test_officials_bad_input(cast: Cast, other_cast: Cast) -> None:
    url = reverse("availability", args=[cast.tournament.slug])
    client, program = client_of(cast.director), api_of(cast.director)
    for away in (["x"], [str(10**30)], [other_cast.round_one.pk], ["\x00"]):
        assert client.post(url, {"act": "save", "away": away}).status_code == 422
    for user in ("x", str(10**30), cast.scorer.pk, other_cast.official.pk):
        assert client.post(url, {"act": "save", "user": user}).status_code == 404
    for body in ({}, {"rounds": "x"}, {"rounds": [other_cast.round_one.pk]}, {"rounds": ["1"]}):
        assert fields(program.put(api(cast, f"officials/{cast.director.pk}/away/"), body, format="json"))
    assert program.put(api(cast, f"officials/{cast.scorer.pk}/away/"), {"rounds": []}).status_code == 404


@pytest.mark.parametrize("role", ROLES)
def test_the_match_page_says_who_is_not_checked_in(cast: Cast, role: str) -> None:
    """To those who see to it, before play, on a day on which players are checked in; and where the line-ups are."""
    page = reverse("match", args=[cast.tournament.slug, cast.match.pk])
    client = client_of(cast.user(role))
    assert "Not checked in" not in client.get(page).content.decode()
    ids = [entry.pk for entry in cast.home_team.roster.exclude(number__in=(2, 6))]
    service.set_team(cast.home_team, ids, by=cast.official)
    service.set_team(cast.away_team, [entry.pk for entry in cast.away_team.roster.all()], by=cast.official)
    text = client.get(page).content.decode()
    told = "Not checked in of Pelicans: Bernadette Khan, Fazal Ali" in text
    assert told is (role in ("director", "official"))
    assert "Not checked in of Scarlets" not in text
    sees_line_ups = role in ("director", "official", "captain_home", "captain_away")
    assert (">Line-ups</a>" in text) is sees_line_ups
    for team in (cast.home_team, cast.away_team):
        four = list(team.roster.order_by("number").values_list("player_id", flat=True))
        line_ups.put_in(cast.match, team, {1: four[:2], 2: four[2:4]}, by=cast.official)
    assert ">Line-ups</a>" in client.get(page).content.decode()
