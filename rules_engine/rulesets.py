"""Rulesets: what varies between the published ways of playing, as frozen values.

A hand, a game and a tournament each name exactly one ruleset. There are four
published ones; an organiser derives another by named options
(:mod:`rules_engine.readings`). A ruleset is a value: equal fields, equal rulesets.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields, replace
from enum import StrEnum
from types import MappingProxyType

from rules_engine import readings as r
from rules_engine.parameters import PARAMETERS, cited
from rules_engine.readings import OPTION_BY_NAME, OPTIONS, Option, OptionValue
from rules_engine.verdicts import RecordError

JsonValue = bool | int | str

LONGEST_TEXT = 40
LARGEST_NUMBER = 1000


class Published(StrEnum):
    """The published rulesets, and with each its code of penalties."""

    ROUND_ROBIN = "round-robin"
    TRINIDAD = "trinidad"
    TOBAGO = "tobago"
    PARLOUR = "parlour"


class DealingMethod(StrEnum):
    """How many cards at a time."""

    MAY_CHANGE_AFTER_BEG = "may-change-after-beg"
    SAME_ALL_MATCH = "same-all-match"
    SAME_ALL_GAME = "same-all-game"


class Direction(StrEnum):
    ANTICLOCKWISE = "anticlockwise"


class KickedCardGoes(StrEnum):
    """Where the kicked card goes when the pack is run."""

    BOTTOM = "bottom"
    ASIDE = "aside"
    DISCARD = "discard"


class RunUntil(StrEnum):
    """When the dealing after a beg stops."""

    DIFFERS_FROM_FIRST = "differs-from-first"


class PackRunsOut(StrEnum):
    """Who deals when the pack ran out; kicked points are always kept."""

    SAME_DEALER_UNLESS_BULLSEYE = "same-dealer-unless-bullseye"
    SAME_DEALER = "same-dealer"


class WithoutTrump(StrEnum):
    """Standing, or giving one, without a trump."""

    OFFENCE = "offence"
    ALLOWED = "allowed"


class PlainLed(StrEnum):
    FOLLOW_OR_TRUMP = "follow-or-trump"


class TrumpLed(StrEnum):
    FOLLOW = "follow"


class Unsung(StrEnum):
    """What a pair at the target that does not sing before the next cut must do."""

    PLAY_ON = "play-on"
    SILENT = "silent"


class WrongCard(StrEnum):
    """A wrong card noticed before the lift is complete."""

    STANDS = "stands"
    MAY_BE_CORRECTED = "may-be-corrected"
    SILENT = "silent"


class Renege(StrEnum):
    """What a proved renege costs."""

    BULLSEYE = "bullseye"
    POINT_AND_GAMBLE_BARRED = "point-and-gamble-barred"
    SILENT = "silent"


class TopFive(StrEnum):
    """Keeping back one of A K Q J 10 of trumps when trumps are led."""

    AS_ANY_RENEGE = "as-any-renege"
    LOSES = "loses"
    SILENT = "silent"


class ExposedCard(StrEnum):
    SECTION_9 = "section-9"
    SILENT = "silent"
    MAY_BE_CALLED = "may-be-called"


class FirstDeal(StrEnum):
    TOSS = "toss"
    HIGHEST_CUT = "highest-cut"


@dataclass(frozen=True, slots=True)
class Explained:
    """One line of :meth:`Ruleset.explain`.

    ``value`` and ``published`` are plain JSON values; ``published`` is the value in
    the published ruleset that this one is derived from. ``explanation`` says what it
    is about, ``reading`` what the value means here; ``source`` names clauses and seeds.
    """

    name: str
    value: JsonValue
    published: JsonValue
    is_option: bool
    explanation: str
    reading: str
    source: str

    @property
    def text(self) -> str:
        """Explanation and reading together."""
        return f"{self.explanation} Here: {self.reading}."

    @property
    def cited(self) -> str:
        """The source as it can stand on a page."""
        return cited(self.source)


@dataclass(frozen=True, slots=True, kw_only=True)
class Ruleset:
    """Everything that the judge and the code of penalties ask of a way of playing.

    ``base`` is the published ruleset, ``name`` this one's own name (the same unless
    derived). The first block holds what an organiser cannot change, the second
    the options.
    """

    name: str = "round-robin"
    base: Published = Published.ROUND_ROBIN

    kick_ace: int = 1
    kick_jack: int = 3
    kick_third_card: int = 2
    first_packet: int = 6
    run_packet: int = 3
    dealing_method: DealingMethod = DealingMethod.MAY_CHANGE_AFTER_BEG
    direction: Direction = Direction.ANTICLOCKWISE
    kicked_card_goes: KickedCardGoes = KickedCardGoes.BOTTOM
    run_until: RunUntil = RunUntil.DIFFERS_FROM_FIRST
    pack_runs_out: PackRunsOut = PackRunsOut.SAME_DEALER_UNLESS_BULLSEYE
    given_point: int = 1
    without_trump: WithoutTrump = WithoutTrump.OFFENCE
    stand_blind: bool = True
    plain_led: PlainLed = PlainLed.FOLLOW_OR_TRUMP
    trump_led: TrumpLed = TrumpLed.FOLLOW
    high_points: int = 1
    low_points: int = 1
    jack_points: int = 1
    hang_jack_points: int = 3
    target: int = 14
    unsung: Unsung = Unsung.PLAY_ON
    wrong_card: WrongCard = WrongCard.STANDS
    renege: Renege = Renege.BULLSEYE
    top_five: TopFive = TopFive.AS_ANY_RENEGE
    exposed_card: ExposedCard = ExposedCard.SECTION_9
    first_deal: FirstDeal = FirstDeal.TOSS

    penalty_bullseye: r.PenaltyBullseye = r.PenaltyBullseye.GAME
    penalty_point: r.PenaltyPoint = r.PenaltyPoint.AWARD
    race: r.Race = r.Race.HALF_PLUS_ONE
    decider: r.Decider = r.Decider.ONE_BULLSEYE
    elimination: r.Elimination = r.Elimination.NONE
    fallen_pack_void_kick: r.FallenPackVoidKick = r.FallenPackVoidKick.AS_WRITTEN
    misdeal_at_ten_void_kick: bool = True
    misdeal_ten_counts_kick: bool = True
    misdeal_at_ten_scope: r.MisdealAtTenScope = r.MisdealAtTenScope.COUNT
    misdeal_after_run_void_kick: bool = False
    late_misdeal_after_run: r.LateMisdealAfterRun = r.LateMisdealAfterRun.ROW_6B
    late_misdeal_points: r.LateMisdealPoints = r.LateMisdealPoints.OWN
    kick_towards_self: r.KickTowardsSelf = r.KickTowardsSelf.ROW_7B
    dealer_after_pack_down: r.DealerAfterPackDown = r.DealerAfterPackDown.ROW_7B
    first_dealer: r.FirstDealer = r.FirstDealer.WINNER
    flush: r.Flush = r.Flush.ONLY_TRUMPS
    hidden_card: r.OfficialSays = r.OfficialSays.OFFICIAL
    late_extra_card: r.OfficialSays = r.OfficialSays.OFFICIAL
    abandoned_table: r.AbandonedTable = r.AbandonedTable.ALL
    substitute_limit: int = 6
    substitute_scope: r.SubstituteScope = r.SubstituteScope.TEAM
    substitute_return: bool = False
    seventh_substitute: r.GameOrMatch = r.GameOrMatch.MATCH
    refusing_decision: r.GameOrMatch = r.GameOrMatch.GAME
    give_at_thirteen: r.GiveAtThirteen = r.GiveAtThirteen.ALLOWED
    low_owner: r.LowOwner = r.LowOwner.DEALT
    lead_after_trump: r.LeadAfterTrump = r.LeadAfterTrump.FREE
    beg_by_knock: r.BegByKnock = r.BegByKnock.ALLOWED
    kicked_third_card: r.KickedThirdCard = r.KickedThirdCard.DEUCE
    gamble_points: int = 2
    gamble_tie: r.GambleTie = r.GambleTie.NON_DEALER
    under_trumping: r.UnderTrumping = r.UnderTrumping.OFFENCE
    top_five_renege: r.GameOrMatch = r.GameOrMatch.GAME
    kicks_count: r.KicksCount = r.KicksCount.AT_ONCE
    deal_across_games: r.DealAcrossGames = r.DealAcrossGames.RIGHT
    deal_after_penalty: r.DealAfterPenalty = r.DealAfterPenalty.NEXT_DEALER
    chalks_before_partner: r.ChalksBeforePartner = r.ChalksBeforePartner.ROW_11H
    void_chalks: r.VoidChalks = r.VoidChalks.GAME
    warnings_scope: r.WarningsScope = r.WarningsScope.PAIR
    over_target: r.OverTarget = r.OverTarget.STOP
    loser_mark: str = "✓"

    @classmethod
    def round_robin(cls) -> Ruleset:
        """The code of the Round Robin tournaments (seed 003)."""
        return ROUND_ROBIN

    @classmethod
    def trinidad(cls) -> Ruleset:
        """The Trinidad club rules (seed 000)."""
        return TRINIDAD

    @classmethod
    def tobago(cls) -> Ruleset:
        """Trinidad's with the deuce in place of the six (seed 000)."""
        return TOBAGO

    @classmethod
    def parlour(cls) -> Ruleset:
        """The parlour rules (seed 002); where they are silent, so are we."""
        return PARLOUR

    @classmethod
    def named(cls, name: str) -> Ruleset:
        """The published ruleset ``name``; RecordError naming ``ruleset`` if there is none."""
        found = PUBLISHED.get(name)
        if found is None:
            raise RecordError("ruleset", f"there is no ruleset {_quoted(name)}; there are {', '.join(PUBLISHED)}")
        return found

    def derive(self, name: str, **options: OptionValue) -> Ruleset:
        """This ruleset with other options, under a name of its own; errors as :meth:`with_options`."""
        return replace(self.with_options(options), name=name)

    def with_options(self, options: Mapping[str, object]) -> Ruleset:
        """This ruleset with other options, its name unchanged.

        Values are JSON values or the enum members themselves. RecordError naming
        ``options.NAME`` for an unknown option or a value that it does not have.
        """
        # pyright and mypy cannot type a ** of mixed values; each was checked by _option_value.
        return replace(self, **{name: _option_value(name, value) for name, value in options.items()})  # type: ignore[arg-type]

    def value(self, name: str) -> JsonValue:
        """The value of an option or a parameter as a plain JSON value; KeyError if there is none."""
        if name not in FIELD_NAMES:
            raise KeyError(name)
        return _plain(getattr(self, name))

    def reading(self, name: str) -> str:
        """``NAME=VALUE`` as a ruling cites it; True and False are written ``true`` and ``false``."""
        value = self.value(name)
        return f"{name}={str(value).lower() if isinstance(value, bool) else value}"

    def published(self) -> Ruleset:
        """The published ruleset that this one is derived from."""
        return PUBLISHED[self.base]

    def overrides(self) -> dict[str, JsonValue]:
        """The options that differ from the published ruleset, in the order of :data:`OPTIONS`."""
        published = self.published()
        return {
            option.name: self.value(option.name)
            for option in OPTIONS
            if getattr(self, option.name) != getattr(published, option.name)
        }

    def to_json(self) -> dict[str, object]:
        """``{"name": …, "base": …, "options": {…}}``: all that :meth:`from_json` needs."""
        return {"name": self.name, "base": self.base.value, "options": self.overrides()}

    @classmethod
    def from_json(cls, obj: object) -> Ruleset:
        """The ruleset that :meth:`to_json` wrote; RecordError naming the field at fault."""
        if not isinstance(obj, dict):
            raise RecordError("", "a ruleset must be an object")
        for key in obj:
            if key not in ("name", "base", "options"):
                raise RecordError(f"{key}", "is not a field of a ruleset")
        base, name, options = obj.get("base"), obj.get("name"), obj.get("options")
        if not isinstance(base, str) or base not in PUBLISHED:
            raise RecordError("base", f"must be one of {', '.join(PUBLISHED)}")
        if name is not None and not isinstance(name, str):
            raise RecordError("name", "must be text")
        if options is not None and not isinstance(options, dict):
            raise RecordError("options", "must be an object of named options")
        return replace(PUBLISHED[base].with_options(options or {}), name=name or base)

    def explain(self) -> tuple[Explained, ...]:
        """Every parameter, then every option: its value, the published value, what it means, its source."""
        return tuple(self.line(name) for name in (*PARAMETERS, *OPTION_BY_NAME))

    def line(self, name: str) -> Explained:
        """What :meth:`explain` says of one parameter or option; KeyError if there is none."""
        value, published = self.value(name), self.published().value(name)
        option = OPTION_BY_NAME.get(name)
        if option is None:
            parameter = PARAMETERS[name]
            return Explained(
                name, value, published, False, parameter.explanation, parameter.reading(value), parameter.source
            )
        words = zip(option.values, option.words, strict=True)
        reading = next((told for offered, told in words if _plain(offered) == value), str(value))
        return Explained(name, value, published, True, option.explanation, reading, option.source)


