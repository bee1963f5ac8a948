"""Who looks after which match: officials proposed evenly and without a clash, or named by hand."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace

from django.db import transaction
from django.db.models import Q

from tournaments.models import Match, OfficialAway, Role, RoleName, RosterEntry, Round, User
from tournaments.selectors import officials, slots
from tournaments.selectors.slots import Booking
from tournaments.services.saving import Errors, lock, refuse, still


@dataclass(frozen=True, slots=True)
class Duty:
    """A match and who looks after it."""

    booking: Booking
    official: User


@dataclass(frozen=True, slots=True)
class Duties:
    """Who would look after what, and the matches for which nobody is left, with the reason."""

    named: tuple[Duty, ...]
    left: tuple[tuple[Booking, str], ...]


def why_not(match: Match, official: User) -> str:
    """Why somebody may not look after a match, whatever the hour: an own team, or away for the round; else empty."""
    if (
        match.pk
        and OfficialAway.objects.filter(
            role__user=official, role__tournament_id=match.tournament_id, round_id=match.round_id
        ).exists()
    ):
        return f"{official} is away for {match.round}."
    own = _own_teams(match.tournament_id, [official.pk]).get(official.pk, frozenset())
    for team in (match.home, match.away):
        if team.pk in own:
            return f"{official} belongs to {team}: somebody else has to look after this match."
    return ""


def clash(match: Match, official: User) -> str:
    """Why somebody cannot be there at that hour, else empty."""
    one = replace(slots.of_match(match), official=official.pk, official_name=str(official))
    return slots.official_clash(one, slots.of_keys(match.tournament_id, [one.key]))


def check(match: Match, official: User | None, errors: Errors) -> None:
    """Keep under ``official`` why somebody cannot look after a match: its teams, an absence, another match then."""
    if official is not None:
        said = why_not(match, official) or clash(match, official)
        if said:
            errors.add("official", said, "clash")


def propose(round: Round) -> Duties:
    """Officials for the matches of a round that have none: those with the fewest matches first.

    Nobody for a team that they captain or play for, nobody who is away, one match each; only where that is not enough
    a second in the same room.
    """
    ids = list(Match.objects.filter(round=round).values_list("pk", flat=True))
    mine = [
        one
        for one in slots.read(slots.with_time(Match.objects.filter(pk__in=ids)))
        if one.official is None and not one.off
    ]
    among = {one.match: one for one in slots.of_keys(round.tournament_id, {one.key for one in mine})} if mine else {}
    there = _free_for(round)
    load = Counter(
        Match.objects.filter(tournament_id=round.tournament_id, official__isnull=False).values_list(
            "official", flat=True
        )
    )
    own = _own_teams(round.tournament_id, list(there))
    order = sorted(there, key=lambda pk: (load[pk], str(there[pk]).casefold(), pk))
    named: dict[int, int] = {}
    for key in dict.fromkeys(one.key for one in mine):
        slot = [one for one in mine if one.key == key]
        busy = {one.official for one in among.values() if one.key == key and one.official and not one.off}
        first = [pk for pk in order if pk not in busy]
        named |= _match_up(slot, first, own)
        for one in slot:
            if one.match in named:
                continue
            here = [replace(among[m], official=pk) if (pk := named.get(m)) else among[m] for m in among]
            for pk in order:
                asked = replace(one, official=pk, official_name=str(there[pk]))
                same_room = [
                    x for x in here if x.official == pk and x.key == key and not x.off and x.match != one.match
                ]
                known = all(x.rooms == one.rooms and len(one.rooms) == 1 for x in same_room)
                if known and not own.get(pk, frozenset()) & one.teams.keys() and not slots.official_clash(asked, here):
                    named[one.match] = pk
                    break
        order.sort(
            key=lambda pk: (load[pk] + sum(1 for who in named.values() if who == pk), str(there[pk]).casefold(), pk)
        )
    return Duties(
        tuple(Duty(one, there[named[one.match]]) for one in mine if one.match in named),
        tuple((one, _why_nobody(there)) for one in mine if one.match not in named),
    )


@transaction.atomic
def assign(round: Round) -> Duties:
    """The proposal, saved."""
    # The matches first, as the ledger locks them.
    list(
        Match.objects.select_for_update(no_key=True, of=("self",)).filter(round=round).order_by("pk").values_list("pk")
    )
    lock(round.tournament_id)
    round = still(round, "round")
    found = propose(round)
    if not found.named and not found.left:
        raise refuse("round", f"Every match of {round} has its official.", "nothing-to-do")
    for duty in found.named:
        Match.objects.filter(pk=duty.booking.match).update(official=duty.official)
    return found


def _free_for(round: Round) -> dict[int, User]:
    """Officials of the tournament who have not said that they are away for the round."""
    roles = Role.objects.filter(tournament_id=round.tournament_id, name=RoleName.OFFICIAL)
    return {user.pk: user for user in officials.free_for(round).filter(pk__in=roles.values("user"))}


def _own_teams(tournament_id: int, users: Sequence[int]) -> dict[int, frozenset[int]]:
    """The teams of the tournament that each captains or plays for."""
    found: dict[int, set[int]] = {}
    captains = Role.objects.filter(tournament_id=tournament_id, name=RoleName.CAPTAIN, user_id__in=users)
    for user, team in captains.values_list("user_id", "team_id"):
        if team is not None:
            found.setdefault(user, set()).add(team)
    plays = RosterEntry.objects.filter(team__tournament_id=tournament_id).filter(
        Q(player__user_id__in=users) | Q(player__same_as__user_id__in=users)
    )
    for user, root, team in plays.values_list("player__user_id", "player__same_as__user_id", "team_id"):
        for one in (user, root):
            if one is not None:
                found.setdefault(one, set()).add(team)
    return {user: frozenset(teams) for user, teams in found.items()}


def _match_up(slot: Sequence[Booking], order: Sequence[int], own: dict[int, frozenset[int]]) -> dict[int, int]:
    """One official a match, for as many matches as can be: augmenting paths, those with fewer matches tried first."""
    may = {one.match: [pk for pk in order if not own.get(pk, frozenset()) & one.teams.keys()] for one in slot}
    taken: dict[int, int] = {}

    def find(match: int, seen: set[int]) -> bool:
        free = next((pk for pk in may[match] if pk not in taken), None)
        if free is not None:
            taken[free] = match
            return True
        for pk in may[match]:
            if pk not in seen:
                seen.add(pk)
                if find(taken[pk], seen):
                    taken[pk] = match
                    return True
        return False

    for one in slot:
        find(one.match, set())
    return {match: pk for pk, match in taken.items()}


def _why_nobody(there: dict[int, User]) -> str:
    if not there:
        return "No official is there for this round. Give somebody the part of an official."
    return "Every official who is there is elsewhere at that time, or belongs to one of the two teams."
