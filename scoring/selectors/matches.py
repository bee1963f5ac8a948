"""A match as the pages show it: who leads, by how much, what is still to play, and how it came to that."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from django.db.models import Case, F, Q, TextField, Value, When

from rules_engine.match import DECIDER_GAMES, TableTally, judge_match
from rules_engine.match import MatchState as Judged
from rules_engine.seats import Pair
from rules_engine.table_state import WonBy
from scoring import extras
from scoring.models import EventKind, LedgerEvent, MatchState, MatchTally, Result, ResultState
from scoring.selectors import between, singing, words
from scoring.selectors import rulings as rulings_told
from scoring.selectors import tables as tables_of
from scoring.selectors.rulings import RulingTold, Told
from scoring.selectors.sub_marks import mark_made_by
from scoring.selectors.tables import TableShown
from scoring.services.boards import given_by
from tournaments.models import DayState, Match, Table, TableKind
from tournaments.selectors import sizes
from tournaments.selectors.sizes import Size

LIVE = frozenset({MatchState.IN_PLAY, MatchState.LEVEL, MatchState.DECIDER})


@dataclass(frozen=True, slots=True)
class Line:
    """One line of the story, newest first; ``clause`` where a rule stands behind it.

    ``ruling``: the ruling that it tells, and ``page`` where that is told in full.
    """

    order: tuple[Any, int]
    at: Any
    where: str
    text: str
    clause: str = ""
    side: str = ""
    page: str = ""
    ruling: int = 0


@dataclass(frozen=True, slots=True)
class Score:
    """Bullseyes and hang jacks of a match with the words that a stranger needs."""

    state: str
    state_words: str
    home: int
    away: int
    home_hang_jacks: int
    away_hang_jacks: int
    winner: str
    target: int
    needs_home: int
    needs_away: int
    left: int
    headline: str
    detail: str

    @property
    def live(self) -> bool:
        """Whether something is being played now."""
        return self.state in LIVE

    @property
    def over(self) -> bool:
        """Whether nothing can change but by a correction."""
        return self.state in (MatchState.PLAYED, MatchState.CONFIRMED)

    @property
    def begun(self) -> bool:
        """Whether there is a score to show."""
        return self.state != MatchState.SCHEDULED


@dataclass(frozen=True, slots=True)
class MatchShown:
    """All that the match page says."""

    match: Match
    score: Score
    tables: tuple[TableShown, ...]
    decider: TableShown | None
    sheet: TableShown | None
    result: Result | None
    withdrawn: tuple[Result, ...]

    @property
    def codes(self) -> dict[str, str]:
        """What stands for each team in a small box."""
        return words.codes(self.match.home.name, self.match.away.name)

    @property
    def all_tables(self) -> tuple[TableShown, ...]:
        """The tables, then the decider."""
        return (*self.tables, self.decider) if self.decider else self.tables


def tally_of(match: Match) -> MatchTally:
    """The match's tally; of a match that nobody has begun an empty one, unsaved."""
    return getattr(match, "tally", None) or MatchTally(match=match)


def shown(match: Match) -> MatchShown:
    """The match page's figures: three queries beside the match's own."""
    everything = [tables_of.shown(match, table) for table in tables_of.of_match(match)]
    results = list(Result.objects.filter(match=match).select_related("confirmed_by", "entered_by", "withdrawn_by"))
    tables = tuple(table for table in everything if table.table.kind == TableKind.TABLE)
    decider = next((table for table in everything if table.table.kind == TableKind.DECIDER), None)
    sheet = next((table for table in everything if table.table.kind == TableKind.SHEET and table.opened), None)
    return MatchShown(
        match=match,
        score=score_of(match, tables, decider, sheet),
        tables=tables,
        decider=decider,
        sheet=sheet,
        result=next((result for result in results if result.state == ResultState.CONFIRMED), None),
        withdrawn=tuple(result for result in results if result.state == ResultState.WITHDRAWN),
    )


def score_of(
    match: Match,
    tables: Sequence[TableShown] = (),
    decider: TableShown | None = None,
    sheet: TableShown | None = None,
) -> Score:
    """The match's score in figures and words. The figures are the projection's; what is needed is the engine's."""
    tally = tally_of(match)
    size = sizes.of_match(match, [table.table for table in tables] or None)
    judged = judge_match(size.rules, [_tally(table) for table in tables], _tally(decider) if decider else None)
    state = MatchState(tally.state)
    paper = sheet is not None
    return Score(
        state=state.value,
        state_words=between.state_words(match, str(state.label)),
        home=tally.home_bullseyes,
        away=tally.away_bullseyes,
        home_hang_jacks=tally.home_hang_jacks,
        away_hang_jacks=tally.away_hang_jacks,
        winner=tally.winner,
        target=size.target,
        needs_home=judged.needs_home,
        needs_away=judged.needs_away,
        left=0 if paper else judged.left,
        headline=_headline(match, tally),
        detail="" if paper else _detail(match, tally, judged, size),
    )


