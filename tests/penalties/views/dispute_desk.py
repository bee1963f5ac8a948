"""Short ways to the pages of disputes, as a browser uses them."""

from __future__ import annotations

from typing import Any

from django.test import Client
from django.urls import reverse

from penalties.models import (
    Dispute,
)
from tests.cast import ROLES, Cast
from tests.penalties.disputing import committee
from tournaments.models import User

EVERYBODY = (*ROLES, "committee")
OK, MOVED, NO, BAD = 200, 302, 403, 400
CAPTAINS = {"captain_home", "captain_away"}
JUDGES = {"director", "official"}


def user_of(cast: Cast, role: str) -> User | None:
    return committee(cast) if role == "committee" else cast.user(role)


def page_of(dispute: Dispute, name: str = "dispute", *more: Any) -> str:
    return reverse(name, args=[dispute.match.tournament.slug, dispute.pk, *more])


def at_table(cast: Cast, name: str = "dispute-raise", number: int = 1) -> str:
    return reverse(name, args=[cast.tournament.slug, cast.match.pk, number])


def status(role: str, allowed: set[str], done: int = MOVED) -> int:
    return done if role in allowed else MOVED if role == "visitor" else NO


def send(client: Client, dispute: Dispute, act: str, **told: Any) -> Any:
    return client.post(page_of(dispute, "dispute-act", act), told)


def went(answer: Any) -> bool:
    """Done, and not led to the sign-in page."""
    return answer.status_code == MOVED and "sign-in" not in answer.headers["Location"]
