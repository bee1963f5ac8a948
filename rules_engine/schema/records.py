"""The schema of what goes in."""

from __future__ import annotations

from rules_engine.cards import RANKS, SUITS
from rules_engine.fields import LONGEST_LIST, LONGEST_TEXT
from rules_engine.reading import FAR, HIGHEST_SCORE, LONGEST_ID
from rules_engine.readings import OPTIONS, Option
from rules_engine.records import HAND, INCIDENT, SCORE, TABLE
from rules_engine.rulesets import LARGEST_NUMBER, PUBLISHED
from rules_engine.rulesets import LONGEST_TEXT as LONGEST_MARK
from rules_engine.schema.parts import (
    DIALECT,
    PAIR,
    SEAT,
    TRUTH,
    Schema,
    both,
    listed,
    or_null,
    ref,
    shaped,
    text,
    whole,
    words,
)
from rules_engine.seats import Seat
from rules_engine.table_events import LONGEST_NAME, MOST_COUNTED, MOST_EVENTS, MOST_GAMES, MOST_POINTS
from rules_engine.table_state import Reason
from rules_engine.verdicts import Answer, EffectName, JackOutcome, Lead, Phase

_RANK = f"(?:10|[{RANKS}{RANKS.lower()}])"
_SUIT = f"[{SUITS}{SUITS.lower()}]"


def record_schema() -> Schema:
    """One record of any kind."""
    return {
        "$schema": DIALECT,
        "title": "All Fours: a record",
        "oneOf": [ref("hand"), ref("score"), ref("incident"), ref("table")],
        "$defs": {
            "card": {"type": "string", "pattern": f"^{_RANK}{_SUIT}$"},
            "kick": {"type": "string", "pattern": rf"^(?:{_RANK}{_SUIT}|{_RANK}\?|\?{_SUIT})$"},
            "tableKick": {"type": "string", "pattern": rf"^(?:{_RANK}{_SUIT}|{_RANK}\?|\?{_SUIT}|\?\?)$"},
            "lift": {
                "type": "array",
                "prefixItems": [SEAT, *[ref("card")] * 4],
                "items": False,
                "minItems": 5,
            },
            "dealt": shaped({seat.value: listed(ref("card"), LONGEST_LIST) for seat in Seat}, [s.value for s in Seat]),
            "jack": shaped({"outcome": or_null(words(JackOutcome)), "pair": or_null(PAIR)}, []),
            "gamble": shaped({"pair": or_null(PAIR), "counts": or_null(both(-FAR, FAR))}, []),
            "options": shaped({option.name: or_null(_option(option)) for option in OPTIONS}, []),
            "effect": _effect(),
            "choice": _choice(),
            "hand": _standing(HAND, _hand(ref("card")), ["kicks", "lifts", "dealer"]),
            "score": _standing(SCORE, _score(ref("kick")), ["kicks", "dealer"]),
            "incident": _standing(INCIDENT, _incident(), ["clause", "phase"], _incident_alone()),
            "table": _table(),
            "event": {
                "oneOf": [
                    _at_table(HAND, _hand(ref("card")) | {"apply": or_null(TRUTH)}, ["kicks", "lifts"]),
                    _at_table(SCORE, _score(ref("tableKick")), ["kicks"]),
                    _at_table(INCIDENT, _incident(), ["clause", "phase"]),
                    _named(
                        "game", {"winner": PAIR, "scores": both(0, MOST_POINTS), "hang_jacks": both(0, MOST_COUNTED)}
                    ),
                    _named("tally", {"bullseyes": both(0, MOST_COUNTED), "hang_jacks": both(0, MOST_COUNTED)}),
                    _named(
                        "substitution",
                        {
                            "seat": SEAT,
                            "out": text(LONGEST_NAME, 1),
                            "in": text(LONGEST_NAME, 1),
                            "reason": words(Reason),
                        },
                        {
                            "left": or_null(TRUTH),
                            "used_elsewhere": or_null(whole(0, MOST_COUNTED)),
                            "out_elsewhere": or_null(TRUTH),
                            "apply": or_null(TRUTH),
                        },
                    ),
                    _correction(),
                ]
            },
        },
    }


def _option(option: Option) -> Schema:
    if option.free == "number":
        return whole(0, LARGEST_NUMBER)
    if option.free == "text":
        return text(LONGEST_MARK, 1)
    if option.kind is bool:
        return TRUTH
    if option.kind is int:
        return {"type": "integer", "enum": list(option.values)}
    return words(str(value) for value in option.values)


def _common() -> dict[str, Schema]:
    return {"id": or_null(text(LONGEST_ID)), "dealer": or_null(SEAT)}


def _hand(kick: Schema) -> dict[str, Schema]:
    return {
        "kicks": listed(kick, LONGEST_LIST, 1),
        "lead": or_null(words(Lead)),
        "answer": or_null(words(Answer)),
        "lifts": listed(ref("lift"), LONGEST_LIST),
        "dealt": or_null(ref("dealt")),
        "sung": or_null(PAIR),
        "unsung": or_null(PAIR),
    }


