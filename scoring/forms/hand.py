"""The pad: a hand as chalked, in the fewest taps.

What may be chosen, and what it is worth, is read from the ruleset; whether the
choices go together is for the engine to say.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from django import forms

from rules_engine.readings import GambleTie, KickedThirdCard
from rules_engine.rulesets import Ruleset
from rules_engine.seats import Pair, Seat
from rules_engine.verdicts import RecordError
from scoring.forms.request import EventForm
from scoring.selectors.words import PAIR_SHORT, SEAT_LONG

MOST_COUNT = 200
"""No pack holds more card points; what a count may be is the engine's affair."""

NONE = "none"
PLAYED = ("high", "low", "gamble")
"""Rows that have no answer of their own: each needs a tap when the hand was played."""

PAIRS = [(pair.value, PAIR_SHORT[pair]) for pair in Pair]
_THIRD = {KickedThirdCard.DEUCE: ("2", "2"), KickedThirdCard.SIX: ("6", "6")}


def _row(label: str, choices: list[tuple[str, str]], *, required: bool = False, **more: Any) -> forms.ChoiceField:
    return forms.ChoiceField(label=label, choices=choices, widget=forms.RadioSelect, required=required, **more)


def kick_choices(ruleset: Ruleset) -> list[tuple[str, str]]:
    """Scoring kicks of a ruleset, each with its points as the engine counts them."""
    card, shown = _THIRD[ruleset.kicked_third_card]
    return [
        ("A", f"A·{ruleset.kick_ace}"),
        (card, f"{shown}·{ruleset.kick_third_card}"),
        ("J", f"J·{ruleset.kick_jack}"),
    ]


