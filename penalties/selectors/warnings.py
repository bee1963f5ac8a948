"""Warnings given before: what makes the next offence a second one, and what is shown beside it."""

from __future__ import annotations

import datetime
from dataclasses import dataclass

from django.db.models import Q

from penalties.models import Ruling, RulingState
from rules_engine.penalty_code import find
from rules_engine.readings import WarningsScope
from rules_engine.rulesets import Ruleset
from rules_engine.seats import Seat
from scoring.services import store
from scoring.services.ledger import ruleset_of
from scoring.services.store import Standing
from tournaments.models import Table


@dataclass(frozen=True, slots=True)
class Earlier:
    """A warning that stands for the same clause.

    ``who``: ``pair`` (same pair, this table), ``player`` (the same player in this match) or ``tournament`` (the same
    player, another match). ``counts``: whether the reading ``warnings_scope`` in force makes it a first offence;
    ``elsewhere``: not at this table's seat, so that the table itself cannot know of it.
    """

    ruling: int
    clause: str
    who: str
    counts: bool
    elsewhere: bool
    player: str
    match: int
    table: str
    at: datetime.datetime

    def to_json(self) -> dict[str, object]:
        """As JSON values."""
        return {
            "ruling": self.ruling,
            "clause": self.clause,
            "who": self.who,
            "counts": self.counts,
            "player": self.player,
            "match": self.match,
            "table": self.table,
            "at": self.at.isoformat(),
        }


def earlier(
    standing: Standing,
    ruleset: Ruleset,
    clause: str,
    player: int | None,
    seat: Seat | None,
    *,
    instead: Ruling | None = None,
) -> tuple[Earlier, ...]:
    """The warnings standing in this tournament for ``clause`` that concern the offender, oldest first. One query.

    ``instead``: as they were when that ruling was given: without itself and what was ruled on later incidents. One
    query more for a ruling that was changed before.
    """
    if seat is None and player is None:
        return ()
    scope = ruleset.warnings_scope
    here = Q(incident__table_id=standing.table.id)
    if player is not None:
        here |= Q(offender_id=player)
    if instead is not None:
        here &= Q(incident__rulings__version=1, incident__rulings__ruled_at__lt=_first_ruled(instead))
    rows = (
        Ruling.objects.filter(
            here,
            state=RulingState.STANDING,
            clause=clause,
            incident__match__tournament_id=standing.tournament_id,
        )
        .exclude(pk=0 if instead is None else instead.pk)
        .select_related("offender", "incident__table")
        .order_by("ruled_at", "pk")
    )
    found: list[Earlier] = []
    for ruling in rows:
        one = _of(ruling, standing, scope, player, seat)
        if one is not None:
            found.append(one)
    return tuple(found)


def _of(
    ruling: Ruling, standing: Standing, scope: WarningsScope, player: int | None, seat: Seat | None
) -> Earlier | None:
    warned = next((effect for effect in ruling.result["effects"] if effect["effect"] == "warn"), None)
    if warned is None:
        return None
    incident = ruling.incident
    table: Table = incident.table
    same_player = player is not None and ruling.offender_id == player
    same_table = incident.table_id == standing.table.id
    same_pair = same_table and seat is not None and warned.get("pair") == seat.pair.value
    if not (same_player or same_pair):
        return None
    in_match = incident.match_id == standing.match_id
    who = "pair" if same_pair and not same_player else "player" if in_match else "tournament"
    counts = {
        WarningsScope.PAIR: same_pair,
        WarningsScope.PLAYER: same_player and in_match,
        WarningsScope.TOURNAMENT: same_pair or same_player,
    }[scope]
    # The table itself remembers its own pairs, and by player its own seats.
    known = same_pair and (scope is not WarningsScope.PLAYER or warned.get("seat") == (seat.value if seat else None))
    return Earlier(
        ruling=ruling.pk,
        clause=ruling.clause,
        who=who,
        counts=counts,
        elsewhere=not known,
        player=str(ruling.offender) if ruling.offender else "",
        match=incident.match_id,
        table=str(table),
        at=ruling.ruled_at,
    )


def _first_ruled(ruling: Ruling) -> datetime.datetime:
    """When its incident was first ruled on."""
    if ruling.version == 1:
        return ruling.ruled_at
    return Ruling.objects.values_list("ruled_at", flat=True).get(incident_id=ruling.incident_id, version=1)


GONE, NEW = "gone", "new"


def basis(ruling: Ruling) -> str:
    """Whether the warnings from elsewhere on which a standing ruling was given are still what they were.

    ``gone``: it counted a warning given elsewhere, and none such stands any more; ``new``: it counted none, and one
    that was given before counts now; empty: neither. What its own table remembers, the table's fold sees to. Up to
    three statements, none for a clause that warns nobody.
    """
    clause = find(ruling.clause)
    if clause is None or not clause.warning_first or ruling.state != RulingState.STANDING:
        return ""
    standing = store.read(ruling.incident.table_id)
    seat = Seat(ruling.offender_seat) if ruling.offender_seat else None
    ruleset = ruleset_of(standing)
    found = earlier(standing, ruleset, ruling.clause, ruling.offender_id, seat, instead=ruling)
    counts = any(one.elsewhere and one.counts for one in found)
    if bool(ruling.record.get("warned_elsewhere")) == counts:
        return ""
    return NEW if counts else GONE


def moved_by(ruling: Ruling) -> list[int]:
    """Standing rulings on the same player and clause at other tables whose basis changed with ``ruling``."""
    if ruling.offender_id is None:
        return []
    others = (
        Ruling.objects.filter(
            state=RulingState.STANDING,
            clause=ruling.clause,
            offender_id=ruling.offender_id,
            incident__match__tournament_id=ruling.incident.match.tournament_id,
        )
        .exclude(incident__table_id=ruling.incident.table_id)
        .select_related("incident")
        .order_by("ruled_at", "pk")
    )
    return [other.pk for other in others if basis(other)]
