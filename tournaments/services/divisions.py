"""Divisions: adding, renaming, ordering, removing."""

from __future__ import annotations

from django.db import transaction

from tournaments.models import Division, Tournament
from tournaments.services.saving import Errors, lock, or_clash, refuse, still
from tournaments.words import tidy

MOST_ORDER = 32767
_TAKEN = "There is a division of this name already."


@transaction.atomic
def add(tournament: Tournament, *, name: str, order: int | None = None) -> Division:
    """A new division, last unless ``order`` says otherwise."""
    lock(tournament.pk)
    if order is None:
        last = tournament.divisions.order_by("-order").values_list("order", flat=True).first()
        order = min((last or 0) + 1, MOST_ORDER)
    division = Division(tournament=tournament)
    return _save(division, name, order)


@transaction.atomic
def update(division: Division, *, name: str | None = None, order: int | None = None) -> Division:
    """The division with another name or place."""
    lock(division.tournament_id)
    division = still(division, "division")
    return _save(division, division.name if name is None else name, division.order if order is None else order)


@transaction.atomic
def remove(division: Division) -> None:
    """Delete a division; refused while teams are in it."""
    lock(division.tournament_id)
    division = still(division, "division")
    if division.teams.exists():
        raise refuse("division", f"{division.name} has teams. Move them to another division first.", "in-use")
    division.delete()


def _save(division: Division, name: str, order: int) -> Division:
    errors = Errors()
    name = errors.take("name", lambda: tidy(name, longest=60), "")
    if not isinstance(order, int) or isinstance(order, bool) or not 0 <= order <= MOST_ORDER:
        errors.add("order", f"A whole number from 0 to {MOST_ORDER}.")
    others = Division.objects.filter(tournament_id=division.tournament_id).exclude(pk=division.pk)
    if name and others.filter(name__iexact=name).exists():
        errors.add("name", _TAKEN, "unique")
    errors.raise_any()
    division.name, division.order = name, order
    with or_clash("name", _TAKEN):
        division.save()
    return division
