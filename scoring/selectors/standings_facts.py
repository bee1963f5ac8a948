"""What the order of the standings asks for beside the figures: byes, matches among the tied, play-offs, lots."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from django.db import connection

from scoring.selectors import standings_byes as byes
from scoring.selectors.standings_sql import Scope, Statement, evidence
from scoring.tiebreaks import Chain, Evidence, Meeting, Points, Row, level_before
from tournaments.models import Tournament, Unequal
from tournaments.selectors.drawn import drawn_again

AMONG = frozenset({"head-to-head", "head-to-head-bullseyes", "play-off"})
"""Links that look at matches."""
ASKING = AMONG | {"lot"}
"""Links that look at more than the teams' own figures."""


@dataclass(frozen=True, slots=True)
class Swap:
    """A match as it would be: its meeting (None: not played) in the place of the one that counts."""

    match_id: int
    meeting: Meeting | None
    play_off: bool = False


@dataclass(slots=True)
class _Facts:
    """The lines of the statement, sorted out."""

    meetings: list[Meeting] = field(default_factory=list)
    play_offs: list[Meeting] = field(default_factory=list)
    lots: list[tuple[int, tuple[int, ...]]] = field(default_factory=list)
    rests: dict[int, int] = field(default_factory=dict)
    stages: list[tuple[int, int, str]] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Found:
    """``rests``: how often each team rested. ``rows``: the figures with that in them. ``evidence``: for the chain.

    ``stages``: ids and names, in order, where they were asked for.
    """

    rests: Mapping[int, int]
    rows: Sequence[Row]
    evidence: Evidence
    stages: tuple[tuple[int, str], ...] = ()


def found(
    scope: Scope,
    tournament: Tournament,
    chain: Chain,
    raw: Sequence[Row],
    *,
    rests: Mapping[int, int] | None = None,
    swap: Swap | None = None,
    stages: bool = False,
) -> Found:
    """What the chain and the byes ask for; one query at most, none where they ask for nothing.

    ``rests``: where they are known already. ``stages``: name those of the tournament too.
    """
    bases = {link.base for link in chain}
    ask_byes = rests is None and byes.count(tournament)
    plain = Evidence(
        points=Points(tournament.points_win, tournament.points_level, tournament.points_loss),
        by_average=tournament.unequal == Unequal.AVERAGE,
    )
    rests = rests or {}
    rows = byes.credited(raw, rests, tournament) if rests else raw
    among: set[int] | None = set()
    lots = False
    if bases & ASKING:
        # Who is level when such a link has its turn depends on the byes: with them still to be asked for, ask for all.
        level = None if ask_byes else level_before(rows, chain, plain, ASKING)
        among = level if bases & AMONG else set()
        lots = "lot" in bases and (level is None or bool(level))
    asked = _ask(evidence(scope, among=among, lots=lots, byes=ask_byes, stages=stages), swap)
    if asked is None:
        return Found(rests, rows, plain)
    if ask_byes:
        rests = asked.rests
        rows = byes.credited(raw, rests, tournament)
    drawn = [order for _, order in sorted(asked.lots)]
    facts = Evidence(asked.meetings, asked.play_offs, drawn, points=plain.points, by_average=plain.by_average)
    return Found(rests, rows, facts, tuple((pk, name) for _, pk, name in sorted(asked.stages)))


def everything(scope: Scope, tournament: Tournament) -> Evidence:
    """The evidence for any order at all: every meeting, play-off and lot of the scope; one query."""
    asked = _ask(evidence(scope, among=None, lots=True)) or _Facts()
    return Evidence(
        asked.meetings,
        asked.play_offs,
        [order for _, order in sorted(asked.lots)],
        points=Points(tournament.points_win, tournament.points_level, tournament.points_loss),
        by_average=tournament.unequal == Unequal.AVERAGE,
    )


def _ask(statement: Statement | None, swap: Swap | None = None) -> _Facts | None:
    if statement is None:
        return None
    facts = _Facts()
    stages: list[tuple[Any, ...]] = []
    rounds: set[tuple[int, int]] = set()
    with connection.cursor() as cursor:
        cursor.execute(*statement)
        for line in cursor.fetchall():
            what, a, b, c, d, x, y, _ = line
            if what in "mp":
                if swap is None or int(y) != swap.match_id:
                    winner = a if x == "home" else b if x == "away" else None
                    (facts.meetings if what == "m" else facts.play_offs).append(Meeting(a, b, winner, c, d))
            elif what == "l":
                facts.lots.append((a, tuple(json.loads(x))))
            elif what == "g":
                facts.stages.append((b, a, x))
            elif what == "s":
                stages.append(line)
            else:
                rounds.add((a, b))
    if swap is not None and swap.meeting is not None:
        (facts.play_offs if swap.play_off else facts.meetings).append(swap.meeting)
    for _, stage, _, _, _, kind_and_seed, options, material in stages:
        kind, _, seed = kind_and_seed.partition(" ")
        for round_, team in drawn_again(kind, options, seed, material).rests:
            if (stage, round_) in rounds:
                facts.rests[team] = facts.rests.get(team, 0) + 1
    return facts
