"""The figures of a small tournament, each worked out by hand from what :mod:`played` records."""

from __future__ import annotations

from fractions import Fraction
from typing import Any
from uuid import uuid4

import pytest
from django.core.cache import cache
from django.db import connection
from django.test.utils import CaptureQueriesContext

from scoring.selectors.statistics import Statistics, dealing, statistics, statistics_json
from scoring.selectors.statistics.evidence import Depth
from scoring.services import ledger, results, tables
from tests.cast import Cast
from tests.factories import MatchFactory, PlayerFactory, RoundFactory
from tests.scoring.ledgers import correct, game, open_it, record, record_all, table_of, tally
from tests.scoring.statistics.played import hand, match_one, match_two, sits
from tests.scoring.test_standings import result
from tournaments.models import Match, Player, Stage, StageKind
from tournaments.services.identity import merge

pytestmark = pytest.mark.django_db


@pytest.fixture
def whole(cast: Cast) -> Statistics:
    match_one(cast)
    match_two(cast)
    return statistics(cast.tournament)


def made(found: Statistics, lists: str, figure: str) -> list[str]:
    """``rank name number/most``, a list's lines."""
    rows = getattr(getattr(found, lists), figure)
    lines = []
    for row in rows:
        if lists == "teams":
            name = found.team_names[row.who]
        else:
            players = row.who if lists == "pairs" else [row.who]
            name = " & ".join(sorted(found.player_names[pk].split()[0] for pk in players))
        lines.append(f"{row.rank} {name} {row.number}/{row.most}")
    return lines


def test_from_how_much_record(whole: Statistics) -> None:
    """Match 1: table 1 by hand and by game, table 2 a tally; match 2: two tallies without seats."""
    sources = whole.sources
    assert (sources.matches, sources.credited, sources.awaiting, sources.sheets) == (2, 0, 0, 0)
    assert sources.tables == {Depth.HANDS: 0, Depth.GAMES: 1, Depth.TALLY: 3}
    assert (sources.seated, sources.unseated) == (2, 2)


def test_bullseyes(whole: Statistics) -> None:
    """Pelicans 11 and 7, Herons 11, Scarlets 4. Number 5 came in for number 1 after game 2 of table 1."""
    assert made(whole, "teams", "bullseyes") == ["1 Pelicans 18/11", "2 Herons 11/11", "3 Scarlets 4/4"]
    assert made(whole, "pairs", "bullseyes") == [
        "1 Bernadette & Errol 6/6",
        "2 Cyril & Dolly 3/3",
        "3 Anil & Bernadette 2/2",
        "3 Gemma & Hollis 2/2",
        "3 Indra & Joseph 2/2",
    ]
    assert made(whole, "players", "bullseyes") == [
        "1 Bernadette 8/8",
        "2 Errol 6/6",
        "3 Cyril 3/3",
        "3 Dolly 3/3",
        "5 Anil 2/2",
        "5 Gemma 2/2",
        "5 Hollis 2/2",
        "5 Indra 2/2",
        "5 Joseph 2/2",
    ]
    assert whole.unknown_bullseyes == 18  # the whole of match 2


def test_hang_jacks(whole: Statistics) -> None:
    """Table 1: three by Anil and Bernadette, one by Gemma and Hollis; table 2 one each; match 2: two by Herons."""
    assert made(whole, "teams", "hang_jacks") == ["1 Pelicans 4/4", "2 Herons 2/2", "2 Scarlets 2/2"]
    assert made(whole, "pairs", "hang_jacks") == [
        "1 Anil & Bernadette 3/3",
        "2 Cyril & Dolly 1/1",
        "2 Gemma & Hollis 1/1",
        "2 Indra & Joseph 1/1",
    ]
    assert whole.unknown_hang_jacks == 2


def test_runs(whole: Statistics) -> None:
    """Games 4 to 8 of table 1 went to Bernadette and Errol. No team won two matches running."""
    (run,) = whole.table_runs
    assert (run.number, run.table, run.side, run.first) == (5, 1, "home", 4)
    assert {whole.player_names[pk] for pk in run.players or ()} == {"Bernadette Khan", "Errol Baptiste"}
    assert [(run.number, whole.team_names[run.team], run.goes_on) for run in whole.match_runs] == [
        (1, "Pelicans", False),
        (1, "Herons", True),
    ]


def test_lengths_of_games(whole: Statistics) -> None:
    """Two games by hand, of two and of three hands."""
    lengths = whole.lengths
    assert (lengths.by_hands, lengths.tables, lengths.mean) == ({2: 1, 3: 1}, 1, Fraction(5, 2))


