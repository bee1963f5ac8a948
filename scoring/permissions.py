"""Who may record, correct, confirm and print. Every predicate of this app stands here.

The object of each is a :class:`tournaments.models.Match`, but for ``scoring.print``,
which takes the tournament.
"""

from __future__ import annotations

from typing import Any

import rules

from tournaments.models import Match, RoleName, Tournament
from tournaments.permissions import belongs, is_superuser
from tournaments.selectors import roles

RECORDERS = (RoleName.DIRECTOR, RoleName.OFFICIAL, RoleName.SCORER)
OFFICIALS = (RoleName.DIRECTOR, RoleName.OFFICIAL)


@rules.predicate
def records(user: Any, match: Match) -> bool:
    """Director, official or scorer of the match's tournament."""
    return roles.has_any(user, match.tournament_id, RECORDERS)


@rules.predicate
def officiates(user: Any, match: Match) -> bool:
    """Director or official of the match's tournament."""
    return roles.has_any(user, match.tournament_id, OFFICIALS)


@rules.predicate
def captains_a_side(user: Any, match: Match) -> bool:
    """Captain of one of the two teams."""
    return bool(roles.captains_teams(user, match.tournament_id) & {match.home_id, match.away_id})


@rules.predicate
def directs(user: Any, match: Match) -> bool:
    """Director of the match's tournament."""
    return roles.has_any(user, match.tournament_id, [RoleName.DIRECTOR])


rules.add_perm("scoring.record", is_superuser | records)
rules.add_perm("scoring.confirm", is_superuser | officiates | captains_a_side)
"""That the confirmer recorded nothing of the match is a fact of the ledger: services and a trigger check it."""
rules.add_perm("scoring.withdraw", is_superuser | directs)
rules.add_perm("scoring.exceed", is_superuser | officiates)
"""A substitute too many is recorded, with what it costs (13.a): more than a scorer's tap."""
rules.add_perm("scoring.change", is_superuser | officiates)
"""Propose a change of a confirmed result, and decide one that somebody else proposed."""


@rules.predicate
def prints(user: Any, tournament: Tournament) -> bool:
    """Anybody with a role in the tournament."""
    return belongs.test(user, tournament)


rules.add_perm("scoring.print", is_superuser | prints)


@rules.predicate
def oversees(user: Any, tournament: Tournament) -> bool:
    """Director or official of this tournament."""
    return roles.has_any(user, tournament.pk, OFFICIALS)


rules.add_perm("scoring.settle", is_superuser | oversees)
"""See and settle what stands on a result that was changed since."""


@rules.predicate
def draws_lots(user: Any, tournament: Tournament) -> bool:
    """Director or official of the tournament."""
    return roles.has_any(user, tournament.pk, OFFICIALS)


rules.add_perm("scoring.draw_lots", is_superuser | draws_lots)
