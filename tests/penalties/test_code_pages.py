"""The pages of the penalty code: found by what people say, told in words, read as the tournament reads it."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.template import Context, Template
from django.test import Client
from pytest_django.fixtures import DjangoAssertNumQueries

from penalties.selectors import code
from penalties.selectors.code_words import WORKS_OUT
from rules_engine.penalty_code import ROUND_ROBIN, all_clauses
from rules_engine.rulesets import PUBLISHED
from rules_engine.verdicts import Phase
from tests.cast import Cast

pytestmark = pytest.mark.django_db

EVERY = [(name, clause.number) for name in PUBLISHED for clause in all_clauses(name)]


def text_of(answer: Any) -> str:
    """The visible words of a page's main part, spaces made one."""
    main = answer.content.decode().partition("<main")[2].partition("</main>")[0]
    return " ".join(re.sub(r"<[^>]+>", " ", main).split())


def numbers_in(answer: Any) -> list[str]:
    return re.findall(r'class="clauserow" href="/code/([0-9]+\.[a-z0])/', answer.content.decode())


def test_the_whole_code_stands_on_one_page(client: Client) -> None:
    answer = client.get("/code/")
    assert answer.status_code == 200
    assert numbers_in(answer) == [clause.number for clause in all_clauses()]


@pytest.mark.parametrize(
    ("typed", "first"),
    [
        ("peeping", "7.b"),
        ("ran out", "7.e"),
        ("wrote in front of me", "11.h"),
        ("sick player", "13.a"),
        ("10.a", "10.a"),
        ("10.A", "10.a"),
    ],
)
def test_a_search_finds_the_clause_first(client: Client, typed: str, first: str) -> None:
    assert numbers_in(client.get("/code/", {"q": typed}))[0] == first


def test_a_search_without_a_find_says_what_to_do(client: Client) -> None:
    answer = client.get("/code/", {"q": "<b>zebra</b>"})
    assert numbers_in(answer) == []
    assert "No clause of the Round Robin code has “&lt;b&gt;zebra&lt;/b&gt;”." in answer.content.decode()


@pytest.mark.parametrize("odd", ["\0", "é" * 5000, "  ", "((((", "10.", "%00"])
def test_any_search_is_answered(client: Client, odd: str) -> None:
    assert client.get("/code/", {"q": odd, "phase": odd, "rules": odd}).status_code == 200


@pytest.mark.parametrize("phase", list(Phase))
def test_a_phase_lists_the_offences_that_fit_it(client: Client, phase: Phase) -> None:
    """None of another phase, all of this one, and those of any time behind those of few."""
    shown = numbers_in(client.get("/code/", {"phase": phase.value}))
    fitting = {c.number for c in all_clauses() if phase in c.phases and c.kind != "rule"}
    assert set(shown) == fitting
    always = {c.number for c in all_clauses() if len(c.phases) == len(Phase)}
    assert [number in always for number in shown] == sorted(number in always for number in shown)


@pytest.mark.parametrize(("rules", "number"), EVERY)
def test_every_clause_has_a_page_with_its_text(client: Client, rules: str, number: str) -> None:
    answer = client.get(f"/code/{number}/", {"rules": rules})
    told = text_of(answer)
    clause = next(clause for clause in all_clauses(rules) if clause.number == number)
    assert answer.status_code == 200
    assert " ".join(clause.text.split()) in told.replace("&#x27;", "'").replace("&quot;", '"')
    for offer in clause.choices:
        assert offer.text in told.replace("&#x27;", "'")
    assert "What follows" in told


@pytest.mark.parametrize("number", ["10.z", "99.a", "10", "a", "10.a.b", "1٠.a"])
def test_there_is_no_page_of_an_unknown_clause(client: Client, number: str) -> None:
    assert client.get(f"/code/{number}/").status_code == 404


def test_a_clause_in_words() -> None:
    """10.c by hand: two bullseyes, and the jack is hung; any player, on the lifts; no warning."""
    shown = code.shown("10.c")
    assert shown is not None
    assert shown.follows.effects == ("2 bullseyes to the other pair", "the jack is written as hung by the other pair")
    assert (shown.who, shown.phases, shown.warning_first) == ("Any player", "First lift, later lifts", False)
    assert [other.number for other in shown.see] == ["1.h", "10.a"]
    assert [reading.name for reading in shown.readings] == ["penalty_bullseye", "deal_after_penalty"]


