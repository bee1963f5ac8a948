"""The match's score sheet, filled: what the paper says, from the same selectors as the pages."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import groupby
from typing import Any

from django.db.models import Q
from django.utils import timezone

from rules_engine.seats import Pair, Seat
from rules_engine.table_state import Reason, TableChalk, TableState
from scoring.models import EventKind, LedgerEvent, Result
from scoring.selectors import between, matches, rulings, singing, words
from scoring.selectors.rulings import RulingTold, Told
from scoring.selectors.sub_marks import marks_of
from scoring.selectors.tables import Side, TableShown
from tournaments.models import Match, TableKind

SHORT_HASH = 16
"""Characters of a ledger's head that are printed: enough to compare by eye."""


@dataclass(frozen=True, slots=True)
class PaperMark:
    """One chalk as printed. ``struck``: put right later; not ``counted``: made after the target."""

    text: str
    struck: bool
    counted: bool


@dataclass(frozen=True, slots=True)
class PaperGame:
    """A row of the sheet, home first. ``hands``: for each side its marks, hand by hand."""

    label: str
    hands: tuple[tuple[tuple[PaperMark, ...], ...], tuple[tuple[PaperMark, ...], ...]]
    scores: tuple[str, str]
    bullseyes: tuple[str, str]
    hang_jacks: tuple[str, str]
    note: str = ""
    subs: tuple[str, str] = ("", "")
    """What stands on each side of the board after the game: S and SS, X and XX (13.b)."""


@dataclass(frozen=True, slots=True)
class PaperSeat:
    """A seat and who sat in it first."""

    seat: str
    name: str


@dataclass(frozen=True, slots=True)
class PaperTable:
    """A table of the sheet; pairs of values are home, then away."""

    name: str
    sides: tuple[Side, ...]
    seats: tuple[tuple[PaperSeat, ...], tuple[PaperSeat, ...]]
    first_dealer: str
    toss: str
    games: tuple[PaperGame, ...]
    bullseyes: tuple[int, int]
    hang_jacks: tuple[int, int]
    substitutions: tuple[str, ...]
    corrections: tuple[str, ...]
    rulings: tuple[str, ...]
    warnings: tuple[str, ...]
    sanctioned: tuple[str, ...]
    notes: tuple[str, ...]
    head: str


@dataclass(frozen=True, slots=True)
class ScoreSheet:
    """The whole sheet."""

    match: Match
    score: matches.Score
    tables: tuple[PaperTable, ...]
    from_paper: PaperTable | None
    result: Result | None
    result_is_of_these_heads: bool
    ruleset: str
    between: tuple[str, ...] = ()
    """What came in between: late teams, a walk-over, an award, with the time of each."""

    @property
    def all_tables(self) -> tuple[PaperTable, ...]:
        """The tables, then the whole match's paper sheet."""
        return (*self.tables, self.from_paper) if self.from_paper else self.tables

    @property
    def has_substitutions(self) -> bool:
        """Whether anybody was substituted."""
        return any(table.substitutions for table in self.tables)

    @property
    def has_corrections(self) -> bool:
        """Whether anything was put right."""
        return any(table.corrections for table in self.all_tables)

    @property
    def heads(self) -> list[tuple[str, str]]:
        """Each ledger by name with the beginning of its last hash."""
        return [(table.name, table.head) for table in self.all_tables if table.head]


def score_sheet(match: Match) -> ScoreSheet:
    """The sheet of a match as it stands now."""
    shown = matches.shown(match)
    told = _told(match)
    tables = tuple(_table(table, told.get(table.table.pk, {})) for table in shown.all_tables)
    sheet = _table(shown.sheet, told.get(shown.sheet.table.pk, {})) if shown.sheet else None
    heads = {
        str(table.table.number): table.table.board.head_hash
        for table in (*shown.all_tables, *([shown.sheet] if shown.sheet else []))
        if table.opened
    }
    return ScoreSheet(
        match=match,
        score=shown.score,
        tables=() if sheet and not any(table.opened for table in shown.all_tables) else tables,
        from_paper=sheet,
        result=shown.result,
        result_is_of_these_heads=shown.result is not None and shown.result.heads == heads,
        ruleset=ruleset_in_words(match),
        between=tuple(f"{timezone.localtime(at):%-d %B, %H:%M}: {text}" for at, text in between.told(match)),
    )


def ruleset_in_words(match: Match) -> str:
    """The ruleset and the readings that differ from it as published."""
    ruleset = match.tournament.ruleset
    readings = "; ".join(f"{name} = {_plain(value)}" for name, value in ruleset.overrides().items())
    return f"{ruleset.name}, {f'with {readings}' if readings else 'as published'}"