def differences(one: Ruleset, other: Ruleset) -> tuple[tuple[str, JsonValue, JsonValue], ...]:
    """``(NAME, value in one, value in other)`` for each parameter and option in which two rulesets differ."""
    names = [*PARAMETERS, *(option.name for option in OPTIONS)]
    return tuple((n, one.value(n), other.value(n)) for n in names if one.value(n) != other.value(n))


def _plain(value: JsonValue) -> JsonValue:
    """An enum member as its plain text; anything else is plain already."""
    return str(value.value) if isinstance(value, StrEnum) else value


def _quoted(value: object) -> str:
    """A value as it can stand in a message: short, on one line."""
    text = repr(value)
    return text if len(text) <= LONGEST_TEXT else f"{text[:LONGEST_TEXT]}…"


def _option_value(name: str, value: object) -> OptionValue:
    """The typed value of an option; RecordError naming ``options.NAME``."""
    field = f"options.{name}"
    option: Option | None = OPTION_BY_NAME.get(name) if isinstance(name, str) else None
    if option is None:
        raise RecordError(field if isinstance(name, str) else "options", "is not an option of any ruleset")
    if option.free == "number":
        if isinstance(value, bool) or not isinstance(value, int) or not 0 <= value <= LARGEST_NUMBER:
            raise RecordError(field, f"must be a whole number from 0 to {LARGEST_NUMBER}")
        return value
    if option.free == "text":
        if not isinstance(value, str) or not 0 < len(value) <= LONGEST_TEXT:
            raise RecordError(field, f"must be text of 1 to {LONGEST_TEXT} characters")
        return value
    for offered in option.values:
        # 1 is not true and true is not 1, though Python finds them equal.
        if isinstance(value, bool) is isinstance(offered, bool) and isinstance(value, int | str) and value == offered:
            return offered
    offers = ", ".join(str(_plain(v)).lower() if isinstance(v, bool) else str(_plain(v)) for v in option.values)
    raise RecordError(field, f"must be {'one of ' if len(option.values) > 1 else ''}{offers}, not {_quoted(value)}")


