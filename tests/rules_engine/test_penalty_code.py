"""The penalty code as data: whole, well formed, found by what people say, refused when wrong."""

from __future__ import annotations

from pathlib import Path

import pytest

from rules_engine.penalty_code import (
    REMAINING,
    ROUND_ROBIN,
    Chooser,
    Clause,
    CodeError,
    Kind,
    Who,
    all_clauses,
    clause,
    find,
    search,
)
from rules_engine.penalty_code.loader import read_folder, read_text
from rules_engine.readings import OPTION_BY_NAME
from rules_engine.rulings import COMPUTED
from rules_engine.verdicts import EffectName, Phase

RULESETS = ("round-robin", "trinidad", "tobago", "parlour")
LETTERS = {
    1: "abcdefghijklmnopqrs",
    2: "abc",
    3: "abcdef",
    4: "abcde",
    5: "abcdefg",
    6: "abcd",
    7: "abcde",
    8: "abcdefg",
    9: "abcdefgh",
    10: "abcd",
    11: "abcdefghijklmnop",
    12: "abcdefghij",
    13: "abc",
    14: "0abcdefg",
}
EVERY = [item for ruleset in RULESETS for item in all_clauses(ruleset)]


def _name(item: Clause) -> str:
    return f"{item.ruleset} {item.number}"


def test_every_clause_is_there_in_order() -> None:
    expected = [f"{section}.{letter}" for section, letters in LETTERS.items() for letter in letters]
    assert [item.number for item in all_clauses()] == expected


def test_the_other_rulesets_write_down_little() -> None:
    clubs = ["7.e", "8.b", "8.c", "8.e", "9.d", "10.a", "10.b"]
    assert [item.number for item in all_clauses("trinidad")] == clubs
    assert [item.number for item in all_clauses("tobago")] == clubs
    assert [item.number for item in all_clauses("parlour")] == ["7.e", "8.b", "8.c", "8.e", "9.d", "10.b"]


def test_a_clause_by_its_number() -> None:
    assert clause("10.a").title == "Reneging"
    assert clause("10.a").ruleset == ROUND_ROBIN
    with pytest.raises(KeyError):
        clause("10.z")
    assert find("10.z") is None
    assert find("10.a", "parlour") is None


@pytest.mark.parametrize("item", EVERY, ids=_name)
def test_a_clause_says_what_it_means(item: Clause) -> None:
    assert item.text.endswith(".")
    assert len(item.text.split()) >= 8
    assert item.title[0].isupper()
    assert not item.title.endswith(".")
    assert item.words
    assert all(word == word.lower() or "S and X" in word for word in item.words)
    assert item.phases
    # A rule's words are a sentence of their own; an offence's complete "South …".
    assert item.sheet[0].islower() or (item.kind is Kind.RULE and item.sheet.endswith("."))
    assert not (item.sheet[0].islower() and item.sheet.endswith("."))


@pytest.mark.parametrize("item", EVERY, ids=_name)
def test_a_clause_can_be_ruled(item: Clause) -> None:
    assert item.compute is None or item.compute in COMPUTED
    for outcome in item.outcomes if item.compute is None else ():
        if item.choices and outcome is item.outcome:
            assert (outcome.effects, outcome.decides, outcome.silent) == ((), (), False)
        else:
            assert outcome.effects or outcome.decides or outcome.silent
    assert set(item.options) <= set(OPTION_BY_NAME)
    for spec in item.specs:
        if spec.option is not None:
            assert spec.option in item.options
            values = OPTION_BY_NAME[spec.option].values
            assert list(spec.by_value) == [str(value) for value in values]


def test_every_function_serves_a_clause() -> None:
    assert {item.compute for item in EVERY} - {None} == set(COMPUTED)


def test_who_can_offend() -> None:
    """The list of the contract, seat by seat."""
    by_who: dict[Who, list[str]] = {}
    for item in all_clauses():
        by_who.setdefault(item.offender, []).append(item.number)
    assert by_who[Who.DEALER] == [
        "3.a", "3.b", "5.a", "5.b", "5.c", "5.d", "5.e", "6.c", "7.a", "7.b", "7.c", "7.d", "7.e", "8.e",
    ]  # fmt: skip
    assert by_who[Who.CUTTER] == ["3.c", "3.d", "3.e", "4.a", "4.b"]
    assert by_who[Who.LEAD_PLAYER] == ["8.b", "8.c"]
    assert by_who[Who.BYSTANDER] == ["3.f"]
    assert by_who[Who.NOT_DEALER] == ["5.f"]
    assert by_who[Who.NOBODY_NEEDED] == ["14.e", "14.f", "14.g"]


