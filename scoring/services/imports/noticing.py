"""What in a results file may be a slip though it can be: each to be looked at and ticked before it is taken in."""

from __future__ import annotations

import datetime
import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping

from scoring.services.imports.checking import key_of
from scoring.services.imports.faults import Notice
from scoring.services.imports.known import Figures, Known, MatchKey, Pairing
from scoring.services.imports.reading import Line
from tournaments.models import Club
from tournaments.selectors.identity import Directory
from tournaments.words import folded

SAME_MATCH = "same-match"
OVERLAP = "overlap"
UNEVEN = "uneven"
NO_RESULT = "no-result"
NEAR_NAME = "near-name"
OTHER_NAME = "other-name"
NEW_MATCH = "new-match"

LONGEST = datetime.timedelta(hours=12)

WORDS = {
    SAME_MATCH: "Perhaps the same match twice",
    OVERLAP: "Times that cannot both be, or hardly",
    UNEVEN: "Teams that would have played more or fewer matches than others",
    NO_RESULT: "Matches that have no result, here or in the file",
    NEAR_NAME: "Names that are nearly the same",
    OTHER_NAME: "Teams and players under another name than here",
    NEW_MATCH: "Matches that are not drawn and would be added",
}
"""What a heading says of each kind."""


def same_matches(lines: Iterable[Line], known: Known) -> Iterator[Notice]:
    """The same two teams with the same figures in another round, of the file or of the tournament.

    Kept, the figures of both teams count twice; so much that a team which won once can head a table of bullseyes.
    """
    seen: dict[tuple[frozenset[str], Figures], Line] = {}
    for pairing in known.pairings.values():
        if pairing.figures is not None:
            line = Line(0, pairing.round, "", pairing.home, pairing.away, *pairing.figures)
            seen.setdefault(_alike(line, pairing.figures), line)
    for line in lines:
        figures = _figures(line)
        if figures is None or line.home is None or line.away is None:
            continue
        other = seen.setdefault(_alike(line, figures), line)
        if other is line or other.round == line.round or _return_match(line, other, known):
            continue
        where = f"on line {other.number}" if other.number else "in the tournament"
        start = ""
        if line.starts_at and other.starts_at and line.starts_at != other.starts_at:
            start = f" It starts at {other.starts_at:%H:%M} there and at {line.starts_at:%H:%M} here."
        yield Notice(
            line.number,
            "home, away",
            f"{line.home} v {line.away} with the very same figures is {where} already, in round {other.round}.{start} "
            "If it is one match, leave this line out: it would count twice.",
            SAME_MATCH,
        )


def overlaps(lines: Iterable[Line]) -> Iterator[Notice]:
    """A team in two matches at one time, a round that lasts half a day."""
    by_team: dict[str, list[Line]] = defaultdict(list)
    for line in lines:
        if line.starts_at is None:
            continue
        if line.ends_at is not None and line.ends_at - line.starts_at > LONGEST:
            yield Notice(line.number, "ends_at", "The match lasts more than twelve hours.", OVERLAP)
        for team in (line.home, line.away):
            if team is None:
                continue
            for other in by_team[team]:
                if _meet(line, other):
                    yield Notice(
                        line.number,
                        "starts_at",
                        f"{team} is in another match at that time, on line {other.number}.",
                        OVERLAP,
                    )
                    break
            by_team[team].append(line)


def uneven(lines: Iterable[Line], known: Known, divisions: Mapping[str, str]) -> Iterator[Notice]:
    """Teams that, with this file, have played another number of matches than most of their division.

    In the rounds of the file alone; a match that should be in it and is not shows here, and so does one too many. In a
    knock-out not everybody plays.
    """
    lines = [line for line in lines if line.round not in known.knock_outs]
    rounds = {line.round for line in lines}
    played = Counter(team for line in lines for team in (line.home, line.away) if team is not None)
    for pairing in known.pairings.values():
        if pairing.round in rounds and pairing.figures is not None:
            played.update((pairing.home, pairing.away))
    by_division: dict[str, list[str]] = defaultdict(list)
    for team, division in divisions.items():
        by_division[division].append(team)
    for division, teams in by_division.items():
        counts = Counter(played[team] for team in teams)
        most, how_many = counts.most_common(1)[0]
        if len(teams) < 3 or 2 * how_many <= len(teams):
            continue
        for team in sorted(teams):
            if played[team] != most:
                others = f"the others of {division}" if division else "the others"
                yield Notice(0, "", f"{team} would have {_matches(played[team])}, most of {others} {most}.", UNEVEN)


