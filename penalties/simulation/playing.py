"""One match of a simulated season: line-ups, every hand at its tables, and what comes in between."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import Any
from uuid import UUID, uuid5

from penalties.services import disputes, incidents, rulings
from penalties.simulation.people import Cast
from rules_engine.generator import Skill, as_event, dice, generate_hand
from rules_engine.rulesets import Ruleset
from rules_engine.seats import Seat
from rules_engine.table import event_to_json
from rules_engine.verdicts import Points
from scoring.demo.playing import IN_PLAY, NAMESPACE, Scribe
from scoring.models import MatchState
from scoring.selectors.boards import board_json
from scoring.services import results, substitutes, tables
from tournaments.models import Match, RosterEntry, Table, TableKind, Team, User
from tournaments.services import line_ups

SUBSTITUTE, INCIDENT, DISPUTE, SLIP = PLOTS = ("substitution", "incident", "dispute", "slip")
"""What happens at a match beside its hands, one of them in turn."""

MISDEALT: dict[str, Any] = {"clause": "7.d", "phase": "dealing"}
"""The dealer's offence: a point to the others."""
SIGNED: dict[str, Any] = {"clause": "2.a", "offender": "N", "phase": "playing"}
"""Signs to a partner: a warning first."""
EARLY = 2
"""Hands after which the match's plot begins."""


class Pen(Scribe):
    """Writes one table's ledger and plays its hands from where the ledger stands."""

    def __init__(self, table: Table, by: User, ruleset: Ruleset, seed: str) -> None:
        super().__init__(table, by)
        self.ruleset = ruleset
        self.chance = dice("season", seed, table.number)
        self.skill = Skill(*(0.3 + 0.7 * self.chance.random() for _ in range(4)))
        self.hands = 0

    @property
    def board(self) -> dict[str, Any]:
        """The table as the ledger last told it."""
        found: dict[str, Any] = self.answer["board"]
        return found

    @property
    def between_games(self) -> bool:
        """Whether a game has just ended and the next not begun."""
        return bool(self.board["games"]) and not self.board["chalks"] and not self.board["closed"]

    def look(self) -> None:
        """Read the board again: somebody else wrote at this table."""
        self.answer = board_json(self.table)
        self.sequence = self.answer["sequence"]

    def id_of(self, what: str) -> UUID:
        """The id of a request beside the table's own: the same for the same season."""
        return uuid5(NAMESPACE, f"{self.table.match.tournament.slug}/{self.table.pk}/{self.sequence}/{what}")

    def next_hand(self) -> dict[str, Any]:
        """The next hand as its table would record it: dealt and played by the engine's generator."""
        scores = self.board["scores"]
        dealer = Seat(self.board["dealer"] or Seat.S)
        made = generate_hand(
            self.ruleset, dealer, self.chance, scores=Points(scores["NS"], scores["EW"]), skill=self.skill
        )
        return event_to_json(as_event(made, self.chance, 0.05))

    def play_hand(self) -> None:
        """Play and record one hand."""
        self.tell(self.next_hand())
        self.hands += 1


@dataclass
class Story:
    """What happened in the season, counted by kind."""

    counts: Counter[str] = field(default_factory=Counter)

    def tell(self, what: str, number: int = 1) -> None:
        """One more of a kind."""
        self.counts[what] += number


