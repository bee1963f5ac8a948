"""The demo’s chapter of penalties: warnings, a report that waits, a fine, an appeal, a dispute settled and one open."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any
from uuid import UUID, uuid5

from penalties.models import Fine, Ruling
from penalties.services import appeals, calls, dispute_words, disputes, fines, incidents, rulings
from scoring.services import store
from tournaments.models import Match, Table, User

NAMESPACE = UUID("0b7f5b39-7c0e-4d0c-8f0c-6f9e8a2f4d11")

SIGNED = {"clause": "2.a", "offender": "N", "phase": "playing"}
WROTE_FIRST = {"clause": "11.h", "offender": "E", "phase": "after-hand"}
MARKED = {
    "clause": "11.e",
    "offender": "W",
    "phase": "between-games",
    "choice": {"option": "proved", "fine": True, "debar": False, "by": "committee"},
}


def tell(people: Mapping[str, User], match: Match) -> str:
    """Tell it at a match in play, whose home captain is ``captain2``. Ids follow from the match: repeatable."""
    first, second = match.tables.select_related("match__tournament").filter(number__in=(1, 2)).order_by("number")
    captain, official, committee = people["captain2"], people["official"], people["committee"]

    def key(name: str) -> UUID:
        return uuid5(NAMESPACE, f"{match.tournament.slug}/{match.pk}/{name}")

    def ruled(table: Table, asked: dict[str, Any], name: str, **more: Any) -> Ruling:
        at: dict[str, Any] = {"expected": store.read(table.pk).table.sequence, "client_id": key(name), "by": official}
        return rulings.report_and_rule(table, asked, **at, **more).ruling

    ruled(first, SIGNED, "signed", note="Tapped the table twice when the partner looked up.")
    signed = ruled(second, SIGNED, "signed too", note="Called the suit to the partner.")
    ruled(second, MARKED, "marked", reasons="Four cards of the pack had a nail mark; both captains saw it.")
    fine = Fine.objects.get(match=match)
    fines.set_amount(fine.pk, version=fine.version, amount="250.00", by=committee, note="As for the first time.")
    appeals.lodge(signed, grounds="The word was meant for somebody behind the table.", by=captain)

    talked = disputes.raise_dispute(
        first,
        question="Was the last chalk written before the lift was packed?",
        side="home",
        by=captain,
        client_id=key("chalk"),
    ).dispute
    dispute_words.state(
        talked.pk, side="home", text="The lift still lay open when they wrote.", client_id=key("said"), by=captain
    )
    called = disputes.call(talked.pk, version=talked.version, by=captain)
    disputes.decide(
        called.pk,
        version=called.version,
        effect="none",
        clause="12.b",
        outcome="The chalk stands.",
        reasons="Both pairs say that the lift had been packed.",
        by=official,
    )
    disputes.raise_dispute(
        second, question="Whose was the jack in the second hand?", side="home", by=captain, client_id=key("jack")
    )
    claimed = incidents.report(
        first, WROTE_FIRST, by=captain, client_id=key("wrote"), note="Chalked on our side before we had."
    ).incident
    calls.call_official(first, by=captain, incident=claimed)
    return "Penalties: three rulings, a report and a call that wait, two disputes, an appeal, a fine."
