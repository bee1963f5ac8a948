"""The one-line notation: what it says, what it refuses, and that nothing is lost on it."""

from __future__ import annotations

import io
import json
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules_engine.adjudicate import main
from rules_engine.cards import RANKS, SUITS, Kick
from rules_engine.generator import as_chalked, dice, generate_hand
from rules_engine.hand import judge_hand
from rules_engine.notation import is_notation, notation_to_json, parse_notation, write_notation
from rules_engine.reading import parse_hand, parse_score
from rules_engine.readings import OPTIONS
from rules_engine.records import GambleClaim, HandRecord, JackClaim, ScoreRecord
from rules_engine.rulesets import PUBLISHED, Ruleset
from rules_engine.seats import Pair, Seat
from rules_engine.streams import Undecoded, read_records
from rules_engine.verdicts import Answer, JackOutcome, Lead, Points, RecordError

LINE = "hand@1 round-robin S 4S stand 3:11 E8CTC3CAC S7D9H6DAD WJSKSAS3S EKC9D2C2S S4H2HQHTH N5HQCTD7S id=t1-g3-h2"
HAND: dict[str, Any] = {
    "format": "all-fours/hand@1", "id": "t1-g3-h2", "ruleset": "round-robin", "dealer": "S", "kicks": ["4S"],
    "lead": "stand", "scores": {"NS": 3, "EW": 11}, "lifts": [
        ["E", "8C", "TC", "3C", "AC"], ["S", "7D", "9H", "6D", "AD"], ["W", "JS", "KS", "AS", "3S"],
        ["E", "KC", "9D", "2C", "2S"], ["S", "4H", "2H", "QH", "TH"], ["N", "5H", "QC", "TD", "7S"]],
}  # fmt: skip
DEALT = "dealt=3STC5HQH6D9D/AS7S8CKC9H2H/2SKSAC4HTD7D/JSQC3CTHAD2C"
SCORE: dict[str, Any] = {
    "format": "all-fours/score@1", "ruleset": "trinidad", "dealer": "W", "kicks": ["6S", "5D"], "lead": "beg",
    "answer": "run", "high": "NS", "low": "EW", "jack": {"outcome": "out"},
    "gamble": {"pair": "NS", "counts": {"NS": 34, "EW": 12}}, "scores": {"NS": 5, "EW": 9},
    "claimed": {"NS": 7, "EW": 12},
}  # fmt: skip

SAID = [
    (LINE, HAND),
    (
        "score@1 trinidad W 6S,5D beg/run 5:9 high=NS low=EW jack=out gamble=NS/34:12 claimed=7:12",
        SCORE,
    ),
    (
        f"hand@1 round-robin S 4S stand 0:0 E8CTC3CAC {DEALT} sung=EW",
        HAND | {
            "id": None, "scores": None, "sung": "EW", "lifts": HAND["lifts"][:1],
            "dealt": {"N": ["3S", "TC", "5H", "QH", "6D", "9D"], "E": ["AS", "7S", "8C", "KC", "9H", "2H"],
                      "S": ["2S", "KS", "AC", "4H", "TD", "7D"], "W": ["JS", "QC", "3C", "TH", "AD", "2C"]},
        },
    ),
    ("hand@1 round-robin S JS - 12:9", HAND | {
        "id": None, "kicks": ["JS"], "lead": None, "lifts": [], "scores": {"NS": 12, "EW": 9}}),
    ("hand@1 round-robin S 4S beg/give 15:3 unsung=NS id=", HAND | {
        "id": "", "lead": "beg", "answer": "give", "lifts": [], "scores": {"NS": 15, "EW": 3}, "unsung": "NS"}),
    ("score@1 round-robin S 4S,5S,6S ran-out 3:2 id=r", {
        "format": "all-fours/score@1", "ruleset": "round-robin", "dealer": "S", "kicks": ["4S", "5S", "6S"],
        "ran_out": True, "scores": {"NS": 3, "EW": 2}, "id": "r"}),
    ("score@1 parlour N J?,?H beg/run -1:50 high=EW low=EW jack=hung:EW gamble=-/20:20 id=a%20b%25 loser_mark=%0A✓",
     SCORE | {
        "id": "a b%", "ruleset": "parlour", "dealer": "N", "kicks": ["J?", "?H"], "scores": {"NS": -1, "EW": 50},
        "high": "EW", "jack": {"outcome": "hung", "pair": "EW"}, "options": {"loser_mark": "\n✓"}, "claimed": None,
        "gamble": {"pair": None, "counts": {"NS": 20, "EW": 20}}}),
    ("score@1 trinidad W 6S stand 0:0 jack=made:NS gamble=- misdeal_at_ten_void_kick=false substitute_limit=8", {
        "format": "all-fours/score@1", "ruleset": "trinidad", "dealer": "W", "kicks": ["6S"], "lead": "stand",
        "jack": {"outcome": "made", "pair": "NS"}, "gamble": {"pair": None},
        "options": {"substitute_limit": 8, "misdeal_at_ten_void_kick": False}}),
]  # fmt: skip


