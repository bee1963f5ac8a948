"""Stages: adding, changing, drawing, publishing, taking back, and filling in what results have settled."""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from typing import Any, Unpack

from django.db import transaction
from django.db.models import ProtectedError
from django.utils import timezone

from tournaments import play
from tournaments.drawing import Draw, DrawError, Plan, read
from tournaments.models import Match, Round, Stage, StageKind, StageState, Table, Tournament, User
from tournaments.selectors import draws, places
from tournaments.selectors.places import Entrants
from tournaments.services import formats, matches, rounds
from tournaments.services.formats import Format
from tournaments.services.saving import Errors, lock, or_clash, refuse, still
from tournaments.words import tidy

MOST_ORDER = 999
_TAKEN = "There is a stage of this name already."


@transaction.atomic
def add(
    tournament: Tournament,
    *,
    kind: str,
    name: str = "",
    order: int | None = None,
    seed: str = "",
    options: Mapping[str, Any] | None = None,
    **more: Unpack[Format],
) -> Stage:
    """A new draft, last unless ``order`` says otherwise.

    Without a name it is called by its kind, without a seed it gets one. ``options`` as
    :class:`tournaments.drawing.Plan` names them, ``more`` as :class:`Format`; two halves are played in full and may end
    level unless it says otherwise. ValidationError names the field, an option by its own name.
    """
    lock(tournament.pk)
    if kind not in StageKind.values:
        raise refuse("kind", f"There is no such kind of stage. There are: {', '.join(StageKind.values)}.", "unknown")
    if order is None:
        last = tournament.stages.order_by("-order").values_list("order", flat=True).first()
        order = min((last or 0) + 1, MOST_ORDER)
    halves = kind == StageKind.TWO_HALVES
    stage = Stage(tournament=tournament, kind=kind, play_all=halves, level_stands=halves)
    return _save(stage, name or _free_name(tournament, kind), order, seed or new_seed(), options or {}, more)


def new_seed() -> str:
    """A seed that nobody could have chosen: 12 letters and digits."""
    return secrets.token_hex(6)


@transaction.atomic
def update(
    stage: Stage,
    *,
    name: str | None = None,
    order: int | None = None,
    seed: str | None = None,
    options: Mapping[str, Any] | None = None,
    **more: Unpack[Format],
) -> Stage:
    """The stage with these changed. ``options`` given replace all that were; an empty seed draws a new one.

    Of a published stage, name, place and order of the standings may change; the draw and its matches stand on the rest.
    """
    lock(stage.tournament_id)
    stage = still(stage, "stage")
    if stage.state == StageState.PUBLISHED:
        errors = Errors()
        if seed is not None and seed != stage.seed:
            errors.add("seed", "The draw is published. Take it back to draw again.", "published")
        if options is not None and _plan(stage.kind, options) != _plan(stage.kind, stage.options):
            errors.add("options", "The draw is published. Take it back to change how it is made.", "published")
        for field, value in more.items():
            if field != "tie_break" and value != getattr(stage, field):
                errors.add(field, "The draw is published. Take it back to change this.", "published")
        errors.raise_any()
    return _save(
        stage,
        stage.name if name is None else name,
        stage.order if order is None else order,
        stage.seed if seed is None else seed or new_seed(),
        stage.options if options is None else options,
        more,
    )


@transaction.atomic
def remove(stage: Stage) -> None:
    """Delete a draft."""
    lock(stage.tournament_id)
    stage = still(stage, "stage")
    if stage.state == StageState.PUBLISHED:
        raise refuse("stage", f"The draw of {stage} is published. Take it back first.", "in-use")
    if fed := stage.fed.first():
        raise refuse("stage", f"{fed} takes its teams from {stage}. Change that first.", "in-use")
    stage.delete()


@transaction.atomic
def publish(stage: Stage, by: User) -> Stage:
    """Make the draw's rounds and matches, all of them or none; from now on seed and teams of the draw are kept.

    A knock-out gets all its rounds, and those matches of which both teams are known; :func:`complete` makes the others.
    """
    tournament = lock(stage.tournament_id)
    stage = still(stage, "stage")
    if stage.state == StageState.PUBLISHED:
        raise refuse("stage", f"The draw of {stage} is published already.", "published")
    material = draws.entered(tournament)
    if stage.source_id:
        material = _settled(stage).into(material)
    draw = _draw(stage, material)
    made = rounds.add_drawn(stage, draw.names or [""] * len(draw.rounds))
    matches.create_drawn(
        tournament,
        [
            (made[at], pairing.home, pairing.away)
            for at, pairings in enumerate(draw.rounds)
            for pairing in pairings
            if isinstance(pairing.home, int) and isinstance(pairing.away, int)
        ],
    )
    stage.state, stage.drawn = StageState.PUBLISHED, material
    stage.published_at, stage.published_by = timezone.now(), by
    stage.save()
    return stage


