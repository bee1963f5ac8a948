"""Places without a clash: by itself, by hand, from the queue."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.core.exceptions import ValidationError
from django.utils import timezone

from tests.cast import Cast
from tests.factories import MatchFactory, RoundFactory, TeamFactory
from tests.scoring.halls import NOON, another, room, spots
from tests.scoring.ledgers import open_it
from tests.scoring.views.pages import play_out
from tournaments.models import Match, Table
from tournaments.selectors import slots
from tournaments.services import matches as matches_service
from tournaments.services import occurrences, placing, rooms, timing
from tournaments.services import rounds as rounds_service


def where(match: Match) -> list[str]:
    return [str(table.spot) if table.spot else "" for table in Table.objects.filter(match=match).order_by("number")]


def refused(act: object, *args: object, **kwargs: object) -> dict[str, list[str]]:
    with pytest.raises(ValidationError) as caught:
        act(*args, **kwargs)  # type: ignore[operator]
    return caught.value.message_dict


def test_each_match_stays_in_one_room_and_what_does_not_fit_is_told(cast: Cast) -> None:
    second, third, fourth = (another(cast) for _ in range(3))
    room(cast, "Hall", 3)
    room(cast, "Gallery", 3)

    found = placing.place(cast.round_one)

    # Two rooms of three: a match of two each, the third match parted over what is left, nothing for the fourth.
    assert where(cast.match) == ["Gallery 1", "Gallery 2"] or where(cast.match) == ["Hall 1", "Hall 2"]
    assert {name.split()[0] for name in where(cast.match)} != {name.split()[0] for name in where(second)}
    assert sorted(where(third)) == ["Gallery 3", "Hall 3"]
    assert where(fourth) == ["", ""]
    assert [one.match for one, _ in found.left] == [fourth.pk]
    assert found.left[0][1] == "Needs 2 tables, and none is free then: it waits in the queue."


def test_a_larger_match_is_not_crowded_out_of_its_room(cast: Cast) -> None:
    large = another(cast)
    for number in (3, 4):
        Table.objects.create(match=large, number=number, games=10)
    room(cast, "Small", 2)
    room(cast, "Large", 4)
    placing.place(cast.round_one)
    assert where(large) == ["Large 1", "Large 2", "Large 3", "Large 4"]
    assert where(cast.match) == ["Small 1", "Small 2"]


def test_the_same_fixture_gives_the_same_proposal_and_looking_saves_nothing(cast: Cast) -> None:
    another(cast)
    room(cast)
    first, again = placing.propose(cast.round_one), placing.propose(cast.round_one)
    assert first == again
    assert [one.where for one in first.placed] == ["Hall 1, Hall 2", "Hall 3, Hall 4"]
    assert where(cast.match) == ["", ""]


def test_another_round_at_the_same_time_shares_the_hall_and_one_at_another_time_does_not(cast: Cast) -> None:
    hall = room(cast, tables=2)
    rounds_service.update(cast.round_one, starts_at=NOON)
    same = another(cast, RoundFactory.create(tournament=cast.tournament, number=2, starts_at=NOON))
    later = another(
        cast, RoundFactory.create(tournament=cast.tournament, number=3, starts_at=NOON + timedelta(hours=2))
    )
    placing.set_spots(cast.match, dict(zip((1, 2), spots(hall), strict=True)))
    assert placing.propose(same.round).placed == ()
    assert [one.where for one in placing.propose(later.round).placed] == ["Hall 1, Hall 2"]


def test_by_hand_a_clash_is_refused_with_who_is_there(cast: Cast) -> None:
    hall = room(cast)
    one, two, *_ = spots(hall)
    other = another(cast)
    placing.set_spots(cast.match, {1: one, 2: two})
    said = refused(placing.set_spots, other, {1: two})
    assert said == {"spots": ["Hall 2 is taken at that time: Pelicans v Scarlets play there."]}
    assert refused(placing.set_spots, other, {1: one, 2: one}) == {
        "spots": ["Two tables of this match cannot both be at Hall 1."]
    }
    assert refused(placing.set_spots, other, {7: one}) == {"spots": ["This match has no table 7."]}
    assert where(other) == ["", ""]


def test_what_is_played_now_is_in_the_way_of_a_round_without_a_time(cast: Cast) -> None:
    """A match sent to its tables has a time of its own, and they are taken all the same."""
    hall = spots(room(cast, tables=2))
    sent = another(cast)
    placing.call(sent, hall)
    with pytest.raises(ValidationError) as refused:
        placing.set_spots(cast.match, {1: hall[0]})
    assert refused.value.message_dict == {"spots": [f"Hall 1 is not free: {sent.home} v {sent.away} play there."]}
    found = placing.propose(cast.round_one)
    assert ([one.booking.match for one in found.placed], [one.match for one, _ in found.left]) == ([], [cast.match.pk])
    assert found.left[0][1] == "Needs 2 tables, and none is free then: it waits in the queue."


def test_furniture_of_another_tournament_is_refused(cast: Cast, other_cast: Cast) -> None:
    strange = spots(room(other_cast))[0]
    assert "spots" in refused(placing.set_spots, cast.match, {1: strange})
    assert "spots" in refused(placing.call, cast.match, [strange, strange])


def test_a_team_is_not_wanted_twice_at_a_time(cast: Cast) -> None:
    rounds_service.update(cast.round_one, starts_at=NOON)
    extra = RoundFactory.create(tournament=cast.tournament, number=2)
    twice: Match = MatchFactory.create(
        tournament=cast.tournament, round=extra, home=cast.home_team, away=another(cast).away
    )
    said = "Pelicans play Pelicans v Scarlets at that time already."
    assert refused(rounds_service.update, extra, starts_at=NOON)["starts_at"] == [f"{twice}: {said}"]
    assert refused(timing.move, twice, NOON) == {"starts_at": [said]}
    timing.move(twice, NOON + timedelta(hours=1))
    third = TeamFactory.create(tournament=cast.tournament)
    assert refused(matches_service.create, cast.tournament, round=cast.round_one, home=cast.away_team, away=third) == {
        "home": ["Scarlets play Pelicans v Scarlets at that time already."]
    }


def test_an_official_looks_after_two_matches_of_a_room_and_no_third_or_other_room(cast: Cast) -> None:
    hall, gallery = room(cast, "Hall", 6), room(cast, "Gallery", 2)
    at = spots(hall)
    second, third = another(cast, official=cast.official), another(cast)
    placing.set_spots(cast.match, {1: at[0], 2: at[1]})
    assert refused(placing.set_spots, second, dict(zip((1, 2), spots(gallery), strict=True)))["spots"][0].startswith(
        "Official is at Hall 1, Hall 2 at that time, with Pelicans v Scarlets."
    )
    placing.set_spots(second, {1: at[2], 2: at[3]})
    placing.set_spots(third, {1: at[4], 2: at[5]})
    assert refused(matches_service.update, third, official=cast.official) == {
        "official": ["Official has 2 matches in that room at that time already."]
    }
    assert slots.clashes(slots.of_keys(cast.tournament.pk, [slots.key_of(cast.match)])) == []


def test_at_one_time_two_written_places_are_two_places(cast: Cast) -> None:
    other = another(cast, place="Pier 4")
    matches_service.update(cast.match, place="Club house")
    matches_service.update(other, official=cast.official)  # a round without a time says nothing of the hour
    matches_service.update(other, official=None)
    rounds_service.update(cast.round_one, starts_at=NOON)
    assert "official" in refused(matches_service.update, other, official=cast.official)


def test_the_next_is_called_when_a_match_is_over(cast: Cast) -> None:
    hall = room(cast, tables=2)
    waiting = another(cast)
    placing.set_spots(cast.match, dict(zip((1, 2), spots(hall), strict=True)))
    assert refused(placing.call, waiting) == {
        "spots": ["Needs 2 tables, and none is free then: it waits in the queue."]
    }
    said = refused(placing.call, waiting, spots(hall))
    assert said == {"spots": ["Hall 1 is not free: Pelicans v Scarlets play there."]}

    play_out(cast)
    placed = placing.call(waiting)

    assert placed.where == "Hall 1, Hall 2"
    assert where(waiting) == ["Hall 1", "Hall 2"]
    assert where(cast.match) == ["Hall 1", "Hall 2"]  # where it was played stays
    waiting.refresh_from_db()
    assert waiting.starts_at is not None
    assert timezone.now() - waiting.starts_at < timedelta(minutes=1)
    assert "match" in refused(placing.call, waiting)
    assert refused(placing.call, cast.match) == {"match": ["This match is over, or the day put it off."]}


def test_an_open_round_keeps_the_tables_to_which_its_matches_were_sent(cast: Cast) -> None:
    hall = room(cast, tables=3)
    placing.set_spots(cast.match, dict(zip((1, 2), spots(hall)[:2], strict=True)))
    timing.move(cast.match, timezone.now() + timedelta(minutes=20))
    waiting = another(cast)
    timing.move(waiting, timezone.now() - timedelta(minutes=1))
    cast.round_one.opened_at = timezone.now()
    cast.round_one.save()
    assert refused(placing.call, waiting) == {"spots": ["Needs 2 tables, and 1 is free then: it waits in the queue."]}
    play_out(cast)
    assert placing.call(waiting).where == "Hall 1, Hall 2"


def test_a_match_that_runs_late_keeps_its_furniture_and_its_teams(cast: Cast) -> None:
    hall = room(cast, tables=4)
    placing.set_spots(cast.match, dict(zip((1, 2), spots(hall)[:2], strict=True)))
    open_it(cast)
    extra = RoundFactory.create(tournament=cast.tournament, number=2)
    waiting = another(cast, extra)
    assert placing.call(waiting).where == "Hall 3, Hall 4"
    busy: Match = MatchFactory.create(
        tournament=cast.tournament, round=extra, home=cast.home_team, away=another(cast).home
    )
    room(cast, "Gallery", 2)
    assert refused(placing.call, busy) == {"match": ["Pelicans play Pelicans v Scarlets now already."]}


def test_postponing_frees_the_furniture_at_once(cast: Cast) -> None:
    hall = room(cast, tables=2)
    placing.set_spots(cast.match, dict(zip((1, 2), spots(hall), strict=True)))
    occurrences.postpone(cast.match, until=None, reason="A power cut", by=cast.official)
    assert where(cast.match) == ["", ""]
    assert placing.call(another(cast)).where == "Hall 1, Hall 2"


def test_places_are_taken_back_but_of_what_has_begun(cast: Cast) -> None:
    room(cast)
    other = another(cast)
    placing.place(cast.round_one)
    open_it(cast)
    assert placing.clear(cast.round_one) == 2
    assert where(other) == ["", ""]
    assert where(cast.match) == ["Hall 1", "Hall 2"]


def test_rooms_are_checked_and_used_furniture_stays(cast: Cast) -> None:
    hall = room(cast)
    placing.set_spots(cast.match, {1: spots(hall)[1]})
    in_use = "Hall 2 is where Pelicans v Scarlets is placed. Move that match first."
    assert refused(rooms.update, hall, numbers=[1, 3]) == {"numbers": [in_use]}
    assert refused(rooms.remove, hall) == {"room": [in_use]}
    assert refused(rooms.add, cast.tournament, name="hall") == {"name": ["There is a room hall already."]}
    assert set(refused(rooms.add, cast.tournament, name="", numbers=[0, 1])) == {"name", "numbers"}
    rooms.update(hall, numbers=[2, 9], name="Main hall")
    assert [spot.number for spot in spots(hall)] == [2, 9]


@pytest.mark.parametrize(
    ("text", "numbers"), [("1-4, 9", [1, 2, 3, 4, 9]), ("", []), (" 7 ;2", [2, 7]), ("3–5", [3, 4, 5])]
)
def test_numbers_are_read(text: str, numbers: list[int]) -> None:
    assert rooms.read_numbers(text) == numbers
    assert rooms.read_numbers(rooms.write_numbers(numbers)) == numbers


@pytest.mark.parametrize("text", ["a", "1-", "-3", "5-2", "1..4", "99999999999", "1-2-3"])
def test_what_is_no_number_is_refused(text: str) -> None:
    assert "numbers" in refused(rooms.read_numbers, text)


def test_two_matches_of_an_official_are_kept_in_a_room_that_has_space_for_both(cast: Cast) -> None:
    """The gallery would be filled exactly by one of them; the hall has space for both. A third is too many."""
    second, third = another(cast, official=cast.official), another(cast, official=cast.official)
    room(cast, "Gallery", 2)
    room(cast, "Hall", 6)
    found = placing.place(cast.round_one)
    assert (where(cast.match), where(second)) == (["Hall 1", "Hall 2"], ["Hall 3", "Hall 4"])
    assert [(one.match, why) for one, why in found.left] == [
        (third.pk, "Official has 2 matches at that time already: give it another official first.")
    ]
