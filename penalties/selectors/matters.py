"""Does it matter? A table with and without one event: this game, this table, the match, the standings.

Nothing is kept: it is worked out at each look, from the ledgers and results as they are then, so that an answer turns
when later results turn it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from penalties.models import Dispute, Incident, RulingState
from penalties.services.bench import asked_of, history_of, lay
from rules_engine.match import MatchState, MatchStatus
from rules_engine.seats import Pair
from rules_engine.table import Correction, Event, parse_event
from rules_engine.table_state import TableState
from rules_engine.verdicts import Points, RecordError
from rules_engine.whatif import Scope, WhatIf, whatif
from scoring.selectors import standings as figures
from scoring.selectors.standings import Standings
from scoring.selectors.standings_whatif import Outcome, counted, with_outcome
from scoring.services import boards, store
from scoring.services.ledger import ruleset_of
from scoring.services.refusals import LedgerRefused
from tournaments.models import Match, Table

GAME, TABLE, MATCH, STANDINGS = "game", "table", "match", "standings"


@dataclass(frozen=True, slots=True)
class Difference:
    """One scope: whether the two outcomes differ, how it stands with the event and how without, in words."""

    scope: str
    title: str
    differs: bool
    stands: str
    otherwise: str


@dataclass(frozen=True, slots=True)
class Matters:
    """The answer. ``about``: what is left out, in words; ``note``: what could not be worked out, and why."""

    about: str
    lines: tuple[Difference, ...]
    note: str = ""

    @property
    def widest(self) -> str:
        """The widest scope that differs; empty when nothing does."""
        return next((line.scope for line in reversed(self.lines) if line.differs), "")

    @property
    def known(self) -> bool:
        """Whether there is an answer at all."""
        return bool(self.lines)

    @property
    def headline(self) -> str:
        """The answer in a sentence."""
        if not self.lines:
            return "It cannot be said yet whether it matters."
        ended = any(line.scope == STANDINGS for line in self.lines)
        return (HEADLINE if ended else HEADLINE_SO_FAR)[self.widest]


HEADLINE = {
    "": "It changes nothing: game, table, match and standings are the same with and without it.",
    GAME: "It changes this game alone; the table’s bullseyes, the match and the standings stay.",
    TABLE: "It changes this table’s score; the match has the same winner, and every team keeps its place.",
    MATCH: "It changes how the match goes; every team keeps its place in the standings.",
    STANDINGS: "It changes the standings.",
}
HEADLINE_SO_FAR = {
    "": "It changes nothing so far: game, table and match are the same with and without it.",
    GAME: "It changes this game alone so far; the table’s bullseyes and the match stay.",
    TABLE: "It changes this table’s score; how the match goes is the same so far.",
    MATCH: "It changes how the match goes. What it does to the standings can be told when the match has ended.",
}
"""While the match has ended neither with it nor without it."""


def of_dispute(dispute: Dispute) -> Matters:
    """Whether what a dispute is about matters: the entry that it names, or the ruling on its incident."""
    if dispute.about_sequence:
        return of_event(dispute.table, dispute.about_sequence)
    if dispute.incident_id and dispute.incident is not None:
        return of_incident(dispute.incident)
    return _unknown("The dispute names no entry of the table and no incident, so there is nothing to leave out.")


def of_incident(incident: Incident) -> Matters:
    """With and without the ruling that stands; of a claim, with and without the ruling that the code gives now."""
    ruling = incident.rulings.filter(state=RulingState.STANDING).first()
    if ruling is not None:
        return of_event(incident.table, ruling.ledger_sequence)
    try:
        bench = lay(store.read(incident.table_id), asked_of(incident), behind=incident.expected)
    except RecordError as error:
        return _unknown(f"The report cannot be ruled on as it stands: {error}.")
    except LedgerRefused as refused:
        return _unknown(refused.message)
    if not bench.ruling.complete:
        return _unknown(f"It depends on what is decided: {bench.ruling.reason}")
    history, _ = history_of(incident.table_id, bench.ruleset)
    events = [*history, parse_event(bench.event, bench.ruleset)]
    return _answer(incident.table, events, len(history), f"a ruling under {incident.clause}, were it given now")


def of_event(table: Table, sequence: int) -> Matters:
    """With and without an entry of the table's ledger; of a correction, the entry that it corrected."""
    standing = store.read(table.pk)
    if not standing.table.sequence:
        return _unknown("The table is not open yet.")
    history, opening = history_of(table.pk, ruleset_of(standing))
    number = sequence - opening
    if not 1 <= number < len(history):
        return _unknown(f"Entry {sequence} is none that the score rests on.")
    event = history[number]
    if isinstance(event, Correction):
        number = event.of
    return _answer(table, history, number, f"entry {number + opening} of the table")


def _unknown(note: str) -> Matters:
    return Matters("", (), note)


