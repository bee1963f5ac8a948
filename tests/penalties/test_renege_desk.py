"""The renege desk: lifts read off card by card, what they prove, who may, and what cannot be read."""

from __future__ import annotations

import re
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest
from django.test import Client

from tests.cast import ROLES, Cast, client_of
from tests.scoring.ledgers import open_it, table_of

# South deals and kicks 4♠; East throws 9♥ on the diamonds of lift 2 and shows 8♦ in lift 6.
LIFTS = ["E8CTC3CAC", "S7D9H6DAD", "WJSKSAS3S", "EKC9D2C2S", "S4H2HQHTH", "N5HQCTD8D"]
NOTATION = "hand@1 round-robin S 4S stand " + " ".join(LIFTS)
PROOF = "E played 9♥ on lift 2 holding 8♦, shown on lift 6."


def url(cast: Cast, number: int = 1) -> str:
    return f"/t/{cast.tournament.slug}/matches/{cast.match.pk}/tables/{number}/renege/"


def state(lifts: list[str], **more: str) -> dict[str, str]:
    return {"dealer": "S", "then": "stand", "kicks": "4S", "cards": " ".join(lifts), **more}


def verdicts(answer: Any) -> dict[str, str]:
    """Seat by seat, as the page says it."""
    rows = re.findall(
        r'<strong>(North|East|South|West)[^<]*</strong><span class="verdict">([^<]+)</span>', answer.content.decode()
    )
    return dict(rows)


def picks(answer: Any) -> list[str]:
    """The cards that can be picked."""
    buttons = re.findall(r'<button name="add" value="(\w\w)"([^>]*)>', answer.content.decode())
    return [card for card, more in buttons if "disabled" not in more]


def test_twenty_five_taps_without_a_script(cast: Cast) -> None:
    """The kick, then 24 cards: each tap leads to the address of the next state, and seats follow by themselves."""
    open_it(cast)
    client = client_of(cast.scorer)
    answer = client.get(url(cast))
    assert len(picks(answer)) == 52
    cards = ["4S", *(lift[at : at + 2] for lift in LIFTS for at in range(1, 9, 2))]
    for number, card in enumerate(cards):
        assert len(picks(answer)) == 52 - number
        form = dict(re.findall(r'<input type="hidden" name="(\w+)" value="([^"]*)"', answer.content.decode()))
        answer = client.get(url(cast), {**form, "dealer": "S", "then": "stand", "add": card}, follow=True)
        assert answer.status_code == 200
        assert card not in picks(answer)
    query = parse_qs(urlsplit(answer.redirect_chain[-1][0]).query)
    assert query["cards"] == [" ".join(LIFTS)]
    assert verdicts(answer) == {"North": "Cleared", "East": "Proved", "South": "Cleared", "West": "Cleared"}
    assert PROOF in answer.content.decode()
    assert picks(answer) == []


def test_the_ruling_is_offered_with_its_facts(cast: Cast) -> None:
    open_it(cast)
    page = client_of(cast.official).get(url(cast), state(LIFTS)).content.decode()
    links = [link.replace("&amp;", "&") for link in re.findall(r'href="([^"]*incident/\?[^"]*)"', page)]
    base = f"/t/harbour-cup/matches/{cast.match.pk}/tables/1/incident/"
    assert [urlsplit(link).path for link in links] == [base, base]
    assert [parse_qs(urlsplit(link).query) for link in links] == [
        {"clause": [clause], "offender": ["E"], "phase": ["playing"], "dealer": ["S"], "note": [PROOF]}
        for clause in ("10.a", "10.c")
    ]
    assert "Rule on 10.a, reneging" in page
    assert "East reneged (10.a): a bullseye to N/S." in page
    assert "East · Gemma Charles" in page
    assert "Report 10.a, reneging" in client_of(cast.scorer).get(url(cast), state(LIFTS)).content.decode()


@pytest.mark.parametrize(
    ("shown", "word", "east"), [(1, "Nothing is proved so far", "Not provable"), (5, "5 of 6", "Not provable")]
)
def test_an_incomplete_set_clears_nobody(cast: Cast, shown: int, word: str, east: str) -> None:
    open_it(cast)
    answer = client_of(cast.scorer).get(url(cast), state(LIFTS[:shown]))
    assert verdicts(answer) == dict.fromkeys(("North", "East", "South", "West"), east)
    assert f"{6 - shown} lift{'' if shown == 5 else 's'} missing" in answer.content.decode()


