"""Teams, rosters and fixtures from a file: what is made, what is known already, what is refused."""

from __future__ import annotations

from pathlib import Path

import pytest

from scoring.models import ImportBatch
from scoring.services.imports import taking
from scoring.services.imports.faults import ImportRefused
from scoring.services.imports.taking import ImportChanged, NotTicked, preview, take
from tests.factories import (
    DivisionFactory,
    MatchFactory,
    RoleFactory,
    RoundFactory,
    TeamFactory,
    TournamentFactory,
    UserFactory,
    make_team,
)
from tests.scoring.commands import run
from tests.scoring.imports.files import RESULTS, lines, teams_of, workbook
from tournaments.models import Club, RoleName, Tournament, User

pytestmark = pytest.mark.django_db


@pytest.fixture
def league() -> Tournament:
    """A tournament with Gibbs and one team in it, CARIB, with two players."""
    tournament: Tournament = TournamentFactory.create(slug="league", name="League")
    gibbs = DivisionFactory.create(tournament=tournament, name="Gibbs")
    make_team(tournament, "CARIB", ["Anil Joseph", "Dolly Ramdeen"], division=gibbs)
    return tournament


@pytest.fixture
def by() -> User:
    user: User = UserFactory.create(username="ann")
    return user


def told(league: Tournament, kind: str, data: bytes, by: User) -> tuple[list[str], list[tuple[str, str]], list[str]]:
    """Faults, notices with their codes, and the whole in words."""
    draft = preview(league, kind, data, by=by)
    notices = [(notice.code, str(notice)) for notice in sorted(draft.notices)]
    return [str(fault) for fault in draft.sorted_faults], notices, draft.says


def test_teams_are_entered_and_divisions_made(league: Tournament, by: User) -> None:
    data = workbook(("Team", "Division"), ("GUYANA", "gibbs"), ("Carib", "Gibbs"), ("SOCOSA", "Lewis"), ("UNITY", None))
    assert told(league, "teams", data, by) == (
        [],
        [],
        ["3 teams entered", "1 division made: Lewis", "1 team known already"],
    )
    assert teams_of(league) == [("CARIB", "Gibbs")]  # a preview saves nothing
    batch = take(league, "teams", data, file_name="teams.xlsx", by=by)
    assert teams_of(league) == [("CARIB", "Gibbs"), ("GUYANA", "Gibbs"), ("SOCOSA", "Lewis"), ("UNITY", "")]
    assert (batch.rows, batch.kind, batch.made_by, sorted(batch.made)) == (4, "teams", by, ["division", "team"])
    assert len(batch.made["team"]) == 3


def test_an_email_is_kept_and_read(league: Tournament, by: User) -> None:
    take(league, "teams", lines("team,email", "UNITY,unity@example.org"), file_name="t.csv", by=by)
    assert league.teams.get(name="UNITY").email == "unity@example.org"
    assert told(league, "teams", lines("team,email", "SOCOSA,socosa at home"), by)[0] == [
        "line 2, email: “socosa at home” is no e-mail address."
    ]


@pytest.mark.parametrize(
    ("rows", "faults", "codes"),
    [
        (["UNITY,", "unity,"], ["line 3, team: unity is on line 2 already."], []),
        (["CARIB,Lewis"], ["line 2, division: CARIB plays in Gibbs here, not Lewis."], []),
        ([",Lewis"], ["line 2, team: This field is empty."], []),
        (["CARIBS,"], [], ["near-name"]),
        (["UNITED,", "UNITEDS,"], [], ["near-name"]),
        (["Team 1,", "Team 2,", "Team 10,"], [], []),
        (["MONTREAL,Gibs"], [], ["near-name"]),
    ],
)
def test_teams_that_clash_or_are_nearly_one(
    rows: list[str], faults: list[str], codes: list[str], league: Tournament, by: User
) -> None:
    found, notices, _ = told(league, "teams", lines("team,division", *rows), by)
    assert (found, [code for code, _ in notices]) == (faults, codes)


def test_a_club_of_last_year_under_a_drifted_name(league: Tournament, by: User) -> None:
    club = Club.objects.create(name="SOCOSA")
    draft = preview(league, "teams", lines("team", "SACOSAH"), by=by)
    assert [str(notice) for notice in draft.notices] == [
        "line 2, team: “SACOSAH” is nearly “SOCOSA” of other tournaments: the same club?"
    ]
    assert [(unknown.name, unknown.nearest) for unknown in draft.unknown] == [("SACOSAH", ((club.pk, "SOCOSA"),))]


