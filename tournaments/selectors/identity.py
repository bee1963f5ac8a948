"""Who is who: the one that a club or player turned out to be, and who goes by a name.

``same_as`` leads to the one in a single step: a merge moves everybody whom the gone one stood for along with it.
"""

from __future__ import annotations

import difflib
from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, Generic, TypeVar

from django.db.models import F, Q, QuerySet
from django.db.models.functions import Coalesce

from tournaments.models import Alias, Club, EntryState, Merge, Player, RosterEntry, Team, Tournament
from tournaments.words import folded

T = TypeVar("T", Club, Player, Team)
One = TypeVar("One", Club, Player)

ALIKE = 0.7
"""From here on two folded names are worth a question (the ratio of :mod:`difflib`)."""
MOST_NEAR = 5


class How(StrEnum):
    """How somebody was found by a name; all but ``near`` are sure of it."""

    EXACT = "exact"
    FOLDED = "folded"
    ALIAS = "alias"
    NEAR = "near"


@dataclass(frozen=True, slots=True)
class Called(Generic[T]):
    """Somebody who goes by a name. ``likeness`` is below 1 only of those who are merely near."""

    thing: T
    how: How
    likeness: float = 1.0

    @property
    def sure(self) -> bool:
        """Whether the name is theirs, and not only like it."""
        return self.how != How.NEAR


def canonical_player(player: Player) -> Player:
    """The player whom this one turned out to be; itself where nothing was found."""
    return player.same_as or player


def canonical_club(club: Club) -> Club:
    """The club that this one turned out to be; itself where nothing was found."""
    return club.same_as or club


def roots(players: Iterable[int]) -> dict[int, int]:
    """By id of each of ``players``, the id of the one whom they turned out to be. One query."""
    rows = Player.objects.filter(pk__in=set(players)).order_by()
    return dict(rows.values_list("pk", Coalesce("same_as_id", "pk")))


def identities(players: Iterable[int]) -> dict[int, frozenset[int]]:
    """By id of each of ``players``, every id that is the same person, its own among them. Two queries."""
    root_of = roots(players)
    everybody = Player.objects.filter(Q(pk__in=root_of.values()) | Q(same_as__in=root_of.values())).order_by()
    groups: dict[int, set[int]] = defaultdict(set)
    for pk, root in everybody.values_list("pk", Coalesce("same_as_id", "pk")):
        groups[root].add(pk)
    return {pk: frozenset(groups[root]) for pk, root in root_of.items()}


class Directory(Generic[T]):
    """Names and who goes by them, read once to look up many."""

    def __init__(self) -> None:
        self._exact: dict[str, dict[int, T]] = {}
        self._folded: dict[str, dict[int, T]] = {}
        self._alias: dict[str, dict[int, T]] = {}

    def add(self, thing: T, name: str, others: Iterable[str] = ()) -> None:
        """Enter somebody's own name, and other names as they are looked up."""
        self._exact.setdefault(name, {})[thing.pk] = thing
        self._folded.setdefault(folded(name), {})[thing.pk] = thing
        for other in others:
            self._alias.setdefault(other, {})[thing.pk] = thing

    def called(self, name: str, *, near: bool = True) -> tuple[Called[T], ...]:
        """Who goes by ``name``: to the letter; else as it is looked up; else by another name; else the nearest few.

        ``near`` False: nobody rather than the nearest, who take the longest to find.
        """
        key = folded(name)
        for how, found in ((How.EXACT, self._exact.get(name)), (How.FOLDED, self._folded.get(key))):
            if found:
                return tuple(Called(thing, how) for thing in found.values())
        if key in self._alias:
            return tuple(Called(thing, How.ALIAS) for thing in self._alias[key].values())
        return self.near(name) if near else ()

    def near(self, name: str, least: float = ALIKE) -> tuple[Called[T], ...]:
        """Whose names are like ``name``, and not the same, the likest first. ``least``: how alike, up to 1."""
        key = folded(name)
        best: dict[int, Called[T]] = {}
        matcher = difflib.SequenceMatcher(autojunk=False)
        matcher.set_seq2(key)
        for names in (self._folded, self._alias):
            for other, things in names.items():
                if other == key:
                    continue
                matcher.set_seq1(other)
                if matcher.real_quick_ratio() < least or matcher.quick_ratio() < least:
                    continue
                likeness = matcher.ratio()
                if likeness < least:
                    continue
                for pk, thing in things.items():
                    if pk not in best or best[pk].likeness < likeness:
                        best[pk] = Called(thing, How.NEAR, likeness)
        return tuple(sorted(best.values(), key=lambda found: (-found.likeness, found.thing.pk))[:MOST_NEAR])


