"""Each form with what cannot be: the page again (422), the field named, nothing saved, nothing typed lost."""

from __future__ import annotations

from typing import Any

import pytest
from django.forms import Form
from django.test import Client
from django.urls import reverse

from tests.cast import Cast, client_of
from tests.tournaments.snapshot import snapshot
from tournaments.models import Stage
from tournaments.services import stages

LONG = "x" * 5000
TEXT = ["", " ", "\x00", "a\x00b", "a\u202eb", LONG]
NUMBER = ["-1", "1.5", "one", "\x00", "9" * 30, "9" * 5000, "1e3", "٣٣٣٣٣", LONG]
CHOICE = ["0", "-1", "999999", "x", "\x00", "9" * 40, LONG]
DAY = ["tomorrow", "2026-02-30", "31/13/2026", "\x00", "0000-00-00", "9" * 100, "0001-01-01", "9999-12-31"]
MOMENT = [*DAY, "2026-08-01T25:00", "9999-12-31T23:59"]

FORMS: list[tuple[str, str, dict[str, str], dict[str, list[str]]]] = [
    (
        "tournament-new",
        "form",
        {
            "name": "New", "ruleset_name": "round-robin", "tables_per_match": "2", "games_per_table": "10",
            "order_1": "wins",
        },
        {
            "name": TEXT,
            "venue": ["\x00", "a\u202eb", LONG],
            "starts_on": DAY,
            "ends_on": DAY,
            "ruleset_name": ["", "whist", "\x00", LONG],
            "tables_per_match": ["", "0", "25", *NUMBER],
            "games_per_table": ["", "0", "41", *NUMBER],
            "appeal_hours": ["0", "721", *NUMBER],
            "option_gamble_points": ["3", "true", "\x00", LONG],
            "option_substitute_limit": ["1001", *NUMBER],
            "option_loser_mark": ["\x00", "a\u202eb", "x" * 41],
            "option_penalty_bullseye": ["GAME", "nothing", '"nothing"', "[", "\x00"],
            "order_1": ["", "luck", "\x00", LONG],
            "order_2": ["wins", "-wins", "luck", "\x00"],
        },
    ),
    (
        "setup-details",
        "form",
        {
            "act": "save", "name": "Cup", "ruleset_name": "round-robin", "tables_per_match": "2",
            "games_per_table": "10", "order_1": "wins",
        },
        {
            "name": TEXT,
            "venue": ["\x00", LONG],
            "starts_on": DAY,
            "ends_on": DAY,
            "tables_per_match": ["", "0", "25", *NUMBER],
            "games_per_table": ["", "0", "41", *NUMBER],
            "appeal_hours": ["0", "721", *NUMBER],
            "ruleset_name": ["", "whist"],
            "option_kicked_third_card": ["seven", "\x00"],
            "order_3": ["wins", "luck"],
        },
    ),
    (
        "setup-divisions",
        "form",
        {"act": "add", "name": "North"},
        {"name": [*TEXT, "x" * 61], "order": ["32768", *NUMBER]},
    ),
    (
        "setup-teams",
        "form",
        {"act": "add", "names": "Oilbirds"},
        {"names": [*TEXT, "Pelicans", "A\na", "x" * 81, "x\n" * 50_000], "division": CHOICE},
    ),
    (
        "setup-team",
        "lines",
        {"act": "add", "names": "Nia Paul"},
        {"names": [*TEXT, "Anil Joseph", "1 Nia Paul", "Nia (C)", "A\na", "1000 Nia", "99999999 Nia", "x\n" * 10_001]},
    ),
    (
        "setup-team",
        "form",
        {"act": "rename", "name": "Pelicans"},
        {"name": [*TEXT, "Scarlets", "scarlets", "x" * 81], "division": CHOICE},
    ),
    (
        "setup-stages",
        "form",
        {"act": "add", "kind": "double"},
        {"kind": ["", "whist", "\x00", LONG], "name": ["\x00", "a\u202eb", "x" * 61, "cup"]},
    ),
    (
        "setup-stage",
        "form",
        {"act": "save", "name": "Cup", "order": "1", "numbers": "given", "pools": "none"},
        {
            "name": TEXT,
            "order": ["", "0", "1000", *NUMBER],
            "seed": ["\x00", "a\u202eb", "x" * 65],
            "teams": ["Nobody", "Pelicans\nPelicans", "\x00", "x" * 50_001],
            "numbers": ["", "luck", "\x00", LONG],
            "pools": ["", "luck", "\x00"],
            "pools_count": ["2", "0", "27", *NUMBER],
            "rounds": ["0", "127", *NUMBER],
        },
    ),
    (
        "setup-stage",
        "form",
        {
            "act": "save", "name": "Cup", "order": "1", "numbers": "given", "pools": "none", "length": "own",
            "tables_per_match": "2", "games_per_table": "10",
        },
        {
            "length": ["luck", "\x00", LONG],
            "tables_per_match": ["", "0", "25", *NUMBER],
            "games_per_table": ["", "0", "41", *NUMBER],
            "race_target_set": ["0", "12", "482", *NUMBER],
            "order_1": ["luck", "\x00", LONG],
        },
    ),
    (
        "setup-stage",
        "form",
        {
            "act": "save", "name": "Cup", "order": "1", "numbers": "given", "pools": "none", "length": "best-of",
            "best_of": "7",
        },
        {"best_of": ["", "0", "2", "40", "41", *NUMBER]},
    ),
    (
        "setup-match",
        "size_form",
        {"act": "size", "length": "own", "tables_per_match": "2", "games_per_table": "10"},
        {
            "length": ["", "usual", "\x00", LONG],
            "tables_per_match": ["", "0", "25", *NUMBER],
            "games_per_table": ["", "0", "41", *NUMBER],
            "race_target_set": ["0", "12", "482", *NUMBER],
        },
    ),
    (
        "setup-rounds",
        "form",
        {"act": "add", "number": "2"},
        {"number": ["0", "1", "1000", *NUMBER], "name": ["\x00", "x" * 61], "starts_at": MOMENT},
    ),
    (
        "setup-matches",
        "form",
        {"act": "add", "round": "ROUND", "home": "AWAY", "away": "THIRD"},
        {
            "round": ["", *CHOICE],
            "home": ["", *CHOICE, "FOREIGN"],
            "away": ["", *CHOICE, "AWAY", "HOME", "FOREIGN"],
            "official": [*CHOICE, "SCORER"],
            "place": ["\x00", "x" * 61],
        },
    ),
    (
        "setup-match",
        "form",
        {"act": "save"},
        {"official": [*CHOICE, "SCORER"], "place": ["\x00", "a\u202eb", "x" * 61]},
    ),
    (
        "setup-people",
        "form",
        {"act": "grant", "username": "harbour-outsider", "role": "scorer"},
        {
            "username": [*TEXT, "nobody", "harbour-scorer", "x" * 151],
            "role": ["", "king", "\x00", LONG],
            "team": [*CHOICE, "HOME", "FOREIGN"],
        },
    ),
    (
        "setup-people",
        "account",
        {"act": "account", "username": "nia", "display_name": "Nia", "role": "captain", "team": "HOME"},
        {
            "username": [*TEXT, "harbour-scorer", "HARBOUR-SCORER", "two words", "a/b", "x" * 151],
            "display_name": [*TEXT, "x" * 81],
            "role": ["", "king", "\x00"],
            "team": ["", *CHOICE, "FOREIGN"],
        },
    ),
]  # fmt: skip


