"""What the packed lifts prove. Every hand here was laid out by hand; the reasons stand beside it."""

from __future__ import annotations

import doctest

import pytest

from rules_engine import examining
from rules_engine.examining import Verdict, examine, kick_due, next_turn
from rules_engine.generator import dice, generate_hand
from rules_engine.notation import parse_notation
from rules_engine.records import HandRecord
from rules_engine.rulesets import PARLOUR, ROUND_ROBIN, TRINIDAD, Ruleset
from rules_engine.seats import Seat
from rules_engine.verdicts import Answer, Phase, Points

# South deals and kicks 4♠: spades are trumps and East leads. Play goes E, N, W, S.
PLAIN = "E8CTC3CAC S7D9H6DAD WJSKSAS3S EKC9D2C2S S4H2HQHTH N5HQCTD7S"
# East throws 9♥ on diamonds in lift 2 and shows 8♦ in lift 6.
RENEGED = PLAIN.replace("TD7S", "TD8D")
# North trumps the club of lift 4 with 9♠; South goes under it with 2♠, holding 4♥ and 10♦.
UNDER = "E8CTC3CAC S7D9H6DAD WJSKSAS3S EKC9S2C2S NQHTH4H2H N5HQCTD7S"


def hand(lifts: str, head: str = "round-robin S 4S stand", tail: str = "") -> HandRecord:
    record = parse_notation(f"hand@1 {head} {lifts} {tail}".strip())
    assert isinstance(record, HandRecord)
    return record


def verdicts(record: HandRecord) -> str:
    """One letter a seat, N E S W: P proved, c cleared, ? not provable."""
    letter = {Verdict.PROVED: "P", Verdict.CLEARED: "c", Verdict.NOT_PROVABLE: "?"}
    return "".join(letter[found.verdict] for found in examine(record).seats)


def said(record: HandRecord) -> list[tuple[str, str | None, str, str]]:
    """What is proved: seat, clause, phase, message."""
    return [
        (found.seat.value, one.clause, one.phase.value, one.violation.message)
        for found in examine(record).seats
        for one in found.findings
    ]


def test_a_plain_hand_clears_everybody() -> None:
    assert verdicts(hand(PLAIN)) == "cccc"
    assert examine(hand(PLAIN)).beside == ()


def test_a_renege_is_proved_by_the_card_shown_later() -> None:
    assert verdicts(hand(RENEGED)) == "cPcc"
    assert said(hand(RENEGED)) == [("E", "10.a", "playing", "E played 9♥ on lift 2 holding 8♦, shown on lift 6.")]
    ruling = examine(hand(RENEGED), bullseyes=Points(4, 3), games=10).of(Seat.E).findings[0].ruling
    assert ruling is not None
    assert (ruling.complete, ruling.bullseyes) == (True, Points(5, 3))


def test_on_the_first_lift_it_is_the_first_round() -> None:
    """West throws 3♦ on clubs and has 2♣ in lift 4."""
    lifts = PLAIN.replace("E8CTC3CAC", "E8CTC3DAC")
    assert said(hand(lifts)) == [("W", "10.a", "first-round", "W played 3♦ on lift 1 holding 2♣, shown on lift 4.")]


def test_an_under_trump_is_proved_by_the_other_suit() -> None:
    assert verdicts(hand(UNDER)) == "ccPc"
    assert said(hand(UNDER)) == [
        ("S", "10.b", "playing", "S played 2♠ under 9♠ on lift 4 holding 4♥, shown on lift 5.")
    ]


@pytest.mark.parametrize(("shown", "expected"), [(0, "????"), (1, "????"), (4, "????"), (5, "????"), (6, "cPcc")])
def test_with_lifts_missing_nobody_is_cleared(shown: int, expected: str) -> None:
    record = hand(RENEGED)
    part = record._replace(lifts=record.lifts[:shown])
    assert verdicts(part) == expected
    assert examine(part).missing == 6 - shown


def test_what_an_incomplete_set_shows_is_proved() -> None:
    """The under-trump of lift 4 is proved by lift 5; the last lift is not needed."""
    record = hand(UNDER)
    assert verdicts(record._replace(lifts=record.lifts[:4])) == "????"
    assert verdicts(record._replace(lifts=record.lifts[:5])) == "??P?"


def test_the_deal_written_down_stands_for_the_lifts_that_are_missing() -> None:
    tail = "dealt=TC6D3S9DQH5H/8C9HASKC2H8D/AC7DKS2S4HTD/3CADJS2CTHQC"
    assert verdicts(hand(" ".join(RENEGED.split()[:2]), tail=tail)) == "cPcc"
    assert said(hand(" ".join(RENEGED.split()[:2]), tail=tail)) == [
        ("E", "10.a", "playing", "E played 9♥ on lift 2 holding 8♦, dealt and never shown.")
    ]


def test_whoever_sings_may_go_under_on_the_last_lift_shown() -> None:
    """12.h: South's pair sings with the 2♠ of lift 4; the deal is known, so everybody else is cleared."""
    tail = "dealt=TC6D3S9SQH5H/8C9HASKC2H7S/AC7DKS2S4HTD/3CADJS2CTHQC"
    four = " ".join(UNDER.split()[:4])
    assert verdicts(hand(four, head="round-robin S 4S stand 13:4", tail=f"{tail} sung=NS")) == "cccc"
    assert verdicts(hand(four, head="round-robin S 4S stand 13:4", tail=tail)) == "ccPc"


