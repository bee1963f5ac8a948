"""Who may set up a tournament. Every predicate of this app stands here.

Views and endpoints ask ``user.has_perm("tournaments.set_up", tournament)``;
``docs/roles.md`` is generated from these names.
"""

from __future__ import annotations

from typing import Any

import rules

from tournaments.models import EntryState, Match, Role, RoleName, Team, Tournament
from tournaments.selectors import roles


@rules.predicate
def is_superuser(user: Any) -> bool:
    """The account that runs the site."""
    return bool(user.is_active and user.is_superuser)


@rules.predicate
def directs_something(user: Any) -> bool:
    """A director of any tournament may start another."""
    return bool(user.is_authenticated) and Role.objects.filter(user_id=user.pk, name=RoleName.DIRECTOR).exists()


@rules.predicate
def may_add(user: Any) -> bool:
    """Granted by the site's administrator as a model permission (a league's first director)."""
    return bool(user.is_authenticated) and user.user_permissions.filter(codename="add_tournament").exists()


@rules.predicate
def is_director(user: Any, tournament: Tournament) -> bool:
    """Director of this tournament."""
    return roles.has_any(user, tournament.pk, [RoleName.DIRECTOR])


@rules.predicate
def belongs(user: Any, tournament: Tournament) -> bool:
    """Holds any role in this tournament."""
    return bool(roles.held(user, tournament.pk))


rules.add_perm("tournaments.create", is_superuser | directs_something | may_add)
rules.add_perm("tournaments.set_up", is_superuser | is_director)
rules.add_perm("tournaments.belong", is_superuser | belongs)


@rules.predicate
def runs_the_day(user: Any, tournament: Tournament) -> bool:
    """Director or official of this tournament."""
    return roles.has_any(user, tournament.pk, [RoleName.DIRECTOR, RoleName.OFFICIAL])


@rules.predicate
def decides(user: Any, tournament: Tournament) -> bool:
    """Director, or member of the committee, of this tournament."""
    return roles.has_any(user, tournament.pk, [RoleName.DIRECTOR, RoleName.COMMITTEE])


rules.add_perm("tournaments.run_day", is_superuser | runs_the_day)
rules.add_perm("tournaments.decide_abandoned", is_superuser | decides)
"""What becomes of an abandoned match: played again, or awarded."""


@rules.predicate
def is_signed_in(user: Any, tournament: Tournament) -> bool:
    """Somebody with an account."""
    return bool(user.is_authenticated and user.is_active)


@rules.predicate
def keeps(user: Any, team: Team) -> bool:
    """Captain of the team, director of its tournament, or whoever sent its entry while that waits."""
    if team.pk in roles.captains_teams(user, team.tournament_id):
        return True
    if roles.has_any(user, team.tournament_id, [RoleName.DIRECTOR]):
        return True
    return bool(user.is_authenticated and team.state == EntryState.PENDING and team.registered_by_id == user.pk)


@rules.predicate
def lines_up(user: Any, match: Match) -> bool:
    """Director or official, or captain of one of the two teams (whose own line-up it then is)."""
    if roles.has_any(user, match.tournament_id, [RoleName.DIRECTOR, RoleName.OFFICIAL]):
        return True
    return bool(roles.captains_teams(user, match.tournament_id) & {match.home_id, match.away_id})


rules.add_perm("tournaments.enter", is_signed_in)
rules.add_perm("tournaments.own_roster", is_superuser | keeps)
rules.add_perm("tournaments.check_in", is_superuser | runs_the_day)
rules.add_perm("tournaments.line_up", is_superuser | lines_up)
rules.add_perm("tournaments.availability", runs_the_day)
"""One's own: which rounds one cannot do."""
