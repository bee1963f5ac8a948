"""A hand that lies behind a ruling is put right by its scorer; the ruling stays and is counted again."""

from __future__ import annotations

import pytest

from penalties.models import Ruling, RulingState
from scoring.selectors import tables
from scoring.services.ledger import LedgerRefused
from tests.cast import Cast, client_of
from tests.penalties.acts import RENEGED, board, rule_now, whole
from tests.scoring.ledgers import ORDINARY, correct, open_it, record, record_all, seven, table_of
from tests.scoring.views.pages import hidden, table_url

pytestmark = pytest.mark.django_db

EAST_WEST = {**ORDINARY, "high": "EW", "low": "NS", "gamble": {"pair": "EW"}}
"""One point to N–S, three to E–W."""


INTO_A_LIFT = {"clause": "11.b", "offender": "S", "phase": "playing", "choice": "own"}
"""A point to E–W, whoever deals."""


@pytest.fixture
def ruled(cast: Cast) -> Cast:
    """Opened (1), an ordinary hand to N–S (2), a point of penalty to E–W (3): 3–2."""
    open_it(cast)
    record(table_of(cast), ORDINARY, 1, cast.scorer)
    rule_now(cast, INTO_A_LIFT)
    return cast


def scores(cast: Cast) -> tuple[int, int]:
    found = board(cast).scores
    return (found.NS, found.EW)


def test_the_hand_is_replaced_and_the_ruling_stays(ruled: Cast) -> None:
    assert scores(ruled) == (3, 2)
    done = correct(table_of(ruled), 3, ruled.scorer, replace=EAST_WEST)
    assert (done.sequence, done.answer["event"]["of"]) == (4, 1)
    assert scores(ruled) == (1, 4)
    assert Ruling.objects.get().state == RulingState.STANDING
    whole(ruled)


def test_the_hand_is_struck_and_the_one_before_it_comes_next(ruled: Cast) -> None:
    correct(table_of(ruled), 3, ruled.scorer)
    assert scores(ruled) == (0, 1)
    with pytest.raises(LedgerRefused) as refused:
        correct(table_of(ruled), 4, ruled.scorer)
    assert refused.value.code == "ruling-stands"
    whole(ruled)


def test_the_page_names_the_ruling_and_corrects_the_hand(ruled: Cast) -> None:
    client = client_of(ruled.scorer)
    page = client.get(table_url(ruled, "table-correct"))
    assert page.context["last"].sequence == 2
    assert "An official ruled after this entry: #3 Ruling under 11.b." in page.content.decode()
    url = table_url(ruled, "table-correct")
    answer = client.post(url, {**hidden(client, url), "act": "strike", "reason": "never played"})
    assert answer.status_code == 302
    assert scores(ruled) == (0, 1)
    page = client.get(table_url(ruled, "table-correct"))
    assert page.context["last"] is None
    assert tables.last_standing(page.context["shown"]) is None


def test_a_correction_with_which_the_ruling_cannot_stand_is_refused_with_the_way_out(cast: Cast) -> None:
    """Two sevens make a game. With the second one struck another dealt after it, and 7.d is the dealer’s alone."""
    open_it(cast)
    record_all(table_of(cast), [seven("NS"), seven("NS")], cast.scorer)
    rule_now(cast, {"clause": "7.d", "offender": "N", "phase": "dealing"})
    before = board(cast)
    with pytest.raises(LedgerRefused) as refused:
        correct(table_of(cast), 4, cast.scorer)
    assert "An official ruled after it (entry 4)" in refused.value.message
    assert "an official cancels the ruling first" in refused.value.message
    assert board(cast) == before
    whole(cast)


def test_what_a_second_offence_comes_to_follows_in_the_story(cast: Cast) -> None:
    """The bullseye of a renege is told as it counts on the board, whatever was corrected behind it."""
    open_it(cast)
    record(table_of(cast), ORDINARY, 1, cast.scorer)
    rule_now(cast, RENEGED)
    correct(table_of(cast), 3, cast.scorer, replace=EAST_WEST)
    state = board(cast)
    assert (state.bullseyes.NS, state.bullseyes.EW) == (0, 1)
    whole(cast)
