"""What the order of the standings asks for beside the figures: byes, matches among the tied, play-offs, lots."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from scoring.selectors.standings_byes import Rules, credited
from scoring.selectors.standings_sql import Scope, Statement, evidence
from scoring.tiebreaks import Chain, Evidence, Meeting, Row, level_before
from tournaments.selectors.drawn import drawn_again

AMONG = frozenset({"head-to-head", "head-to-head-bullseyes", "play-off"})
"""Links that look at matches."""
ASKING = AMONG | {"lot"}
"""Links that look at more than the teams' own figures."""


class Swap(NamedTuple):
    """A match as it would be: its meeting (None: not played) in the place of the one that counts."""

    match_id: int
    meeting: Meeting | None
    play_off: bool = False


@dataclass(slots=True)
class Facts:
    """The lines of the statement, sorted out.

    ``rests``: how often each team rested; ``stages``: (place, id, name, kind).
    """

    meetings: list[Meeting] = field(default_factory=list)
    play_offs: list[Meeting] = field(default_factory=list)
    lots: list[tuple[int, tuple[int, ...]]] = field(default_factory=list)
    rests: dict[int, int] = field(default_factory=dict)
    stages: list[tuple[int, int, str, str]] = field(default_factory=list)

    def evidence(self, rules: Rules) -> Evidence:
        """For the chain."""
        drawn = [order for _, order in sorted(self.lots)]
        return Evidence(self.meetings, self.play_offs, drawn, points=rules.points, by_average=rules.by_average)


def asking(
    scope: Scope,
    rules: Rules,
    chain: Chain,
    raw: Sequence[Row],
    *,
    rests: Mapping[int, int] | None = None,
    stages: bool = False,
) -> Statement | None:
    """The statement for what the chain and the byes ask for; None where they ask for nothing.

    ``rests``: where they are known already. ``stages``: name those of the tournament too.
    """
    bases = {link.base for link in chain}
    ask_byes = rests is None and rules.byes_count
    among: set[int] | None = set()
    lots = False
    if bases & ASKING:
        # Who is level when such a link has its turn depends on the byes: with them still to be asked for, ask for all.
        level = None
        if not ask_byes:
            rows = credited(raw, rests or {}, rules)
            level = level_before(rows, chain, Facts().evidence(rules), ASKING)
        among = level if bases & AMONG else set()
        lots = "lot" in bases and (level is None or bool(level))
    return evidence(scope, among=among, lots=lots, byes=ask_byes, stages=stages)


def sorted_out(lines: Iterable[tuple[Any, ...]], swap: Swap | None = None) -> Facts:
    """The facts that the lines of :func:`~scoring.selectors.standings_sql.evidence` hold."""
    facts = Facts()
    stages: list[tuple[Any, ...]] = []
    rounds: set[tuple[int, int]] = set()
    for line in lines:
        what, a, b, c, d, x, y, _ = line
        if what in "mp":
            if swap is None or int(y) != swap.match_id:
                winner = a if x == "home" else b if x == "away" else None
                (facts.meetings if what == "m" else facts.play_offs).append(Meeting(a, b, winner, c, d))
        elif what == "l":
            facts.lots.append((a, tuple(json.loads(x))))
        elif what == "g":
            facts.stages.append((b, a, x, y))
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
