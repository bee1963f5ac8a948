"""What is missing before a round is opened, and before it is closed."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from django.db.models import Q
from django.utils import timezone

from scoring.models import ChangeState, Flag, MatchHold, MatchState, ResultChange
from scoring.selectors.matches import tally_of
from tournaments.models import CheckIn, DayState, LineUp, Match, Room, Round, Table, TableKind
from tournaments.selectors import slots

SHOWN = 4
"""Names that a line of the list tells itself."""
UNPLAYED = frozenset({MatchState.SCHEDULED, MatchState.IN_PLAY, MatchState.LEVEL, MatchState.DECIDER})


@dataclass(frozen=True, slots=True)
class Missing:
    """One thing that is missing. ``essential``: it stands in the way; else it is only said. ``matches``: their ids."""

    code: str
    text: str
    essential: bool = False
    matches: tuple[int, ...] = ()


def opening(round: Round) -> list[Missing]:
    """What is missing before the first deal of a round. Only an earlier round that is not closed stands in the way.

    Line-ups, check-ins and places are asked for where the tournament uses them at all.
    """
    matches = _matches(round)
    if not matches:
        return [Missing("no-matches", "The round has no matches yet.", essential=True)]
    found: list[Missing] = []
    earlier = _earlier(round)
    if earlier:
        found.append(Missing("round-open", f"Not closed yet: {_some(str(one) for one in earlier)}.", essential=True))
    there = [match for match in matches if not match.day_state and tally_of(match).state in UNPLAYED]
    ids = [match.pk for match in there]
    found += _line("no-official", "Without an official", [match for match in there if match.official_id is None])
    if Room.objects.filter(tournament_id=round.tournament_id).exists():
        nowhere = set(
            Table.objects.filter(match_id__in=ids, kind=TableKind.TABLE, spot__isnull=True).values_list(
                "match_id", flat=True
            )
        )
        found += _line("no-spot", "Without a place for every table", [match for match in there if match.pk in nowhere])
    found += _line_ups(round, there)
    found += _check_ins(round, there)
    bookings = slots.read(slots.with_time(Match.objects.filter(pk__in=ids)))
    found += [
        Missing("clash", said)
        for said in slots.clashes(slots.of_keys(round.tournament_id, {one.key for one in bookings}))
    ]
    return found


def closing(round: Round) -> list[Missing]:
    """What is missing before a round is closed."""
    matches = _matches(round)
    ids = [match.pk for match in matches]
    states = {match.pk: MatchState(tally_of(match).state) for match in matches}
    abandoned = [match for match in matches if match.day_state == DayState.ABANDONED]
    postponed = [match for match in matches if match.day_state == DayState.POSTPONED]
    going = [match for match in matches if match.day_state not in (DayState.ABANDONED, DayState.POSTPONED)]
    held = set(MatchHold.objects.filter(match_id__in=ids, lifted_at__isnull=True).values_list("match_id", flat=True))
    found = _line("unplayed", "Not played", [m for m in going if states[m.pk] in UNPLAYED], essential=True)
    found += _line(
        "undecided", "Not decided", [m for m in going if states[m.pk] == MatchState.UNDECIDED], essential=True
    )
    found += _line(
        "unconfirmed", "Not confirmed", [m for m in going if states[m.pk] == MatchState.PLAYED], essential=True
    )
    found += _line("disputed", "Held by a dispute", [match for match in matches if match.pk in held], essential=True)
    found += _line("abandoned", "Abandoned, and nobody has decided", abandoned, essential=True)
    found += _line("postponed", "Postponed", postponed)
    changes = set(
        ResultChange.objects.filter(match_id__in=ids, state=ChangeState.PROPOSED).values_list("match_id", flat=True)
    )
    found += _line("change-waits", "A change waits for a second person", [m for m in matches if m.pk in changes])
    flags = Flag.objects.filter(tournament_id=round.tournament_id, settled_at__isnull=True)
    stage = Q(stage_id=round.stage_id, match__isnull=True) if round.stage_id else Q(pk__in=[])
    open_flags = flags.filter(Q(match_id__in=ids) | stage)
    return found + [Missing("flag", f"To be settled: {flag.text}") for flag in open_flags]


def _matches(round: Round) -> list[Match]:
    found = Match.objects.filter(round=round).select_related("home", "away", "tally", "tournament")
    return list(found.order_by("pk"))


def _earlier(round: Round) -> list[Round]:
    """Rounds before this one that are open, or that nobody opened and in which something is still to play."""
    before = Round.objects.filter(
        tournament_id=round.tournament_id, number__lt=round.number, closed_at__isnull=True
    ).order_by("number")
    unsettled = Match.objects.filter(round__in=before).exclude(tally__state=MatchState.CONFIRMED)
    waiting = set(unsettled.exclude(day_state=DayState.POSTPONED).values_list("round_id", flat=True))
    return [one for one in before if one.opened_at is not None or one.pk in waiting]


def _line_ups(round: Round, matches: list[Match]) -> list[Missing]:
    if not LineUp.objects.filter(match__tournament_id=round.tournament_id).exists():
        return []
    have = set(LineUp.objects.filter(match__in=matches).values_list("match_id", "team_id"))
    teams = [team for match in matches for team in (match.home, match.away) if (match.pk, team.pk) not in have]
    return _teams("no-line-up", "No line-up of", teams)


def _check_ins(round: Round, matches: list[Match]) -> list[Missing]:
    here = CheckIn.objects.filter(undone_at__isnull=True)
    if not here.filter(entry__team__tournament_id=round.tournament_id).exists():
        return []
    teams = {team.pk: team for match in matches for team in (match.home, match.away)}
    day = timezone.localdate(round.starts_at) if round.starts_at else timezone.localdate()
    came = set(here.filter(entry__team__in=teams, day=day).values_list("entry__team_id", flat=True))
    return _teams("not-there", "Nobody is checked in of", [team for pk, team in teams.items() if pk not in came])


def _teams(code: str, said: str, teams: Iterable[object]) -> list[Missing]:
    names = [str(team) for team in teams]
    return [Missing(code, f"{said} {_some(names)}.")] if names else []


def _line(code: str, said: str, matches: list[Match], *, essential: bool = False) -> list[Missing]:
    if not matches:
        return []
    return [Missing(code, f"{said}: {_some(map(str, matches))}.", essential, tuple(match.pk for match in matches))]


def _some(names: Iterable[str]) -> str:
    known = list(names)
    more = len(known) - SHOWN
    return ", ".join(known[:SHOWN]) + (f" and {more} more" if more > 0 else "")
