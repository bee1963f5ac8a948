"""What a worker does for disputes and appeals: the clock, and letters."""

from __future__ import annotations

from celery import shared_task

from penalties.disputes.moves import STATE_WORDS, State
from penalties.models import Appeal, AppealState, Dispute
from penalties.services import disputes, mailing, notices
from tournaments.models import Match, Role, RoleName


@shared_task(name=notices.TASK_CLOCK)
def dispute_clock(dispute_id: int) -> None:
    """The captains' five minutes are over: unless it was settled, the dispute goes to the official."""
    disputes.run_clock(dispute_id)


@shared_task(name=notices.TASK_MAIL, autoretry_for=(OSError,), retry_backoff=5, max_retries=3)
def mail_dispute(dispute_id: int, state: str) -> int:
    """Write to whoever has to act: both captains, the officials, or the committee; how many letters went out."""
    dispute = Dispute.objects.select_related("match__tournament", "match__home", "match__away", "table").get(
        pk=dispute_id
    )
    if dispute.state != state:
        return 0
    roles = {
        State.TALKING: (RoleName.CAPTAIN,),
        State.OFFICIAL: (RoleName.OFFICIAL, RoleName.DIRECTOR),
        State.COMMITTEE: (RoleName.COMMITTEE,),
    }[State(state)]
    until = f" The captains have until {dispute.clock_ends_at.astimezone():%H:%M}." if state == State.TALKING else ""
    match = dispute.match
    return mailing.write(
        _addresses(match, roles),
        f"Dispute at {dispute.table}: {match.home} v {match.away}",
        f"{dispute.question}\n\n{STATE_WORDS[State(state)]}.{until}\n\n"
        f"{match.tournament.name}, {match}, {dispute.table}: look at the dispute's page in Bullseye.",
    )


@shared_task(name=notices.TASK_APPEAL, autoretry_for=(OSError,), retry_backoff=5, max_retries=3)
def mail_appeal(appeal_id: int) -> int:
    """Write to the committee of a new appeal, to its captain of a heard one; how many letters went out."""
    appeal = Appeal.objects.select_related(
        "match__tournament", "match__home", "match__away", "lodged_by", "heard_by"
    ).get(pk=appeal_id)
    new = appeal.state == AppealState.LODGED
    to = _addresses(appeal.match, (RoleName.COMMITTEE,)) if new else [appeal.lodged_by.email]
    text = appeal.grounds if new else f"{appeal.get_state_display()}.\n\n{appeal.reasons}"
    return mailing.write(
        to, f"Appeal {appeal.pk}: {appeal.match}", f"{text}\n\n{appeal.match.tournament.name}, {appeal.match}"
    )


def _addresses(match: Match, roles: tuple[RoleName, ...]) -> list[str]:
    rows = Role.objects.filter(tournament_id=match.tournament_id, name__in=roles, user__is_active=True)
    if roles == (RoleName.CAPTAIN,):
        rows = rows.filter(team_id__in=(match.home_id, match.away_id))
    return sorted(set(rows.exclude(user__email="").values_list("user__email", flat=True)))
