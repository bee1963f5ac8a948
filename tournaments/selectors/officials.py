"""Officials and the rounds that they cannot do."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass

from django.db.models import QuerySet

from tournaments.models import Match, OfficialAway, Role, RoleName, Round, Tournament, User

IN_CHARGE = (RoleName.DIRECTOR, RoleName.OFFICIAL)
"""Who can be a match's official: whoever may rule in the tournament."""


@dataclass(frozen=True, slots=True)
class Duty:
    """Somebody who can be in charge: the rounds they cannot do, and matches in those that they have all the same."""

    user: User
    parts: tuple[str, ...]
    away: frozenset[int]
    clashes: tuple[Match, ...] = ()


def officials(tournament: Tournament) -> QuerySet[User]:
    """Everybody who can be in charge of a match, by name, each once."""
    roles = Role.objects.filter(tournament=tournament, name__in=IN_CHARGE)
    return User.objects.filter(pk__in=roles.values("user"), is_active=True).order_by("display_name", "username")


def free_for(round: Round) -> QuerySet[User]:
    """Who can be in charge of a match of this round, by name.

    Whoever said that they cannot do the round is left out, whichever of their parts they said it of.
    """
    away = OfficialAway.objects.filter(round=round).values("role__user")
    return officials(round.tournament).exclude(pk__in=away)


def away_of(tournament: Tournament, user: User) -> frozenset[int]:
    """Ids of the rounds that somebody cannot do."""
    rows = OfficialAway.objects.filter(role__tournament=tournament, role__user=user).order_by()
    return frozenset(rows.values_list("round", flat=True))


def duties(tournament: Tournament) -> list[Duty]:
    """Everybody who can be in charge, with their rounds away; four queries."""
    away: dict[int, set[int]] = defaultdict(set)
    rows = OfficialAway.objects.filter(role__tournament=tournament).order_by()
    for user, round in rows.values_list("role__user", "round"):
        away[user].add(round)
    matches: dict[int, list[Match]] = defaultdict(list)
    for match in tournament.matches.filter(official__isnull=False).select_related("round", "home", "away"):
        if match.official_id and match.round_id in away.get(match.official_id, ()):
            matches[match.official_id].append(match)
    parts: dict[int, list[str]] = defaultdict(list)
    for role in Role.objects.filter(tournament=tournament, name__in=IN_CHARGE).order_by("name"):
        parts[role.user_id].append(role.get_name_display().lower())
    return [
        Duty(user, tuple(parts[user.pk]), frozenset(away.get(user.pk, ())), tuple(matches.get(user.pk, ())))
        for user in officials(tournament)
    ]