def fill(value: str, cast: Cast, other: Cast) -> str:
    """Put ids in place of the words in capitals."""
    third = cast.tournament.teams.get(name="Third")
    return {
        "ROUND": str(cast.round_one.pk),
        "HOME": str(cast.home_team.pk),
        "AWAY": str(cast.away_team.pk),
        "THIRD": str(third.pk),
        "FOREIGN": str(other.home_team.pk),
        "SCORER": str(cast.scorer.pk),
    }.get(value, value)


def stage_of(cast: Cast) -> Stage:
    """A round robin named Cup."""
    return cast.tournament.stages.first() or stages.add(cast.tournament, kind="round-robin", name="Cup")


def address(name: str, cast: Cast) -> str:
    args: list[object] = [] if name == "tournament-new" else [cast.tournament.slug]
    if name == "setup-stage":
        args.append(stage_of(cast).pk)
    args += {"setup-team": [cast.home_team.pk], "setup-match": [cast.match.pk]}.get(name, [])
    return reverse(name, args=args)


CASES = [
    pytest.param(page, form, whole, field, values, id=f"{page}-{form}-{whole.get('act', '')}-{field}")
    for page, form, whole, fields in FORMS
    for field, values in fields.items()
]


@pytest.mark.parametrize(("page", "form", "whole", "field", "values"), CASES)
def test_one_field_at_fault(
    cast: Cast, other_cast: Cast, page: str, form: str, whole: dict[str, str], field: str, values: list[str]
) -> None:
    from tournaments.services import teams

    teams.add(cast.tournament, name="Third")
    stage_of(cast)
    client = client_of(cast.director)
    before = snapshot()
    for value in values:
        data = {name: fill(text, cast, other_cast) for name, text in {**whole, field: value}.items()}
        answer = client.post(address(page, cast), data)
        assert answer.status_code == 422, (value[:40], answer.status_code)
        shown: Form = answer.context[form]
        # A pair that meets already, a captain without a team: the other field of the two is the one to change.
        also = {"home": {"away"}, "role": {"team"}, "username": {"role"}}.get(field, set())
        assert set(shown.errors) & ({field} | also), (value[:40], shown.errors)
        assert not set(shown.errors) - ({field, "ends_on"} | also), (value[:40], shown.errors)
        for name, text in data.items():
            if name in shown.fields:
                assert str(shown[name].value()) == text
        assert b"errorlist" in answer.content
    assert snapshot() == before


