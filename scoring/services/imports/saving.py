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
from django.db.models import Max
from django.utils import timezone

from scoring.models import Board, MatchState, MatchTally, Result
from scoring.services import ledger
from scoring.services.imports.drafts import Made, add
from scoring.services.imports.known import MatchKey, Pairing
from scoring.services.imports.reading import Line
from tournaments.models import DayState, Match, Round, Table, TableKind, Team, Tournament, User
from tournaments.selectors import sizes
from tournaments.services import divisions, matches, occurrences, rounds, teams, tournaments

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


def enter_results(tournament: Tournament, lines: list[Line], pairings: Mapping[MatchKey, Pairing]) -> Made:
    """Rounds and matches where they are missing, and the result of each line. Ids of what was made."""
    by = importer()
    made: Made = {}
    tournaments.freeze(tournament.pk)
    team_by_name = {team.name: team for team in Team.objects.filter(tournament=tournament)}
    round_by_number = {found.number: found for found in Round.objects.filter(tournament=tournament)}
    for number in sorted({line.round for line in lines if line.round is not None} - round_by_number.keys()):
        round_by_number[number] = rounds.add(tournament, number=number)
        add(made, "round", [round_by_number[number].pk])
    for line in lines:
        assert line.round is not None  # noqa: S101 - a line with a field that cannot be read was refused
        assert line.home is not None  # noqa: S101
        assert line.away is not None  # noqa: S101
        pairing = pairings.get((line.round, frozenset((line.home, line.away))))
        if pairing:
            match = Match.objects.select_related("tournament").get(pk=pairing.match_id)
        else:
            match = matches.create(
                tournament,
                round=round_by_number[line.round],
                home=team_by_name[line.home],
                away=team_by_name[line.away],
            )
            add(made, "match", [match.pk])
        add(made, "result", [_record(match, line, by).pk])
    return made


@transaction.atomic
def _record(match: Match, line: Line, by: User) -> Result:
    """The sheet's ledger and its result. A sheet has all games of the match and the decider's bullseye."""
    sheet, _ = Table.objects.get_or_create(
        match=match,
        number=0,
        defaults={"kind": TableKind.SHEET, "games": sizes.of_match(match).rules.total + 1},
    )
    if match.day_state == DayState.ABANDONED:  # by an import that was undone
        occurrences.resume(match, by, reason="A file of results has it after all.")
    opened = Board.objects.filter(table=sheet).values_list("sequence", flat=True).first() or 0
    note = {"note": f"From a results file, line {line.number}."}
    tallied = ledger.append(
        sheet.pk,
        {
            "event": "tally",
            "bullseyes": {"NS": line.home_bullseyes, "EW": line.away_bullseyes},
            "hang_jacks": {"NS": line.home_hang_jacks, "EW": line.away_hang_jacks},
        },
        expected=opened,
        client_id=uuid4(),
        by=by,
        details=note if opened else {"home_pair": "NS", **note},
    )
    counted = tallied.answer["match"]
    version = Result.objects.filter(match=match).aggregate(last=Max("version"))["last"] or 0
    result = Result.objects.create(
        match=match,
        version=version + 1,
        home_bullseyes=counted["home_bullseyes"],
        away_bullseyes=counted["away_bullseyes"],
        home_hang_jacks=counted["home_hang_jacks"],
        away_hang_jacks=counted["away_hang_jacks"],
        winner=counted["winner"] or "",
        heads={"0": tallied.hash},
        imported=True,
        entered_by=by,
        confirmed_at=timezone.now(),
    )
    MatchTally.objects.filter(match=match).update(state=MatchState.CONFIRMED)
    return result
