"""Who plays for a team: pasted lists, numbers, the captain, within the tournament's limits and until its lock.

A change against a limit is a director's, with a reason that is kept (:class:`Override`).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from functools import partial
from typing import Any, NamedTuple

from django.core.exceptions import ValidationError
from django.db import transaction

from tournaments.models import AuditAct, EntryState, LineUpSeat, Player, RosterEntry, Seating, Team, Tournament, User
from tournaments.selectors import bars, entries, identity
from tournaments.services.audit import note
from tournaments.services.players import drop_players
from tournaments.services.saving import Errors, lock, or_clash, refuse, still
from tournaments.words import folded, same, tidy

MOST_PLAYERS = 60
MOST_NUMBER = 999
_CAPTAIN = re.compile(r"\s*(?:\(\s*(?:c|capt|captain)\.?\s*\)|\*)\s*$", re.IGNORECASE)
_NUMBER = re.compile(r"^\s*#?\s*([0-9]+)\s*[.):,\-\t ]\s*(?=\S)")


class Entry(NamedTuple):
    """One player as entered."""

    name: str
    number: int | None = None
    captain: bool = False


class Override(NamedTuple):
    """A director's will to change a roster against a limit, and why; the reason may be blank where none is needed."""

    by: User
    reason: str = ""


def read_line(line: str) -> Entry:
    """``7 Anil Joseph (C)``: a number if there is one, the name, a mark for the captain."""
    captain = bool(_CAPTAIN.search(line))
    rest = _CAPTAIN.sub("", line)
    found = _NUMBER.match(rest)
    # More digits than any number has are read as one that is out of range, whatever their count.
    number = int((found.group(1).lstrip("0") or "0")[:6]) if found else None
    return Entry(rest[found.end() :] if found else rest, number, captain)


@transaction.atomic
def add_lines(team: Team, text: str, *, override: Override | None = None) -> list[RosterEntry]:
    """Add the players of a pasted list, one a line, all or none. ValidationError of ``names`` says which line."""
    lines = text.splitlines() if isinstance(text, str) else []
    numbered = [(f"Line {number}: ", read_line(line)) for number, line in enumerate(lines, start=1) if line.strip()]
    return _add(team, numbered, "names", override)


@transaction.atomic
def add(
    team: Team, *, name: str, number: int | None = None, captain: bool = False, override: Override | None = None
) -> RosterEntry:
    """Add one player. ValidationError names ``name``, ``number`` or ``captain``; ``reason`` against a limit."""
    return _add(team, [("", Entry(name, number, captain))], None, override)[0]


@transaction.atomic
def add_entries(team: Team, wanted: Sequence[Entry], *, override: Override | None = None) -> list[RosterEntry]:
    """Add several players, all or none. ValidationError of ``names`` says who."""
    return _add(team, [(f"{entry.name}: ", entry) for entry in wanted], "names", override)


@transaction.atomic
def add_known(team: Team, players: Sequence[int], *, override: Override | None = None) -> list[RosterEntry]:
    """Add players by their ids whom the team's club has had before. ValidationError of ``known``."""
    current = lock(team.tournament_id)
    team = still(team, "team")
    club = None if team.club is None else identity.canonical_club(team.club).pk
    offered = {} if club is None else {player.pk: player for player in entries.players_of_club(club, but_not=team)}
    wanted = list(dict.fromkeys(players))
    if any(pk not in offered for pk in wanted):
        raise refuse("known", "Somebody in the list is not of this club, or is on the roster already.", "unknown")
    present = [entry.player.name for entry in team.roster.select_related("player")]
    for pk, bar in bars.binding(current.pk, None, wanted).items():
        raise refuse("known", f"{offered[pk].name} {bars.why(bar)}.", "barred")
    for pk in wanted:
        if any(same(offered[pk].name, name) for name in present):
            raise refuse("known", f"{offered[pk].name} is on this roster already under this name.", "unique")
        present.append(offered[pk].name)
    if len(present) > MOST_PLAYERS:
        raise refuse("known", f"A roster holds at most {MOST_PLAYERS} players.", "too-many")
    _keep_limits(current, team, len(present), override, [f"added {offered[pk].name}" for pk in wanted])
    with or_clash("known", "This roster was changed a moment ago. Look at it again."):
        return [RosterEntry.objects.create(team=team, player=offered[pk]) for pk in wanted]


def clear(team: Team) -> None:
    """Empty the roster of an entry that is sent again."""
    players = list(team.roster.values_list("player_id", flat=True))
    team.roster.all().delete()
    drop_players(players)


@transaction.atomic
def update(
    entry: RosterEntry,
    *,
    name: str | None = None,
    number: Any = ...,
    captain: bool | None = None,
    override: Override | None = None,
    own: bool = False,
) -> RosterEntry:
    """One roster entry changed; a new captain takes the place of the old one."""
    lock(entry.team.tournament_id)
    entry = still(entry, "player")
    change = {
        "name": entry.player.name if name is None else name,
        "number": entry.number if number is ... else number,
    }
    chosen: Any = ...
    if captain is True:
        chosen = entry.pk
    elif captain is False and entry.is_captain:
        chosen = None
    try:
        save_all(entry.team, {entry.pk: change}, captain=chosen, override=override, own=own)
    except ValidationError as error:
        stem = f"_{entry.pk}"
        raise ValidationError(
            {field.removesuffix(stem): errors for field, errors in error.error_dict.items()}
        ) from error
    entry.refresh_from_db()
    return entry


