"""What is said, shown and ticked in a dispute: statements, attachments, the checklist of section 14.

All of it only grows. Whoever walked away is not heard any more (14.b): a player's words are refused as well as a
captain's. An official may write down what a side says; a captain speaks for the own side alone.
"""

from __future__ import annotations

from uuid import UUID

from django.db import IntegrityError, transaction

from penalties.models import Dispute, DisputeAttachment, DisputeFact, DisputeStatement, FactKind
from penalties.models.dispute import LONGEST_TEXT
from penalties.services import attachments, disputing, notices
from penalties.services.attachments import Upload
from penalties.services.disputing import check_side, side_of, turn
from penalties.services.incidents import client_id_used
from penalties.services.refusals import PenaltyConflict
from rules_engine.verdicts import RecordError
from scoring.permissions import officiates
from scoring.services import entries
from scoring.services.refusals import LedgerRefused
from tournaments.models import RosterEntry, User

MOST_STATEMENTS = 40
MOST_ATTACHMENTS = 10


def state(
    dispute_id: int, *, side: str, text: str, client_id: UUID, by: User, player: int | None = None
) -> DisputeStatement:
    """Put on record what a side says. ``player``: whose words they are, where not the captain's own.

    RecordError; LedgerRefused ``no-say``, ``other-side``, ``too-many``; PenaltyConflict ``dispute-over``.
    """
    said = entries.text("text", text, LONGEST_TEXT)
    check_side(side)
    entries.check_request(0, client_id, "")
    try:
        return _state(dispute_id, side, said, client_id, by, player)
    except IntegrityError:
        return _state(dispute_id, side, said, client_id, by, player)


def _state(dispute_id: int, side: str, text: str, client_id: UUID, by: User, player: int | None) -> DisputeStatement:
    earlier = DisputeStatement.objects.filter(client_id=client_id).first()
    if earlier is not None:
        if (earlier.dispute_id, earlier.by_id, earlier.side, earlier.text) != (dispute_id, by.pk, side, text):
            raise client_id_used()
        return earlier
    with turn(dispute_id, None) as taken:
        dispute = taken.dispute
        _speaks_for(by, dispute, side)
        if player is not None and _rostered(dispute, player, "player") != side:
            raise RecordError("player", "is not on this side's roster")
        if player is not None and player in disputing.walked(dispute):
            raise disputing.no_say("This player walked away from the dispute and is not heard any more.")
        _room(dispute.statements.count(), MOST_STATEMENTS, "statements")
        statement = DisputeStatement.objects.create(
            dispute=dispute, side=side, player_id=player, text=text, by=by, at=taken.now, client_id=client_id
        )
        notices.tell(dispute)
    return statement


def attach(dispute_id: int, *, side: str, upload: Upload, client_id: UUID, by: User) -> DisputeAttachment:
    """Keep a photo or a PDF with the dispute. The file is looked into, not believed; see :mod:`attachments`."""
    check_side(side)
    entries.check_request(0, client_id, "")
    earlier = DisputeAttachment.objects.filter(client_id=client_id).first()
    if earlier is not None:
        if (earlier.dispute_id, earlier.by_id) != (dispute_id, by.pk):
            raise client_id_used()
        return earlier
    # Looked at before anybody has to wait for it.
    checked = attachments.check(upload)
    path = attachments.store(checked)
    try:
        with turn(dispute_id, None) as taken:
            dispute = taken.dispute
            _speaks_for(by, dispute, side)
            _room(dispute.attachments.count(), MOST_ATTACHMENTS, "files")
            attachment = DisputeAttachment.objects.create(
                dispute=dispute,
                side=side,
                name=checked.name,
                content_type=checked.content_type,
                size=len(checked.content),
                sha256=checked.sha256,
                path=path,
                by=by,
                at=taken.now,
                client_id=client_id,
            )
            notices.tell(dispute)
    except IntegrityError as error:
        # The same client_id came in from elsewhere in this very moment.
        attachments.discard(path)
        raise client_id_used() from error
    except BaseException:
        attachments.discard(path)
        raise
    return attachment


def tick(dispute_id: int, *, kind: str, by: User, player: int | None = None) -> DisputeFact:
    """Put a line on the checklist: the cards were left, who mixed them, who walked away.

    What costs somebody their say is the official's to write; that the cards were left a captain may say too.
    RecordError; LedgerRefused ``official-only``; PenaltyConflict ``already-ticked``, ``dispute-over``.
    """
    if not isinstance(kind, str) or kind not in FactKind.values:
        raise RecordError("kind", "must be cards-left, mixed-cards or walked-away")
    if (kind == FactKind.CARDS_LEFT) != (player is None):
        message = "is not asked for here: leave it out" if player is not None else "is missing: say who it was"
        raise RecordError("player", message)
    with turn(dispute_id, None) as taken:
        dispute = taken.dispute
        if kind != FactKind.CARDS_LEFT and not _officiates(by, dispute):
            raise LedgerRefused(
                "official-only", "Who mixed the cards or walked away is for an official to write down.", clause="14.a"
            )
        side = "" if player is None else _rostered(dispute, player, "player")
        ticked = DisputeFact.objects.filter(dispute=dispute, kind=kind)
        if (ticked if player is None else ticked.filter(player_id=player)).exists():
            raise PenaltyConflict(
                "already-ticked", "This stands on the checklist already.", dispute=disputing.standing(dispute)
            )
        with transaction.atomic():
            fact = DisputeFact.objects.create(
                dispute=dispute, kind=kind, side=side, player_id=player, by=by, at=taken.now
            )
        # A captain who looks at the page must not confirm what a changed checklist no longer lets them.
        dispute.version += 1
        dispute.save(update_fields=["version"])
        notices.tell(dispute)
    return fact


def _officiates(user: User, dispute: Dispute) -> bool:
    return bool(user.is_superuser or officiates.test(user, dispute.match))


def _speaks_for(by: User, dispute: Dispute, side: str) -> None:
    if _officiates(by, dispute):
        return
    if by.pk in disputing.without_say(dispute):
        raise disputing.no_say("You walked away from this dispute, so you have no more say in it.")
    if side_of(by, dispute) != side:
        raise LedgerRefused("other-side", "A captain speaks for the own side alone.", clause="14.0")


def _rostered(dispute: Dispute, player: object, field: str) -> str:
    """The side on whose roster a player is."""
    teams = {dispute.match.home_id: "home", dispute.match.away_id: "away"}
    entry = RosterEntry.objects.filter(player_id=disputing.key(player), team_id__in=teams).first()
    if entry is None:
        raise RecordError(field, "is on neither side's roster")
    return teams[entry.team_id]


def _room(count: int, most: int, what: str) -> None:
    if count >= most:
        raise LedgerRefused("too-many", f"This dispute has {most} {what} already: no more are taken.")
