"""Making and changing a tournament."""

from __future__ import annotations

import datetime
from typing import Any, TypedDict, Unpack

from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction
from django.utils import timezone
from django.utils.text import slugify

from tournaments import orderings
from tournaments.models import Role, RoleName, Table, TableKind, Tournament, User
from tournaments.selectors import sizes
from tournaments.services import rulesets, sizing
from tournaments.services.saving import Errors, lock
from tournaments.words import tidy


class Details(TypedDict, total=False):
    """What may be said about a tournament; what is left out keeps its value or its default."""

    name: str
    venue: str
    starts_on: datetime.date | None
    ends_on: datetime.date | None
    ruleset_name: str
    ruleset_options: dict[str, Any]
    tables_per_match: int
    games_per_table: int
    race_target_set: int | None
    tie_break: list[str]
    appeal_hours: int
    grace_minutes: int
    walk_over_bullseyes: int | None


SIZED = ("tables_per_match", "games_per_table", "race_target_set")
FROZEN = ("ruleset_name", "ruleset_options", *SIZED)
"""What no longer changes once the first table is open: hands were judged and races run by it."""

MOST_TABLES, MOST_GAMES = sizing.MOST_TABLES, sizing.MOST_GAMES
MOST_APPEAL_HOURS = 720
MOST_GRACE = 240
MOST_WALK_OVER = MOST_TABLES * MOST_GAMES + 1


@transaction.atomic
def create(by: User, **details: Unpack[Details]) -> Tournament:
    """A new tournament, directed by ``by``. ValidationError names every field that cannot be."""
    tournament = Tournament(created_by=by)
    _apply(tournament, details)
    twin = Tournament.objects.filter(
        created_by=by, name__iexact=tournament.name, starts_on=tournament.starts_on
    ).exists()
    if twin:
        raise ValidationError(
            {"name": ValidationError("You already have a tournament of this name on that day.", code="unique")}
        )
    _save_with_slug(tournament)
    Role.objects.create(tournament=tournament, user=by, name=RoleName.DIRECTOR)
    by.__dict__.pop("_held_roles", None)
    return tournament


@transaction.atomic
def update(tournament: Tournament, **details: Unpack[Details]) -> Tournament:
    """The tournament with these details changed; its address stays.

    Once frozen, a change of what :data:`FROZEN` names is refused at its field.
    Matches that stand get the new size, unless their stage or they themselves were given another.
    """
    tables = Table.objects.filter(match__tournament_id=tournament.pk, kind=TableKind.TABLE).order_by("pk")
    if set(SIZED) & details.keys():
        list(tables.select_for_update(of=("self",)).values_list("pk", flat=True))
    current = lock(tournament.pk)
    before = {field: getattr(current, field) for field in FROZEN}
    _apply(current, details)
    changed = [field for field in FROZEN if getattr(current, field) != before[field]]
    if changed and current.ruleset_frozen_at:
        when = timezone.localtime(current.ruleset_frozen_at)
        errors = Errors()
        for field in changed:
            errors.add(field, f"This is settled since the first table opened on {when:%-d %B %Y, %H:%M}.", "frozen")
        errors.raise_any()
    current.save()
    if set(SIZED) & set(changed):
        sizing.follow(current, sizes.Size(*(before[field] for field in SIZED)))
    return current


@transaction.atomic
def freeze(tournament_id: int) -> None:
    """Settle the ruleset for good, when the first table opens. Doing it again changes nothing."""
    Tournament.objects.filter(pk=tournament_id, ruleset_frozen_at__isnull=True).update(ruleset_frozen_at=timezone.now())


def _apply(tournament: Tournament, details: Details) -> None:
    """Check the details against one another and set them."""
    values: dict[str, Any] = {field: getattr(tournament, field) for field in Details.__annotations__}
    values.update(details)
    errors = Errors()
    values["name"] = errors.take("name", lambda: tidy(values["name"], longest=120), "")
    values["venue"] = errors.take("venue", lambda: tidy(values["venue"], longest=200, required=False), "")
    _check_days(values, errors)
    bounds = {"tables_per_match": MOST_TABLES, "games_per_table": MOST_GAMES, "appeal_hours": MOST_APPEAL_HOURS}
    for field, most in bounds.items():
        if not sizing.is_number(values[field], 1, most):
            errors.add(field, f"A whole number from 1 to {most}.")
    if values["race_target_set"] is not None and not sizing.is_number(values["race_target_set"], 1, 32767):
        errors.add("race_target_set", "A whole number, or nothing to have it worked out.")
    if not sizing.is_number(values["grace_minutes"], 0, MOST_GRACE):
        errors.add("grace_minutes", f"A whole number of minutes from 0 to {MOST_GRACE}.")
    walk_over = values["walk_over_bullseyes"]
    if walk_over is not None and not sizing.is_number(walk_over, 1, MOST_WALK_OVER):
        errors.add("walk_over_bullseyes", f"A whole number from 1 to {MOST_WALK_OVER}, or nothing.")
    name = errors.take("ruleset_name", lambda: rulesets.checked_name(values["ruleset_name"]), "")
    if name:
        no_options: dict[str, Any] = {}
        values["ruleset_options"] = errors.take(
            "ruleset_options", lambda: rulesets.checked_options(name, values["ruleset_options"]), no_options
        )
    if not any(field in errors for field in ("tables_per_match", "games_per_table", "race_target_set")):
        errors.take(
            "race_target_set",
            lambda: rulesets.checked_race(
                values["tables_per_match"], values["games_per_table"], values["race_target_set"]
            ),
            None,
        )
    if "tie_break" in details or not tournament.pk:
        no_chain: list[str] = []
        values["tie_break"] = errors.take("tie_break", lambda: orderings.checked(values["tie_break"]), no_chain)
    errors.raise_any()
    for field, value in values.items():
        setattr(tournament, field, value)


def _check_days(values: dict[str, Any], errors: Errors) -> None:
    first, last = values["starts_on"], values["ends_on"]
    for field, day in (("starts_on", first), ("ends_on", last)):
        if day is not None and not isinstance(day, datetime.date):
            errors.add(field, "A date, as 2026-12-31.")
        elif day is not None and not 1900 <= day.year <= 2200:
            errors.add(field, f"The year {day.year} cannot be meant.")
    if first and last and "starts_on" not in errors and "ends_on" not in errors and last < first:
        errors.add("ends_on", "The last day cannot be before the first.")


def _save_with_slug(tournament: Tournament) -> None:
    """Save under the first free address made from the name; two at once never share one."""
    stem = slugify(tournament.name)[:120].strip("-") or "tournament"
    taken = set(Tournament.objects.filter(slug__startswith=stem).values_list("slug", flat=True))
    number = 1
    while True:
        slug = stem if number == 1 else f"{stem}-{number}"
        if slug not in taken:
            try:
                with transaction.atomic():
                    tournament.slug = slug
                    tournament.save()
                    return
            except IntegrityError:
                if not Tournament.objects.filter(slug=slug).exists():
                    raise
        number += 1
