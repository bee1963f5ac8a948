"""Disputes as they are shown: to everybody how far they are, to those concerned what was said."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db.models import QuerySet
from django.utils import timezone

from penalties.disputes.moves import FINAL, OPEN, State
from penalties.models import Dispute, DisputeAttachment, DisputeFact, DisputeMove, DisputeStatement, FactKind, Ruling
from penalties.models import RulingState as Standing
from tournaments.models import Match, RosterEntry, Table, Tournament


def disputes(tournament: Tournament | None = None) -> QuerySet[Dispute]:
    """Disputes with all that a page says of them in one line, the newest first."""
    rows = Dispute.objects.select_related(
        "match__tournament",
        "match__home",
        "match__away",
        "match__round",
        "match__tally",
        "table__board",
        "raised_by",
        "settled_by",
        "proposal__by",
        "incident",
        "ruling__incident",
        "ruling__official",
    )
    return rows if tournament is None else rows.filter(match__tournament=tournament)


def open_ones(tournament: Tournament) -> list[Dispute]:
    """Disputes that are not settled, the oldest first: those with the official before the others."""
    order = {State.OFFICIAL: 0, State.COMMITTEE: 1, State.TALKING: 2}
    rows = disputes(tournament).filter(state__in=OPEN)
    return sorted(rows, key=lambda one: (order[State(state_now(one))], one.raised_at))


def ended_ones(tournament: Tournament, most: int = 100) -> list[Dispute]:
    """Disputes that are over, the newest first."""
    return list(disputes(tournament).filter(state__in=FINAL)[:most])


def open_at(table: Table) -> Dispute | None:
    """The table's open dispute. One query."""
    return Dispute.objects.filter(table=table, state__in=OPEN).first()


def open_of(match: Match) -> list[Dispute]:
    """The match's open disputes with their tables. One query."""
    return list(Dispute.objects.filter(match=match, state__in=OPEN).select_related("table").order_by("table__number"))


def state_now(dispute: Dispute, now: datetime | None = None) -> str:
    """The state by the clock: what is past its five minutes is with the official, moved on or not."""
    over = dispute.state == State.TALKING and (now or timezone.now()) >= dispute.clock_ends_at
    return State.OFFICIAL.value if over else dispute.state


@dataclass(frozen=True, slots=True)
class Told:
    """What was said, shown and ticked in a dispute."""

    moves: tuple[DisputeMove, ...]
    statements: tuple[DisputeStatement, ...]
    attachments: tuple[DisputeAttachment, ...]
    facts: tuple[DisputeFact, ...]

    @property
    def mixed(self) -> tuple[str, ...]:
        """Sides of which somebody mixed the cards."""
        return tuple(side for side in ("home", "away") if any(self._by(side, FactKind.MIXED)))

    @property
    def cards_left(self) -> bool:
        """Whether the cards were left on the table."""
        return any(fact.kind == FactKind.CARDS_LEFT for fact in self.facts)

    def _by(self, side: str, kind: str) -> list[DisputeFact]:
        return [fact for fact in self.facts if fact.kind == kind and fact.side == side]


def told(dispute: Dispute) -> Told:
    """Everything that was said in a dispute. Four queries, however much that is."""
    return Told(
        tuple(dispute.moves.select_related("by")),
        tuple(dispute.statements.select_related("by", "player")),
        tuple(dispute.attachments.select_related("by")),
        tuple(dispute.facts.select_related("by", "player")),
    )


def rostered(match: Match) -> list[tuple[str, list[tuple[int, str]]]]:
    """The players of both teams as a list of keys shows them: ``("Pelicans", [(12, "A. Joseph")])``. One query."""
    teams = {match.home_id: match.home.name, match.away_id: match.away.name}
    found: dict[int, list[tuple[int, str]]] = {team: [] for team in teams}
    for entry in RosterEntry.objects.filter(team_id__in=teams).select_related("player"):
        found[entry.team_id].append((entry.player_id, entry.player.name))
    return [(teams[team], players) for team, players in found.items()]


def rulings_at(table: Table) -> list[Ruling]:
    """Rulings that stand at a table, the newest first. One query."""
    rows = Ruling.objects.filter(incident__table=table, state=Standing.STANDING).select_related("incident")
    return list(rows.order_by("-ruled_at", "-pk"))


def public_json(dispute: Dispute) -> dict[str, Any]:
    """What everybody may know of a dispute, as JSON values; ``now`` is the server's clock."""
    now = timezone.now()
    return {
        "id": dispute.pk,
        "match": dispute.match_id,
        "table": dispute.table.number,
        "question": dispute.question,
        "side": dispute.side,
        "about_sequence": dispute.about_sequence,
        "incident": dispute.incident_id,
        "raised_at": dispute.raised_at.isoformat(),
        "clock_ends_at": dispute.clock_ends_at.isoformat(),
        "now": now.isoformat(),
        "state": state_now(dispute, now),
        "version": dispute.version,
        "clause": dispute.clause,
        "effect": dispute.effect,
        "lost_by": dispute.lost_by,
        "ruling": dispute.ruling_id,
        "outcome": dispute.outcome,
        "reasons": dispute.reasons if dispute.state in FINAL else "",
        "settled_by": None if dispute.settled_by is None else str(dispute.settled_by),
        "settled_at": None if dispute.settled_at is None else dispute.settled_at.isoformat(),
    }


def full_json(dispute: Dispute) -> dict[str, Any]:
    """The same with what was said, for those concerned."""
    found = told(dispute)
    proposal = dispute.proposal
    return public_json(dispute) | {
        "raised_by": str(dispute.raised_by),
        "proposal": None
        if proposal is None
        else {
            "id": proposal.pk,
            "side": proposal.side,
            "clause": proposal.clause,
            "outcome": proposal.outcome,
            "by": str(proposal.by),
            "at": proposal.at.isoformat(),
        },
        "moves": [
            {
                "name": move.name,
                "from": move.source,
                "to": move.target,
                "by": None if move.by is None else str(move.by),
                "at": move.at.isoformat(),
                "note": move.note,
            }
            for move in found.moves
        ],
        "statements": [
            {
                "id": one.pk,
                "side": one.side,
                "player": None if one.player is None else one.player.name,
                "text": one.text,
                "by": str(one.by),
                "at": one.at.isoformat(),
            }
            for one in found.statements
        ],
        "attachments": [attachment_json(one) for one in found.attachments],
        "checklist": [fact_json(one) for one in found.facts],
    }


def attachment_json(one: DisputeAttachment) -> dict[str, Any]:
    """A file as JSON values."""
    return {
        "id": one.pk,
        "side": one.side,
        "name": one.name,
        "content_type": one.content_type,
        "size": one.size,
        "sha256": one.sha256,
        "by": str(one.by),
        "at": one.at.isoformat(),
    }


def fact_json(one: DisputeFact) -> dict[str, Any]:
    """A line of the checklist as JSON values."""
    return {
        "kind": one.kind,
        "side": one.side,
        "player": None if one.player is None else one.player.name,
        "by": str(one.by),
        "at": one.at.isoformat(),
    }