def player_directory(tournament: Tournament | None = None) -> Directory[Player]:
    """Everybody who plays, each once as whom they turned out to be; of one tournament: those on its rosters, each
    as they stand there. Three queries at most.
    """
    everybody = list(Player.objects.select_related("same_as"))
    others = _other_names(everybody, Alias.objects.filter(player__isnull=False).values_list("player_id", "folded"))
    directory: Directory[Player] = Directory()
    if tournament is None:
        shown = [player for player in everybody if player.same_as_id is None]
    else:
        here = set(
            RosterEntry.objects.filter(team__tournament=tournament).order_by().values_list("player_id", flat=True)
        )
        shown = [player for player in everybody if player.pk in here]
    for player in shown:
        directory.add(player, player.name, others[player.same_as_id or player.pk])
    return directory


def club_directory() -> Directory[Club]:
    """Every club, each once as the one that it turned out to be. Two queries."""
    clubs = list(Club.objects.all())
    others = _other_names(clubs, Alias.objects.filter(club__isnull=False).values_list("club_id", "folded"))
    directory: Directory[Club] = Directory()
    for club in clubs:
        if club.same_as_id is None:
            directory.add(club, club.name, others[club.pk])
    return directory


def team_directory(tournament: Tournament) -> Directory[Team]:
    """The teams of a tournament, by their own names and by every name of their clubs. Three queries."""
    clubs = list(Club.objects.all())
    others = _other_names(clubs, Alias.objects.filter(club__isnull=False).values_list("club_id", "folded"))
    root_of = {club.pk: club.same_as_id or club.pk for club in clubs}
    directory: Directory[Team] = Directory()
    for team in tournament.teams.exclude(state=EntryState.REFUSED).order_by("pk"):
        names = others[root_of[team.club_id]] if team.club_id else ()
        directory.add(team, team.name, names)
    return directory


def players_called(name: str, tournament: Tournament | None = None) -> tuple[Called[Player], ...]:
    """Who goes by ``name``, of one tournament's rosters or of everybody (:func:`player_directory`)."""
    return player_directory(tournament).called(name)


def teams_called(tournament: Tournament, name: str) -> tuple[Called[Team], ...]:
    """The teams of a tournament that go by ``name``; the nearest where none does."""
    return team_directory(tournament).called(name)


def clubs_called(name: str) -> tuple[Called[Club], ...]:
    """The clubs that go by ``name``; the nearest where none does."""
    return club_directory().called(name)


def players_here(tournament: Tournament) -> QuerySet[Player]:
    """Everybody on a roster of the tournament, and whom they turned out to be, and who else turned out to be them."""
    here = RosterEntry.objects.filter(team__tournament=tournament).order_by()
    return _with_same(Player, here.values(root=Coalesce("player__same_as_id", F("player_id"))))


def clubs_here(tournament: Tournament) -> QuerySet[Club]:
    """The clubs of the tournament's teams, with those that are the same."""
    here = tournament.teams.filter(club__isnull=False).order_by()
    return _with_same(Club, here.values(root=Coalesce("club__same_as_id", F("club_id"))))


def merges(tournament: Tournament) -> QuerySet[Merge]:
    """Every merge of somebody of this tournament, undone ones too, the latest first."""
    clubs, players = clubs_here(tournament).values("pk"), players_here(tournament).values("pk")
    return Merge.objects.filter(
        Q(kept_club__in=clubs) | Q(gone_club__in=clubs) | Q(kept_player__in=players) | Q(gone_player__in=players)
    ).select_related("kept_club", "gone_club", "kept_player", "gone_player", "made_by", "undone_by")


def aliases(tournament: Tournament) -> QuerySet[Alias]:
    """Other names of the clubs and players of this tournament."""
    return Alias.objects.filter(
        Q(club__in=clubs_here(tournament).values("pk")) | Q(player__in=players_here(tournament).values("pk"))
    ).select_related("club", "player", "added_by")


def _with_same(model: type[One], chosen: QuerySet[Any, Any]) -> QuerySet[One]:
    return model._default_manager.filter(Q(pk__in=chosen) | Q(same_as__in=chosen)).order_by("name", "pk")


def _other_names(everybody: Iterable[One], rows: Iterable[tuple[int | None, str]]) -> Mapping[int, list[str]]:
    """By the id of the one, other names of all who are it: their aliases, and the names of those merged."""
    everybody = list(everybody)
    root_of = {thing.pk: thing.same_as_id or thing.pk for thing in everybody}
    merged = {thing.same_as_id for thing in everybody if thing.same_as_id}
    names: dict[int, list[str]] = defaultdict(list)
    for thing in everybody:
        # A name counts for the others of its group; of one who stands alone it is no other name.
        if thing.same_as_id or thing.pk in merged:
            names[root_of[thing.pk]].append(folded(thing.name))
    for pk, name in rows:
        if pk is not None:
            names[root_of[pk]].append(name)
    return names


def here(tournament: Tournament, thing: Club | Player) -> bool:
    """Whether a club or player, or whoever is the same, takes part in the tournament."""
    among: QuerySet[Any] = clubs_here(tournament) if isinstance(thing, Club) else players_here(tournament)
    return among.filter(pk=thing.pk).exists()
