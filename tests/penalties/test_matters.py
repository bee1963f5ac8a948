"""Does it matter? With and without an entry, as everything stands at the moment of asking."""

from __future__ import annotations

from typing import Any

import pytest
from django.template.loader import render_to_string

from penalties.models import Incident
from penalties.selectors import matters
from penalties.selectors.matters import Matters
from scoring.services import results
from tests.cast import Cast, client_of
from tests.factories import DivisionFactory, MatchFactory, RoundFactory, make_team
from tests.penalties.acts import RENEGED, claim, rule_now
from tests.penalties.disputing import raised
from tests.scoring.ledgers import ORDINARY, correct, game, open_it, record, table_of, tally
from tournaments.models import Match, Table, Team, Tournament

pytestmark = pytest.mark.django_db


@pytest.fixture
def short(cast: Cast) -> Cast:
    """One table of three games a match: two bullseyes win. Open, S deals, Pelicans (home) sit N–S."""
    Tournament.objects.filter(pk=cast.tournament.pk).update(tables_per_match=1, games_per_table=3)
    Table.objects.filter(number=2).delete()
    Table.objects.update(games=3)
    cast.tournament.refresh_from_db()
    cast.match.refresh_from_db()
    open_it(cast)
    return cast


def another(cast: Cast, home: Team, away: Team, figures: tuple[int, int], number: int) -> None:
    """A match of the same tournament, typed and confirmed."""
    round_ = RoundFactory(tournament=cast.tournament, number=number)
    match: Match = MatchFactory.create(tournament=cast.tournament, round=round_, home=home, away=away)
    record(match.tables.get(number=1), tally(*figures), 0, cast.scorer)
    results.confirm(match, by=cast.official)


def told(found: Matters) -> dict[str, tuple[bool, str, str]]:
    return {line.title: (line.differs, line.stands, line.otherwise) for line in found.lines}


def test_a_bullseye_matters_at_the_table_while_the_match_is_open(short: Cast) -> None:
    """1–0 by a game, then a renege of North's gives Scarlets game 2."""
    record(table_of(short), game("NS"), 1, short.scorer)
    rule_now(short, RENEGED)
    found = matters.of_event(table_of(short), 3)
    assert told(found) == {
        "Game 2": (True, "won by Scarlets, N/S 0, E/W 0", "stands at N/S 0, E/W 0"),
        "Bullseyes of the table": (True, "Pelicans 1, Scarlets 1", "Pelicans 1, Scarlets 0"),
        "Match": (False, "open at 1–1", "open at 1–0"),
    }
    assert (found.widest, found.note) == ("table", "")


def test_a_later_game_turns_the_answer(short: Cast) -> None:
    """The last game goes to Scarlets: with the ruling they have won 2–1, without it the match stands at 1–1.

    Without a result both teams are level and share the first place, so Pelicans alone have another one.
    """
    record(table_of(short), game("NS"), 1, short.scorer)
    rule_now(short, RENEGED)
    assert matters.of_event(table_of(short), 3).widest == "table"
    record(table_of(short), game("EW"), 3, short.scorer)
    found = matters.of_event(table_of(short), 3)
    assert told(found)["Match"] == (True, "won by Scarlets, 1–2", "open at 1–1")
    assert told(found)["Standings"] == (True, "Pelicans 2nd", "Pelicans 1st")
    assert (found.widest, found.headline) == ("standings", "It changes the standings.")


def test_a_later_result_elsewhere_turns_the_answer(short: Cast) -> None:
    """Pelicans win 2–1 with the ruling and 2–0 without.

    Herons have won 2–1: level with Pelicans' 2–1, behind their 2–0. When Pelicans win once more, they are first anyhow.
    """
    herons, ibises = (
        make_team(short.tournament, name, [f"{name} {n}" for n in range(4)]) for name in ("Herons", "Ibises")
    )
    record(table_of(short), game("NS"), 1, short.scorer)
    rule_now(short, RENEGED)
    record(table_of(short), game("NS"), 3, short.scorer)
    before = matters.of_event(table_of(short), 3)
    assert (before.widest, told(before)["Match"]) == ("table", (False, "won by Pelicans, 2–1", "won by Pelicans, 2–0"))
    another(short, herons, ibises, (2, 1), 2)
    found = matters.of_event(table_of(short), 3)
    assert found.widest == "standings"
    assert told(found)["Standings"] == (
        True,
        "Herons 1st, Scarlets 3rd",
        "Herons 2nd, Scarlets 4th",
    )
    another(short, short.home_team, ibises, (2, 0), 3)
    turned = matters.of_event(table_of(short), 3)
    assert (turned.widest, turned.lines[-1].differs) == ("table", False)


def test_in_divisions_the_places_of_each_are_told(short: Cast) -> None:
    """Pelicans in the North, Scarlets in the South, each with one more team that has not played."""
    north, south = (DivisionFactory.create(tournament=short.tournament, name=name) for name in ("North", "South"))
    for team, division in ((short.home_team, north), (short.away_team, south)):
        Team.objects.filter(pk=team.pk).update(division=division)
        other = make_team(short.tournament, f"{division.name}erners", [f"{division.name} {n}" for n in range(4)])
        Team.objects.filter(pk=other.pk).update(division=division)
    record(table_of(short), game("NS"), 1, short.scorer)
    rule_now(short, RENEGED)
    record(table_of(short), game("EW"), 3, short.scorer)
    found = told(matters.of_event(table_of(short), 3))
    # With it Pelicans lost 1–2 and Scarlets won; without it nobody has won yet, and everybody is level.
    assert found["North"] == (True, "Pelicans 2nd", "Pelicans 1st")
    assert found["South"] == (True, "Southerners 2nd", "Southerners 1st")