def test_which_clauses_warn_first() -> None:
    assert [item.number for item in all_clauses() if item.warning_first] == [
        "2.a", "3.a", "3.b", "3.c", "3.f", "11.h", "12.b", "12.c",
    ]  # fmt: skip


def test_which_clauses_are_silent() -> None:
    assert [item.number for item in all_clauses() if item.kind is Kind.SILENT] == ["2.c", "3.e", "5.d", "14.g"]


def test_who_is_told() -> None:
    assert {item.number: item.informed for item in all_clauses() if item.informed} == {
        "2.a": ("captains",),
        "11.a": ("captains", "official"),
        "11.b": ("official",),
        "11.e": ("captains", "committee"),
        "11.i": ("committee",),
        "11.m": ("captains", "official"),
        "11.n": ("captains", "official"),
        "11.o": ("captains", "official"),
    }


def test_who_decides_and_within_what() -> None:
    found = {
        item.number: [
            (decision.name, decision.most, outcome.decider) for outcome in item.outcomes for decision in outcome.decides
        ]
        for item in all_clauses()
    }
    assert {number: decisions for number, decisions in found.items() if decisions} == {
        "11.e": [("fine", None, Chooser.COMMITTEE), ("debar", None, Chooser.COMMITTEE)],
        "11.i": [("fine", None, Chooser.COMMITTEE), ("match", None, Chooser.COMMITTEE)],
        "11.m": [("eject", None, Chooser.OFFICIAL)],
        "11.o": [("bullseyes", 1, Chooser.OFFICIAL)],
        "14.a": [("lose_dispute", None, Chooser.OFFICIAL)],
        "14.d": [("bullseyes", REMAINING, Chooser.OFFICIAL)],
        "14.e": [("bullseyes", REMAINING, Chooser.OFFICIAL)],
        "14.f": [("substitute", None, Chooser.OFFICIAL), ("debar", None, Chooser.OFFICIAL)],
    }


def test_the_choices_as_the_file_format_spells_them() -> None:
    found = {
        item.number: " ".join(offer.name + "*" * offer.default for offer in item.choices)
        for item in all_clauses()
        if item.choices
    }
    assert found == {
        "5.b": "accept decline",
        "5.c": "own* natural-accept natural-decline",
        "5.d": "towards-self",
        "7.b": "before-kick* from-hand peeping looking dealing-to-self",
        "7.c": "two-kicked declared-right declared-wrong not-declared",
        "9.b": "visible hiding shadowed",
        "9.e": "shadowed* hiding",
        "9.f": "changed* played",
        "11.b": "own opponents last-lift-refused",
        "11.c": "before-beg running after-beg",
        "11.e": "proved unproved",
        "11.g": "in-time too-late",
        "11.h": "writing* took-card",
        "11.l": "continue deal-over",
        "11.m": "first-count repeated not-met",
        "11.p": "refused* came-back",
        "12.b": "order* not-rewritten joined illegible partner-side",
        "12.d": "with-leave without-leave",
        "13.a": "seventh seventh-after-sickness cannot-continue",
        "14.c": "substituted not-substituted",
    }


@pytest.mark.parametrize(
    ("number", "readings"),
    [
        ("9.g", ("penalty_bullseye", "deal_after_penalty")),
        ("12.g", ("gamble_points", "gamble_tie")),
        ("3.a", ("warnings_scope", "penalty_point", "over_target", "deal_after_penalty")),
        ("14.b", ()),
    ],
)
def test_the_readings_that_bear_on_a_clause(number: str, readings: tuple[str, ...]) -> None:
    assert clause(number).readings == readings


def test_every_option_that_concerns_a_ruling_stands_at_a_clause() -> None:
    named = {option for item in EVERY for option in item.readings}
    assert set(OPTION_BY_NAME) - named == set()


