"""A simulated season runs from nothing to the trophy, the same from the same seed, and its checks can fail."""

from __future__ import annotations

import re

import pytest

from penalties.models import Dispute, DisputeMove, Incident
from penalties.simulation.invariants import check
from scoring.models import LedgerEvent, MatchTally, Result, ResultChange
from tests.scoring.commands import run
from tournaments.models import CheckIn, LineUp, Match, Occurrence, Table, Tournament

SIZE = ("--teams", "8", "--tables", "2", "--games", "2", "--seed", "3")


def broken(tournament: Tournament) -> set[str]:
    return {one.name for one in check(tournament) if one.broken}


def told(out: str) -> tuple[str, str]:
    """The season's letters and who took the trophy."""
    found = re.search(r"The trophy goes to (.+)\. Season (\w{16}),", out)
    assert found is not None
    return found[1], found[2]


@pytest.mark.django_db
def test_a_season_from_nothing_to_the_trophy() -> None:
    out, err, refused = run("simulate", *SIZE)
    assert (err, refused) == ("", "")
    lines = out.splitlines()
    assert [line for line in lines if line.startswith("broken")] == []
    assert sum(line.startswith("holds ") for line in lines) == 13

    tournament = Tournament.objects.get()
    # Two divisions of four: 3 rounds of 4; then 2 semi-finals, the final and the match for third place.
    assert [round.matches.count() for round in tournament.rounds.order_by("number")] == [4, 4, 4, 2, 2]
    assert {round.closed_at is not None for round in tournament.rounds.all()} == {True}
    confirmed = Result.objects.filter(state="confirmed")
    assert confirmed.count() == 16
    assert confirmed.filter(kind="walk-over").count() == Occurrence.objects.filter(kind="walk-over").count() == 1
    assert LineUp.objects.count() == 2 * 15
    assert CheckIn.objects.count() == 8 * 6
    kinds = set(LedgerEvent.objects.values_list("kind", flat=True))
    assert kinds >= {"opened", "score", "hand", "incident", "substitution", "correction", "tally"}
    assert Incident.objects.count() > 0
    assert DisputeMove.objects.count() > Dispute.objects.count() > 0
    assert list(ResultChange.objects.values_list("state", flat=True)) == ["made"]
    champion, letters = told(out)
    last = confirmed.filter(match__round__number=5).select_related("match__home", "match__away")
    assert champion in {(one.match.home if one.winner == "home" else one.match.away).name for one in last}

    # Once more beside the first one: the same to the last figure, and nothing of it stays.
    again, err, refused = run("simulate", *SIZE, "--dry")
    assert (err, refused) == ("", "")
    assert told(again) == (champion, letters)
    assert Tournament.objects.get() == tournament

    # The checks see what is not so.
    assert broken(tournament) == set()
    one, other = Match.objects.filter(round__number=2).order_by("pk")[:2]
    Match.objects.filter(pk=other.pk).update(official=one.official)
    spot = one.tables.get(number=1).spot
    Table.objects.filter(match=other, number=1).update(spot=spot)
    assert broken(tournament) == {"no official in two places", "no table of the hall used twice"}
    later = Match.objects.filter(round__number=3, home__in=[one.home, one.away]).first() or Match.objects.get(
        round__number=3, away=one.home
    )
    Match.objects.filter(pk=later.pk).update(starts_at=one.round.starts_at)
    assert "no team twice in a slot" in broken(tournament)
    MatchTally.objects.filter(match=one).update(home_hang_jacks=99)
    assert "projections follow from the ledgers" in broken(tournament)


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (["--teams", "7"], "--teams: a multiple of 4, from 8 to 128."),
        (["--teams", "132"], "--teams: a multiple of 4, from 8 to 128."),
        (["--tables", "5"], "--tables: 1 to 4; --games: 1 to 40."),
        (["--games", "0"], "--tables: 1 to 4; --games: 1 to 40."),
    ],
)
def test_sizes_that_cannot_be(options: list[str], words: str) -> None:
    assert run("simulate", *options)[2] == words
