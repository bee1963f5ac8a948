"""Flags: something that stands on a result since changed, for a person to settle. Nothing is drawn again by itself."""

from __future__ import annotations

from collections.abc import Iterable

from django.db import transaction
from django.utils import timezone

from scoring.models import Flag, ResultChange
from scoring.selectors.downstream import Effect
from scoring.services import entries
from scoring.services.refusals import ResultRefused
from tournaments.models import Tournament, User

LONGEST = 300


def raise_for(tournament: Tournament, effects: Iterable[Effect], *, change: ResultChange | None = None) -> list[Flag]:
    """A flag for each effect on something that stands already, unless the very same is still open."""
    now = timezone.now()
    made: list[Flag] = []
    for effect in effects:
        text = effect.text if len(effect.text) <= LONGEST else effect.text[: LONGEST - 1] + "…"
        # The text names the match and the stage.
        same = Flag.objects.filter(tournament=tournament, text=text, settled_at__isnull=True)
        if not effect.stands or same.exists():
            continue
        made.append(
            Flag.objects.create(
                tournament=tournament,
                change=change,
                stage_id=effect.stage,
                match_id=effect.match,
                text=text,
                raised_at=now,
            )
        )
    return made


def settle(flag: Flag, *, by: User, reason: object) -> Flag:
    """Say what became of it. RecordError naming ``reason``; ResultRefused ``settled`` when somebody was quicker."""
    why = entries.text("reason", reason)
    with transaction.atomic():
        current = Flag.objects.select_for_update(of=("self",)).get(pk=flag.pk)
        if current.settled_at is not None:
            raise ResultRefused("settled", f"This was settled by {current.settled_by}: {current.settled_reason}")
        current.settled_at = timezone.now()
        current.settled_by = by
        current.settled_reason = why
        current.save(update_fields=["settled_at", "settled_by", "settled_reason"])
        return current
