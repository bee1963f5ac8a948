"""A file of results for a tournament that stands: every check of it, and taking it in."""

from __future__ import annotations

from dataclasses import replace

from rules_engine.match import MatchRules
from scoring.services.imports import checking, known, noticing, saving
from scoring.services.imports.columns import read_rows
from scoring.services.imports.drafts import Draft, Made, What, counted
from scoring.services.imports.known import Known, Names
from scoring.services.imports.reading import SPEC as ANY_NUMBER
from scoring.services.imports.reading import Line, lines_of
from tournaments.models import Tournament, User

SPEC = ANY_NUMBER


def draft(tournament: Tournament, data: bytes) -> Draft:
    """The file against the tournament's teams and matches."""
    heading, raws, faults = read_rows(data, SPEC)
    lines, more = lines_of(raws)
    standing = known.read(tournament)
    names = Names(standing.directory)
    found = Draft(SPEC, heading, raws, context=standing)
    found.lines = lines = known.resolved(lines, names)
    rules = rules_by(standing)
    found.faults = [
        *faults,
        *more,
        *names.faults,
        *checking.figures(lines, rules),
        *checking.winners(lines, rules, _own(standing)),
        *checking.times(lines),
        *checking.repeats(lines),
        *checking.against_tournament(lines, standing),
    ]
    found.unknown = list(names.unknown.values())
    found.notices = [
        *noticing.same_matches(lines, standing),
        *noticing.overlaps(lines),
        *noticing.added(lines, standing),
    ]
    # What the rounds come to is told of a file that could be taken in: with lines missing it would mislead.
    if not found.faults:
        found.notices += [
            *noticing.uneven(lines, standing, standing.divisions),
            *noticing.without_result(lines, standing),
        ]
    found.outcome = {line.number: _outcome(line, standing, names) for line in lines}
    new, old = (sum(what is kind for what, _ in found.outcome.values()) for kind in (What.NEW, What.KNOWN))
    found.says = [f"{counted(old, 'drawn match', 'drawn matches')} with a result"] if old or not new else []
    if new:
        found.says.append(f"{counted(new, 'match', 'matches')} added with a result")
    if names.other:
        found.says.append(", ".join(f"“{other}” is {own}" for other, own in names.other.items()))
    return found


def rules_by(standing: Known) -> checking.RulesOf:
    """From a line to how its match is played: as drawn, else as the tournament says."""

    def rules(line: Line) -> MatchRules:
        key = checking.key_of(line)
        pairing = standing.pairings.get(key) if key else None
        return pairing.rules if pairing else standing.rules

    return rules


def _own(standing: Known) -> checking.Callable[[str], str | None]:
    def own(name: str) -> str | None:
        sure = {found.thing.name for found in standing.directory.called(name) if found.sure}
        return sure.pop() if len(sure) == 1 else None

    return own


def _outcome(line: Line, standing: Known, names: Names) -> tuple[What, str]:
    key = checking.key_of(line)
    if key is not None and key in standing.pairings:
        return What.KNOWN, "drawn; takes its result"
    return What.NEW, "is added with its result"


def take(tournament: Tournament, draft: Draft, by: User) -> Made:
    """Put the results in."""
    standing: Known = draft.context
    return saving.enter_results(tournament, [replace(line) for line in draft.lines], standing.pairings)
