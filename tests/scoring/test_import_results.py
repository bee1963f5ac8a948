"""A file of results: every fault that is refused, and what an import may rely on."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from scoring.models import LedgerEvent, MatchTally, Result
from scoring.services import imports
from tests.factories import DivisionFactory, MatchFactory, RoundFactory, TeamFactory, TournamentFactory, UserFactory
from tests.scoring.commands import run
from tournaments.models import Match, Team, Tournament, User

HEAD = "round,division,home,away,home_bullseyes,away_bullseyes,home_hang_jacks,away_hang_jacks"
GOOD = "1,Gibbs,CARIB,GUYANA,11,9,4,3"

pytestmark = pytest.mark.django_db


@pytest.fixture
def write(tmp_path: Path) -> Callable[[str | bytes], str]:
    def write(content: str | bytes) -> str:
        path = tmp_path / "results.csv"
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
        return str(path)

    return write


def nothing_saved() -> bool:
    models: tuple[Any, ...] = (Tournament, Team, Match, LedgerEvent, Result, User)
    return not any(model.objects.exists() for model in models)


@pytest.mark.parametrize(
    ("lines", "faults"),
    [
        ([GOOD, GOOD], ["line 3, home, away: CARIB v GUYANA in round 1 is on line 2 already."]),
        (
            [GOOD, "1,Gibbs,GUYANA,CARIB,11,9,4,3"],
            ["line 3, home, away: GUYANA v CARIB in round 1 is on line 2 already."],
        ),
        (
            ["1,Gibbs,CARIB,GUYANA,10,10,4,3"],
            [
                "line 2, home_bullseyes, away_bullseyes: 10–10 is level: a match has a winner. "
                "Add the decider's one bullseye to its winner."
            ],
        ),
        (
            ["1,Gibbs,CARIB,GUYANA,10,9,4,3"],
            ["line 2, home_bullseyes: 10 is short of the 11 bullseyes that win the match."],
        ),
        (
            ["1,Gibbs,CARIB,GUYANA,3,12,4,3"],
            ["line 2, away_bullseyes: 12 is past 11: the match ended when that was reached."],
        ),
        (
            ["1,Gibbs,CARIB,GUYANA,12,11,4,3"],
            ["line 2, home_bullseyes, away_bullseyes: Both teams have reached 11: the first to reach it wins."],
        ),
        (
            ["1,Gibbs,CARIB,GUYANA,-11,9,4,-3"],
            [
                "line 2, away_hang_jacks: -3 is below zero: only 0 or more can be counted.",
                "line 2, home_bullseyes: -11 is below zero: only 0 or more can be counted.",
            ],
        ),
        (
            ["x,Gibbs,CARIB,GUYANA,eleven,9.0,0x4,٣"],
            [
                "line 2, away_bullseyes: “9.0” is not a whole number.",
                "line 2, away_hang_jacks: “٣” is not a whole number.",
                "line 2, home_bullseyes: “eleven” is not a whole number.",
                "line 2, home_hang_jacks: “0x4” is not a whole number.",
                "line 2, round: “x” is not a whole number.",
            ],
        ),
        (
            [",Gibbs,,GUYANA,,9,4, "],
            [
                "line 2, away_hang_jacks: This field is empty.",
                "line 2, home: This field is empty.",
                "line 2, home_bullseyes: This field is empty.",
                "line 2, round: This field is empty.",
            ],
        ),
        (["0,Gibbs,CARIB,GUYANA,11,9,4,3"], ["line 2, round: Rounds count from 1."]),
        (["1000,Gibbs,CARIB,GUYANA,11,9,4,3"], ["line 2, round: Rounds count to 999."]),
        (
            [f"1,Gibbs,CARIB,GUYANA,{'9' * 5000},99999,101,3"],
            [
                "line 2, away_bullseyes: 99999 is too large.",
                f"line 2, home_bullseyes: {'9' * 30}… is too large.",
            ],
        ),
        (
            ["1,Gibbs,CARIB,GUYANA,11,9,101,3"],
            ["line 2, home_hang_jacks: 101 is more than 20 games can hold: one pair hangs at most 5 jacks a game."],
        ),
        (["1,Gibbs,CARIB,Carib,11,9,4,3"], ["line 2, away: CARIB cannot play against itself."]),
        (
            [GOOD, "2,Gibbs,Guyana,SOCOSA,11,9,4,3"],
            ["line 3, home: “Guyana” and “GUYANA” differ in capitals alone: write it one way."],
        ),
        (
            [GOOD, "2,Lewis,CARIB,SOCOSA,11,9,4,3"],
            [
                "line 3, division: CARIB is at home in Gibbs on line 2 and in Lewis here: "
                "the column holds the home team's division, and a team has one."
            ],
        ),
        ([GOOD, "2,,SOCOSA,CARIB,11,9,4,3"], ["line 3, division: This field is empty."]),
        (["1,Gibbs,CARIB,GUYANA,11,9,4"], ["line 2: 7 fields, where the heading names 8 columns."]),
        ([GOOD + ",7"], ["line 2: 9 fields, where the heading names 8 columns."]),
        ([f"1,Gibbs,{'W' * 81},GUYANA,11,9,4,3"], ["line 2, home: Too long: 81 characters, at most 80."]),
        (
            ["1,Gibbs,CAR\u202eIB,GUYANA,11,9,4,3"],
            ["line 2, home: There is a character in it that cannot be shown (U+202E). Type it again."],
        ),
        (
            ['1,Gibbs,"CARIB,GUYANA,11,9,4,3'],
            ["line 2: This line is no CSV (unexpected end of data): look at its quotes."],
        ),
        (
            ['1,Gibbs,"CAR"IB,GUYANA,11,9,4,3'],
            ["line 2: This line is no CSV (',' expected after '\"'): look at its quotes."],
        ),
        (
            [GOOD, "2,Gibbs,CARIB,SOCOSA,9,9,4,3", "", "3,Gibbs,CARIB,CARIB,11,x,4,3"],
            [
                "line 3, home_bullseyes, away_bullseyes: 9–9 is level: a match has a winner. "
                "Add the decider's one bullseye to its winner.",
                "line 5, away: CARIB cannot play against itself.",
                "line 5, away_bullseyes: “x” is not a whole number.",
            ],
        ),
        ([], ["The file has a heading and no match below it."]),
    ],
)
def test_a_bad_line_is_named_and_the_file_refused_whole(
    lines: list[str], faults: list[str], write: Callable[[str | bytes], str]
) -> None:
    path = write("\n".join([HEAD, *lines, ""]))
    out, err, refused = run("import_results", path, "--create", "Day")
    assert out == ""
    assert err.splitlines() == faults
    assert refused == f"Refused, nothing was saved: {len(faults)} fault{'s' * (len(faults) != 1)} in {path}."
    assert nothing_saved()


@pytest.mark.parametrize(
    ("content", "faults"),
    [
        (b"", ["The file is empty."]),
        (b" \r\n\r\n", ["The file is empty."]),
        (f"{HEAD}\n{GOOD}\n".encode("utf-16"), ["line 1: This is not UTF-8 text: save the file as “CSV UTF-8”."]),
        (
            f"{HEAD}\n1,Gibbs,Caf\xe9,GUYANA,11,9,4,3\n".encode("latin-1"),
            ["line 2: This is not UTF-8 text: save the file as “CSV UTF-8”."],
        ),
        (f"{HEAD}\n{GOOD}\0\n".encode(), ["line 2: There is a NUL byte in the file: it is no plain text."]),
        (
            b"\x89PNG\r\n\x1a\n\x00\x00",
            ["line 1: This is not UTF-8 text: save the file as “CSV UTF-8”."],
        ),
        (
            f"{HEAD.replace(',away_hang_jacks', '')}\n1,Gibbs,CARIB,GUYANA,11,9,4\n".encode(),
            ["line 1, away_hang_jacks: This column is missing."],
        ),
        (
            f"{HEAD},division,umpire\n{GOOD},x,y\n".encode(),
            [
                "line 1, division: This column is named twice.",
                "line 1, umpire: There is no such column; the columns are "
                + HEAD.replace(",", ", ")
                + "; there may also be starts_at, ends_at, winner.",
            ],
        ),
        (
            f"{GOOD}\n".encode(),
            [f"line 1: The first line names the columns, with commas between them: {HEAD}"],
        ),
        (
            f"{HEAD}\n{GOOD}\n".replace(",", ";").encode(),
            [f"line 1: The first line names the columns, with commas between them: {HEAD}"],
        ),
    ],
)
def test_a_file_that_is_no_results_file(content: bytes, faults: list[str], write: Callable[[str | bytes], str]) -> None:
    _, err, refused = run("import_results", write(content), "--create", "Day")
    assert err.splitlines() == faults
    assert refused.startswith("Refused, nothing was saved: ")
    assert nothing_saved()


def test_a_byte_order_mark_other_line_ends_any_order_of_columns_and_quotes_are_read(
    write: Callable[[str | bytes], str],
) -> None:
    content = (
        "\ufeffhome,away,Round,division,home_hang_jacks,away_hang_jacks,home_bullseyes,away_bullseyes\r"
        '"Caf\u00e9, The","  GUYANA   Six ",1,,4,3,11,9\r'
    )
    out, _, refused = run("import_results", write(content), "--create", "Day")
    assert (out, refused) == ("1 match, 2 teams imported into Day (day).\n", "")
    assert list(Team.objects.values_list("name", "division")) == [("Café, The", None), ("GUYANA Six", None)]
    assert run("standings", "day", "--format", "csv")[0].splitlines()[1] == '1,"Café, The",,1,1,0,11,9,4,3'


def test_files_that_cannot_be_read(tmp_path: Path) -> None:
    assert run("import_results", "nowhere.csv", "--create", "Day")[2] == (
        "nowhere.csv cannot be read: No such file or directory."
    )
    assert run("import_results", str(tmp_path), "--create", "Day")[2] == f"{tmp_path} cannot be read: Is a directory."
    assert run("import_results", "a\0b", "--create", "Day")[2] == "'a\\x00b' cannot be read: embedded null byte."


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["--race", "16", "--tables", "2", "--games", "10"], "--race: 2 × 10 games are a race to 11, not to 16."),
        (["--race", "1"], "--race: A race to fewer than 2 bullseyes is no race."),
        (["--race", "42"], "--race: Say how a race to 42 is played: the tables of a match and their games."),
        (["--tables", "0"], "--tables: A whole number from 1 to 24."),
        (["--games", "41"], "--games: A whole number from 1 to 40."),
        (["--slug", "No Slug"], "--slug: “No Slug” is no address: small letters, digits and hyphens, at most 120."),
    ],
)
def test_a_tournament_that_cannot_be(options: list[str], message: str, write: Callable[[str | bytes], str]) -> None:
    _, err, refused = run("import_results", write(f"{HEAD}\n{GOOD}\n"), "--create", "Day", *options)
    assert (err, refused) == (message + "\n", "Refused, nothing was saved.")
    assert nothing_saved()


def test_options_that_cannot_be_read(write: Callable[[str | bytes], str]) -> None:
    path = write(f"{HEAD}\n{GOOD}\n")
    assert run("import_results", path, "--create", "Day", "--tie-break=win")[2] == (
        "--tie-break: “win” is no criterion. Nearest: wins."
    )
    assert run("import_results", path, "--create", "Day", "--director", "nobody")[2] == (
        "--director: nobody signs in as nobody."
    )
    assert run("import_results", path, "--tournament", "day")[2] == "--tournament: there is no tournament at “day”."
    TournamentFactory.create(slug="day")
    assert run("import_results", path, "--tournament", "day", "--race", "11")[2] == (
        "--race belongs to --create: this tournament has its own."
    )
    with pytest.raises(CommandError):
        call_command("import_results", path)
    _, err, refused = run("import_results", path, "--create", "Other", "--ruleset", "bridge")
    assert err.startswith("--ruleset: There is no ruleset")
    assert refused == "Refused, nothing was saved."


def test_a_race_with_one_of_tables_and_games(write: Callable[[str | bytes], str]) -> None:
    path = write(f"{HEAD}\n1,Gibbs,CARIB,GUYANA,17,9,4,3\n")
    run("import_results", path, "--create", "One", "--race", "17", "--tables", "1")
    run("import_results", path, "--create", "Four", "--race", "17", "--games", "8")
    assert list(
        Tournament.objects.order_by("pk").values_list("tables_per_match", "games_per_table", "race_target_set")
    ) == [(1, 32, None), (4, 8, None)]


def test_who_directs_the_new_tournament(write: Callable[[str | bytes], str]) -> None:
    director = UserFactory.create(username="ann")
    run("import_results", write(f"{HEAD}\n{GOOD}\n"), "--create", "Day", "--director", "ann")
    tournament = Tournament.objects.get()
    assert tournament.created_by == director
    assert [(role.user.username, role.name) for role in tournament.roles.all()] == [("ann", "director")]


def test_a_team_that_is_never_at_home_is_where_it_is_found_most(write: Callable[[str | bytes], str]) -> None:
    lines = [
        "1,Lewis,CARIB,MONTREAL,11,9,0,0",
        "2,Gibbs,GUYANA,MONTREAL,11,9,0,0",
        "3,Gibbs,SOCOSA,MONTREAL,11,9,0,0",
        "4,Lewis,CARIB,UNITY,11,9,0,0",
        "4,Gibbs,GUYANA,UNITY,11,9,0,0",
    ]
    run("import_results", write("\n".join([HEAD, *lines])), "--create", "Day")
    assert dict(Team.objects.values_list("name", "division__name")) == {
        "CARIB": "Lewis",
        "GUYANA": "Gibbs",
        "SOCOSA": "Gibbs",
        "MONTREAL": "Gibbs",
        "UNITY": "Lewis",
    }


@pytest.fixture
def standing() -> Tournament:
    """Four teams, one match drawn and not begun."""
    tournament: Tournament = TournamentFactory.create(slug="league", name="League")
    gibbs = DivisionFactory.create(tournament=tournament, name="Gibbs")
    carib, guyana = (
        TeamFactory.create(tournament=tournament, division=gibbs, name=name) for name in ("CARIB", "GUYANA")
    )
    TeamFactory.create(tournament=tournament, name="NEW JERSEY UNITED")
    TeamFactory.create(tournament=tournament, name="NEW MILLENNIUM")
    MatchFactory.create(
        tournament=tournament, round=RoundFactory.create(tournament=tournament, number=1), home=carib, away=guyana
    )
    return tournament


def test_into_a_tournament_a_drawn_match_takes_its_result_and_a_new_one_is_added(
    standing: Tournament, write: Callable[[str | bytes], str]
) -> None:
    path = write(f"{HEAD}\n{GOOD}\n2,,NEW JERSEY UNITED,CARIB,11,2,0,1\n")
    assert run("import_results", path, "--tournament", "league") == (
        "2 matches, 3 teams imported into League (league).\n",
        "",
        "",
    )
    assert [(match.round.number, str(match), match.results.count()) for match in standing.matches.all()] == [
        (1, "CARIB v GUYANA", 1),
        (2, "NEW JERSEY UNITED v CARIB", 1),
    ]
    assert standing.teams.count() == 4


@pytest.mark.parametrize(
    ("line", "fault"),
    [
        (
            "1,,NEW JERSY UNITED,CARIB,11,2,0,1",
            "line 2, home: “NEW JERSY UNITED” is not in this tournament. Nearest: NEW JERSEY UNITED.",
        ),
        ("1,,CARIB,carib 2,11,2,0,1", "line 2, away: “carib 2” is not in this tournament. Nearest: CARIB."),
        ("1,,CARIB,Zzz,11,2,0,1", "line 2, away: “Zzz” is not in this tournament. No team has a name like it."),
        ("2,Lewis,CARIB,GUYANA,11,2,0,1", "line 2, division: CARIB plays in Gibbs, not “Lewis”."),
        (
            "2,Lewis,NEW MILLENNIUM,GUYANA,11,2,0,1",
            "line 2, division: NEW MILLENNIUM has no division here, not “Lewis”.",
        ),
        (
            "1,Gibbs,GUYANA,CARIB,11,2,0,1",
            "line 2, home, away: In round 1 CARIB is at home to GUYANA: turn the line round.",
        ),
    ],
)
def test_what_the_tournament_does_not_know_is_refused(
    line: str, fault: str, standing: Tournament, write: Callable[[str | bytes], str]
) -> None:
    _, err, refused = run("import_results", write(f"{HEAD}\n{line}\n"), "--tournament", "league")
    assert err.splitlines() == [fault]
    assert refused.startswith("Refused, nothing was saved: 1 fault in ")
    assert (Result.objects.count(), LedgerEvent.objects.count(), standing.matches.count()) == (0, 0, 1)


def test_a_match_in_play_is_not_overwritten(standing: Tournament, write: Callable[[str | bytes], str]) -> None:
    MatchTally.objects.create(match=standing.matches.get(), state="in-play")
    _, err, _ = run("import_results", write(f"{HEAD}\n{GOOD}\n"), "--tournament", "league")
    assert err == (
        "line 2, home, away: CARIB v GUYANA in round 1: it is being recorded at its tables; finish it there.\n"
    )


def test_a_failure_in_the_middle_leaves_nothing(
    write: Callable[[str | bytes], str], monkeypatch: pytest.MonkeyPatch
) -> None:
    from scoring.services.imports import saving

    record = saving._record

    def third_fails(match: Match, line: imports.reading.Line, by: User) -> Result:
        if line.number == 4:
            raise RuntimeError("the disk is full")
        return record(match, line, by)

    monkeypatch.setattr(saving, "_record", third_fails)
    lines = "\n".join(f"{n},Gibbs,CARIB,GUYANA,11,9,4,3" for n in (1, 2, 3))
    with pytest.raises(RuntimeError):
        run("import_results", write(f"{HEAD}\n{lines}\n"), "--create", "Day")
    assert nothing_saved()


def test_standings_of_nowhere() -> None:
    assert run("standings", "nowhere")[2] == "There is no tournament at “nowhere”."
    TournamentFactory.create(slug="day", name="Day")
    assert run("standings", "day", "--division", "Q")[2] == "Day has no division “Q”. It has none."
    assert run("standings", "day", "--format", "csv")[0] == (
        "rank,team,division,played,won,lost,bullseyes_for,bullseyes_against,hang_jacks_for,hang_jacks_against\r\n"
    )
