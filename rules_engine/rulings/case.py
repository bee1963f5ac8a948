"""One incident on the bench: the record, its clause, what was asked and consulted.

A :class:`Case` lives for one call of ``rule``. What a clause lacks raises
:class:`Wanting`, which the judge turns into an incomplete ruling.
"""

from __future__ import annotations

from collections.abc import Iterable

from rules_engine.penalty_code import Chooser, Clause, EffectSpec, Side, Who
from rules_engine.readings import OPTIONS
from rules_engine.records import Choice, IncidentRecord
from rules_engine.seats import Pair, Seat
from rules_engine.verdicts import Effect, EffectName, Points

GAINS = frozenset(
    {
        EffectName.POINTS,
        EffectName.BULLSEYE,
        EffectName.GAMBLE,
        EffectName.HUNG,
        EffectName.OTHER_POINTS,
        EffectName.GAME,
        EffectName.MATCH,
        EffectName.CLOSE_TABLE,
    }
)
LOSES = frozenset(
    {EffectName.VOID_HAND, EffectName.VOID_GAME, EffectName.VOID_KICK, EffectName.BAR_GAMBLE, EffectName.WARN}
)
PERSONAL = frozenset(
    {EffectName.WARN, EffectName.SUBSTITUTE, EffectName.EJECT, EffectName.DEBAR, EffectName.FINE, EffectName.NOTE_NAME}
)

_PLACE = {option.name: place for place, option in enumerate(OPTIONS)}

# A default that the code's own row states in words is the rule and no reading of
# it: it is cited only where an organiser has chosen otherwise. (6.a: "kicked points
# included"; a penalty point is a chalk for the other pair.)
STATED_IN_THE_ROW = frozenset({"misdeal_ten_counts_kick", "penalty_point"})


class Wanting(Exception):
    """Something is needed before the code can answer."""

    def __init__(self, needs: Iterable[str]) -> None:
        self.needs = tuple(needs)
        super().__init__(", ".join(self.needs))