@pytest.mark.parametrize(("line", "obj"), SAID, ids=[line[:40] for line, _ in SAID])
def test_what_a_line_says(line: str, obj: dict[str, Any]) -> None:
    record = parse_hand(obj) if obj["format"] == "all-fours/hand@1" else parse_score(obj)
    assert parse_notation(line) == parse_notation(line.encode()) == record
    assert write_notation(record) == line


def test_words_may_stand_otherwise() -> None:
    assert parse_notation("  hand@1\tround-robin S 4s STAND id=x\r\n".replace("STAND", "stand")) == parse_hand(
        HAND | {"id": "x", "scores": None, "lifts": []}
    )
    assert parse_notation("hand@1 round-robin S 4S stand sung=EW E8ctc3cAC gamble_points=1") == parse_hand(
        HAND | {"id": None, "scores": None, "sung": "EW", "lifts": HAND["lifts"][:1], "options": {"gamble_points": 1}}
    )


REFUSED = [
    ("", ": must begin with hand@1 or score@1"),
    ("hand@2 round-robin S 4S stand", ": must begin with hand@1 or score@1"),
    ("hand@1", "ruleset: is missing: word 2 of the line says it"),
    ("hand@1 round-robin", "dealer: is missing: word 3 of the line says it"),
    ("hand@1 round-robin S", "kicks: is missing: word 4 of the line says it"),
    ("hand@1 round-robin S 4S", "lead: is missing: word 5 of the line says it"),
    ("hand@1 round-robin S 4S id=x", "lead: is missing: word 5 of the line says it"),
    ("hand@1 bridge S 4S stand", "ruleset: must be one of round-robin, trinidad, tobago, parlour, not 'bridge'"),
    ("hand@1 round-robin s 4S stand", "dealer: must be one of N, E, S, W, not 's'"),
    ("hand@1 round-robin S 4S,1H stand", "kicks.2: must be a card such as 9C or TS, not '1H'"),
    ("hand@1 round-robin S 4S, stand", "kicks.2: must be a card such as 9C or TS, not ''"),
    ("hand@1 round-robin S J? stand", "kicks.1: must be a card such as 9C or TS, not 'J?'"),
    ("hand@1 round-robin S 4S -", "lead: is missing"),
    ("hand@1 round-robin S 4S ran-out", "lead: must be one of stand, beg, stand-blind, not 'ran-out'"),
    ("hand@1 round-robin S 4S beg/", "answer: must be one of give, run, not ''"),
    ("hand@1 round-robin S 4S stand 3:x", "scores: must be N–S:E–W in whole numbers, as 3:11, not '3:x'"),
    ("hand@1 round-robin S 4S stand 3:" + 30 * "9",
     "scores: must be N–S:E–W in whole numbers, as 3:11, not '3:999999999999999999999999999999'"),
    ("hand@1 round-robin S 4S stand 3:99", "scores.EW: must be a whole number from 0 to 40, not 99"),
    ("hand@1 round-robin S 4S stand 3:٣", "scores: must be N–S:E–W in whole numbers, as 3:11, not '3:٣'"),
    ("hand@1 round-robin S 4S stand E8CTC3CAC S7D9H6D", "lifts.2: must be a seat and four cards"),
    ("hand@1 round-robin S 4S stand E8CTC3CAC S7D9H6DA", "lifts.2: must be a card such as 9C or TS, not 'A'"),
    ("hand@1 round-robin S 4S stand X8CTC3CAC", "lifts.1: must begin with the leader's seat, not 'X'"),
    ("hand@1 round-robin S 4S stand E8C10C3CAC", "lifts.1: must be a seat and four cards"),
    ("hand@1 round-robin S 4S stand dealt=AS/KS", "dealt: must be the four hands N/E/S/W"),
    ("hand@1 round-robin S 4S stand dealt=AS/KS/Q/", "dealt.S.1: must be a card such as 9C or TS, not 'Q'"),
    ("hand@1 round-robin S 4S stand high=NS", "high: is not a field of this record"),
    ("hand@1 round-robin S 4S stand lead=beg", "lead: is not a field of this record"),
    ("hand@1 round-robin S 4S stand id=a id=b", "id: stands twice"),
    ("hand@1 round-robin S 4S stand flush=six flush=six", "options.flush: stands twice"),
    ("hand@1 round-robin S 4S stand flush=seven", "options.flush: must be one of only-trumps, six, not 'seven'"),
    ("hand@1 round-robin S 4S stand gamble_points=two", "options.gamble_points: must be one of 2, 1, not 'two'"),
    ("hand@1 round-robin S 4S stand substitute_return=1",
     "options.substitute_return: must be one of false, true, not '1'"),
    ("hand@1 round-robin S 4S stand id=50%", "id: has a % that two digits of a byte do not follow (% itself is %25)"),
    ("hand@1 round-robin S 4S stand id=%ff", "id: is not UTF-8 behind its % signs"),
    ("hand@1 round-robin S 4S stand id=" + 201 * "x", "id: must be text of at most 200 characters"),
    ("hand@1 round-robin S 4S stand sung=NS unsung=EW", "unsung: cannot stand beside sung"),
    ("score@1 round-robin S 4S stand NS EW",
     "'NS' is no word of a score: what it says needs a name, as high=NS"),
    ("score@1 round-robin S 4S stand jack=made:NS", "gamble: is missing"),
    ("score@1 round-robin S 4S stand jack=made gamble=NS", "jack.pair: is missing"),
    ("score@1 round-robin S 4S stand jack=taken gamble=NS",
     "jack.outcome: must be one of made, hung, out, not 'taken'"),
    ("score@1 round-robin S 4S stand jack=out gamble=-",
     "gamble.pair: is missing; equal counts too give gamble to a pair"),
    ("score@1 round-robin S 4S stand jack=out gamble=NS/34",
     "gamble.counts: must be N–S:E–W in whole numbers, as 3:11, not '34'"),
    ("score@1 round-robin S 4S,5S,6S ran-out high=NS", "high: cannot stand beside ran_out"),
    ("score@1 round-robin S 4S stand dealt=", "dealt: is not a field of this record"),
    ("score@1 round-robin S 4S stand " + 60 * "x" + "=1", 40 * "x" + ": is not a field of this record"),
]  # fmt: skip


