"""Writing results as JSON of the file format: every field of their kind, null where it does not apply."""

from __future__ import annotations

import json
from collections.abc import Callable
from json.encoder import encode_basestring_ascii
from typing import TypeVar

from rules_engine.hand import HandResult, TrumpHeld
from rules_engine.rulings.to_json import ruling_to_json
from rules_engine.score import ScoreResult
from rules_engine.seats import Pair
from rules_engine.verdicts import Chalk, JackOutcome, Points, RulingResult, Violation

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
        "high": _trump(result.high),
        "low": _trump(result.low),
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


def _trump(held: TrumpHeld | None) -> Json | None:
    if held is None:
        return None
    return {"card": held.card, "seat": held.seat.value, "pair": held.pair.value}


def _jack(outcome: JackOutcome | None, pair: Pair | None) -> Json:
    return {"outcome": None if outcome is None else outcome.value, "pair": _pair(pair)}


# The text of a valid hand is put together from its parts: a test holds it equal to
# json.dumps of the object above, which takes several times as long.

_T = TypeVar("_T")


class _Texts(dict[_T, str]):
    """The JSON text of each value, made when it is first wanted: there are few of these."""

    def __init__(self, to_json: Callable[[_T], object]) -> None:
        super().__init__()
        self.to_json = to_json

    def __missing__(self, value: _T) -> str:
        text = self[value] = json.dumps(self.to_json(value))
        return text


_CHALKS = _Texts(chalk_to_json)
_TRUMPS = _Texts(_trump)
_WORDS: _Texts[str | None] = _Texts(lambda word: word)


def _hand_text(result: HandResult) -> str:
    name, _, trumps, won, high, low, jack, jack_pair, counts, gamble, chalks, scores, bullseye, _, needs = result
    quoted_name = "null" if name is None else encode_basestring_ascii(name)
    seats = '"' + '", "'.join(won) + '"' if won else ""
    choice = '"choice"' if needs else ""
    return (
        f'{{"id": {quoted_name}, "valid": true, "violations": [], '
        f'"trumps": "{trumps}", "won": [{seats}], '
        f'"high": {_TRUMPS[high]}, "low": {_TRUMPS[low]}, '
        f'"jack": {{"outcome": {_WORDS[jack]}, "pair": {_WORDS[jack_pair]}}}, '
        f'"gamble": {{"NS": {counts[0]}, "EW": {counts[1]}, "pair": {_WORDS[gamble]}}}, '
        f'"chalks": [{", ".join([_CHALKS[chalk] for chalk in chalks])}], '
        f'"scores": {{"NS": {scores[0]}, "EW": {scores[1]}}}, "bullseye": {_WORDS[bullseye]}, '
        f'"consequences": [], "needs": [{choice}]}}'
    )
