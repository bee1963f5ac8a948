"""From an uploaded file to what came of it: looked at first, then taken in whole, from the very same bytes."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Collection
from dataclasses import dataclass

from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils import timezone

from rules_engine.verdicts import RecordError
from scoring.models import ImportBatch, ImportKind
from scoring.services.imports import fixtures, results, rosters, teams
from scoring.services.imports.columns import Spec
from scoring.services.imports.drafts import Draft, Made
from scoring.services.imports.faults import Fault, ImportRefused
from scoring.services.refusals import LedgerConflict, LedgerRefused
from tournaments.models import Table, Tournament, User
from tournaments.services.saving import lock
from tournaments.words import tidy

MOST_ONLINE = {"teams": 1000, "rosters": 5000, "fixtures": 2000, "results": 500}
"""Rows of a file that pages and API take in at once, so that nobody waits long; the command takes more."""

MOST_TRIED = 300
"""Rows of a file that are tried out for the preview; of a longer one the checks alone are told."""


@dataclass(frozen=True, slots=True)
class Kind:
    """What is done with one kind of file."""

    spec: Spec
    draft: Callable[[Tournament, bytes], Draft]
    take: Callable[[Tournament, Draft, User], Made]


KINDS = {
    ImportKind.TEAMS.value: Kind(teams.SPEC, teams.draft, teams.take),
    ImportKind.ROSTERS.value: Kind(rosters.SPEC, rosters.draft, rosters.take),
    ImportKind.FIXTURES.value: Kind(fixtures.SPEC, fixtures.draft, fixtures.take),
    ImportKind.RESULTS.value: Kind(results.SPEC, results.draft, results.take),
}


@dataclass
class ImportChanged(Exception):
    """What was looked at is no longer what would come of the file: the tournament has moved on. Look again."""

    draft: Draft


@dataclass
class NotTicked(Exception):
    """Kinds of notices that nobody has said were looked at."""

    codes: list[str]
    draft: Draft


def digest_of(data: bytes) -> str:
    """SHA-256 of a file."""
    return hashlib.sha256(data).hexdigest()


def preview(tournament: Tournament, kind: str, data: bytes, *, by: User) -> Draft:
    """What would come of a file; nothing is saved.

    A file without a fault is tried out and rolled back, so that whatever a service would refuse shows here. Raises
    :class:`ImportRefused` where its lines cannot be told apart.
    """
    draft = _draft(kind, tournament, data, online=True)
    if not draft.faults and len(draft.raw) <= MOST_TRIED:
        try:
            with transaction.atomic():
                _take(kind, tournament, draft, by)
                transaction.set_rollback(True)
        except ImportRefused as refusal:
            draft.faults += refusal.faults
    return draft


def take(
    tournament: Tournament,
    kind: str,
    data: bytes,
    *,
    file_name: str,
    by: User,
    seen: str | None = None,
    ticked: Collection[str] = (),
    online: bool = True,
) -> ImportBatch:
    """Take a file in, whole or not at all.

    ``seen``: the fingerprint of what was looked at (:attr:`Draft.seen`), None where nobody looks. ``ticked``: codes of
    the notices that were looked at, ``*`` for all. ``online``: of a page or the API, which take fewer rows. Raises
    :class:`ImportRefused`, :class:`ImportChanged`, :class:`NotTicked`.
    """
    with transaction.atomic():
        if kind == ImportKind.RESULTS:
            # The tables first, as the ledger locks them.
            found = Table.objects.select_for_update().filter(match__tournament=tournament).order_by("pk")
            list(found.values_list("pk", flat=True))
        lock(tournament.pk)
        draft = _draft(kind, tournament, data, online=online)
        if draft.faults:
            raise ImportRefused(draft.faults)
        if seen is not None and seen != draft.seen:
            raise ImportChanged(draft)
        missing = [group.code for group in draft.groups if group.code not in ticked]
        if missing and "*" not in ticked:
            raise NotTicked(missing, draft)
        made = _take(kind, tournament, draft, by)
        return ImportBatch.objects.create(
            tournament=tournament,
            kind=kind,
            file_name=_shown(file_name),
            digest=digest_of(data),
            rows=len(draft.raw),
            made=made,
            made_by=by,
            made_at=timezone.now(),
        )


def _shown(file_name: str) -> str:
    """A file's name as it is kept; one that cannot be shown is no reason against the file."""
    try:
        return tidy(file_name[-120:], longest=120)
    except ValidationError:
        return "file"


def _draft(kind: str, tournament: Tournament, data: bytes, *, online: bool) -> Draft:
    draft = KINDS[kind].draft(tournament, data)
    most = MOST_ONLINE[kind]
    if online and len(draft.raw) > most:
        raise ImportRefused([Fault(0, "", f"At most {most} {draft.spec.things} at once here; split the file.")])
    return draft


def _take(kind: str, tournament: Tournament, draft: Draft, by: User) -> Made:
    """What the services refuse is a fault of the file."""
    try:
        return KINDS[kind].take(tournament, draft, by)
    except ValidationError as error:
        rows = error.message_dict if hasattr(error, "error_dict") else {"": error.messages}
        raise ImportRefused(
            Fault(0, field if field != "__all__" else "", message) for field, all in rows.items() for message in all
        ) from error
    except (LedgerRefused, LedgerConflict, RecordError) as error:
        raise ImportRefused([Fault(0, "", str(error))]) from error