def test_phases_of_a_few_rows() -> None:
    played = {Phase.FIRST_ROUND, Phase.PLAYING}
    assert clause("10.a").phases == played
    assert clause("6.b").phases == {Phase.PLAYING, Phase.AFTER_HAND}
    assert clause("8.e").phases == played | {Phase.BEGGING, Phase.AFTER_HAND}
    assert clause("14.g").phases == set(Phase)


@pytest.mark.parametrize(
    ("typed", "number"),
    [
        ("peeping", "7.b"),
        ("peeped at the kick", "7.b"),
        ("ran out", "7.e"),
        ("the pack runs out", "7.e"),
        ("wrote in front of me", "11.h"),
        ("sick player", "13.a"),
        ("revoke", "10.a"),
        ("marked cards", "11.e"),
        ("slammed", "11.l"),
        ("toilet", "11.o"),
        ("match fixing", "11.i"),
        ("landslide", "5.e"),
        ("forgot to sing", "12.j"),
        ("10.C", "10.c"),
        ("  14.0 ", "14.0"),
    ],
)
def test_the_first_clause_found(typed: str, number: str) -> None:
    assert search(typed)[0].number == number


def test_what_is_not_found() -> None:
    assert search("") == ()
    assert search("the and of") == ()
    assert search("peeping spaceship") == ()


def test_a_number_finds_itself_alone() -> None:
    assert [item.number for item in search("7.e")] == ["7.e"]


def test_search_in_another_ruleset() -> None:
    assert [item.number for item in search("calling", "parlour")] == ["9.d"]
    assert search("peeping", "parlour") == ()


# The loader's refusals: each names file, clause and key.

GOOD = """
number = "2.z"
title = "T"
text = "Some words."
kind = "offence"
sheet = "did it"
phases = ["any"]
"""


def _file(rows: str, top: str = 'title = "S"\nrulesets = ["round-robin"]') -> str:
    return f"{top}\n[[clause]]{rows}"


