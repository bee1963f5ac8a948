"""What somebody else removed a moment ago is neither put back nor pointed at."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from django.core.exceptions import ValidationError

from tests.cast import Cast
from tests.factories import DivisionFactory, RoundFactory, TeamFactory
from tests.tournaments.snapshot import snapshot
from tournaments.models import Role
from tournaments.services import divisions, matches, people, rosters, rounds, stages, teams

GONE = ["This was removed a moment ago. Look at the list again."]


def things(cast: Cast) -> dict[str, Any]:
    """One of each, removed behind the caller's back: the instances still hold their ids."""
    own = {
        "division": DivisionFactory.create(tournament=cast.tournament),
        "team": TeamFactory.create(tournament=cast.tournament),
        "round": RoundFactory.create(tournament=cast.tournament, number=9),
        "entry": cast.home_team.roster.get(number=6),
        "role": Role.objects.get(tournament=cast.tournament, name="viewer"),
        "match": cast.match,
        "stage": stages.add(cast.tournament, kind="knock-out"),
    }
    for thing in own.values():
        type(thing)._default_manager.filter(pk=thing.pk).delete()
    return own


ACTS: list[tuple[str, Callable[[Cast, dict[str, Any]], Any]]] = [
    ("division", lambda c, g: divisions.update(g["division"], name="Back")),
    ("division", lambda c, g: divisions.remove(g["division"])),
    ("division", lambda c, g: teams.add(c.tournament, name="Ibises", division=g["division"])),
    ("division", lambda c, g: teams.add_many(c.tournament, names=["Ibises"], division=g["division"])),
    ("division", lambda c, g: teams.update(c.home_team, division=g["division"])),
    ("team", lambda c, g: teams.update(g["team"], name="Back")),
    ("team", lambda c, g: teams.remove(g["team"])),
    ("team", lambda c, g: rosters.add(g["team"], name="Nia")),
    ("names", lambda c, g: rosters.add_lines(g["team"], "Nia")),
    ("team", lambda c, g: rosters.save_all(g["team"], {})),
    ("player", lambda c, g: rosters.update(g["entry"], name="Back")),
    ("player", lambda c, g: rosters.remove(g["entry"])),
    ("round", lambda c, g: rounds.update(g["round"], name="Back")),
    ("round", lambda c, g: rounds.remove(g["round"])),
    ("round", lambda c, g: matches.create(c.tournament, round=g["round"], home=c.home_team, away=c.away_team)),
    ("home", lambda c, g: matches.create(c.tournament, round=c.round_one, home=g["team"], away=c.away_team)),
    ("away", lambda c, g: matches.create(c.tournament, round=c.round_one, home=c.home_team, away=g["team"])),
    ("match", lambda c, g: matches.update(g["match"], place="Back")),
    ("match", lambda c, g: matches.remove(g["match"])),
    ("stage", lambda c, g: stages.update(g["stage"], name="Back")),
    ("stage", lambda c, g: stages.remove(g["stage"])),
    ("stage", lambda c, g: stages.publish(g["stage"], c.director)),
    ("stage", lambda c, g: stages.take_back(g["stage"])),
    ("stage", lambda c, g: stages.complete(g["stage"])),
    ("role", lambda c, g: people.revoke(g["role"])),
    ("team", lambda c, g: people.grant(c.tournament, username="harbour-outsider", name="captain", team=g["team"])),
]


@pytest.mark.parametrize(("field", "act"), ACTS)
def test_gone(cast: Cast, field: str, act: Callable[[Cast, dict[str, Any]], Any]) -> None:
    gone = things(cast)
    before = snapshot()
    with pytest.raises(ValidationError) as error:
        act(cast, gone)
    assert error.value.message_dict == {field: GONE}
    assert snapshot() == before
