"""A pair that had its points and did not sing before the cut (12.j), from the pad to the sheet."""

from __future__ import annotations

import pytest

from scoring.models import LedgerEvent, PrintKind
from tests.cast import Cast, client_of
from tests.scoring.ledgers import ORDINARY, correct, game, open_it, record, record_all, seven, table_of
from tests.scoring.test_documents import pages
from tests.scoring.views.pages import events, hidden, match_url, send, table_url
from tests.scoring.views.test_public_pages import words

FOURTEEN = {"then": "stood", "high": "EW", "low": "EW", "jack": "hung-EW", "gamble": "EW", "unsung": "EW"}
"""After 7–7: seven more to E/W, who do not sing at 14."""
FIVE = {**ORDINARY, "low": "NS", "jack": {"outcome": "hung", "pair": "NS"}, "gamble": {"pair": "EW"}}
"""N/S 5, E/W 2."""


def at_seven_all(cast: Cast) -> None:
    open_it(cast)
    record_all(table_of(cast), [seven("NS"), seven("EW")], cast.scorer)


def board(cast: Cast) -> tuple[list[int], list[int]]:
    """Scores and bullseyes of N/S and E/W on the scorer's page."""
    pairs = client_of(cast.scorer).get(table_url(cast)).context["shown"].pairs
    return [side.score for side in pairs], [side.bullseyes for side in pairs]


def test_the_game_goes_on_and_level_it_is_high_that_sings(cast: Cast) -> None:
    """7–14 not sung, then seven to N/S: 14–14, and N/S made high in that hand."""
    at_seven_all(cast)
    client = client_of(cast.scorer)
    previewed = client.post(table_url(cast, "table-preview"), {**hidden(client, table_url(cast)), **FOURTEEN})
    assert words(previewed) == (
        "→ N/S 7, E/W 14 E/W: High 1, Low 1, Hung jack 3, Gamble 2 "
        "E/W did not sing: every chalk counts, and no bullseye yet."
    )
    answer = send(client, table_url(cast), FOURTEEN)
    assert answer.status_code == 302, words(answer)
    assert LedgerEvent.objects.get(sequence=4).event["event"]["unsung"] == "EW"
    assert board(cast) == ([7, 14], [0, 0])
    assert "Hand, E/W did not sing" in words(client.get(table_url(cast)))
    record(table_of(cast), seven("NS"), 4, cast.scorer)
    assert board(cast) == ([0, 0], [1, 0])
    story = client.get(match_url(cast)).context["story"]
    assert [(line.text, line.clause, line.side) for line in story if "sing" in line.text] == [
        ("Scarlets did not sing: the next hand decides", "12.j", "away")
    ]
    told = "Entry 4 in game 1: Scarlets did not sing before the cut. Its chalks all count, and the next hand decides"
    assert f"{told} (12.j)." in pages(cast, PrintKind.SCORE_SHEET)[0]


def test_level_without_high_waits_for_an_official(cast: Cast) -> None:
    """12–14 not sung; then no trump was dealt and gamble goes to N/S: 14–14, and nobody made high."""
    open_it(cast)
    made = {**ORDINARY, "high": "EW", "jack": {"outcome": "made", "pair": "EW"}, "gamble": {"pair": "EW"}}
    record_all(table_of(cast), [seven("NS"), FIVE, seven("EW"), {**made, "unsung": "EW"}], cast.scorer)
    assert board(cast) == ([12, 14], [0, 0])
    client = client_of(cast.scorer)
    hand = {"then": "blind", "high": "none", "low": "none", "jack": "out", "gamble": "NS"}
    previewed = client.post(table_url(cast, "table-preview"), {**hidden(client, table_url(cast)), **hand})
    assert "Level, and nobody made high: an official says whose bullseye it is." in words(previewed)
    assert "Call an official" not in words(client.get(table_url(cast))).split("Recorded")[0]
    answer = client.post(table_url(cast), {**hidden(client, table_url(cast)), **hand}, follow=True)
    assert "Level, and nobody made high. Call an official: they say whose bullseye it is" in words(answer)
    refused = send(client, table_url(cast), hand)
    assert (refused.status_code, events(cast)) == (422, 6)


@pytest.mark.parametrize(
    ("taps", "errors"),
    [
        ({"sung": "EW"}, {"unsung": ["A pair sang, or one did not: both cannot be in one hand."]}),
        (
            {"high": "", "low": "", "jack": "out", "gamble": ""},
            {name: [f"Say who has {name}."] for name in ("high", "low", "gamble")},
        ),
    ],
)
def test_not_sung_is_of_a_hand_that_was_played_out(
    cast: Cast, taps: dict[str, str], errors: dict[str, list[str]]
) -> None:
    at_seven_all(cast)
    answer = send(client_of(cast.scorer), table_url(cast), {**FOURTEEN, **taps})
    assert answer.status_code == 400
    assert dict(answer.context["form"].errors) == errors
    assert events(cast) == 3


def test_a_correction_starts_with_it_and_can_take_it_away(cast: Cast) -> None:
    """Sung after all: 7–14 is E/W's game. Story and sheet no longer say otherwise."""
    at_seven_all(cast)
    unsung = {**seven("EW"), "unsung": "EW"}
    record(table_of(cast), unsung, 3, cast.scorer)
    client = client_of(cast.scorer)
    page = client.get(table_url(cast, "table-correct"))
    assert page.context["replacement"]["unsung"].value() == "EW"
    correct(table_of(cast), 4, cast.scorer, reason="they sang", replace=seven("EW"))
    assert board(cast) == ([0, 0], [0, 1])
    story = client.get(match_url(cast)).context["story"]
    assert [line.text for line in story if "did not sing" in line.text] == []
    assert "did not sing" not in pages(cast, PrintKind.SCORE_SHEET)[0]


def test_a_correction_can_bring_it(cast: Cast) -> None:
    """In the second game, so that its number is told; the entry keeps the number that it had."""
    open_it(cast)
    record_all(table_of(cast), [game("NS"), {**seven("NS"), "dealer": "S"}, seven("EW"), seven("EW")], cast.scorer)
    correct(table_of(cast), 5, cast.scorer, reason="not sung", replace={**seven("EW"), "unsung": "EW"})
    assert board(cast) == ([7, 14], [1, 0])
    assert "Entry 5 in game 2: Scarlets did not sing before the cut." in pages(cast, PrintKind.SCORE_SHEET)[0]
