"""The conformance suite: our judge agrees with it, it covers what it is for, and it bites."""

from __future__ import annotations

import io
import json
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from rules_engine import reading, rulesets
from rules_engine.adjudicate import UNREADABLE, main
from rules_engine.conformance import Case, CaseError, Difference, check, compare, input_lines, load_cases, read_case
from rules_engine.readings import OPTIONS, GambleTie, KickedThirdCard, UnderTrumping
from rules_engine.rulesets import PUBLISHED, Ruleset, WithoutTrump
from rules_engine.verdicts import Code, RecordError

SUITE = Path(__file__).parents[2] / "conformance"
CASES = load_cases(sorted(SUITE.glob("*.jsonl")))
CITED = Counter(cite for case in CASES for cite in case.cites)
JUDGED = [
    case
    for case in CASES
    if str(case.input.get("format")).startswith(("all-fours/hand", "all-fours/score", "all-fours/table"))
]


def judged(cases: Sequence[Case]) -> str:
    out = io.StringIO()
    assert main([], io.BytesIO(input_lines(cases).encode()), out, io.StringIO()) == UNREADABLE
    return out.getvalue()


# --- the suite and our own judge ----------------------------------------------


def test_our_judge_agrees_with_every_case() -> None:
    verdicts, surplus = check(CASES, judged(CASES))
    assert [(verdict.case.id, verdict.differences) for verdict in verdicts if not verdict.passed] == []
    assert surplus == 0


# --- what the suite covers ----------------------------------------------------


def test_there_are_enough_cases_of_hands_scores_and_tables() -> None:
    assert len(JUDGED) >= 300
    kinds = Counter(str(case.input["format"]) for case in JUDGED if "error" not in case.expected)
    assert kinds["all-fours/hand@1"] >= 150
    assert kinds["all-fours/score@1"] >= 100
    assert kinds["all-fours/table@1"] >= 80


def violations_expected(case: Case) -> list[str]:
    found = case.expected.get("violations", [])
    assert isinstance(found, list)
    return [violation["code"] for violation in found]


@pytest.mark.parametrize("code", list(Code))
def test_every_violation_has_two_cases(code: Code) -> None:
    having = [case for case in CASES if code.value in violations_expected(case)]
    assert len(having) >= 2
    assert all(case.expected["valid"] is False for case in having)
    assert any(f"code {code.value}" in case.cites for case in having)


TABLE_ERRORS = [
    "wrong-dealer", "dealer-unknown", "table-closed", "games-exceeded", "game-short", "game-over", "tally-mismatch",
    "substitution-in-game", "substitution-limit", "seat-mismatch", "correction-target", "bad-event",
]  # fmt: skip


@pytest.mark.parametrize("code", TABLE_ERRORS)
def test_every_error_of_a_table_has_a_case(code: str) -> None:
    assert [case for case in CASES if [code] == [e.get("code") for e in case.expected.get("errors", [])]]  # type: ignore[attr-defined]


