"""Two people press at the same moment: one is told, nothing is saved twice, nothing is lost."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Any

import pytest
from django.core.exceptions import ValidationError
from django.db import connections

from tests.cast import make_cast
from tests.factories import RoleFactory
from tournaments.models import CheckIn, Club, LineUp, Match, Player, Role, Team, Tournament
from tournaments.services import (
    check_ins,
    entering,
    identity,
    line_ups,
    matches,
    people,
    rounds,
    stages,
    teams,
    tournaments,
)


def together(*acts: Callable[[], Any]) -> list[Any]:
    """Run the acts in threads that start as one; the ValidationError's fields, or the string "done", of each."""
    start = threading.Barrier(len(acts))
    outcomes: list[Any] = [None] * len(acts)

    def run(place: int, act: Callable[[], Any]) -> None:
        start.wait()
        try:
            act()
            outcomes[place] = "done"
        except ValidationError as error:
            outcomes[place] = sorted(error.message_dict)
        except BaseException as error:
            outcomes[place] = error
        finally:
            connections.close_all()

    threads = [threading.Thread(target=run, args=(place, act)) for place, act in enumerate(acts)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return outcomes


@pytest.mark.django_db(transaction=True)
@pytest.mark.ledger
def test_one_of_two_wins() -> None:
    cast = make_cast()
    t = cast.tournament
    third = teams.add(t, name="Third")

    def outcome(*acts: Callable[[], Any]) -> list[str]:
        return sorted(str(found) for found in together(*acts))

    assert outcome(*[lambda: teams.add(t, name="Ibises")] * 4) == ["['name']"] * 3 + ["done"]
    assert outcome(*[lambda: rounds.add(t)] * 4) == ["done"] * 4
    assert list(t.rounds.values_list("number", flat=True)) == [1, 2, 3, 4, 5]
    new: dict[str, Any] = {"round": cast.round_one, "home": cast.home_team, "away": third}
    assert outcome(*[lambda: matches.create(t, **new)] * 4) == ["['away']"] * 3 + ["done"]
    assert [match.tables.count() for match in Match.objects.filter(away=third)] == [2]
    assert outcome(*[lambda n=n: tournaments.create(cast.director, name=f"Cup {n}") for n in "abcd"]) == ["done"] * 4


@pytest.mark.django_db(transaction=True)
@pytest.mark.ledger
def test_entering_at_once() -> None:
    """One entry of a name, one check-in a player, one merge of two, and both line-ups however they come."""
    cast = make_cast()
    t = entering.set_rules(cast.tournament, entries_open=True)

    def outcome(*acts: Callable[[], Any]) -> list[str]:
        return sorted(str(found) for found in together(*acts))

    assert outcome(*[lambda: entering.enter(t, by=cast.outsider, name="Ibises")] * 4) == ["['name']"] * 3 + ["done"]
    assert Club.objects.filter(name="Ibises").count() == 1
    entry = cast.home_team.roster.get(number=1)
    assert outcome(*[lambda: check_ins.check_in(entry, by=cast.official)] * 4) == ["done"] * 4
    assert CheckIn.objects.count() == 1
    one, other = (cast.home_team.roster.get(number=number).player for number in (5, 6))
    assert outcome(
        lambda: identity.merge(one, other, reason="x", by=cast.director),
        lambda: identity.merge(other, one, reason="x", by=cast.director),
    ) == ["['gone']", "done"]
    assert Player.objects.filter(same_as__isnull=False).count() == 1

    def put(team: Team) -> None:
        ids = list(team.roster.order_by("number").values_list("player_id", flat=True))
        line_ups.put_in(cast.match, team, {1: ids[:2], 2: ids[2:4]}, by=cast.official)

    assert outcome(lambda: put(cast.home_team), lambda: put(cast.away_team)) == ["done"] * 2
    assert LineUp.objects.count() == 2


@pytest.mark.django_db(transaction=True)
@pytest.mark.ledger
def test_one_director_of_two_stays() -> None:
    cast = make_cast()
    RoleFactory.create(tournament=cast.tournament, name="director")
    both = list(Role.objects.filter(tournament=cast.tournament, name="director"))
    assert sorted(map(str, together(*[lambda role=role: people.revoke(role) for role in both]))) == ["['role']", "done"]
    assert Role.objects.filter(tournament=cast.tournament, name="director").count() == 1


@pytest.mark.django_db(transaction=True)
@pytest.mark.ledger
def test_a_team_is_not_withdrawn_under_a_match_in_the_making() -> None:
    cast = make_cast()
    third = teams.add(cast.tournament, name="Third")
    theirs = Team.objects.get(pk=third.pk)
    made, gone = together(
        lambda: matches.create(cast.tournament, round=cast.round_one, home=cast.home_team, away=third),
        lambda: teams.remove(theirs),
    )
    assert (made, gone) in (("done", ["team"]), (["away"], "done"))
    assert Match.objects.filter(away_id=third.pk).count() == (made == "done")


@pytest.mark.django_db(transaction=True)
@pytest.mark.ledger
def test_a_draw_is_published_once_and_of_teams_that_are_there() -> None:
    cast = make_cast()
    stage = stages.add(cast.tournament, kind="double")
    assert sorted(map(str, together(*[lambda: stages.publish(stage, cast.director)] * 4))) == [
        "['stage']", "['stage']", "['stage']", "done",
    ]  # fmt: skip
    assert Match.objects.filter(round__stage=stage).count() == 2
    third = teams.add(cast.tournament, name="Third")
    cup = stages.add(cast.tournament, kind="knock-out", options={"teams": [third.pk, cast.home_team.pk]})
    made, gone = together(lambda: stages.publish(cup, cast.director), lambda: teams.remove(third))
    assert (made, gone) in (("done", ["team"]), (["teams"], "done"))
    assert Match.objects.filter(round__stage=cup).count() == (made == "done")


@pytest.mark.django_db(transaction=True)
def test_tournaments_of_one_name_get_addresses_of_their_own() -> None:
    casts = [make_cast(slug) for slug in ("a-cup", "b-cup", "c-cup", "d-cup")]
    made = together(*[lambda cast=cast: tournaments.create(cast.director, name="Twin") for cast in casts])
    assert made == ["done"] * 4
    slugs = Tournament.objects.filter(name="Twin").values_list("slug", flat=True)
    assert sorted(slugs) == ["twin", "twin-2", "twin-3", "twin-4"]
