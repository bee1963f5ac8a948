"""A match: two teams, several tables, one race.

Every table tallies bullseyes and hang jacks for its two pairs; a match adds them
up for the two teams and says who has won, or what is still needed.
Source: clause 13.c (race to half of all games plus one; at a level score a best
of three between any two of each team's four adds one bullseye to its winner);
readings ``race`` and ``decider``.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from rules_engine.seats import Pair
from rules_engine.table_state import TableState
from rules_engine.verdicts import Points

DECIDER_GAMES = 3
"""A decider is a table of three games; the first to two of them wins it (13.c)."""

HANG_JACKS_A_GAME = 5
"""The most that one pair can hang in a game: four make 12, the fifth passes 14."""


class Side(StrEnum):
    """One of the two teams of a match."""

    HOME = "home"
    AWAY = "away"


class MatchStatus(StrEnum):
    """How far a match has come.

    ``level``: every game is settled and the score is level, a decider is due.
    ``drawn``: the same where a level match stands; it is over and has no winner.
    ``undecided``: nobody has won and nothing is left to play (a table was scrapped), or
    both sides stand at a target that only one can have reached first: the committee
    decides (14.e, 14.g).
    """

    SCHEDULED = "scheduled"
    IN_PLAY = "in-play"
    LEVEL = "level"
    DECIDER = "decider"
    WON = "won"
    DRAWN = "drawn"
    UNDECIDED = "undecided"


def race_target(tables: int, games: int) -> int:
    """The bullseyes that win a match: half of all games plus one (13.c); 11 of 2 × 10."""
    return tables * games // 2 + 1


@dataclass(frozen=True, slots=True)
class MatchRules:
    """How a match is played: tables, games a table, and the race target.

    ``play_all``: every game is played and the team with more wins (reading
    ``race``). ``level_stands``: with every game settled and the score level the match
    is over without a winner, and no decider follows. The target is half of all games
    plus one (see :meth:`standard`), or a lower one that was set. Raises
    :class:`ValueError` when there is no table or no game, or when the target cannot be.
    """

    tables: int
    games: int
    target: int
    play_all: bool = False
    level_stands: bool = False

    def __post_init__(self) -> None:
        if self.tables < 1 or self.games < 1:
            raise ValueError("a match needs at least one table and one game")
        most = race_target(self.tables, self.games)
        if not 1 <= self.target <= most:
            raise ValueError(
                f"the race target of a match of {self.total} games is 1 to {most}, not {self.target}: "
                "both sides could miss a higher one"
            )

    @property
    def total(self) -> int:
        """All games of the match, the decider's apart."""
        return self.tables * self.games

    @classmethod
    def standard(
        cls, tables: int = 2, games: int = 10, *, play_all: bool = False, level_stands: bool = False
    ) -> MatchRules:
        """The rules of ``tables`` tables of ``games`` games, the target worked out."""
        return cls(tables, games, race_target(tables, games), play_all, level_stands)

    @classmethod
    def of_race(cls, target: int) -> MatchRules:
        """The two-table match whose race target is ``target`` (17: two tables of 16 games)."""
        return cls.standard(2, target - 1)


@dataclass(frozen=True, slots=True)
class TableTally:
    """What one table gives to the two teams; ``games`` is the number it may play.

    ``closed``: no more bullseyes are to be had here. ``given``: the sides to which a
    ruling at this table gave the whole match.
    """

    home: int
    away: int
    hang_jacks_home: int
    hang_jacks_away: int
    games: int
    closed: bool = False
    given: tuple[Side, ...] = ()

    @classmethod
    def of(cls, state: TableState, home: Pair) -> TableTally:
        """The tally of a table at which the home team sits as ``home``."""
        away = home.opponents
        bullseyes, hang_jacks = state.bullseyes, state.hang_jacks
        return cls(
            bullseyes.of(home),
            bullseyes.of(away),
            hang_jacks.of(home),
            hang_jacks.of(away),
            state.allowed,
            state.closed,
            tuple(Side.HOME if pair is home else Side.AWAY for pair in state.match_to),
        )

    @property
    def left(self) -> int:
        """Bullseyes still to be played for."""
        return 0 if self.closed else max(0, self.games - self.home - self.away)

    @property
    def begun(self) -> bool:
        """Whether anything is on the tally yet."""
        return self.closed or any((self.home, self.away, self.hang_jacks_home, self.hang_jacks_away, self.given))


