"""The scorer's page: the pad, the preview, the ledger behind it."""

from __future__ import annotations

from typing import Any
from uuid import uuid4

import pytest

from scoring.models import LedgerEvent
from tests.cast import Cast, client_of
from tests.scoring.ledgers import ORDINARY, correct, game, open_it, record, record_all, seats_of, seven, table_of
from tests.scoring.views.pages import HAND, HTMX, events, hidden, match_url, play_out, send, table_url
from tests.scoring.views.test_public_pages import words
from tournaments.models import Player, Table, TableKind
from tournaments.services import bars

UNSAID = {"high": "", "low": "", "gamble": ""}


def labels(page: Any, name: str) -> list[str]:
    return [choice[1] for choice in page.context["form"].fields[name].choices]


def test_an_ordinary_hand_is_four_taps(cast: Cast) -> None:
    """High, low, gamble, chalk: everything else stands as the page sends it."""
    open_it(cast)
    client = client_of(cast.scorer)
    form = client.get(table_url(cast)).context["form"]
    untouched = {name: form[name].value() or "" for name in form.fields if name not in ("high", "low", "gamble")}
    untouched = {name: value for name, value in untouched.items() if value is not False}
    answer = client.post(table_url(cast), {**untouched, "high": "NS", "low": "EW", "gamble": "NS"})
    assert answer.status_code == 302
    event = LedgerEvent.objects.get(sequence=2).event["event"]
    assert {name: event.get(name) for name in ("kicks", "lead", "answer", "high", "low", "jack", "gamble")} == {
        "kicks": ["??"],
        "lead": "stand",
        "answer": None,
        "high": "NS",
        "low": "EW",
        "jack": {"outcome": "out"},
        "gamble": {"pair": "NS"},
    }


def test_after_a_hand_the_page_shows_the_board_and_an_empty_pad(cast: Cast) -> None:
    open_it(cast)
    client = client_of(cast.scorer)
    first = hidden(client, table_url(cast))
    answer = client.post(table_url(cast), {**first, **HAND}, follow=True)
    shown = answer.context["shown"]
    assert [(side.pair, side.score, [mark.text for mark in side.marks]) for side in shown.pairs] == [
        ("NS", 3, ["H", "G2"]),
        ("EW", 1, ["L"]),
    ]
    assert (shown.dealer, shown.leader) == ("East", "North")
    form = answer.context["form"]
    assert str(form["expected"].value()) == "2"
    assert str(form["client_id"].value()) != first["client_id"]
    assert form["high"].value() is None
    assert answer.text.count('class="new"') == 3


def test_htmx_gets_the_moving_part_alone(cast: Cast) -> None:
    open_it(cast)
    answer = send(client_of(cast.scorer), table_url(cast), HAND, **HTMX)
    assert answer.status_code == 200
    assert answer.text.lstrip().startswith('<div id="table"')
    assert "<html" not in answer.text
    assert "HX-Reswap" not in answer.headers


def test_a_double_tap_is_one_hand(cast: Cast) -> None:
    open_it(cast)
    client = client_of(cast.scorer)
    form = {**hidden(client, table_url(cast)), **HAND}
    answers = [client.post(table_url(cast), form) for _ in range(3)]
    assert [answer.status_code for answer in answers] == [302, 302, 302]
    assert len({answer.headers["Location"] for answer in answers}) == 1
    assert events(cast) == 2


def test_the_same_number_for_another_hand_is_refused(cast: Cast) -> None:
    open_it(cast)
    client = client_of(cast.scorer)
    form = {**hidden(client, table_url(cast)), **HAND}
    client.post(table_url(cast), form)
    answer = client.post(table_url(cast), {**form, "high": "EW"})
    assert answer.status_code == 422
    assert "This client_id already stands for another entry." in words(answer)
    assert events(cast) == 2


@pytest.mark.parametrize("headers", [{}, HTMX])
def test_too_late_shows_the_board_as_it_is_and_keeps_what_was_typed(cast: Cast, headers: dict[str, Any]) -> None:
    open_it(cast)
    client = client_of(cast.scorer)
    form = {**hidden(client, table_url(cast)), **HAND, "high": "EW", "low": "EW"}
    record(table_of(cast), ORDINARY, 1, cast.official)
    answer = client.post(table_url(cast), form, **headers)
    assert answer.status_code == 409
    assert "Somebody recorded at this table in the meantime." in words(answer)
    assert [side.score for side in answer.context["shown"].pairs] == [3, 1]
    again = answer.context["form"]
    assert (again["high"].value(), again["low"].value(), again["gamble"].value()) == ("EW", "EW", "NS")
    assert again["expected"].value() == "2"
    assert again["client_id"].value() != form["client_id"]
    assert events(cast) == 2
    form |= {"expected": again["expected"].value(), "client_id": again["client_id"].value()}
    assert client.post(table_url(cast), form).status_code == 302
    assert events(cast) == 3


