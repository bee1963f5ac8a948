"""The demo: every state of a match is there, the ledger holds, and a second run changes nothing."""

from __future__ import annotations

from collections import Counter
from io import StringIO

import pytest
from django.core.management import CommandError, call_command

from scoring.models import LedgerEvent, MatchTally, Result
from tournaments.models import Match, Player, User

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
    assert told.splitlines()[-1] == (
        "Demo accounts: director, official, scorer, captain, captain2, committee, viewer. "
        "Password of each: all-fours-demo"
    )
    for command in ("verify_ledger", "recompute"):
        out = StringIO()
        call_command(command, *(["--check"] if command == "recompute" else []), stdout=out)
        assert "all as" in out.getvalue()

    events, people, players = LedgerEvent.objects.count(), User.objects.count(), Player.objects.count()
    assert seed().splitlines()[0] == "Savannah Shield is here already."
    assert (LedgerEvent.objects.count(), User.objects.count(), Player.objects.count()) == (events, people, players)


def test_the_league_is_larger() -> None:
    call_command("seed_demo", size="league", stdout=StringIO())
    states = Counter(MatchTally.objects.values_list("state", flat=True))
    assert states == {"confirmed": 37, "played": 1, "decider": 1, "in-play": 1}
    assert Match.objects.count() == 60


def test_production_makes_no_demo(settings: object) -> None:
    settings.PRODUCTION = True  # type: ignore[attr-defined]
    with pytest.raises(CommandError):
        seed()
    assert User.objects.count() == 0
