"""Letters: how they are sent, and the one about a call, to every official of the tournament who has an address."""

from __future__ import annotations

import logging
from collections.abc import Iterable

from django.conf import settings
from django.core.mail import get_connection
from django.core.mail.message import EmailMessage
from django.urls import NoReverseMatch, reverse

from penalties.models import Call
from tournaments.models import RoleName, User

OFFICIALS = (RoleName.DIRECTOR, RoleName.OFFICIAL)
TIMEOUT = 20
"""Seconds that the mail server may take."""
LONGEST_SUBJECT = 150

log = logging.getLogger(__name__)


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
    return write(recipients(tournament.pk), subject, "\n\n".join(lines) + "\n")


def write(to: Iterable[str], subject: str, text: str) -> int:
    """A letter of its own to each, so that nobody is shown the others' addresses; how many went out.

    One that is refused is logged and keeps nobody else from theirs. OSError where the mail server cannot be reached at
    all: nothing went out then, and the worker tries again.
    """
    addresses = [address for address in to if address]
    if not addresses:
        return 0
    connection = get_connection()
    if hasattr(connection, "timeout"):
        connection.timeout = TIMEOUT
    connection.open()
    heading = " ".join(subject.split())[:LONGEST_SUBJECT]
    sent = 0
    try:
        for address in addresses:
            letter = EmailMessage(heading, text, settings.DEFAULT_FROM_EMAIL, [address], connection=connection)
            try:
                sent += letter.send()
            except Exception:
                # Whatever the server has against this one, the next is written on a connection of its own.
                log.exception("one of %s letters could not be sent: %s", len(addresses), heading)
                connection.close()
    finally:
        connection.close()
    return sent


def _queue(slug: str) -> str:
    try:
        return reverse("queue", kwargs={"slug": slug})
    except NoReverseMatch:
        return ""