def _tally(table: TableShown) -> TableTally:
    home, away = table.sides
    board = tables_of.board_of(table.table)
    return TableTally(
        home.bullseyes,
        away.bullseyes,
        home.hang_jacks,
        away.hang_jacks,
        table.table.games,
        closed=table.closed,
        given=given_by(board.match_given) if board else (),
    )


def _headline(match: Match, tally: MatchTally) -> str:
    home, away = tally.home_bullseyes, tally.away_bullseyes
    if match.day_state in between.OFF:
        return f"{match.get_day_state_display()}{f' at {home}–{away}' if home or away else ''}"
    if tally.winner:
        winner = match.home if tally.winner == "home" else match.away
        return f"{winner} won {max(home, away)}–{min(home, away)}{between.by_what(match)}"
    if match.day_state == DayState.WALK_OVER:
        return "Neither team came"
    if tally.state == MatchState.SCHEDULED:
        return "To be played"
    if tally.state in (MatchState.LEVEL, MatchState.DECIDER):
        return f"Level at {home}–{away}: a best of {DECIDER_GAMES} decides"
    if tally.state == MatchState.UNDECIDED:
        return f"{home}–{away}, not decided: the committee rules"
    if tally.state in (MatchState.PLAYED, MatchState.CONFIRMED):
        return f"Level at {home}–{away}, and so it stands"
    if home == away:
        return "Level"
    leader = match.home if home > away else match.away
    return f"{leader} lead by {abs(home - away)}"


def _detail(match: Match, tally: MatchTally, judged: Judged, size: Size) -> str:
    if tally.state == MatchState.SCHEDULED:
        return size.words[:1].upper() + size.words[1:]
    if tally.state == MatchState.DECIDER:
        return f"Decider: {match.home} {judged.decider_home}, {match.away} {judged.decider_away}"
    if tally.state != MatchState.IN_PLAY:
        return ""
    left = f"{_count(judged.left, 'game')} still to play"
    if size.play_all:
        return f"Every game is played · {left}"
    needs = f"{match.home} need {judged.needs_home}, {match.away} need {judged.needs_away} to reach {size.target}"
    return f"{needs} · {left}"


def _count(n: int, word: str) -> str:
    return f"{n} {word}" if n == 1 else f"{n} {word}s"


def story(page: MatchShown) -> list[Line]:
    """What happened, newest first: games, hung jacks, rulings, corrections, what came in between."""
    numbers = {table.table.pk: table for table in page.all_tables}
    rows = LedgerEvent.objects.filter(table__in=numbers).order_by("table_id", "sequence")
    times: dict[tuple[int, int], Any] = {}
    lines: list[Line] = []
    told: dict[int, list[Told]] = {}
    for table_id, sequence, kind, at, payload, answer in _told(rows):
        times[table_id, sequence - 1] = at
        if payload is not None:
            told.setdefault(table_id, []).append(Told(sequence, kind, at, payload, answer))
    for table_id, entries in told.items():
        rulings = {ruling.sequence: ruling for ruling in rulings_told.of_table(numbers[table_id], entries)}
        of_rulings = {ruling.of for ruling in rulings.values()}
        lines += [
            _event_line(numbers[table_id], entry, rulings.get(entry.sequence), of_rulings)
            for entry in entries
            if entry.kind not in singing.HANDS
        ]
        for hand in singing.of_table(numbers[table_id], entries):
            at = times[table_id, hand.sequence - 1]
            text, where = f"{hand.side.team} did not sing: the next hand decides", str(numbers[table_id].table)
            lines.append(Line((at, hand.sequence), at, where, text, "12.j", side=hand.side.side))
    pages = extras.ruling_pages(page.match.tournament, [line.ruling for line in lines if line.ruling])
    lines = [replace(line, page=pages.get(line.ruling, "")) if line.ruling else line for line in lines]
    for shown_table in page.all_tables:
        lines += _game_lines(page.match, shown_table, times)
    lines += [Line((at, 0), at, "Match", text) for at, text in between.told(page.match)]
    lines += [
        Line(
            (result.withdrawn_at, 0),
            result.withdrawn_at,
            "Result",
            f"Withdrawn by {result.withdrawn_by}: {result.withdrawn_reason}",
        )
        for result in page.withdrawn
    ]
    return sorted((line for line in lines if line.at is not None), key=lambda line: line.order, reverse=True)