def test_kicks(whole: Statistics) -> None:
    """Bernadette (S) kicked nothing and a jack, Gemma (E) nothing, Anil (N) an ace, Hollis (W) 2 points of a run."""
    kicks = whole.kicks
    told = [
        (whole.player_names[dealer.player or 0], dealer.deals, dealer.scoring, dealer.first) for dealer in kicks.dealers
    ]
    assert told == [
        ("Bernadette Khan", 2, 1, 3),
        ("Anil Joseph", 1, 1, 1),
        ("Gemma Charles", 1, 0, 0),
        ("Hollis Noel", 1, 0, 0),
    ]
    assert [(dealer.run_kicks, dealer.run_points) for dealer in kicks.dealers] == [(0, 0), (0, 0), (0, 0), (2, 2)]
    assert (kicks.total.deals, kicks.total.first, kicks.untold, kicks.tables) == (5, 4, 0, 1)
    assert kicks.odds.expected(5) == Fraction(30, 13)


def test_margins_and_ranks(whole: Statistics) -> None:
    """11–4 and 11–7. After round 1 Pelicans lead; after round 2 one win each, Herons at +4, Pelicans at +3."""
    assert whole.margins == {4: 1, 7: 1}
    assert whole.ranks.rounds == (1, 2)
    assert [(line.team, line.ranks) for line in whole.ranks.teams] == [
        ("Herons", (2, 1)),
        ("Pelicans", (1, 2)),
        ("Scarlets", (3, 3)),
    ]


def test_a_correction_is_seen_at_once(cast: Cast) -> None:
    """The first hand's dealer kicked an ace after all; its result withdrawn and confirmed again."""
    open_it(cast)
    record_all(table_of(cast), [hand("NS"), hand("NS", "2H"), *[game("NS")] * 9], cast.scorer)
    record(table_of(cast, 2), tally(1, 0), 0, cast.scorer)
    match = Match.objects.get(pk=cast.match.pk)
    results.confirm(match, by=cast.official)
    before = statistics(cast.tournament).kicks
    assert (before.total.deals, before.total.first) == (2, 2)
    results.withdraw(match, by=cast.director, reason="the sheet says otherwise")
    assert statistics(cast.tournament).kicks.total.deals == 0
    ledger.correct(
        table_of(cast).pk,
        of=2,
        reason="an ace",
        replace={**hand("NS", "AS"), "dealer": "S"},
        expected=12,
        client_id=uuid4(),
        by=cast.scorer,
    )
    results.confirm(Match.objects.get(pk=match.pk), by=cast.official)
    after = statistics(cast.tournament).kicks
    # S's hand is corrected; whose deal the second was nobody named, and an entry before it was changed later.
    assert (after.total.deals, after.total.first, after.untold) == (2, 3, 1)


def test_the_last_hand_corrected_keeps_its_dealer(cast: Cast) -> None:
    open_it(cast)
    table = table_of(cast)
    record_all(table, [hand("NS"), hand("NS", "2H")], cast.scorer)
    correct(table, 3, cast.scorer, replace=hand("NS", "AH"))
    record_all(table, [game("NS")] * 9, cast.scorer, expected=4)
    record(table_of(cast, 2), tally(1, 0), 0, cast.scorer)
    results.confirm(Match.objects.get(pk=cast.match.pk), by=cast.official)
    found = statistics(cast.tournament)
    assert [(found.player_names[one.player or 0], one.first) for one in found.kicks.dealers] == [
        ("Gemma Charles", 1),
        ("Bernadette Khan", 0),
    ]


def test_without_a_cache_every_hand_is_read_again(cast: Cast, monkeypatch: pytest.MonkeyPatch) -> None:
    class Gone:
        def get_many(self, names: object) -> dict[str, str]:
            raise ConnectionError("nobody there")

        def set_many(self, found: object, timeout: int) -> None:
            raise ConnectionError("nobody there")

    match_one(cast)
    kept = statistics_json(statistics(cast.tournament))
    assert statistics_json(statistics(cast.tournament)) == kept
    monkeypatch.setattr(dealing, "cache", Gone())
    assert statistics_json(statistics(cast.tournament)) == kept


def test_two_who_are_one_are_counted_as_one(cast: Cast) -> None:
    match_one(cast)
    kept: Player = PlayerFactory.create(name="E. Baptiste")
    for number in (3, 5):
        gone = Player.objects.get(pk=sits(cast.home_team, number))
        merge(kept, gone, reason="one person", by=cast.director)
    found = statistics(cast.tournament)
    assert made(found, "players", "bullseyes")[:2] == ["1 E. 9/9", "2 Bernadette 8/8"]