@dataclass(frozen=True, slots=True)
class MatchState:
    """A match as it stands.

    ``home`` and ``away``: bullseyes, the decider's one included; the decider's own
    games are ``decider_home`` and ``decider_away``. ``left``: bullseyes still to
    play for at the tables. ``needs_home``, ``needs_away``: bullseyes to the target.
    """

    status: MatchStatus
    winner: Side | None
    home: int
    away: int
    hang_jacks_home: int
    hang_jacks_away: int
    left: int
    needs_home: int
    needs_away: int
    decider_home: int = 0
    decider_away: int = 0


def decider_won(tally: TableTally) -> Side | None:
    """Who has won a decider: the first to more than half of its games (two of three)."""
    enough = tally.games // 2 + 1
    if tally.home >= enough:
        return Side.HOME
    if tally.away >= enough:
        return Side.AWAY
    return None


def judge_match(rules: MatchRules, tables: Sequence[TableTally], decider: TableTally | None = None) -> MatchState:
    """The match that these tables make.

    A decider counts only where the tables ended level: when a correction unties
    them it adds nothing. A table that has not begun may be missing from
    ``tables``; its games are still to play. A match that a ruling gave away is won
    whatever the tables say: the winner is credited with the target at least, the other
    side keeps what it made, short of the target. Given to both, it is for the
    committee.
    Source: 13.a, 13.c, 14.c.
    """
    home = sum(tally.home for tally in tables)
    away = sum(tally.away for tally in tables)
    left = sum(tally.left for tally in tables) + rules.games * max(0, rules.tables - len(tables))
    status, winner = _tables_say(rules, home, away, left, any(tally.begun for tally in tables))
    decider_home = decider_away = 0
    if status is MatchStatus.LEVEL and decider is not None:
        decider_home, decider_away = decider.home, decider.away
        winner = decider_won(decider)
        if winner is not None:
            status = MatchStatus.WON
        elif decider.closed:
            status = MatchStatus.UNDECIDED
        else:
            status = MatchStatus.DECIDER
        home += winner is Side.HOME
        away += winner is Side.AWAY
    given = {side for tally in (*tables, *([decider] if decider else ())) for side in tally.given}
    if given:
        status, winner, home, away = _given_away(rules, given, home, away)
    return MatchState(
        status=status,
        winner=winner,
        home=home,
        away=away,
        hang_jacks_home=sum(tally.hang_jacks_home for tally in tables),
        hang_jacks_away=sum(tally.hang_jacks_away for tally in tables),
        left=left,
        needs_home=max(0, rules.target - home),
        needs_away=max(0, rules.target - away),
        decider_home=decider_home,
        decider_away=decider_away,
    )


def _given_away(rules: MatchRules, given: set[Side], home: int, away: int) -> tuple[MatchStatus, Side | None, int, int]:
    """The match as rulings gave it away, and the bullseyes that then stand."""
    if len(given) > 1:
        return MatchStatus.UNDECIDED, None, home, away
    if Side.HOME in given:
        return MatchStatus.WON, Side.HOME, max(home, rules.target), min(away, rules.target - 1)
    return MatchStatus.WON, Side.AWAY, min(home, rules.target - 1), max(away, rules.target)


def _tables_say(rules: MatchRules, home: int, away: int, left: int, begun: bool) -> tuple[MatchStatus, Side | None]:
    """What the tables alone decide."""
    leader = Side.HOME if home > away else Side.AWAY if away > home else None
    if both_reached(rules, home, away):
        # Only one can have come there first, and the tallies do not tell which.
        return MatchStatus.UNDECIDED, None
    over = left == 0 if rules.play_all else max(home, away) >= rules.target
    if over and leader is not None:
        return MatchStatus.WON, leader
    if left:
        return (MatchStatus.IN_PLAY if begun else MatchStatus.SCHEDULED), None
    if leader is not None:
        return MatchStatus.UNDECIDED, None
    return (MatchStatus.DRAWN if rules.level_stands else MatchStatus.LEVEL), None


def both_reached(rules: MatchRules, home: int, away: int) -> bool:
    """Whether both sides stand at the target of a race, which ends when the first comes there."""
    return not rules.play_all and min(home, away) >= rules.target


@dataclass(frozen=True, slots=True)
class MatchFault:
    """Why a tally cannot be: a code, the field at fault ("" for the whole), plain words."""

    code: str
    field: str
    message: str


