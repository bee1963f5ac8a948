"""A hand, or a hand as chalked, on one line that people can read and copy.

    hand@1 round-robin S 4S stand 3:11 E8CTC3CAC S7D9H6DAD WJSKSAS3S EKC9D2C2S S4H2HQHTH N5HQCTD7S id=t1-g3-h2
    score@1 trinidad W 6S,5D beg/run 5:9 high=NS low=EW jack=out gamble=NS/34:12 claimed=7:12

The grammar stands in ``docs/notation.md``. A line is first made into the object
that the JSON of the same record decodes to; whatever is checked of that JSON is
checked of the line, by the same code. Reading back what was written gives an equal
record.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from urllib.parse import quote, unquote

from rules_engine.fields import SHORT, short
from rules_engine.reading import parse_hand, parse_score
from rules_engine.readings import OPTION_BY_NAME
from rules_engine.records import HAND, SCORE, GambleClaim, HandRecord, JackClaim, ScoreRecord
from rules_engine.seats import Seat
from rules_engine.verdicts import Points, RecordError

MARK_OF = {HAND: "hand@1", SCORE: "score@1"}
"""The first word of a line, by the format of the record."""

_FORMAT_OF = {mark: form for form, mark in MARK_OF.items()}
_MARKS = tuple(mark.encode() for mark in MARK_OF.values())

NONE = "-"
"""Stands where a word is due and there is nothing to say."""

RAN_OUT = "ran-out"
_HEAD = ("ruleset", "dealer", "kicks", "lead")
_SEATS = ("N", "E", "S", "W")
_NUMBER = re.compile(r"-?[0-9]{1,20}", re.ASCII)
_STRAY = re.compile(r"%(?![0-9A-Fa-f]{2})")
_OF_BOTH = frozenset({"sung", "unsung", "id"})
_OF_HAND = _OF_BOTH | {"dealt"}
_OF_SCORE = _OF_BOTH | {"high", "low", "jack", "gamble", "claimed"}

Fields = dict[str, object]


def is_notation(line: bytes) -> bool:
    """Whether a line begins as one of this notation does, which no JSON text can."""
    return line.lstrip().startswith(_MARKS)


def parse_notation(line: str | bytes) -> HandRecord | ScoreRecord:
    """The record on a line; RecordError naming the field, as when the same record is read from JSON."""
    fields = notation_to_json(line)
    return parse_hand(fields) if fields["format"] == HAND else parse_score(fields)


def write_notation(record: HandRecord | ScoreRecord) -> str:
    """The record on one line without its end.

    The ruleset is written as a published one with its differing options, as in the
    file format; a name that an organiser gave it is not.
    """
    is_hand = isinstance(record, HandRecord)
    ran_out = isinstance(record, ScoreRecord) and record.ran_out
    words = [
        MARK_OF[HAND if is_hand else SCORE],
        record.ruleset.base.value,
        record.dealer.value,
        ",".join(record.kicks),
        RAN_OUT if ran_out else _decision(record),
        _pair_of_numbers(record.scores),
    ]
    if isinstance(record, HandRecord):
        words += [lift.leader + "".join(lift.cards) for lift in record.lifts]
        if record.dealt is not None:
            words.append("dealt=" + "/".join("".join(record.dealt.of(Seat(seat))) for seat in _SEATS))
    elif not ran_out:
        words += _claims(record)
    words += [f"{name}={pair}" for name, pair in (("sung", record.sung), ("unsung", record.unsung)) if pair]
    if record.id is not None:
        words.append(f"id={_encoded(record.id)}")
    words += [f"{name}={_option(value)}" for name, value in record.ruleset.overrides().items()]
    return " ".join(words)


def notation_to_json(line: str | bytes) -> Fields:
    """The object that the JSON of the record on ``line`` decodes to.

    RecordError where the line is none of this notation or not UTF-8; what its words
    say is for :mod:`rules_engine.reading` to check.
    """
    words = _text(line).split()
    form = _FORMAT_OF.get(words[0]) if words else None
    if form is None:
        raise RecordError("", f"must begin with {' or '.join(_FORMAT_OF)}")
    for n, name in enumerate(_HEAD, 1):
        if len(words) <= n or "=" in words[n]:
            raise RecordError(name, f"is missing: word {n + 1} of the line says it")
    fields: Fields = {"format": form, "ruleset": words[1], "dealer": words[2], "kicks": words[3].split(",")}
    if words[4] == RAN_OUT and form == SCORE:
        fields["ran_out"] = True
    else:
        lead, slash, answer = words[4].partition("/")
        fields["lead"] = None if lead == NONE else lead
        fields["answer"] = answer if slash else None
    rest = iter(words[5:])
    if len(words) > 5 and ":" in words[5] and "=" not in words[5]:
        fields["scores"] = _numbers(next(rest), "scores")
    if form == HAND:
        fields["lifts"] = _lifts(rest, fields)
    else:
        _named(rest, fields, _OF_SCORE)
    return fields


# --- reading -------------------------------------------------------------------


def _text(line: str | bytes) -> str:
    if isinstance(line, str):
        return line
    try:
        return line.decode("utf-8")
    except UnicodeDecodeError as error:
        raise RecordError("", f"is not UTF-8 text (byte {error.start + 1})") from None


def _lifts(words: Iterable[str], fields: Fields) -> list[object]:
    """The lifts among the words, in order; the named words beside them go into ``fields``."""
    lifts: list[object] = []
    named = []
    for word in words:
        if "=" in word:
            named.append(word)
        else:
            lifts.append([word[0], *_cards(word[1:])])
    _named(named, fields, _OF_HAND)
    return lifts


def _cards(text: str) -> list[str]:
    """The cards that stand in a row, two characters each; the last may be short."""
    return [text[at : at + 2] for at in range(0, len(text), 2)]


def _named(words: Iterable[str], fields: Fields, allowed: frozenset[str]) -> None:
    """``NAME=VALUE`` words: fields of the record, and options of the ruleset."""
    options: Fields = {}
    for word in words:
        name, sign, value = word.partition("=")
        if not sign:
            raise RecordError("", f"{short(word)} is no word of a score: what it says needs a name, as high=NS")
        is_option = name in OPTION_BY_NAME
        if not is_option and name not in allowed:
            raise RecordError(name[:SHORT], "is not a field of this record")
        if name in (options if is_option else fields):
            raise RecordError(f"options.{name}" if is_option else name, "stands twice")
        if is_option:
            options[name] = _option_value(name, value)
        else:
            fields[name] = _READ.get(name, _plain)(value, name)
    if options:
        fields["options"] = options


def _plain(value: str, name: str) -> object:
    return value


def _numbers(text: str, name: str) -> Fields:
    """``3:11``: a number for N–S, then one for E–W."""
    ns, colon, ew = text.partition(":")
    if not colon or not _NUMBER.fullmatch(ns) or not _NUMBER.fullmatch(ew):
        raise RecordError(name, f"must be N–S:E–W in whole numbers, as 3:11, not {short(text)}")
    return {"NS": int(ns), "EW": int(ew)}


def _jack(value: str, name: str) -> Fields:
    outcome, colon, pair = value.partition(":")
    return {"outcome": outcome, "pair": pair if colon else None}


def _gamble(value: str, name: str) -> Fields:
    pair, slash, counts = value.partition("/")
    return {
        "pair": None if pair == NONE else pair,
        "counts": _numbers(counts, "gamble.counts") if slash else None,
    }


def _dealt(value: str, name: str) -> Fields:
    hands = value.split("/")
    if len(hands) != len(_SEATS):
        raise RecordError(name, "must be the four hands N/E/S/W")
    return {seat: _cards(hand) for seat, hand in zip(_SEATS, hands, strict=True)}


def _decoded(value: str, name: str) -> str:
    """Free text: ``%`` and two digits stand for a byte."""
    if _STRAY.search(value):
        raise RecordError(name, "has a % that two digits of a byte do not follow (% itself is %25)")
    try:
        return unquote(value, errors="surrogatepass")
    except UnicodeDecodeError:
        raise RecordError(name, "is not UTF-8 behind its % signs") from None


_READ = {"dealt": _dealt, "id": _decoded, "jack": _jack, "gamble": _gamble, "claimed": _numbers}


def _option_value(name: str, text: str) -> object:
    """An option's value by its kind; what is none of it stays text, for the ruleset to refuse."""
    kind = OPTION_BY_NAME[name].kind
    if kind is bool:
        return {"true": True, "false": False}.get(text, text)
    if kind is int:
        return int(text) if _NUMBER.fullmatch(text) else text
    return _decoded(text, f"options.{name}")


