"""Fixtures that were made elsewhere, checked; return fixtures in two halves; events of best of N."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from tournaments.drawing.values import Draw, DrawError, Pairing, Side, distinct


@dataclass(frozen=True, slots=True)
class Remark:
    """Something about prescribed fixtures. ``refused``: it cannot be played as written; else it may be meant.

    ``round`` counts from 1; 0 means the fixtures as a whole.
    """

    round: int
    refused: bool
    text: str
    teams: tuple[int, ...] = ()


def check(rounds: Sequence[Sequence[tuple[int, int]]], teams: Sequence[int]) -> tuple[Remark, ...]:
    """Everything worth saying about fixtures given as rounds of (home, away)."""
    remarks: list[Remark] = []
    entered = set(teams)
    seen: dict[frozenset[int], int] = {}
    homes: Counter[int] = Counter()
    games: Counter[int] = Counter()
    for number, pairs in enumerate(rounds, start=1):
        busy: Counter[int] = Counter()
        if not pairs:
            remarks.append(Remark(number, True, "This round has no match."))
        for home, away in pairs:
            for team in {home, away} - entered:
                remarks.append(Remark(number, True, "A team that is not entered.", (team,)))
            if home == away:
                remarks.append(Remark(number, True, "A team cannot meet itself.", (home,)))
                continue
            busy.update((home, away))
            homes[home] += 1
            games.update((home, away))
            pair = frozenset((home, away))
            if pair in seen and seen[pair] != number:
                remarks.append(Remark(number, False, f"These two met in round {seen[pair]} already.", (home, away)))
            seen.setdefault(pair, number)
        remarks.extend(
            Remark(number, True, f"This team plays {times} times in one round.", (team,))
            for team, times in busy.items()
            if times > 1
        )
    remarks.extend(Remark(0, False, "This team has no match.", (team,)) for team in teams if not games[team])
    playing = {team: games[team] for team in teams if games[team]}
    if len(set(playing.values())) > 1:
        few, many = min(playing.values()), max(playing.values())
        remarks.append(Remark(0, False, f"Some teams play {few} matches and others up to {many}."))
    for team, times in playing.items():
        if abs(2 * homes[team] - times) > 1:
            remarks.append(Remark(0, False, f"At home in {homes[team]} of {times} matches.", (team,)))
    return tuple(remarks)


def prescribed(rounds: Sequence[Sequence[tuple[int, int]]], teams: Sequence[int]) -> Draw:
    """Fixtures as written. DrawError of the first thing that cannot be played."""
    if not rounds:
        raise DrawError("fixtures", "There is no match in it.")
    for remark in check(rounds, teams):
        if remark.refused:
            raise DrawError("fixtures", f"Round {remark.round}: {remark.text}")
    why = "Prescribed by the organisers."
    return Draw(tuple(tuple(Pairing(home, away, why) for home, away in pairs) for pairs in rounds))


def two_halves(pairs: Sequence[tuple[Side, Side]]) -> Draw:
    """Each pair meets twice, home and away exchanged; the two halves count together."""
    distinct([team for pair in pairs for team in pair], least=2, most=512)
    first = tuple(Pairing(home, away, "First half.") for home, away in pairs)
    second = tuple(
        Pairing(
            away, home, "Second half: the return, home and away exchanged; bullseyes of both halves count together."
        )
        for home, away in pairs
    )
    return Draw((first, second), names=("First half", "Second half"))


@dataclass(frozen=True, slots=True)
class Total:
    """Two matches counted together: bullseyes of the team at home first, and of its guests. ``winner``: its id."""

    home: int
    away: int
    home_bullseyes: int
    away_bullseyes: int

    @property
    def winner(self) -> int | None:
        """Whoever has more; None at a level total."""
        if self.home_bullseyes == self.away_bullseyes:
            return None
        return self.home if self.home_bullseyes > self.away_bullseyes else self.away


def total(home: int, away: int, first: tuple[int, int], second: tuple[int, int]) -> Total:
    """The total of ``first``, played at ``home``, and the return ``second``; each (at home, guests)."""
    return Total(home, away, first[0] + second[1], first[1] + second[0])


@dataclass(frozen=True, slots=True)
class BestOf:
    """One table of at most ``games`` games, won by the side that first has ``race`` of them."""

    games: int
    race: int


def best_of(games: int) -> BestOf:
    """The best of N games, N odd from 1 to 39: whoever has more than half of them has won."""
    if not 1 <= games <= 39 or games % 2 == 0:
        raise DrawError("games", "The best of an odd number of games, 1 to 39: an even number could end level.")
    return BestOf(games, games // 2 + 1)
