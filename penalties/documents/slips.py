"""A ruling's slip: what was ruled, why, and what it did, for both captains and for the wall."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from penalties.models import Ruling
from penalties.selectors import code
from penalties.selectors.code import Reading
from penalties.selectors.rulings import of_tournament
from rules_engine.seats import Pair, Seat
from scoring.models import PrintJob
from scoring.printed import Document
from scoring.selectors.words import PAIR_LONG, SEAT_LONG
from tournaments.models import Match, Tournament

TEMPLATE = "documents/ruling_slip.html"


@dataclass(frozen=True, slots=True)
class PairLine:
    """A pair of the table: the team that it plays for, its points and bullseyes after the ruling."""

    pair: str
    team: str
    score: int | None
    bullseyes: int | None


@dataclass(frozen=True, slots=True)
class Slip:
    """What the slip says. ``changed``: readings in force that bear on the clause and are not as published."""

    ruling: Ruling
    title: str
    offender: str
    says: str
    pairs: tuple[PairLine, ...]
    changed: tuple[Reading, ...]
    appeal_until: datetime


def slip(ruling: Ruling) -> Slip:
    """The slip of a ruling as it was given; whether it still stands is told beside it."""
    match = ruling.incident.match
    tournament = match.tournament
    shown = code.shown(ruling.clause, tournament.ruleset)
    result = ruling.result
    return Slip(
        ruling=ruling,
        title=shown.clause.title if shown else "",
        offender=offender_of(ruling),
        says=str(result.get("reason") or ""),
        pairs=tuple(
            PairLine(
                PAIR_LONG[pair],
                team_of(ruling, pair),
                (result.get("scores") or {}).get(pair.value),
                (result.get("bullseyes") or {}).get(pair.value),
            )
            for pair in Pair
        ),
        changed=tuple(reading for reading in (shown.readings if shown else ()) if reading.changed),
        appeal_until=ruling.ruled_at + timedelta(hours=tournament.appeal_hours),
    )


def team_of(ruling: Ruling, pair: Pair) -> str:
    """The team that plays as ``pair`` at the ruling's table; empty while that is not known."""
    incident = ruling.incident
    board = getattr(incident.table, "board", None)
    if board is None or not board.home_pair:
        return ""
    return str(incident.match.home if board.home_pair == pair.value else incident.match.away)


def offender_of(ruling: Ruling) -> str:
    """``Gemma Charles, East, Scarlets``, as far as it is known."""
    parts = [str(ruling.offender.name)] if ruling.offender else []
    if ruling.offender_seat:
        seat = Seat(ruling.offender_seat)
        parts += [SEAT_LONG[seat], team_of(ruling, seat.pair)]
    return ", ".join(part for part in parts if part) or "nobody at the table"


def check(tournament: Tournament, match: Match | None, subject: int | None) -> str:
    """Why there is no such slip."""
    found = of_tournament(tournament).filter(pk=subject or 0).exists()
    return "" if found else "There is no ruling of that number in this tournament."


def build(job: PrintJob) -> Document:
    """The slip of the ruling that the job is about."""
    ruling = (
        of_tournament(job.tournament)
        .select_related("incident__table__board", "incident__match__round", "incident__match__tournament")
        .get(pk=job.subject or 0)
    )
    context: dict[str, Any] = {"slip": slip(ruling), "match": ruling.incident.match}
    return Document(TEMPLATE, context, f"{job.tournament.slug[:80]}-ruling-{ruling.pk}.pdf")
