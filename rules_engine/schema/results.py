"""The schema of what comes out."""

from __future__ import annotations

from rules_engine.cards import CARDS, SUITS
from rules_engine.schema.parts import DIALECT, PAIR, SEAT, TRUTH, Schema, listed, or_null, ref, shaped, words
from rules_engine.table_state import ErrorCode, WonBy
from rules_engine.verdicts import Code, EffectName, JackOutcome, NextDeal, Why

_NUMBER: Schema = {"type": "integer"}
_TEXT: Schema = {"type": "string"}


def _whole(fields: dict[str, Schema]) -> Schema:
    """A result holds every field of its kind."""
    return shaped(fields, fields)


def result_schema() -> Schema:
    """One result: of a hand, a score, an incident or a table, or what is said of a record that cannot be read."""
    return {
        "$schema": DIALECT,
        "title": "All Fours: a result",
        "oneOf": [ref("hand"), ref("score"), ref("ruling"), ref("table"), ref("unreadable")],
        "$defs": {
            "points": _whole({"NS": _NUMBER, "EW": _NUMBER}),
            "violation": _whole(
                {
                    "code": words(Code),
                    "clause": or_null(_TEXT),
                    "seat": or_null(SEAT),
                    "lift": or_null({"type": "integer", "minimum": 1}),
                    "card": or_null(_TEXT),
                    "message": _TEXT,
                }
            ),
            "trump": _whole({"card": words(CARDS), "seat": SEAT, "pair": PAIR}),
            "jack": _whole({"outcome": or_null(words(JackOutcome)), "pair": or_null(PAIR)}),
            "chalk": _whole(_chalk()),
            "effect": shaped(
                {
                    "effect": words(EffectName),
                    "pair": or_null(PAIR),
                    "seat": or_null(SEAT),
                    "n": or_null(_NUMBER),
                    "may": TRUTH,
                    "excess": _NUMBER,
                    "who": listed(_TEXT),
                    "remedy": or_null(_TEXT),
                },
                ["effect"],
            ),
            "ruling": _ruling(),
            "hand": _whole(
                _head()
                | {
                    "trumps": words(SUITS),
                    "won": listed(SEAT),
                    "high": or_null(ref("trump")),
                    "low": or_null(ref("trump")),
                }
                | _middle(_NUMBER)
            ),
            "score": _whole(_head() | {"high": or_null(_pair()), "low": or_null(_pair())} | _middle(or_null(_NUMBER))),
            "game": _whole(
                {
                    "number": _NUMBER,
                    "winner": PAIR,
                    "won_by": words(WonBy),
                    "scores": or_null(ref("points")),
                    "hands": _NUMBER,
                    "chalks": listed(_whole(_chalk() | {"event": _NUMBER})),
                    "hang_jacks": ref("points"),
                }
            ),
            "table": _table(),
            "unreadable": _whole({"id": or_null(_TEXT), "record": {"type": "integer", "minimum": 1}, "error": _TEXT}),
        },
    }


def _pair() -> Schema:
    return _whole({"pair": PAIR})


def _chalk() -> dict[str, Schema]:
    return {"pair": PAIR, "why": words(Why), "points": {"type": "integer", "minimum": 1}, "counted": TRUTH}


def _head() -> dict[str, Schema]:
    return {"id": or_null(_TEXT), "valid": TRUTH, "violations": listed(ref("violation"))}


def _middle(count: Schema) -> dict[str, Schema]:
    return {
        "jack": ref("jack"),
        "gamble": _whole({"NS": count, "EW": count, "pair": or_null(PAIR)}),
        "chalks": listed(ref("chalk")),
        "scores": ref("points"),
        "bullseye": or_null(PAIR),
        "consequences": listed(ref("ruling")),
        "needs": listed(_TEXT),
    }


def _ruling() -> Schema:
    return _whole(
        {
            "id": or_null(_TEXT),
            "clause": _TEXT,
            "complete": TRUTH,
            "needs": listed(_TEXT),
            "options": listed(_TEXT),
            "chooser": or_null(_TEXT),
            "effects": listed(ref("effect")),
            "scores": or_null(ref("points")),
            "bullseyes": or_null(ref("points")),
            "bullseye": or_null(PAIR),
            "table_closed": TRUTH,
            "next_deal": or_null(words(NextDeal)),
            "reason": _TEXT,
            "readings": listed(_TEXT),
        }
    )


def _table() -> Schema:
    fields: dict[str, Schema] = {
        "valid": TRUTH,
        "errors": listed(_whole({"event": _NUMBER, "code": words(ErrorCode), "message": _TEXT}), 1),
        "games": listed(ref("game")),
        "bullseyes": ref("points"),
        "hang_jacks": ref("points"),
        "current": or_null(_whole({"scores": ref("points"), "dealer": or_null(SEAT)})),
        "warnings": listed(_whole({"pair": PAIR, "clause": _TEXT, "count": _NUMBER})),
        "closed": TRUTH,
    }
    return shaped({"id": _TEXT, **fields}, fields)
