"""The penalty code as its pages and its booklet tell it: clauses, effects, choices and readings in words.

Only words. What a clause does stands in ``rules_engine.penalty_code``, and what a reading means in
``rules_engine.readings``; nothing is ruled on here.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import groupby

from penalties.selectors import code_words as words
from rules_engine.penalty_code import ROUND_ROBIN, Clause, Offer, Outcome, all_clauses, find, search
from rules_engine.readings import OPTION_BY_NAME, OptionValue
from rules_engine.rulesets import PUBLISHED, Ruleset
from rules_engine.verdicts import EffectName, Phase

LONGEST_SEARCH = 100
"""Characters of a search that are looked at."""


@dataclass(frozen=True, slots=True)
class Reading:
    """An option that can bear on a ruling, with what it says here. ``changed``: not as published."""

    name: str
    says: str
    here: str
    published: str
    changed: bool
    others: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Decided:
    """One thing that is left to somebody's discretion: what, within which bounds, and what it then does."""

    text: str
    bounds: str
    effects: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Follows:
    """What follows, in the order of the code's row.

    ``first``: instead, on a first offence. ``silent``: the code gives no penalty and an official or the committee
    decides. ``ruled_as``: the clause by which it is ruled.
    """

    effects: tuple[str, ...]
    first: tuple[str, ...]
    decides: tuple[Decided, ...]
    decider: str
    silent: bool
    ruled_as: str

    @property
    def anything(self) -> bool:
        """Whether there is anything to say."""
        return bool(self.effects or self.first or self.decides or self.silent or self.ruled_as)


@dataclass(frozen=True, slots=True)
class Chosen:
    """One of the choices that a clause offers."""

    name: str
    text: str
    default: bool
    follows: Follows


@dataclass(frozen=True, slots=True)
class ClauseShown:
    """One clause as it is told. ``own`` is False where the ruleset's own code is silent on it (14.g)."""

    clause: Clause
    own: bool
    kind: str
    who: str
    phases: str
    follows: Follows
    works_out: str
    chooser: str
    choices: tuple[Chosen, ...]
    informed: tuple[str, ...]
    readings: tuple[Reading, ...]
    see: tuple[Clause, ...]

    @property
    def number(self) -> str:
        """The clause's number."""
        return self.clause.number

    @property
    def warning_first(self) -> bool:
        """Whether a first offence is warned."""
        return self.clause.warning_first

    @property
    def costs_nothing(self) -> bool:
        """Whether it is a rule that nothing follows: a term, or how something is done."""
        effects = {spec.effect for spec in self.clause.specs}
        return self.clause.kind == "rule" and not self.choices and effects <= {EffectName.NONE}

    @property
    def anchor(self) -> str:
        """Its name within a page or a booklet."""
        return f"c{self.clause.number.replace('.', '-')}"


@dataclass(frozen=True, slots=True)
class Section:
    """A section of a code and its clauses."""

    number: int
    title: str
    clauses: tuple[Clause, ...]


def rulesets() -> tuple[tuple[str, str], ...]:
    """The codes that there are: name and title."""
    return tuple((name, words.CODE[name]) for name in PUBLISHED)


def sections(ruleset: str = ROUND_ROBIN) -> tuple[Section, ...]:
    """A code by section.

    The codes of the club and parlour rules are short and have a single title; their clauses keep the numbers of the
    Round Robin code, and with them its sections.
    """
    titles = {clause.section: clause.section_title for clause in all_clauses()}
    return tuple(
        Section(number, titles[number], tuple(found))
        for number, found in groupby(all_clauses(ruleset), key=lambda clause: clause.section)
    )


def in_phase(phase: Phase, ruleset: str = ROUND_ROBIN) -> tuple[Clause, ...]:
    """The clauses that can happen in a phase; those that belong to few phases first, then by number.

    Rules that cannot be broken are left out: nobody looks for them by what just happened.
    """
    found = [clause for clause in all_clauses(ruleset) if phase in clause.phases and clause.kind != "rule"]
    return tuple(sorted(found, key=lambda clause: len(clause.phases) == len(Phase)))