@pytest.mark.parametrize(("line", "error"), REFUSED, ids=[line[:60] for line, _ in REFUSED])
def test_what_a_line_cannot_say(line: str, error: str) -> None:
    with pytest.raises(RecordError) as caught:
        parse_notation(line)
    assert str(caught.value) == error.removeprefix(": ")


def test_a_line_of_other_bytes() -> None:
    with pytest.raises(RecordError) as caught:
        notation_to_json(b"hand@1 \xff")
    assert str(caught.value) == "is not UTF-8 text (byte 8)"


# --- laws ----------------------------------------------------------------------

options = st.dictionaries(st.sampled_from(OPTIONS), st.integers(0, 2)).map(
    lambda drawn: {option.name: option.values[n % len(option.values)] for option, n in drawn.items()}
)
rulesets = st.builds(
    lambda name, given, mark, limit: Ruleset.named(name).with_options(
        given | {"loser_mark": mark, "substitute_limit": limit}
    ),
    st.sampled_from(sorted(PUBLISHED)),
    options,
    st.text(min_size=1, max_size=40),
    st.integers(0, 1000),
)
pairs = st.sampled_from(Pair)
ids = st.none() | st.text(st.characters(codec=None), max_size=200)


@st.composite
def hands(draw: Any) -> HandRecord:
    seed, ruleset, dealer = draw(st.integers()), draw(rulesets), draw(st.sampled_from(Seat))
    scores = Points(draw(st.integers(0, 13)), draw(st.integers(0, 13)))
    made = generate_hand(ruleset, dealer, dice(seed), scores=scores, illegal=draw(st.sampled_from([0.0, 0.2]))).record
    lifts = made.lifts[: draw(st.integers(0, 12))]
    dealt = made.dealt if draw(st.booleans()) else None
    sung = draw(st.none() | pairs)
    unsung = None if sung else draw(st.none() | pairs)
    if made.lead is None:
        unsung = None  # the kick would end nothing then, and a lead would be due
    return made._replace(lifts=lifts, dealt=dealt, sung=sung, unsung=unsung, id=draw(ids))