@transaction.atomic
def save_all(
    team: Team,
    changes: Mapping[int, Mapping[str, Any]],
    *,
    captain: Any = ...,
    remove: Sequence[int] = (),
    override: Override | None = None,
    own: bool = False,
) -> None:
    """A roster as its page sends it: ``{entry id: {"name", "number"}}``, the captain's entry id or None, those to go.

    ``own``: by the team itself, which renames nobody who is known elsewhere. All or nothing. ValidationError names
    ``name_ID``, ``number_ID``, ``remove_ID``, ``captain``, or ``reason`` against a limit.
    """
    current = lock(team.tournament_id)
    team = still(team, "team")
    present = {entry.pk: entry for entry in team.roster.select_related("player").order_by("pk")}
    before = {pk: (entry.player.name, entry.number, entry.is_captain) for pk, entry in present.items()}
    errors = Errors()
    gone = [present[pk] for pk in remove if pk in present]
    for entry in gone:
        if why := _why_stays(entry):
            errors.add(f"remove_{entry.pk}", why, "in-use")
    stay = {pk: entry for pk, entry in present.items() if entry not in gone}
    taken_names: dict[str, int] = {}
    taken_numbers: dict[int, int] = {}
    for pk in sorted(stay, key=lambda pk: pk in changes):  # those unchanged keep what they have
        entry, change = stay[pk], changes.get(pk, {})
        name = errors.take(
            f"name_{pk}",
            partial(tidy, change.get("name", entry.player.name), longest=80),
            "",
        )
        number = change.get("number", entry.number)
        if not _is_number(number):
            errors.add(f"number_{pk}", f"A whole number from 0 to {MOST_NUMBER}, or nothing.")
            number = None
        if own and name and name != entry.player.name and _known_elsewhere(entry):
            errors.add(f"name_{pk}", "Known by this name elsewhere: ask the director to change it.", "known")
        if name and taken_names.setdefault(name.casefold(), pk) != pk:
            errors.add(f"name_{pk}", f"{name} is on this roster twice. Add an initial to tell them apart.", "unique")
        if number is not None and taken_numbers.setdefault(number, pk) != pk:
            errors.add(f"number_{pk}", f"Number {number} is taken.", "unique")
        entry.player.name, entry.number = name, number
    if captain is not ... and captain is not None and captain not in stay:
        errors.add("captain", "The captain must be on the roster.", "unknown")
    errors.raise_any()
    changed = _told(before, stay, gone, captain)
    if changed:
        _keep_limits(current, team, len(stay), override, changed)
    _write(stay, gone, captain)


def _write(stay: Mapping[int, RosterEntry], gone: Sequence[RosterEntry], captain: Any) -> None:
    for entry in gone:
        entry.delete()
    drop_players([entry.player_id for entry in gone])
    pks = list(stay)
    # Numbers may be swapped and the captain replaced: clear both before setting them, so that no two clash midway.
    RosterEntry.objects.filter(pk__in=pks).update(number=None)
    if captain is not ...:
        RosterEntry.objects.filter(pk__in=pks).update(is_captain=False)
        for entry in stay.values():
            entry.is_captain = entry.pk == captain
    RosterEntry.objects.bulk_update(stay.values(), ["number", "is_captain"])
    Player.objects.bulk_update([entry.player for entry in stay.values()], ["name"])


@transaction.atomic
def remove(entry: RosterEntry, *, override: Override | None = None) -> None:
    """Take a player off the roster; refused once he has sat at a table of the tournament, or is in a line-up."""
    current = lock(entry.team.tournament_id)
    still(entry, "player")
    if why := _why_stays(entry):
        raise refuse("player", why, "in-use")
    left = entry.team.roster.count() - 1
    _keep_limits(current, entry.team, left, override, [f"took off {entry.player.name}"])
    entry.delete()
    drop_players([entry.player_id])


def _why_stays(entry: RosterEntry) -> str:
    """Why a player cannot be taken off; empty where he can."""
    at = {"player_id": entry.player_id}
    if Seating.objects.filter(table__match__tournament_id=entry.team.tournament_id, **at).exists():
        return f"{entry.player.name} has sat at a table and stays on the sheet."
    if LineUpSeat.objects.filter(line_up__team_id=entry.team_id, **at).exists():
        return f"{entry.player.name} is in a line-up: put in another first."
    return ""


def _known_elsewhere(entry: RosterEntry) -> bool:
    """Whether the player's name stands anywhere but on this roster."""
    others = RosterEntry.objects.filter(player_id=entry.player_id).exclude(pk=entry.pk)
    return others.exists() or Seating.objects.filter(player_id=entry.player_id).exists()


