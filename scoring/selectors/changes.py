"""Changes of confirmed results and flags, as the pages and the API show them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.db.models import QuerySet

from rules_engine.table import event_to_json, standing_of
from scoring.models import ChangeState, Flag, ResultChange
from scoring.selectors import tables
from scoring.selectors.tables import LedgerLine, TableShown
from scoring.services.boards import ruleset_of
from scoring.services.plans import engine_events, told_of
from scoring.services.store import read
from tournaments.models import Match, Table, TableKind, Tournament


@dataclass(frozen=True, slots=True)
class Figures:
    """One row of the comparison: a table, or the match."""

    name: str
    before: tuple[int, int]
    after: tuple[int, int]
    hung_before: tuple[int, int]
    hung_after: tuple[int, int]

    @property
    def moved(self) -> bool:
        """Whether anything of it changes."""
        return (self.before, self.hung_before) != (self.after, self.hung_after)


def of_match(match: Match) -> QuerySet[ResultChange]:
    """Every change of a match, the latest first."""
    return ResultChange.objects.filter(match=match).select_related("proposed_by", "decided_by")


def open_of(match: Match) -> ResultChange | None:
    """The proposal that waits for a second person, or None."""
    return of_match(match).filter(state=ChangeState.PROPOSED).first()


def flags_of(tournament: Tournament) -> QuerySet[Flag]:
    """All flags of a tournament: the open ones, then those settled; the latest first, of one change in its order."""
    return (
        Flag.objects.filter(tournament=tournament)
        .select_related("match__home", "match__away", "match__round", "stage", "change__match", "settled_by")
        .order_by("-settled_at", "-raised_at", "pk")
    )


def open_flags(**which: Any) -> QuerySet[Flag]:
    """Flags that nobody has settled, of a tournament, a match or a stage."""
    return Flag.objects.filter(settled_at__isnull=True, **which)


def waiting(tournament: Tournament) -> QuerySet[ResultChange]:
    """The proposals of a tournament that wait for a second person."""
    return ResultChange.objects.filter(match__tournament=tournament, state=ChangeState.PROPOSED).select_related(
        "match__home", "match__away"
    )


def rows(before: Mapping[str, Any], after: Mapping[str, Any]) -> list[Figures]:
    """The figures of every table, then of the match, before and after."""
    was = {table["number"]: table for table in before["tables"]}
    found = [_row(_named(table), was.get(table["number"], dict.fromkeys(table, 0)), table) for table in after["tables"]]
    return [*found, _row("Match", before, after)]


def _named(table: Mapping[str, Any]) -> str:
    if table["kind"] == TableKind.SHEET:
        return "Match sheet"
    return str(Table(number=table["number"], kind=table["kind"]))


def _row(name: str, before: Mapping[str, Any], after: Mapping[str, Any]) -> Figures:
    return Figures(
        name,
        (before["home"], before["away"]),
        (after["home"], after["away"]),
        (before["home_hang_jacks"], before["away_hang_jacks"]),
        (after["home_hang_jacks"], after["away_hang_jacks"]),
    )


GROUPS = (
    ("standings", "Standings"),
    ("draw", "Draws"),
    ("stage", "Who goes on"),
    ("match", "Made or played already"),
    ("lots", "Lots"),
)


def grouped(effects: Sequence[Mapping[str, Any]]) -> list[tuple[str, list[str]]]:
    """The effects by what they concern, each group with its heading."""
    found = ((words, [effect["text"] for effect in effects if effect["kind"] == kind]) for kind, words in GROUPS)
    return [(words, texts) for words, texts in found if texts]


def in_words(corrections: Sequence[Mapping[str, Any]]) -> Iterator[str]:
    """What the ledgers are to be given, one sentence a correction."""
    for one in corrections:
        where = "Match sheet" if one["table"] == 0 else f"Table {one['table']}"
        if "tally" in one:
            figures, hung = one["tally"]["bullseyes"], one["tally"]["hang_jacks"]
            yield (f"{where}: tally {figures['NS']}–{figures['EW']}, hang jacks {hung['NS']}–{hung['EW']} (N/S first).")
        elif one["replace"] is None:
            yield f"{where}: entry {one['of']} is struck."
        else:
            now = tables.describe(tables.kind_of(one["replace"]), one["replace"])
            yield f"{where}: entry {one['of']} is replaced by: {now}."


@dataclass(frozen=True, slots=True)
class Entry:
    """An entry of a table as it stands now, corrections included."""

    sequence: int
    kind: str
    event: dict[str, Any]
    text: str


def entry_of(table: Table, sequence: int) -> Entry | None:
    """The entry of that sequence that a change could correct: a hand, a game, a tally, a substitution that stands."""
    standing = read(table.pk)
    if not standing.table.sequence:
        return None
    told = told_of(table.pk)
    history = engine_events(told, ruleset_of(standing.ruleset_name, standing.ruleset_options))
    number = sequence - (len(told) - len(history)) - 1
    if not 0 < number < len(history):
        return None
    entry = standing_of(history)[number - 1]
    if entry is None:
        return None
    event = dict(event_to_json(entry))
    kind = tables.kind_of(event)
    return None if kind == "incident" else Entry(sequence, kind, event, tables.describe(kind, event))


def correctable(shown: TableShown) -> list[LedgerLine]:
    """The lines of a table's ledger that a change could correct, newest first. One query."""
    if not shown.opened:
        return []
    kinds = {"score", "hand", "game", "tally", "substitution"}
    return [line for line in tables.ledger_lines(shown, limit=None) if line.kind in kinds and line.struck_by is None]