def test_a_confirmed_result_is_not_counted_twice(short: Cast) -> None:
    record(table_of(short), game("NS"), 1, short.scorer)
    rule_now(short, RENEGED)
    record(table_of(short), game("EW"), 3, short.scorer)
    unconfirmed = matters.of_event(table_of(short), 3)
    results.confirm(Match.objects.get(pk=short.match.pk), by=short.captain_home)
    assert matters.of_event(table_of(short), 3) == unconfirmed


def test_a_claim_is_weighed_by_the_ruling_that_the_code_gives(short: Cast) -> None:
    found = matters.of_incident(claim(short, RENEGED))
    assert found.about == "a ruling under 10.a, were it given now"
    assert told(found)["Bullseyes of the table"] == (True, "Pelicans 0, Scarlets 1", "Pelicans 0, Scarlets 0")
    assert table_of(short).board.sequence == 1


def test_a_ruled_incident_is_weighed_by_its_ruling(short: Cast) -> None:
    done = rule_now(short, RENEGED)
    found = matters.of_incident(Incident.objects.get(pk=done.ruling.incident_id))
    assert found.about == "entry 2 of the table"
    assert found.widest == "table"


def test_a_claim_that_somebody_has_to_decide_cannot_be_weighed(short: Cast) -> None:
    found = matters.of_incident(claim(short, {"clause": "11.m", "offender": "N", "phase": "playing"}))
    assert (found.known, found.headline) == (False, "It cannot be said yet whether it matters.")
    assert found.note.startswith("It depends on what is decided: 11.m")


def test_a_hand_that_changes_nothing_but_the_points(short: Cast) -> None:
    record(table_of(short), ORDINARY, 1, short.scorer)
    found = matters.of_event(table_of(short), 2)
    assert found.widest == "game"
    assert told(found)["Game 1"] == (True, "stands at N/S 3, E/W 1", "stands at N/S 0, E/W 0")


def test_a_correction_stands_for_what_it_corrected(short: Cast) -> None:
    record(table_of(short), ORDINARY, 1, short.scorer)
    correct(table_of(short), 2, short.scorer, replace={**ORDINARY, "low": "NS"})
    found = matters.of_event(table_of(short), 3)
    assert found.about == "entry 2 of the table"
    assert told(found)["Game 1"] == (True, "stands at N/S 4, E/W 0", "stands at N/S 0, E/W 0")


@pytest.mark.parametrize("sequence", [0, 1, 2, 99, 2**31])
def test_what_is_no_entry_that_counts(short: Cast, sequence: int) -> None:
    found = matters.of_event(table_of(short), sequence)
    assert (found.known, found.note) == (False, f"Entry {sequence} is none that the score rests on.")


def test_a_table_that_is_not_open(cast: Cast) -> None:
    assert matters.of_event(table_of(cast), 1).note == "The table is not open yet."


def test_two_tables_and_the_decider(cast: Cast) -> None:
    """Home 6–4 at table 2. At table 1 a ruling makes it 4–6 instead of 4–5 with a game to play: level, or open."""
    record(table_of(cast, 2), tally(6, 4), 0, cast.scorer)
    open_it(cast)
    for number, pair in enumerate(["NS"] * 4 + ["EW"] * 5, start=1):
        record(table_of(cast), game(pair), number, cast.scorer)
    rule_now(cast, RENEGED)
    found = matters.of_event(table_of(cast), 11)
    assert told(found)["Match"] == (True, "level at 10–10, for the decider", "open at 10–9")
    assert found.headline == (
        "It changes how the match goes. What it does to the standings can be told when the match has ended."
    )


def test_the_page_s_part(short: Cast) -> None:
    rule_now(short, RENEGED)
    made = render_to_string("penalties/_matters.html", {"matters": matters.of_event(table_of(short), 2)})
    text = " ".join(made.split())
    assert "It changes this table’s score" in text
    assert "<td>Pelicans 0, Scarlets 1</td><td><strong>Pelicans 0, Scarlets 0</strong></td>" in text
    assert '<td class="quiet">open at 0–1</td><td class="quiet">open at 0–0</td>' in text


def test_queries(short: Cast, django_assert_max_num_queries: Any) -> None:
    """The table twice, its events, the match, the standings, the result: none of them for each event or team."""
    rule_now(short, RENEGED)
    record(table_of(short), game("EW"), 2, short.scorer)
    table = table_of(short)
    with django_assert_max_num_queries(6):
        assert matters.of_event(table, 2).widest == "standings"


def test_an_open_dispute_shows_it_to_those_concerned_and_anew_each_time(short: Cast) -> None:
    """The renege of entry 2 moves the table alone; when the next game ends the match with it, the page says so."""
    rule_now(short, RENEGED)
    dispute = raised(short, about_sequence=2)
    address = f"/t/{short.tournament.slug}/disputes/{dispute.pk}/"
    home = client_of(short.captain_home)
    assert "It changes this table’s score; how the match goes is the same so far." in home.get(address).content.decode()
    assert "Does it matter?" not in client_of(None).get(address).content.decode()
    record(table_of(short), game("EW"), 2, short.scorer)
    assert "It changes the standings." in home.get(address).content.decode()


def test_a_dispute_about_nothing_recorded_has_nothing_to_leave_out(short: Cast) -> None:
    dispute = raised(short)
    address = f"/t/{short.tournament.slug}/disputes/{dispute.pk}/"
    assert "Does it matter?" not in client_of(short.captain_home).get(address).content.decode()
    assert matters.of_dispute(dispute).known is False