def test_walked_over_matches_make_no_figures(cast: Cast) -> None:
    """Pelicans are given 11–0; then Herons beat them 11–7 at the tables, and no run of Pelicans began."""
    result(cast.match, 11, 0, kind="walk-over")
    match_two(cast)
    found = statistics(cast.tournament)
    assert (found.sources.matches, found.sources.credited, found.sources.recorded) == (2, 1, 2)
    assert made(found, "teams", "bullseyes") == ["1 Herons 11/11", "2 Pelicans 7/7"]
    assert found.margins == {4: 1}
    assert [found.team_names[run.team] for run in found.match_runs] == ["Herons"]
    # One win each; Pelicans stand at 18–11, Herons at 11–7: the ranks count what was given.
    assert [(line.team, line.ranks) for line in found.ranks.teams] == [
        ("Pelicans", (1, 1)),
        ("Herons", (2, 2)),
        ("Scarlets", (3, 3)),
    ]


def test_a_decider_is_one_bullseye_to_those_who_won_it(cast: Cast) -> None:
    """10–10; the decider goes 2–1 to N–S, Anil with Cyril, and a jack hung there counts for nobody."""
    for number, figures_of in ((1, (7, 3)), (2, (3, 7))):
        open_it(cast, number)
        record(table_of(cast, number), tally(*figures_of), 1, cast.scorer)
    match = Match.objects.get(pk=cast.match.pk)
    home, away = cast.home_team, cast.away_team
    asked: dict[str, Any] = {"first_dealer": "S", "home_pair": "NS", "toss": "home", "by": cast.scorer}
    seats = {"N": sits(home, 1), "S": sits(home, 3), "E": sits(away, 1), "W": sits(away, 3)}
    tables.open_decider(match, seats=seats, expected=0, client_id=uuid4(), **asked)
    decider = match.tables.get(kind="decider")
    hung = {**game("NS"), "hang_jacks": {"NS": 2, "EW": 0}}
    record_all(decider, [game("EW"), hung, game("NS")], cast.scorer)
    results.confirm(Match.objects.get(pk=match.pk), by=cast.official)
    found = statistics(cast.tournament)
    assert made(found, "teams", "bullseyes") == ["1 Pelicans 11/11", "2 Scarlets 10/10"]
    assert made(found, "pairs", "bullseyes") == [
        "1 Anil & Bernadette 7/7",
        "1 Indra & Joseph 7/7",
        "3 Cyril & Dolly 3/3",
        "3 Gemma & Hollis 3/3",
        "5 Anil & Cyril 1/1",
    ]
    assert made(found, "players", "bullseyes")[0] == "1 Anil 8/8"
    assert (found.players.hang_jacks, found.unknown_hang_jacks, found.table_runs) == ([], 0, [])


def test_what_nobody_played_is_empty(cast: Cast) -> None:
    found = statistics(cast.tournament)
    assert statistics_json(found)["teams"] == {"bullseyes": [], "hang_jacks": []}
    assert (found.lengths.mean, found.kicks.total.deals, found.ranks.teams) == (None, 0, ())


def test_the_same_queries_whatever_the_size(cast: Cast) -> None:
    """Results, tables, seats, hands, players, teams, what awaits, disputes; and one a round for its standings."""
    queries = []
    for more in (match_one, match_two):
        more(cast)
        cache.clear()
        with CaptureQueriesContext(connection) as cold:
            statistics(cast.tournament)
        with CaptureQueriesContext(connection) as warm:
            statistics(cast.tournament)
        queries.append((len(cold), len(warm)))
    assert queries == [(9, 8), (10, 9)]


def test_rounds_of_a_knock_out_beside_a_league_are_in_no_rank_by_round(cast: Cast) -> None:
    """Round 1 counts in the standings; round 2 is a knock-out's, whose matches do not count beside it."""
    match_one(cast)
    cup = Stage.objects.create(tournament=cast.tournament, kind=StageKind.KNOCK_OUT, name="Cup", order=1, seed="1")
    second = RoundFactory.create(tournament=cast.tournament, number=2, stage=cup)
    result(
        MatchFactory.create(round=second, tournament=cast.tournament, home=cast.away_team, away=cast.home_team), 11, 3
    )
    found = statistics(cast.tournament)
    assert (found.sources.matches, found.ranks.rounds) == (2, (1,))
