"""A season from its entries to the trophy: divisions of four, the first two of each into a knock-out.

The seed settles it all: names, line-ups, hands, what comes in between. Only lots between teams that are level at
the line go by the teams' ids too, so that in another database they may fall otherwise.
"""

from __future__ import annotations

import datetime
import hashlib
import json
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from django.core.exceptions import ValidationError
from django.utils import timezone

from penalties.simulation import people
from penalties.simulation.invariants import Season, winner
from penalties.simulation.people import POOL, Cast
from penalties.simulation.playing import PLOTS, Play, Story
from rules_engine.generator import dice
from rules_engine.verdicts import RecordError
from scoring.models import EventKind, LedgerEvent
from scoring.selectors.standings import standings, tied_at
from scoring.services import changes, lots, walkovers
from scoring.services import rounds as days
from scoring.services.refusals import LedgerRefused, ResultRefused
from scoring.services.results import confirm
from tournaments.models import Match, Round, Stage, StageKind, Team, Tournament, User
from tournaments.services import duties, occurrences, placing, rooms, rounds, stages, tournaments

Say = Callable[[str], object]
CHAIN = ["wins", "bullseye-difference", "bullseyes-for", "hang-jacks-for", "lot"]
GOING_ON = 2
SPOTS = 16
HOURS_APART = 1


@dataclass(frozen=True)
class Size:
    """How much is played: teams in divisions of four; tables of a match and games at each."""

    teams: int
    tables: int
    games: int


