"""The lines of a results file against each other, against the match's rules and against the teams that are known."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from difflib import get_close_matches

from rules_engine.match import MatchRules, check_total
from scoring.services.imports.faults import Fault
from scoring.services.imports.reading import Line

SCORE = "home_bullseyes, away_bullseyes"
"""The field named when the two figures together are at fault."""

_COLUMN = {
    "": SCORE,
    "home": "home_bullseyes",
    "away": "away_bullseyes",
    "hang_jacks_home": "home_hang_jacks",
    "hang_jacks_away": "away_hang_jacks",
}


MatchKey = tuple[int, frozenset[str]]
"""A match of a tournament: its round's number and its two teams, whoever is at home."""


@dataclass(frozen=True, slots=True)
class Pairing:
    """A match of the tournament as it stands: its teams, and why no result can be put to it (empty: it can)."""

    match_id: int
    home: str
    away: str
    obstacle: str


@dataclass(frozen=True, slots=True)
class Known:
    """A tournament that stands: its teams' divisions by name, its pairings by round number."""

    divisions: Mapping[str, str]
    pairings: Mapping[MatchKey, Pairing]


def figures(lines: Iterable[Line], rules: MatchRules) -> Iterator[Fault]:
    """Scores that no match under these rules can end with (13.c); the engine judges."""
    for line in lines:
        if line.home_bullseyes is None or line.away_bullseyes is None:
            continue
        for fault in check_total(
            rules, line.home_bullseyes, line.away_bullseyes, line.home_hang_jacks or 0, line.away_hang_jacks or 0
        ):
            yield Fault(line.number, _COLUMN[fault.field], fault.message)


def repeats(lines: Iterable[Line]) -> Iterator[Fault]:
    """The same two teams twice in a round, whoever was at home."""
    first: dict[MatchKey, int] = {}
    for line in lines:
        key = _key(line)
        if key is None:
            continue
        if key in first:
            yield Fault(
                line.number,
                "home, away",
                f"{line.home} v {line.away} in round {line.round} is on line {first[key]} already.",
            )
        else:
            first[key] = line.number


def spellings(lines: Iterable[Line]) -> Iterator[Fault]:
    """Names that differ in capitals alone: a slip that would make two teams, or two divisions, of one."""
    seen: dict[tuple[str, str], str] = {}
    for line in lines:
        for field in ("home", "away", "division"):
            name = getattr(line, field)
            if not name:
                continue
            kind = "division" if field == "division" else "team"
            known = seen.setdefault((kind, name.casefold()), name)
            if known != name:
                yield Fault(line.number, field, f"“{name}” and “{known}” differ in capitals alone: write it one way.")


def divisions_of(lines: list[Line]) -> tuple[dict[str, str], list[Fault]]:
    """Each team's division, worked out from the file, in the order in which the divisions come.

    The column holds the home team's division (teams of two divisions may meet). A
    team that is never at home has the one in which it is found most, the first of
    them at a tie. A file without divisions leaves the whole column empty.
    """
    given = {line.division for line in lines if line.division}
    faults: list[Fault] = []
    if given:
        faults += [Fault(line.number, "division", "This field is empty.") for line in lines if not line.division]
    at_home: dict[str, Line] = {}
    away: dict[str, Counter[str]] = {}
    for line in lines:
        if line.home is None or line.away is None or (given and not line.division):
            continue
        first = at_home.setdefault(line.home, line)
        if first.division != line.division:
            faults.append(
                Fault(
                    line.number,
                    "division",
                    f"{line.home} is at home in {first.division} on line {first.number} and in {line.division} here: "
                    "the column holds the home team's division, and a team has one.",
                )
            )
        away.setdefault(line.away, Counter())[line.division] += 1
    order = {name: line.division for name, line in at_home.items()}
    order |= {name: tally.most_common(1)[0][0] for name, tally in away.items() if name not in order}
    return order, faults


def against_tournament(lines: list[Line], known: Known) -> Iterator[Fault]:
    """Teams that the tournament does not know, divisions that are not theirs, matches that already have a result."""
    for line in lines:
        unknown = False
        for field in ("home", "away"):
            name = getattr(line, field)
            if name is not None and name not in known.divisions:
                unknown = True
                yield Fault(
                    line.number, field, f"“{name}” is not in this tournament. {_nearest(name, known.divisions)}"
                )
        if line.home is not None and not unknown and line.division:
            own = known.divisions[line.home]
            if own != line.division:
                here = f"plays in {own}" if own else "has no division here"
                yield Fault(line.number, "division", f"{line.home} {here}, not “{line.division}”.")
        key = _key(line)
        pairing = known.pairings.get(key) if key else None
        if pairing is None:
            continue
        if pairing.obstacle:
            message = f"{line.home} v {line.away} in round {line.round}: {pairing.obstacle}"
        elif pairing.home != line.home:
            message = f"In round {line.round} {pairing.home} is at home to {pairing.away}: turn the line round."
        else:
            continue
        yield Fault(line.number, "home, away", message)


def _key(line: Line) -> MatchKey | None:
    if line.round is None or line.home is None or line.away is None:
        return None
    return line.round, frozenset((line.home, line.away))


def _nearest(name: str, teams: Iterable[str]) -> str:
    folded = {team.casefold(): team for team in teams}
    near = [folded[found] for found in get_close_matches(name.casefold(), folded, n=3, cutoff=0.55)]
    return f"Nearest: {', '.join(near)}." if near else "No team has a name like it."
