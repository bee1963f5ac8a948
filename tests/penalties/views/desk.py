"""Short ways to the pages of reports and rulings, as a browser uses them."""

from __future__ import annotations

from typing import Any

from django.test import Client
from django.urls import reverse

from penalties.models import Incident, Ruling
from tests.cast import Cast, client_of
from tests.scoring.ledgers import open_it, table_of
from tournaments.models import User

PEEPING: dict[str, Any] = {"clause": "9.b", "offender": "S", "phase": "playing"}


def at_table(cast: Cast, name: str = "incident-report", number: int = 1) -> str:
    """A page at the cast's table."""
    return reverse(name, args=[cast.tournament.slug, cast.match.pk, number])


def about(cast: Cast, incident: Incident, name: str = "incident") -> str:
    """A page about an incident."""
    return reverse(name, args=[cast.tournament.slug, incident.pk])


def of_tournament(cast: Cast, name: str) -> str:
    """A page of the cast's tournament."""
    return reverse(name, args=[cast.tournament.slug])


def hidden(client: Client, url: str, asked: dict[str, Any] | None = None) -> dict[str, Any]:
    """The form's place in the ledger and its own number, as the page gives them."""
    form = client.get(url, asked or {}).context["form"]
    return {name: str(form[name].value()) for name in ("expected", "client_id")}


def send(client: Client, url: str, asked: dict[str, Any], **more: Any) -> Any:
    """Open the case, fill it, send it."""
    kept: dict[str, Any] = {name: asked[name] for name in ("clause", "offender", "phase") if name in asked}
    return client.post(url, {**hidden(client, url, kept), "act": "send", **asked, **more})


def report(cast: Cast, by: User, asked: dict[str, Any], **more: Any) -> Incident:
    """Report or rule at table 1 through the page."""
    answer = send(client_of(by), at_table(cast), asked, **more)
    assert answer.status_code == 302, answer.content.decode()
    return Incident.objects.latest("pk")


__all__ = [
    "PEEPING",
    "Ruling",
    "about",
    "at_table",
    "client_of",
    "hidden",
    "of_tournament",
    "open_it",
    "report",
    "send",
    "table_of",
]
