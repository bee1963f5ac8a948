"""Records told in plain words, as a scorer or an official would tell them.

>>> from rules_engine.notation import parse_notation
>>> print(explain(parse_notation("score@1 round-robin S JH stand 5:9 high=NS low=EW jack=out gamble=EW id=h7")))
Hand as chalked h7. Round Robin rules; South deals at N/S 5, E/W 9.
South kicks J♥: 3 points to N/S.
East stands.
Hearts are trumps.
High: N/S. Low: E/W.
Jack: out of play.
Gamble: E/W.
<BLANKLINE>
Chalks in the order made:
  N/S kick 3: N/S 8, E/W 9
  N/S high 1: N/S 9, E/W 9
  E/W low 1: N/S 9, E/W 10
  E/W gamble 2: N/S 9, E/W 12
No bullseye: N/S need 5 more, E/W 2.
No rule was broken.
"""

from __future__ import annotations

from collections.abc import Iterator

from rules_engine.explaining_hands import board, counted, rules_line, tell_hand, tell_score, title
from rules_engine.hand import HandResult, judge_hand
from rules_engine.reading import parse_record
from rules_engine.records import TABLE, HandRecord, IncidentRecord, Record, ScoreRecord
from rules_engine.rulings import rule
from rules_engine.rulings.checking import governing
from rules_engine.rulings.wording import CHOOSER, PAIR, SEAT
from rules_engine.score import judge_score
from rules_engine.table_record import TableRecord, TableResult, judge_table_record, parse_table
from rules_engine.table_state import Game, TableState, WonBy
from rules_engine.verdicts import NextDeal, RulingResult

_DEAL = {
    NextDeal.SAME_DEALER: "the same dealer deals again",
    NextDeal.NEXT_DEALER: "the deal passes on",
    NextDeal.CONTINUE: "the hand goes on",
}
_WON_BY = {
    WonBy.SUNG: "sung",
    WonBy.PENALTY: "by a penalty",
    WonBy.CONCEDED: "conceded",
    WonBy.RECORDED: "recorded without its hands",
}


def explain(record: Record | TableRecord) -> str:
    """A record judged and told in several lines of text, without an end of line.

    RecordError where an incident cannot have happened so, as :func:`rules_engine.rule`.
    """
    return _told(record)[0]


def explain_json(value: object) -> tuple[str, bool]:
    """A decoded record of any kind, told, and whether it is valid (an incident always is).

    RecordError when it cannot be read.
    """
    is_table = isinstance(value, dict) and value.get("format") == TABLE
    return _told(parse_table(value) if is_table else parse_record(value))


def _told(record: Record | TableRecord) -> tuple[str, bool]:
    match record:
        case HandRecord():
            hand = judge_hand(record)
            lines, valid = tell_hand(record, hand), hand.valid
        case ScoreRecord():
            score = judge_score(record)
            lines, valid = tell_score(record, score), score.valid
        case IncidentRecord():
            lines, valid = tell_incident(record, rule(record)), True
        case _:
            table = judge_table_record(record)
            lines, valid = tell_table(record, table), table.valid
    return "\n".join(lines), valid


# --- incidents -----------------------------------------------------------------


def tell_incident(record: IncidentRecord, ruling: RulingResult) -> Iterator[str]:
    """The lines of an incident: its clause, the ruling, where it leaves the table."""
    yield title("Incident", record.id, f"{rules_line(record.ruleset)}; {record.clause}, {governing(record).title}")
    yield ruling.reason
    if not ruling.complete:
        if ruling.options:
            yield f"What can be chosen: {', '.join(ruling.options)}."
        yield "Nothing is changed until that is known."
        return
    if ruling.scores is not None:
        yield f"The board: {board(ruling.scores)}."
    if ruling.bullseyes is not None:
        yield f"Bullseyes: {board(ruling.bullseyes)}."
    if ruling.bullseye is not None:
        yield f"{PAIR[ruling.bullseye]} gain a bullseye by it."
    if ruling.table_closed:
        yield "The table is closed."
    if ruling.next_deal is not None:
        yield f"Next: {_DEAL[ruling.next_deal]}."
    if ruling.readings:
        yield f"Read as: {', '.join(ruling.readings)}."


# --- tables --------------------------------------------------------------------


def tell_table(record: TableRecord, result: TableResult) -> Iterator[str]:
    """The lines of a table: its games, where it stands, and what could not follow."""
    state, error = result.folded.state, result.folded.error
    dealer = (
        "the first dealer is not known" if record.first_dealer is None else f"{SEAT[record.first_dealer]} deals first"
    )
    yield title("Table", record.id, f"{rules_line(record.ruleset)}; {counted(record.games, 'game')}, {dealer}")
    for number, answer in enumerate(result.folded.results):
        if isinstance(answer, RulingResult):
            yield f"Event {number}: {answer.reason}"
        elif isinstance(answer, HandResult):
            for violation in answer.violations:
                yield f"Event {number}: {violation.message}"
    for game in state.games:
        yield _game(game)
    yield from _standing(state)
    if error is not None:
        yield f"Not valid: event {error.event} cannot follow ({error.code}). {error.message}"


def _game(game: Game) -> str:
    scores = "" if game.scores is None else f" at {board(game.scores)}"
    hands = f", {counted(game.hands, 'hand')}" if game.hands else ""
    hung = f"; hung jacks {board(game.hang_jacks)}" if any(game.hang_jacks) else ""
    return f"Game {game.number}: {PAIR[game.winner]}{scores}, {_WON_BY[game.won_by]}{hands}{hung}."


def _standing(state: TableState) -> Iterator[str]:
    if state.begun and state.closed_by is None:
        yield f"Game {state.number} stands at {board(state.scores)}."
    yield f"Bullseyes: {board(state.bullseyes)}. Hung jacks: {board(state.hang_jacks)}."
    for warned in state.warnings:
        whom = "" if warned.seat is None else f" ({SEAT[warned.seat]})"
        yield f"Warned under {warned.clause}: {PAIR[warned.pair]}{whom}, {counted(warned.times, 'time')}."
    for event in state.open_rulings:
        yield f"Event {event} still waits for {CHOOSER['official']}."
    if state.closed:
        yield "The table is closed."
    elif state.dealer is None:
        yield "Nobody knows whose deal it is."
    else:
        yield f"{SEAT[state.dealer]} deals next."
