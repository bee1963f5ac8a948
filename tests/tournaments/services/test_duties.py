"""Officials proposed evenly and without a clash."""

from __future__ import annotations

import pytest
from django.core.exceptions import ValidationError

from tests.cast import Cast
from tests.scoring.halls import another, official, room
from tournaments.models import Match, OfficialAway, Role, RoleName
from tournaments.services import duties, matches, placing


def named(cast: Cast) -> dict[int, str]:
    return {one.booking.match: str(one.official) for one in duties.propose(cast.round_one).named}


def test_evenly_one_each_and_nobody_twice(cast: Cast) -> None:
    """The cast's official has a match: the two others come first, then nobody is left for the fourth."""
    one, two, three = (another(cast) for _ in range(3))
    official(cast, "anna")
    official(cast, "bert")
    found = duties.assign(cast.round_one)
    assert {duty.booking.match: str(duty.official) for duty in found.named} == {one.pk: "Anna", two.pk: "Bert"}
    assert [(left.match, why) for left, why in found.left] == [
        (three.pk, "Every official who is there is elsewhere at that time, or belongs to one of the two teams.")
    ]
    one.refresh_from_db()
    assert str(one.official) == "Anna"


def test_a_second_match_in_the_same_room_when_there_are_too_few(cast: Cast) -> None:
    other = another(cast)
    room(cast)
    placing.place(cast.round_one)
    assert named(cast) == {other.pk: "Official"}
    third = another(cast)
    room(cast, "Gallery", 2)
    placing.place(cast.round_one)
    assert named(cast) == {other.pk: "Official"}
    assert Match.objects.get(pk=third.pk).official is None


def test_never_of_an_own_team_nor_away_and_the_only_way_to_serve_all_is_found(cast: Cast) -> None:
    """Anna may take either match, Bert captains a side of the second: Bert gets the first, Anna the second."""
    Match.objects.update(official=None)
    Role.objects.filter(tournament=cast.tournament, user=cast.official).delete()
    other = another(cast)
    official(cast, "anna")
    bert = official(cast, "bert")
    Role.objects.create(tournament=cast.tournament, user=bert, name=RoleName.CAPTAIN, team=other.home)
    assert named(cast) == {cast.match.pk: "Bert", other.pk: "Anna"}
    OfficialAway.objects.create(role=Role.objects.get(user=bert, name=RoleName.OFFICIAL), round=cast.round_one)
    assert list(named(cast).values()) == ["Anna"]


@pytest.mark.parametrize("how", ["captains", "plays"])
def test_by_hand_an_own_team_is_refused(cast: Cast, how: str) -> None:
    anna = official(cast, "anna")
    if how == "captains":
        Role.objects.create(tournament=cast.tournament, user=anna, name=RoleName.CAPTAIN, team=cast.away_team)
    else:
        player = cast.away_team.roster.all()[0].player
        player.user = anna
        player.save()
    with pytest.raises(ValidationError) as caught:
        matches.update(cast.match, official=anna)
    assert caught.value.message_dict == {
        "official": ["Anna belongs to Scarlets: somebody else has to look after this match."]
    }


def test_by_hand_who_is_away_is_refused(cast: Cast) -> None:
    anna = official(cast, "anna")
    OfficialAway.objects.create(role=Role.objects.get(user=anna), round=cast.round_one)
    with pytest.raises(ValidationError) as caught:
        matches.update(cast.match, official=anna)
    assert caught.value.message_dict == {"official": ["Anna is away for Round 1."]}