class Simulation:
    """One season, told as it goes on."""

    def __init__(self, size: Size, seed: int, say: Say) -> None:
        self.size, self.seed, self.say = size, seed, say
        self.story = Story()
        self.tournament: Tournament
        self.cast: Cast
        self.teams: list[Team]

    def play(self) -> Team:
        """From nothing to the trophy; the team that won it."""
        self._prepare()
        pools = stages.add(
            self.tournament,
            kind=StageKind.ROUND_ROBIN,
            name="Divisions",
            seed=f"{self.seed}-pools",
            options={"pools": "divisions"},
        )
        stages.publish(pools, self.cast.director)
        self._play_stage(pools)
        cup = stages.add(
            self.tournament,
            kind=StageKind.KNOCK_OUT,
            name="Cup",
            seed=f"{self.seed}-cup",
            options={"third_place": True},
            source=pools,
            places_from=1,
            places_to=GOING_ON,
            places_by="division",
        )
        self._part_the_tied(pools)
        stages.publish(cup, self.cast.director)
        self._play_stage(cup)
        return self._champion(cup)

    def digest(self) -> str:
        """The season in 16 letters: who met whom in which round and how it ended."""
        season = Season(self.tournament)
        rows = []
        for match in season.matches:
            result = season.results[match.pk]
            figures = f"{result.home_bullseyes}-{result.away_bullseyes}"
            jacks = f"{result.home_hang_jacks}-{result.away_hang_jacks}"
            rows.append(f"{match.round.number} {match.home} {match.away} {figures} {jacks} {result.kind}")
        return hashlib.sha256("\n".join(sorted(rows)).encode()).hexdigest()[:16]

    def _prepare(self) -> None:
        chance = dice("season", self.seed)
        name = f"Simulated season {self.seed}"
        director = people.account(_free(f"season-{self.seed}"), "director")
        self.tournament = tournaments.create(
            director,
            name=name,
            venue="Every hall",
            starts_on=timezone.localdate(),
            tables_per_match=self.size.tables,
            games_per_table=self.size.games,
            tie_break=CHAIN,
            grace_minutes=0,
        )
        self.cast = people.hire(self.tournament, director, self.size.teams // 2)
        self.teams = people.enter(self.tournament, self.cast, self.size.teams, chance)
        there = people.check_everybody_in(self.teams, self.cast.second)
        needed = self.size.teams // 2 * self.size.tables
        for number in range(-(-needed // SPOTS)):
            rooms.add(self.tournament, name=f"Hall {number + 1}", numbers=range(1, SPOTS + 1))
        self.say(
            f"{name}: {len(self.teams)} teams in {self.size.teams // POOL} divisions, {there} players checked in, "
            f"{len(self.cast.officials)} officials; {self.size.tables} tables of {self.size.games} games, "
            f"first to {self.tournament.race_target}."
        )

    def _play_stage(self, stage: Stage) -> None:
        """Round after round; a knock-out's next round is made from the results of the one before."""
        at = 0
        while True:
            waiting = Round.objects.filter(stage=stage, closed_at__isnull=True).order_by("number")
            round = next((one for one in waiting if one.matches.exists()), None)
            if round is None:
                return
            self._play_round(round, first=at == 0)
            at += 1
            if stage.kind == StageKind.KNOCK_OUT and waiting.exclude(pk=round.pk).exists():
                self._complete(stage)

    def _complete(self, stage: Stage) -> None:
        try:
            stages.complete(stage)
        except ValidationError as error:
            if "nothing" not in {found.code for found in error.error_dict.get("stage", [])}:
                raise

    def _play_round(self, round: Round, *, first: bool) -> None:
        begin = timezone.localtime().replace(hour=8, minute=0, second=0, microsecond=0)
        rounds.update(round, starts_at=begin + datetime.timedelta(hours=HOURS_APART * (round.number - 1)))
        placing.place(round)
        duties.assign(round)
        days.open_round(round, by=self.cast.director)
        matches = list(
            Match.objects.filter(round=round).select_related("tournament", "home", "away", "official", "round")
        )
        for at, match in enumerate(matches):
            if first and len(matches) > 2 and at == len(matches) - 1:
                self._walk_over(match)
            else:
                self._play_match(match, PLOTS[(at + round.number - 1) % len(PLOTS)])
        if first:
            self._correct(matches)
        days.close_round(round, by=self.cast.second)
        self.say(f"{round}: {len(matches)} matches.")

    def _play_match(self, match: Match, plot: str) -> None:
        assert match.official is not None  # noqa: S101 - there are as many as matches of a round
        seed = f"{self.seed}/{match.round.number}/{match.home}/{match.away}"
        Play(match, self.cast, match.official, seed, plot, self.story).whole()

    def _walk_over(self, match: Match) -> None:
        """The away team does not come; its grace is nothing here."""
        assert match.official is not None  # noqa: S101
        occurrences.late(match, match.away, match.official)
        walkovers.walk_over(match, winner_side="home", reason="Nobody of them came.", by=match.official)
        confirm(match, by=self.cast.director)
        self.story.tell("walk-overs")

    def _correct(self, matches: list[Match]) -> None:
        """After confirmation a chalk turns out to be wrong: proposed by one director, made by the other."""
        for match in matches:
            for correction in _candidates(match):
                try:
                    changes.preview(match, [correction], by=self.cast.director)
                except (LedgerRefused, ResultRefused, RecordError):
                    continue
                change = changes.propose(
                    match, [correction], reason="The sheet has the low with the others.", by=self.cast.director
                )
                changes.make(change, by=self.cast.second)
                self.story.tell("corrections after confirmation")
                return

    def _part_the_tied(self, stage: Stage) -> None:
        """Lots, drawn in public, between teams that the figures leave level across the line."""
        for division in self.tournament.divisions.order_by("order"):
            found = standings(self.tournament, stage=stage, division=division.name)
            level = tied_at(found, GOING_ON)
            if level:
                lots.draw(
                    self.tournament,
                    teams=[row.team_id for row in level],
                    seed=f"{self.seed}-{division.name}",
                    witnesses="Both captains",
                    by=self.cast.director,
                    stage=stage,
                )
                self.story.tell("lots drawn")

    def _champion(self, cup: Stage) -> Team:
        season = Season(self.tournament)
        last = [match for match in season.matches if match.round.stage_id == cup.pk]
        final = max(last, key=lambda match: (match.round.number, not _third(season, match)))
        return final.home if winner(season, final) == final.home_id else final.away


def _third(season: Season, match: Match) -> bool:
    """Whether a match of the last round is the one for third place: both lost the round before."""
    before = [
        other
        for other in season.matches
        if other.round.stage_id == match.round.stage_id and other.round.number == match.round.number - 1
    ]
    return not {match.home_id, match.away_id} & {winner(season, other) for other in before}


def _candidates(match: Match) -> list[dict[str, Any]]:
    """Chalks of a match with the low of the other pair, the later first: which of them can be, the services say."""
    found = []
    events = LedgerEvent.objects.filter(table__match=match, kind=EventKind.SCORE).select_related("table")
    for event in events.order_by("table__number", "-sequence")[:40]:
        hand = json.loads(event.payload)["event"]
        if hand.get("low") in ("NS", "EW") and not hand.get("claimed"):
            hand["low"] = "EW" if hand["low"] == "NS" else "NS"
            found.append({"table": event.table.number, "of": event.sequence, "replace": hand})
    return found


def _free(prefix: str) -> str:
    """A beginning of a sign-in name that no season's director has yet."""
    number, wanted = 1, prefix
    while User.objects.filter(username=f"{wanted}-director").exists():
        number += 1
        wanted = f"{prefix}-{number}"
    return wanted