def _told(
    before: Mapping[int, tuple[str, int | None, bool]],
    stay: Mapping[int, RosterEntry],
    gone: Sequence[RosterEntry],
    captain: Any,
) -> list[str]:
    """What a save changes, in words; nothing where everything stays as it was."""
    told = [f"took off {before[entry.pk][0]}" for entry in gone]
    for pk, entry in stay.items():
        name, number, was_captain = before[pk]
        if entry.player.name != name:
            told.append(f"{name} is {entry.player.name}")
        if entry.number != number:
            told.append(f"{entry.player.name} has number {'none' if entry.number is None else entry.number}")
        if captain is not ... and (pk == captain) != was_captain:
            told.append(f"{entry.player.name} is {'captain' if pk == captain else 'captain no longer'}")
    return told


def _keep_limits(
    tournament: Tournament, team: Team, after: int, override: Override | None, changes: Sequence[str]
) -> None:
    """Refuse what the tournament's limits do not allow, unless a director says why; then keep that."""
    against = []
    locked = entries.locked(tournament)
    if not (locked or tournament.roster_least or tournament.roster_most is not None):
        return
    before = team.roster.count()
    if locked and tournament.roster_locks_at:
        against.append(f"Rosters are locked since {entries.in_words(tournament.roster_locks_at)}.")
    if tournament.roster_most is not None and after > before and after > tournament.roster_most:
        against.append(f"A roster has at most {tournament.roster_most} players; this makes {after}.")
    if team.state == EntryState.ENTERED and after < before and after < tournament.roster_least:
        against.append(f"A roster has at least {tournament.roster_least} players; this leaves {after}.")
    if not against:
        return
    if override is None:
        raise refuse("reason", " ".join(against) + " Only the director changes it now.", "limits")
    errors = Errors()
    reason = errors.take("reason", lambda: tidy(override.reason, longest=300, required=False), "")
    if not reason and "reason" not in errors:
        errors.add("reason", " ".join(against) + " Say why it is changed all the same.", "limits")
    errors.raise_any()
    text = f"{team.name}: {'; '.join(changes)}"
    note(tournament, AuditAct.ROSTER, text, by=override.by, reason=reason, team=team)


def is_count(number: object, least: int) -> bool:
    """Whether this is a number of players that a roster may have, ``least`` or more."""
    return isinstance(number, int) and not isinstance(number, bool) and least <= number <= MOST_PLAYERS


def _is_number(number: object) -> bool:
    if number is None:
        return True
    return isinstance(number, int) and not isinstance(number, bool) and 0 <= number <= MOST_NUMBER


def _add(
    team: Team, wanted: Iterable[tuple[str, Entry]], field: str | None, override: Override | None
) -> list[RosterEntry]:
    current = lock(team.tournament_id)
    team = still(team, field or "team")
    present = list(team.roster.select_related("player"))
    names = [entry.player.name for entry in present]
    numbers = {entry.number for entry in present if entry.number is not None}
    has_captain = any(entry.is_captain for entry in present)
    errors = Errors()
    ready: list[Entry] = []
    barred = bars.by_name(current.pk)
    for where, entry in wanted:
        try:
            name = tidy(entry.name, longest=80)
        except ValidationError as error:
            errors.add(field or "name", where + error.messages[0], error.error_list[0].code or "invalid")
            continue
        if any(same(name, other) for other in names):
            errors.add(
                field or "name",
                f"{where}{name} is on this roster already. Add an initial to tell them apart.",
                "unique",
            )
        if not _is_number(entry.number):
            errors.add(field or "number", f"{where}a number is a whole number from 0 to {MOST_NUMBER}.")
        elif entry.number is not None and entry.number in numbers:
            errors.add(field or "number", f"{where}number {entry.number} is taken.", "unique")
        if entry.captain and has_captain:
            errors.add(field or "captain", f"{where}the team has a captain already.", "unique")
        elif bar := barred.get(folded(name)):
            errors.add(
                field or "name",
                f"{where}{name} {bars.why(bar)}. If this is somebody else of that name, add an initial.",
                "barred",
            )
        names.append(name)
        numbers.add(entry.number or -1)
        has_captain = has_captain or entry.captain
        ready.append(entry._replace(name=name))
    if not ready and field:
        errors.take(field, lambda: _need_one(field in errors), None)
    if len(names) > MOST_PLAYERS:
        errors.add(field or "name", f"A roster holds at most {MOST_PLAYERS} players.", "too-many")
    errors.raise_any()
    _keep_limits(current, team, len(names), override, [f"added {entry.name}" for entry in ready])
    with or_clash(field or "name", "This roster was changed a moment ago. Look at it again."):
        return [
            RosterEntry.objects.create(
                team=team, player=Player.objects.create(name=entry.name), number=entry.number, is_captain=entry.captain
            )
            for entry in ready
        ]


def _need_one(already_wrong: bool) -> None:
    if not already_wrong:
        raise ValidationError("Give at least one name.", code="required")
