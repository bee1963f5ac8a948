"""Reads the TOML files of the penalty code and checks them against the types.

A fault in the data is a :class:`CodeError` that names file, clause and key: it
stops the program at the first use, never a ruling halfway.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from enum import StrEnum
from pathlib import Path
from typing import TypeVar

from rules_engine.penalty_code.model import (
    REMAINING,
    Chooser,
    Clause,
    Decision,
    EffectSpec,
    Kind,
    Offer,
    Outcome,
    Side,
    Who,
)
from rules_engine.verdicts import EffectName, Phase

FOLDER = Path(__file__).parent
REMEDIES = ("stands", "bottom-stands", "retrieve", "dead", "rewrite", "handle-again", "new-pack")
TOLD = ("captains", "official", "committee")

E = TypeVar("E", bound=StrEnum)


class CodeError(Exception):
    """The penalty code's data is not what it should be."""


class Row:
    """A TOML table that is emptied as it is read: what is left over is a misspelled key."""

    def __init__(self, where: str, data: object) -> None:
        if not isinstance(data, dict):
            raise CodeError(f"{where}: a table is expected")
        self.where = where
        self._data: dict[str, object] = dict(data)

    def fail(self, key: str, text: str) -> CodeError:
        """An error that names this table and ``key``."""
        return CodeError(f"{self.where}: {key}: {text}")

    def has(self, key: str) -> bool:
        """Whether ``key`` is still to be read."""
        return key in self._data

    def text(self, key: str, default: str | None = None) -> str:
        """A text that is not blank."""
        value = self._data.pop(key, default)
        if not isinstance(value, str) or not value.strip():
            raise self.fail(key, "a text is expected")
        return value.strip()

    def optional(self, key: str) -> str | None:
        """A text, or None where the key is absent."""
        return self.text(key) if self.has(key) else None

    def number(self, key: str) -> int | None:
        """A whole number, or None where the key is absent."""
        value = self._data.pop(key, None)
        if value is not None and (isinstance(value, bool) or not isinstance(value, int)):
            raise self.fail(key, "a whole number is expected")
        return value

    def flag(self, key: str) -> bool:
        """True or false; false where the key is absent."""
        value = self._data.pop(key, False)
        if not isinstance(value, bool):
            raise self.fail(key, "true or false is expected")
        return value

    def items(self, key: str) -> list[object]:
        """A list; empty where the key is absent."""
        value = self._data.pop(key, [])
        if not isinstance(value, list):
            raise self.fail(key, "a list is expected")
        return list(value)

    def texts(self, key: str) -> tuple[str, ...]:
        """A list of texts without repeats; empty where the key is absent."""
        values = self.items(key)
        found = tuple(value for value in values if isinstance(value, str) and value.strip())
        if len(found) != len(values) or len(set(found)) != len(found):
            raise self.fail(key, "a list of different texts is expected")
        return found

    def mapping(self, key: str) -> dict[str, object]:
        """A table."""
        value = self._data.pop(key, None)
        if not isinstance(value, dict):
            raise self.fail(key, "a table is expected")
        return dict(value)

    def one_of(self, key: str, kind: type[E], default: E | None = None) -> E:
        """A word of the enum ``kind``."""
        return self.word(key, self.text(key, default), kind)

    def word(self, key: str, value: object, kind: type[E]) -> E:
        """``value`` as a word of the enum ``kind``."""
        for member in kind:
            if member.value == value:
                return member
        raise self.fail(key, f"{value!r} is none of {', '.join(kind)}")

    def done(self) -> None:
        """Nothing may be left."""
        if self._data:
            raise self.fail(next(iter(self._data)), "this key is not known")


def read_folder(folder: Path = FOLDER) -> tuple[Clause, ...]:
    """Every clause of every file in ``folder``, in the order of the files."""
    found: dict[tuple[str, str], Clause] = {}
    for path in sorted(folder.glob("*.toml")):
        for clause in read_text(path.name, path.read_text(encoding="utf-8")):
            if (clause.ruleset, clause.number) in found:
                raise CodeError(f"{path.name} {clause.number}: number: this clause stands twice")
            found[clause.ruleset, clause.number] = clause
    numbers = {number for _, number in found}
    for clause in found.values():
        for number in (*clause.see, *(outcome.ruled_as for outcome in clause.outcomes)):
            if number is not None and number not in numbers:
                raise CodeError(f"{clause.number}: see: there is no clause {number}")
    return tuple(found.values())


def read_text(name: str, text: str) -> tuple[Clause, ...]:
    """The clauses of one file."""
    try:
        data: dict[str, object] = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise CodeError(f"{name}: {error}") from error
    top = Row(name, data)
    title = top.text("title")
    rulesets = top.texts("rulesets")
    if not rulesets:
        raise top.fail("rulesets", "at least one ruleset is expected")
    rows = top.items("clause")
    top.done()
    return tuple(_clause(name, title, ruleset, item) for ruleset in rulesets for item in rows)


