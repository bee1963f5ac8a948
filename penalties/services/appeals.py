"""Appeals: lodged by a captain within the tournament's hours, heard by somebody of the committee who did not judge.

    lodge(ruling=… or dispute=…, grounds=…, by=…)                          -> Appeal
    hear(id, outcome="dismissed", reasons=…, by=…)                         what was appealed against stands
    hear(id, outcome="upheld", …, expected=7, client_id=…)                 a ruling is cancelled, the appeal its reason
    hear(id, outcome="varied", …, asked={…})                               a ruling is changed to what ``asked`` says
    withdraw(id, by=…)

Refusals as in :mod:`penalties.services.disputes`; ``own-judgement`` for whoever ruled or decided (the database says so
too), ``own-match`` for a captain of the two teams, ``appeal-late`` with the deadline.
"""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any
from uuid import UUID

from django.db import IntegrityError, transaction
from django.utils import timezone
from django.utils.formats import date_format

from penalties.disputes.moves import State
from penalties.models import Appeal, AppealState, Dispute, Ruling, RulingState
from penalties.models.dispute import LONGEST_TEXT
from penalties.services import disputing, notices, rulings
from penalties.services.bench import Asked
from penalties.services.refusals import PenaltyConflict
from rules_engine.verdicts import RecordError
from scoring.services import entries, store
from scoring.services.refusals import LedgerRefused
from tournaments.models import Match, Role, RoleName, User

OUTCOMES = (AppealState.UPHELD, AppealState.VARIED, AppealState.DISMISSED)


def deadline_of(judged: Ruling | Dispute) -> datetime | None:
    """Until when an appeal may be lodged; None where there is nothing to appeal against yet."""
    match = judged.incident.match if isinstance(judged, Ruling) else judged.match
    given = judged.ruled_at if isinstance(judged, Ruling) else judged.settled_at
    return None if given is None else given + timedelta(hours=match.tournament.appeal_hours)


def lodge(judged: Ruling | Dispute, *, grounds: str, by: User) -> Appeal:
    """Appeal against a ruling that stands, or against an official's decision of a dispute.

    RecordError ``grounds``; LedgerRefused ``not-a-captain``, ``no-appeal``, ``appeal-late``; PenaltyConflict
    ``ruling-ended``, ``already-appealed``.
    """
    said = entries.text("grounds", grounds, LONGEST_TEXT)
    match = judged.incident.match if isinstance(judged, Ruling) else judged.match
    side = _side(by, match)
    try:
        with transaction.atomic():
            store.lock_match(match.pk)
            return _lodge(judged, match, side, said, by)
    except IntegrityError as error:
        raise PenaltyConflict("already-appealed", "Your side has appealed against this already.") from error


def _lodge(judged: Ruling | Dispute, match: Match, side: str, grounds: str, by: User) -> Appeal:
    now = timezone.now()
    judged.refresh_from_db(fields=["state"])
    if isinstance(judged, Ruling) and judged.state != RulingState.STANDING:
        raise PenaltyConflict("ruling-ended", "This ruling no longer stands.", ruling=judged.pk, state=judged.state)
    if isinstance(judged, Dispute) and judged.state != State.DECIDED:
        raise LedgerRefused("no-appeal", "Only what an official decided can be appealed against.", clause="14.0")
    deadline = deadline_of(judged)
    if deadline is None or now > deadline:
        until = "" if deadline is None else date_format(timezone.localtime(deadline), "j M Y, H:i")
        raise LedgerRefused("appeal-late", f"An appeal against this could be lodged until {until}.")
    against = {"ruling": judged} if isinstance(judged, Ruling) else {"dispute": judged}
    earlier = Appeal.objects.filter(side=side, **against).exclude(state=AppealState.WITHDRAWN).first()
    if earlier is not None:
        raise PenaltyConflict("already-appealed", "Your side has appealed against this already.", appeal=earlier.pk)
    appeal = Appeal.objects.create(
        match=match, side=side, grounds=grounds, lodged_by=by, lodged_at=now, deadline=deadline, **against
    )
    notices.appealed(appeal)
    return appeal


def _side(user: User, match: Match) -> str:
    sides = sides_of(user, match)
    if len(sides) != 1:
        raise LedgerRefused("not-a-captain", "Appeals are lodged by a captain of one of the two teams.")
    return sides[0]


def sides_of(user: User, match: Match) -> list[str]:
    """The sides of a match that a user captains."""
    teams = {match.home_id: "home", match.away_id: "away"}
    rows = Role.objects.filter(user_id=user.pk, name=RoleName.CAPTAIN, team_id__in=teams)
    return sorted({teams[team] for team in rows.values_list("team_id", flat=True) if team is not None}, reverse=True)