def _answer(table: Table, events: Sequence[Event], number: int, about: str) -> Matters:
    standing = store.read(table.pk)
    match = Match.objects.select_related("tournament", "home", "away").get(pk=standing.match_id)
    home = Pair(standing.table.home_pair)
    try:
        found = whatif(ruleset_of(standing), events, without=number)
    except ValueError as error:
        return _unknown(f"It cannot be worked out: {error}.")

    def judged(state: TableState) -> MatchState:
        """The match with the table in that state, by the projections' own reckoning."""
        row = boards.board_of(
            standing.table, state, sequence=standing.table.sequence, head=standing.table.head, home_pair=home
        )
        return boards.judge(boards.with_table(standing, row))

    one, other = judged(found.stands), judged(found.otherwise)
    teams = {home: str(match.home), home.opponents: str(match.away)}
    lines = [
        _game(found, teams),
        _table(found, home, teams),
        _match(one, other, match),
    ]
    lines += _standings(match, one, other)
    note = ""
    if found.unsettled is not None:
        note = (
            f"Without it, entry {found.unsettled.event - number} after it could not have followed "
            f"({found.unsettled.message}) From there on nothing is counted."
        )
    return Matters(about, tuple(lines), note)


def _game(found: WhatIf, teams: dict[Pair, str]) -> Difference:
    return Difference(
        GAME,
        f"Game {found.game}",
        Scope.GAME in found.differs,
        _game_words(found.stands, found.game, teams),
        _game_words(found.otherwise, found.game, teams),
    )


def _game_words(state: TableState, number: int, teams: dict[Pair, str]) -> str:
    if number <= len(state.games):
        game = state.games[number - 1]
        scores = f", {_points(game.scores)}" if game.scores is not None else ""
        return f"won by {teams[game.winner]}{scores}"
    if number == state.number and not state.closed:
        return f"stands at {_points(state.scores)}"
    return "not played"


def _points(scores: Points) -> str:
    return f"N/S {scores.NS}, E/W {scores.EW}"


def _table(found: WhatIf, home: Pair, teams: dict[Pair, str]) -> Difference:
    def words(state: TableState) -> str:
        bullseyes = (
            f"{teams[home]} {state.bullseyes.of(home)}, {teams[home.opponents]} {state.bullseyes.of(home.opponents)}"
        )
        hung = f"; hung jacks {state.hang_jacks.of(home)}–{state.hang_jacks.of(home.opponents)}"
        return bullseyes + (hung if found.stands.hang_jacks != found.otherwise.hang_jacks else "")

    return Difference(
        TABLE, "Bullseyes of the table", Scope.TABLE in found.differs, words(found.stands), words(found.otherwise)
    )


def _match(one: MatchState, other: MatchState, match: Match) -> Difference:
    def course(state: MatchState) -> tuple[object, ...]:
        begun = MatchStatus.IN_PLAY if state.status is MatchStatus.SCHEDULED else state.status
        return begun, state.winner

    return Difference(
        MATCH, "Match", course(one) != course(other), _match_words(one, match), _match_words(other, match)
    )


def _match_words(state: MatchState, match: Match) -> str:
    score = f"{state.home}–{state.away}"
    if state.winner is not None:
        return f"won by {match.home if state.winner == 'home' else match.away}, {score}"
    if state.status in (MatchStatus.LEVEL, MatchStatus.DECIDER):
        return f"level at {score}, for the decider"
    if state.status is MatchStatus.DRAWN:
        return f"level at {score}, and so it stands"
    if state.status is MatchStatus.UNDECIDED:
        return f"nothing left to play at {score}, for the committee"
    return f"open at {score}"


def _standings(match: Match, one: MatchState, other: MatchState) -> list[Difference]:
    """The places with the match ended one way and the other; none while it has ended in neither."""
    ends, ends_otherwise = _outcome(one), _outcome(other)
    if ends is None and ends_otherwise is None:
        return []
    now, counts = figures.standings(match.tournament), counted(match)
    lines = [_places("Standings", now, match, counts, ends, ends_otherwise)]
    if len(now.divisions) > 1:
        for name in dict.fromkeys(row.division for row in now.rows if row.team_id in (match.home_id, match.away_id)):
            if name:
                part = figures.standings(match.tournament, division=name)
                lines.append(_places(name, part, match, counts, ends, ends_otherwise))
    return lines


def _outcome(state: MatchState) -> Outcome | None:
    if state.status is MatchStatus.DRAWN:
        return Outcome("", state.home, state.away, state.hang_jacks_home, state.hang_jacks_away)
    if state.winner is None:
        return None
    return Outcome(state.winner.value, state.home, state.away, state.hang_jacks_home, state.hang_jacks_away)


def _places(
    title: str,
    now: Standings,
    match: Match,
    counts: Outcome | None,
    ends: Outcome | None,
    otherwise: Outcome | None,
) -> Difference:
    """The ranks of every team that has another rank; of the two teams where nobody has."""
    one, other = (
        {row.team_id: row for row in with_outcome(now, match, outcome, instead_of=counts).rows}
        for outcome in (ends, otherwise)
    )
    moved = [team for team, row in one.items() if other[team].rank != row.rank]
    told = sorted(moved or [team for team in (match.home_id, match.away_id) if team in one], key=lambda t: one[t].rank)

    def words(rows: dict[int, figures.Standing]) -> str:
        return ", ".join(f"{rows[team].team} {_ordinal(rows[team].rank)}" for team in told[:MOST_NAMED])

    more = f" and {len(told) - MOST_NAMED} more" if len(told) > MOST_NAMED else ""
    return Difference(STANDINGS, title, bool(moved), words(one) + more, words(other) + more)


MOST_NAMED = 6
"""Teams named in a line of the standings."""


def _ordinal(n: int) -> str:
    if 10 <= n % 100 <= 20:
        return f"{n}th"
    return str(n) + {1: "st", 2: "nd", 3: "rd"}.get(n % 10, "th")
