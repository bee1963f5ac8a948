"""The demo: every state of a match is there, the ledger holds, and a second run changes nothing."""

from __future__ import annotations

from collections import Counter
from io import StringIO

import pytest
from django.core.management import CommandError, call_command

from scoring.models import LedgerEvent, MatchTally, Result
from scoring.selectors import day
from tournaments.models import CheckIn, Match, Player, Seating, Tournament, User
from tournaments.selectors import slots

pytestmark = pytest.mark.django_db


def seed() -> str:
    out = StringIO()
    call_command("seed_demo", stdout=out)
    return out.getvalue()


def test_a_tournament_in_full_swing() -> None:
    told = seed()
    states = Counter(MatchTally.objects.values_list("state", flat=True))
    assert states == {"confirmed": 5, "played": 1, "decider": 1, "in-play": 1}
    assert Match.objects.count() == 12
    assert Result.objects.filter(state="confirmed").count() == 5
    assert LedgerEvent.objects.filter(kind="correction").count() == 1
    hall()
    assert told.splitlines()[-1] == (
        "Demo accounts: director, official, official2, official3, scorer, captain, captain2, committee, viewer. "
        "Password of each: all-fours-demo"
    )
    for command in ("verify_ledger", "recompute"):
        out = StringIO()
        call_command(command, *(["--check"] if command == "recompute" else []), stdout=out)
        assert "all as" in out.getvalue()

    events, people, players = LedgerEvent.objects.count(), User.objects.count(), Player.objects.count()
    assert seed().splitlines()[0] == "Savannah Shield is here already."
    assert (LedgerEvent.objects.count(), User.objects.count(), Player.objects.count()) == (events, people, players)


def hall() -> None:
    """The round in play has two rooms under two officials, the players are there; the next one waits for places."""
    tournament = Tournament.objects.get()
    assert [(room.name, room.spots.count()) for room in tournament.rooms.all()] == [("Main hall", 4), ("Side room", 4)]
    shown = day.shown(tournament)
    assert [(round.number, round.closed_at) for round in shown.rounds] == [(2, None)]
    assert [round.opened_at is not None for round in shown.all_rounds] == [True, True, False]
    assert [
        (room.name, [(line.numbers, line.state, line.booking.official_name) for line in room.lines])
        for room in shown.rooms
    ] == [
        ("Main hall", [("1 2", "confirmed", "Sheldon Paul"), ("3 4", "played", "Sheldon Paul")]),
        ("Side room", [("1 2", "decider", "Winston Bharath"), ("3 4", "in-play", "Winston Bharath")]),
    ]
    assert (shown.waiting, shown.late) == ((), ())
    everybody = dict.fromkeys(tournament.teams.values_list("pk", flat=True), 5)
    assert Counter(CheckIn.objects.values_list("entry__team", flat=True)) == everybody
    # Whoever sits at a table is there.
    seated = set(Seating.objects.filter(table__match__round__number=2).values_list("player", flat=True))
    assert seated <= set(CheckIn.objects.values_list("entry__player", flat=True))
    last = day.shown(tournament, [shown.all_rounds[2]])
    assert [(line.booking.official, line.booking.spots) for line in last.waiting] == [(None, {})] * 4


def test_the_league_is_larger() -> None:
    call_command("seed_demo", size="league", stdout=StringIO())
    shown = day.shown(Tournament.objects.get())
    assert [[line.numbers for line in room.lines] for room in shown.rooms] == [
        ["1 2", "3 4"],  # two that are over have made way for those of the second sitting
        ["1 2", "1 2", "3 4", "3 4"],
        ["1 2", "1 2", "3 4", "3 4"],
    ]
    officials = Counter(Match.objects.exclude(official=None).values_list("official__username", flat=True))
    assert officials == {"official": 16, "official2": 16, "official3": 16}
    assert slots.clashes(slots.of_keys(shown.rounds[0].tournament_id, {line.booking.key for line in shown.lines})) == []
    assert CheckIn.objects.count() == 4 * 2 * 5 + 8 * 2 * 1
    states = Counter(MatchTally.objects.values_list("state", flat=True))
    assert states == {"confirmed": 37, "played": 1, "decider": 1, "in-play": 1}
    assert Match.objects.count() == 60


def test_production_makes_no_demo(settings: object) -> None:
    settings.PRODUCTION = True  # type: ignore[attr-defined]
    with pytest.raises(CommandError):
        seed()
    assert User.objects.count() == 0
