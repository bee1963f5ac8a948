"""The faults that real results files have: each caught and named, none passed over in silence."""

from __future__ import annotations

from pathlib import Path

import pytest

from scoring.services.imports import results
from scoring.services.imports.faults import ImportRefused
from scoring.services.imports.taking import NotTicked, preview, take
from tests.factories import DivisionFactory, MatchFactory, RoundFactory, TeamFactory, TournamentFactory, UserFactory
from tests.scoring.commands import run
from tests.scoring.imports.files import DOUBLED, RESULTS, lines
from tournaments.models import Round, Team, Tournament, User
from tournaments.services import identity, matches, rounds, stages

pytestmark = pytest.mark.django_db

CHAIN = ["bullseyes-for", "-bullseyes-against", "wins", "hang-jacks-for", "-hang-jacks-against"]
MORE = RESULTS + ",starts_at,ends_at,winner"


@pytest.fixture
def league() -> Tournament:
    """Four teams of Gibbs; round 1 is drawn whole: CARIB v GUYANA, SOCOSA v UNITY. Two tables of ten games."""
    tournament: Tournament = TournamentFactory.create(slug="league", name="League")
    gibbs = DivisionFactory.create(tournament=tournament, name="Gibbs")
    carib, guyana, socosa, unity = (
        TeamFactory.create(tournament=tournament, division=gibbs, name=name)
        for name in ("CARIB", "GUYANA", "SOCOSA", "UNITY")
    )
    first = RoundFactory.create(tournament=tournament, number=1)
    MatchFactory.create(tournament=tournament, round=first, home=carib, away=guyana)
    MatchFactory.create(tournament=tournament, round=first, home=socosa, away=unity)
    return tournament


def drafted(league: Tournament, *rows: str, head: str = RESULTS) -> results.Draft:
    return results.draft(league, lines(head, *rows))


def faults(draft: results.Draft) -> list[str]:
    return [str(fault) for fault in draft.sorted_faults]


def notices(draft: results.Draft) -> list[tuple[str, str]]:
    return [(notice.code, str(notice)) for notice in sorted(draft.notices)]


WHOLE = ("1,Gibbs,CARIB,GUYANA,11,9,4,3", "1,Gibbs,SOCOSA,UNITY,11,2,0,0")


def test_a_whole_round_is_taken_without_a_word(league: Tournament) -> None:
    draft = drafted(league, *WHOLE)
    assert (faults(draft), notices(draft)) == ([], [])
    assert draft.says == ["2 drawn matches with a result"]


@pytest.mark.parametrize(
    ("row", "words"),
    [
        (
            "1,Gibbs,CARIB,GUYANA,11,9,4,3,2026-03-07 18:00,2026-03-07 16:10,",
            "line 2, ends_at: It ends at 2026-03-07 16:10 and starts at 2026-03-07 18:00: one of the two is wrong.",
        ),
        (
            "1,Gibbs,CARIB,GUYANA,11,9,4,3,2026-03-07 18:00,2026-03-07 18:00,",
            "line 2, ends_at: It ends at 2026-03-07 18:00 and starts at 2026-03-07 18:00: one of the two is wrong.",
        ),
        (
            "1,Gibbs,CARIB,GUYANA,9,11,4,3,,,CARIB",
            "line 2, winner: The file says CARIB, but 9–11 was won by GUYANA. "
            "Was the winner worked out from another target than 11?",
        ),
        (
            "1,Gibbs,CARIB,GUYANA,11,9,4,3,,,away",
            "line 2, winner: The file says GUYANA, but 11–9 was won by CARIB. "
            "Was the winner worked out from another target than 11?",
        ),
        (
            "1,Gibbs,CARIB,GUYANA,11,9,4,3,,,draw",
            "line 2, winner: The file says nobody, but 11–9 was won by CARIB. "
            "Was the winner worked out from another target than 11?",
        ),
        ("1,Gibbs,CARIB,GUYANA,11,9,4,3,,,UNITY", "line 2, winner: “UNITY” is neither CARIB nor GUYANA."),
        (
            "1,Gibbs,CARIB,GUYANA,11,9,4,3,7/3/2026,,",
            "line 2, starts_at: “7/3/2026” is no day and time: write it as 2026-12-31 18:30.",
        ),
        (
            "1,Gibbs,CARIB,GUYANA,17,9,4,3,,,CARIB",
            "line 2, home_bullseyes: 17 is past 11: the match ended when that was reached.",
        ),
        (
            "1,Gibbs,CARIB,GUYANNA,11,9,4,3,,,",
            "line 2, away: “GUYANNA” is not in this tournament. Nearest: GUYANA.",
        ),
    ],
)
def test_a_line_that_cannot_be(row: str, words: str, league: Tournament) -> None:
    assert faults(drafted(league, row, head=MORE)) == [words]