def test_a_warning_comes_first() -> None:
    shown = code.shown("2.a")
    assert shown is not None
    assert shown.warning_first
    assert shown.follows.first == ("the offending pair are warned", "the captains must be told")
    assert shown.follows.effects == ("a point to the other pair",)


def test_a_discretion_has_its_bounds() -> None:
    shown = code.shown("11.o")
    assert shown is not None
    assert [(item.bounds, item.effects) for item in shown.follows.decides] == [
        ("from 0 to 1", ("a bullseye to the other pair",))
    ]
    assert shown.follows.decider == "the official"
    assert shown.informed == ("the captains", "an official")


def test_every_way_of_working_out_is_told() -> None:
    computed = {clause.compute for name in PUBLISHED for clause in all_clauses(name) if clause.compute}
    assert set(WORKS_OUT) == computed


def test_an_offence_says_in_the_list_what_it_costs() -> None:
    costs = {clause.number: cost for clause, cost in code.listed(all_clauses(ROUND_ROBIN))}
    assert (costs["10.a"], costs["10.c"], costs["2.a"]) == ("1 bullseye", "2 bullseyes", "warning, then 1 point")
    assert costs["10.d"] == ""


def test_the_readings_in_force_are_the_tournament_s(client: Client, cast: Cast) -> None:
    type(cast.tournament).objects.filter(pk=cast.tournament.pk).update(
        ruleset_options={"deal_after_penalty": "same-dealer"}
    )
    plain = text_of(client.get("/code/10.a/"))
    here = text_of(client.get("/code/10.a/", {"t": cast.tournament.slug}))
    assert "Passes on (a tournament may choose: stays)" in plain
    assert "How it is read in Harbour Cup" in here
    assert "Stays set by the organiser; usually passes on" in here


def test_links_on_the_page_keep_the_tournament(client: Client, cast: Cast) -> None:
    page = client.get("/code/10.a/", {"t": cast.tournament.slug}).content.decode()
    assert 'href="/code/10.c/?t=harbour-cup"' in page
    assert '<a href="/t/harbour-cup/">Harbour Cup</a>' in page


@pytest.mark.django_db
@pytest.mark.parametrize("slug", ["no-such-cup", "\0", "../x"])
def test_an_unknown_tournament_is_not_found(client: Client, slug: str) -> None:
    for address in ("/code/", "/code/10.a/"):
        assert client.get(address, {"t": slug}).status_code == 404


def test_a_club_tournament_reads_its_own_code(client: Client, cast: Cast) -> None:
    type(cast.tournament).objects.filter(pk=cast.tournament.pk).update(ruleset_name="trinidad")
    own = text_of(client.get("/code/10.a/", {"t": cast.tournament.slug}))
    assert "Reneging (a revoke)" in own
    assert "A point to the other pair The offending pair cannot have gamble of this hand" in own
    silent = text_of(client.get("/code/11.a/", {"t": cast.tournament.slug}))
    assert "The Trinidad club rules say nothing on this." in silent
    listed = numbers_in(client.get("/code/", {"t": cast.tournament.slug}))
    assert listed == ["7.e", "8.b", "8.c", "8.e", "9.d", "10.a", "10.b"]


def test_the_code_asks_the_database_for_the_tournament_and_earlier_rulings_alone(
    client: Client, cast: Cast, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    with django_assert_num_queries(0):
        client.get("/code/", {"q": "renege"})
    with django_assert_num_queries(1):
        client.get("/code/10.a/")
    with django_assert_num_queries(2):
        client.get("/code/10.a/", {"t": cast.tournament.slug})


def test_the_pages_are_read_only(client: Client) -> None:
    assert client.post("/code/").status_code == 405
    assert client.post("/code/10.a/").status_code == 405


def test_help_leads_to_the_code(client: Client) -> None:
    assert 'href="/code/"' in client.get("/help/").content.decode()


def render(source: str, **context: Any) -> str:
    return Template("{% load clauses %}" + source).render(Context(context))


def test_a_clause_s_number_in_a_message_is_a_link() -> None:
    made = render("{{ text|with_clauses }}", text="Put right as 6.a says (see 10.a, not 10.z); 1.5 points & <b>")
    assert made == (
        'Put right as <a href="/code/6.a/">6.a</a> says (see <a href="/code/10.a/">10.a</a>, not 10.z); '
        "1.5 points &amp; &lt;b&gt;"
    )
    assert render("{{ n|clause_link }}", n="12.j") == '<a class="clause" href="/code/12.j/">clause 12.j</a>'
    assert render("{{ n|clause_link }}", n="<i>") == '<span class="clause">clause &lt;i&gt;</span>'
