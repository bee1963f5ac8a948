"""Rounds: adding, naming, timing, removing."""

from __future__ import annotations

import datetime
from collections.abc import Sequence
from typing import Any

from django.db import transaction
from django.db.models import Max
from django.utils import timezone

from tournaments.models import Round, Stage, Tournament
from tournaments.services import timing
from tournaments.services.saving import Errors, lock, or_clash, refuse, still
from tournaments.words import tidy

MOST_NUMBER = 999


@transaction.atomic
def add(
    tournament: Tournament, *, number: int | None = None, name: str = "", starts_at: datetime.datetime | None = None
) -> Round:
    """A new round; without a number, the next one."""
    lock(tournament.pk)
    if number is None:
        last = tournament.rounds.order_by("-number").values_list("number", flat=True).first()
        number = (last or 0) + 1
    return _save(Round(tournament=tournament), number, name, starts_at)


@transaction.atomic
def add_drawn(stage: Stage, names: Sequence[str]) -> list[Round]:
    """The rounds of a stage's draw, after all that there are; a name may be empty. Its tournament is locked."""
    last = Round.objects.filter(tournament_id=stage.tournament_id).aggregate(last=Max("number"))["last"] or 0
    if last + len(names) > MOST_NUMBER:
        raise refuse("rounds", f"A tournament has at most {MOST_NUMBER} rounds; this draw would go beyond.")
    return Round.objects.bulk_create(
        Round(tournament_id=stage.tournament_id, number=last + at, name=name, stage=stage, drawn_as=at)
        for at, name in enumerate(names, start=1)
    )


@transaction.atomic
def update(round: Round, *, number: int | None = None, name: str | None = None, starts_at: Any = ...) -> Round:
    """The round with another number, name or time (None: no time)."""
    lock(round.tournament_id)
    round = still(round, "round")
    return _save(
        round,
        round.number if number is None else number,
        round.name if name is None else name,
        round.starts_at if starts_at is ... else starts_at,
    )


@transaction.atomic
def remove(round: Round) -> None:
    """Delete a round; refused while it has matches."""
    lock(round.tournament_id)
    round = still(round, "round")
    if round.stage_id:
        raise refuse("round", f"{round} belongs to a draw. It goes when the draw is taken back.", "drawn")
    if round.matches.exists():
        raise refuse("round", f"{round} has matches. Delete those first.", "in-use")
    round.delete()


def _save(round: Round, number: int, name: str, starts_at: Any) -> Round:
    errors = Errors()
    name = errors.take("name", lambda: tidy(name, longest=60, required=False), "")
    taken = f"There is a round {number} already."
    if not isinstance(number, int) or isinstance(number, bool) or not 1 <= number <= MOST_NUMBER:
        errors.add("number", f"A whole number from 1 to {MOST_NUMBER}.")
    elif Round.objects.filter(tournament_id=round.tournament_id, number=number).exclude(pk=round.pk).exists():
        errors.add("number", taken, "unique")
    if starts_at is not None:
        if not isinstance(starts_at, datetime.datetime):
            errors.add("starts_at", "A day and a time, as 2026-12-31 18:30.")
        elif not 1900 <= starts_at.year <= 2200:
            errors.add("starts_at", f"The year {starts_at.year} cannot be meant.")
        elif timezone.is_naive(starts_at):
            starts_at = timezone.make_aware(starts_at)
    if round.pk and starts_at is not None and "starts_at" not in errors and starts_at != round.starts_at:
        timing.check_round(round, starts_at, errors)
    errors.raise_any()
    round.number, round.name, round.starts_at = number, name, starts_at
    with or_clash("number", taken):
        round.save()
    return round