@pytest.mark.parametrize("winner", ["home", "carib", "Carib ", "C.A.R.I.B.", ""])
def test_a_winner_said_rightly(winner: str, league: Tournament) -> None:
    assert faults(drafted(league, f"1,Gibbs,CARIB,GUYANA,11,9,4,3,,,{winner}", head=MORE)) == []


def test_the_same_match_twice_with_another_start_is_refused_and_both_times_named(league: Tournament) -> None:
    row = "1,Gibbs,CARIB,GUYANA,11,9,4,3,2026-03-07 {},,"
    assert faults(drafted(league, row.format("10:00"), row.format("10:20"), head=MORE)) == [
        "line 3, home, away: CARIB v GUYANA in round 1 is on line 2 already, at 10:00 there and 10:20 here: "
        "it counts once; leave one of the two lines out."
    ]


def test_the_same_match_in_another_round_has_to_be_looked_at(league: Tournament) -> None:
    take(league, "results", lines(RESULTS, *WHOLE), file_name="r.csv", by=UserFactory.create())
    told = notices(drafted(league, "2,Gibbs,GUYANA,CARIB,9,11,3,4", "2,Gibbs,SOCOSA,UNITY,11,3,0,0"))
    assert told == [
        (
            "same-match",
            "line 2, home, away: GUYANA v CARIB with the very same figures is in the tournament already, in round 1. "
            "If it is one match, leave this line out: it would count twice.",
        )
    ]


def test_a_return_match_that_is_drawn_may_end_as_the_first_did(league: Tournament) -> None:
    second = rounds.add(league)
    teams = {team.name: team for team in Team.objects.filter(tournament=league)}
    matches.create(league, round=second, home=teams["GUYANA"], away=teams["CARIB"])
    take(league, "results", lines(RESULTS, *WHOLE), file_name="r.csv", by=UserFactory.create())
    assert notices(drafted(league, f"{second.number},Gibbs,GUYANA,CARIB,9,11,3,4")) == []


def test_in_a_knock_out_not_everybody_plays(league: Tournament) -> None:
    names = ("CARIB", "GUYANA", "SOCOSA", "UNITY")
    ids = [Team.objects.get(tournament=league, name=name).pk for name in names]
    stages.publish(stages.add(league, kind="knock-out", options={"teams": ids[:3]}), UserFactory.create())
    number = Round.objects.filter(stage__isnull=False).earliest("number").number
    row = f"{number},Gibbs,GUYANA,SOCOSA,11,9,3,4"
    assert notices(drafted(league, row)) == []


def test_a_fixture_never_entered_is_listed(league: Tournament) -> None:
    assert notices(drafted(league, WHOLE[0])) == [
        ("no-result", "Round 1: SOCOSA v UNITY is drawn and has no result."),
    ]


def test_a_result_of_a_match_that_is_not_drawn_names_what_is(league: Tournament) -> None:
    assert notices(drafted(league, "1,Gibbs,CARIB,UNITY,11,9,4,3", WHOLE[1])) == [
        ("no-result", "Round 1: CARIB v GUYANA is drawn and has no result."),
        (
            "new-match",
            "line 2, home, away: Round 1 has no match CARIB v UNITY. Drawn is CARIB v GUYANA and SOCOSA v UNITY.",
        ),
    ]


def test_a_team_in_two_matches_at_one_time(league: Tournament) -> None:
    rows = (
        "1,Gibbs,CARIB,GUYANA,11,9,4,3,2026-03-07 10:00,2026-03-07 11:30,",
        "2,Gibbs,CARIB,UNITY,11,8,4,3,2026-03-07 11:00,2026-03-07 12:30,",
        "3,Gibbs,SOCOSA,UNITY,11,8,4,3,2026-03-07 12:30,2026-03-08 02:30,",
    )
    told = [words for code, words in notices(drafted(league, *rows, head=MORE)) if code == "overlap"]
    assert told == [
        "line 3, starts_at: CARIB is in another match at that time, on line 2.",
        "line 4, ends_at: The match lasts more than twelve hours.",
    ]


def test_names_drift_and_are_resolved_once_somebody_has_said_whom_they_mean(league: Tournament) -> None:
    row = "1,Gibbs,SACOSAH,UNITY,11,2,0,0"
    draft = drafted(league, row)
    assert faults(draft) == ["line 2, home: “SACOSAH” is not in this tournament. Nearest: SOCOSA."]
    socosa = Team.objects.get(name="SOCOSA")
    assert [(unknown.name, unknown.nearest) for unknown in draft.unknown] == [("SACOSAH", ((socosa.pk, "SOCOSA"),))]
    club = identity.set_club(socosa, None).club
    assert club is not None
    identity.add_alias(club, name="SACOSAH", by=UserFactory.create())
    draft = drafted(league, row)
    assert (faults(draft), draft.lines[0].home) == ([], "SOCOSA")
    assert draft.says == ["1 drawn match with a result", "“SACOSAH” is SOCOSA"]