def _plain(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def _told(match: Match) -> dict[int, dict[str, list[dict[str, Any]]]]:
    """What the sheet tells of the match's ledgers beside the chalks, by table and kind: one query."""
    found: dict[int, dict[str, list[dict[str, Any]]]] = {}
    kinds = (EventKind.OPENED, EventKind.CORRECTION, EventKind.INCIDENT, EventKind.TALLY)
    rows = (
        LedgerEvent.objects.filter(Q(kind__in=kinds) | singing.TELLS, table__match=match)
        .annotate(ruled=rulings.RULED)
        .order_by("table_id", "sequence")
    )
    for row in rows.defer("answer"):
        entry = {**row.event, "sequence": row.sequence, "at": row.recorded_at, "answer": row.ruled}
        found.setdefault(row.table_id, {}).setdefault(row.kind, []).append(entry)
    return found


def _table(table: TableShown, told: dict[str, list[dict[str, Any]]]) -> PaperTable:
    state = table.state
    home, away = table.sides
    opening = (told.get(EventKind.OPENED) or [{}])[-1]
    details = opening.get("details", {})
    ruled = _ruled(table, told)
    first = opening.get("event", {}).get("first_dealer")
    return PaperTable(
        name=str(table.table) if table.table.kind != TableKind.SHEET else "The whole match, from paper",
        sides=table.sides,
        seats=_seats(table, details.get("seats") or {}),
        first_dealer=words.SEAT_LONG[Seat(first)] if first else "",
        toss=_toss(details.get("toss"), table),
        games=tuple(_games(state, Pair(home.pair))),
        bullseyes=(home.bullseyes, away.bullseyes),
        hang_jacks=(home.hang_jacks, away.hang_jacks),
        substitutions=tuple(_substitutions(state)),
        corrections=tuple(_corrections(table, told.get(EventKind.CORRECTION, []), {ruling.of for ruling in ruled})),
        rulings=tuple(_ruling_line(ruling) for ruling in ruled),
        warnings=tuple(rulings.warnings_of(table)),
        sanctioned=tuple(
            f"{name} ({ruling.clause})" for ruling in ruled if ruling.state == rulings.STANDS for name in ruling.noted
        ),
        notes=(*_notes(table), *_unsung(table, told)),
        head=table.table.board.head_hash[:SHORT_HASH] if table.opened else "",
    )


def _seats(table: TableShown, opened: dict[str, Any]) -> tuple[tuple[PaperSeat, ...], tuple[PaperSeat, ...]]:
    """Who sat down at the opening; substitutions stand in a list of their own."""
    home, away = (
        tuple(
            PaperSeat(words.SEAT_LONG[seat], str((opened.get(seat.value) or {}).get("name", "")))
            for seat in Seat
            if seat.pair.value == side.pair
        )
        for side in table.sides
    )
    return home, away


def _toss(toss: str | None, table: TableShown) -> str:
    home, away = table.sides
    return {"home": str(home.team), "away": str(away.team)}.get(toss or "", "")


def _games(state: TableState, home: Pair) -> Iterable[PaperGame]:
    """One row a game: won, in play, from a paper tally, or not played; before them what was marked before the first."""
    first = _subs(state, home, 0)
    if any(first):
        yield PaperGame("–", ((), ()), ("", ""), ("", ""), ("", ""), "before the first game", first)
    for game in state.games:
        recorded = game.hands == 0 and game.scores is not None
        yield PaperGame(
            label=str(game.number),
            hands=_hands(game.chalks, state, game.number, home),
            scores=("", "") if game.scores is None else _two(game.scores, home),
            bullseyes=("1", "") if game.winner is home else ("", "1"),
            hang_jacks=_two(game.hang_jacks, home, blank_zero=True),
            note=words.WON_BY[game.won_by] if recorded or game.won_by != "sung" else "",
            subs=_subs(state, home, game.number),
        )
    claimed = {pair: state.bullseyes.of(pair) - state.recorded.of(pair) for pair in Pair}
    if any(claimed.values()):
        more = [state.hang_jacks.of(pair) - state.recorded_hang_jacks.of(pair) for pair in (home, home.opponents)]
        yield PaperGame(
            label="+",
            hands=((), ()),
            scores=("", ""),
            bullseyes=tuple(str(claimed[pair] or "") for pair in (home, home.opponents)),  # type: ignore[arg-type]
            hang_jacks=tuple(str(n) if n > 0 else "" for n in more),  # type: ignore[arg-type]
            note="typed as a tally from paper",
        )
    if state.begun and not state.closed:
        yield PaperGame(
            label=str(state.number),
            hands=_hands(state.chalks, state, state.number, home),
            scores=_two(state.scores, home),
            bullseyes=("", ""),
            hang_jacks=_two(state.game_hang_jacks, home, blank_zero=True),
            note="in play",
        )


def _two(figures: Any, home: Pair, *, blank_zero: bool = False) -> tuple[str, str]:
    values = (figures.of(home), figures.of(home.opponents))
    ours, theirs = ("" if blank_zero and not value else str(value) for value in values)
    return ours, theirs


def _hands(
    chalks: Iterable[TableChalk], state: TableState, number: int, home: Pair
) -> tuple[tuple[tuple[PaperMark, ...], ...], tuple[tuple[PaperMark, ...], ...]]:
    """The marks of a game, for each side hand by hand, struck ones before what replaced them."""
    made = [(chalk, False) for chalk in chalks]
    made += [(chalk, True) for struck in state.struck if struck.game == number for chalk in struck.chalks]
    made.sort(key=lambda pair: (pair[0].event, not pair[1]))
    ours: list[tuple[PaperMark, ...]] = []
    theirs: list[tuple[PaperMark, ...]] = []
    for _, group in groupby(made, key=lambda pair: pair[0].event):
        hand = list(group)
        for hands, side in ((ours, home), (theirs, home.opponents)):
            marks = tuple(
                PaperMark(words.mark(chalk).text, struck, chalk.counted) for chalk, struck in hand if chalk.pair is side
            )
            if marks:
                hands.append(marks)
    return tuple(ours), tuple(theirs)


_WHY = {Reason.CHOICE: "own choice", Reason.SICK: "sick", Reason.DISCIPLINE: "ordered"}


def _substitutions(state: TableState) -> Iterable[str]:
    for change in state.substitutions:
        when = f"after game {change.games}" if change.games else "before the first game"
        yield f"{words.SEAT_LONG[change.seat]}, {when}: {change.in_} for {change.out} ({_WHY[change.reason]})"


def _subs(state: TableState, home: Pair, after: int) -> tuple[str, str]:
    """The marks that were made after ``after`` games, home's side of the board first."""
    made = [mark for mark in marks_of(state) if mark.after == after]
    ours, theirs = (" ".join(mark.on(pair) for mark in made) for pair in (home, home.opponents))
    return ours, theirs


def _entries(told: dict[str, list[dict[str, Any]]], *kinds: str) -> list[Told]:
    """The entries of these kinds, in the order of the ledger."""
    entries = [
        Told(entry["sequence"], kind, entry["at"], entry, entry["answer"])
        for kind in kinds
        for entry in told.get(kind, ())
    ]
    return sorted(entries, key=lambda entry: entry.sequence)


def _ruled(table: TableShown, told: dict[str, list[dict[str, Any]]]) -> list[RulingTold]:
    return rulings.of_table(table, _entries(told, EventKind.INCIDENT, EventKind.CORRECTION))


def _unsung(table: TableShown, told: dict[str, list[dict[str, Any]]]) -> Iterable[str]:
    """Why a game went on at the target: its winners did not sing."""
    for hand in singing.of_table(table, _entries(told, *singing.HANDS, EventKind.CORRECTION)):
        where = f" in game {hand.game}" if hand.game else ""
        yield (
            f"Entry {hand.sequence}{where}: {hand.side.team} did not sing before the cut. "
            "Its chalks all count, and the next hand decides (12.j)."
        )


def _ruling_line(ruling: RulingTold) -> str:
    """A ruling as the sheet tells it; one that no longer stands says so."""
    ended = "" if ruling.state == rulings.STANDS else f" This ruling was {ruling.state} later."
    changed = f" It took the place of entry {ruling.of}: {ruling.why.rstrip('.')}." if ruling.why else ""
    return f"Entry {ruling.sequence}. {ruling.text}{changed}{ended}"


def _corrections(table: TableShown, told: list[dict[str, Any]], but: set[int]) -> Iterable[str]:
    """What was put right, by whom and why (12.d). A changed ruling stands with the rulings, a cancelled one here."""
    reasons = {entry["sequence"] - table.opening: entry.get("details", {}).get("reason", "") for entry in told}
    for struck in table.state.struck:
        if struck.replaced and struck.event + table.opening in but:
            continue
        marks = " ".join(f"{words.PAIR_SHORT[chalk.pair]} {words.mark(chalk).text}" for chalk in struck.chalks)
        done = "corrected" if struck.replaced else "struck"
        where = f" in game {struck.game}" if struck.game else ""
        was = f" ({marks})" if marks else ""
        reason = reasons.get(struck.correction, "")
        line = f"Entry {struck.event + table.opening}{where}{was} {done} by {struck.by}"
        yield f"{line}: {reason}" if reason else line


def _notes(table: TableShown) -> Iterable[str]:
    if table.typed:
        yield "The tally was typed from paper." + (
            " It does not agree with the games recorded here." if table.mismatch else ""
        )
