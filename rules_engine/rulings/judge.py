"""The one door: an incident in, its ruling out."""

from __future__ import annotations

from rules_engine.records import IncidentRecord
from rules_engine.rulings.case import Case, Wanting
from rules_engine.rulings.checking import clause_of, governing
from rules_engine.rulings.choosing import resolve, silent
from rules_engine.rulings.rows import COMPUTED
from rules_engine.rulings.settling import needed, settle
from rules_engine.rulings.wording import reason_for, reason_wanting
from rules_engine.verdicts import Effect, EffectName, RulingResult


def rule(record: IncidentRecord, *, outside_table: bool = False) -> RulingResult:
    """What the code gives for an incident (``all-fours/incident@1``).

    ``outside_table``: the incident follows from a single hand, whose table is not
    known, so a bullseye is ruled without the tally of bullseyes (``hand@1``).

    Raises RecordError naming the field where the incident cannot have happened so:
    ``clause``, ``offender``, ``phase``, ``choice`` or a part of it, ``bullseyes``.
    """
    own = clause_of(record)
    case = Case(record, own or governing(record), outside_table=outside_table)
    try:
        effects = _unwritten(case) if own is None else _effects(case)
        missing = needed(case, effects)
        if missing:
            raise Wanting(missing)
    except Wanting as wanting:
        return _incomplete(case, wanting.needs)
    settled = settle(case, effects)
    return RulingResult(
        id=record.id,
        clause=record.clause,
        complete=True,
        needs=(),
        options=(),
        chooser=None,
        effects=settled.effects,
        scores=settled.scores,
        bullseyes=settled.bullseyes,
        bullseye=settled.bullseye,
        table_closed=settled.table_closed,
        next_deal=settled.next_deal,
        reason=reason_for(case, settled.effects),
        readings=case.readings(),
    )


def _effects(case: Case) -> list[Effect]:
    """What the clause gives; where that is nothing at all, ``none`` says so."""
    case.consulted.update(case.clause.consults)
    compute = case.clause.compute
    effects = resolve(case) if compute is None else COMPUTED[compute](case)
    return effects if effects or case.silent else [case.effect(EffectName.NONE)]


def _unwritten(case: Case) -> list[Effect]:
    """Rulesets of few penalties: what they do not write down is for the official, as in 14.g."""
    case.offers = ()
    return silent(case)


def _incomplete(case: Case, needs: tuple[str, ...]) -> RulingResult:
    record = case.record
    chosen = "choice" in needs
    return RulingResult(
        id=record.id,
        clause=record.clause,
        complete=False,
        needs=needs,
        options=case.offers if chosen else (),
        chooser=case.who_chooses() if chosen else None,
        effects=(),
        scores=record.scores,
        bullseyes=record.bullseyes,
        bullseye=None,
        table_closed=False,
        next_deal=None,
        reason=reason_wanting(case, needs),
        readings=case.readings(),
    )