@pytest.fixture
def day() -> tuple[Tournament, User, list[str]]:
    """The league day of the file, its teams entered and nothing drawn; the lines of the file."""
    tournament: Tournament = TournamentFactory.create(slug="day", name="Day", games_per_table=16, tie_break=CHAIN)
    rows = DOUBLED.read_text(encoding="utf-8").splitlines()
    division_of = {row.split(",")[2]: row.split(",")[1] for row in rows[1:]}
    for row in rows[1:]:
        division_of.setdefault(row.split(",")[3], row.split(",")[1])
    names = dict.fromkeys(division_of.values())
    made = {name: DivisionFactory.create(tournament=tournament, name=name) for name in names}
    for team, division in division_of.items():
        TeamFactory.create(tournament=tournament, name=team, division=made[division])
    return tournament, UserFactory.create(), rows


def first_and(team: str) -> tuple[list[str], list[str]]:
    """The line of the standings that comes first, and that of a team: rank, team, played, won, bullseyes for."""
    table = [line.split(",") for line in run("standings", "day", "--format", "csv")[0].splitlines()]
    at = [table[0].index(name) for name in ("rank", "team", "played", "won", "bullseyes_for")]
    rows = [[row[n] for n in at] for row in table[1:]]
    return rows[0], next(row for row in rows if row[1] == team)


def test_a_real_league_day_with_a_match_twice(day: tuple[Tournament, User, list[str]]) -> None:
    """Kept, a team with one win of four heads the table; dropped, it is tenth. The file as it is goes nowhere."""
    tournament, by, rows = day
    with pytest.raises(ImportRefused) as refused:
        take(tournament, "results", lines(*rows), file_name="day.csv", by=by, ticked=["*"])
    assert [str(fault) for fault in refused.value.faults] == [
        "line 11, home, away: Grande Trumps v Debe Jacks in round 1 is on line 3 already, "
        "at 10:00 there and 10:20 here: it counts once; leave one of the two lines out."
    ]

    kept = [row.replace("1,", "4,", 1) if "10:20" in row else row for row in rows]
    with pytest.raises(NotTicked) as waiting:
        take(tournament, "results", lines(*kept), file_name="day.csv", by=by)
    assert sorted(waiting.value.codes) == ["overlap", "same-match", "uneven"]
    told = [(notice.code, str(notice)) for notice in sorted(waiting.value.draft.notices)]
    assert [words for code, words in told if code == "same-match"] == [
        "line 11, home, away: Grande Trumps v Debe Jacks with the very same figures is on line 3 already, in round 1. "
        "It starts at 10:00 there and at 10:20 here. If it is one match, leave this line out: it would count twice."
    ]
    assert [words for code, words in told if code == "uneven"] == [
        "Debe Jacks would have 4 matches, most of the others of West 3.",
        "Grande Trumps would have 4 matches, most of the others of North 3.",
    ]


def test_the_doubled_match_moves_a_team_from_tenth_to_the_top(day: tuple[Tournament, User, list[str]]) -> None:
    tournament, by, rows = day
    kept = [row.replace("1,", "4,", 1) if "10:20" in row else row for row in rows]
    take(tournament, "results", lines(*kept), file_name="day.csv", by=by, ticked=["*"])
    assert first_and("Debe Jacks")[0] == ["1", "Debe Jacks", "4", "1", "60"]


def test_without_it_the_team_is_tenth(day: tuple[Tournament, User, list[str]]) -> None:
    tournament, by, rows = day
    dropped = [row for row in rows if "10:20" not in row]
    assert notices(preview(tournament, "results", lines(*dropped), by=by)) == []
    take(tournament, "results", lines(*dropped), file_name="day.csv", by=by)
    assert first_and("Debe Jacks") == (["1", "Belmont Bishops", "3", "3", "51"], ["10", "Debe Jacks", "3", "1", "45"])


def test_a_mistyped_team_is_said_when_a_tournament_is_made_of_a_file(tmp_path: Path) -> None:
    """The command that makes a tournament takes every name for a team: it says which may be one mistyped."""
    path = tmp_path / "r.csv"
    rows = "1,,SOCOSA,UNITY,11,2,0,0", "2,,Team 1,SACOSAH,11,2,0,0", "3,,Team 2,UNITY,11,2,0,0"
    path.write_bytes(lines(RESULTS, *rows))
    out, err, refused = run("import_results", str(path), "--create", "Day")
    assert (out, refused) == ("3 matches, 5 teams imported into Day (day).\n", "")
    assert err.splitlines() == [
        "Look at UNITY would have 2 matches, most of the others 1.",
        "Look at line 3, away: “SACOSAH” is nearly “SOCOSA” of line 2: two, or one mistyped?",
    ]
