"""Reading is strict: whatever is not the format is a RecordError with the field's path, and nothing else escapes."""

from __future__ import annotations

import json
from contextlib import suppress
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules_engine.jsontext import load_json
from rules_engine.reading import parse_hand, parse_incident, parse_record, parse_score
from rules_engine.records import Choice, Context
from rules_engine.rulesets import Ruleset
from rules_engine.seats import Pair, Seat
from rules_engine.verdicts import Effect, EffectName, Lead, Phase, Points, RecordError

HAND: dict[str, Any] = {
    "format": "all-fours/hand@1",
    "id": "a",
    "ruleset": "round-robin",
    "options": {"gamble_points": 1},
    "dealer": "S",
    "kicks": ["4S"],
    "lead": "beg",
    "answer": "give",
    "lifts": [["E", "8C", "TC", "3C", "AC"], ["S", "7D", "9H", "6D", "AD"]],
    "dealt": {"N": ["3S"], "E": ["AS"], "S": ["2S"], "W": ["JS"]},
    "scores": {"NS": 3, "EW": 11},
    "sung": "NS",
    "unsung": None,
}
SCORE: dict[str, Any] = {
    "format": "all-fours/score@1",
    "id": "a",
    "ruleset": "round-robin",
    "options": {"gamble_points": 1},
    "dealer": "S",
    "kicks": ["JH"],
    "lead": "beg",
    "answer": "give",
    "high": "NS",
    "low": "EW",
    "jack": {"outcome": "made", "pair": "EW"},
    "gamble": {"pair": "NS", "counts": {"NS": 34, "EW": 12}},
    "scores": {"NS": 5, "EW": 9},
    "claimed": {"NS": 11, "EW": 11},
    "ran_out": False,
    "sung": None,
    "unsung": "NS",
}
INCIDENT: dict[str, Any] = {
    "format": "all-fours/incident@1",
    "id": "a",
    "ruleset": "round-robin",
    "options": {"penalty_point": "transfer"},
    "clause": "6.a",
    "offender": "S",
    "phase": "first-round",
    "dealer": "S",
    "packet": 1,
    "scores": {"NS": 10, "EW": 3},
    "bullseyes": {"NS": 4, "EW": 3},
    "games": 10,
    "hand": {"kicked": 3, "points": {"NS": 0, "EW": 1}},
    "called_by": "S",
    "warned": False,
    "minutes": 4,
    "choice": {
        "option": "x",
        "by": "official",
        "text": "because",
        "bullseyes": 1,
        "fine": True,
        "effects": [{"effect": "points", "pair": "EW", "n": 2}, {"effect": "inform", "who": ["captains"]}],
    },
}
WHOLE = {"hand": HAND, "score": SCORE, "incident": INCIDENT}


def _with(record: dict[str, Any], path: str, value: object) -> dict[str, Any]:
    """A copy with the value at a dotted path set."""
    copy = json.loads(json.dumps(record))
    at: Any = copy
    *way, last = path.split(".")
    for key in way:
        at = at[int(key) - 1] if isinstance(at, list) else at[key]
    if isinstance(at, list):
        at[int(last) - 1] = value
    else:
        at[last] = value
    return copy


def _error(record: object) -> str:
    with pytest.raises(RecordError) as caught:
        parse_record(record)
    return str(caught.value)


def test_the_whole_records_are_read() -> None:
    hand, score, incident = (parse_record(record) for record in WHOLE.values())
    assert hand == parse_hand(HAND)
    assert hand.id == "a"
    assert hand.ruleset == Ruleset.round_robin().with_options({"gamble_points": 1})
    assert score == parse_score(SCORE)
    assert incident == parse_incident(INCIDENT)
    assert parse_incident(INCIDENT).choice == Choice(
        option="x",
        by="official",
        text="because",
        bullseyes=1,
        fine=True,
        effects=(
            Effect(EffectName.POINTS, pair=Pair.EW, n=2),
            Effect(EffectName.INFORM, who=("captains",)),
        ),
    )


def test_a_bare_choice() -> None:
    assert parse_incident(_with(INCIDENT, "choice", "accept")).choice == Choice(option="accept")


