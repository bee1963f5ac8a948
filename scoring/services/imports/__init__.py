"""Files taken in: results into a new tournament; teams, rosters, fixtures and results into one that stands.

Read, checked as a whole, then saved as a whole: one fault anywhere and nothing of
the file is kept.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils.text import slugify

from rules_engine.match import MatchRules, race_target
from scoring.services.imports import checking, known, noticing, results, saving
from scoring.services.imports.faults import Fault, ImportRefused, Notice
from scoring.services.imports.reading import COLUMNS, Line, read_results
from scoring.services.imports.saving import Imported
from tournaments.models import Tournament, User
from tournaments.selectors import sizes
from tournaments.services import tournaments

__all__ = ["COLUMNS", "Fault", "ImportRefused", "Imported", "Notice", "import_into", "import_new"]

Tell = Callable[[Notice], object]


@transaction.atomic
def import_new(
    data: bytes,
    *,
    name: str,
    slug: str = "",
    ruleset: str = "round-robin",
    race: int | None = None,
    tables: int | None = None,
    games: int | None = None,
    tie_break: Sequence[str] | None = None,
    director: User | None = None,
    tell: Tell = lambda notice: None,
) -> Imported:
    """A new tournament with the divisions, teams, rounds and results of a file.

    ``race``: the bullseyes that win a match. Given without tables or games it is
    that of two tables of ``race`` − 1 games (half of all games plus one); it must agree
    with those that are given. ``tell``: is told what may be a slip. Raises
    :class:`ImportRefused` for the file, :class:`ValidationError` by field for the
    tournament.
    """
    _check_address(slug or slugify(name))
    match_tables, match_games = _size(race, tables, games)
    details = tournaments.Details(
        name=name, ruleset_name=ruleset, tables_per_match=match_tables, games_per_table=match_games
    )
    if tie_break is not None:
        details["tie_break"] = list(tie_break)
    tournament = tournaments.create(director or saving.importer(), **details)
    if slug:
        tournament.slug = slug
        tournament.save(update_fields=["slug"])
    lines, faults = read_results(data)
    standing = known.read(tournament)
    rules = results.rules_by(standing)
    faults += [
        *checking.figures(lines, rules),
        *checking.winners(lines, rules, lambda name: name),
        *checking.times(lines),
        *checking.repeats(lines),
        *checking.spellings(lines),
    ]
    division_by_team, more = checking.divisions_of(lines)
    _refuse_any(faults + more)
    for notice in (
        *noticing.same_matches(lines, standing),
        *noticing.overlaps(lines),
        *noticing.uneven(lines, standing, division_by_team),
        *noticing.near_names(
            (team, line.number, field)
            for line in lines
            for field, team in (("home", line.home), ("away", line.away))
            if team is not None
        ),
    ):
        tell(notice)
    saving.enter_teams(tournament, lines, division_by_team)
    saving.enter_results(tournament, lines, {})
    return _imported(tournament, lines, divisions=len(set(division_by_team.values()) - {""}))


@transaction.atomic
def import_into(data: bytes, tournament: Tournament, *, tell: Tell = lambda notice: None) -> Imported:
    """The results of a file, put to a tournament that stands; :class:`ImportRefused` as above.

    Teams and their divisions must be known, by their own or by another name. A match that is drawn and not yet begun
    takes its result; one that is not drawn is added, its round too.
    """
    draft = results.draft(tournament, data)
    _refuse_any(draft.faults)
    for notice in sorted(draft.notices):
        tell(notice)
    saving.enter_results(tournament, draft.lines, draft.context.pairings)
    return _imported(tournament, draft.lines, divisions=0)


def rules_of(tournament: Tournament) -> MatchRules:
    """How the matches of a tournament are played unless something else is said."""
    return sizes.of_tournament(tournament).rules


def _size(race: int | None, tables: int | None, games: int | None) -> tuple[int, int]:
    """Tables and games of a match; what is not given follows from the race (13.c) or is 2 tables of 10 games."""
    for field, number, most in (("tables", tables, tournaments.MOST_TABLES), ("games", games, tournaments.MOST_GAMES)):
        if number is not None and not 1 <= number <= most:
            raise ValidationError({field: f"A whole number from 1 to {most}."})
    if race is None:
        return tables or 2, games or 10
    if race < 2:
        raise ValidationError({"race": "A race to fewer than 2 bullseyes is no race."})
    if tables is None:
        tables = 2 if games is None else max(1, 2 * (race - 1) // games)
    if games is None:
        games = max(1, 2 * (race - 1) // tables)
    target = race_target(tables, games)
    if target != race:
        raise ValidationError({"race": f"{tables} × {games} games are a race to {target}, not to {race}."})
    if games > tournaments.MOST_GAMES or tables > tournaments.MOST_TABLES:
        raise ValidationError({"race": f"Say how a race to {race} is played: the tables of a match and their games."})
    return tables, games


def _check_address(slug: str) -> None:
    if not slug or slugify(slug) != slug or len(slug) > 120:
        raise ValidationError({"slug": f"“{slug[:60]}” is no address: small letters, digits and hyphens, at most 120."})
    if Tournament.objects.filter(slug=slug).exists():
        raise ValidationError(
            {"slug": f"A tournament stands at “{slug}” already. Import into it, or give another address."}
        )


def _refuse_any(faults: list[Fault]) -> None:
    if faults:
        raise ImportRefused(faults)


def _imported(tournament: Tournament, lines: list[Line], *, divisions: int) -> Imported:
    teams = {team for line in lines for team in (line.home, line.away)}
    return Imported(tournament, len(lines), len(teams), divisions)