def found_by(text: str, ruleset: str = ROUND_ROBIN) -> tuple[Clause, ...]:
    """What a search finds, best first."""
    return search(text[:LONGEST_SEARCH], ruleset)


def shown(number: str, ruleset: Ruleset | None = None) -> ClauseShown | None:
    """The clause with this number as a ruleset has it; None when no code has such a clause.

    ``ruleset`` gives the code and the readings in force; without one the Round Robin code stands as published.
    """
    read_by = ruleset or PUBLISHED[ROUND_ROBIN]
    own = find(number, read_by.base.value)
    clause = own or find(number)
    if clause is None:
        return None
    return ClauseShown(
        clause=clause,
        own=own is not None,
        kind=words.KIND[clause.kind],
        who=words.WHO[clause.offender],
        phases=words.phases(clause.phases),
        follows=_follows(clause.outcome, clause),
        works_out=words.WORKS_OUT.get(clause.compute or "", ""),
        chooser=words.CHOOSER[clause.chooser],
        choices=tuple(_chosen(offer, clause) for offer in clause.choices),
        informed=tuple(words.TOLD[who] for who in clause.informed),
        readings=readings(clause, read_by),
        see=tuple(other for number in clause.see if (other := find(number, clause.ruleset) or find(number))),
    )


def readings(clause: Clause, ruleset: Ruleset) -> tuple[Reading, ...]:
    """The options that can bear on a ruling under ``clause``, as ``ruleset`` reads them."""
    published = ruleset.published()
    return tuple(_reading(name, ruleset, published) for name in clause.readings)


def all_readings(ruleset: Ruleset) -> tuple[Reading, ...]:
    """Every option of a ruleset."""
    published = ruleset.published()
    return tuple(_reading(name, ruleset, published) for name in OPTION_BY_NAME)


def short(clause: Clause) -> str:
    """What a clause costs, in a few words for a list: empty for a rule that costs nothing."""
    if clause.kind == "rule":
        return ""
    outcomes = [outcome for outcome in clause.outcomes if outcome.effects or outcome.first or outcome.silent]
    said = dict.fromkeys(words.short(outcome) for outcome in outcomes)
    said.pop("", None)
    return " or ".join(list(said)[:2]) if said else ""


def listed(clauses: Iterable[Clause]) -> tuple[tuple[Clause, str], ...]:
    """Clauses with what each costs, for a list."""
    return tuple((clause, short(clause)) for clause in clauses)


def _follows(outcome: Outcome, clause: Clause) -> Follows:
    return Follows(
        effects=tuple(words.effect(spec) for spec in outcome.effects),
        first=tuple(words.effect(spec) for spec in outcome.first),
        decides=tuple(
            Decided(item.text, words.bounds(item), tuple(words.effect(spec) for spec in item.effects))
            for item in outcome.decides
        ),
        decider=words.CHOOSER[outcome.decider] if outcome.decider else "",
        silent=outcome.silent or (clause.kind == "silent" and outcome is clause.outcome),
        ruled_as=outcome.ruled_as or "",
    )


def _chosen(offer: Offer, clause: Clause) -> Chosen:
    return Chosen(offer.name, offer.text, offer.default, _follows(offer.outcome, clause))


def _reading(name: str, ruleset: Ruleset, published: Ruleset) -> Reading:
    option = OPTION_BY_NAME[name]
    here, usual = ruleset.value(name), published.value(name)
    told: Sequence[tuple[OptionValue, str]] = list(zip(option.values, option.words, strict=True))
    return Reading(
        name=name,
        says=option.explanation,
        here=_meaning(told, here),
        published=_meaning(told, usual),
        changed=here != usual,
        others=tuple(text for value, text in told if value != here),
    )


def _meaning(told: Sequence[tuple[OptionValue, str]], value: object) -> str:
    return next((text for offered, text in told if offered == value), str(value))