def test_the_least_incident() -> None:
    read = parse_incident({"format": "all-fours/incident@1", "ruleset": "tobago", "clause": "14.g", "phase": "match"})
    assert (read.offender, read.phase, read.packet, read.scores, read.hand_kicked, read.choice) == (
        None, Phase.MATCH, 1, None, None, None,
    )  # fmt: skip


MISSING = {
    "hand": ["format", "ruleset", "dealer", "kicks", "lead", "lifts"],
    "score": ["format", "ruleset", "dealer", "kicks", "lead", "jack", "gamble"],
    "incident": ["format", "ruleset", "clause", "phase"],
}


@pytest.mark.parametrize(("kind", "field"), [(k, f) for k, fields in MISSING.items() for f in fields])
@pytest.mark.parametrize("null", [True, False])
def test_a_field_missing(kind: str, field: str, null: bool) -> None:
    record = dict(WHOLE[kind])
    if kind == "score":
        record |= {"unsung": None}
    if null:
        record[field] = None
    else:
        del record[field]
    assert _error(record) == f"{field}: is missing"


WRONG: list[tuple[str, str, object, str]] = [
    ("hand", "format", "all-fours/hand@2", "must be all-fours/hand@1, all-fours/score@1 or all-fours/incident@1, "
     "not 'all-fours/hand@2'"),
    ("hand", "format", 7, "must be all-fours/hand@1, all-fours/score@1 or all-fours/incident@1, not 7"),
    ("hand", "id", 7, "must be text of at most 200 characters"),
    ("hand", "id", "x" * 201, "must be text of at most 200 characters"),
    ("hand", "extra", 1, "is not a field of this record"),
    ("hand", "high", "NS", "is not a field of this record"),
    ("hand", "x" * 50, 1, "is not a field of this record"),
    ("hand", "ruleset", "bridge", "must be one of round-robin, trinidad, tobago, parlour, not 'bridge'"),
    ("hand", "ruleset", ["trinidad"], "must be one of round-robin, trinidad, tobago, parlour, not a list"),
    ("hand", "options", [], "must be an object of named options"),
    ("hand", "options.none", 1, "is not an option of any ruleset"),
    ("hand", "options.gamble_points", 7, "must be one of 2, 1, not 7"),
    ("hand", "dealer", "Q", "must be one of N, E, S, W, not 'Q'"),
    ("hand", "dealer", {"N": 1}, "must be one of N, E, S, W, not an object"),
    ("hand", "dealer", True, "must be one of N, E, S, W, not true"),
    ("hand", "dealer", False, "must be one of N, E, S, W, not false"),
    ("hand", "kicks", "4S", "must be a list of cards"),
    ("hand", "kicks", [], "is empty: at least one card is kicked"),
    ("hand", "kicks", ["4S"] * 53, "has 53 entries; a pack has 52 cards"),
    ("hand", "kicks.1", "1S", "must be a card such as 9C or TS, not '1S'"),
    ("hand", "kicks.1", "J?", "must be a card such as 9C or TS, not 'J?'"),
    ("hand", "kicks.1", ["4S"], "must be a card such as 9C or TS, not a list"),
    ("hand", "kicks.1", None, "must be a card such as 9C or TS, not None"),
    ("hand", "lead", "sit", "must be one of stand, beg, stand-blind, not 'sit'"),
    ("hand", "answer", "yes", "must be one of give, run, not 'yes'"),
    ("hand", "lifts", {}, "must be a list of lifts"),
    ("hand", "lifts", [[]] * 53, "has 53 entries; no hand has more than 12 lifts"),
    ("hand", "lifts.2", "ESDFG", "must be a seat and four cards"),
    ("hand", "lifts.2", ["E", "8C", "TC", "3C"], "must be a seat and four cards"),
    ("hand", "lifts.2", {"E": 1, "8C": 1, "TC": 1, "3C": 1, "AC": 1}, "must be a seat and four cards"),
    ("hand", "lifts.2", ["Q", "8C", "TC", "3C", "AC"], "must begin with the leader's seat, not 'Q'"),
    ("hand", "lifts.2", [["E"], "8C", "TC", "3C", "AC"], "must begin with the leader's seat, not a list"),
    ("hand", "lifts.1", ["E", "8C", "TC", "ZC", "AC"], "must be a card such as 9C or TS, not 'ZC'"),
    ("hand", "lifts.1", ["E", "8C", "TC", {}, "AC"], "must be a card such as 9C or TS, not an object"),
    ("hand", "dealt", [], "must be an object"),
    ("hand", "dealt.N", None, "is missing"),
    ("hand", "dealt.N", "3S", "must be a list of cards"),
    ("hand", "dealt.N", ["3S"] * 53, "has 53 entries; a pack has 52 cards"),
    ("hand", "dealt.Q", [], "is not a field of this record"),
    ("hand", "dealt.W.1", "xx", "must be a card such as 9C or TS, not 'xx'"),
    ("hand", "scores", [3, 11], "must be an object"),
    ("hand", "scores.NS", None, "is missing"),
    ("hand", "scores.EW", None, "is missing"),
    ("hand", "scores.NS", -1, "must be a whole number from 0 to 40, not -1"),
    ("hand", "scores.NS", 41, "must be a whole number from 0 to 40, not 41"),
    ("hand", "scores.NS", 3.0, "must be a whole number from 0 to 40, not 3.0"),
    ("hand", "scores.NS", True, "must be a whole number from 0 to 40, not true"),
    ("hand", "scores.EW", "3", "must be a whole number from 0 to 40, not '3'"),
    ("hand", "scores.EW", 10**40, "must be a whole number from 0 to 40, not a number of very many digits"),
    ("hand", "scores.WE", 1, "is not a field of this record"),
    ("hand", "sung", "S", "must be one of NS, EW, not 'S'"),
    ("hand", "unsung", "EW", "cannot stand beside sung"),
    ("score", "kicks", [], "is empty: at least one card is kicked"),
    ("score", "kicks.1", "??", "must be a card such as 9C or TS, not '??'"),
    ("score", "high", "N", "must be one of NS, EW, not 'N'"),
    ("score", "low", 1, "must be one of NS, EW, not 1"),
    ("score", "jack", "out", "must be an object"),
    ("score", "jack.outcome", "lost", "must be one of made, hung, out, not 'lost'"),
    ("score", "jack.card", "JH", "is not a field of this record"),
    ("score", "gamble", "NS", "must be an object"),
    ("score", "gamble.counts", 34, "must be an object"),
    ("score", "gamble.counts.NS", 34.5, "must be a whole number from -1000000 to 1000000, not 34.5"),
    ("score", "gamble.total", 34, "is not a field of this record"),
    ("score", "claimed.NS", None, "is missing"),
    ("score", "claimed.NS", 10**7, "must be a whole number from -1000000 to 1000000, not 10000000"),
    ("score", "ran_out", 1, "must be true or false, not 1"),
    ("score", "lifts", [], "is not a field of this record"),
    ("incident", "clause", 6, "must be text, such as 6.a"),
    ("incident", "offender", "NS", "must be one of N, E, S, W, not 'NS'"),
    ("incident", "phase", "later", "must be one of before-deal, dealing, kicking, begging, first-round, playing, "
     "after-hand, between-games, match, not 'later'"),
    ("incident", "packet", 0, "must be a whole number from 1 to 3, not 0"),
    ("incident", "games", 0, "must be a whole number from 1 to 1000, not 0"),
    ("incident", "hand", 3, "must be an object"),
    ("incident", "hand.kicked", True, "must be a whole number from 0 to 9, not true"),
    ("incident", "hand.kicked", "3", "must be a whole number from 0 to 9, not '3'"),
    ("incident", "hand.points.NS", None, "is missing"),
    ("incident", "hand.taken", 3, "is not a field of this record"),
    ("incident", "warned", "no", "must be true or false, not 'no'"),
    ("incident", "minutes", -5, "must be a whole number from 0 to 10000, not -5"),
    ("incident", "choice", 3, "must be an object"),
    ("incident", "choice", "x" * 4001, "must be text of at most 4000 characters"),
    ("incident", "choice.option", 3, "must be text of at most 4000 characters"),
    ("incident", "choice.effects", {}, "must be a list of at most 52 effects"),
    ("incident", "choice.effects", [{}] * 53, "must be a list of at most 52 effects"),
    ("incident", "choice.effects.1", "points", "must be an object"),
    ("incident", "choice.effects.1.effect", None, "is missing"),
    ("incident", "choice.effects.1.effect", "slap", "must be one of " + ", ".join(EffectName) + ", not 'slap'"),
    ("incident", "choice.effects.2.who", "captains", "must be a list of those who are told"),
    ("incident", "choice.effects.2.who", [1], "must be a list of those who are told"),
    ("incident", "choice.maybe", True, "is not a field of this record"),
    ("incident", "choice.fine", "yes", "must be true or false, not 'yes'"),
]  # fmt: skip


