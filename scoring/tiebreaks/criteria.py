"""What a criterion is, and the plain kind: one figure a team."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from typing import Protocol

from scoring.tiebreaks.rows import Group, Row


class Criterion(Protocol):
    """One link of a chain.

    A criterion is given the teams that all earlier links left level, and splits
    them: groups in order, the better first, level teams together. It sees the
    group as a whole, so one that compares the teams among themselves (results
    between the tied teams, say) has the same shape as one that reads a figure.
    """

    @property
    def name(self) -> str:
        """As written in a chain, the ``-`` included."""
        ...

    @property
    def words(self) -> str:
        """As read on the page: ``more bullseyes for``."""
        ...

    def split(self, group: Group) -> Sequence[Group]:
        """The group parted, best first; one group when it cannot tell them apart."""
        ...


@dataclass(frozen=True, slots=True)
class ByFigure:
    """Orders by one figure of each team: more first, or fewer first when turned."""

    base: str
    noun: str
    figure: Callable[[Row], int]
    fewer: bool = False
    comparatives: tuple[str, str] = ("more", "fewer")

    @property
    def name(self) -> str:
        """As written in a chain."""
        return f"-{self.base}" if self.fewer else self.base

    @property
    def words(self) -> str:
        """As read on the page."""
        return f"{self.comparatives[self.fewer]} {self.noun}"

    def turned(self) -> ByFigure:
        """The same figure the other way round."""
        return replace(self, fewer=not self.fewer)

    def split(self, group: Group) -> Sequence[Group]:
        """Teams with the same figure stay together."""
        ordered = sorted(group, key=self.figure, reverse=not self.fewer)
        return [tuple(level) for _, level in groupby(ordered, key=self.figure)]
