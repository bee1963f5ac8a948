"""A small tournament recorded to every depth, whose figures are worked out by hand in the tests."""

from __future__ import annotations

from typing import Any
from uuid import uuid4

from scoring.services import results, tables
from tests.cast import Cast
from tests.factories import MatchFactory, RoundFactory, make_team
from tests.scoring.ledgers import ORDINARY, game, open_it, record, record_all, seven, table_of, tally
from tournaments.models import Match, RosterEntry, Team


def hand(pair: str, *kicks: str, **more: Any) -> dict[str, Any]:
    """Seven points to ``pair`` by a hung jack, after ``kicks``."""
    ran = {"lead": "beg", "answer": "run"} if len(kicks) > 1 else {}
    return {**seven(pair), "kicks": list(kicks) or ["??"], **ran, **more}


def sits(team: Team, number: int) -> int:
    """The id of the player with that number."""
    return RosterEntry.objects.get(team=team, number=number).player_id


def match_one(cast: Cast) -> Match:
    """Pelicans v Scarlets, round 1, confirmed 11–4, hang jacks 4–2.

    Table 1, by hand, S deals first. Game 1: kicks ?? (S), ?? (E), both sevens to N–S, two jacks hung: 2 hands.
    Game 2 (N deals, then W, S): N kicks an ace, 1 to N–S, and E–W make seven: 1–7. W kicks a four, runs, kicks a
    deuce of the same suit (2 to E–W) and a five of another; N–S make seven: 8–9. S kicks a jack, 3 to N–S, who make
    high, low and gamble: 15, sung. 3 hands; one jack hung by each side.
    Then number 5 comes in for North, and games 3 to 10 are typed: 3 and 9 to E–W, the others to N–S.
    8–2 in all, hang jacks 3–1. Table 2 from paper: 3–2, hang jacks 1–1. Together 11–4, 4–2.
    """
    open_it(cast)
    table = table_of(cast)
    record_all(
        table,
        [
            hand("NS"),
            hand("NS"),
            hand("EW", "AH"),
            hand("NS", "4H", "2H", "5S"),
            hand("NS", "J?", jack={"outcome": "out"}),
        ],
        cast.scorer,
    )
    tables.substitute(
        table, seat="N", player=sits(cast.home_team, 5), reason="choice", expected=6, client_id=uuid4(), by=cast.scorer
    )
    winners = ["EW", "NS", "NS", "NS", "NS", "NS", "EW", "NS"]
    record_all(table, [game(winner) for winner in winners], cast.scorer, expected=7)
    open_it(cast, 2)
    record(table_of(cast, 2), tally(3, 2, (1, 1)), 1, cast.scorer)
    results.confirm(Match.objects.get(pk=cast.match.pk), by=cast.official)
    return cast.match


def match_two(cast: Cast) -> Match:
    """Herons v Pelicans, round 2, from paper without seats, confirmed 11–7, hang jacks 2–0."""
    herons = make_team(cast.tournament, "Herons", [f"Heron {n}" for n in range(1, 5)])
    two = RoundFactory.create(tournament=cast.tournament, number=2)
    match: Match = MatchFactory.create(tournament=cast.tournament, round=two, home=herons, away=cast.home_team)
    record(match.tables.get(number=1), tally(6, 4, (2, 0)), 0, cast.scorer)
    record(match.tables.get(number=2), tally(5, 3), 0, cast.scorer)
    results.confirm(match, by=cast.official)
    return match


__all__ = ["ORDINARY", "hand", "match_one", "match_two", "sits"]