@transaction.atomic
def take_back(stage: Stage) -> Stage:
    """Make a published draw a draft again, its rounds and matches deleted; refused once something is recorded."""
    # The tables first, as the ledger locks them.
    tables = Table.objects.select_for_update(of=("self",)).filter(match__round__stage_id=stage.pk).order_by("pk")
    list(tables.values_list("pk", flat=True))
    lock(stage.tournament_id)
    stage = still(stage, "stage")
    if stage.state != StageState.PUBLISHED:
        raise refuse("stage", f"The draw of {stage} is not published.", "draft")
    found = Match.objects.filter(round__stage=stage)
    if fed := stage.fed.filter(state=StageState.PUBLISHED).first():
        raise refuse("stage", f"{fed} was drawn from the places of {stage}. Take that back first.", "in-use")
    frozen = refuse("stage", f"Play has begun: the draw of {stage} is frozen, and so are its matches.", "frozen")
    if play.started(list(found.values_list("pk", flat=True))):
        raise frozen
    if strays := draws.shown(stage).strays:
        raise refuse("stage", f"{strays[0]} does not come from this draw. Delete that match first.", "stray")
    try:
        with transaction.atomic():
            found.delete()
            Round.objects.filter(stage=stage).delete()
    except ProtectedError as error:
        raise frozen from error
    stage.state = StageState.DRAFT
    stage.drawn = stage.published_at = stage.published_by = None
    stage.save()
    return stage


@transaction.atomic
def complete(stage: Stage) -> list[Match]:
    """The matches of a published draw that can be made by now and are not there: those that results have settled.

    Nothing is drawn again. Refused while a match stands on a result that has changed since.
    """
    tournament = lock(stage.tournament_id)
    stage = still(stage, "stage")
    if stage.state != StageState.PUBLISHED:
        raise refuse("stage", f"The draw of {stage} is not published.", "draft")
    found = draws.shown(stage)
    if found.strays:
        raise refuse(
            "stage",
            f"{found.strays[0]} is not in the draw as it stands now: a result was changed, or somebody added it. "
            "Settle that match first.",
            "stray",
        )
    if not found.missing:
        raise refuse("stage", "There is no match to make yet: results are still to be confirmed.", "nothing")
    return matches.create_drawn(tournament, found.missing)


def _draw(stage: Stage, material: draws.Material) -> Draw:
    try:
        return draws.drawn_from(read(stage.kind, stage.options), stage.seed, material)
    except DrawError as error:
        raise refuse(error.field, error.text) from error


def _plan(kind: str, options: Mapping[str, Any]) -> Plan:
    try:
        return read(kind, options)
    except DrawError as error:
        raise refuse(error.field, error.text) from error


def _settled(stage: Stage) -> Entrants:
    """Those who come from the stage before; ValidationError of ``source`` while that is not settled."""
    try:
        found = places.of(stage)
    except DrawError as error:
        raise refuse(error.field, error.text) from error
    if found.problems:
        raise refuse("source", " ".join(found.problems), "unsettled")
    return found


def _save(stage: Stage, name: str, order: int, seed: str, options: Mapping[str, Any], more: Mapping[str, Any]) -> Stage:
    errors = Errors()
    formats.set_format(stage, more, options, errors)
    name = errors.take("name", lambda: tidy(name, longest=60), "")
    seed = errors.take("seed", lambda: tidy(seed, longest=64), "")
    if not isinstance(order, int) or isinstance(order, bool) or not 1 <= order <= MOST_ORDER:
        errors.add("order", f"A whole number from 1 to {MOST_ORDER}.")
    others = Stage.objects.filter(tournament_id=stage.tournament_id).exclude(pk=stage.pk)
    if name and others.filter(name__iexact=name).exists():
        errors.add("name", _TAKEN, "unique")
    plan = Plan(stage.kind)
    try:
        plan = read(stage.kind, options)
    except DrawError as error:
        errors.add(error.field, error.text)
    if stage.state == StageState.DRAFT:
        named = {*plan.teams, *(team for pairs in plan.fixtures for pair in pairs for team in pair)}
        if named - set(stage.tournament.teams.values_list("pk", flat=True)):
            errors.add("fixtures" if plan.fixtures else "teams", "A team of the list is not of this tournament.")
    errors.raise_any()
    stage.name, stage.order, stage.seed, stage.options = name, order, seed, dict(options)
    with or_clash("name", _TAKEN):
        stage.save()
    return stage


def _free_name(tournament: Tournament, kind: str) -> str:
    label = str(StageKind(kind).label)
    taken = {name.casefold() for name in tournament.stages.values_list("name", flat=True)}
    names = (label if number == 1 else f"{label} {number}" for number in range(1, len(taken) + 2))
    return next(name for name in names if name.casefold() not in taken)