def test_a_refused_hand_says_what_why_and_what_to_do(cast: Cast) -> None:
    open_it(cast)
    answer = send(client_of(cast.scorer), table_url(cast), {**HAND, "kick_1": "J", "jack": "made-NS"})
    assert answer.status_code == 422
    text = words(answer)
    assert "The rules do not allow this. The jack of trumps was kicked" in text
    assert "Set Jack to “none”, or put the kick right." in text
    assert answer.context["form"]["jack"].value() == "made-NS"
    assert events(cast) == 1


def test_a_refusal_leaves_the_page_where_it_is(cast: Cast) -> None:
    open_it(cast)
    answer = send(client_of(cast.scorer), table_url(cast), {**HAND, "kick_1": "J", "jack": "made-NS"}, **HTMX)
    assert (answer.status_code, answer.headers["HX-Reswap"]) == (422, "outerHTML")


def preview(cast: Cast, hand: dict[str, Any]) -> Any:
    client = client_of(cast.scorer)
    return client.post(table_url(cast, "table-preview"), {**hidden(client, table_url(cast)), **hand}, **HTMX)


def test_the_preview_tells_what_the_hand_will_chalk_and_saves_nothing(cast: Cast) -> None:
    open_it(cast)
    record_all(table_of(cast), [seven("NS"), ORDINARY], cast.scorer)
    answer = preview(cast, {**HAND, "kick_1": "A", "jack": "hung-EW"})
    assert answer.status_code == 200
    # N deals the third hand: N/S 10 + 1 + 1 + 2, E/W 1 + 1 + 3; at 14 N/S has the bullseye.
    assert words(answer) == ("→ N/S bullseye , N/S 14, E/W 5 N/S: Kick 1, High 1, Gamble 2 · E/W: Low 1, Hung jack 3")
    assert events(cast) == 3


def test_the_preview_shows_points_after_the_target_as_not_counted(cast: Cast) -> None:
    open_it(cast)
    record_all(
        table_of(cast), [seven("NS"), {**ORDINARY, "low": "NS", "jack": {"outcome": "made", "pair": "NS"}}], cast.scorer
    )
    answer = preview(cast, {**HAND, "high": "NS", "low": "NS", "jack": "made-NS", "gamble": "EW"})
    assert words(answer) == (
        "→ N/S bullseye , N/S 14, E/W 0 N/S: High 1, Low 1, Jack 1 (not counted) · E/W: Gamble 2 (not counted)"
    )


def test_the_preview_of_an_unfinished_pad_says_what_is_missing(cast: Cast) -> None:
    open_it(cast)
    answer = preview(cast, {**HAND, "low": "", "gamble": ""})
    assert (answer.status_code, words(answer)) == (200, "Still to say: Low, Gamble")
    answer = preview(cast, {"then": "stood", "jack": "out"})
    assert (answer.status_code, words(answer)) == (200, "Still to say: High, Low, Gamble")


def test_a_kick_that_ends_the_game_needs_no_more(cast: Cast) -> None:
    open_it(cast, first_dealer="E")
    # E and N have dealt; W deals the third hand with E/W at 12.
    record_all(
        table_of(cast),
        [
            seven("EW"),
            {
                **ORDINARY,
                "high": "EW",
                "low": "EW",
                "jack": {"outcome": "made", "pair": "EW"},
                "gamble": {"pair": "EW"},
            },
        ],
        cast.scorer,
    )
    answer = preview(cast, {"kick_1": "J", "then": "stood", "jack": "out"})
    assert words(answer) == "→ E/W bullseye , N/S 0, E/W 15 E/W: Kick 3"
    saved = send(client_of(cast.scorer), table_url(cast), {"kick_1": "J", "then": "stood", "jack": "out"})
    assert saved.status_code == 302
    assert [side.bullseyes for side in client_of(cast.scorer).get(table_url(cast)).context["shown"].pairs] == [0, 1]