@pytest.mark.parametrize(("kind", "path", "value", "text"), WRONG)
def test_a_field_that_is_wrong(kind: str, path: str, value: object, text: str) -> None:
    shown = path if len(path) < 50 else "x" * 40 + "…"
    assert _error(_with(WHOLE[kind], path, value)) == f"{shown}: {text}"


@pytest.mark.parametrize("value", [None, [], "x", 1, True, 1.5])
def test_not_an_object(value: object) -> None:
    assert _error(value) == "must be an object"


def test_the_path_can_be_given() -> None:
    with pytest.raises(RecordError) as caught:
        parse_record(_with(HAND, "lifts.2", []), path="events.7")
    assert str(caught.value) == "events.7.lifts.2: must be a seat and four cards"
    with pytest.raises(RecordError) as caught:
        parse_record(3, path="events.7")
    assert str(caught.value) == "events.7: must be an object"


def test_the_wrong_reader() -> None:
    with pytest.raises(RecordError) as caught:
        parse_score(HAND | {"lifts": None, "dealt": None} | {"format": "all-fours/hand@1"})
    assert caught.value.field in {"lifts", "dealt"}
    with pytest.raises(RecordError) as caught:
        parse_hand({"format": "all-fours/score@1"})
    assert str(caught.value) == "format: must be all-fours/hand@1, not 'all-fours/score@1'"


