"""The shape of the penalty code: what a clause says, as typed values.

The data stands in the TOML files beside this module; :mod:`.loader` reads and
checks them against these types. ``rules_engine.rulings`` executes them.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from rules_engine.verdicts import EffectName, Phase


class Kind(StrEnum):
    """What a clause is: an offence, a rule without penalty, or an offence that the code leaves open."""

    OFFENCE = "offence"
    RULE = "rule"
    SILENT = "silent"


class Who(StrEnum):
    """Who can offend. ``NOBODY_NEEDED``: the offender may be absent or not at the table (14.e to 14.g)."""

    ANY = "any"
    DEALER = "dealer"
    CUTTER = "cutter"
    LEAD_PLAYER = "lead-player"
    NOT_DEALER = "not-dealer"
    BYSTANDER = "neither-dealer-nor-cutter"
    NOBODY_NEEDED = "nobody-needed"


class Side(StrEnum):
    """Whom an effect touches, before the seats are known."""

    OFFENDERS = "offenders"
    OPPONENTS = "opponents"
    DEALERS = "dealers"
    NON_DEALERS = "non-dealers"


class Chooser(StrEnum):
    """Who chooses. ``OWNER``: whose card was turned up; ``OPPONENTS``: the pair opposing the offender."""

    OFFICIAL = "official"
    CAPTAINS = "captains"
    COMMITTEE = "committee"
    OWNER = "owner"
    OPPONENTS = "opponents"


@dataclass(frozen=True, slots=True)
class EffectSpec:
    """An effect as the code's row gives it.

    ``option`` names a reading whose value picks the effect out of ``by_value``;
    without one ``by_value`` has the single key "".
    """

    by_value: dict[str, EffectName]
    option: str | None = None
    n: int | None = None
    may: bool = False
    who: tuple[str, ...] = ()
    remedy: str | None = None
    to: Side | None = None

    @property
    def effect(self) -> EffectName:
        """The effect where no reading changes it, else the default reading's."""
        return next(iter(self.by_value.values()))


@dataclass(frozen=True, slots=True)
class Decision:
    """One thing that the decider settles within bounds.

    A flag (yes or no) when ``most`` is None; else a number from 0 to ``most``,
    where ``REMAINING`` stands for the bullseyes left on the table.
    """

    name: str
    text: str
    effects: tuple[EffectSpec, ...]
    most: int | None = None


REMAINING = -1

_ENDS_GAME = ("penalty_bullseye", "deal_after_penalty")
_BROUGHT = {
    EffectName.POINTS: ("penalty_point", "over_target", "deal_after_penalty"),
    EffectName.BULLSEYE: _ENDS_GAME,
    EffectName.GAMBLE: ("gamble_points",),
}


@dataclass(frozen=True, slots=True)
class Outcome:
    """What follows. ``first``: instead, on a first offence (a warning); empty where none is given."""

    effects: tuple[EffectSpec, ...] = ()
    first: tuple[EffectSpec, ...] = ()
    decides: tuple[Decision, ...] = ()
    decider: Chooser | None = None
    silent: bool = False
    ruled_as: str | None = None


@dataclass(frozen=True, slots=True)
class Offer:
    """A spelling of ``choice``; ``default`` where it is taken when none is given.

    ``sheet``: what to write on the sheet instead of the clause's own words.
    """

    name: str
    text: str
    outcome: Outcome
    default: bool = False
    sheet: str | None = None


@dataclass(frozen=True, slots=True)
class Clause:
    """One clause.

    ``sheet``: for an offence, words that complete "South …"; for a rule, a whole
    sentence. ``options``: every reading that the clause names; ``consults``: those
    of them that stand in every ruling on it. ``compute``: the function that
    answers it where effects alone do not. ``informs``: whom that function tells.
    ``unnamed``: the sheet's words where nobody at the table offended.
    """

    number: str
    section: int
    section_title: str
    ruleset: str
    title: str
    text: str
    kind: Kind
    sheet: str
    offender: Who
    phases: frozenset[Phase]
    outcome: Outcome
    choices: tuple[Offer, ...]
    chooser: Chooser
    compute: str | None
    unnamed: str
    informs: tuple[str, ...]
    options: tuple[str, ...]
    consults: tuple[str, ...]
    see: tuple[str, ...]
    words: tuple[str, ...]
    terms: tuple[str, ...]

    @property
    def warning_first(self) -> bool:
        """Whether a first offence is warned, by the clause or one of its choices."""
        return bool(self.outcome.first) or any(choice.outcome.first for choice in self.choices)

    @property
    def informed(self) -> tuple[str, ...]:
        """Who must be told, in the row's order."""
        told = dict.fromkeys(self.informs)
        for spec in self.specs:
            told.update(dict.fromkeys(spec.who))
        return tuple(told)

    @property
    def outcomes(self) -> tuple[Outcome, ...]:
        """The clause's own outcome, then that of each choice."""
        return (self.outcome, *(choice.outcome for choice in self.choices))

    @property
    def specs(self) -> tuple[EffectSpec, ...]:
        """Every effect that stands in the data."""
        return tuple(
            spec
            for outcome in self.outcomes
            for spec in (
                *outcome.first,
                *(spec for decision in outcome.decides for spec in decision.effects),
                *outcome.effects,
            )
        )

    @property
    def readings(self) -> tuple[str, ...]:
        """Every option that can bear on a ruling: the named ones and those that each kind of effect brings."""
        found = dict.fromkeys(self.options)
        if self.warning_first:
            found["warnings_scope"] = None
        for spec in self.specs:
            found.update(dict.fromkeys(_BROUGHT.get(spec.effect, ())))
        return tuple(found)

    def choice(self, name: str) -> Offer | None:
        """The choice spelled ``name``, or None."""
        return next((choice for choice in self.choices if choice.name == name), None)
