"""Taking an import back: what it made goes where nothing was built on it; else what stands on it is named.

Teams, players on rosters, rounds and matches are removed by the services that remove them anywhere. A result is never
deleted: it is withdrawn with the reason, and its tally struck from the sheet's ledger by one more event. A match that
the file itself added then has a ledger, which keeps it: it is abandoned, so that nobody waits for it, until a file with
its result takes it up again.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TypeVar
from uuid import uuid4

from django.core.exceptions import ValidationError
from django.db import transaction
from django.db.models import Q
from django.utils import timezone

from scoring.models import Board, ChangeState, ImportBatch, ImportKind, Result, ResultChange, ResultState
from scoring.services import entries, holds, ledger, results
from scoring.services.imports.saving import importer
from scoring.services.refusals import LedgerConflict, LedgerRefused, ResultRefused
from tournaments.models import (
    DayState,
    Division,
    Match,
    RosterEntry,
    Round,
    Stage,
    StageKind,
    StageState,
    Table,
    Team,
    User,
)
from tournaments.services import divisions, matches, occurrences, rosters, rounds, teams
from tournaments.services.saving import lock

T = TypeVar("T")

MOST_NAMED = 20


class UndoRefused(Exception):
    """Something stands on what the import made; ``reasons`` name it."""

    def __init__(self, reasons: list[str]) -> None:
        self.reasons = reasons[:MOST_NAMED]
        if len(reasons) > MOST_NAMED:
            self.reasons.append(f"And {len(reasons) - MOST_NAMED} more.")
        super().__init__("\n".join(self.reasons))


def undo(batch: ImportBatch, *, reason: str, by: User) -> ImportBatch:
    """Take an import back, whole or not at all. UndoRefused with what stands on it; RecordError naming ``reason``."""
    why = entries.text("reason", reason)
    try:
        return _undo(batch, why, by)
    except (LedgerRefused, LedgerConflict, ResultRefused) as error:
        raise UndoRefused([str(error)]) from error
    except ValidationError as error:
        raise UndoRefused(list(error.messages)) from error


def _undo(batch: ImportBatch, why: str, by: User) -> ImportBatch:
    with transaction.atomic():
        if batch.kind == ImportKind.RESULTS:
            # The tables first, as the ledger locks them.
            touched = Table.objects.select_for_update().filter(match__results__in=batch.made.get("result", []))
            list(touched.order_by("pk").values_list("pk", flat=True))
        lock(batch.tournament_id)
        batch = ImportBatch.objects.select_for_update().get(pk=batch.pk)
        if batch.undone_at is not None:
            raise UndoRefused(["This import was undone already."])
        later = _later(batch)
        if later is not None:
            raise UndoRefused([f"{later.file_name} was taken in after it and stands on it: undo that first."])
        if batch.kind == ImportKind.RESULTS:
            reasons = list(_standing_on(batch))
            if reasons:
                raise UndoRefused(reasons)
            _withdraw(batch, why, by)
        else:
            _remove(batch)
        batch.undone_by, batch.undone_at = by, timezone.now()
        batch.save(update_fields=["undone_by", "undone_at"])
        return batch


def _later(batch: ImportBatch) -> ImportBatch | None:
    """A later import whose things lie on this one's: rosters and fixtures on teams, results on fixtures."""
    for other in ImportBatch.objects.filter(
        tournament_id=batch.tournament_id, undone_at__isnull=True, pk__gt=batch.pk
    ).order_by("-pk"):
        teams_made, matches_made = batch.made.get("team", []), batch.made.get("match", [])
        entry_ids, match_ids = other.made.get("entry", []), other.made.get("match", [])
        result_ids = other.made.get("result", [])
        if (
            RosterEntry.objects.filter(pk__in=entry_ids, team__in=teams_made).exists()
            or Match.objects.filter(pk__in=match_ids)
            .filter(Q(home__in=teams_made) | Q(away__in=teams_made) | Q(round__in=batch.made.get("round", [])))
            .exists()
            or Result.objects.filter(pk__in=result_ids, match__in=matches_made).exists()
        ):
            return other
    return None


