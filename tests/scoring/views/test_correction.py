"""Striking the last entry, or putting the right one in its place; the struck one stays to be seen."""

from __future__ import annotations

from typing import Any

import pytest

from scoring.models import LedgerEvent
from tests.cast import Cast, client_of
from tests.scoring.ledgers import ORDINARY, correct, game, open_it, record, record_all, seven, table_of, tally
from tests.scoring.views.pages import events, hidden, play_out, send, table_url
from tests.scoring.views.test_public_pages import words

URL = "table-correct"
NEW = {"new-kick_1": "A", "new-then": "stood", "new-high": "EW", "new-low": "EW", "new-jack": "out", "new-gamble": "EW"}


def scores(cast: Cast) -> list[int]:
    return [side.score for side in client_of(cast.scorer).get(table_url(cast)).context["shown"].pairs]


def test_the_page_shows_the_last_entry_and_starts_with_it(cast: Cast) -> None:
    open_it(cast)
    record_all(
        table_of(cast), [seven("NS"), {**ORDINARY, "kicks": ["AS"], "lead": "beg", "answer": "give"}], cast.scorer
    )
    page = client_of(cast.scorer).get(table_url(cast, URL))
    assert (page.context["last"].sequence, page.context["last"].by) == (3, "Scorer")
    pad = page.context["replacement"]
    assert {name: pad[name].value() for name in ("kick_1", "then", "high", "low", "jack", "gamble")} == {
        "kick_1": "A",
        "then": "gave",
        "high": "NS",
        "low": "EW",
        "jack": "out",
        "gamble": "NS",
    }


def test_striking_the_last_hand(cast: Cast) -> None:
    open_it(cast)
    record_all(table_of(cast), [seven("NS"), ORDINARY], cast.scorer)
    answer = send(client_of(cast.scorer), table_url(cast, URL), {"reason": "entered twice", "act": "strike"})
    assert (answer.status_code, answer.headers["Location"]) == (302, table_url(cast))
    assert scores(cast) == [7, 0]
    assert LedgerEvent.objects.latest("id").event["details"]["reason"] == "entered twice"
    assert events(cast) == 4


def test_replacing_the_last_hand(cast: Cast) -> None:
    open_it(cast)
    record_all(table_of(cast), [seven("NS"), ORDINARY], cast.scorer)
    answer = send(client_of(cast.scorer), table_url(cast, URL), {"reason": "the other pair", "act": "replace", **NEW})
    assert answer.status_code == 302
    # E dealt the second hand and kicked the ace: 1, high 1, low 1, gamble 2.
    assert scores(cast) == [7, 5]


def test_undoing_twice_strikes_the_one_before(cast: Cast) -> None:
    open_it(cast)
    record_all(table_of(cast), [seven("NS"), ORDINARY, ORDINARY], cast.scorer)
    client = client_of(cast.scorer)
    for sequence in (4, 3):
        assert client.get(table_url(cast, URL)).context["last"].sequence == sequence
        send(client, table_url(cast, URL), {"reason": "counted wrongly", "act": "strike"})
    assert scores(cast) == [7, 0]
    assert client.get(table_url(cast, URL)).context["last"].sequence == 2


def test_a_replaced_hand_can_be_corrected_again(cast: Cast) -> None:
    open_it(cast)
    record(table_of(cast), ORDINARY, 1, cast.scorer)
    correct(table_of(cast), 2, cast.scorer, replace=seven("EW"))
    client = client_of(cast.scorer)
    last = client.get(table_url(cast, URL)).context["last"]
    assert (last.sequence, last.event["high"]) == (2, "EW")
    send(client, table_url(cast, URL), {"reason": "no hand at all", "act": "strike"})
    assert scores(cast) == [0, 0]


@pytest.mark.parametrize(
    ("event", "new", "text"),
    [
        (
            game("NS"),
            {"winner": "away", "home_score": "10", "away_score": "14", "home_hang_jacks": "0", "away_hang_jacks": "0"},
            "Game to E/W, 10–14 N/S first",
        ),
        (
            tally(3, 2),
            {"home_bullseyes": "2", "away_bullseyes": "3", "home_hang_jacks": "0", "away_hang_jacks": "0"},
            "Tally from paper, 2–3 N/S first",
        ),
    ],
)
def test_paper_entries_are_replaced_by_their_like(cast: Cast, event: Any, new: dict[str, str], text: str) -> None:
    open_it(cast)
    record(table_of(cast), event, 1, cast.scorer)
    client = client_of(cast.scorer)
    taps = {
        "reason": "read from the wrong line",
        "act": "replace",
        **{f"new-{name}": value for name, value in new.items()},
    }
    assert send(client, table_url(cast, URL), taps).status_code == 302
    assert client.get(table_url(cast, URL)).context["last"].text == text


