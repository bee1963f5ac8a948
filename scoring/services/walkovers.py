"""Matches settled without being played out: walked over, awarded, or to be played again.

A walk-over and an award are a tally on the match's sheet (table 0), so that they stand in the ledger with who said so
and why, are confirmed by a second person as every result, and can be taken back by a further entry. What was played
before an award stays in its tables' ledgers; the sheet's figures are the match's.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any
from uuid import UUID, uuid4

from django.db import transaction
from django.utils import timezone

from rules_engine.rulesets import Ruleset
from rules_engine.seats import Pair
from rules_engine.table import parse_event
from rules_engine.verdicts import RecordError
from scoring.models import LedgerEvent, MatchState, MatchTally
from scoring.services import boards, entries, ledger, store
from scoring.services.ledger import Appended, Request
from scoring.services.plans import Entry, plan_correction, plan_opening, stepped
from scoring.services.refusals import LedgerRefused
from scoring.services.store import Standing
from tournaments.models import DayState, Match, OccurrenceKind, Table, TableKind, User
from tournaments.selectors import occurrences
from tournaments.services import occurrences as noting

MOST_BULLSEYES = 24 * 40 + 1
"""All games of the largest match, and the decider's bullseye."""
SIDES = ("home", "away", "")


def walk_over(
    match: Match, *, winner_side: str, reason: str, by: User, client_id: UUID | None = None, device: str = ""
) -> Appended:
    """Give the match to the side that came (``home`` or ``away``); empty: neither came, and neither wins it.

    The other side is marked late and its grace is over; nothing is recorded at the tables. Figures: the tournament's
    for a walk-over, or the race target, to 0; 0–0 where neither came. LedgerRefused: ``not-late``, ``grace-runs`` (with
    what is left), ``both-late``, ``begun``, ``match-…`` (the day put it off); RecordError ``winner``, ``reason``.
    """
    why = entries.text("reason", reason)
    if winner_side not in SIDES:
        raise RecordError("winner", "must be home, away, or nothing where neither team came")
    details = {"walk_over": winner_side or "neither", "reason": why}
    with transaction.atomic():
        current = noting.locked(match)
        again = client_id is not None and LedgerEvent.objects.filter(client_id=client_id).exists()
        if not again:
            _may_walk_over(current, winner_side)
        size = _size(current)
        given = current.tournament.walk_over_bullseyes or size.target
        figures = (given * (winner_side == "home"), given * (winner_side == "away"))
        appended = _settle(current, size.total, figures, (0, 0), details, by, client_id, device)
        if not appended.repeated:
            absent = {"home": current.away, "away": current.home}.get(winner_side)
            noting.note(current, OccurrenceKind.WALK_OVER, by, team=absent, reason=why)
        return appended


def award(
    match: Match,
    *,
    bullseyes: tuple[int, int],
    hang_jacks: tuple[int, int] = (0, 0),
    reason: str,
    by: User,
    client_id: UUID | None = None,
    device: str = "",
) -> Appended:
    """Settle an abandoned match, or one that ended undecided, with the figures given: home, then away.

    More bullseyes win; level figures only where a level match stands. LedgerRefused ``not-abandoned``; RecordError
    ``home_bullseyes``, ``away_bullseyes``, ``home_hang_jacks``, ``away_hang_jacks``, ``reason``.
    """
    why = entries.text("reason", reason)
    for name, values in (("bullseyes", bullseyes), ("hang_jacks", hang_jacks)):
        for side, value in zip(("home", "away"), values, strict=True):
            if isinstance(value, bool) or not isinstance(value, int) or not 0 <= value <= MOST_BULLSEYES:
                raise RecordError(f"{side}_{name}", f"must be a whole number from 0 to {MOST_BULLSEYES}")
    details = {"awarded": True, "reason": why}
    with transaction.atomic():
        current = noting.locked(match)
        if bullseyes[0] == bullseyes[1] and not current.level_stands:
            raise RecordError("away_bullseyes", "is the same as the home team's: one of the two has to have more")
        again = client_id is not None and LedgerEvent.objects.filter(client_id=client_id).exists()
        if not again and not may_be_awarded(current):
            raise LedgerRefused(
                "not-abandoned", "Only a match that was abandoned, or ended undecided, is awarded with given figures."
            )
        appended = _settle(current, _size(current).total, bullseyes, hang_jacks, details, by, client_id, device)
        if not appended.repeated:
            noting.note(current, OccurrenceKind.AWARDED, by, reason=why)
        return appended


def play_again(match: Match, *, reason: str, by: User, device: str = "") -> None:
    """Have an abandoned match played again from its first hand.

    Each table that was opened is opened anew by a further entry: what was played stays in its ledger, and counts no
    more. LedgerRefused ``not-abandoned``; RecordError ``reason``.
    """
    why = entries.text("reason", reason)
    with transaction.atomic():
        current = noting.locked(match)
        if current.day_state != DayState.ABANDONED:
            raise LedgerRefused("not-abandoned", "Only an abandoned match is played again.")
        standing = store.read_match(current.pk)
        for table in standing.tables if standing else ():
            if table.sequence and not store.is_sheet(table):
                request = Request(table.id, by, uuid4(), table.sequence, device, _never)
                ledger.record(request, _anew(why), settling=True)
        noting.note(current, OccurrenceKind.REPLAYED, by, reason=why)