def test_rosters_are_filled(league: Tournament, by: User) -> None:
    TeamFactory.create(tournament=league, name="UNITY")
    data = lines(
        "player,team,number,captain",
        "anil joseph,Carib,1,yes",
        "Errol Baptiste,CARIB,7,",
        "Gemma Charles,UNITY,,x",
        "Hollis Noel,UNITY,4,no",
    )
    assert told(league, "rosters", data, by) == (
        [],
        [],
        ["3 players put on the rosters of 2 teams", "1 player known already"],
    )
    take(league, "rosters", data, file_name="r.csv", by=by)
    found = [
        (entry.team.name, entry.player.name, entry.number, entry.is_captain)
        for team in league.teams.order_by("name")
        for entry in team.roster.all()
    ]
    assert found == [
        ("CARIB", "Anil Joseph", 1, True),
        ("CARIB", "Dolly Ramdeen", 2, False),
        ("CARIB", "Errol Baptiste", 7, False),
        ("UNITY", "Gemma Charles", None, True),
        ("UNITY", "Hollis Noel", 4, False),
    ]  # fmt: skip


NEARLY = "line 2, player: “Anil Josef” is nearly Anil Joseph, who is on the roster of CARIB."
STAYS = "line 2, player: Anil Joseph is on the roster and stays number 1: change that on the team's page."


@pytest.mark.parametrize(
    ("rows", "faults", "notices"),
    [
        (["CARB,A B,1,"], ["line 2, team: “CARB” is not in this tournament. Nearest: CARIB."], []),
        (["CARIB,A Bee,2,"], ["line 2, number: Number 2 of CARIB is Dolly Ramdeen’s."], []),
        (["CARIB,A Bee,1000,"], ["line 2, number: Numbers go to 999."], []),
        (["CARIB,A Bee,7,maybe"], ["line 2, captain: “maybe” is neither yes nor no."], []),
        (["CARIB,A Bee,,yes"], ["line 2, captain: Anil Joseph is captain of CARIB already."], []),
        (["CARIB,A Bee,,", "CARIB,A. BEE,,"], ["line 3, player: A. BEE of CARIB is on line 2 already."], []),
        (["CARIB,Anil Josef,,"], [], [NEARLY]),
        (["CARIB,Anil Joseph,9,"], [], [STAYS]),
        (["UNITY,Anil Joseph,,"], [], ["line 2, player: Anil Joseph is on the roster of CARIB too: the same person?"]),
    ],
)  # fmt: skip
def test_rosters_that_clash(
    rows: list[str], faults: list[str], notices: list[str], league: Tournament, by: User
) -> None:
    TeamFactory.create(tournament=league, name="UNITY")
    found, looks, _ = told(league, "rosters", lines("team,player,number,captain", *rows), by)
    assert (found, [words for _, words in looks]) == (faults, notices)


def test_fixtures_make_rounds_and_matches_with_time_place_and_official(league: Tournament, by: User) -> None:
    for name in ("UNITY", "SOCOSA", "GUYANA"):
        TeamFactory.create(tournament=league, name=name)
    RoleFactory.create(tournament=league, user=by, name=RoleName.OFFICIAL)
    data = workbook(
        ("round", "home", "away", "starts_at", "place", "official"),
        (3, "CARIB", "UNITY", "2026-03-07 10:00", "Hall 1", "ann"),
        (3, "SOCOSA", "Guyana", "2026-03-07 10:30", None, None),
    )
    assert told(league, "fixtures", data, by) == ([], [], ["2 matches drawn", "1 round made"])
    take(league, "fixtures", data, file_name="f.xlsx", by=by)
    round = league.rounds.get()
    assert (round.number, f"{round.starts_at:%Y-%m-%d %H:%M %Z}") == (3, "2026-03-07 14:00 UTC")  # the hall is at UTC-4
    found = [
        (str(match), match.place, match.official, match.starts_at is not None, match.tables.count())
        for match in league.matches.all()
    ]
    assert found == [("CARIB v UNITY", "Hall 1", by, False, 2), ("SOCOSA v GUYANA", "", None, True, 2)]  # fmt: skip


TWICE = "line 3, home, away: SOCOSA v CARIB in round 2 is on line 2 already."


