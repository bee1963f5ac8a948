"""The ruling that the code gives, shown before anybody commits to it. Nothing is saved here."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from penalties.models import Ruling
from penalties.selectors.warnings import Earlier
from penalties.services.bench import Asked, Bench, lay
from rules_engine.penalty_code import Clause
from rules_engine.rulings import ruling_to_json
from scoring.services import ledger, plans, store
from tournaments.models import Table, User


@dataclass(frozen=True, slots=True)
class RulingPreview:
    """What would be ruled now.

    ``result``: the ruling as ``all-fours/incident@1`` answers it (``complete``, ``needs``, ``options``, ``chooser``,
    ``effects``, ``scores``, ``reason``, ``readings`` …); ``offers``: the options with their words
    (``{"name", "text", "default"}``); ``board`` and ``match``: as they would stand after it (as they are, while
    something is needed); ``before``: the board as it is; ``warnings``: earlier ones for this clause;
    ``sequence``: what ``expected`` has to be. ``of``: the entry in whose place it stands; None: behind the last one.
    """

    clause: Clause
    event: dict[str, Any]
    result: dict[str, Any]
    offers: tuple[dict[str, Any], ...]
    warnings: tuple[Earlier, ...]
    warnings_scope: str
    sequence: int
    before: dict[str, Any]
    board: dict[str, Any]
    match: dict[str, Any]
    of: int | None = None

    @property
    def complete(self) -> bool:
        """Whether it can be ruled as it is."""
        return bool(self.result["complete"])

    def to_json(self) -> dict[str, Any]:
        """As the API answers it."""
        return {
            "clause": {"number": self.clause.number, "title": self.clause.title, "text": self.clause.text},
            "event": self.event,
            "result": self.result,
            "offers": list(self.offers),
            "warnings": [earlier.to_json() for earlier in self.warnings],
            "warnings_scope": self.warnings_scope,
            "sequence": self.sequence,
            "of": self.of,
            "before": self.before,
            "board": self.board,
            "match": self.match,
        }


def preview(table: Table, asked: Asked, *, behind: int | None = None) -> RulingPreview:
    """The ruling on the table as it is. ``asked`` and ``behind`` as in :mod:`penalties.services.bench`.

    RecordError naming the field; LedgerRefused where the table or the match takes no ruling.
    """
    standing = store.read(table.pk)
    plans.may_follow(standing, ruling=True)
    bench = lay(standing, asked, behind=behind)
    after = None
    if bench.ruling.complete:
        after = ledger.preview(table.pk, bench.event, details={"ruling": 0})
    return _shown(bench, after)


def preview_change(ruling: Ruling, asked: Asked, *, by: User) -> RulingPreview:
    """The ruling that would stand in the place of ``ruling``, and the board folded again with it."""
    standing = store.read(ruling.incident.table_id)
    plans.may_follow(standing, correction=True)
    bench = lay(standing, asked, instead=ruling)
    after = None
    if bench.ruling.complete:
        after = ledger.preview_correction(
            ruling.incident.table_id, of=ruling.ledger_sequence, replace=bench.event, by=by, ruling=0
        )
    return _shown(bench, after, of=ruling.ledger_sequence)


def offers_of(bench: Bench) -> tuple[dict[str, Any], ...]:
    """The spellings that the clause offers, with their words, where a choice is open or was made."""
    return tuple({"name": offer.name, "text": offer.text, "default": offer.default} for offer in bench.clause.choices)


def _shown(bench: Bench, after: dict[str, Any] | None, *, of: int | None = None) -> RulingPreview:
    before = ledger.state_answer(bench.standing)
    shown = after or before
    return RulingPreview(
        clause=bench.clause,
        event=bench.event,
        result=ruling_to_json(bench.ruling),
        offers=offers_of(bench),
        warnings=bench.earlier,
        warnings_scope=bench.ruleset.warnings_scope.value,
        sequence=bench.standing.table.sequence,
        before=before["board"],
        board=shown["board"],
        match=shown["match"],
        of=of,
    )