def take_back(match: Match, *, reason: str, by: User, device: str = "") -> Appended:
    """Strike a walk-over or an award before it is confirmed: the match is then to be played, or abandoned as before.

    LedgerRefused ``not-settled``, ``match-confirmed``; RecordError ``reason``.
    """
    why = entries.text("reason", reason)
    with transaction.atomic():
        current = noting.locked(match)
        sheet = Table.objects.filter(match=current, kind=TableKind.SHEET).first()
        if current.day_state not in (DayState.WALK_OVER, DayState.AWARDED) or sheet is None:
            raise LedgerRefused("not-settled", "This match is neither walked over nor awarded.")
        was_award = current.day_state == DayState.AWARDED

        def plan(standing: Standing, ruleset: Ruleset) -> Sequence[Entry]:
            return [plan_correction(standing, ruleset, by, {"reason": why}, None)]

        request = Request(sheet.pk, by, uuid4(), store.read(sheet.pk).table.sequence, device, _never)
        appended = ledger.record(request, plan, settling=True)
        before = current.occurrences.filter(kind=OccurrenceKind.ABANDONED).exists()
        kind = OccurrenceKind.ABANDONED if was_award and before else OccurrenceKind.RESUMED
        noting.note(current, kind, by, reason=why)
        return appended


def _may_walk_over(match: Match, winner_side: str) -> None:
    if match.day_state:
        raise LedgerRefused(f"match-{match.day_state}", f"This match is {DayState(match.day_state).label.lower()}.")
    if LedgerEvent.objects.filter(table__match_id=match.pk).exclude(table__kind=TableKind.SHEET).exists():
        raise LedgerRefused("begun", "This match has begun: abandon it, and let it be decided what becomes of it.")
    now = timezone.now()
    late = {one.team.pk: one for one in occurrences.late(match)}
    absent = {"home": [match.away], "away": [match.home], "": [match.home, match.away]}[winner_side]
    for team in absent:
        if team.pk not in late:
            raise LedgerRefused(
                "not-late", f"Mark {team} late first, so that everybody sees its grace run. Then it can be walked over."
            )
        left = late[team.pk].seconds_left(now)
        if left:
            raise LedgerRefused("grace-runs", f"The grace of {team} runs for another {in_words(left)}.")
    if winner_side and len(late) > 1:
        raise LedgerRefused(
            "both-late", "Neither team has come: mark the one that did as arrived, or give it to neither."
        )


def in_words(seconds: int) -> str:
    """So many seconds as people say it: ``4 min 30 s``."""
    minutes, rest = divmod(seconds, 60)
    return f"{minutes} min {rest} s" if minutes and rest else f"{minutes} min" if minutes else f"{rest} s"


def may_be_awarded(match: Match) -> bool:
    """Whether a match was abandoned, or ended undecided: somebody has to decide what becomes of it."""
    return match.day_state == DayState.ABANDONED or _undecided(match)


def _undecided(match: Match) -> bool:
    return MatchTally.objects.filter(match=match, state=MatchState.UNDECIDED).exists() and not match.day_state


def _size(match: Match) -> Any:
    standing = store.read_match(match.pk)
    if standing is None:
        raise LedgerRefused("no-tables", "This match has no tables.")
    return boards.match_rules(standing)


def _settle(
    match: Match,
    games: int,
    bullseyes: tuple[int, int],
    hang_jacks: tuple[int, int],
    details: Mapping[str, Any],
    by: User,
    client_id: UUID | None,
    device: str,
) -> Appended:
    """The figures as a tally on the match's sheet; the match is locked."""
    most = max(games + 1, sum(bullseyes), *hang_jacks)
    sheet, _ = Table.objects.get_or_create(match=match, number=0, defaults={"kind": TableKind.SHEET, "games": most})
    written = {
        "event": "tally",
        "bullseyes": {"NS": bullseyes[0], "EW": bullseyes[1]},
        "hang_jacks": {"NS": hang_jacks[0], "EW": hang_jacks[1]},
    }

    def plan(standing: Standing, ruleset: Ruleset) -> Sequence[Entry]:
        # The sheet is opened anew for it: nothing that was struck on it before, or its size then, is in the way.
        more = {"reason": details["reason"]} if standing.table.sequence else {}
        table = standing.table._replace(games=most)
        opening = plan_opening(table, ruleset, first_dealer=None, home_pair="NS", more=more)
        event = parse_event(written, ruleset)
        return [opening, stepped(ruleset, opening.state, event, dict(details), Pair.NS)]

    def same(ruleset: Ruleset, event: dict[str, Any], stored: dict[str, Any]) -> bool:
        return stored == dict(details) and event["bullseyes"] == written["bullseyes"]

    expected = store.read(sheet.pk).table.sequence
    request = Request(sheet.pk, by, client_id or uuid4(), expected, device, same)
    return ledger.record(request, plan, settling=True)


def _anew(reason: str) -> Any:
    def plan(standing: Standing, ruleset: Ruleset) -> Sequence[Entry]:
        pair = standing.table.home_pair
        return [plan_opening(standing.table, ruleset, first_dealer=None, home_pair=pair, more={"reason": reason})]

    return plan


def _never(ruleset: Ruleset, event: dict[str, Any], details: dict[str, Any]) -> bool:
    return False
