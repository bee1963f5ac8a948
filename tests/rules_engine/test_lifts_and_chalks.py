"""The two steps of judging a hand that other code may look at: the lifts read, the chalks put up."""

from __future__ import annotations

import pytest

from rules_engine.cards import Card
from rules_engine.chalking import Board, Mark, _Chalks, chalk_up, finished_early
from rules_engine.lifts import PLACE, read_lifts
from rules_engine.records import Lift
from rules_engine.rulesets import ROUND_ROBIN
from rules_engine.seats import Pair, Seat
from rules_engine.verdicts import Chalk, Points, Why

NS, EW = Pair.NS, Pair.EW


@pytest.mark.parametrize(
    ("cards", "jack"),
    [
        (("JS", "2S", "KS", "3S"), (Seat.E, Seat.W)),  # led by E, taken by the third to play
        (("KS", "JS", "2S", "3S"), (Seat.N, Seat.E)),
        (("2S", "3S", "JS", "4S"), (Seat.W, Seat.W)),
        (("2S", "3S", "4S", "JS"), (Seat.S, Seat.S)),
        (("AC", "JS", "2C", "3C"), (Seat.N, Seat.N)),
        (("AS", "QS", "KS", "2S"), None),
        (("JC", "AC", "JH", "JD"), None),
    ],
)
def test_who_played_the_jack_and_who_took_it(cards: tuple[str, ...], jack: tuple[Seat, Seat] | None) -> None:
    a, b, c, d = map(Card, cards)
    read = read_lifts((Lift(Seat.E, (a, b, c, d)),), "S", PLACE[Seat.E], (0, 0, 0, 0), ROUND_ROBIN)
    assert read.jack == (None if jack is None else (PLACE[jack[0]], PLACE[jack[1]]))


@pytest.mark.parametrize(
    ("scores", "marks", "high", "unsung", "board"),
    [
        (Points(0, 0), [], None, None, Board((), Points(0, 0), None, False)),
        (
            Points(11, 13),
            [(NS, Why.KICK, 3), (EW, Why.HIGH, 1)],
            EW,
            None,
            Board((Chalk(NS, Why.KICK, 3, True), Chalk(EW, Why.HIGH, 1, False)), Points(14, 13), NS, False),
        ),
        (
            Points(11, 13),
            [(NS, Why.KICK, 3), (EW, Why.HIGH, 1)],
            EW,
            NS,
            Board((Chalk(NS, Why.KICK, 3, True), Chalk(EW, Why.HIGH, 1, True)), Points(14, 14), None, False),
        ),
        (Points(14, 13), [(EW, Why.LOW, 1)], NS, None, Board((Chalk(EW, Why.LOW, 1),), Points(14, 14), NS, False)),
        (Points(14, 13), [(EW, Why.LOW, 1)], None, None, Board((Chalk(EW, Why.LOW, 1),), Points(14, 14), None, True)),
        (Points(14, 13), [(EW, Why.JACK, 1), (EW, Why.LOW, 1)], NS, None,
         Board((Chalk(EW, Why.JACK, 1), Chalk(EW, Why.LOW, 1)), Points(14, 15), EW, False)),
    ],
)  # fmt: skip
def test_chalks_go_up(scores: Points, marks: list[Mark], high: Pair | None, unsung: Pair | None, board: Board) -> None:
    assert chalk_up(ROUND_ROBIN, scores, marks, high=high, unsung=unsung) == board


def test_a_chalk_is_made_once_of_a_mark() -> None:
    chalks = _Chalks(counted=False)
    chalk = chalks[EW, Why.GAMBLE, 2]
    assert chalk == Chalk(EW, Why.GAMBLE, 2, False)
    assert chalks[EW, Why.GAMBLE, 2] is chalk


@pytest.mark.parametrize(
    ("scores", "unsung", "over"),
    [
        (Points(13, 13), None, True),
        (Points(12, 13), None, False),
        (Points(14, 0), None, False),
        (Points(0, 14), None, False),
        (Points(13, 0), EW, False),
    ],
)
def test_a_kick_ends_the_game_unless_it_had_ended_before(scores: Points, unsung: Pair | None, over: bool) -> None:
    assert finished_early(ROUND_ROBIN, scores, [(NS, Why.KICK, 1)], unsung) is over