def _score(kick: Schema) -> dict[str, Schema]:
    return {
        "kicks": listed(kick, LONGEST_LIST, 1),
        "lead": or_null(words(Lead)),
        "answer": or_null(words(Answer)),
        "high": or_null(PAIR),
        "low": or_null(PAIR),
        "jack": or_null(ref("jack")),
        "gamble": or_null(ref("gamble")),
        "claimed": or_null(both(-FAR, FAR)),
        "ran_out": or_null(TRUTH),
        "sung": or_null(PAIR),
        "unsung": or_null(PAIR),
    }


def _incident() -> dict[str, Schema]:
    hand = shaped({"kicked": or_null(whole(0, 9)), "points": or_null(both(0, HIGHEST_SCORE))}, [])
    return {
        "clause": {"type": "string"},
        "offender": or_null(SEAT),
        "phase": words(Phase),
        "packet": or_null(whole(1, 3)),
        "hand": or_null(hand),
        "called_by": or_null(SEAT),
        "minutes": or_null(whole(0, 10_000)),
        "choice": or_null(ref("choice")),
    }


def _incident_alone() -> dict[str, Schema]:
    """What an incident tells that a table would know."""
    return {
        "bullseyes": or_null(both(0, 1000)),
        "games": or_null(whole(1, 1000)),
        "warned": or_null(TRUTH),
    }


def _standing(
    kind: str, fields: dict[str, Schema], required: list[str], more: dict[str, Schema] | None = None
) -> Schema:
    """A record that stands by itself."""
    range_of = both(-FAR, FAR) if kind == SCORE else both(0, HIGHEST_SCORE)
    alone: dict[str, Schema] = {
        "format": {"const": kind},
        "ruleset": words(PUBLISHED),
        "options": or_null(ref("options")),
        "scores": or_null(range_of),
    }
    required_here = ["format", "ruleset", *required]
    dealer: dict[str, Schema] = {"dealer": SEAT} if "dealer" in required else {}
    return shaped({**alone, **_common(), **fields, **(more or {}), **dealer}, required_here)


def _at_table(kind: str, fields: dict[str, Schema], required: list[str]) -> Schema:
    """The same as an event, without what the table knows."""
    known = ["ruleset", "options", "scores", *(("bullseyes", "games", "warned") if kind == INCIDENT else ())]
    nulls: dict[str, Schema] = {name: {"type": "null"} for name in known}
    own: dict[str, Schema] = {"warned_elsewhere": or_null(TRUTH)} if kind == INCIDENT else {}
    return shaped({"format": {"const": kind}, **nulls, **_common(), **fields, **own}, ["format", *required])


def _named(name: str, fields: dict[str, Schema], more: dict[str, Schema] | None = None) -> Schema:
    return shaped({"event": {"const": name}, **fields, **(more or {})}, ["event", *fields])


def _correction() -> Schema:
    fields: dict[str, Schema] = {
        "event": {"const": "correction"},
        "of": whole(1, MOST_EVENTS),
        "by": text(LONGEST_NAME, 1),
        "leave": TRUTH,
        "replace": or_null(ref("event")),
    }
    return shaped(fields, ["event", "of", "by", "leave"])


def _table() -> Schema:
    fields: dict[str, Schema] = {
        "format": {"const": TABLE},
        "id": or_null(text(LONGEST_ID)),
        "ruleset": words(PUBLISHED),
        "options": or_null(ref("options")),
        "games": whole(1, MOST_GAMES),
        "first_dealer": or_null(SEAT),
        "events": listed(ref("event"), MOST_EVENTS),
    }
    return shaped(fields, ["format", "ruleset", "games", "events"])


def _effect() -> Schema:
    fields: dict[str, Schema] = {
        "effect": words(EffectName),
        "pair": or_null(PAIR),
        "seat": or_null(SEAT),
        "n": or_null(whole(0, 1000)),
        "may": or_null(TRUTH),
        "excess": or_null(whole(0, 1000)),
        "who": or_null(listed(text(40))),
        "remedy": or_null(text(LONGEST_TEXT)),
    }
    return shaped(fields, ["effect"])


def _choice() -> Schema:
    flags = ("void_kick", "fine", "debar", "match", "eject", "lose_dispute", "substitute")
    fields: dict[str, Schema] = {
        "option": or_null(text(LONGEST_TEXT)),
        "by": or_null(text(LONGEST_TEXT)),
        "effects": or_null(listed(ref("effect"), LONGEST_LIST)),
        "text": or_null(text(LONGEST_TEXT)),
        "bullseyes": or_null(whole(0, 1000)),
        **{flag: or_null(TRUTH) for flag in flags},
    }
    return {"anyOf": [text(LONGEST_TEXT), shaped(fields, [])]}
