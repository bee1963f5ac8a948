"""Every clause can be ruled through the questions alone, and only questions that matter are asked."""

from __future__ import annotations

from typing import Any

import pytest

from penalties.selectors import fitting
from penalties.selectors.answers import answers_of, compose
from penalties.selectors.asking import Place, ask
from penalties.selectors.questions import Question
from rules_engine.penalty_code import Clause, all_clauses, clause
from rules_engine.rulesets import PUBLISHED
from rules_engine.seats import Seat
from rules_engine.table import start
from rules_engine.verdicts import Phase

ROUND_ROBIN = PUBLISHED["round-robin"]


def place(ruleset: str = "round-robin", dealer: Seat | None = Seat.S) -> Place:
    """A table of ten games at which nothing was chalked; South deals."""
    return Place(PUBLISHED[ruleset], start(PUBLISHED[ruleset], 10, dealer))


def last_key(question: Question) -> str | int:
    """An answer to anything: the last key, a small number, some words; consequences are a point to E–W."""
    if question.name.startswith("effect_"):
        return "points" if question.name == "effect_1" else ""
    if question.name.startswith("to_"):
        return "EW"
    if question.name.startswith("n_"):
        return 1
    if question.keys:
        return question.keys[-1][0]
    return "because" if question.long else min(question.most, 12)


def names(number: str, phase: str, said: dict[str, Any], seat: str = "S", *, decides: bool = True) -> list[str]:
    """The questions asked when ``said`` is answered."""
    base = {"clause": number, "phase": phase, "offender": seat}
    case = ask(place(), base, lambda question: said.get(question.name), decides=decides)
    return [question.name for question in case.questions]


@pytest.mark.parametrize("ruleset", PUBLISHED)
@pytest.mark.parametrize("written", all_clauses(), ids=lambda written: written.number)
def test_every_clause_is_ruled_by_its_questions(written: Clause, ruleset: str) -> None:
    here = place(ruleset)
    ruled = 0
    for phase in sorted(written.phases):
        for seat in fitting.seats_that_can(here, written, phase):
            base = {"clause": written.number, "phase": phase.value, "offender": seat.value}
            case = ask(here, base, last_key, decides=True)
            assert case.fault is None, (phase, seat, case.fault)
            assert case.ruling is not None
            assert case.ruling.complete, (phase, seat, case.ruling.needs, case.asked)
            ruled += 1
    assert ruled > 0


@pytest.mark.parametrize("written", all_clauses(), ids=lambda written: written.number)
def test_an_incident_read_back_gives_its_answers(written: Clause) -> None:
    here = place()
    phase = min(written.phases)
    for seat in fitting.seats_that_can(here, written, phase):
        base = {"clause": written.number, "phase": phase.value, "offender": seat.value}
        asked = ask(here, base, last_key, decides=True).asked
        assert compose(base, answers_of(asked)) == asked


# What each clause turns on, by hand from the code's rows.


@pytest.mark.parametrize(
    ("number", "phase", "said", "asked"),
    [
        ("11.a", "between-games", {}, []),
        ("6.a", "first-round", {}, ["kicked"]),
        ("6.a", "first-round", {"kicked": "3"}, ["kicked"]),
        ("5.a", "dealing", {"packet": "1"}, ["packet"]),
        ("5.a", "dealing", {"packet": "2"}, ["packet", "kicked"]),
        ("11.n", "between-games", {}, ["minutes"]),
        ("11.o", "between-games", {"minutes": 4}, ["minutes"]),
        ("11.o", "between-games", {"minutes": 10}, ["minutes", "by", "decide_bullseyes"]),
        ("11.g", "playing", {}, ["option"]),
    ],
)
def test_only_what_matters_is_asked(number: str, phase: str, said: dict[str, Any], asked: list[str]) -> None:
    assert names(number, phase, said) == asked


def test_who_called_matters_at_ten_or_more_alone() -> None:
    from dataclasses import replace

    from rules_engine.verdicts import Points

    at_ten = Place(ROUND_ROBIN, replace(place().state, scores=Points(10, 2)))
    base = {"clause": "6.a", "phase": "first-round", "offender": "S"}
    said = {"kicked": "0"}
    case = ask(at_ten, base, lambda question: said.get(question.name), decides=True)
    assert [question.name for question in case.questions] == ["kicked", "called_by"]


def test_who_dealt_is_asked_where_the_table_does_not_know() -> None:
    base = {"clause": "6.a", "phase": "first-round", "offender": "S"}
    case = ask(place(dealer=None), base, lambda question: None, decides=True)
    assert case.questions[0].name == "dealer"


@pytest.mark.parametrize("number", ["5.a", "7.d"])
def test_what_only_the_dealer_can_do_fits_the_dealer_alone(number: str) -> None:
    found = fitting.seats_that_can(place(), clause(number), Phase.DEALING)
    assert found == frozenset({Seat.S})


def test_what_the_official_decides_is_not_asked_of_others() -> None:
    base = {"clause": "14.g", "phase": "playing", "offender": "N"}
    case = ask(place(), base, last_key, decides=False)
    assert case.questions == ()
    assert case.for_the_official == ("No penalty is written for this: the official decides and says why.",)
