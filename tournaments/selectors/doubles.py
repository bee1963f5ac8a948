"""Looking for somebody by a name, and for two who may be one."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from itertools import combinations
from typing import Generic, TypeVar

from tournaments.models import Club, Player, RosterEntry, Team, Tournament
from tournaments.selectors.identity import Called, How, club_directory, player_directory
from tournaments.words import folded

One = TypeVar("One", Club, Player)

MOST_FOUND = 30
VERY_ALIKE = 0.8
"""Two players of one club with names as alike as this are asked about."""


@dataclass(frozen=True, slots=True)
class Found(Generic[One]):
    """Somebody found by a name, with every place where they are known: ``Pelicans, Harbour Cup``."""

    thing: One
    how: str
    where: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Pair(Generic[One]):
    """Two who may be one: ``kept`` is known for longer."""

    kept: One
    gone: One
    kept_where: tuple[str, ...] = ()
    gone_where: tuple[str, ...] = ()


def players(name: str) -> list[Found[Player]]:
    """Players who go by a name or by one like it, of every tournament; six queries."""
    directory = player_directory()
    found = {called.thing.pk: called for called in (*directory.called(name), *directory.near(name))}
    _add_parts(found, Player.objects.filter(same_as__isnull=True), name)
    where = _where_players(found)
    return [Found(called.thing, str(called.how), where[pk]) for pk, called in found.items()][:MOST_FOUND]


def clubs(name: str) -> list[Found[Club]]:
    """Clubs that go by a name or by one like it; five queries."""
    directory = club_directory()
    found = {called.thing.pk: called for called in (*directory.called(name), *directory.near(name))}
    _add_parts(found, Club.objects.filter(same_as__isnull=True), name)
    where = _where_clubs(found)
    return [Found(called.thing, str(called.how), where[pk]) for pk, called in found.items()][:MOST_FOUND]


def clubs_alike(tournament: Tournament) -> list[Pair[Club]]:
    """Clubs of this tournament's teams and those with names like theirs, the likest first."""
    directory = club_directory()
    teams = Team.objects.filter(tournament=tournament, club__isnull=False).select_related("club__same_as")
    own = {(team.club.same_as or team.club).pk: team.club.same_as or team.club for team in teams if team.club}
    pairs: dict[frozenset[int], tuple[float, Club, Club]] = {}
    for club in own.values():
        for called in directory.near(club.name):
            kept, gone = sorted((club, called.thing), key=lambda one: one.pk)
            pairs[frozenset((kept.pk, gone.pk))] = (called.likeness, kept, gone)
    best = sorted(pairs.values(), key=lambda pair: (-pair[0], pair[1].pk, pair[2].pk))[:MOST_FOUND]
    where = _where_clubs({club.pk for _, *both in best for club in both})
    return [Pair(kept, gone, where[kept.pk], where[gone.pk]) for _, kept, gone in best]


def players_alike(tournament: Tournament) -> list[Pair[Player]]:
    """Players of one club, in this tournament and others, whose names are the same or nearly so."""
    roots = set(Team.objects.filter(tournament=tournament, club__isnull=False).values_list("club__same_as", "club"))
    wanted = {same or own for same, own in roots}
    entries = RosterEntry.objects.filter(team__club__isnull=False).select_related("player__same_as", "team__club")
    of_club: dict[int, dict[int, Player]] = defaultdict(dict)
    here: set[int] = set()
    for entry in entries.order_by("pk"):
        club = entry.team.club
        root = club.same_as_id or club.pk if club else 0
        if root in wanted:
            player = entry.player.same_as or entry.player
            of_club[root][player.pk] = player
            if entry.team.tournament_id == tournament.pk:
                here.add(player.pk)
    pairs = [
        pair for some in of_club.values() for pair in _alike(some.values()) if here & {pair.kept.pk, pair.gone.pk}
    ][:MOST_FOUND]
    where = _where_players({player.pk for pair in pairs for player in (pair.kept, pair.gone)})
    return [Pair(pair.kept, pair.gone, where[pair.kept.pk], where[pair.gone.pk]) for pair in pairs]


def _alike(players: Iterable[Player]) -> list[Pair[Player]]:
    keys = [(player, folded(player.name)) for player in sorted(players, key=lambda player: player.pk)]
    found = []
    for (kept, one), (gone, other) in combinations(keys, 2):
        matcher = SequenceMatcher(None, one, other, autojunk=False)
        if one == other or (matcher.quick_ratio() >= VERY_ALIKE and matcher.ratio() >= VERY_ALIKE):
            found.append(Pair(kept, gone))
    return found


def _add_parts(found: dict[int, Called[One]], among: Iterable[One], name: str) -> None:
    """Those whose names hold what was typed: a surname finds everybody who bears it."""
    key = folded(name)
    if len(key) < 2:
        return
    for thing in among:
        if len(found) >= MOST_FOUND:
            return
        if key in folded(thing.name):
            found.setdefault(thing.pk, Called(thing, How.NEAR, 0.0))


def _where_players(ids: Iterable[int]) -> dict[int, tuple[str, ...]]:
    chosen = set(ids)
    rows = RosterEntry.objects.filter(player__in=Player.objects.filter(pk__in=chosen)) | RosterEntry.objects.filter(
        player__same_as__in=chosen
    )
    places: dict[int, list[str]] = {pk: [] for pk in chosen}
    for entry in rows.select_related("player", "team__tournament").order_by("-team__tournament_id", "team_id", "pk"):
        places[entry.player.same_as_id or entry.player_id].append(_place(entry.team))
    return {pk: _once(some) for pk, some in places.items()}


def _where_clubs(ids: Iterable[int]) -> dict[int, tuple[str, ...]]:
    chosen = set(ids)
    rows = Team.objects.filter(club__in=chosen) | Team.objects.filter(club__same_as__in=chosen)
    places: dict[int, list[str]] = {pk: [] for pk in chosen}
    for team in rows.select_related("club", "tournament").order_by("-tournament_id", "pk"):
        if team.club is not None:
            places[team.club.same_as_id or team.club.pk].append(_place(team))
    return {pk: _once(some) for pk, some in places.items()}


def _place(team: Team) -> str:
    return f"{team.name}, {team.tournament.name}"


def _once(places: Sequence[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(places))