def _clause(name: str, section_title: str, ruleset: str, item: object) -> Clause:
    row = Row(name, item)
    number = row.text("number")
    row.where = f"{name} {number}"
    section, dot, letter = number.partition(".")
    if not (section.isdecimal() and dot and len(letter) == 1):
        raise row.fail("number", "a section and a letter are expected, such as 2.a")
    choices = tuple(_choice(row.where, choice) for choice in row.items("choices"))
    options = row.texts("options")
    consults = row.texts("consults")
    if not set(consults) <= set(options):
        raise row.fail("consults", "an option is consulted that options does not list")
    clause = Clause(
        number=number,
        section=int(section),
        section_title=section_title,
        ruleset=ruleset,
        title=row.text("title"),
        text=row.text("text"),
        kind=row.one_of("kind", Kind),
        sheet=row.text("sheet"),
        offender=row.one_of("offender", Who, Who.ANY),
        phases=_phases(row),
        outcome=_outcome(row),
        choices=choices,
        chooser=row.one_of("chooser", Chooser, Chooser.OFFICIAL),
        compute=row.optional("compute"),
        unnamed=row.text("unnamed", "Somebody offended"),
        informs=_told(row),
        options=options,
        consults=consults,
        see=row.texts("see"),
        words=row.texts("words"),
        terms=row.texts("terms"),
    )
    row.done()
    if len({choice.name for choice in choices}) != len(choices) or sum(choice.default for choice in choices) > 1:
        raise row.fail("choices", "a choice stands twice, or two are taken by default")
    return clause


def _told(row: Row) -> tuple[str, ...]:
    told = row.texts("informs")
    if not set(told) <= set(TOLD):
        raise row.fail("informs", f"one or more of {', '.join(TOLD)} are expected")
    return told


def _phases(row: Row) -> frozenset[Phase]:
    """``phases`` as a set; ``["any"]`` for all of them."""
    values = row.texts("phases")
    if values == ("any",):
        return frozenset(Phase)
    if not values:
        raise row.fail("phases", "at least one phase is expected")
    return frozenset(row.word("phases", value, Phase) for value in values)


def _outcome(row: Row) -> Outcome:
    decides = tuple(_decision(row.where, item) for item in row.items("decides"))
    decider = row.one_of("decider", Chooser) if row.has("decider") else None
    if bool(decides) != (decider is not None):
        raise row.fail("decider", "a discretion needs both its decisions and its decider")
    return Outcome(
        effects=_effects(row, "effects"),
        first=_effects(row, "first"),
        decides=decides,
        decider=decider,
        silent=row.flag("silent"),
        ruled_as=row.optional("ruled_as"),
    )


def _choice(where: str, item: object) -> Offer:
    row = Row(f"{where} choices", item)
    choice = Offer(
        name=row.text("name"),
        text=row.text("text"),
        outcome=_outcome(row),
        default=row.flag("default"),
        sheet=row.optional("sheet"),
    )
    row.done()
    return choice


def _decision(where: str, item: object) -> Decision:
    row = Row(f"{where} decides", item)
    most = REMAINING if row.flag("up_to_remaining") else row.number("most")
    decision = Decision(row.text("name"), row.text("text"), _effects(row, "effects"), most)
    row.done()
    return decision


def _effects(row: Row, key: str) -> tuple[EffectSpec, ...]:
    return tuple(_effect(f"{row.where} {key}", item) for item in row.items(key))


def _effect(where: str, item: object) -> EffectSpec:
    row = Row(where, item)
    option = row.optional("option")
    if option is None:
        by_value: Mapping[str, EffectName] = {"": row.one_of("do", EffectName)}
    else:
        by_value = {value: row.word("values", word, EffectName) for value, word in row.mapping("values").items()}
        if not by_value:
            raise row.fail("values", "at least one value is expected")
    spec = EffectSpec(
        by_value=dict(by_value),
        option=option,
        n=row.number("n"),
        may=row.flag("may"),
        who=row.texts("who"),
        remedy=row.optional("remedy"),
        to=row.one_of("to", Side) if row.has("to") else None,
    )
    row.done()
    effect = spec.effect
    if (effect is EffectName.INFORM) != bool(spec.who) or not set(spec.who) <= set(TOLD):
        raise row.fail("who", f"inform needs who, one or more of {', '.join(TOLD)}; nothing else has it")
    if (effect is EffectName.CARD) != (spec.remedy is not None) or spec.remedy not in (None, *REMEDIES):
        raise row.fail("remedy", f"card needs a remedy, one of {', '.join(REMEDIES)}; nothing else has it")
    if effect is EffectName.POINTS and spec.n is None:
        raise row.fail("n", "points need a number")
    return spec
