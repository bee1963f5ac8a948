"""The lines of a results file against each other, against the match's rules and against the teams that are known."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator

from rules_engine.match import MatchRules, check_total
from scoring.services.imports.faults import Fault
from scoring.services.imports.known import Known, MatchKey
from scoring.services.imports.reading import Line
from tournaments.words import folded, same

SCORE = "home_bullseyes, away_bullseyes"
"""The field named when the two figures together are at fault."""

_COLUMN = {
    "": SCORE,
    "home": "home_bullseyes",
    "away": "away_bullseyes",
    "hang_jacks_home": "home_hang_jacks",
    "hang_jacks_away": "away_hang_jacks",
}

RulesOf = Callable[[Line], MatchRules]
"""From a line to how its match is played."""


def figures(lines: Iterable[Line], rules_of: RulesOf) -> Iterator[Fault]:
    """Scores that no match under its rules can end with (13.c); the engine judges."""
    for line in lines:
        if line.home_bullseyes is None or line.away_bullseyes is None:
            continue
        rules = rules_of(line)
        for fault in check_total(
            rules, line.home_bullseyes, line.away_bullseyes, line.home_hang_jacks or 0, line.away_hang_jacks or 0
        ):
            yield Fault(line.number, _COLUMN[fault.field], fault.message)


def winners(lines: Iterable[Line], rules_of: RulesOf, own: Callable[[str], str | None]) -> Iterator[Fault]:
    """A column ``winner`` that the figures contradict: a sheet that works it out from a target of its own does that.

    ``own``: the name under which a team is entered. The column may also say home, away, or nothing.
    """
    for line in lines:
        home, away = line.home_bullseyes, line.away_bullseyes
        if not line.winner or home is None or away is None or line.home is None or line.away is None:
            continue
        said = _side(line, own(line.winner) or line.winner)
        if said is None:
            yield Fault(line.number, "winner", f"“{line.winner}” is neither {line.home} nor {line.away}.")
            continue
        found = "level" if home == away else "home" if home > away else "away"
        if said == found:
            continue
        words = {"home": line.home, "away": line.away, "level": "nobody"}
        target = rules_of(line).target
        why = f"{home}–{away} has no winner" if found == "level" else f"{home}–{away} was won by {words[found]}"
        yield Fault(
            line.number,
            "winner",
            f"The file says {words[said]}, but {why}. Was the winner worked out from another target than {target}?",
        )


def _side(line: Line, winner: str) -> str | None:
    text = folded(winner)
    for side, words in (
        ("home", ("home", line.home or "")),
        ("away", ("away", line.away or "")),
        ("level", ("level", "draw", "none")),
    ):
        if text in {folded(word) for word in words if word}:
            return side
    return None


def times(lines: Iterable[Line]) -> Iterator[Fault]:
    """A match that ends before it starts."""
    for line in lines:
        if line.starts_at and line.ends_at and line.ends_at <= line.starts_at:
            yield Fault(
                line.number,
                "ends_at",
                f"It ends at {line.ends_at:%Y-%m-%d %H:%M} and starts at {line.starts_at:%Y-%m-%d %H:%M}: "
                "one of the two is wrong.",
            )


def repeats(lines: Iterable[Line]) -> Iterator[Fault]:
    """The same two teams twice in a round, whoever was at home."""
    first: dict[MatchKey, Line] = {}
    for line in lines:
        key = key_of(line)
        if key is None:
            continue
        if key not in first:
            first[key] = line
            continue
        other = first[key]
        words = f"{line.home} v {line.away} in round {line.round} is on line {other.number} already"
        if line.starts_at and other.starts_at and line.starts_at != other.starts_at:
            words += (
                f", at {other.starts_at:%H:%M} there and {line.starts_at:%H:%M} here: "
                "it counts once; leave one of the two lines out"
            )
        yield Fault(line.number, "home, away", words + ".")


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


def against_tournament(lines: Iterable[Line], known: Known) -> Iterator[Fault]:
    """Divisions that are not the teams' own, matches that already have a result; names are looked up before."""
    for line in lines:
        sure = line.home in known.divisions and line.away in known.divisions
        if line.home is not None and sure and line.division:
            own = known.divisions[line.home]
            if not same(own, line.division):
                here = f"plays in {own}" if own else "has no division here"
                yield Fault(line.number, "division", f"{line.home} {here}, not “{line.division}”.")
        key = key_of(line)
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


def key_of(line: Line) -> MatchKey | None:
    """Which match a line is; None where that cannot be read."""
    if line.round is None or line.home is None or line.away is None:
        return None
    return line.round, frozenset((line.home, line.away))
