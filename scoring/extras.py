"""Links that apps above this one put on the pages of matches and tables.

They cannot be imported here: each offers a function when it starts, and the pages ask for whatever there is.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from tournaments.models import Match, Table, Tournament


@dataclass(frozen=True, slots=True)
class Link:
    """A way to another page; ``post``: an act, one tap of a button.

    ``live``: where the same link as it is now can be asked for, again and again.
    """

    label: str
    url: str
    live: str = ""
    post: bool = False


Source = Callable[[Any, Match, Table | None], Iterable[Link]]
"""From the user, the match and the table (None: the match as a whole) to links that this user may follow."""

TournamentSource = Callable[[Any, Tournament], Iterable[Link]]
"""From the user and the tournament to links that this user may follow."""

RulingSource = Callable[[Tournament, Iterable[int]], Mapping[int, str]]
"""From a tournament and numbers of rulings, as the ledger holds them, to the pages on which each is told."""

_SOURCES: list[Source] = []
_OF_RULINGS: list[RulingSource] = []
_OF_TOURNAMENTS: list[TournamentSource] = []


def offer(source: Source) -> None:
    """Have ``source`` asked for links. Twice the same is once."""
    if source not in _SOURCES:
        _SOURCES.append(source)


def links(user: Any, match: Match, table: Table | None = None) -> list[Link]:
    """Every link that there is for this user, in the order in which the sources came."""
    return [link for source in _SOURCES for link in source(user, match, table)]


def offer_of_tournaments(source: TournamentSource) -> None:
    """Have ``source`` asked for links of a tournament. Twice the same is once."""
    if source not in _OF_TOURNAMENTS:
        _OF_TOURNAMENTS.append(source)


def tournament_links(user: Any, tournament: Tournament) -> list[Link]:
    """Every link that there is for this user at a tournament."""
    return [link for source in _OF_TOURNAMENTS for link in source(user, tournament)]


def offer_of_rulings(source: RulingSource) -> None:
    """Have ``source`` asked where rulings are told. Twice the same is once."""
    if source not in _OF_RULINGS:
        _OF_RULINGS.append(source)


def ruling_pages(tournament: Tournament, rulings: Iterable[int]) -> dict[int, str]:
    """The pages of these rulings by their numbers, as far as anybody knows them; nothing is asked about none."""
    numbers = list(rulings)
    if not numbers:
        return {}
    return {number: page for source in _OF_RULINGS for number, page in source(tournament, numbers).items()}