def _told(rows: Any) -> list[tuple[int, int, str, Any, dict[str, Any] | None, str]]:
    """Every event's place and time; the content only of those that the story tells, the answer where it rules."""
    quiet = Q(kind__in=singing.HANDS) & ~singing.TELLS
    told = rows.annotate(
        told=Case(When(quiet, then=Value("")), default=F("payload"), output_field=TextField()),
        ruled=rulings_told.RULED,
    ).values_list("table_id", "sequence", "kind", "recorded_at", "told", "ruled")
    return [
        (table_id, sequence, kind, at, json.loads(text) if text else None, answer)
        for table_id, sequence, kind, at, text, answer in told
    ]


def _event_line(table: TableShown, entry: Told, ruling: RulingTold | None, of_rulings: set[int]) -> Line:
    event, details = entry.payload.get("event", {}), entry.payload.get("details", {})
    text = tables_of.describe(entry.kind, event, table.opening)
    clause = ""
    if ruling is not None:
        clause = ruling.clause
        said = ruling.text.replace(f" ({clause})", "", 1)  # the clause stands behind the line, as a link
        text = f"Ruling changed ({ruling.why}). {said}" if ruling.why else f"Ruling. {said}"
        text += "" if ruling.state == rulings_told.STANDS else f" ({ruling.state} later)"
    elif entry.sequence < table.opening:
        # The table was opened again: what its entries came to then is no longer on its board.
        reason = details.get("reason", "")
        if entry.kind == EventKind.CORRECTION:
            text, clause = "Correction", "12.d"
        text = f"{text}: {reason}" if reason else text
    elif entry.kind == EventKind.CORRECTION:
        reason = details.get("reason", "")
        struck = event["of"] + table.opening
        clause = "" if struck in of_rulings else "12.d"
        text = f"Ruling #{struck} cancelled: {reason}" if struck in of_rulings else f"{text}: {reason}"
    elif entry.kind == EventKind.SUBSTITUTION:
        clause = "13.b"
        mark = mark_made_by(table.state, entry.sequence - table.opening)
        marked = [f"{side.team} {mark.on(Pair(side.pair))}" for side in table.sides] if mark else ["struck later"]
        text = f"{text} ({', '.join(marked)})"
    number = ruling.ruling if ruling is not None else 0
    return Line((entry.at, entry.sequence), entry.at, str(table.table), text, clause, ruling=number)


def _game_lines(match: Match, table: TableShown, times: dict[tuple[int, int], Any]) -> list[Line]:
    """Games won and jacks hung, from the engine's state."""
    lines = []
    state = table.state
    teams = {side.pair: side for side in table.pairs}
    for game in state.games:
        last = max((chalk.event for chalk in game.chalks), default=0)
        at = times.get((table.table.pk, last))
        side = teams[game.winner.value]
        if game.won_by is not WonBy.RECORDED and at is not None:
            score = f" {game.scores.of(game.winner)}–{game.scores.of(game.winner.opponents)}" if game.scores else ""
            text = f"Game {game.number} to {side.team}{score}, {words.WON_BY[game.won_by]}"
            lines.append(Line((at, last + 2), at, str(table.table), text, side=side.side))
    for chalk in (*(chalk for game in state.games for chalk in game.chalks), *state.chalks):
        at = times.get((table.table.pk, chalk.event))
        if chalk.why == "hang-jack" and at is not None:
            side = teams[chalk.pair.value]
            lines.append(
                Line((at, chalk.event + 1), at, str(table.table), f"{side.team} hung the jack", side=side.side)
            )
    return lines


@dataclass(frozen=True, slots=True)
class Recorder:
    """Somebody who recorded anything of a match, and at which tables."""

    user_id: int
    name: str
    tables: tuple[str, ...]


def recorders(match: Match) -> list[Recorder]:
    """Who recorded anything of the match: one query."""
    rows = (
        LedgerEvent.objects.filter(table__match=match)
        .order_by("table__number")
        .values_list("actor_id", "actor__display_name", "actor__username", "table__number", "table__kind")
        .distinct()
    )
    people: dict[int, Recorder] = {}
    for user_id, display_name, username, number, kind in rows:
        table = "Match sheet" if kind == TableKind.SHEET else str(Table(number=number, kind=kind))
        before = people.get(user_id)
        people[user_id] = Recorder(user_id, display_name or username, (*before.tables, table) if before else (table,))
    return sorted(people.values(), key=lambda person: person.name)


def fingerprint(match: Match) -> str:
    """What the match page depends on, as a short text: three small queries beside the match's own."""
    boards = Table.objects.filter(match=match).order_by("number").values_list("number", "board__head_hash")
    results = Result.objects.filter(match=match).order_by("version").values_list("version", "state")
    return f"{list(boards)}{list(results)}{between.count(match)}"
