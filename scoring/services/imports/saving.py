"""A checked results file, saved: everything or nothing.

Each match becomes a ledger of its *sheet* (table number 0), opened and tallied
through the ledger's own door, and a confirmed result marked as imported: its sheet
was signed elsewhere. The home team stands as N–S on the sheet.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from uuid import uuid4

from django.db import transaction
from django.utils import timezone

from rules_engine.match import MatchRules
from scoring.models import MatchState, MatchTally, Result
from scoring.services import ledger
from scoring.services.imports.checking import Known, MatchKey, Pairing
from scoring.services.imports.reading import Line
from tournaments.models import Match, Round, Table, TableKind, Team, Tournament, User
from tournaments.services import divisions, matches, rounds, teams, tournaments

IMPORTER = "import"
"""The account in whose name imported events stand. Nobody can sign in with it."""


@dataclass(frozen=True, slots=True)
class Imported:
    """What an import brought: the tournament and how much."""

    tournament: Tournament
    matches: int
    teams: int
    divisions: int


def importer() -> User:
    """The account of the import, made at its first use: inactive, without a password or a part."""
    user, made = User.objects.get_or_create(
        username=IMPORTER, defaults={"display_name": "Imported from a file", "is_active": False}
    )
    if made:
        user.set_unusable_password()
        user.save(update_fields=["password"])
    return user


def known(tournament: Tournament) -> Known:
    """What a tournament that stands already has, for the checks."""
    found = Team.objects.filter(tournament=tournament).values_list("name", "division__name")
    pairings = {}
    for match in (
        Match.objects.filter(tournament=tournament)
        .select_related("round", "home", "away", "tally")
        .only("round__number", "home__name", "away__name", "tally__state")
    ):
        state = match.tally.state if hasattr(match, "tally") else MatchState.SCHEDULED
        obstacle = ""
        if state == MatchState.CONFIRMED:
            obstacle = "it has a confirmed result already."
        elif state != MatchState.SCHEDULED:
            obstacle = "it is being recorded at its tables; finish it there."
        pairings[match.round.number, frozenset((match.home.name, match.away.name))] = Pairing(
            match.pk, match.home.name, match.away.name, obstacle
        )
    return Known({name: division or "" for name, division in found}, pairings)


def enter_teams(tournament: Tournament, lines: list[Line], division_by_team: Mapping[str, str]) -> None:
    """The divisions and teams of a file, in the order in which they come in it."""
    names = dict.fromkeys(line.division for line in lines if line.division)
    made = {name: divisions.add(tournament, name=name, order=order) for order, name in enumerate(names, start=1)}
    by_division: dict[str, list[str]] = {}
    for line in lines:
        for team in (line.home, line.away):
            if team is not None and team not in by_division.setdefault(division_by_team[team], []):
                by_division[division_by_team[team]].append(team)
    for division, members in by_division.items():
        teams.add_many(tournament, names=members, division=made.get(division))


def enter_results(
    tournament: Tournament, lines: list[Line], rules: MatchRules, pairings: Mapping[MatchKey, Pairing]
) -> None:
    """Rounds and matches where they are missing, and the result of each line."""
    by = importer()
    tournaments.freeze(tournament.pk)
    team_by_name = {team.name: team for team in Team.objects.filter(tournament=tournament)}
    round_by_number = {found.number: found for found in Round.objects.filter(tournament=tournament)}
    for number in sorted({line.round for line in lines if line.round is not None} - round_by_number.keys()):
        round_by_number[number] = rounds.add(tournament, number=number)
    for line in lines:
        assert line.round is not None  # noqa: S101 - a line with a field that cannot be read was refused
        assert line.home is not None  # noqa: S101
        assert line.away is not None  # noqa: S101
        pairing = pairings.get((line.round, frozenset((line.home, line.away))))
        match = (
            Match.objects.get(pk=pairing.match_id)
            if pairing
            else matches.create(
                tournament,
                round=round_by_number[line.round],
                home=team_by_name[line.home],
                away=team_by_name[line.away],
            )
        )
        _record(match, line, rules.total + 1, by)


@transaction.atomic
def _record(match: Match, line: Line, games: int, by: User) -> None:
    """The sheet's ledger and its result. ``games``: all games of the match and the decider's bullseye."""
    sheet = Table.objects.create(match=match, number=0, kind=TableKind.SHEET, games=games)
    tallied = ledger.append(
        sheet.pk,
        {
            "event": "tally",
            "bullseyes": {"NS": line.home_bullseyes, "EW": line.away_bullseyes},
            "hang_jacks": {"NS": line.home_hang_jacks, "EW": line.away_hang_jacks},
        },
        expected=0,
        client_id=uuid4(),
        by=by,
        details={"home_pair": "NS", "note": f"From a results file, line {line.number}."},
    )
    counted = tallied.answer["match"]
    Result.objects.create(
        match=match,
        home_bullseyes=counted["home_bullseyes"],
        away_bullseyes=counted["away_bullseyes"],
        home_hang_jacks=counted["home_hang_jacks"],
        away_hang_jacks=counted["away_hang_jacks"],
        winner=counted["winner"],
        heads={"0": tallied.hash},
        imported=True,
        entered_by=by,
        confirmed_at=timezone.now(),
    )
    MatchTally.objects.filter(match=match).update(state=MatchState.CONFIRMED)
