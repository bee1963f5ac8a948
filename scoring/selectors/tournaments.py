"""The home page's and a tournament's lists."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date
from itertools import groupby

from django.db.models import Count

from scoring.models import MatchState
from scoring.selectors import between
from scoring.selectors.matches import LIVE, tally_of
from tournaments.models import Division, Match, Round, Team, Tournament
from tournaments.selectors import entries

FEW_MATCHES = 24
"""Up to so many matches a tournament page shows every round open."""


@dataclass(frozen=True, slots=True)
class Card:
    """A tournament on the home page."""

    tournament: Tournament
    matches: int
    live: int
    finished: int

    @property
    def begun(self) -> bool:
        """Whether anything was played."""
        return bool(self.live or self.finished)


@dataclass(frozen=True, slots=True)
class Home:
    """Tournaments by when they are."""

    now: tuple[Card, ...]
    coming: tuple[Card, ...]
    past: tuple[Card, ...]

    @property
    def empty(self) -> bool:
        """Whether there is none at all."""
        return not (self.now or self.coming or self.past)


def home(today: date) -> Home:
    """Every tournament with how far it is: two queries."""
    rows = Match.objects.order_by().values_list("tournament_id", "tally__state").annotate(number=Count("pk"))
    counts: dict[int, Counter[str]] = {}
    for tournament_id, state, number in rows:
        counts.setdefault(tournament_id, Counter())[state or MatchState.SCHEDULED] += number
    lists: dict[str, list[Card]] = {"now": [], "coming": [], "past": []}
    for tournament in Tournament.objects.all():
        found = counts.get(tournament.pk, Counter())
        card = Card(
            tournament,
            matches=found.total(),
            live=sum(found[state] for state in LIVE),
            finished=found[MatchState.PLAYED] + found[MatchState.CONFIRMED],
        )
        lists[_when(card, today)].append(card)
    # The next to come stands first; what is over, the latest first.
    lists["coming"].sort(key=lambda card: (card.tournament.starts_on or date.max, card.tournament.name))
    return Home(**{name: tuple(cards) for name, cards in lists.items()})


def _when(card: Card, today: date) -> str:
    """By its days where it has any, else by how far its matches are."""
    first = card.tournament.starts_on
    last = card.tournament.ends_on or first
    if card.live:
        return "now"
    if first and first > today:
        return "coming"
    if last and last < today:
        return "past"
    if first:
        return "now"
    if card.matches and card.finished == card.matches:
        return "past"
    return "now" if card.begun else "coming"


@dataclass(frozen=True, slots=True)
class MatchLine:
    """A match in a list."""

    match: Match
    state: str
    state_words: str
    home: int
    away: int
    winner: str

    @property
    def begun(self) -> bool:
        """Whether there is a score to show."""
        return self.state != MatchState.SCHEDULED

    @property
    def live(self) -> bool:
        """Whether it is being played now."""
        return self.state in LIVE

    @property
    def leader(self) -> str:
        """``home``, ``away``, or empty when level."""
        return "home" if self.home > self.away else "away" if self.away > self.home else ""


@dataclass(frozen=True, slots=True)
class RoundShown:
    """A round with its matches; ``open``: shown without being asked for."""

    round: Round
    matches: tuple[MatchLine, ...]
    open: bool

    @property
    def finished(self) -> int:
        """Matches that are over."""
        return sum(line.state in (MatchState.PLAYED, MatchState.CONFIRMED) for line in self.matches)


@dataclass(frozen=True, slots=True)
class DivisionShown:
    """A division's name (empty: none) and its teams."""

    name: str
    teams: tuple[Team, ...]


def match_line(match: Match) -> MatchLine:
    """A match as a line, from its tally."""
    tally = tally_of(match)
    return MatchLine(
        match,
        tally.state,
        between.state_words(match, str(MatchState(tally.state).label)),
        tally.home_bullseyes,
        tally.away_bullseyes,
        tally.winner,
    )


def rounds(tournament: Tournament) -> list[RoundShown]:
    """Rounds with their stages and matches: two queries. Where there are many, only the current round is open."""
    matches = Match.objects.filter(tournament=tournament).select_related("round", "home", "away", "tally")
    by_round: dict[int, list[MatchLine]] = {}
    total = 0
    for match in matches.order_by("round__number", "id"):
        by_round.setdefault(match.round_id, []).append(match_line(match))
        total += 1
    found = []
    current_seen = False
    for round_ in Round.objects.filter(tournament=tournament).select_related("stage"):
        lines = tuple(by_round.get(round_.pk, ()))
        over = all(line.state in (MatchState.PLAYED, MatchState.CONFIRMED) for line in lines)
        current = bool(lines) and not over and not current_seen
        current_seen = current_seen or current
        found.append(RoundShown(round_, lines, total <= FEW_MATCHES or current))
    return found


def divisions(tournament: Tournament) -> list[DivisionShown]:
    """Teams by division, those without one last: one query."""
    teams = entries.entered(tournament).select_related("division")

    def place(team: Team) -> tuple[bool, int, str]:
        division: Division | None = team.division
        return (division is None, division.order if division else 0, division.name if division else "")

    ordered: Iterable[Team] = sorted(teams, key=lambda team: (place(team), team.name))
    return [DivisionShown(key[2], tuple(group)) for key, group in groupby(ordered, key=place)]