def withdraw(appeal_id: int, *, by: User) -> Appeal:
    """Take an appeal back before it is heard. LedgerRefused ``not-yours``; PenaltyConflict ``appeal-heard``."""
    with transaction.atomic():
        appeal = _open(appeal_id)
        if appeal.lodged_by_id != by.pk:
            raise LedgerRefused("not-yours", "Only whoever lodged the appeal takes it back.")
        appeal.state = AppealState.WITHDRAWN
        appeal.save(update_fields=["state"])
    return appeal


def hear(
    appeal_id: int,
    *,
    outcome: str,
    reasons: str,
    by: User,
    expected: int | None = None,
    client_id: UUID | None = None,
    asked: Asked | None = None,
    device: str = "",
) -> Appeal:
    """The committee's decision. What follows for the board is done in the same transaction, or nothing is.

    ``expected`` and ``client_id``: of the table's ledger, needed where a ruling is cancelled or changed.
    """
    why = entries.text("reasons", reasons, LONGEST_TEXT)
    if not isinstance(outcome, str) or outcome not in OUTCOMES:
        raise RecordError("outcome", "must be upheld, varied or dismissed")
    with transaction.atomic():
        appeal = _open(appeal_id)
        check_hearer(appeal, by)
        ruling = ruling_of(appeal)
        if asked is not None and (outcome != AppealState.VARIED or ruling is None):
            raise RecordError("asked", "belongs to a ruling that is varied")
        appeal.state, appeal.heard_by, appeal.heard_at, appeal.reasons = outcome, by, timezone.now(), why
        if ruling is not None and outcome != AppealState.DISMISSED:
            told = _told(expected, client_id)
            told |= {"by": by, "device": device, "reason": reason_of(appeal, why)}
            if outcome == AppealState.UPHELD:
                rulings.cancel(ruling, **told)
            elif asked is None:
                raise RecordError("asked", "is missing: say what is ruled instead")
            else:
                appeal.new_ruling = rulings.change(ruling, asked, reasons=why, **told).ruling
        appeal.save(update_fields=["state", "heard_by", "heard_at", "reasons", "new_ruling"])
        notices.appealed(appeal)
    return appeal


def _told(expected: int | None, client_id: UUID | None) -> dict[str, Any]:
    if expected is None:
        raise RecordError("expected", "is missing: the number of the last entry on the board")
    if client_id is None:
        raise RecordError("client_id", "is missing")
    return {"expected": expected, "client_id": client_id}


def reason_of(appeal: Appeal, reasons: str) -> str:
    """The reason of the correction that an appeal brings about."""
    return " ".join(f"Appeal {appeal.pk} {appeal.state}: {reasons}".split())[: entries.LONGEST_REASON]


def ruling_of(appeal: Appeal) -> Ruling | None:
    """The ruling that stands or falls with an appeal; None where a dispute was decided without one."""
    return appeal.ruling if appeal.ruling is not None else appeal.dispute.ruling if appeal.dispute else None


def judges_of(appeal: Appeal) -> set[int]:
    """Ids of the users who ruled, in any version, or decided: they do not hear the appeal."""
    found: set[int] = set()
    ruling = ruling_of(appeal)
    if ruling is not None:
        found.update(Ruling.objects.filter(incident_id=ruling.incident_id).values_list("official_id", flat=True))
    if appeal.dispute is not None and appeal.dispute.settled_by_id is not None:
        found.add(appeal.dispute.settled_by_id)
    return found


def check_hearer(appeal: Appeal, user: User) -> None:
    """LedgerRefused ``own-judgement`` or ``own-match`` for somebody who may not hear it."""
    if user.pk in judges_of(appeal):
        raise LedgerRefused("own-judgement", "You ruled or decided here: somebody else of the committee hears it.")
    if disputing.captains_here(user, appeal.match):
        raise LedgerRefused("own-match", "You captain one of the two teams: somebody else of the committee hears it.")


def _open(appeal_id: int) -> Appeal:
    """The appeal as it is, behind its match's lock. PenaltyConflict ``appeal-heard``, ``appeal-withdrawn``."""
    store.lock_match(Appeal.objects.values_list("match_id", flat=True).get(pk=appeal_id))
    rows = Appeal.objects.select_related(
        "match__tournament", "ruling__incident", "dispute__ruling__incident", "dispute__match", "heard_by"
    )
    appeal = rows.get(pk=appeal_id)
    if appeal.state != AppealState.LODGED:
        code = "appeal-withdrawn" if appeal.state == AppealState.WITHDRAWN else "appeal-heard"
        by = f" by {appeal.heard_by}" if appeal.heard_by else ""
        raise PenaltyConflict(
            code, f"This appeal was {appeal.state} already{by}.", appeal=appeal.pk, state=appeal.state
        )
    return appeal
