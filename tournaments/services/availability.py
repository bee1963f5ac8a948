"""Officials say which rounds they cannot do."""

from __future__ import annotations

from collections.abc import Iterable

from django.db import transaction

from tournaments.models import OfficialAway, Role, RoleName, Tournament, User
from tournaments.selectors.officials import IN_CHARGE
from tournaments.services.saving import lock, refuse


@transaction.atomic
def set_away(tournament: Tournament, user: User, rounds: Iterable[int]) -> None:
    """These are the rounds that ``user`` cannot do, and no others. ValidationError names ``rounds`` or ``user``."""
    lock(tournament.pk)
    roles = Role.objects.filter(tournament=tournament, user=user, name__in=IN_CHARGE)
    # Kept with one part, the official's where there is one; it counts for the person.
    role = min(roles, key=lambda role: role.name != RoleName.OFFICIAL, default=None)
    if role is None:
        raise refuse("user", "Only a director or an official can be in charge of a match.", "unknown")
    wanted = set(rounds)
    known = set(tournament.rounds.filter(pk__in=wanted).values_list("pk", flat=True))
    if wanted - known:
        raise refuse("rounds", "There is a round in the list that this tournament does not have.", "unknown")
    OfficialAway.objects.filter(role__tournament=tournament, role__user=user).delete()
    OfficialAway.objects.bulk_create(OfficialAway(role=role, round_id=pk) for pk in sorted(known))
