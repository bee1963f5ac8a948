"""Who may not take a seat now, and why."""

from __future__ import annotations

import datetime
from collections.abc import Iterable

from django.db.models import Q, QuerySet
from django.db.models.functions import Coalesce
from django.utils import timezone

from tournaments.models import Bar, Player, Tournament
from tournaments.selectors.identity import roots
from tournaments.words import folded


def bars(tournament: Tournament) -> QuerySet[Bar]:
    """Every bar of a tournament, lifted ones too, the latest first."""
    return tournament.bars.select_related("player", "match__home", "match__away", "imposed_by", "lifted_by")


def in_force(at: datetime.datetime | None = None) -> QuerySet[Bar]:
    """Bars that bind at a time, now by default."""
    now = at or timezone.now()
    return Bar.objects.filter(lifted_at__isnull=True, starts_at__lte=now).filter(
        Q(ends_at__isnull=True) | Q(ends_at__gt=now)
    )


def binding(
    tournament_id: int, match_id: int | None, players: Iterable[int], *, at: datetime.datetime | None = None
) -> dict[int, Bar]:
    """By player id, the bar that keeps each of ``players`` from the tables of a match. One query where nobody is kept.

    Without a match, only bars of the whole tournament are asked for. A bar of anybody who turned out to be the same
    person binds as well.
    """
    asked = set(players)
    persons = Player.objects.filter(pk__in=asked).order_by().values(person=Coalesce("same_as_id", "pk"))
    found = list(
        in_force(at)
        .filter(Q(match_id=match_id) | Q(match__isnull=True), tournament_id=tournament_id)
        .annotate(person=Coalesce("player__same_as_id", "player_id"))
        .filter(person__in=persons)
        .select_related("player")
        .order_by("pk")
    )
    if not found:
        return {}
    root_of = roots(asked)
    by_person = {bar.player.same_as_id or bar.player_id: bar for bar in found}
    return {pk: by_person[person] for pk, person in root_of.items() if person in by_person}


def by_name(tournament_id: int) -> dict[str, Bar]:
    """Who is kept from the whole tournament now, by the name as it is looked up (:func:`tournaments.words.folded`)."""
    found = in_force().filter(tournament_id=tournament_id, match__isnull=True).select_related("player")
    return {folded(bar.player.name): bar for bar in found.order_by("pk")}


def why(bar: Bar) -> str:
    """Why somebody may not be seated, as a refusal says it after the player's name."""
    scope = "this match" if bar.match_id else "this tournament"
    until = f" until {timezone.localtime(bar.ends_at):%-d %B %Y, %H:%M}" if bar.ends_at else ""
    source = f", {bar.source}" if bar.source else ""
    return f"may not be seated in {scope}{until}: {bar.get_kind_display().lower()} ({bar.reason}{source})"
