"""Text made fit to keep; the names of the standings' order; the set-up's progress."""

from __future__ import annotations

import pytest
from django.core.exceptions import ValidationError
from hypothesis import given
from hypothesis import strategies as st

from tests.cast import Cast
from tests.factories import RoundFactory
from tournaments import orderings
from tournaments.models import Role
from tournaments.selectors import setup
from tournaments.services import divisions, matches, rosters, teams, tournaments
from tournaments.words import same, tidy


@pytest.mark.parametrize(
    ("text", "kept"),
    [
        ("  a \t b\n", "a b"),
        ("e\u0301", "\u00e9"),
        ("José", "José"),
        ("ক\u200dখ", "ক\u200dখ"),
        ("a\u00a0b", "a b"),
        ("🂡 Aces", "🂡 Aces"),
    ],
)
def test_tidy(text: str, kept: str) -> None:
    assert tidy(text, longest=20) == kept


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("", "required"),
        (" \n", "required"),
        ("\u200d", "required"),
        (None, "required"),
        (5, "invalid"),
        (b"a", "invalid"),
        ("x" * 21, "max_length"),
        ("x" * 1_000_000, "max_length"),
        ("a\x00", "invisible"),
        ("\ud800", "invisible"),
        ("\u202e", "invisible"),
        ("\ufeffa", "invisible"),
        ("\ue000", "invisible"),
        ("\uffff", "invisible"),
    ],
)
def test_tidy_refuses(text: object, code: str) -> None:
    with pytest.raises(ValidationError) as error:
        tidy(text, longest=20)
    assert error.value.code == code


@given(st.text())
def test_what_tidy_keeps_it_keeps_again(text: str) -> None:
    try:
        kept = tidy(text, longest=50, required=False)
    except ValidationError:
        return
    assert tidy(kept, longest=50, required=False) == kept
    assert len(kept) <= 50
    assert kept.encode("utf-8").find(b"\x00") == -1


def test_same() -> None:
    assert same("STRASSE", "straße")
    assert not same("a", "b")


def test_every_offered_link_is_accepted_and_has_words() -> None:
    links = dict(orderings.choices())
    assert links["wins"] == "more wins"
    assert links["-bullseyes-against"] == "fewer bullseyes against"
    for link in links:
        assert orderings.checked([link]) == [link]
    assert orderings.in_words(["-bullseyes-against", "unheard-of"]) == ["fewer bullseyes against", "unheard-of"]


def states(cast: Cast) -> dict[str, str]:
    return {step.key: step.state for step in setup.progress(cast.tournament).steps}


def next_step(cast: Cast) -> str | None:
    step = setup.progress(cast.tournament).next
    return step.key if step else None


def test_the_progress_of_a_whole_set_up(cast: Cast) -> None:
    tournament = tournaments.create(cast.outsider, name="Fresh")

    def now() -> str | None:
        step = setup.progress(tournament).next
        return step.key if step else None

    assert now() == "teams"
    home = teams.add(tournament, name="A")
    assert now() == "teams"
    away = teams.add(tournament, name="B")
    assert now() == "rosters"
    rosters.add_lines(home, "P (C)\nQ\nR\nS")
    rosters.add_lines(away, "T\nU\nV")
    assert now() == "rosters"
    rosters.add(away, name="W")
    assert now() == "rosters"
    first = away.roster.order_by("pk").first()
    rosters.save_all(away, {}, captain=first.pk if first else None)
    assert now() == "rounds"
    round_one = RoundFactory.create(tournament=tournament, number=1)
    assert now() == "matches"
    matches.create(tournament, round=round_one, home=home, away=away)
    assert now() == "people"
    Role.objects.create(tournament=tournament, user=cast.scorer, name="scorer")
    assert now() is None


def test_what_may_be_left_is_never_the_next_step(cast: Cast) -> None:
    assert next_step(cast) is None
    assert states(cast) == {
        "details": "open",
        "divisions": "open",
        "entries": "open",
        "teams": "done",
        "rosters": "done",
        "stages": "open",
        "rounds": "done",
        "matches": "done",
        "people": "done",
        "day": "open",
    }
    matches.update(cast.match, official=None)
    assert states(cast)["people"] == "open"
    divisions.add(cast.tournament, name="North")
    assert (next_step(cast), states(cast)["divisions"]) == ("divisions", "todo")
