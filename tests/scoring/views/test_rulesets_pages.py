"""The rules as everybody may read them: published, side by side, and a tournament's own."""

from __future__ import annotations

import re
from html import unescape
from typing import Any

import pytest
from django.urls import reverse

from rules_engine.parameters import PARAMETERS
from rules_engine.readings import OPTIONS
from rules_engine.rulesets import PUBLISHED
from tests.cast import ROLES, Cast, client_of
from tests.scoring.ledgers import open_it


def words(answer: Any) -> str:
    """What the page says in its main part, without markup."""
    main = answer.text[answer.text.index("<main") : answer.text.index("</main")]
    return " ".join(unescape(re.sub(r"<[^>]+>", " ", main)).split())


def get(url: str, **query: str) -> Any:
    return client_of(None).get(url, query)


ADDRESSES = {
    "rulesets": [],
    "ruleset": ["tobago"],
    "rulesets-diff": [],
    "tournament-rules": ["slug"],
}


@pytest.mark.parametrize("role", ROLES)
@pytest.mark.parametrize("name", ADDRESSES)
def test_everybody_may_read_the_rules(cast: Cast, name: str, role: str) -> None:
    args = [cast.tournament.slug if arg == "slug" else arg for arg in ADDRESSES[name]]
    client = client_of(cast.user(role))
    url = reverse(name, args=args)
    query = {"a": "round-robin", "b": "parlour"} if name == "rulesets-diff" else {}
    assert client.get(url, query).status_code == 200
    assert client.head(url, query).status_code == 200
    assert client.post(url, query).status_code == 405


def test_the_index_leads_to_each(db: None) -> None:
    answer = get("/rulesets/")
    for name in PUBLISHED:
        assert f'href="/rulesets/{name}/"' in answer.text
    assert "Tobago The club rules as Tobago plays them: a kicked deuce scores in place of the six." in words(answer)
    assert 'href="/rulesets/"' in get("/help/").text


@pytest.mark.parametrize("name", PUBLISHED)
def test_a_ruleset_is_told_to_the_last_line(db: None, name: str) -> None:
    answer = get(f"/rulesets/{name}/")
    text = words(answer)
    for explanation in [p.explanation for p in PARAMETERS.values()] + [o.explanation for o in OPTIONS]:
        assert explanation in text
    assert answer.text.count("<dt>") == len(PARAMETERS) + len(OPTIONS)
    assert "seed" not in text
    assert "Changed by the organiser" not in text


def test_what_a_line_says(db: None) -> None:
    text = words(get("/rulesets/trinidad/"))
    assert text.startswith("Help Rulesets Trinidad rules The club rules of Trinidad.")
    assert "Where they differ from Round Robin , Tobago or Parlour ." in text
    assert "What gamble is worth. Round Robin 1.g; club rules, section 4 one" in text
    assert "Points that win a game. Round Robin 1.b, 12.j; club rules, section 4; parlour rules 14 points" in text


def test_two_side_by_side(db: None) -> None:
    text = words(get("/rulesets/diff/", a="trinidad", b="tobago"))
    assert text.startswith(
        "Help Rulesets Trinidad beside Tobago 1 difference; in all else they are the same. "
        "Which card besides ace and jack scores when kicked, for two points. Round Robin 7.a; club rules, section 2 "
        "Trinidad the six Tobago the deuce Two others"
    )
    assert "15 differences; in all else" in words(get("/rulesets/diff/", a="round-robin", b="parlour"))
    assert "These are the same rules." in words(get("/rulesets/diff/", a="tobago", b="tobago"))


@pytest.mark.parametrize(
    "query",
    [{}, {"a": "trinidad"}, {"b": "trinidad"}, {"a": "trinidad", "b": "bridge"}, {"a": "", "b": "tobago"},
     {"a": "trinidad\x00", "b": "tobago"}, {"a": "<b>", "b": "x" * 9000}],
)  # fmt: skip
def test_two_that_are_not_told_or_not_known(db: None, query: dict[str, str]) -> None:
    answer = get("/rulesets/diff/", **query)
    assert answer.status_code == 400
    assert "Choose two rulesets from the lists." in words(answer)
    assert "<b>" not in answer.text


@pytest.mark.parametrize("url", ["/rulesets/bridge/", "/rulesets/Trinidad/", "/rulesets/a%00b/", "/t/no-such/rules/"])
def test_what_is_not_there(db: None, url: str) -> None:
    assert get(url).status_code == 404


def test_a_tournament_without_changes(cast: Cast) -> None:
    url = reverse("tournament-rules", args=[cast.tournament.slug])
    text = words(get(url))
    assert (
        f"{cast.tournament.name} is played by the Round Robin rules as they are published. "
        "They are settled when the first table opens. What the rules set" in text
    )
    page = get(reverse("tournament", args=[cast.tournament.slug]))
    assert "played by the Round Robin rules" in words(page)
    assert f'href="{url}"' in page.text
    open_it(cast)
    assert "They were settled when the first table opened." in words(get(url))


def test_a_tournament_s_own_options(cast: Cast) -> None:
    cast.tournament.ruleset_options = {"substitute_limit": 8, "loser_mark": "<x>", "give_at_thirteen": "barred"}
    cast.tournament.save()
    answer = get(reverse("tournament-rules", args=[cast.tournament.slug]))
    text = words(answer)
    assert "is played by the Round Robin rules , with 3 options changed." in text
    # In the order of the table of options, each before what it changed from.
    changed = text[text.index("Changed here") : text.index("What the rules set")]
    assert changed == (
        "Changed here "
        "How many substitutes a team may bring on in a match. Round Robin 13.a 8 Published: six. "
        "Whether one may be given to a pair that needs a single point. Round Robin 1.a, 8.e: silent "
        "the dealer must run the pack Published: the given point may win the game. "
        "The mark with which the losing side matches the winners' bullseye on the board. Round Robin 12.i "
        "<x> Published: a tick. "
    )
    assert text.count("Changed by the organiser.") == 3
    assert "<x>" not in answer.text
    page = get(reverse("tournament", args=[cast.tournament.slug]))
    assert "played by the Round Robin rules with 3 options changed" in words(page)