def test_undo_goes_back_card_by_card(cast: Cast) -> None:
    open_it(cast)
    client = client_of(cast.scorer)
    answer = client.get(url(cast), {**state(LIFTS[:2]), "undo": "1"})
    query = parse_qs(urlsplit(answer.headers["Location"]).query)
    assert query["cards"] == ["E8CTC3CAC S7D9H6D"]
    answer = client.get(url(cast), {**state(["E8C"]), "undo": "1"})
    query = parse_qs(urlsplit(answer.headers["Location"]).query)
    assert (query["kicks"], query.get("cards")) == (["4S"], None)
    answer = client.get(url(cast), {"kicks": "4S", "undo": "1"})
    assert "kicks" not in parse_qs(urlsplit(answer.headers["Location"]).query)


def test_a_run_pack_kicks_until_another_suit(cast: Cast) -> None:
    open_it(cast)
    client = client_of(cast.scorer)
    for kicks, said in (("4S", "Kick the next card."), ("4S,5S", "Kick the next card."), ("4S,5D", "Lift 1 of 9")):
        assert said in client.get(url(cast), {"then": "run", "kicks": kicks}).content.decode()


def test_somebody_else_may_have_led(cast: Cast) -> None:
    open_it(cast)
    client = client_of(cast.scorer)
    assert "led by S; South’s card next" in client.get(url(cast), state(LIFTS[:1])).content.decode()
    answer = client.get(url(cast), {**state(LIFTS[:1], leader="N"), "add": "6D"}, follow=True)
    assert "led by N; West’s card next" in answer.content.decode()


def test_a_lift_at_once(cast: Cast) -> None:
    """What the page's script sends: four cards in one request, answered by the moving part and its address."""
    open_it(cast)
    answer = client_of(cast.scorer).get(
        url(cast), {**state(LIFTS[:1]), "add": "7D,9H,6D,AD"}, headers={"HX-Request": "true"}
    )
    assert answer.status_code == 200
    assert answer.content.decode().split("\n", 1)[0].strip() == ""
    assert "<html" not in answer.content.decode()
    query = parse_qs(urlsplit(answer.headers["HX-Replace-Url"]).query)
    assert query["cards"] == [" ".join(LIFTS[:2])]


@pytest.mark.parametrize(
    "text",
    [
        NOTATION,
        '{"format": "all-fours/hand@1", "ruleset": "round-robin", "dealer": "S", "kicks": ["4S"], "lead": "stand", '
        '"lifts": [["E","8C","TC","3C","AC"],["S","7D","9H","6D","AD"],["W","JS","KS","AS","3S"],'
        '["E","KC","9D","2C","2S"],["S","4H","2H","QH","TH"],["N","5H","QC","10D","8D"]]}',
    ],
)
def test_a_pasted_hand(cast: Cast, text: str) -> None:
    open_it(cast)
    answer = client_of(cast.scorer).get(url(cast), {"paste": text}, follow=True)
    assert answer.status_code == 200
    assert verdicts(answer)["East"] == "Proved"
    assert NOTATION.replace("stand ", "stand 0:0 ") in answer.content.decode()