def _standing_on(batch: ImportBatch) -> Iterator[str]:
    """What stands on the results of a batch."""
    rows = Result.objects.filter(pk__in=batch.made.get("result", [])).select_related(
        "match__round__stage", "match__home", "match__away"
    )
    fed: dict[int, list[Stage]] = {}
    published = Stage.objects.filter(tournament_id=batch.tournament_id, state=StageState.PUBLISHED)
    for drawn in published.filter(source__isnull=False):
        fed.setdefault(drawn.source_id or 0, []).append(drawn)
    named: set[int] = set()
    for result in rows:
        match = result.match
        if result.state != ResultState.CONFIRMED:
            yield f"{match}: its result was changed or withdrawn since."
            continue
        held = holds.standing(match.pk)
        if held is not None:
            yield f"{match}: {held.message}"
        if ResultChange.objects.filter(match=match, state=ChangeState.PROPOSED).exists():
            yield f"{match}: a change of its result waits for a second person."
        stage = match.round.stage
        if stage is None:
            continue
        for after in fed.get(stage.pk, ()):
            if after.pk not in named:
                named.add(after.pk)
                yield f"{after} was drawn from the standings of {stage}: take that draw back first."
        if stage.kind == StageKind.KNOCK_OUT:
            sides = (match.home_id, match.away_id)
            for later in Match.objects.filter(
                Q(home__in=sides) | Q(away__in=sides),
                round__stage=stage,
                round__drawn_as__gt=match.round.drawn_as or 0,
            ).select_related("home", "away", "round"):
                yield f"{later} in {later.round} was drawn from the result of {match}."


def _withdraw(batch: ImportBatch, why: str, by: User) -> None:
    actor = importer()
    reason = f"Import of {batch.file_name} undone by {by}: {why}"[:300]
    added = set(batch.made.get("match", []))
    for result in Result.objects.filter(pk__in=batch.made.get("result", [])).select_related("match"):
        match = result.match
        results.withdraw(match, by=by, reason=reason)
        sheet = Table.objects.get(match=match, number=0)
        ledger.correct_last(
            sheet.pk,
            reason=reason,
            replace=None,
            expected=Board.objects.get(table=sheet).sequence,
            client_id=uuid4(),
            by=actor,
        )
        if match.pk in added:
            match.refresh_from_db()
            if match.day_state != DayState.ABANDONED:
                occurrences.abandon(match, reason=reason, by=by)


def _remove(batch: ImportBatch) -> None:
    """The last made first, each by the service that removes it anywhere; what they refuse is gathered."""
    reasons: list[str] = []
    made = batch.made

    def gone(remove: Callable[[T], object], *things: T) -> None:
        for thing in things:
            try:
                with transaction.atomic():
                    remove(thing)
            except ValidationError as error:
                reasons.extend(message for message in error.messages if message not in reasons)

    gone(rosters.remove, *RosterEntry.objects.filter(pk__in=made.get("entry", [])).select_related("team", "player"))
    gone(matches.remove, *Match.objects.filter(pk__in=made.get("match", [])))
    for round in Round.objects.filter(pk__in=made.get("round", [])):
        if not round.matches.exists():
            gone(rounds.remove, round)
    found = Team.objects.filter(pk__in=made.get("team", []))
    for team in found:
        players = team.roster.count()
        if players:
            reasons.append(f"{team} has {players} player{'s' * (players != 1)} on its roster.")
        elif team.captain_roles.exists():
            reasons.append(f"Somebody has a part as captain of {team}.")
        else:
            gone(teams.remove, team)
    for division in Division.objects.filter(pk__in=made.get("division", [])):
        if not division.teams.exists():
            gone(divisions.remove, division)
    if reasons:
        raise UndoRefused(reasons)