def test_standing_blind_is_standing_where_the_rules_do_not_know_it() -> None:
    blind = HAND | {"lead": "stand-blind", "answer": None}
    assert parse_hand(blind).lead is Lead.STAND_BLIND
    assert parse_hand(blind | {"ruleset": "tobago"}).lead is Lead.STAND


class TestAtATable:
    """With a context a record leaves out what the table knows."""

    context = Context(
        ruleset=Ruleset.trinidad(),
        scores=Points(7, 8),
        dealer=Seat.W,
        bullseyes=Points(1, 2),
        games=10,
        warned=True,
    )

    def test_a_hand(self) -> None:
        read = parse_hand(
            {"format": "all-fours/hand@1", "kicks": ["4S"], "lead": "stand", "lifts": []}, context=self.context
        )
        assert (read.ruleset, read.scores, read.dealer) == (Ruleset.trinidad(), Points(7, 8), Seat.W)

    def test_a_score(self) -> None:
        read = parse_score(
            {"format": "all-fours/score@1", "dealer": "N", "kicks": ["4S"], "lead": "stand", "high": "NS", "low": "NS",
             "jack": {"outcome": "out"}, "gamble": {"pair": None}},
            context=self.context,
        )  # fmt: skip
        assert (read.ruleset, read.scores, read.dealer) == (Ruleset.trinidad(), Points(7, 8), Seat.N)

    def test_an_incident(self) -> None:
        read = parse_incident(
            {"format": "all-fours/incident@1", "clause": "2.a", "offender": "N", "phase": "playing"},
            context=self.context,
        )
        assert (read.ruleset, read.scores, read.dealer) == (Ruleset.trinidad(), Points(7, 8), Seat.W)
        assert (read.bullseyes, read.games, read.warned) == (Points(1, 2), 10, True)

    @pytest.mark.parametrize(
        ("field", "value"),
        [("ruleset", "trinidad"), ("options", {}), ("scores", {"NS": 7, "EW": 8}), ("bullseyes", {"NS": 1, "EW": 2}),
         ("games", 10), ("warned", True)],
    )  # fmt: skip
    def test_what_the_table_knows_is_refused(self, field: str, value: object) -> None:
        record = {"format": "all-fours/incident@1", "clause": "2.a", "offender": "N", "phase": "playing", field: value}
        with pytest.raises(RecordError) as caught:
            parse_incident(record, context=self.context)
        assert str(caught.value) == f"{field}: is known to the table; leave it out"

    def test_an_unknown_dealer(self) -> None:
        with pytest.raises(RecordError) as caught:
            parse_hand({"format": "all-fours/hand@1", "kicks": ["4S"], "lead": "stand", "lifts": []}, context=Context())
        assert str(caught.value) == "dealer: is missing"