@pytest.mark.parametrize("row", ["division", "round"])
def test_a_row_at_fault_keeps_what_was_typed_in_it(cast: Cast, row: str) -> None:
    from tournaments.services import divisions, rounds

    page = f"setup-{row}s"
    first: Any
    second: Any
    if row == "division":
        first, second = (divisions.add(cast.tournament, name=name) for name in ("North", "South"))
        data = {"name": "NORTH", "order": "7"}
    else:
        first, second = cast.round_one, rounds.add(cast.tournament, name="Semi-finals")
        data = {"number": "1", "name": "Finals"}
    before = snapshot()
    answer = client_of(cast.director).post(address(page, cast), {"act": "save", "id": second.pk, **data})
    assert answer.status_code == 422
    shown = {entry[row].pk: entry["form"] for entry in answer.context["rows"]}
    wrong = "name" if row == "division" else "number"
    assert set(shown[second.pk].errors) == {wrong}
    assert {name: shown[second.pk][name].value() for name in data} == data
    assert not shown[first.pk].is_bound
    assert snapshot() == before


@pytest.mark.parametrize(
    ("page", "act"), [("setup-divisions", "remove"), ("setup-rounds", "remove"), ("setup-team", "remove")]
)
def test_what_is_in_use_stays(cast: Cast, page: str, act: str) -> None:
    from tournaments.services import divisions, teams

    division = divisions.add(cast.tournament, name="North")
    teams.update(cast.home_team, division=division)
    before = snapshot()
    pk = {"setup-divisions": division.pk, "setup-rounds": cast.round_one.pk}.get(page, 0)
    answer = client_of(cast.director).post(address(page, cast), {"act": act, "id": pk})
    assert answer.status_code == 422
    assert b"That was not done" in answer.content
    assert snapshot() == before


def test_a_stale_page_is_told_what_has_changed(cast: Cast) -> None:
    """Two people at once: the second one's form names what the first one's took."""
    first, second = client_of(cast.director), client_of(cast.director)
    page = address("setup-teams", cast)
    assert first.post(page, {"act": "add", "names": "Oilbirds"}).status_code == 302
    answer = second.post(page, {"act": "add", "names": "Oilbirds"})
    assert answer.status_code == 422
    assert answer.context["form"].errors == {"names": ["Line 1: there is a team Oilbirds already."]}


def test_a_removed_row_is_not_found_the_second_time(cast: Cast) -> None:
    client = client_of(cast.director)
    role = cast.tournament.roles.get(user=cast.viewer)
    page = address("setup-people", cast)
    assert client.post(page, {"act": "revoke", "id": role.pk}).status_code == 302
    assert client.post(page, {"act": "revoke", "id": role.pk}).status_code == 404


def roster_form(cast: Cast, **changes: str) -> dict[str, str]:
    data = {"act": "save", "captain": ""}
    for entry in cast.home_team.roster.select_related("player"):
        data[f"number_{entry.pk}"] = str(entry.number)
        data[f"name_{entry.pk}"] = entry.player.name
        data["captain"] = str(entry.pk) if entry.is_captain else data["captain"]
    return {**data, **changes}


def test_a_roster_at_fault_names_the_player_s_field(cast: Cast) -> None:
    client: Client = client_of(cast.director)
    one, two = cast.home_team.roster.order_by("number")[:2]
    foreign = cast.away_team.roster.first()
    assert foreign is not None
    before = snapshot()
    wrong: list[tuple[dict[str, str], set[str]]] = [
        *(({f"name_{two.pk}": text}, {f"name_{two.pk}"}) for text in [*TEXT, "Anil Joseph", "x" * 81]),
        *(({f"number_{two.pk}": text}, {f"number_{two.pk}"}) for text in [*NUMBER, "1", "1000"]),
        *(({"captain": text}, {"captain"}) for text in [*CHOICE, str(foreign.pk)]),
        ({f"name_{one.pk}": "", f"number_{two.pk}": "x"}, {f"name_{one.pk}", f"number_{two.pk}"}),
    ]
    for changes, fields in wrong:
        answer = client.post(address("setup-team", cast), roster_form(cast, **changes))
        assert answer.status_code == 422, changes
        shown = answer.context["roster"]
        assert set(shown.errors) == fields or set(shown.errors) & fields, (changes, shown.errors)
        for name, text in changes.items():
            assert str(shown[name].value()) == text
    assert snapshot() == before
