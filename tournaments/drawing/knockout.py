"""Knock-outs of any size: the bracket, byes, third place, and the minor cup of those who fell out first."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from tournaments.drawing.values import Bye, Draw, DrawError, Loser, Pairing, Side, Winner, distinct

LEAST, MOST = 2, 512
MINOR = "Minor cup"
_NAMES = {2: ("Final", "F"), 4: ("Semi-finals", "SF"), 8: ("Quarter-finals", "QF")}


def bracket_order(size: int) -> tuple[int, ...]:
    """Seeds from the top of the bracket to its foot, for a power of two.

    Neighbours meet first, and their sum is one more than the size. The best 2 meet in the final at the earliest,
    the best 4 in the semi-finals, and so on.
    """
    if size < 2 or size & (size - 1):
        raise ValueError("A bracket has a power of two of places.")
    order = [1]
    while len(order) < size:
        whole = 2 * len(order) + 1
        order = [seed for best in order for seed in (best, whole - best)]
    return tuple(order)


def size_for(teams: int) -> int:
    """Places of the bracket: the next power of two."""
    return 1 << (teams - 1).bit_length()


def meeting_round(one: int, other: int, size: int) -> int:
    """The round (from 1) in which two different seeds would meet."""
    order = bracket_order(size)
    return (order.index(one) ^ order.index(other)).bit_length()


def knock_out(
    seeded: Sequence[Side],
    *,
    third_place: bool = False,
    minor_cup: bool = False,
    reasons: Mapping[Side, str] | None = None,
) -> Draw:
    """The whole knock-out of 2 to 512 entrants, the best seed first.

    Byes of the first round go to the best seeds. The better seed is at home in the first round; later whoever comes
    from the upper place of the bracket, where the better seed stands. ``third_place`` adds the match of the losers of
    the semi-finals beside the final (from 4 entrants), ``minor_cup`` a knock-out of the losers of the first round (two
    or more). ``reasons`` says where an entrant comes from.
    """
    distinct(seeded, least=LEAST, most=MOST)
    main = _bracket(seeded, "", "", reasons or {})
    rounds = [list(pairings) for pairings in main.rounds]
    byes = list(main.byes)
    if third_place:
        if len(seeded) < 4:
            raise DrawError("third_place", "A match for third place needs two semi-finals: four teams at least.")
        why = "The losers of the two semi-finals play for third place."
        rounds[-1].insert(0, Pairing(Loser("SF1"), Loser("SF2"), why, "3RD", "Third place"))
    if minor_cup:
        losers: list[Side] = [Loser(pairing.code) for pairing in main.rounds[0]]
        if third_place and len(main.rounds) == 2:
            raise DrawError("minor_cup", "With four teams the minor cup would be the match for third place over again.")
        if len(losers) < 2:
            raise DrawError("minor_cup", "Only one team falls out in the first round: that makes no minor cup.")
        minor = _bracket(losers, "M", MINOR, dict.fromkeys(losers, "Fell out in the first round."))
        for at, pairings in enumerate(minor.rounds, start=1):
            rounds[at].extend(pairings)
        byes.extend(replace(bye, round=bye.round + 1) for bye in minor.byes)
    return replace(main, rounds=tuple(tuple(pairings) for pairings in rounds), byes=tuple(byes))


@dataclass(frozen=True, slots=True)
class _Spot:
    """A place of the bracket: who stands there, and the best seed that may come from it."""

    side: Side
    seed: int
    known: bool


def _bracket(seeded: Sequence[Side], prefix: str, group: str, reasons: Mapping[Side, str]) -> Draw:
    size = size_for(len(seeded))
    spots: list[_Spot | None] = [
        _Spot(seeded[seed - 1], seed, True) if seed <= len(seeded) else None for seed in bracket_order(size)
    ]
    rounds: list[tuple[Pairing, ...]] = []
    byes: list[Bye] = []
    names: list[str] = []
    left = size
    while left > 1:
        name, short = _NAMES.get(left, (f"Last {left}", f"L{left}-"))
        pairings: list[Pairing] = []
        onward: list[_Spot | None] = []
        for upper, lower in zip(spots[::2], spots[1::2], strict=True):
            if upper is None:
                raise AssertionError("A better seed stands in every upper place.")
            if lower is None:
                why = (
                    f"{size - len(seeded)} of {size} places are empty; seed {upper.seed} is among the best, and rests."
                )
                byes.append(Bye(len(rounds) + 1, upper.side, why, group))
                onward.append(upper)
                continue
            code = f"{prefix}{short}{len(pairings) + 1 if left > 2 else ''}"
            why = _why(upper, lower, left, reasons)
            pairings.append(Pairing(upper.side, lower.side, why, code, group))
            onward.append(_Spot(Winner(code), upper.seed, False))
        rounds.append(tuple(pairings))
        names.append(name)
        spots, left = onward, left // 2
    return Draw(tuple(rounds), tuple(byes), names=tuple(names))


def _why(upper: _Spot, lower: _Spot, left: int, reasons: Mapping[Side, str]) -> str:
    from_where = [reasons[spot.side] for spot in (upper, lower) if spot.side in reasons]
    if upper.known and lower.known:
        said = (
            f"Seeds {upper.seed} and {lower.seed}: in a bracket of {left} the two seeds that make {left + 1} meet. "
            f"Seed {upper.seed} is at home."
        )
        if upper.seed + lower.seed != left + 1:
            raise AssertionError("Neighbours in the bracket make one more than its size.")
    else:
        said = (
            f"Neighbours in the bracket: the upper of the two places is that of seed {upper.seed}, and at home; "
            f"the lower is that of seed {lower.seed}."
        )
    return " ".join([said, *dict.fromkeys(from_where)])


def standing(draw: Draw, won: Mapping[str, int], group: str = "") -> list[list[int]]:
    """The teams of a decided knock-out in order, those that went equally far together; ``draw`` is :func:`resolved`.

    The winner, the other finalist, third and fourth where they played for it, then whoever fell out round by round, the
    later the better. Those who had a minor cup are in the order of that.
    """
    rounds = [[pairing for pairing in pairings if pairing.group == group] for pairings in draw.rounds]
    played = [pairings for pairings in rounds if pairings]
    order: list[list[int]] = []
    if group == "":
        third = [pairing for pairings in draw.rounds for pairing in pairings if pairing.code == "3RD"]
    else:
        third = []
    for pairings in reversed(played):
        losers = [_loser(pairing, won) for pairing in pairings]
        if not order:
            order += [[won[pairing.code]] for pairing in pairings]
        elif third:
            order += [[won[pairing.code]] for pairing in third]
            losers, third = [_loser(pairing, won) for pairing in third], []
        order.append(losers)
    minor = any(pairing.group == MINOR for pairing in draw.pairings())
    if group == "" and minor:
        order[-1:] = standing(draw, won, MINOR)
    return order


def _loser(pairing: Pairing, won: Mapping[str, int]) -> int:
    loser = pairing.away if won[pairing.code] == pairing.home else pairing.home
    if not isinstance(loser, int):
        raise AssertionError("A match that was decided has two teams.")
    return loser


def resolved(draw: Draw, won: Mapping[str, int], places: Mapping[Side, int] | None = None) -> Draw:
    """The draw with every side filled in that is known by now.

    ``won`` is the winner of each decided match by its code, ``places`` the team at a pool's rank. DrawError when a
    winner did not play in the match.
    """
    known: dict[Side, int] = dict(places or {})

    def fill(side: Side) -> Side:
        return known.get(side, side)

    rounds = []
    for pairings in draw.rounds:
        filled = [replace(pairing, home=fill(pairing.home), away=fill(pairing.away)) for pairing in pairings]
        for pairing in filled:
            if not pairing.code or pairing.code not in won:
                continue
            both = (pairing.home, pairing.away)
            winner = won[pairing.code]
            if winner not in both or not all(isinstance(side, int) for side in both):
                raise DrawError("won", f"The winner of {pairing.code} did not play in it.")
            loser = both[1] if winner == both[0] else both[0]
            known[Winner(pairing.code)] = winner
            known[Loser(pairing.code)] = loser if isinstance(loser, int) else winner
        rounds.append(tuple(filled))
    byes = tuple(replace(bye, team=fill(bye.team)) for bye in draw.byes)
    return replace(draw, rounds=tuple(rounds), byes=byes)
