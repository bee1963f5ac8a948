"""How large matches are and when one is won: as the tournament says, as a stage says otherwise, as a match has it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from rules_engine.match import MatchRules, race_target
from rules_engine.readings import Race
from tournaments.models import Match, Stage, Table, TableKind, Tournament


@dataclass(frozen=True, slots=True)
class Size:
    """Tables of a match, games a table, and what ends it.

    ``race_target_set`` None: worked out. ``play_all``: every game is played. ``level_stands``: a level match needs no
    decider.
    """

    tables: int
    games: int
    race_target_set: int | None = None
    play_all: bool = False
    level_stands: bool = False

    @property
    def target(self) -> int:
        """The bullseyes that win (13.c)."""
        return self.race_target_set or race_target(self.tables, self.games)

    @property
    def rules(self) -> MatchRules:
        """The same for the engine; ValueError when it has no such match."""
        return MatchRules(self.tables, self.games, self.target, self.play_all, self.level_stands)

    @property
    def may_need_decider(self) -> bool:
        """Whether every game can be played and the score be level, with nobody at the target."""
        total = self.tables * self.games
        return not self.level_stands and total % 2 == 0 and (self.play_all or 2 * self.target > total)

    @property
    def best_of(self) -> int | None:
        """N where it is the best of N games at one table."""
        plain = self.race_target_set in (None, race_target(self.tables, self.games)) and not self.play_all
        return self.games if self.tables == 1 and self.games % 2 and plain else None

    @property
    def words(self) -> str:
        """``2 tables of 10 games, first to 11``; ``best of 7 games``."""
        if self.best_of:
            return f"best of {_count(self.games, 'game')}"
        size = f"{_count(self.tables, 'table')} of {_count(self.games, 'game')}"
        end = "every game is played" if self.play_all else f"first to {_count(self.target, 'bullseye')}"
        return f"{size}, {end}" + (", a level match stands" if self.level_stands else "")


def _count(number: int, word: str) -> str:
    return f"{number} {word}" if number == 1 else f"{number} {word}s"


def of_tournament(tournament: Tournament) -> Size:
    """What a match is unless something else is said."""
    return Size(tournament.tables_per_match, tournament.games_per_table, tournament.race_target_set)


def ruled(size: Size, tournament: Tournament) -> Size:
    """The same where the tournament's ruleset has every game played whatever the set-up says (reading ``race``)."""
    return replace(size, play_all=True) if tournament.ruleset.race is Race.PLAY_ALL else size


def of_stage(stage: Stage | None, tournament: Tournament) -> Size:
    """What a stage's matches are. The tournament's race target holds only for matches of the tournament's size."""
    usual = of_tournament(tournament)
    if stage is None:
        return usual
    tables, games = stage.tables_per_match or usual.tables, stage.games_per_table or usual.games
    same = (tables, games) == (usual.tables, usual.games)
    return Size(
        tables,
        games,
        stage.race_target_set or (usual.race_target_set if same else None),
        stage.play_all,
        stage.level_stands,
    )


def of_match(match: Match, tables: Iterable[Table] | None = None) -> Size:
    """What a match is, by its own ``tables`` and its ruleset; one query where neither they nor a prefetch are there."""
    return ruled(kept(match, tables), match.tournament)


def kept(match: Match, tables: Iterable[Table] | None = None) -> Size:
    """The same as it is kept, whatever the ruleset says."""
    found = [
        table for table in (match.tables.all() if tables is None else tables) if table.kind == TableKind.TABLE.value
    ]
    number, games = len(found) or 1, found[0].games if found else 1
    return Size(number, games, match.race_target_set, match.play_all, match.level_stands)
