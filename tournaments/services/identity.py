"""Other names, and two found to be one: logged with who, when and why, and undone without loss.

A merge joins the ones that both stand for by then, so there are neither chains nor circles: ``same_as`` always leads
to the one in a single step, and is worked out from the merges that stand.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeVar

from django.db import connection, transaction
from django.db.models import Q
from django.utils import timezone

from tournaments.models import Alias, Club, Merge, Player, Team, Tournament, User
from tournaments.selectors.identity import club_directory, here
from tournaments.services.saving import Errors, lock, or_clash, refuse, still
from tournaments.words import folded, tidy

One = TypeVar("One", Club, Player)

MOST_ALIASES = 50
_LOCK = 0x0A11F095
"""Of this module's own advisory lock: merges are rare, and follow one another."""


@transaction.atomic
def add_alias(thing: Club | Player, *, name: str, by: User) -> Alias:
    """Another name of a club or player. ValidationError names ``name``.

    A club's must be nobody else's name: two clubs that go by it are one, or the name tells nobody apart.
    """
    _one_at_a_time()
    thing = still(thing, "name")
    errors = Errors()
    name = errors.take("name", lambda: tidy(name, longest=80), "")
    errors.raise_any()
    key = folded(name)
    known = Alias.objects.filter(**_of(thing))
    if key == folded(thing.name) or known.filter(folded=key).exists():
        raise refuse("name", f"{thing.name} goes by this name already.", "unique")
    if known.count() >= MOST_ALIASES:
        raise refuse("name", f"At most {MOST_ALIASES} other names.", "too-many")
    if isinstance(thing, Club):
        other = _other_club(thing, name)
        if other is not None:
            raise refuse("name", f"{other.name} goes by this name. If the two are one, say so below.", "unique")
    with or_clash("name", f"{thing.name} goes by this name already."):
        return Alias.objects.create(name=name, folded=key, added_by=by, **_of(thing))


@transaction.atomic
def remove_alias(alias: Alias) -> None:
    """Take another name away."""
    still(alias, "alias").delete()


@transaction.atomic
def merge(kept: One, gone: One, *, reason: str, by: User) -> Merge:
    """``gone`` turned out to be ``kept``. ValidationError names ``gone`` or ``reason``.

    Neither loses anything: rosters, results and bars stay with whom they were written for, and are read together.
    """
    _one_at_a_time()
    errors = Errors()
    reason = errors.take("reason", lambda: tidy(reason, longest=300), "")
    errors.raise_any()
    kept, gone = _root(still(kept, "kept")), _root(still(gone, "gone"))
    if kept.pk == gone.pk:
        raise refuse("gone", f"{gone.name} and {kept.name} are one already.", "same")
    model = type(kept)
    model._default_manager.filter(Q(pk=gone.pk) | Q(same_as=gone.pk)).update(same_as=kept.pk)
    row = Merge(reason=reason, made_by=by, made_at=timezone.now())
    if isinstance(kept, Club):
        row.kept_club_id, row.gone_club_id = kept.pk, gone.pk
    else:
        row.kept_player_id, row.gone_player_id = kept.pk, gone.pk
    row.save()
    return row


def merge_in(tournament: Tournament, kept: One, gone: One, *, reason: str, by: User) -> Merge:
    """:func:`merge`, as a director of a tournament does it: one of the two at least takes part there."""
    if not (here(tournament, kept) or here(tournament, gone)):
        raise refuse("gone", "Neither of the two takes part in this tournament.", "unknown")
    return merge(kept, gone, reason=reason, by=by)


@transaction.atomic
def undo(merge: Merge, *, by: User) -> Merge:
    """The two are two again, each with those merged into it. ValidationError names ``merge`` when that was done."""
    _one_at_a_time()
    merge = still(merge, "merge")
    if merge.undone_at is not None:
        raise refuse("merge", "This was undone already.", "undone")
    merge.undone_at, merge.undone_by = timezone.now(), by
    merge.save(update_fields=["undone_at", "undone_by"])
    if merge.gone_club is not None:
        _work_out(Club, merge.gone_club.same_as_id or merge.gone_club.pk)
    elif merge.gone_player is not None:
        _work_out(Player, merge.gone_player.same_as_id or merge.gone_player.pk)
    return merge


@transaction.atomic
def clubs_for(names: Iterable[str]) -> list[Club]:
    """For each team's name the club that goes by it; a new one where none does, or where several do."""
    _one_at_a_time()
    directory = club_directory()
    clubs = []
    for name in names:
        found = [called.thing for called in directory.called(name, near=False)]
        club = found[0] if len(found) == 1 else Club.objects.create(name=name)
        if not found:
            directory.add(club, name)
        clubs.append(club)
    return clubs


@transaction.atomic
def set_club(team: Team, club: Club | None) -> Team:
    """The team belongs to ``club``; None: to a new one of its own name."""
    lock(team.tournament_id)
    team = still(team, "team")
    team.club = Club.objects.create(name=team.name) if club is None else still(club, "club")
    team.save(update_fields=["club"])
    return team


def _of(thing: Club | Player) -> dict[str, Club | Player]:
    return {"club" if isinstance(thing, Club) else "player": thing}


def _other_club(club: Club, name: str) -> Club | None:
    """Another club, and not the same one under another name, that goes by ``name``."""
    own = club.same_as_id or club.pk
    found = club_directory().called(name, near=False)
    return next((called.thing for called in found if called.thing.pk != own), None)


def _root(thing: One) -> One:
    return thing if thing.same_as_id is None else type(thing)._default_manager.get(pk=thing.same_as_id)


def _work_out(model: type[One], root: int) -> None:
    """``same_as`` of everybody who led to ``root``, from the merges that stand."""
    side = "club" if model is Club else "player"
    group = list(model._default_manager.filter(Q(pk=root) | Q(same_as=root)).order_by("pk"))
    standing = Merge.objects.filter(undone_at__isnull=True, **{f"gone_{side}__in": [thing.pk for thing in group]})
    into = dict(standing.values_list(f"gone_{side}", f"kept_{side}"))
    for thing in group:
        end = thing.pk
        while end in into:
            end = into[end]
        thing.same_as_id = None if end == thing.pk else end
    model._default_manager.bulk_update(group, ["same_as"])


def _one_at_a_time() -> None:
    """What follows is done by one at a time. SQLite has a single writer anyway."""
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_advisory_xact_lock(%s)", [_LOCK])
