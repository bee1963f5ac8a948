"""What a criterion is, and the plain kind: one figure a team."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import groupby
from typing import Any, Protocol

from scoring.tiebreaks.evidence import Evidence
from scoring.tiebreaks.rows import Group, Row

Figures = Mapping[int, Any]
"""What a link compares, by the team's key; more is better unless the link is turned round."""


class Criterion(Protocol):
    """One link of a chain.

    A criterion is given the teams that all earlier links left level, and splits
    them: groups in order, the better first, level teams together. It sees the
    group as a whole, so one that compares the teams among themselves (results
    between the tied teams, say) has the same shape as one that reads a figure.
    """

    @property
    def base(self) -> str:
        """The name without its ``-``."""
        ...

    @property
    def name(self) -> str:
        """As written in a chain, the ``-`` included."""
        ...

    @property
    def words(self) -> str:
        """As read on the page: ``more bullseyes for``."""
        ...

    @property
    def among(self) -> str:
        """The family of a link that looks at matches among the level teams, empty for any other.

        Links of one family that follow one another start again for every smaller group that they leave level.
        """
        ...

    def figures(self, group: Group, evidence: Evidence) -> Figures | None:
        """What it compares; None where it cannot be applied to this group."""
        ...

    def why_not(self, group: Group, evidence: Evidence) -> str:
        """Why it cannot be applied, in words."""
        ...

    def shown(self, figure: Any) -> str:
        """A figure as people read it."""
        ...

    def split(self, group: Group, evidence: Evidence) -> Sequence[Group]:
        """The group parted, best first; one group when it cannot tell them apart."""
        ...


NO_EVIDENCE = Evidence()


def parted(group: Group, figure: Callable[[Row], Any], *, fewer: bool) -> Sequence[Group]:
    """The group by ``figure``, the better first; teams with the same figure stay together."""
    ordered = sorted(group, key=figure, reverse=not fewer)
    return [tuple(level) for _, level in groupby(ordered, key=figure)]


@dataclass(frozen=True, slots=True)
class ByFigure:
    """Orders by one figure of each team: more first, or fewer first when turned.

    ``a_match``: how many matches the figure stands for, where standings go by averages; None for a figure of which
    there is no average. A team without any has the average 0.
    """

    base: str
    noun: str
    figure: Callable[[Row], int]
    fewer: bool = False
    comparatives: tuple[str, str] = ("more", "fewer")
    a_match: Callable[[Row], int] | None = None

    @property
    def name(self) -> str:
        """As written in a chain."""
        return f"-{self.base}" if self.fewer else self.base

    @property
    def words(self) -> str:
        """As read on the page."""
        return f"{self.comparatives[self.fewer]} {self.noun}"

    @property
    def among(self) -> str:
        """None: a team's own figure looks at no other team."""
        return ""

    def turned(self) -> ByFigure:
        """The same figure the other way round."""
        return replace(self, fewer=not self.fewer)

    def of(self, row: Row, evidence: Evidence) -> int | Fraction:
        """The figure, or its average a match where standings go by averages."""
        if not evidence.by_average or self.a_match is None:
            return self.figure(row)
        matches = self.a_match(row)
        return Fraction(self.figure(row), matches) if matches else Fraction(0)

    def figures(self, group: Group, evidence: Evidence) -> Figures:
        """Each team's own."""
        return {row.key: self.of(row, evidence) for row in group}

    def why_not(self, group: Group, evidence: Evidence) -> str:
        """It always can."""
        return ""

    def shown(self, figure: Any) -> str:
        """A whole number; an average as the exact fraction and its first two decimals, cut off."""
        if not isinstance(figure, Fraction) or figure.denominator == 1:
            return str(figure).replace("-", "−")
        whole, hundredths = divmod(abs(figure.numerator) * 100 // figure.denominator, 100)
        sign = "−" if figure < 0 else ""
        return f"{sign}{whole}.{hundredths:02} ({sign}{abs(figure.numerator)}/{figure.denominator})"

    def split(self, group: Group, evidence: Evidence = NO_EVIDENCE) -> Sequence[Group]:
        """Teams with the same figure stay together."""
        if evidence.by_average:
            return parted(group, lambda row: self.of(row, evidence), fewer=self.fewer)
        return parted(group, self.figure, fewer=self.fewer)


class ByFacts:
    """A link that reads the evidence. It cannot be turned round: who won among themselves is the better."""

    base: str
    words: str
    among: str = ""

    @property
    def name(self) -> str:
        """As written in a chain."""
        return self.base

    def figures(self, group: Group, evidence: Evidence) -> Figures | None:
        """What it compares; None where it cannot be applied."""
        raise NotImplementedError

    def why_not(self, group: Group, evidence: Evidence) -> str:
        """Why it cannot be applied."""
        raise NotImplementedError

    def shown(self, figure: Any) -> str:
        """As it is; a minus sign for people."""
        return str(figure).replace("-", "−")

    def split(self, group: Group, evidence: Evidence) -> Sequence[Group]:
        """Teams with the same figure stay together; all of them where it cannot be applied."""
        found = self.figures(group, evidence)
        if found is None:
            return [group]
        return parted(group, lambda row: found[row.key], fewer=False)