# --- JSON text -----------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "error"),
    [
        ("", "is not JSON: Expecting value (line 1, column 1)"),
        ('{"a": 1', "is not JSON: Expecting ',' delimiter (line 1, column 8)"),
        ("{} {}", "is not JSON: Extra data (line 1, column 4)"),
        (b'{"a": "\xff"}', "is not UTF-8 text (byte 8)"),
        ('{"a": 1, "a": 2}', "a: stands twice"),
        ('{"hand": {"kicked": 1, "kicked": 1}}', "hand.kicked: stands twice"),
        ('{"lifts": [1, {"a": [{"b": 1, "c": 2, "b": 1}]}]}', "lifts.2.a.1.b: stands twice"),
        ("[" * 200_000, "is nested too deep"),
        ('{"a":' * 200_000, "is nested too deep"),
    ],
)
def test_text_that_is_no_json(text: str | bytes, error: str) -> None:
    with pytest.raises(RecordError) as caught:
        load_json(text)
    assert str(caught.value) == error


@pytest.mark.parametrize("number", ["NaN", "Infinity", "-Infinity", "1e999", "9" * 5000, "-" + "9" * 5000])
def test_numbers_that_are_none(number: str) -> None:
    text = json.dumps(HAND).replace('"NS": 3', f'"NS": {number}')
    with pytest.raises(RecordError) as caught:
        parse_record(load_json(text))
    assert caught.value.field == "scores.NS"


def test_good_text() -> None:
    assert load_json(b'{"a": [1, "\xe2\x99\xa0"]}') == {"a": [1, "♠"]}


_scalars = st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5)
_words = st.sampled_from(
    ["NS", "EW", "N", "S", "give", "beg", "4S", "J?", "out", "round-robin", "six", "official", 0, 1, 13, -1, True]
)
_json = st.recursive(
    _scalars | _words,
    lambda inner: (
        st.lists(inner, max_size=5) | st.dictionaries(st.text(max_size=3) | st.sampled_from(["NS", "EW"]), inner)
    ),
    max_leaves=8,
)


def _paths(value: object, path: str = "") -> list[str]:
    items = value.items() if isinstance(value, dict) else enumerate(value, 1) if isinstance(value, list) else ()
    found = []
    for key, inner in items:
        at = f"{path}.{key}" if path else str(key)
        found += [at, *_paths(inner, at)]
    return found


@given(st.sampled_from(sorted(WHOLE)), st.data())
def test_nothing_but_a_record_error_escapes(kind: str, data: st.DataObject) -> None:
    path = data.draw(st.sampled_from(_paths(WHOLE[kind])))
    record = _with(WHOLE[kind], path, data.draw(_json))
    if data.draw(st.booleans()):
        record[data.draw(st.sampled_from(sorted(record)))] = data.draw(_json)
    with suppress(RecordError):
        parse_record(record)


@given(_json)
def test_any_value_at_all(value: object) -> None:
    with pytest.raises(RecordError):
        parse_record(value)


@given(st.binary(max_size=60) | st.text(max_size=60))
def test_any_text_at_all(text: str | bytes) -> None:
    with suppress(RecordError):
        load_json(text)
