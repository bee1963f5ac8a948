"""Matches: making them with their tables, giving them an official and a place, deleting them unplayed."""

from __future__ import annotations

import datetime
from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any

from django.db import transaction
from django.db.models import ProtectedError, Q

from tournaments import play
from tournaments.models import EntryState, Match, Role, RoleName, Round, Table, Team, Tournament, User
from tournaments.selectors import sizes
from tournaments.services import duties, sizing, timing
from tournaments.services.saving import Errors, lock, or_clash, refuse, still
from tournaments.words import tidy

IN_CHARGE = (RoleName.DIRECTOR, RoleName.OFFICIAL)
"""Who can be a match's official: whoever may rule in the tournament."""
_TWICE = "These two teams meet in this round already."


@transaction.atomic
def create(
    tournament: Tournament,
    *,
    round: Round,
    home: Team,
    away: Team,
    official: User | None = None,
    place: str = "",
    play_off: bool = False,
    starts_at: datetime.datetime | None = None,
) -> Match:
    """A new match with its tables 1..n, sized as its round's stage or its tournament says.

    ``play_off``: it decides a tie and counts in no standings. ``starts_at``: where not its round's time.
    ValidationError names the field that cannot be.
    """
    current = lock(tournament.pk)
    errors = Errors()
    for field, thing in (("round", round), ("home", home), ("away", away)):
        if thing.tournament_id != current.pk:
            errors.add(field, "This belongs to another tournament.", "unknown")
        errors.take(field, partial(still, thing, field), thing)
    for field, team in (("home", home), ("away", away)):
        if team.state != EntryState.ENTERED and field not in errors:
            errors.add(field, f"{team.name} is not entered: {team.get_state_display().lower()}.", "state")
    errors.raise_any()
    if home.pk == away.pk:
        errors.add("away", f"{home.name} cannot meet itself. Choose another team.", "same-team")
    elif Match.objects.filter(Q(home=home, away=away) | Q(home=away, away=home), round=round).exists():
        errors.add("away", _TWICE, "unique")
    else:
        timing.check_new(round, home, away, errors, starts_at)
    _check_official(current.pk, official, errors)
    place = errors.take("place", lambda: tidy(place, longest=60, required=False), "")
    errors.raise_any()
    size = sizes.of_stage(round.stage, current)
    with or_clash("away", _TWICE):
        match = Match.objects.create(
            tournament=current,
            round=round,
            home=home,
            away=away,
            official=official,
            place=place,
            play_off=play_off,
            starts_at=starts_at,
            **sizing.kept(size),
        )
    Table.objects.bulk_create(sizing.tables_of(match, size))
    return match


@transaction.atomic
def create_drawn(tournament: Tournament, pairs: Sequence[tuple[Round, int, int]]) -> list[Match]:
    """The matches (round, home's id, away's id) of a draw, with their tables.

    The tournament is locked, and rounds and teams are known to be its own: the draw was made under that lock.
    """
    size_of = {round.pk: sizes.of_stage(round.stage, tournament) for round, _, _ in pairs}
    made = Match.objects.bulk_create(
        Match(tournament=tournament, round=round, home_id=home, away_id=away, **sizing.kept(size_of[round.pk]))
        for round, home, away in pairs
    )
    Table.objects.bulk_create(table for match in made for table in sizing.tables_of(match, size_of[match.round_id]))
    return made


@transaction.atomic
def update(
    match: Match, *, official: Any = ..., place: str | None = None, size: Mapping[str, Any] | None = None
) -> Match:
    """The match with another official (None: nobody yet), place, or size.

    ``size``: what of it changes, as :func:`tournaments.services.sizing.changed` reads it; refused once the match has
    begun.
    """
    if size:
        # The tables first, as the ledger locks them.
        list(Table.objects.select_for_update().filter(match=match).order_by("pk").values_list("pk", flat=True))
    if official is not ...:
        # The match too: who is assigned to a whole round at once locks the matches first.
        list(Match.objects.select_for_update(no_key=True).filter(pk=match.pk).values_list("pk", flat=True))
    lock(match.tournament_id)
    match = still(match, "match")
    errors = Errors()
    # Whoever is in charge may stay so after losing the part: the match was theirs.
    if official is not ... and official != match.official:
        _check_official(match.tournament_id, official, errors)
        duties.check(match, official, errors)
        match.official = official
    if place is not None:
        match.place = errors.take("place", lambda: tidy(place, longest=60, required=False), "")
    if size:
        before = sizes.kept(match)
        after = sizing.changed(before, size, errors)
        if after != before and play.started([match.pk]):
            errors.add(next(iter(size)), "Play has begun: the match stays as long as it is.", "frozen")
    errors.raise_any()
    match.save(update_fields=["official", "place"])
    if size and after != before:
        sizing.apply([match], after)
    return match


@transaction.atomic
def remove(match: Match) -> None:
    """Delete a match of which nothing is recorded; a ledger is never deleted, and protects its match."""
    # The tables first, as the ledger locks them.
    list(Table.objects.select_for_update().filter(match=match).order_by("pk").values_list("pk", flat=True))
    lock(match.tournament_id)
    match = still(match, "match")
    try:
        with transaction.atomic():
            match.delete()
    except ProtectedError as error:
        raise refuse(
            "match", f"{match} has begun: what was recorded stays, and so does the match.", "in-use"
        ) from error


def _check_official(tournament_id: int, official: User | None, errors: Errors) -> None:
    if official is None:
        return
    if not Role.objects.filter(tournament_id=tournament_id, user=official, name__in=IN_CHARGE).exists():
        errors.add("official", f"{official} is not an official here. Give that role first.", "unknown")
