"""When a match is played, and that nobody is needed twice at that time."""

from __future__ import annotations

import datetime
from dataclasses import replace
from typing import Any

from django.db import transaction
from django.utils import timezone

from tournaments import play
from tournaments.models import Match, Round, Team
from tournaments.selectors import slots
from tournaments.selectors.slots import Booking
from tournaments.services.saving import Errors, lock, refuse

_CLASHES = (slots.team_clash, slots.spot_clash, slots.official_clash)


def read_time(value: Any) -> datetime.datetime:
    """A time of day that can be meant, aware of its zone. ValidationError otherwise."""
    if not isinstance(value, datetime.datetime):
        raise refuse("starts_at", "A day and a time, as 2026-12-31 18:30.")
    if not 1900 <= value.year <= 2200:
        raise refuse("starts_at", f"The year {value.year} cannot be meant.")
    return timezone.make_aware(value) if timezone.is_naive(value) else value


@transaction.atomic
def move(match: Match, starts_at: datetime.datetime | None) -> Match:
    """Give a match a time of its own (None: its round's again). ValidationError names ``starts_at``."""
    found = Match.objects.select_for_update(no_key=True, of=("self",)).filter(pk=match.pk).first()
    if found is None:
        raise refuse("match", "This was removed a moment ago. Look at the list again.", "gone")
    lock(match.tournament_id)
    when = None if starts_at is None else read_time(starts_at)
    if found.pk in play.begun([found.pk]):
        raise refuse("starts_at", "This match has begun: its time stays.", "begun")
    at = when or found.round.starts_at
    if at is not None:
        _refuse_clash(replace(slots.of_match(found), at=at), slots.of_keys(found.tournament_id, [("at", at)]))
    found.starts_at = when
    found.save(update_fields=["starts_at"])
    return found


def check_new(round: Round, home: Team, away: Team, errors: Errors, starts_at: datetime.datetime | None = None) -> None:
    """Keep under ``home`` or ``away`` that a team of a new match plays another at that time (None: its round's)."""
    at = starts_at or Round.objects.values_list("starts_at", flat=True).get(pk=round.pk)
    if at is None:
        return
    among = slots.of_keys(round.tournament_id, [("at", at)])
    for field, team in (("home", home), ("away", away)):
        other = next((one for one in among if team.pk in one.teams and not one.off), None)
        if other is not None:
            errors.add(field, f"{team.name} play {other.name} at that time already.", "clash")


def check_round(round: Round, starts_at: datetime.datetime, errors: Errors) -> None:
    """Keep under ``starts_at`` what clashes when a round's matches are played then. The tournament is locked."""
    mine = slots.read(slots.with_time(Match.objects.filter(round=round, starts_at__isnull=True)))
    moved = {one.match: replace(one, at=starts_at) for one in mine}
    if not moved:
        return
    there = {one.match: one for one in slots.of_keys(round.tournament_id, [("at", starts_at)])} | moved
    for one in moved.values():
        # Within the round only what was a clash already could be one: it is no reason against the time.
        others = [other for other in there.values() if other.match not in moved]
        said = next((said for clash in _CLASHES if (said := "" if one.off else clash(one, others))), "")
        if said:
            errors.add("starts_at", f"{one.name}: {said}", "clash")
            return


def _refuse_clash(one: Booking, among: list[Booking]) -> None:
    for clash in _CLASHES:
        said = clash(one, among)
        if said:
            raise refuse("starts_at", said, "clash")