class HandForm(EventForm):
    """A ``score@1`` event by taps. An ordinary hand is high, low and gamble."""

    record_fields = {
        "dealer": "dealer",
        "kicks": "kick_1",
        "kicks.0": "kick_1",
        "kicks.1": "kick_2",
        "kicks.2": "kick_3",
        "lead": "then",
        "answer": "then",
        "ran_out": "ran_out",
        "high": "high",
        "low": "low",
        "jack": "jack",
        "gamble": "gamble",
        "gamble.counts": "count_ns",
        "gamble.counts.NS": "count_ns",
        "gamble.counts.EW": "count_ew",
        "sung": "sung",
        "unsung": "unsung",
    }

    count_ns = forms.IntegerField(label="N/S count", min_value=0, max_value=MOST_COUNT, required=False)
    count_ew = forms.IntegerField(label="E/W count", min_value=0, max_value=MOST_COUNT, required=False)
    ran_out = forms.BooleanField(label="The pack ran out", required=False)

    def __init__(self, *args: Any, ruleset: Ruleset, dealer_known: bool = True, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.ruleset = ruleset
        self.nothing_played = False
        kicks = kick_choices(ruleset)
        self.fields["kick_1"] = _row("Kick", [("", "–"), *kicks], initial="")
        self.fields["kick_2"] = _row("2nd kick", [("", "–"), *kicks], initial="")
        self.fields["kick_3"] = _row("3rd kick", [("", "not kicked"), (NONE, "–"), *kicks], initial="")
        then = [("stood", "Stood"), ("gave", "Gave one"), ("ran", "Ran")]
        if ruleset.stand_blind:
            then.append(("blind", "Stood blind"))
        self.fields["then"] = _row("Then", then, initial="stood")
        self.fields["high"] = _row("High", [*PAIRS, (NONE, "no trump")])
        self.fields["low"] = _row("Low", [*PAIRS, (NONE, "no trump")])
        jack = [("out", "none"), *((f"made-{pair}", word) for pair, word in PAIRS)]
        jack += [(f"hung-{pair}", f"Hung {word}") for pair, word in PAIRS]
        self.fields["jack"] = _row("Jack", jack, initial="out")
        gamble = list(PAIRS)
        if ruleset.gamble_tie is GambleTie.NOBODY:
            gamble.append((NONE, "level"))
        self.fields["gamble"] = _row("Gamble", gamble)
        self.fields["sung"] = _row("Sung early", [("", "no"), *PAIRS], initial="")
        self.fields["unsung"] = _row("Did not sing", [("", "–"), *PAIRS], initial="")
        if not dealer_known:
            seats = [(seat.value, SEAT_LONG[seat]) for seat in Seat]
            self.fields["dealer"] = _row("Dealer", seats, required=True)
            self.fields["dealer"].error_messages["required"] = (
                "Say who dealt: the board does not know after a game without hands."
            )
        for field in self.fields.values():
            if isinstance(field, forms.ChoiceField):
                field.error_messages["invalid_choice"] = "“%(value)s” is not one of the keys of this row."

    def clean(self) -> dict[str, Any]:
        """See that each row which needs a tap got one."""
        data = super().clean() or {}
        said = [name for name in PLAYED if data.get(name) or name in self.errors]
        # Nothing said at all may be right: a kick or the given point ended the game. The engine knows.
        # Whoever did not sing plays on, so that this hand was played out.
        self.nothing_played = not (said or data.get("unsung")) and data.get("jack") in ("", "out", None)
        if not (data.get("sung") or (data.get("then") == "ran" and data.get("ran_out")) or self.nothing_played):
            self._unsaid(name for name in PLAYED if name not in said)
        for name, other in (("count_ns", "count_ew"), ("count_ew", "count_ns")):
            if data.get(name) is not None and data.get(other) is None and other not in self.errors:
                self.add_error(other, "Give both counts, or neither.")
        if data.get("sung") and data.get("unsung"):
            self.add_error("unsung", "A pair sang, or one did not: both cannot be in one hand.")
        if data.get("ran_out") and data.get("then") != "ran":
            self.add_error("ran_out", "The pack runs out only after “Ran”.")
        return data

    def _unsaid(self, names: Iterable[str]) -> None:
        for name in names:
            self.add_error(name, forms.ValidationError(f"Say who has {name}.", code="unsaid"))

    def blame(self, error: RecordError) -> None:
        """What the engine misses in a hand of which nothing was said is what was not said."""
        if self.nothing_played and error.field.partition(".")[0] in ("jack", *PLAYED):
            self._unsaid(PLAYED)
        else:
            super().blame(error)

    @property
    def unsaid(self) -> list[str]:
        """The rows still to be tapped, when nothing else is wrong; else empty."""
        wrong = self.errors.as_data()
        codes = {error.code for errors in wrong.values() for error in errors}
        return [str(self.fields[name].label) for name in wrong] if codes == {"unsaid"} else []

    def event(self) -> dict[str, Any]:
        """The ``score@1`` event; call it on a valid form."""
        data = self.cleaned_data
        event: dict[str, Any] = {"format": "all-fours/score@1"}
        if data.get("dealer"):
            event["dealer"] = data["dealer"]
        ran = data["then"] == "ran"
        event["kicks"] = [_kick(data["kick_1"])]
        if ran:
            event["kicks"].append(_kick(data["kick_2"]))
            if data["kick_3"]:
                event["kicks"].append(_kick(data["kick_3"]))
        if ran and data["ran_out"]:
            return {**event, "ran_out": True}
        lead, answer = _THEN[data["then"] or "stood"]
        outcome, _, pair = (data["jack"] or "out").partition("-")
        event |= {
            "lead": lead,
            "answer": answer,
        }
        if self.nothing_played and not data["sung"]:
            return event
        event |= {
            "high": _pair(data["high"]),
            "low": _pair(data["low"]),
            "jack": {"outcome": outcome, "pair": pair} if pair else {"outcome": outcome},
        }
        gamble = data["gamble"]
        if gamble:
            event["gamble"] = {"pair": _pair(gamble)}
            if data.get("count_ns") is not None:
                event["gamble"]["counts"] = {"NS": data["count_ns"], "EW": data["count_ew"]}
        for name in ("sung", "unsung"):
            if data[name]:
                event[name] = data[name]
        return event


_THEN = {"stood": ("stand", None), "gave": ("beg", "give"), "ran": ("beg", "run"), "blind": ("stand-blind", None)}
_THEN_BACK: dict[tuple[Any, Any], str] = {value: key for key, value in _THEN.items()}
_NOTHING = "??"
"""A kick of which only that it scored nothing was noted."""


def _kick(value: str) -> str:
    return f"{value}?" if value not in ("", NONE) else _NOTHING


def _pair(value: str) -> str | None:
    return None if value in ("", NONE) else value


def typed(event: Mapping[str, Any]) -> dict[str, Any]:
    """The taps that would give ``event``: what the pad starts with when a hand is corrected."""
    kicks = [str(kick)[:-1] if str(kick)[:-1] != "?" else "" for kick in event.get("kicks") or ()]
    ran_out = bool(event.get("ran_out"))
    jack = event.get("jack") or {"outcome": "out"}
    gamble = event.get("gamble") or {}
    counts = gamble.get("counts") or {}
    then = "ran" if ran_out else _THEN_BACK.get((event.get("lead"), event.get("answer")), "stood")
    return {
        "dealer": event.get("dealer"),
        "kick_1": kicks[0] if kicks else "",
        "kick_2": kicks[1] if len(kicks) > 1 else "",
        "kick_3": (kicks[2] or NONE) if len(kicks) > 2 else "",
        "then": then,
        "ran_out": ran_out,
        "high": event.get("high") or NONE,
        "low": event.get("low") or NONE,
        "jack": f"{jack['outcome']}-{jack['pair']}" if jack.get("pair") else jack["outcome"],
        "gamble": gamble.get("pair") or "",
        "count_ns": counts.get("NS"),
        "count_ew": counts.get("EW"),
        "sung": event.get("sung") or "",
        "unsung": event.get("unsung") or "",
    }
