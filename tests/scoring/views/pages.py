"""Short ways to the pages at a table, as a browser uses them: get the form, fill it, send it."""

from __future__ import annotations

from typing import Any

from django.test import Client
from django.urls import reverse

from scoring.models import LedgerEvent
from tests.cast import Cast, client_of
from tests.scoring.ledgers import open_it, record, table_of, tally
from tournaments.models import User

HAND = {"kick_1": "", "then": "stood", "high": "NS", "low": "EW", "jack": "out", "gamble": "NS"}
"""An ordinary hand as the pad sends it: N/S 3, E/W 1."""

HTMX: dict[str, Any] = {"HTTP_HX_REQUEST": "true"}


def table_url(cast: Cast, name: str = "table", number: int = 1) -> str:
    """A page of the cast's table."""
    return reverse(name, args=[cast.tournament.slug, cast.match.pk, number])


def match_url(cast: Cast, name: str = "match") -> str:
    """A page of the cast's match."""
    return reverse(name, args=[cast.tournament.slug, cast.match.pk])


def hidden(client: Client, url: str) -> dict[str, Any]:
    """The form's place in the ledger and its own number, as the page gives them."""
    form = client.get(url).context["form"]
    return {"expected": str(form["expected"].value()), "client_id": str(form["client_id"].value())}


def send(client: Client, url: str, more: dict[str, Any], **headers: Any) -> Any:
    """Open the page, fill its form with ``more``, send it."""
    return client.post(url, {**hidden(client, url), **more}, **headers)


def events(cast: Cast) -> int:
    """Ledger events of the cast's match."""
    return LedgerEvent.objects.filter(table__match=cast.match).count()


def play_out(cast: Cast, by: User | None = None) -> None:
    """The whole match from paper: 6–4 and 5–3, won 11–7 by the home team."""
    who = by or cast.scorer
    record(table_of(cast, 1), tally(6, 4, (2, 1)), 0, who)
    record(table_of(cast, 2), tally(5, 3), 0, who)


def play_level(cast: Cast) -> None:
    """10–10: both tables opened with players, then typed from paper."""
    for number, figures in ((1, (7, 3)), (2, (3, 7))):
        open_it(cast, number)
        record(table_of(cast, number), tally(*figures), 1, cast.scorer)


__all__ = [
    "HAND",
    "HTMX",
    "client_of",
    "events",
    "hidden",
    "match_url",
    "play_level",
    "play_out",
    "send",
    "table_url",
]
