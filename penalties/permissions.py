"""Who may report, rule, cancel, call, agree, decide, hear and see. Every predicate of this app stands here.

The object of each is a :class:`tournaments.models.Match`, but for ``penalties.cancel``, which takes a
:class:`penalties.models.Ruling`, and ``penalties.bar`` and ``penalties.queue``, which take the tournament.
"""

from __future__ import annotations

from typing import Any

import rules

from penalties.models import Appeal, Ruling
from penalties.services.appeals import judges_of
from scoring.models import MatchState, MatchTally
from scoring.permissions import captains_a_side, officiates, records
from tournaments.models import Match, RoleName, Tournament
from tournaments.permissions import is_director, is_superuser
from tournaments.selectors import roles

JUDGES = (RoleName.DIRECTOR, RoleName.OFFICIAL)


@rules.predicate
def sits_on_committee(user: Any, match: Match) -> bool:
    """Member of the tournament's committee."""
    return roles.has_any(user, match.tournament_id, [RoleName.COMMITTEE])


@rules.predicate
def may_cancel(user: Any, ruling: Ruling) -> bool:
    """A director; the official who ruled, while the match is not confirmed."""
    match = ruling.incident.match
    if roles.has_any(user, match.tournament_id, [RoleName.DIRECTOR]):
        return True
    if user.pk != ruling.official_id or not roles.has_any(user, match.tournament_id, [RoleName.OFFICIAL]):
        return False
    return not MatchTally.objects.filter(match_id=match.pk, state=MatchState.CONFIRMED).exists()


@rules.predicate
def judges(user: Any, tournament: Tournament) -> bool:
    """Director or official of this tournament."""
    return roles.has_any(user, tournament.pk, JUDGES)


rules.add_perm("penalties.report", is_superuser | records | captains_a_side)
rules.add_perm("penalties.call", is_superuser | records | captains_a_side)
rules.add_perm("penalties.rule", is_superuser | officiates)
rules.add_perm("penalties.cancel", is_superuser | may_cancel)
rules.add_perm("penalties.see_claims", is_superuser | officiates | captains_a_side | sits_on_committee)
rules.add_perm("penalties.queue", is_superuser | judges)
rules.add_perm("penalties.bar", is_superuser | is_director)


# Disputes, appeals and fines. The object is the match, but for `penalties.hear_appeal` (an Appeal) and the fines (the
# tournament).


@rules.predicate
def may_hear_appeal(user: Any, appeal: Appeal) -> bool:
    """A member of the committee who neither ruled nor decided here, and captains neither team."""
    match = appeal.match
    if not roles.has_any(user, match.tournament_id, [RoleName.COMMITTEE]) or captains_a_side.test(user, match):
        return False
    return user.pk not in judges_of(appeal)


@rules.predicate
def sits_impartially(user: Any, match: Match) -> bool:
    """Member of the committee who captains neither team."""
    return bool(sits_on_committee.test(user, match)) and not captains_a_side.test(user, match)


@rules.predicate
def on_the_committee(user: Any, tournament: Tournament) -> bool:
    """Member of this tournament's committee."""
    return roles.has_any(user, tournament.pk, [RoleName.COMMITTEE])


@rules.predicate
def keeps_order(user: Any, tournament: Tournament) -> bool:
    """Director or official of this tournament, or of its committee."""
    return roles.has_any(user, tournament.pk, [*JUDGES, RoleName.COMMITTEE])


rules.add_perm("penalties.dispute", is_superuser | captains_a_side | officiates)
rules.add_perm("penalties.agree", captains_a_side)
rules.add_perm("penalties.state", is_superuser | captains_a_side | officiates)
rules.add_perm("penalties.attach", is_superuser | captains_a_side | officiates)
rules.add_perm("penalties.see_dispute", is_superuser | captains_a_side | officiates | sits_on_committee)
rules.add_perm("penalties.decide", is_superuser | officiates)
rules.add_perm("penalties.settle", sits_impartially)
rules.add_perm("penalties.appeal", captains_a_side)
rules.add_perm("penalties.see_appeal", is_superuser | captains_a_side | officiates | sits_on_committee)
rules.add_perm("penalties.hear_appeal", may_hear_appeal)
rules.add_perm("penalties.fine", on_the_committee)
rules.add_perm("penalties.cash", is_superuser | is_director | on_the_committee)
rules.add_perm("penalties.see_fines", is_superuser | keeps_order)