@pytest.mark.parametrize(
    ("rows", "faults", "codes"),
    [
        (["1,CARIB,UNITY,"], [], []),  # drawn already, stays
        (["1,UNITY,CARIB,"], ["line 2, home, away: In round 1 CARIB is at home to UNITY."], []),
        (["2,CARIB,SOCOSA,", "2,SOCOSA,CARIB,"], [TWICE], []),
        (["2,CARIB,carib,"], ["line 2, away: CARIB cannot play against itself."], []),
        (["2,CARIB,SOCOSA,nobody"], ["line 2, official: “nobody” is not the sign-in name of an official here."], []),
        (["1,CARIB,SOCOSA,"], [], ["overlap"]),
        (["2,CARIB,SOCOSA,", "2,CARIB,UNITY,"], [], ["overlap"]),
        (["2,CARIB,SOCASO,"], ["line 2, away: “SOCASO” is not in this tournament. Nearest: SOCOSA."], []),
    ],
)  # fmt: skip
def test_fixtures_that_clash(
    rows: list[str], faults: list[str], codes: list[str], league: Tournament, by: User
) -> None:
    unity, _ = (TeamFactory.create(tournament=league, name=name) for name in ("UNITY", "SOCOSA"))
    first = RoundFactory.create(tournament=league, number=1)
    MatchFactory.create(tournament=league, round=first, home=league.teams.get(name="CARIB"), away=unity)
    found, notices, _ = told(league, "fixtures", lines("round,home,away,official", *rows), by)
    assert (found, [code for code, _ in notices]) == (faults, codes)


def test_all_or_nothing_and_what_was_looked_at_is_what_is_taken(league: Tournament, by: User) -> None:
    data = lines("team", "UNITY", "CARIBS")
    draft = preview(league, "teams", data, by=by)
    with pytest.raises(NotTicked) as missing:
        take(league, "teams", data, file_name="t.csv", by=by, seen=draft.seen)
    assert missing.value.codes == ["near-name"]
    TeamFactory.create(tournament=league, name="Unity")
    with pytest.raises(ImportChanged) as changed:
        take(league, "teams", data, file_name="t.csv", by=by, seen=draft.seen, ticked=["near-name"])
    assert changed.value.draft.says == ["1 team entered", "1 team known already"]
    with pytest.raises(ImportRefused):
        take(league, "teams", lines("team", "SOCOSA", "A\u202eB"), file_name="t.csv", by=by)
    assert (league.teams.count(), ImportBatch.objects.count()) == (2, 0)


def test_a_name_of_a_file_that_cannot_be_shown(league: Tournament, by: User) -> None:
    assert take(league, "teams", lines("team", "UNITY"), file_name="a\u202eb.csv", by=by).file_name == "file"
    assert take(league, "teams", lines("team", "SOCOSA"), file_name="", by=by).file_name == "file"


def test_a_file_of_too_many_rows_is_for_the_command(
    league: Tournament, by: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(taking.MOST_ONLINE, "teams", 1)
    data = lines("team", "UNITY", "SOCOSA")
    with pytest.raises(ImportRefused) as refused:
        preview(league, "teams", data, by=by)
    assert str(refused.value) == "At most 1 teams at once here; split the file."
    assert take(league, "teams", data, file_name="t.csv", by=by, online=False).rows == 2


def test_the_command(league: Tournament, by: User, tmp_path: Path) -> None:
    path = tmp_path / "teams.csv"
    path.write_bytes(lines("team", "UNITY", "CARIBS"))
    where = (str(path), "--tournament", "league", "--kind", "teams")
    assert run("import_file", *where) == (
        "",
        "line 3, team: “CARIBS” is nearly CARIB, which is entered. [near-name]\n",
        "Refused, nothing was saved: 1 notice in teams.csv. Look at each, then --accept near-name.",
    )
    assert run("import_file", *where, "--check")[0] == "2 teams entered. Nothing was saved.\n"
    assert league.teams.count() == 1
    assert run("import_file", *where, "--accept", "all", "--by", "ann") == (
        "2 lines of teams.csv taken into League.\n",
        "",
        "",
    )
    assert ImportBatch.objects.get().made_by == by
    path.write_bytes(lines("teem", "UNITY"))
    assert run("import_file", *where)[1:] == (
        "line 1: The first line names the columns, with commas between them: team\n",
        "Refused, nothing was saved: 1 fault in teams.csv.",
    )
    assert (
        run("import_file", str(path), "--tournament", "x", "--kind", "teams")[2]
        == "--tournament: there is no tournament at “x”."
    )


def test_import_results_takes_a_workbook_too(league: Tournament, tmp_path: Path) -> None:
    TeamFactory.create(tournament=league, name="UNITY")
    path = tmp_path / "results.xlsx"
    path.write_bytes(workbook(RESULTS.split(","), (1, None, "CARIB", "UNITY", 11, 9, 4, 3)))
    assert run("import_results", str(path), "--tournament", "league") == (
        "1 match, 2 teams imported into League (league).\n",
        "",
        "",
    )
