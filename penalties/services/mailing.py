"""A call by e-mail, to every official of the tournament who has an address."""

from __future__ import annotations

from django.conf import settings
from django.core.mail import get_connection
from django.core.mail.message import EmailMessage
from django.urls import NoReverseMatch, reverse

from penalties.models import Call
from tournaments.models import RoleName, User

OFFICIALS = (RoleName.DIRECTOR, RoleName.OFFICIAL)
TIMEOUT = 20
"""Seconds that the mail server may take."""


def recipients(tournament_id: int) -> list[str]:
    """Addresses of the tournament's directors and officials, each once, in order."""
    users = User.objects.filter(is_active=True, roles__tournament_id=tournament_id, roles__name__in=OFFICIALS).exclude(
        email=""
    )
    return sorted({user.email for user in users})


def mail_officials(call_id: int) -> int:
    """Write to them, each alone; how many were written to. Nobody is written to about a call that is closed."""
    call = (
        Call.objects.select_related("table__match__tournament", "table__match__home", "table__match__away", "called_by")
        .select_related("incident")
        .filter(pk=call_id, closed_at__isnull=True)
        .first()
    )
    if call is None:
        return 0
    match, tournament = call.table.match, call.table.match.tournament
    what = call.note or (f"an incident under {call.incident.clause}" if call.incident else "no reason given")
    subject = f"{tournament.name}: {call.table} of {match} calls an official"
    lines = [f"{call.called_by} calls an official to {str(call.table).lower()} of {match}.", f"About: {what}."]
    if match.place:
        lines.append(f"Where: {match.place}.")
    path = _queue(tournament.slug)
    if path:
        lines.append(f"The queue of calls is at {path}.")
    to = recipients(tournament.pk)
    if not to:
        return 0
    connection = get_connection()
    if hasattr(connection, "timeout"):
        connection.timeout = TIMEOUT
    messages = [
        EmailMessage(
            " ".join(subject.split()),
            "\n\n".join(lines) + "\n",
            settings.DEFAULT_FROM_EMAIL,
            [address],
            connection=connection,
        )
        for address in to
    ]
    return int(connection.send_messages(messages) or 0)


def _queue(slug: str) -> str:
    try:
        return reverse("queue", kwargs={"slug": slug})
    except NoReverseMatch:
        return ""
