"""Two rulesets side by side, and what each is called among people."""

from __future__ import annotations

from dataclasses import dataclass

from rules_engine.parameters import cited
from rules_engine.rulesets import JsonValue, Published, Ruleset, differences

TITLES = {
    Published.ROUND_ROBIN: "Round Robin",
    Published.TRINIDAD: "Trinidad",
    Published.TOBAGO: "Tobago",
    Published.PARLOUR: "Parlour",
}
SUMMARIES = {
    Published.ROUND_ROBIN: "The written code of the Round Robin tournaments, with a penalty for nearly everything.",
    Published.TRINIDAD: "The club rules of Trinidad. A kicked six scores, and a renege costs a point.",
    Published.TOBAGO: "The club rules as Tobago plays them: a kicked deuce scores in place of the six.",
    Published.PARLOUR: "How it is played at home. Where these rules say nothing, nothing is filled in.",
}


def title_of(ruleset: Ruleset) -> str:
    """``Round Robin rules``, and how many options differ from the published ones."""
    changed = len(ruleset.overrides())
    differing = f" with {changed} option{'' if changed == 1 else 's'} changed" if changed else ""
    return f"{TITLES[ruleset.base]} rules{differing}"


@dataclass(frozen=True, slots=True)
class Difference:
    """A parameter or option in which two rulesets differ: the values, and how each reads."""

    name: str
    is_option: bool
    explanation: str
    one: JsonValue
    other: JsonValue
    one_reading: str
    other_reading: str
    source: str

    @property
    def cited(self) -> str:
        """The source as it can stand on a page."""
        return cited(self.source)


def compare(one: Ruleset, other: Ruleset) -> tuple[Difference, ...]:
    """Every parameter, then every option, in which two rulesets differ; their names and bases apart."""
    found = []
    for name, _, _ in differences(one, other):
        mine, theirs = one.line(name), other.line(name)
        found.append(
            Difference(
                name,
                mine.is_option,
                mine.explanation,
                mine.value,
                theirs.value,
                mine.reading,
                theirs.reading,
                mine.source,
            )
        )
    return tuple(found)