def check_total(
    rules: MatchRules,
    home: int,
    away: int,
    hang_jacks_home: int = 0,
    hang_jacks_away: int = 0,
) -> tuple[MatchFault, ...]:
    """What is wrong with a whole match's result, typed or imported from paper.

    Bullseyes include the decider's one. Codes: ``negative``, ``level`` (unless a level
    match stands), ``short-of-target``, ``past-target``, ``both-at-target``; with every
    game played, and of a level match that stands, ``games-missing``, ``too-many-games``;
    ``too-many-hang-jacks``; empty when all is well.
    Source: 13.c.
    """
    figures = {
        "home": home,
        "away": away,
        "hang_jacks_home": hang_jacks_home,
        "hang_jacks_away": hang_jacks_away,
    }
    negative = _negative(figures)
    if negative:
        return negative
    if home == away and not rules.level_stands:
        faults = _level(home)
    else:
        faults = _played_out(rules, home, away) if rules.play_all else _raced(rules, home, away)
    # A decider may hang jacks too, but they are kept apart from the match's.
    return (*faults, *_hang_jacks(figures, rules.total))


def _negative(figures: dict[str, int]) -> tuple[MatchFault, ...]:
    return tuple(
        MatchFault("negative", field, f"{value} is below zero: only 0 or more can be counted.")
        for field, value in figures.items()
        if value < 0
    )


def _level(both: int) -> tuple[MatchFault, ...]:
    return (
        MatchFault(
            "level", "", f"{both}–{both} is level: a match has a winner. Add the decider's one bullseye to its winner."
        ),
    )


def _raced(rules: MatchRules, home: int, away: int) -> tuple[MatchFault, ...]:
    """The winner stands exactly at the target, the loser below it; level, all games are played."""
    side, more, less = ("home", home, away) if home > away else ("away", away, home)
    if both_reached(rules, home, away):
        return (
            MatchFault("both-at-target", "", f"Both teams have reached {rules.target}: the first to reach it wins."),
        )
    if more == less or (rules.level_stands and more + less > rules.total):
        return _played_out(rules, home, away)
    if more < rules.target:
        return (
            MatchFault("short-of-target", side, f"{more} is short of the {rules.target} bullseyes that win the match."),
        )
    if more > rules.target:
        return (
            MatchFault("past-target", side, f"{more} is past {rules.target}: the match ended when that was reached."),
        )
    return ()


def _played_out(rules: MatchRules, home: int, away: int) -> tuple[MatchFault, ...]:
    """Every game was played: the bullseyes add up to them, or one more after a decider, where there is one."""
    played = home + away
    if played < rules.total:
        return (
            MatchFault(
                "games-missing", "", f"{home} and {away} make {played}, but all {rules.total} games are played."
            ),
        )
    decided = not rules.level_stands and played == rules.total + 1 and abs(home - away) == 1
    if played == rules.total or decided:
        return ()
    return (MatchFault("too-many-games", "", f"{home} and {away} make {played}: the match has {rules.total} games."),)


def _hang_jacks(figures: dict[str, int], games: int) -> tuple[MatchFault, ...]:
    most = games * HANG_JACKS_A_GAME
    return tuple(
        MatchFault(
            "too-many-hang-jacks",
            field,
            f"{value} is more than {games} games can hold: one pair hangs at most {HANG_JACKS_A_GAME} jacks a game.",
        )
        for field, value in figures.items()
        if field.startswith("hang_jacks") and value > most
    )


def check_table_tally(
    rules: MatchRules, bullseyes: Points, hang_jacks: Points, games: int | None = None
) -> tuple[MatchFault, ...]:
    """What is wrong with one table's tally, typed from paper.

    ``games`` is the number that the table may play: the match's by default,
    :data:`DECIDER_GAMES` for a decider. Codes: ``negative``, ``too-many-games``,
    ``too-many-hang-jacks``; fields as in ``bullseyes.NS``.
    """
    allowed = rules.games if games is None else games
    figures = {
        "bullseyes.NS": bullseyes.NS,
        "bullseyes.EW": bullseyes.EW,
        "hang_jacks.NS": hang_jacks.NS,
        "hang_jacks.EW": hang_jacks.EW,
    }
    negative = _negative(figures)
    if negative:
        return negative
    faults: tuple[MatchFault, ...] = ()
    if sum(bullseyes) > allowed:
        text = f"{bullseyes.NS} and {bullseyes.EW} make {sum(bullseyes)}: this table plays {allowed} games."
        faults = (MatchFault("too-many-games", "bullseyes", text),)
    return (*faults, *_hang_jacks(figures, allowed))