kicks = st.lists(
    st.builds(lambda rank, suit: Kick(rank + suit), st.sampled_from(RANKS), st.sampled_from([*SUITS, "?"]))
    | st.sampled_from(SUITS).map(lambda suit: Kick("?" + suit)),
    min_size=1,
    max_size=4,
).map(tuple)
figures = st.builds(Points, st.integers(-(10**6), 10**6), st.integers(-(10**6), 10**6))
jacks = st.just(JackClaim(JackOutcome.OUT, None)) | st.builds(
    JackClaim, st.sampled_from([JackOutcome.MADE, JackOutcome.HUNG]), pairs
)
scores = st.builds(
    ScoreRecord,
    dealer=st.sampled_from(Seat),
    kicks=kicks,
    lead=st.sampled_from([Lead.STAND, Lead.BEG]),
    answer=st.none() | st.sampled_from(Answer),
    high=st.none() | pairs,
    low=st.none() | pairs,
    jack=jacks,
    gamble=st.builds(GambleClaim, pairs, st.none() | figures),
    scores=figures,
    claimed=st.none() | figures,
    sung=st.none() | pairs,
    ruleset=rulesets,
    id=ids,
)


@given(hands())
def test_a_hand_read_back_is_the_hand(record: HandRecord) -> None:
    line = write_notation(record)
    assert len(line.splitlines()) == 1
    assert parse_notation(line) == record
    assert parse_notation(line.encode()) == record
    assert is_notation(line.encode())


@given(scores)
def test_a_score_read_back_is_the_score(record: ScoreRecord) -> None:
    line = write_notation(record)
    assert len(line.splitlines()) == 1
    assert parse_notation(line.encode()) == record


@given(st.integers(), st.sampled_from(sorted(PUBLISHED)))
def test_a_generated_hand_as_chalked_read_back(seed: int, name: str) -> None:
    made = generate_hand(Ruleset.named(name), Seat.W, dice(seed), scores=Points(11, 12))
    if not made.ran_out:
        record = as_chalked(made.record, judge_hand(made.record))
        assert parse_notation(write_notation(record)) == record


alphabet = st.sampled_from(
    ["hand@1", "score@1", " ", "=", ":", "/", ",", "%", "-", "S", "4S", "round-robin", "id", "é"]
)


@given(
    st.text() | st.lists(alphabet).map("".join) | st.lists(alphabet).map(lambda w: "hand@1 round-robin S " + "".join(w))
)
def test_any_text_is_read_or_refused(text: str) -> None:
    with suppress(RecordError):
        record = parse_notation(text)
        assert parse_notation(write_notation(record)) == record


# --- wherever JSON is ----------------------------------------------------------


def _results(text: str) -> tuple[int, list[Any]]:
    out = io.StringIO()
    status = main([], io.BytesIO(text.encode()), out, io.StringIO())
    return status, [json.loads(line) for line in out.getvalue().splitlines()]


def test_lines_of_both_kinds_are_judged_alike() -> None:
    status, results = _results(f"{LINE}\n{json.dumps(HAND)}\r\n\n  {LINE}\r\n")
    assert status == 0
    assert results[0] == results[1] == results[2]
    assert (results[0]["id"], results[0]["scores"]) == ("t1-g3-h2", {"NS": 6, "EW": 13})


def test_a_line_that_cannot_be_read_is_told_and_the_others_judged() -> None:
    status, results = _results(
        f'hand@1 round-robin S 4S id={{\n{LINE}\nhand@1 round-robin S 4S beg/take id=x\n{{"format": 1}}\n{LINE}'
    )
    assert status == 2
    assert results[0] == {"id": None, "record": 1, "error": "lead: is missing: word 5 of the line says it"}
    assert results[2] == {"id": "x", "record": 3, "error": "answer: must be one of give, run, not 'take'"}
    assert results[3]["record"] == 4
    assert [results[n]["valid"] for n in (1, 4)] == [True, True]


def test_a_broken_object_before_a_line_does_not_swallow_it() -> None:
    status, results = _results(f'{{"format":\n{LINE}\n')
    assert (status, len(results)) == (2, 2)
    assert results[1]["valid"] is True


def test_in_an_array_only_json_is_read() -> None:
    found = list(read_records(io.BytesIO(f"[{LINE}]".encode())))
    assert len(found) == 1
    assert isinstance(found[0], Undecoded)
    assert found[0].error.text.startswith("is not JSON")


def test_the_document_s_lines_are_read() -> None:
    text = (Path(__file__).resolve().parents[2] / "docs" / "notation.md").read_text("utf-8")
    lines = [line.strip() for line in text.splitlines() if line.startswith(("    hand@1", "    score@1"))]
    assert [write_notation(parse_notation(line)) for line in lines] == lines
    assert [judge_hand(parse_notation(lines[0])).valid, len(lines)] == [True, 2]  # type: ignore[arg-type]