@pytest.mark.parametrize(
    ("reason", "text"),
    [
        ("", "Say why: the reason stays with the correction for everybody to see."),
        ("   ", "Say why: the reason stays with the correction for everybody to see."),
        ("x" * 301, "Ensure this value has at most 300 characters (it has 301)."),
        ("a\x00b", "Null characters are not allowed."),
    ],
)
def test_a_reason_is_needed(cast: Cast, reason: str, text: str) -> None:
    open_it(cast)
    record(table_of(cast), ORDINARY, 1, cast.scorer)
    answer = send(client_of(cast.scorer), table_url(cast, URL), {"reason": reason, "act": "strike"})
    assert answer.status_code == 400
    assert answer.context["form"].errors["reason"] == [text]
    assert events(cast) == 2


def test_a_reason_in_any_script_is_kept(cast: Cast) -> None:
    open_it(cast)
    record(table_of(cast), ORDINARY, 1, cast.scorer)
    reason = "Fehler: “falsch” – ✓ 🂡 हाथ"
    assert send(client_of(cast.scorer), table_url(cast, URL), {"reason": reason, "act": "strike"}).status_code == 302
    assert reason in words(client_of(cast.scorer).get(table_url(cast)))


def test_an_unreadable_replacement_is_named_and_kept(cast: Cast) -> None:
    open_it(cast)
    record(table_of(cast), ORDINARY, 1, cast.scorer)
    taps = {"reason": "slip", "act": "replace", **NEW, "new-high": "both"}
    answer = send(client_of(cast.scorer), table_url(cast, URL), taps)
    assert answer.status_code == 400
    assert dict(answer.context["replacement"].errors) == {"high": ["“both” is not one of the keys of this row."]}
    assert answer.context["form"]["reason"].value() == "slip"
    assert events(cast) == 2


def test_a_replacement_against_the_rules_is_refused(cast: Cast) -> None:
    open_it(cast)
    record(table_of(cast), ORDINARY, 1, cast.scorer)
    taps = {"reason": "slip", "act": "replace", **NEW, "new-kick_1": "J", "new-jack": "made-NS"}
    answer = send(client_of(cast.scorer), table_url(cast, URL), taps)
    assert answer.status_code == 422
    assert "The jack of trumps was kicked" in words(answer)
    assert scores(cast) == [3, 1]


def test_nothing_to_correct(cast: Cast) -> None:
    open_it(cast)
    text = words(client_of(cast.scorer).get(table_url(cast, URL)))
    assert "Nothing has been recorded at Table 1 that could be corrected." in text
    answer = client_of(cast.scorer).post(
        table_url(cast, URL),
        {"reason": "slip", "act": "strike", "expected": "1", "client_id": "8c4b7c1e-1111-4111-8111-111111111111"},
    )
    assert answer.status_code == 422
    assert events(cast) == 1


def test_too_late_keeps_the_reason(cast: Cast) -> None:
    open_it(cast)
    record(table_of(cast), ORDINARY, 1, cast.scorer)
    client = client_of(cast.scorer)
    sent = {**hidden(client, table_url(cast, URL)), "reason": "slip", "act": "strike"}
    record(table_of(cast), seven("NS"), 2, cast.official)
    answer = client.post(table_url(cast, URL), sent)
    assert answer.status_code == 409
    assert answer.context["form"]["reason"].value() == "slip"
    assert answer.context["last"].sequence == 3
    assert events(cast) == 3


def test_a_double_tap_is_one_correction(cast: Cast) -> None:
    open_it(cast)
    record_all(table_of(cast), [ORDINARY, ORDINARY], cast.scorer)
    client = client_of(cast.scorer)
    sent = {**hidden(client, table_url(cast, URL)), "reason": "slip", "act": "strike"}
    assert [client.post(table_url(cast, URL), sent).status_code for _ in range(2)] == [302, 302]
    assert scores(cast) == [3, 1]


def test_a_confirmed_match_is_not_corrected(cast: Cast) -> None:
    from scoring.services import results

    play_out(cast)
    results.confirm(cast.match, by=cast.official)
    answer = send(client_of(cast.scorer), table_url(cast, URL), {"reason": "slip", "act": "strike"})
    assert answer.status_code == 422
    assert "A director can withdraw it, with a reason." in words(answer)
