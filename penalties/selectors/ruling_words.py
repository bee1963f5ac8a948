"""What a ruling does, in words: its effects with the names of those at the table, the board before and after, the
readings it rests on. Only words: the ruling itself is the engine's.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from penalties.selectors import code
from penalties.selectors.code_words import TOLD
from rules_engine.rulesets import Ruleset
from rules_engine.rulings.wording import REMEDY
from rules_engine.seats import Pair, Seat
from rules_engine.verdicts import EffectName, NextDeal
from scoring.selectors.words import PAIR_SHORT, SEAT_LONG

NEXT_DEAL = {
    NextDeal.SAME_DEALER: "The same dealer deals again.",
    NextDeal.NEXT_DEALER: "The deal moves on.",
    NextDeal.CONTINUE: "Play goes on.",
}


@dataclass(frozen=True, slots=True)
class People:
    """Who is who at a table: team names by pair, players' names by seat."""

    teams: Mapping[str, str]
    names: Mapping[str, str]

    def pair(self, pair: str | None) -> str:
        """``Scarlets (E/W)``."""
        if not pair:
            return "nobody"
        short = PAIR_SHORT[Pair(pair)]
        return f"{self.teams[pair]} ({short})" if self.teams.get(pair) else short

    def seat(self, seat: str | None) -> str:
        """``Anil Joseph (North)``."""
        if not seat:
            return "the person"
        long = SEAT_LONG[Seat(seat)]
        return f"{self.names[seat]} ({long})" if self.names.get(seat) else long


@dataclass(frozen=True, slots=True)
class Before:
    """A figure of one pair before and after."""

    pair: str
    short: str
    team: str
    scores: tuple[int, int]
    bullseyes: tuple[int, int]

    @property
    def moved(self) -> bool:
        """Whether anything changed for this pair."""
        return self.scores[0] != self.scores[1] or self.bullseyes[0] != self.bullseyes[1]


def effects(result: Mapping[str, Any], people: People) -> list[str]:
    """Every effect of a ruling's result as a sentence's part, the first letter large."""
    said = [_words(effect, people) for effect in result.get("effects", ())]
    return [text[:1].upper() + text[1:] for text in said]


def _words(effect: Mapping[str, Any], people: People) -> str:
    n, pair, seat = int(effect.get("n") or 0), people.pair(effect.get("pair")), people.seat(effect.get("seat"))
    may = "may be" if effect.get("may") else "is"
    match EffectName(effect["effect"]):
        case EffectName.POINTS:
            return f"{_count(n, 'point')} to {pair}"
        case EffectName.BULLSEYE:
            excess = int(effect.get("excess") or 0)
            beyond = f" ({excess} of them beyond the games left: not added)" if excess else ""
            return f"{_count(n, 'bullseye')} to {pair}{beyond}"
        case EffectName.GAMBLE:
            return f"gamble to {pair}"
        case EffectName.HUNG:
            return f"the jack is written as hung by {pair}"
        case EffectName.OTHER_POINTS:
            return f"{pair} keep the {n} that they made by high, low and jack"
        case EffectName.VOID_HAND:
            return f"what {pair} made in this hand does not count"
        case EffectName.VOID_GAME:
            return f"the chalks of {pair} in this game come off"
        case EffectName.VOID_KICK:
            return f"the {_count(n, 'point')} kicked by {pair} come off"
        case EffectName.BAR_GAMBLE:
            return f"{pair} cannot have gamble of this hand"
        case EffectName.WARN:
            return f"a warning to {seat if effect.get('seat') else pair}"
        case EffectName.DEAL_OVER:
            return "the same dealer deals again"
        case EffectName.MOVES_ON:
            return "the deal moves on"
        case EffectName.NONE:
            return "no penalty"
        case EffectName.SUBSTITUTE:
            return f"{seat} must be substituted"
        case EffectName.EJECT:
            return f"{seat} {may} put out of the game"
        case EffectName.DEBAR:
            return f"{seat} {may} barred from the tournament"
        case EffectName.FINE:
            return f"{seat} {may} fined"
        case EffectName.GAME:
            return f"the game goes to {pair}"
        case EffectName.MATCH:
            return f"the match goes to {pair}"
        case EffectName.CLOSE_TABLE:
            return f"the table is closed, {_count(n, 'bullseye')} of it to {pair}"
        case EffectName.INFORM:
            return f"{' and '.join(TOLD.get(who, who) for who in effect.get('who', ()))} must be told"
        case EffectName.CARD:
            return REMEDY.get(str(effect.get("remedy") or ""), str(effect.get("remedy") or ""))
        case EffectName.NOTE_NAME:  # pragma: no branch - mypy sees that no effect is left
            return (
                f"the name goes on the score sheet: {seat}"
                if effect.get("seat")
                else "the name goes on the score sheet"
            )


def _count(n: int, word: str) -> str:
    return f"{n} {word}" if n == 1 else f"{n} {word}s"


def board_lines(before: Mapping[str, Any], after: Mapping[str, Any], people: People) -> tuple[Before, ...]:
    """Both pairs' scores and bullseyes, from two boards as the ledger shows them."""
    return tuple(
        Before(
            pair.value,
            PAIR_SHORT[pair],
            people.teams.get(pair.value, ""),
            (before["scores"][pair.value], after["scores"][pair.value]),
            (before["bullseyes"][pair.value], after["bullseyes"][pair.value]),
        )
        for pair in Pair
    )


def acts_on(board: Mapping[str, Any], of: int | None, reported: int | None) -> str:
    """On which board a ruling acts, in words.

    ``board``: as it is now; ``of``: the entry in whose place the ruling is to stand; ``reported``: the table's last
    entry when the claim came in, where it is a claim that is ruled on.
    """
    if of is not None:
        return (
            f"It takes the place of entry {of}: it acts on the board as it stood then, and everything recorded "
            "after it is counted again."
        )
    said = f"It acts on the board as it is now, behind entry {board['sequence']}: game {len(board['games']) + 1}"
    if board["closed"]:
        said = f"It acts on the board as it is now, behind entry {board['sequence']}: the table is finished"
    since = 0 if reported is None else board["sequence"] - reported
    if since > 0:
        entries = "1 entry has" if since == 1 else f"{since} entries have"
        return f"{said}. When this was reported the table stood at entry {reported}; {entries} been recorded since."
    return f"{said}."


def next_deal(result: Mapping[str, Any]) -> str:
    """Who deals now, in words; empty where the ruling does not say."""
    said = result.get("next_deal")
    return NEXT_DEAL[NextDeal(said)] if said else ""


def readings(names: Iterable[str], ruleset: Ruleset) -> list[code.Reading]:
    """The readings in force behind a ruling, from its ``NAME=VALUE`` texts."""
    wanted = {text.partition("=")[0] for text in names}
    return [reading for reading in code.all_readings(ruleset) if reading.name in wanted]


def outcome(result: Mapping[str, Any]) -> tuple[tuple[Any, ...], ...]:
    """What a ruling gives without who and where, to compare it with others on the same clause.

    The pair is told by whether it gains or loses alone, so that two rulings at two tables compare.
    """
    return tuple(
        sorted(
            (effect["effect"], effect.get("n") or 0, bool(effect.get("may")))
            for effect in result.get("effects", ())
            if effect["effect"] not in (EffectName.INFORM.value, EffectName.NOTE_NAME.value)
        )
    )