# --- writing -------------------------------------------------------------------


def _decision(record: HandRecord | ScoreRecord) -> str:
    lead = NONE if record.lead is None else record.lead.value
    return lead if record.answer is None else f"{lead}/{record.answer.value}"


def _claims(record: ScoreRecord) -> list[str]:
    words = [f"{name}={pair}" for name, pair in (("high", record.high), ("low", record.low)) if pair]
    if record.jack is not None:
        words.append(_jack_word(record.jack))
    if record.gamble is not None:
        words.append(_gamble_word(record.gamble))
    if record.claimed is not None:
        words.append(f"claimed={_pair_of_numbers(record.claimed)}")
    return words


def _jack_word(jack: JackClaim) -> str:
    return f"jack={jack.outcome}" if jack.pair is None else f"jack={jack.outcome}:{jack.pair}"


def _gamble_word(gamble: GambleClaim) -> str:
    pair = NONE if gamble.pair is None else gamble.pair.value
    return f"gamble={pair}" if gamble.counts is None else f"gamble={pair}/{_pair_of_numbers(gamble.counts)}"


def _pair_of_numbers(points: Points) -> str:
    return f"{points.NS}:{points.EW}"


def _option(value: bool | int | str) -> str:
    return str(value).lower() if isinstance(value, bool) else _encoded(str(value))


def _encoded(text: str) -> str:
    """Free text as one word: spaces, % and what cannot be seen by the % signs of their UTF-8 bytes."""
    return "".join(
        char
        if char.isprintable() and not char.isspace() and char != "%"
        else quote(char, safe="", errors="surrogatepass")
        for char in text
    )
