"""Rounds opened and closed, with what is missing."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.core.exceptions import ValidationError
from django.utils import timezone

from scoring.models import Flag
from scoring.selectors import checklist
from scoring.services import holds, results, rounds, walkovers
from tests.cast import Cast
from tests.factories import RosterEntryFactory, RoundFactory
from tests.scoring.halls import another, room
from tests.scoring.ledgers import open_it, record, table_of, tally
from tests.scoring.views.pages import play_out
from tournaments.models import CheckIn, LineUp, Match, Round, RoundAct
from tournaments.services import occurrences, placing

pytestmark = pytest.mark.django_db


def codes(found: list[checklist.Missing]) -> list[tuple[str, bool]]:
    return [(one.code, one.essential) for one in found]


def refused(act: Any, *args: Any, **more: Any) -> dict[str, list[str]]:
    with pytest.raises(ValidationError) as caught:
        act(*args, **more)
    return caught.value.message_dict


def confirmed(cast: Cast) -> None:
    play_out(cast)
    results.confirm(cast.match, by=cast.official)


def test_what_is_missing_before_the_first_deal(cast: Cast) -> None:
    assert codes(checklist.opening(cast.round_one)) == []
    Match.objects.update(official=None)
    hall = room(cast)
    LineUp.objects.create(match=cast.match, team=cast.home_team, put_in_at=timezone.now(), put_in_by=cast.scorer)
    CheckIn.objects.create(
        entry=cast.home_team.roster.all()[0], day=timezone.localdate(), at=timezone.now(), by=cast.scorer
    )
    found = checklist.opening(cast.round_one)
    assert [(one.code, one.text) for one in found] == [
        ("no-official", "Without an official: Pelicans v Scarlets."),
        ("no-spot", "Without a place for every table: Pelicans v Scarlets."),
        ("no-line-up", "No line-up of Scarlets."),
        ("not-there", "Nobody is checked in of Scarlets."),
    ]
    assert not any(one.essential for one in found)
    assert hall.spots.count() == 4
    placing.place(cast.round_one)
    assert "no-spot" not in [one.code for one in checklist.opening(cast.round_one)]


def test_a_round_is_opened_with_warnings_and_they_are_kept(cast: Cast) -> None:
    Match.objects.update(official=None)
    found = rounds.open_round(cast.round_one, by=cast.official)
    assert found.opened_at is not None
    act = RoundAct.objects.get()
    assert (act.kind, act.missing, act.by) == ("opened", ["Without an official: Pelicans v Scarlets."], cast.official)
    assert "round" in refused(rounds.open_round, cast.round_one, by=cast.official)


def test_the_round_before_has_to_be_closed_or_a_reason_given(cast: Cast) -> None:
    second = RoundFactory.create(tournament=cast.tournament, number=2)
    assert refused(rounds.open_round, second, by=cast.director) == {"round": ["The round has no matches yet."]}
    another(cast, second, official=cast.official)
    assert refused(rounds.open_round, second, by=cast.director) == {
        "reason": ["Not closed yet: Round 1. To open Round 2 all the same, say why."]
    }
    assert Round.objects.get(pk=second.pk).opened_at is None
    rounds.open_round(second, by=cast.director, reason="One match runs over")
    assert RoundAct.objects.get().reason == "One match runs over"


def test_a_round_that_nobody_opened_is_no_obstacle_once_it_is_confirmed(cast: Cast) -> None:
    second = RoundFactory.create(tournament=cast.tournament, number=2)
    another(cast, second)
    confirmed(cast)
    rounds.open_round(second, by=cast.director)
    assert Round.objects.get(pk=second.pk).opened_at is not None


def test_recording_needs_no_opened_round(cast: Cast) -> None:
    assert open_it(cast).sequence == 1


def test_what_is_missing_before_closing(cast: Cast) -> None:
    unplayed, broken, later, held = (another(cast) for _ in range(4))
    rounds.open_round(cast.round_one, by=cast.official)
    play_out(cast)
    occurrences.abandon(broken, reason="A fight", by=cast.official)
    occurrences.postpone(later, until=timezone.now() + timedelta(days=2), reason="Rain", by=cast.official)
    for number, figures in ((1, (6, 4)), (2, (5, 3))):
        record(held.tables.get(number=number), tally(*figures), 0, cast.scorer)
    results.confirm(held, by=cast.official)
    holds.place(cast.match.pk, source="dispute 1", code="dispute-open", message="A dispute", at=timezone.now())
    Flag.objects.create(tournament=cast.tournament, match=held, text="Drawn on an old result", raised_at=timezone.now())

    found = checklist.closing(cast.round_one)

    assert [(one.code, one.essential, one.matches) for one in found] == [
        ("unplayed", True, (unplayed.pk,)),
        ("unconfirmed", True, (cast.match.pk,)),
        ("disputed", True, (cast.match.pk,)),
        ("abandoned", True, (broken.pk,)),
        ("postponed", False, (later.pk,)),
        ("flag", False, ()),
    ]
    said = refused(rounds.close_round, cast.round_one, by=cast.official)["round"][0]
    assert said.startswith("Round 1 cannot be closed yet. Not played: ")
    assert Round.objects.get(pk=cast.round_one.pk).closed_at is None


def test_closed_with_warnings_and_opened_again_with_a_reason(cast: Cast) -> None:
    later = another(cast)
    occurrences.postpone(later, until=None, reason="Rain", by=cast.official)
    assert "round" in refused(rounds.close_round, cast.round_one, by=cast.official)
    rounds.open_round(cast.round_one, by=cast.official)
    confirmed(cast)
    rounds.close_round(cast.round_one, by=cast.official)
    assert RoundAct.objects.get(kind="closed").missing == [f"Postponed: {later}."]
    assert "round" in refused(rounds.close_round, cast.round_one, by=cast.official)
    assert "reason" in refused(rounds.reopen_round, cast.round_one, by=cast.official, reason=" ")
    rounds.reopen_round(cast.round_one, by=cast.official, reason="The postponed match is played today")
    assert Round.objects.get(pk=cast.round_one.pk).closed_at is None
    assert "round" in refused(rounds.reopen_round, cast.round_one, by=cast.official, reason="Again")
    assert list(RoundAct.objects.order_by("pk").values_list("kind", flat=True)) == ["opened", "closed", "reopened"]


def test_an_awarded_match_no_longer_stands_in_the_way_once_confirmed(cast: Cast) -> None:
    rounds.open_round(cast.round_one, by=cast.official)
    occurrences.abandon(cast.match, reason="A fight", by=cast.official)
    assert codes(checklist.closing(cast.round_one)) == [("abandoned", True)]
    walkovers.award(cast.match, bullseyes=(11, 0), reason="Left", by=cast.director)
    assert codes(checklist.closing(cast.round_one)) == [("unconfirmed", True)]
    results.confirm(cast.match, by=cast.official)
    assert codes(checklist.closing(cast.round_one)) == []


def test_a_checked_in_team_is_one_of_whom_somebody_is_there(cast: Cast) -> None:
    entry = RosterEntryFactory.create(team=cast.away_team)
    for one in (entry, cast.home_team.roster.all()[0]):
        CheckIn.objects.create(entry=one, day=timezone.localdate(), at=timezone.now(), by=cast.scorer)
    assert codes(checklist.opening(cast.round_one)) == []
    assert table_of(cast).games == 10