def test_a_bullseye_is_announced(cast: Cast) -> None:
    open_it(cast)
    record(table_of(cast), seven("NS"), 1, cast.scorer)
    taps = {**HAND, "high": "NS", "low": "NS", "jack": "hung-NS", "gamble": "NS"}
    answer = send(client_of(cast.scorer), table_url(cast), taps, **HTMX)
    assert "Bullseye: Pelicans, 14–0 Game 1 is closed. Now Pelicans 1, Scarlets 0." in words(answer)
    assert "Game 2 of 10" in words(answer)


@pytest.mark.parametrize(
    ("taps", "event"),
    [
        ({"then": "gave"}, {"kicks": ["??"], "lead": "beg", "answer": "give"}),
        ({"then": "ran", "kick_2": "2"}, {"kicks": ["??", "2?"], "lead": "beg", "answer": "run"}),
        ({"then": "ran", "kick_1": "A", "kick_2": "", "kick_3": "J"}, {"kicks": ["A?", "??", "J?"]}),
        ({"then": "ran", "kick_3": "none"}, {"kicks": ["??", "??", "??"]}),
        ({"then": "blind", "high": "none", "low": "none"}, {"lead": "stand-blind", "high": None, "low": None}),
        ({"jack": "hung-EW"}, {"jack": {"outcome": "hung", "pair": "EW"}}),
        ({"count_ns": "34", "count_ew": "12"}, {"gamble": {"pair": "NS", "counts": {"NS": 34, "EW": 12}}}),
        (
            {"then": "ran", "kick_1": "A", "kick_2": "2", "kick_3": "none", "ran_out": "on", **UNSAID},
            {"kicks": ["A?", "2?", "??"], "ran_out": True},
        ),
    ],
)  # fmt: skip
def test_what_is_tapped_is_what_the_engine_reads(cast: Cast, taps: dict[str, str], event: dict[str, Any]) -> None:
    open_it(cast)
    answer = send(client_of(cast.scorer), table_url(cast), {**HAND, **taps})
    assert answer.status_code == 302, words(answer)
    stored = LedgerEvent.objects.get(sequence=2).event["event"]
    assert {name: stored.get(name) for name in event} == event


def test_a_pair_that_sings_early_leaves_the_rest_unsaid(cast: Cast) -> None:
    open_it(cast)
    record(table_of(cast), seven("NS"), 1, cast.scorer)
    record(table_of(cast), {**ORDINARY, "low": "NS", "jack": {"outcome": "made", "pair": "NS"}}, 2, cast.scorer)
    answer = send(
        client_of(cast.scorer),
        table_url(cast),
        {"then": "stood", "high": "NS", "low": "NS", "jack": "out", "sung": "NS"},
    )
    assert answer.status_code == 302
    assert LedgerEvent.objects.get(sequence=4).event["event"]["sung"] == "NS"


def test_keys_come_from_the_ruleset(cast: Cast) -> None:
    open_it(cast)
    page = client_of(cast.scorer).get(table_url(cast))
    assert labels(page, "kick_1") == ["–", "A·1", "2·2", "J·3"]
    assert labels(page, "then") == ["Stood", "Gave one", "Ran", "Stood blind"]
    assert labels(page, "gamble") == ["N/S", "E/W"]


def test_keys_of_another_ruleset(cast: Cast) -> None:
    cast.tournament.ruleset_name = "trinidad"
    cast.tournament.save()
    open_it(cast)
    page = client_of(cast.scorer).get(table_url(cast))
    assert labels(page, "kick_1") == ["–", "A·1", "6·2", "J·3"]
    assert labels(page, "then") == ["Stood", "Gave one", "Ran"]
    assert labels(page, "gamble") == ["N/S", "E/W", "level"]
    answer = send(client_of(cast.scorer), table_url(cast), {**HAND, "gamble": "none"}, **HTMX)
    assert [side.score for side in answer.context["shown"].pairs] == [1, 1]
    answer = send(client_of(cast.scorer), table_url(cast), HAND, **HTMX)
    assert [side.score for side in answer.context["shown"].pairs] == [3, 2]


def test_after_a_game_without_hands_the_dealer_is_asked_for(cast: Cast) -> None:
    open_it(cast)
    record(table_of(cast), game("NS"), 1, cast.scorer)
    client = client_of(cast.scorer)
    answer = send(client, table_url(cast), HAND)
    assert answer.status_code == 400
    assert answer.context["form"].errors["dealer"] == [
        "Say who dealt: the board does not know after a game without hands."
    ]
    assert send(client, table_url(cast), {**HAND, "dealer": "W"}).status_code == 302
    assert client.get(table_url(cast)).context["shown"].dealer == "South"


