"""Who sits where, in the order of the deal (1.d, 1.j, 5.a)."""

import pytest

from rules_engine.seats import ROUND, Pair, Seat


@pytest.mark.parametrize(
    ("seat", "right", "left", "partner", "pair"),
    [("S", "E", "W", "N", "NS"), ("E", "N", "S", "W", "EW"), ("N", "W", "E", "S", "NS"), ("W", "S", "N", "E", "EW")],
)
def test_a_seat(seat: str, right: str, left: str, partner: str, pair: str) -> None:
    sitting = Seat(seat)
    assert (sitting.next, sitting.previous, sitting.partner, sitting.pair) == (right, left, partner, pair)


def test_the_round() -> None:
    assert ROUND == ("S", "E", "N", "W")
    assert (Pair.NS.opponents, Pair.EW.opponents) == (Pair.EW, Pair.NS)