@pytest.mark.parametrize(
    ("lifts", "head", "codes"),
    [
        (RENEGED.replace("QCTD", "QCAD"), "round-robin S 4S stand", ["duplicate-card"]),
        (RENEGED.replace("QCTD", "QC4S"), "round-robin S 4S stand", ["kicked-card-played"]),
        (RENEGED, "round-robin S 5S,4S stand", ["wrong-card-count", "kicks-without-run"]),
        (RENEGED + " E6C6H7H8H", "round-robin S 4S stand", ["wrong-card-count"]),
        (RENEGED, "round-robin S 4S beg/run", ["run-stopped-early"]),
    ],
)
def test_cards_that_cannot_be_right_prove_nothing(lifts: str, head: str, codes: list[str]) -> None:
    found = examine(hand(lifts, head))
    assert {seat.verdict for seat in found.seats} == {Verdict.NOT_PROVABLE}
    assert all(not seat.findings for seat in found.seats)
    assert [doubt.code.value for doubt in found.doubts] == [
        c for c in codes if c != "wrong-card-count" or "6C" in lifts
    ]


def test_other_faults_stand_beside() -> None:
    """South leads lift 5 though North won lift 4; and East stood without a spade."""
    wrong = UNDER.replace("NQHTH4H2H", "S4H2HQHTH")
    assert [(f.violation.code.value, f.clause, f.phase) for f in examine(hand(wrong)).beside] == [
        ("wrong-leader", "9.c", Phase.PLAYING)
    ]
    record = hand(wrong)
    assert examine(record._replace(lifts=record.lifts[:5])).beside == ()
    bare = "E8CTC3CAC S7DKD6DAD WJS6S9H3S W2CKC9D9C S4H2HQHTH N5HQCTD7H"
    found = examine(hand(bare))
    assert [(f.violation.code.value, f.clause) for f in found.beside] == [("stood-without-trump", "8.b")]


@pytest.mark.parametrize(
    ("ruleset", "renege", "under"),
    [(ROUND_ROBIN, ("10.a", True), "P"), (TRINIDAD, ("10.a", True), "c"), (PARLOUR, ("10.a", False), "c")],
)
def test_each_ruleset_by_its_own_code(ruleset: Ruleset, renege: tuple[str, bool], under: str) -> None:
    """Trinidad's renege costs a point; the parlour rules say nothing, so the official has to; both let one go under."""
    found = examine(hand(RENEGED)._replace(ruleset=ruleset)).of(Seat.E).findings[0]
    assert found.ruling is not None
    assert (found.clause, found.ruling.complete) == renege
    assert verdicts(hand(UNDER)._replace(ruleset=ruleset))[2] == under


@pytest.mark.parametrize(
    ("kicks", "answer", "due"),
    [
        ("", None, True),
        ("4S", None, False),
        ("4S", Answer.GIVE, False),
        ("4S", Answer.RUN, True),
        ("4S 5S", Answer.RUN, True),
        ("4S 5D", Answer.RUN, False),
        ("4S 5S 6D", Answer.RUN, False),
        ("4S 5S 6S", Answer.RUN, False),
    ],
)
def test_when_another_card_is_kicked(kicks: str, answer: Answer | None, due: bool) -> None:
    assert kick_due(ROUND_ROBIN, Seat.S, tuple(kicks.split()), answer) is due  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("lifts", "begun", "leader", "expected"),
    [
        (0, 0, None, (1, "E", "E", "ENWS")),
        (0, 2, None, (1, "E", "W", "ENWS")),
        (1, 0, None, (2, "S", "S", "SENW")),
        (2, 3, None, (3, "W", "N", "WSEN")),
        (5, 0, None, (6, "N", "N", "NWSE")),
        (1, 1, Seat.N, (2, "N", "W", "NWSE")),
    ],
)
def test_whose_card_comes_next(
    lifts: int, begun: int, leader: Seat | None, expected: tuple[int, str, str, str]
) -> None:
    record = hand(PLAIN)
    turn = next_turn(record._replace(lifts=record.lifts[:lifts]), begun, leader)
    assert turn is not None
    assert (turn.lift, turn.leader.value, turn.seat.value, "".join(turn.order)) == expected
    assert turn.of == 6


def test_after_the_last_lift_no_card_comes() -> None:
    assert next_turn(hand(PLAIN)) is None


@pytest.mark.parametrize("seed", range(150))
def test_laws(seed: int) -> None:
    """Played by the rules everybody is cleared; what a part of the lifts proves, all of them prove."""
    legal = generate_hand(ROUND_ROBIN, Seat.S, dice("legal", seed)).record
    foul = generate_hand(ROUND_ROBIN, Seat.E, dice("foul", seed), illegal=0.5).record
    if legal.lifts:
        assert verdicts(legal) == "cccc"
    proved: set[Seat] = set()
    for shown in range(len(foul.lifts) + 1):
        found = {s.seat for s in examine(foul._replace(lifts=foul.lifts[:shown])).seats if s.verdict is Verdict.PROVED}
        assert found >= proved
        proved = found


def test_the_examples_in_the_text_are_true() -> None:
    assert doctest.testmod(examining).failed == 0