ROUND_ROBIN = Ruleset()
TRINIDAD = Ruleset(
    name="trinidad",
    base=Published.TRINIDAD,
    dealing_method=DealingMethod.SAME_ALL_MATCH,
    kicked_card_goes=KickedCardGoes.ASIDE,
    pack_runs_out=PackRunsOut.SAME_DEALER,
    without_trump=WithoutTrump.ALLOWED,
    stand_blind=False,
    unsung=Unsung.SILENT,
    wrong_card=WrongCard.MAY_BE_CORRECTED,
    renege=Renege.POINT_AND_GAMBLE_BARRED,
    top_five=TopFive.LOSES,
    exposed_card=ExposedCard.SILENT,
    first_deal=FirstDeal.HIGHEST_CUT,
    kicked_third_card=r.KickedThirdCard.SIX,
    gamble_points=1,
    gamble_tie=r.GambleTie.NOBODY,
    under_trumping=r.UnderTrumping.ALLOWED,
)
TOBAGO = replace(TRINIDAD, name="tobago", base=Published.TOBAGO, kicked_third_card=r.KickedThirdCard.DEUCE)
PARLOUR = replace(
    TRINIDAD,
    name="parlour",
    base=Published.PARLOUR,
    dealing_method=DealingMethod.SAME_ALL_GAME,
    kicked_card_goes=KickedCardGoes.DISCARD,
    wrong_card=WrongCard.SILENT,
    renege=Renege.SILENT,
    top_five=TopFive.SILENT,
    exposed_card=ExposedCard.MAY_BE_CALLED,
)

PUBLISHED: Mapping[str, Ruleset] = MappingProxyType(
    {ruleset.name: ruleset for ruleset in (ROUND_ROBIN, TRINIDAD, TOBAGO, PARLOUR)}
)
FIELD_NAMES: frozenset[str] = frozenset(f.name for f in fields(Ruleset))
