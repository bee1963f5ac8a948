"""Another name found in a file, given to the team that it means."""

from __future__ import annotations

from django.db import transaction

from scoring.models import ImportKind
from tournaments.models import Alias, Club, Tournament, User
from tournaments.services import identity
from tournaments.services.saving import refuse


@transaction.atomic
def add_name(tournament: Tournament, kind: str, *, name: str, of: str | int, by: User) -> Alias:
    """``name`` is, from now on, a name of the team with the id ``of`` (in a file of teams: of the club).

    ValidationError names ``name`` or ``of``.
    """
    try:
        pk = int(of)
    except ValueError:
        raise refuse("of", "Choose a team of the list.", "unknown") from None
    if not 0 < pk < 2**63:
        raise refuse("of", "Choose a team of the list.", "unknown")
    if kind == ImportKind.TEAMS:
        club = Club.objects.filter(pk=pk).first()
    else:
        team = tournament.teams.select_related("club").filter(pk=pk).first()
        club = None
        if team is not None:
            club = team.club or identity.set_club(team, None).club
    if club is None:
        raise refuse("of", "Choose a team of the list.", "unknown")
    return identity.add_alias(club, name=name, by=by)
