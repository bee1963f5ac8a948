"""Round robins by Berger tables.

In round r of the table for n places (n even) the numbers i and j below n meet when i + j leaves the same remainder
as r + 1 on division by n − 1; the number that would meet itself meets n. The lower number is at home when i + j is
odd, the higher when it is even; against n the numbers up to n / 2 are at home. That is the table in use since Johann
Berger (1893), as chess federations print it. An odd number of teams leaves place n empty, and who would meet it rests.
"""

from __future__ import annotations

from collections.abc import Sequence

from tournaments.drawing.values import Bye, Draw, DrawError, Pairing, distinct

LEAST, MOST = 2, 64


def table(places: int) -> tuple[tuple[tuple[int, int], ...], ...]:
    """The Berger table for an even number of places: rounds of (home number, away number), numbers from 1."""
    if places < 2 or places % 2:
        raise ValueError("A Berger table has an even number of places.")
    modulus = places - 1
    rounds = []
    for round in range(1, places):
        pairs: list[tuple[int, int]] = []
        for low in range(1, places):
            high = (round + 1 - low) % modulus or modulus
            if low == high:
                pairs.insert(0, (low, places) if low <= places // 2 else (places, low))
            elif low < high:
                pairs.append((low, high) if (low + high) % 2 else (high, low))
        rounds.append(tuple(pairs))
    return tuple(rounds)


def round_robin(teams: Sequence[int], *, double: bool = False, rounds: int | None = None, group: str = "") -> Draw:
    """Everybody meets everybody once, or twice with home and away exchanged.

    ``teams`` (2 to 64) in order of their numbers in the table; ``rounds`` plays only the first so many of them.
    Over a whole single round robin home and away differ by at most one, over a double one they are equal;
    nobody rests twice in a row.
    """
    distinct(teams, least=LEAST, most=MOST)
    places = len(teams) + len(teams) % 2
    once = table(places)
    all_rounds = [*once, *(tuple((away, home) for home, away in pairs) for pairs in once)] if double else list(once)
    if rounds is not None:
        if not 1 <= rounds <= len(all_rounds):
            raise DrawError("rounds", f"{len(teams)} teams have 1 to {len(all_rounds)} rounds to play.")
        all_rounds = all_rounds[:rounds]
    drawn, byes = [], []
    for number, pairs in enumerate(all_rounds, start=1):
        pairings = []
        for home, away in pairs:
            if len(teams) < max(home, away):
                resting = min(home, away)
                why = (
                    f"{len(teams)} teams leave place {places} of the Berger table empty; "
                    f"in round {number} number {resting} would meet it, and rests."
                )
                byes.append(Bye(number, teams[resting - 1], why, group))
            else:
                pairings.append(
                    Pairing(teams[home - 1], teams[away - 1], _why(places, number, home, away), group=group)
                )
        drawn.append(tuple(pairings))
    return Draw(tuple(drawn), tuple(byes))


def _why(places: int, number: int, home: int, away: int) -> str:
    said = f"Berger table for {places}, round {number}: numbers {home} and {away} meet, number {home} at home."
    if number >= places:
        said += f" It is the return of round {number - places + 1}."
    return said