def without_result(lines: Iterable[Line], known: Known) -> Iterator[Notice]:
    """Matches drawn in the rounds of the file that have no result and are not in it."""
    lines = list(lines)
    rounds = {line.round for line in lines}
    there: set[MatchKey | None] = {key_of(line) for line in lines}
    for key, pairing in known.pairings.items():
        if pairing.round in rounds and key not in there and not pairing.finished:
            yield Notice(
                0, "", f"Round {pairing.round}: {pairing.home} v {pairing.away} is drawn and has no result.", NO_RESULT
            )


def added(lines: Iterable[Line], known: Known) -> Iterator[Notice]:
    """Matches that are not drawn, in rounds that have been: a wrong round or a wrong opponent looks like that."""
    drawn: dict[int, list[Pairing]] = defaultdict(list)
    for pairing in known.pairings.values():
        drawn[pairing.round].append(pairing)
    for line in lines:
        key = key_of(line)
        if key is None or line.round not in drawn or key in known.pairings:
            continue
        instead = [
            f"{pairing.home} v {pairing.away}"
            for pairing in drawn[line.round]
            if {pairing.home, pairing.away} & {line.home, line.away}
        ]
        but = f" Drawn is {' and '.join(instead)}." if instead else ""
        yield Notice(
            line.number, "home, away", f"Round {line.round} has no match {line.home} v {line.away}.{but}", NEW_MATCH
        )


def near_names(names: Iterable[tuple[str, int, str]]) -> Iterator[Notice]:
    """Of (name, line, column): names nearly like another one of the file, each pair once. Numbers tell teams apart."""
    first: dict[str, tuple[int, str]] = {}
    for name, line, field in names:
        first.setdefault(name, (line, field))
    directory: Directory[Club] = Directory()
    for at, (name, (line, field)) in enumerate(first.items()):
        for found in directory.near(name):
            other = found.thing.name
            if not_by_number(name, other):
                where = f" of line {first[other][0]}" if first[other][0] else ""
                words = f"“{name}” is nearly “{other}”{where}: two, or one mistyped?"
                yield Notice(line, field, words, NEAR_NAME)
        directory.add(Club(pk=at, name=name), name)


def not_by_number(one: str, other: str) -> bool:
    """Whether two names that are alike differ in more than a number ("Team 1", "Team 2") or a one-letter word."""

    def words(name: str) -> str:
        return folded(re.sub(r"\d+|\b\w\b", " ", name))

    return words(one) != words(other) or folded(one) == folded(other)


def _figures(line: Line) -> Figures | None:
    if line.home_bullseyes is None or line.away_bullseyes is None:
        return None
    return line.home_bullseyes, line.away_bullseyes, line.home_hang_jacks or 0, line.away_hang_jacks or 0


def _alike(line: Line, figures: Figures) -> tuple[frozenset[str], Figures]:
    """Two teams and their figures, the same whoever is at home."""
    home, away, hung_home, hung_away = figures
    if (line.home or "") > (line.away or ""):
        home, away, hung_home, hung_away = away, home, hung_away, hung_home
    return frozenset((line.home or "", line.away or "")), (home, away, hung_home, hung_away)


def _meet(one: Line, other: Line) -> bool:
    """Whether two matches are at one time; without an end, whether they start together."""
    if one.starts_at is None or other.starts_at is None:
        return False
    if one.starts_at == other.starts_at:
        return True
    ends = one.ends_at if one.starts_at < other.starts_at else other.ends_at
    return ends is not None and ends > max(one.starts_at, other.starts_at)


def _return_match(line: Line, other: Line, known: Known) -> bool:
    """Whether both are drawn, and home and away are exchanged."""
    drawn = all(key_of(one) in known.pairings for one in (line, other))
    return drawn and (line.home, line.away) == (other.away, other.home)


def _matches(number: int) -> str:
    return f"{number} match" if number == 1 else f"{number} matches"
