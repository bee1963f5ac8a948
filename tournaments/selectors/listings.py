"""Lists of the fixture, each in a number of queries that does not grow with it."""

from __future__ import annotations

from typing import Any

from django.db.models import Count, Exists, F, OuterRef, Prefetch, QuerySet

from tournaments.models import Division, Match, Role, RosterEntry, Round, Stage, Team, Tournament
from tournaments.selectors import entries
from tournaments.selectors.roles import held


def tournaments() -> QuerySet[Tournament]:
    """All tournaments, the latest first; before them those whose day is not yet said."""
    return Tournament.objects.order_by(F("starts_on").desc(nulls_first=True), "name", "pk")


def set_up_by(user: Any) -> QuerySet[Tournament]:
    """The tournaments that ``user`` may set up, the latest first; all for the site's administrator."""
    if not user.is_authenticated:
        return Tournament.objects.none()
    if user.is_superuser:
        return tournaments()
    return tournaments().filter(roles__user_id=user.pk, roles__name="director").distinct()


def roles_of(user: Any) -> QuerySet[Role]:
    """Every part that ``user`` holds, with its tournament and team."""
    return Role.objects.filter(user_id=user.pk).select_related("tournament", "team").order_by("-tournament_id", "name")


def divisions(tournament: Tournament) -> QuerySet[Division]:
    """The divisions with ``teams_count``."""
    return tournament.divisions.annotate(teams_count=Count("teams")).order_by("order", "name", "pk")


def teams(tournament: Tournament) -> QuerySet[Team]:
    """The teams entered and withdrawn, by division and name, with ``players_count`` and the captain as ``captains``."""
    captains = RosterEntry.objects.filter(is_captain=True).select_related("player")
    return (
        entries.shown(tournament)
        .select_related("division", "club")
        .annotate(players_count=Count("roster"))
        .prefetch_related(Prefetch("roster", queryset=captains, to_attr="captains"))
        .order_by(F("division__order").asc(nulls_last=True), "division__name", "name", "pk")
    )


def roster(team: Team) -> QuerySet[RosterEntry]:
    """A team's players: the captain first, then by number and name."""
    return team.roster.select_related("player")


def rounds(tournament: Tournament) -> QuerySet[Round]:
    """The rounds with ``matches_count``."""
    return tournament.rounds.annotate(matches_count=Count("matches")).order_by("number", "pk")


def loose_rounds(tournament: Tournament) -> QuerySet[Round]:
    """The rounds with matches, play-offs apart, that belong to no stage: entered by hand or taken in from a file."""
    played = Match.objects.filter(round=OuterRef("pk"), play_off=False)
    return tournament.rounds.filter(Exists(played), stage__isnull=True).order_by("number", "pk")


def stages(tournament: Tournament) -> QuerySet[Stage]:
    """The stages in order, with ``rounds_count``."""
    return tournament.stages.annotate(rounds_count=Count("rounds")).order_by("order", "pk")


def matches(tournament: Tournament) -> QuerySet[Match]:
    """The matches in order of their rounds, with teams and official."""
    return tournament.matches.select_related("round", "home", "away", "official").order_by("round__number", "pk")


def people(tournament: Tournament) -> QuerySet[Role]:
    """Everybody with a part, by part and name."""
    return tournament.roles.select_related("user", "team").order_by("name", "user__display_name", "user__username")


def role_names(user: Any, tournament: Tournament) -> list[str]:
    """The names of the parts that ``user`` holds in the tournament."""
    return sorted({name for name, _ in held(user, tournament.pk)})
