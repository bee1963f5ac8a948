"""Matches: making them with their tables, giving them an official and a place, deleting them unplayed."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any

from django.db import transaction
from django.db.models import ProtectedError, Q

from tournaments.models import Match, Role, RoleName, Round, Table, Team, Tournament, User
from tournaments.services.saving import Errors, lock, or_clash, refuse, still
from tournaments.words import tidy

IN_CHARGE = (RoleName.DIRECTOR, RoleName.OFFICIAL)
"""Who can be a match's official: whoever may rule in the tournament."""
_TWICE = "These two teams meet in this round already."


@transaction.atomic
def create(
    tournament: Tournament, *, round: Round, home: Team, away: Team, official: User | None = None, place: str = ""
) -> Match:
    """A new match with its tables 1..n. ValidationError names the field that cannot be."""
    current = lock(tournament.pk)
    errors = Errors()
    for field, thing in (("round", round), ("home", home), ("away", away)):
        if thing.tournament_id != current.pk:
            errors.add(field, "This belongs to another tournament.", "unknown")
        errors.take(field, partial(still, thing, field), thing)
    errors.raise_any()
    if home.pk == away.pk:
        errors.add("away", f"{home.name} cannot meet itself. Choose another team.", "same-team")
    elif Match.objects.filter(Q(home=home, away=away) | Q(home=away, away=home), round=round).exists():
        errors.add("away", _TWICE, "unique")
    _check_official(current.pk, official, errors)
    place = errors.take("place", lambda: tidy(place, longest=60, required=False), "")
    errors.raise_any()
    with or_clash("away", _TWICE):
        match = Match.objects.create(
            tournament=current, round=round, home=home, away=away, official=official, place=place
        )
    create_tables(match)
    return match


def create_tables(match: Match) -> list[Table]:
    """The tables 1..n of a new match, sized as its tournament says."""
    return Table.objects.bulk_create(_tables(match, match.tournament))


def _tables(match: Match, tournament: Tournament) -> list[Table]:
    return [
        Table(match=match, number=number, games=tournament.games_per_table)
        for number in range(1, tournament.tables_per_match + 1)
    ]


@transaction.atomic
def create_drawn(tournament: Tournament, pairs: Sequence[tuple[Round, int, int]]) -> list[Match]:
    """The matches (round, home's id, away's id) of a draw, with their tables.

    The tournament is locked, and rounds and teams are known to be its own: the draw was made under that lock.
    """
    made = Match.objects.bulk_create(
        Match(tournament=tournament, round=round, home_id=home, away_id=away) for round, home, away in pairs
    )
    Table.objects.bulk_create(table for match in made for table in _tables(match, tournament))
    return made


@transaction.atomic
def update(match: Match, *, official: Any = ..., place: str | None = None) -> Match:
    """The match with another official (None: nobody yet) or place."""
    lock(match.tournament_id)
    match = still(match, "match")
    errors = Errors()
    # Whoever is in charge may stay so after losing the part: the match was theirs.
    if official is not ... and official != match.official:
        _check_official(match.tournament_id, official, errors)
        match.official = official
    if place is not None:
        match.place = errors.take("place", lambda: tidy(place, longest=60, required=False), "")
    errors.raise_any()
    match.save(update_fields=["official", "place"])
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