class Case:
    """The working state of one ruling."""

    def __init__(self, record: IncidentRecord, clause: Clause, *, outside_table: bool) -> None:
        self.record = record
        self.clause = clause
        self.ruleset = record.ruleset
        self.outside_table = outside_table
        self.consulted: set[str] = set()
        self.sheet = clause.sheet
        self.follows: list[str] = []
        """What was decided that is no effect on the score, for the sheet."""
        self.ruled_as: str | None = None
        self.is_misdeal = False
        self.silent = False
        self.offers: tuple[str, ...] = tuple(choice.name for choice in clause.choices)
        self.chooser = clause.chooser

    # Readings

    def option(self, name: str) -> str:
        """The value of an option as text; it is cited in the ruling."""
        self.consulted.add(name)
        value: object = getattr(self.ruleset, name)
        return value if isinstance(value, str) else str(value)

    def is_on(self, name: str) -> bool:
        """A yes-or-no option; it is cited in the ruling."""
        self.consulted.add(name)
        return getattr(self.ruleset, name) is True

    def readings(self) -> tuple[str, ...]:
        """What was consulted, ``NAME=VALUE``, in the order of the table of readings."""
        published = self.ruleset.published()
        return tuple(
            self.ruleset.reading(name)
            for name in sorted(self.consulted, key=_PLACE.__getitem__)
            if name not in STATED_IN_THE_ROW or self.ruleset.value(name) != published.value(name)
        )

    # Seats and pairs

    @property
    def offenders(self) -> Pair | None:
        """The offender's pair."""
        return self.record.offender.pair if self.record.offender else None

    @property
    def dealer(self) -> Seat | None:
        """The dealer: as given, or the offender where only a dealer can offend."""
        if self.record.dealer is None and self.clause.offender is Who.DEALER:
            return self.record.offender
        return self.record.dealer

    @property
    def dealers(self) -> Pair:
        """The dealing pair. Wanting ``dealer`` where it is not known."""
        if self.dealer is None:
            raise Wanting(["dealer"])
        return self.dealer.pair

    def pair_of(self, side: Side) -> Pair | None:
        """The pair on a side; None where there is no offender at the table."""
        if side is Side.DEALERS:
            return self.dealers
        if side is Side.NON_DEALERS:
            return self.dealers.opponents
        offenders = self.offenders
        return offenders.opponents if offenders and side is Side.OPPONENTS else offenders

    def who_chooses(self) -> str:
        """The chooser as the contract spells it: a seat, official, captains or committee."""
        if self.chooser in (Chooser.OWNER, Chooser.OPPONENTS) and self.record.offender:
            return self.record.offender.next.value
        return self.chooser.value

    # What is known

    def require(self, *names: str) -> None:
        """Wanting those of ``names`` that the record does not give, in that order."""
        missing = [name for name in names if not self.has(name)]
        if missing:
            raise Wanting(missing)

    def has(self, name: str) -> bool:
        """Whether the record gives ``name``."""
        field = {"hand.kicked": "hand_kicked", "hand.points": "hand_points"}.get(name, name)
        return getattr(self.record, field) is not None

    @property
    def scores(self) -> Points:
        """The board. Wanting ``scores`` where they are not given."""
        if self.record.scores is None:
            raise Wanting(["scores"])
        return self.record.scores

    @property
    def kicked(self) -> int:
        """Points kicked in this deal. Wanting ``hand.kicked`` where they are not given."""
        if self.record.hand_kicked is None:
            raise Wanting(["hand.kicked"])
        return self.record.hand_kicked

    @property
    def given(self) -> Choice:
        """What was chosen or decided. Wanting ``choice`` where nothing is given."""
        if self.record.choice is None:
            raise Wanting(["choice"])
        return self.record.choice

    @property
    def bullseyes_left(self) -> int:
        """Bullseyes that the table has left. Wanting ``bullseyes`` and ``games`` where they are not given."""
        self.require("bullseyes", "games")
        return max(0, (self.record.games or 0) - sum(self.record.bullseyes or ()))

    # Effects

    def effects(self, specs: Iterable[EffectSpec]) -> list[Effect]:
        """The effects of a row, with the seats and the numbers of this case."""
        return [self._from_spec(spec) for spec in specs]

    def _from_spec(self, spec: EffectSpec) -> Effect:
        name = spec.by_value[self.option(spec.option)] if spec.option else spec.effect
        return self.effect(name, n=spec.n, to=spec.to, may=spec.may, who=spec.who, remedy=spec.remedy)

    def effect(
        self,
        name: EffectName,
        *,
        n: int | None = None,
        to: Side | None = None,
        may: bool = False,
        who: tuple[str, ...] = (),
        remedy: str | None = None,
    ) -> Effect:
        """One effect; pair, seat and n follow from the case where they are not given."""
        pair: Pair | None = None
        if name in GAINS:
            pair = self.pair_of(to or Side.OPPONENTS)
        elif name in LOSES or (name in PERSONAL and name is not EffectName.NOTE_NAME):
            pair = self.pair_of(to or Side.OFFENDERS)
        seat = self.record.offender if name in PERSONAL else None
        return Effect(name, pair, seat, self.number(name, pair) if n is None else n, may, 0, who, remedy)

    def number(self, name: EffectName, pair: Pair | None) -> int | None:
        """How much a void takes, or what gamble gives, as far as the record tells."""
        if name is EffectName.GAMBLE:
            return int(self.option("gamble_points"))
        if pair is None:
            return None
        if name is EffectName.VOID_KICK:
            return self.kicked
        if name is EffectName.VOID_GAME:
            return self.scores.of(pair)
        if name is EffectName.VOID_HAND and self.record.hand_points is not None:
            return self.record.hand_points.of(pair)
        return None
