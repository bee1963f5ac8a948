"""Writing results as JSON of the file format: every field of their kind, null where it does not apply."""

from __future__ import annotations

import json
from json.encoder import encode_basestring_ascii

from rules_engine.hand import HandResult, TrumpHeld
from rules_engine.rulings.to_json import ruling_to_json
from rules_engine.score import ScoreResult
from rules_engine.seats import Pair
from rules_engine.verdicts import Chalk, JackOutcome, Points, RulingResult, Violation, Why

Json = dict[str, object]


def result_to_json(result: HandResult | ScoreResult | RulingResult) -> Json:
    """The result object of a record."""
    if isinstance(result, HandResult):
        return hand_to_json(result)
    if isinstance(result, ScoreResult):
        return score_to_json(result)
    return ruling_to_json(result)


def result_to_text(result: HandResult | ScoreResult | RulingResult) -> str:
    """The same as one line of JSON text, in ASCII."""
    if isinstance(result, HandResult) and not result.violations:
        return _hand_text(result)
    return json.dumps(result_to_json(result))


def hand_to_json(result: HandResult) -> Json:
    """The result of a ``hand@1``."""
    return {
        "id": result.id,
        "valid": result.valid,
        "violations": [violation_to_json(violation) for violation in result.violations],
        "trumps": result.trumps,
        "won": [seat.value for seat in result.won],
        "high": None if result.high is None else _trump(result.high),
        "low": None if result.low is None else _trump(result.low),
        "jack": _jack(result.jack, result.jack_pair),
        "gamble": {"NS": result.counts.NS, "EW": result.counts.EW, "pair": _pair(result.gamble)},
        "chalks": [chalk_to_json(chalk) for chalk in result.chalks],
        "scores": points_to_json(result.scores),
        "bullseye": _pair(result.bullseye),
        "consequences": [ruling_to_json(ruling) for ruling in result.consequences],
        "needs": list(result.needs),
    }


def score_to_json(result: ScoreResult) -> Json:
    """The result of a ``score@1``."""
    counts = result.counts
    return {
        "id": result.id,
        "valid": result.valid,
        "violations": [violation_to_json(violation) for violation in result.violations],
        "high": None if result.high is None else {"pair": result.high.value},
        "low": None if result.low is None else {"pair": result.low.value},
        "jack": _jack(result.jack, result.jack_pair),
        "gamble": {
            "NS": None if counts is None else counts.NS,
            "EW": None if counts is None else counts.EW,
            "pair": _pair(result.gamble),
        },
        "chalks": [chalk_to_json(chalk) for chalk in result.chalks],
        "scores": points_to_json(result.scores),
        "bullseye": _pair(result.bullseye),
        "consequences": [ruling_to_json(ruling) for ruling in result.consequences],
        "needs": list(result.needs),
    }


def violation_to_json(violation: Violation) -> Json:
    """A broken rule."""
    return {
        "code": violation.code.value,
        "clause": violation.clause,
        "seat": None if violation.seat is None else violation.seat.value,
        "lift": violation.lift,
        "card": violation.card,
        "message": violation.message,
    }


def chalk_to_json(chalk: Chalk) -> Json:
    """One mark on the board."""
    return {"pair": chalk.pair.value, "why": chalk.why.value, "points": chalk.points, "counted": chalk.counted}


def points_to_json(points: Points) -> dict[str, int]:
    """A number for each pair."""
    return {"NS": points.NS, "EW": points.EW}


def _pair(pair: Pair | None) -> str | None:
    return None if pair is None else pair.value


def _trump(held: TrumpHeld) -> Json:
    return {"card": held.card, "seat": held.seat.value, "pair": held.pair.value}


def _jack(outcome: JackOutcome | None, pair: Pair | None) -> Json:
    return {"outcome": None if outcome is None else outcome.value, "pair": _pair(pair)}


# The text of a valid hand is put together from its parts: a test holds it equal to
# json.dumps of the object above, which takes several times as long.


def _quoted(text: str | None) -> str:
    return "null" if text is None else f'"{text}"'


def _trump_text(held: TrumpHeld | None) -> str:
    if held is None:
        return "null"
    return f'{{"card": "{held.card}", "seat": "{held.seat}", "pair": "{held.pair}"}}'


def _chalk_text(chalk: Chalk) -> str:
    key = (chalk.pair, chalk.why, chalk.points, chalk.counted)
    text = _CHALK_TEXTS.get(key)
    if text is None:
        text = _CHALK_TEXTS[key] = json.dumps(chalk_to_json(chalk))
    return text


_CHALK_TEXTS: dict[tuple[Pair, Why, int, bool], str] = {}
"""Every chalk written so far; there are but a few dozen."""


def _hand_text(result: HandResult) -> str:
    name = "null" if result.id is None else encode_basestring_ascii(result.id)
    won = '", "'.join(result.won)
    won = f'["{won}"]' if won else "[]"
    chalks = ", ".join([_chalk_text(chalk) for chalk in result.chalks])
    needs = '["choice"]' if result.needs else "[]"
    return (
        f'{{"id": {name}, "valid": true, "violations": [], "trumps": "{result.trumps}", "won": {won}, '
        f'"high": {_trump_text(result.high)}, "low": {_trump_text(result.low)}, '
        f'"jack": {{"outcome": {_quoted(result.jack)}, "pair": {_quoted(result.jack_pair)}}}, '
        f'"gamble": {{"NS": {result.counts.NS}, "EW": {result.counts.EW}, "pair": {_quoted(result.gamble)}}}, '
        f'"chalks": [{chalks}], "scores": {{"NS": {result.scores.NS}, "EW": {result.scores.EW}}}, '
        f'"bullseye": {_quoted(result.bullseye)}, "consequences": [], "needs": {needs}}}'
    )