@dataclass
class Play:
    """A match on its way."""

    match: Match
    cast: Cast
    official: User
    seed: str
    plot: str
    story: Story

    def __post_init__(self) -> None:
        self.chance = dice("plot", self.seed)
        self.ruleset = self.match.tournament.ruleset
        self.scorer = self.chance.choice(self.cast.scorers)
        self.recorded: set[int] = {self.scorer.pk}

    def line_up(self) -> dict[Table, dict[str, int]]:
        """Both captains put their line-ups in; the seats of each table, the home team N–S."""
        boards = list(self.match.tables.filter(kind=TableKind.TABLE).order_by("number"))
        chosen: dict[int, dict[int, tuple[int, int]]] = {}
        for team in (self.match.home, self.match.away):
            ids = _roster(team)[: 2 * len(boards)]
            self.chance.shuffle(ids)
            chosen[team.pk] = {table.number: (ids[2 * at], ids[2 * at + 1]) for at, table in enumerate(boards)}
            line_ups.put_in(self.match, team, chosen[team.pk], by=self.cast.captain(team))
        self.story.tell("line-ups", 2)
        seats = {}
        for table in boards:
            north, south = chosen[self.match.home_id][table.number]
            east, west = chosen[self.match.away_id][table.number]
            seats[table] = {"N": north, "S": south, "E": east, "W": west}
        return seats

    def whole(self) -> None:
        """From the line-ups to the confirmed result."""
        pens = []
        for table, seats in self.line_up().items():
            table.match = self.match
            pen = Pen(table, self.scorer, self.ruleset, self.seed)
            pen.seat(seats)
            pens.append(pen)
        waiting = self.plot
        state = MatchState.SCHEDULED.value
        while state in IN_PLAY:
            for pen in pens:
                if pen.board["closed"]:
                    continue
                pen.play_hand()
                state = pen.match_state
                if state not in IN_PLAY:
                    break
                if waiting and pen.hands >= EARLY and self._happens(waiting, pen):
                    waiting = ""
                    state = pen.match_state
                    if state not in IN_PLAY:
                        break
        self.story.tell("hands", sum(pen.hands for pen in pens))
        if state == MatchState.LEVEL:
            self._decide(pens)
        self._confirm()

    def _happens(self, plot: str, pen: Pen) -> bool:
        """The match's plot, at this table, now; whether it could be."""
        if plot == SUBSTITUTE:
            return self._substitute(pen)
        getattr(self, f"_{plot}")(pen)
        return True

    def _substitute(self, pen: Pen) -> bool:
        """Between games somebody of the home team makes way, now and then because of sickness."""
        if not pen.between_games:
            return False
        fresh = _roster(self.match.home)[-1]
        reason = self.chance.choice(("choice", "choice", "sick"))
        appended = substitutes.substitute(
            pen.table,
            seat=self.chance.choice(("N", "S")),
            player=fresh,
            reason=reason,
            left=reason == "sick",
            **pen.request(),
        )
        pen.sequence, pen.answer = appended.sequence, appended.answer
        self.story.tell("substitutions")
        return True

    def _incident(self, pen: Pen) -> None:
        """The away captain reports; the official rules on it, or says that nothing follows, or rules on his own."""
        captain = self.cast.captain(self.match.away)
        way = self.chance.randrange(3)
        misdealt = {**MISDEALT, "offender": pen.board["dealer"] or "S"}
        asked = self.chance.choice((misdealt, SIGNED))
        if way < 2:
            claim = incidents.report(pen.table, asked, by=captain, client_id=pen.id_of("claim")).incident
        if way == 0:
            rulings.rule(claim, expected=pen.sequence, client_id=pen.id_of("ruling"), by=self.official)
        elif way == 1:
            incidents.dismiss(claim, by=self.official, reason="Nobody else at the table saw it.")
        else:
            rulings.report_and_rule(
                pen.table, asked, expected=pen.sequence, client_id=pen.id_of("own"), by=self.official
            )
        if way != 1:
            self.recorded.add(self.official.pk)
        pen.look()
        self.story.tell("incidents")

    def _dispute(self, pen: Pen) -> None:
        """The home captain disputes a chalk: the captains agree, or the official decides. The result is held."""
        home, away = self.cast.captain(self.match.home), self.cast.captain(self.match.away)
        dispute = disputes.raise_dispute(
            pen.table,
            question="Whose was the low in the last hand?",
            side="home",
            client_id=pen.id_of("dispute"),
            by=home,
            about_sequence=pen.sequence,
        ).dispute
        outcome = "The chalk stays as it is."
        if self.chance.random() < 0.5:
            dispute = disputes.propose(dispute.pk, version=dispute.version, clause="12.a", outcome=outcome, by=away)
            assert dispute.proposal_id is not None  # noqa: S101 - it was written down a moment ago
            disputes.agree(dispute.pk, version=dispute.version, proposal=dispute.proposal_id, by=home)
            self.story.tell("disputes agreed on")
        else:
            dispute = disputes.call(dispute.pk, version=dispute.version, by=home)
            reasons = "The lift was still on the table."
            disputes.decide(
                dispute.pk,
                version=dispute.version,
                effect="none",
                clause="12.a",
                outcome=outcome,
                reasons=reasons,
                by=self.official,
            )
            self.story.tell("disputes decided")

    def _slip(self, pen: Pen) -> None:
        """A hand is chalked and put right at once: the wrong one stays in the ledger, struck."""
        chalked = {
            "format": "all-fours/score@1",
            "kicks": ["?H"],
            "lead": "stand",
            "high": "NS",
            "low": "NS",
            "jack": {"outcome": "out"},
            "gamble": {"pair": "NS"},
        }
        pen.tell(chalked)
        if pen.match_state in IN_PLAY:
            pen.put_right("The low was E/W's.", {**chalked, "low": "EW"})
            self.story.tell("slips put right")
        pen.hands += 1

    def _decide(self, pens: list[Pen]) -> None:
        """A best of three between two of each team's four (13.c)."""
        table = tables.ensure_decider(self.match)
        table.match = self.match
        pen = Pen(table, self.scorer, self.ruleset, self.seed)
        sitting = {row.seat: row.player_id for row in pens[0].table.seatings.all()}
        pen.seat(sitting)
        while pen.match_state == MatchState.DECIDER:
            pen.play_hand()
        self.story.tell("deciders")
        self.story.tell("hands", pen.hands)

    def _confirm(self) -> None:
        """A second person looks at it: the official where no ruling of his is in it, else the director."""
        by = self.cast.director if self.official.pk in self.recorded else self.official
        results.confirm(Match.objects.get(pk=self.match.pk), by=by)
        self.story.tell("matches played")


def _roster(team: Team) -> list[int]:
    return list(RosterEntry.objects.filter(team=team).order_by("number").values_list("player_id", flat=True))