def plain(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


@pytest.mark.parametrize(
    ("name", "value"), [(option.name, value) for option in OPTIONS for value in option.values], ids=str
)
def test_every_value_of_every_option_has_a_case(name: str, value: object) -> None:
    cited = [case for case in CASES if f"option {name}={plain(value)}" in case.cites]
    assert cited
    for case in cited:
        options = case.input.get("options") or {}
        assert isinstance(options, dict)
        ruleset = PUBLISHED[str(case.input["ruleset"])]
        assert "error" in case.expected or options.get(name, ruleset.value(name)) == value


def lettered(section: int, letters: str) -> list[str]:
    return [f"round-robin {section}.{letter}" for letter in letters]


CLAUSES = [
    *lettered(1, "abcdfghijklnopqrs"),  # 1.e (deal) and 1.m (brew) are about no hand
    *lettered(6, "abcd"),
    *lettered(7, "abcde"),
    *lettered(8, "abcdefg"),
    *lettered(9, "abcdefgh"),
    *lettered(10, "abcd"),
    *lettered(12, "abcdefghij"),
]


@pytest.mark.parametrize("clause", CLAUSES)
def test_every_clause_that_concerns_a_hand_has_a_case(clause: str) -> None:
    assert CITED[clause] >= 1


SENTENCES = json.loads((SUITE / "sentences.json").read_text("utf-8"))


@pytest.mark.parametrize("sentence", SENTENCES, ids=lambda sentence: sentence["id"])
def test_every_sentence_of_the_descriptions_has_a_case_or_a_reason(sentence: dict[str, str]) -> None:
    assert (CITED[sentence["id"]] >= 1) is not bool(sentence.get("not_in_a_record"))


def test_nothing_is_cited_that_there_is_not() -> None:
    known = {sentence["id"] for sentence in SENTENCES}
    assert {cite for cite in CITED if cite.startswith(("trinidad ", "parlour "))} <= known
    codes = {f"code {code.value}" for code in Code}
    assert {cite for cite in CITED if cite.startswith("code ")} <= codes
    options = {f"option {option.name}" for option in OPTIONS}
    assert {cite.split("=")[0] for cite in CITED if cite.startswith("option ")} == options
    others = {cite.split(" ")[0].rstrip(":") for cite in CITED}
    assert others == {
        "round-robin", "trinidad", "parlour", "rulesets", "option", "code", "record", "chalk", "no", "public"
    }  # fmt: skip


@pytest.mark.parametrize("name", PUBLISHED)
def test_every_ruleset_has_hands_and_scores(name: str) -> None:
    kinds = Counter(str(case.input["format"]) for case in JUDGED if case.input.get("ruleset") == name)
    assert kinds["all-fours/hand@1"] >= 10
    assert kinds["all-fours/score@1"] >= 10


def test_the_chalk_order_has_its_cases() -> None:
    assert CITED["chalk order"] >= 15


# --- it bites: whatever is changed in a ruleset, some case tells ----------------

WRONG: dict[str, dict[str, object]] = {
    "round-robin": {
        "kick_ace": 2, "kick_jack": 2, "kick_third_card": 1, "given_point": 2, "high_points": 2, "low_points": 2,
        "jack_points": 2, "hang_jack_points": 1, "target": 15, "without_trump": WithoutTrump.ALLOWED,
        "gamble_points": 1, "gamble_tie": GambleTie.NOBODY, "kicked_third_card": KickedThirdCard.SIX,
        "under_trumping": UnderTrumping.ALLOWED,
    },
    "trinidad": {
        "kick_ace": 2, "kick_jack": 2, "kick_third_card": 1, "given_point": 2, "jack_points": 2, "hang_jack_points": 1,
        "target": 15, "gamble_points": 2, "gamble_tie": GambleTie.NON_DEALER,
        "kicked_third_card": KickedThirdCard.DEUCE, "under_trumping": UnderTrumping.OFFENCE,
        "without_trump": WithoutTrump.OFFENCE,
    },
    "tobago": {"kicked_third_card": KickedThirdCard.SIX, "gamble_points": 2, "under_trumping": UnderTrumping.OFFENCE},
    "parlour": {"kicked_third_card": KickedThirdCard.DEUCE, "gamble_points": 2, "hang_jack_points": 1},
}  # fmt: skip


@pytest.mark.parametrize(
    ("name", "change", "value"), [(n, c, v) for n, changes in WRONG.items() for c, v in changes.items()], ids=str
)
def test_a_wrong_ruleset_is_caught(name: str, change: str, value: object, monkeypatch: pytest.MonkeyPatch) -> None:
    wrong: dict[str, Ruleset] = {**PUBLISHED, name: replace(PUBLISHED[name], **{change: value})}  # type: ignore[arg-type]
    monkeypatch.setattr(reading, "PUBLISHED", wrong)
    monkeypatch.setattr(rulesets, "PUBLISHED", wrong)
    cases = [case for case in CASES if case.input.get("ruleset") == name]
    out = io.StringIO()
    main([], io.BytesIO(input_lines(cases).encode()), out, io.StringIO())
    verdicts, _ = check(cases, out.getvalue())
    assert [verdict.case.id for verdict in verdicts if not verdict.passed]


# --- reading cases --------------------------------------------------------------

GOOD = {"id": "a", "title": "A", "cites": ["round-robin 1.a"], "input": {}, "expected": {"valid": True}}


def test_a_case_is_read() -> None:
    assert read_case(GOOD) == Case("a", "A", ("round-robin 1.a",), {}, {"valid": True})


@pytest.mark.parametrize(
    ("value", "error"),
    [
        ([], "a case must be an object"),
        (GOOD | {"note": ""}, "note: is not a field of a case"),
        (GOOD | {"id": ""}, "id: must be text"),
        (GOOD | {"title": 1}, "title: must be text"),
        (GOOD | {"cites": []}, "cites: must be a list of the rules that the case rests on"),
        (GOOD | {"cites": "1.a"}, "cites: must be a list of the rules that the case rests on"),
        (GOOD | {"cites": [""]}, "cites: must be a list of the rules that the case rests on"),
        (GOOD | {"input": []}, "input: must be an object"),
        (GOOD | {"expected": {}}, "expected: must be an object with at least one field"),
        (GOOD | {"expected": None}, "expected: must be an object with at least one field"),
    ],
)
def test_what_is_no_case(value: object, error: str) -> None:
    with pytest.raises(RecordError) as caught:
        read_case(value)
    assert str(caught.value) == error


def test_files_of_cases(tmp_path: Path) -> None:
    good, other = tmp_path / "good.jsonl", tmp_path / "other.jsonl"
    good.write_text(f"{json.dumps(GOOD)}\n\n{json.dumps(GOOD | {'id': 'b'})}\n", "utf-8")
    assert [case.id for case in load_cases([good])] == ["a", "b"]
    other.write_text(f"{json.dumps(GOOD | {'id': 'b'})}\n", "utf-8")
    with pytest.raises(CaseError, match=r"^other\.jsonl, line 1: id: b is used twice$"):
        load_cases([good, other])
    other.write_text(f"{json.dumps(GOOD)}\n{{", "utf-8")
    with pytest.raises(CaseError, match=r"^other\.jsonl, line 2: "):
        load_cases([other])


# --- comparing ------------------------------------------------------------------


def expecting(**expected: object) -> Case:
    return Case("a", "A", ("x",), {}, expected)


@pytest.mark.parametrize(
    ("expected", "got"),
    [
        ({"valid": True}, {"valid": True, "more": 1}),
        ({"high": {"pair": "NS"}}, {"high": {"pair": "NS", "card": "AS"}}),
        ({"violations": []}, {"violations": []}),
        ({"violations": [{"code": "renege"}]}, {"violations": [{"code": "renege", "message": "…"}]}),
        ({"high": None}, {"high": None}),
    ],
)
def test_results_that_agree(expected: dict[str, object], got: object) -> None:
    assert compare(expecting(**expected), json.dumps(got)) == ()


@pytest.mark.parametrize(
    ("expected", "got", "differences"),
    [
        ({"valid": True}, {"valid": 1}, [("valid", "true", "1")]),
        ({"n": 1}, {"n": True}, [("n", "1", "true")]),
        ({"n": 14}, {"n": "14"}, [("n", "14", '"14"')]),
        ({"n": 14}, {"n": 14.0}, [("n", "14", "14.0")]),
        ({"high": None}, {}, [("high", "null", "no such field")]),
        ({"high": {"pair": "NS"}}, {"high": None}, [("high", '{"pair": "NS"}', "null")]),
        ({"high": {"pair": "NS"}}, {"high": {"pair": "EW"}}, [("high.pair", '"NS"', '"EW"')]),
        ({"won": ["N"]}, {"won": ["N", "S"]}, [("won", '["N"]', '["N", "S"]')]),
        ({"won": ["N", "E"]}, {"won": ["N", "S"]}, [("won.2", '"E"', '"S"')]),
        ({"a": 1, "b": 2}, {"a": 2, "b": 1}, [("a", "1", "2"), ("b", "2", "1")]),
        ({"a": 1}, [1], [("", "one JSON object", "[1]")]),
        ({"a": 1}, {"error": "id: is bad"}, [("error", "none: the record can be read", '"id: is bad"')]),
        ({"error": "kicks"}, {"valid": True}, [("error", "one that names kicks", "none")]),
        ({"error": "kicks"}, {"error": 2}, [("error", "one that names kicks", '{"error": 2}')]),
        ({"error": "kicks"}, {"error": "id: is bad"}, [("error", "one that names kicks", "id: is bad")]),
        ({"error": "kicks"}, {"error": "kicksy: is bad"}, [("error", "one that names kicks", "kicksy: is bad")]),
        ({"error": "kicks"}, {"error": "kicks"}, [("error", "one that names kicks", "kicks")]),
    ],
)
def test_results_that_differ(expected: dict[str, object], got: object, differences: list[tuple[str, ...]]) -> None:
    assert compare(expecting(**expected), json.dumps(got)) == tuple(Difference(*d) for d in differences)


@pytest.mark.parametrize("text", ["lifts.2: is bad", "lifts.2.3: is bad"])
def test_an_error_names_the_field_or_one_inside_it(text: str) -> None:
    assert compare(expecting(error="lifts.2"), json.dumps({"error": text})) == ()


def test_what_is_no_json_is_shown_short_and_printable() -> None:
    assert compare(expecting(valid=True), "Hallo") == (Difference("", "one JSON object", "Hallo"),)
    assert compare(expecting(valid=True), "x" * 300) == (Difference("", "one JSON object", "x" * 200 + "…"),)
    assert compare(expecting(valid=True), "\udcff!") == (Difference("", "one JSON object", "\\udcff!"),)


def test_results_are_matched_by_their_order() -> None:
    cases = [expecting(n=1), expecting(n=2), expecting(n=3)]
    verdicts, surplus = check(cases, '{"n": 1}\n\n{"n": 1}\n')
    assert [(v.passed, v.missing, len(v.differences)) for v in verdicts] == [
        (True, False, 0),
        (False, False, 1),
        (False, True, 0),
    ]
    assert surplus == 0
    assert check(cases[:1], '{"n": 1}\n{}\n{}\n')[1] == 2