def test_a_small_file_is_read() -> None:
    (item,) = read_text("f.toml", _file(GOOD + 'effects = [{ do = "points", n = 2 }]'))
    assert (item.number, item.section, item.section_title, item.unnamed) == ("2.z", 2, "S", "Somebody offended")
    assert [(spec.effect, spec.n) for spec in item.outcome.effects] == [(EffectName.POINTS, 2)]
    assert item.choice("x") is None


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("=", "f.toml: Invalid"),
        (_file(GOOD, 'rulesets = ["round-robin"]'), "f.toml: title: a text is expected"),
        (_file(GOOD, 'title = "S"'), "f.toml: rulesets: at least one ruleset is expected"),
        (_file(GOOD, 'title = "S"\nrulesets = "x"'), "f.toml: rulesets: a list is expected"),
        (_file(GOOD, 'title = "S"\nrulesets = ["x"]\nextra = 1'), "f.toml: extra: this key is not known"),
        ('title = "S"\nrulesets = ["x"]\nclause = [1]', "f.toml: a table is expected"),
        (_file(GOOD.replace("2.z", "2z")), "f.toml 2z: number: a section and a letter"),
        (_file(GOOD.replace("2.z", "x.a")), "f.toml x.a: number: a section and a letter"),
        (_file(GOOD.replace("2.z", "2.ab")), "f.toml 2.ab: number: a section and a letter"),
        (_file(GOOD.replace('"Some words."', '" "')), "f.toml 2.z: text: a text is expected"),
        (_file(GOOD.replace('"Some words."', "3")), "f.toml 2.z: text: a text is expected"),
        (_file(GOOD.replace('"offence"', '"crime"')), "f.toml 2.z: kind: 'crime' is none of offence"),
        (_file(GOOD + "surprise = 1"), "f.toml 2.z: surprise: this key is not known"),
        (_file(GOOD.replace('["any"]', "[]")), "f.toml 2.z: phases: at least one phase"),
        (_file(GOOD.replace('["any"]', '["noon"]')), "f.toml 2.z: phases: 'noon' is none of before-deal"),
        (_file(GOOD + 'see = ["1.a", "1.a"]'), "f.toml 2.z: see: a list of different texts"),
        (_file(GOOD + "see = [1]"), "f.toml 2.z: see: a list of different texts"),
        (_file(GOOD + 'consults = ["race"]'), "f.toml 2.z: consults: an option is consulted"),
        (_file(GOOD + 'informs = ["press"]'), "f.toml 2.z: informs: one or more of captains"),
        (_file(GOOD + "silent = 1"), "f.toml 2.z: silent: true or false is expected"),
        (_file(GOOD + 'decider = "official"'), "f.toml 2.z: decider: a discretion needs both"),
        (_file(GOOD + 'decides = [{ name = "x", text = "x" }]'), "f.toml 2.z: decider: a discretion needs both"),
        (
            _file(GOOD + 'decider = "official"\ndecides = [{ name = "x", text = "x", most = true }]'),
            "f.toml 2.z decides: most: a whole number is expected",
        ),
        (
            _file(GOOD + 'choices = [{ name = "a", text = "x" }, { name = "a", text = "y" }]'),
            "f.toml 2.z: choices: a choice stands twice",
        ),
        (
            _file(GOOD + 'choices = [{ name="a", text="x", default=true }, { name="b", text="y", default=true }]'),
            "f.toml 2.z: choices: a choice stands twice",
        ),
        (_file(GOOD + 'choices = [{ name = "a", text = "x", z = 1 }]'), "f.toml 2.z choices: z: this key is not known"),
        (_file(GOOD + 'effects = [{ do = "dance" }]'), "f.toml 2.z effects: do: 'dance' is none of points"),
        (_file(GOOD + 'effects = [{ do = "points" }]'), "f.toml 2.z effects: n: points need a number"),
        (_file(GOOD + 'effects = [{ do = "points", n = "1" }]'), "f.toml 2.z effects: n: a whole number"),
        (_file(GOOD + 'effects = [{ do = "inform" }]'), "f.toml 2.z effects: who: inform needs who"),
        (_file(GOOD + 'effects = [{ do = "inform", who = ["press"] }]'), "f.toml 2.z effects: who: inform needs who"),
        (_file(GOOD + 'effects = [{ do = "none", who = ["official"] }]'), "f.toml 2.z effects: who: inform needs who"),
        (_file(GOOD + 'effects = [{ do = "card" }]'), "f.toml 2.z effects: remedy: card needs a remedy"),
        (_file(GOOD + 'effects = [{ do = "card", remedy = "burn" }]'), "f.toml 2.z effects: remedy: card needs"),
        (_file(GOOD + 'effects = [{ do = "none", remedy = "dead" }]'), "f.toml 2.z effects: remedy: card needs"),
        (_file(GOOD + 'effects = [{ option = "race" }]'), "f.toml 2.z effects: values: a table is expected"),
        (_file(GOOD + 'effects = [{ option = "race", values = {} }]'), "f.toml 2.z effects: values: at least one"),
        (_file(GOOD + 'effects = [{ option = "race", values = { a = "b" } }]'), "f.toml 2.z effects: values: 'b'"),
        (_file(GOOD + 'effects = [{ do = "game", to = "them" }]'), "f.toml 2.z effects: to: 'them' is none of"),
        (_file(GOOD + 'effects = ["points"]'), "f.toml 2.z effects: a table is expected"),
    ],
)
def test_a_fault_in_the_data_is_named(text: str, message: str) -> None:
    with pytest.raises(CodeError) as caught:
        read_text("f.toml", text)
    assert str(caught.value).startswith(message)


def test_a_clause_that_stands_twice_is_named(tmp_path: Path) -> None:
    (tmp_path / "a.toml").write_text(_file(GOOD), encoding="utf-8")
    (tmp_path / "b.toml").write_text(_file(GOOD), encoding="utf-8")
    with pytest.raises(CodeError, match=r"^b\.toml 2\.z: number: this clause stands twice$"):
        read_folder(tmp_path)


@pytest.mark.parametrize("line", ['see = ["2.y"]', 'ruled_as = "2.y"'])
def test_a_reference_that_leads_nowhere_is_named(tmp_path: Path, line: str) -> None:
    (tmp_path / "a.toml").write_text(_file(GOOD + line), encoding="utf-8")
    with pytest.raises(CodeError, match=r"^2\.z: see: there is no clause 2\.y$"):
        read_folder(tmp_path)