@pytest.mark.parametrize(
    ("fields", "said"),
    [
        ({"dealer": "X"}, "The dealer"),
        ({"then": "sat"}, "What came after the kick"),
        ({"kicks": "4Z"}, "The kick"),
        ({"cards": "E8C"}, "cannot come before the kick"),
        ({"kicks": "4S", "cards": "E8"}, "The lifts"),
        ({"kicks": "4S", "cards": "E8CTC E9C"}, "fewer than four cards before the last"),
        ({"kicks": "4S", "cards": "E8CTC3CAC9C"}, "one to four cards"),
        ({"kicks": "4S", "cards": "E8C " * 14}, "14 lifts"),
        ({"kicks": "4S", "sung": "XX"}, "Who sang"),
        ({"kicks": "4S", "dealt": "4S/5S"}, "The deal"),
        ({"kicks": "4S", "scores": "a:b"}, "The score"),
        ({"kicks": "4S", "leader": "Q"}, "The leader"),
        ({"kicks": "4S", "add": "4S"}, "4♠ was entered before"),
        ({"kicks": "4S", "add": "\0"}, "is not a card"),
        ({"kicks": "4S", "cards": " ".join(LIFTS), "add": "6C"}, "All lifts of this hand are entered"),
        ({"paste": "hello"}, "must begin with hand@1"),
        ({"paste": "{"}, "That could not be taken."),
        ({"paste": '{"format": "all-fours/score@1"}'}, "not as it was chalked"),
        ({"paste": NOTATION.replace("round-robin", "tobago")}, "is not the one of this table"),
        ({"paste": "hand@1 round-robin S 4S stand E8C"}, "lifts"),
        ({"paste": "x" * 4001}, "longer than 4000"),
        ({"kicks": "4S" * 2001}, "longer than 4000"),
    ],
)
def test_bad_input_is_told_in_words(cast: Cast, fields: dict[str, str], said: str) -> None:
    open_it(cast)
    answer = client_of(cast.scorer).get(url(cast), fields)
    assert answer.status_code == 400
    assert said in answer.content.decode().replace("&#x27;", "'")
    assert 'role="alert"' in answer.content.decode()


def test_cards_that_cannot_be_right_prove_nothing(cast: Cast) -> None:
    open_it(cast)
    twice = [*LIFTS[:5], "N5HQCAD8D"]
    page = client_of(cast.scorer).get(url(cast), state(twice)).content.decode()
    assert "These cards cannot be right" in page
    assert "A♦ was played before, by W on lift 2." in page
    assert "incident/?" not in page


MAY_USE = {"director", "official", "scorer"}
MAY_LOOK = {*MAY_USE, "captain_home", "captain_away"}


@pytest.mark.parametrize("role", ROLES)
def test_who_may(cast: Cast, role: str) -> None:
    open_it(cast)
    client = client_of(cast.user(role))
    look = client.get(url(cast), state(LIFTS))
    use = client.get(url(cast), {**state(LIFTS[:1]), "add": "7D"})
    if role == "visitor":
        assert (look.status_code, look.headers["Location"].split("?")[0]) == (302, "/sign-in/")
        return
    assert look.status_code == (200 if role in MAY_LOOK else 403)
    assert use.status_code == (302 if role in MAY_USE else 403)
    if role in MAY_LOOK:
        assert (picks(client.get(url(cast))) != []) is (role in MAY_USE)
        assert verdicts(look)["East"] == "Proved"


def test_another_tournament_s_table_is_not_found(cast: Cast, other_cast: Cast) -> None:
    client = client_of(cast.director)
    for address in (
        f"/t/{other_cast.tournament.slug}/matches/{cast.match.pk}/tables/1/renege/",
        f"/t/{cast.tournament.slug}/matches/{other_cast.match.pk}/tables/1/renege/",
        url(cast, 9),
    ):
        assert client.get(address).status_code == 404
    assert client.get(url(other_cast)).status_code == 403


def test_a_captain_of_another_match_may_not_look(cast: Cast, other_cast: Cast) -> None:
    open_it(cast)
    assert client_of(other_cast.captain_home).get(url(cast), state(LIFTS)).status_code == 403


def test_nothing_is_saved_and_nothing_is_posted(cast: Cast) -> None:
    open_it(cast)
    client = client_of(cast.scorer)
    before = table_of(cast).board.sequence
    client.get(url(cast), {**state(LIFTS[:1]), "add": "7D"})
    assert client.post(url(cast), state(LIFTS)).status_code == 405
    assert table_of(cast).board.sequence == before


@pytest.mark.parametrize("lifts", [0, 6])
def test_queries(cast: Cast, lifts: int, django_assert_max_num_queries: Any) -> None:
    """Session and user, the match, roles (twice at most), the table and who sits there."""
    open_it(cast)
    client = client_of(cast.scorer)
    with django_assert_max_num_queries(7):
        client.get(url(cast), state(LIFTS[:lifts]))


def test_a_table_that_is_not_open_has_a_desk_too(cast: Cast, client: Client) -> None:
    assert client_of(cast.official).get(url(cast)).status_code == 200