def test_the_list_keeps_struck_hands_with_the_reason(cast: Cast) -> None:
    open_it(cast)
    record_all(table_of(cast), [ORDINARY, seven("EW")], cast.scorer)
    correct(table_of(cast), 3, cast.official, reason="the other pair hung it", replace=seven("NS"))
    lines = client_of(cast.scorer).get(table_url(cast)).context["lines"]
    assert [(line.sequence, line.text, line.struck_by, line.reason, line.by) for line in lines] == [
        (4, "Correction: #3 replaced", None, "the other pair hung it", "Official"),
        (3, "Hand", 4, "the other pair hung it", "Scorer"),
        (2, "Hand", None, "", "Scorer"),
        (1, "Table opened", None, "", "Scorer"),
    ]
    assert [mark.text for mark in lines[1].marks["EW"]] == ["H", "L", "HJ3", "G2"]
    assert lines[1].marks["NS"] == ()
    # What stands in its place is on the line of the correction.
    assert [mark.text for mark in lines[0].marks["NS"]] == ["H", "L", "HJ3", "G2"]


def test_a_long_list_is_calm_and_can_be_shown_whole(cast: Cast) -> None:
    open_it(cast)
    record_all(table_of(cast), [ORDINARY] * 14, cast.scorer)
    client = client_of(cast.scorer)
    page = client.get(table_url(cast))
    assert page.text.count('class="num quiet"') == 12
    assert "Show everything recorded here" in page.text
    whole = client.get(table_url(cast) + "?all=1")
    assert whole.text.count('class="num quiet"') == 15
    assert "Show everything" not in whole.text


def test_an_unopened_table_offers_to_seat_the_players(cast: Cast) -> None:
    text = words(client_of(cast.scorer).get(table_url(cast)))
    assert "This table is not open yet." in text
    assert "Seat the players" in text


def test_a_hand_at_an_unopened_table_is_refused(cast: Cast) -> None:
    answer = client_of(cast.scorer).post(
        table_url(cast), {**HAND, "expected": "0", "client_id": str(uuid4()), "dealer": "S"}
    )
    assert answer.status_code == 422
    assert events(cast) == 0


def test_when_the_match_is_won_the_pad_is_gone(cast: Cast) -> None:
    play_out(cast)
    page = client_of(cast.scorer).get(table_url(cast))
    assert "data-pad" not in page.text
    assert "The match is over: Pelicans won 11–7." in words(page)


def test_without_a_script_the_preview_is_a_button(cast: Cast) -> None:
    open_it(cast)
    answer = send(client_of(cast.scorer), table_url(cast), {**HAND, "act": "preview"})
    assert answer.status_code == 200
    assert "→ N/S 3, E/W 1 N/S: High 1, Gamble 2 · E/W: Low 1" in words(answer)
    assert answer.context["form"]["high"].value() == "NS"
    assert events(cast) == 1


@pytest.mark.parametrize("new", ["", "x", "-1", "99999999999999999999", "１", "1e3"])
def test_a_crooked_mark_of_the_new_chalk_is_no_fault(cast: Cast, new: str) -> None:
    open_it(cast)
    assert client_of(cast.scorer).get(table_url(cast), {"new": new}).status_code == 200


def test_a_whole_match_from_paper_has_no_scorers_page(cast: Cast) -> None:
    Table.objects.create(match=cast.match, number=0, kind=TableKind.SHEET, games=21)
    answer = client_of(cast.scorer).get(table_url(cast, number=0))
    assert (answer.status_code, answer.headers["Location"]) == (302, match_url(cast))


def test_the_page_names_who_sits_there_and_may_not(cast: Cast) -> None:
    open_it(cast)
    player = Player.objects.get(pk=seats_of(cast)["N"])
    assert client_of(cast.scorer).get(table_url(cast)).context["sent_away"] == []
    bar = bars.impose(cast.tournament, player=player, kind="suspended", reason="Struck a player.", by=cast.director)
    page = client_of(cast.scorer).get(table_url(cast))
    why = "may not be seated in this tournament: suspended (Struck a player.)"
    assert page.context["sent_away"] == [(player.name, why)]
    assert f"<strong>{player.name}</strong> {why}." in page.content.decode()
    bars.lift(bar, by=cast.director, reason="Heard.")
    assert client_of(cast.scorer).get(table_url(cast)).context["sent_away"] == []
