"""Rulesets: the four published ones, derived ones, and what can be said of them."""

from __future__ import annotations

from dataclasses import FrozenInstanceError
from typing import Any

import pytest

from rules_engine.comparing import SUMMARIES, TITLES, Difference, compare, title_of
from rules_engine.parameters import PARAMETERS, cited
from rules_engine.readings import OPTION_BY_NAME, OPTIONS, GambleTie, KickedThirdCard, UnderTrumping
from rules_engine.rulesets import FIELD_NAMES, PUBLISHED, Ruleset, differences
from rules_engine.verdicts import RecordError

# Name, values as the code's table lists them (the default first).
TABLE: list[tuple[str, list[Any]]] = [
    ("penalty_bullseye", ["game", "beside"]), ("penalty_point", ["award", "transfer"]),
    ("race", ["half-plus-one", "play-all"]), ("decider", ["one-bullseye"]), ("elimination", ["none"]),
    ("fallen_pack_void_kick", ["as-written", "dealing-pair", "ask"]), ("misdeal_at_ten_void_kick", [True, False]),
    ("misdeal_ten_counts_kick", [True, False]), ("misdeal_at_ten_scope", ["count", "all"]),
    ("misdeal_after_run_void_kick", [False, True]), ("late_misdeal_after_run", ["6.b", "6.c"]),
    ("late_misdeal_points", ["own", "all"]), ("kick_towards_self", ["7.b", "silent"]),
    ("dealer_after_pack_down", ["7.b", "5.g"]), ("first_dealer", ["winner", "winner-chooses"]),
    ("flush", ["only-trumps", "six"]), ("hidden_card", ["official"]), ("late_extra_card", ["official"]),
    ("abandoned_table", ["all", "official"]), ("substitute_limit", [6]), ("substitute_scope", ["team", "per-table"]),
    ("substitute_return", [False, True]), ("seventh_substitute", ["match", "game"]),
    ("refusing_decision", ["game", "match"]), ("give_at_thirteen", ["allowed", "barred"]),
    ("low_owner", ["dealt", "taker"]), ("lead_after_trump", ["free", "trump-and-follow"]),
    ("beg_by_knock", ["allowed", "word-only"]), ("kicked_third_card", ["deuce", "six"]), ("gamble_points", [2, 1]),
    ("gamble_tie", ["non-dealer", "nobody"]), ("under_trumping", ["offence", "allowed", "forbidden"]),
    ("top_five_renege", ["game", "match"]), ("kicks_count", ["at-once", "after-hand"]),
    ("deal_across_games", ["right", "winner", "loser"]), ("deal_after_penalty", ["next-dealer", "same-dealer"]),
    ("chalks_before_partner", ["11.h", "12.b"]), ("void_chalks", ["game", "hand"]),
    ("warnings_scope", ["pair", "player", "tournament"]), ("over_target", ["stop"]), ("loser_mark", ["✓"]),
]  # fmt: skip


def test_every_option_of_the_table_in_its_order() -> None:
    assert [(o.name, [v if isinstance(v, bool | int) else str(v) for v in o.values]) for o in OPTIONS] == TABLE


@pytest.mark.parametrize("option", OPTIONS, ids=lambda option: option.name)
def test_an_option_can_be_shown_on_a_form(option: Any) -> None:
    assert len(option.words) == len(option.values)
    assert option.explanation.endswith(".")
    assert option.source
    assert option.default == option.values[0] == getattr(Ruleset.round_robin(), option.name)
    assert isinstance(option.default, option.kind)


@pytest.mark.parametrize(
    ("name", "third", "gamble", "tie", "under"),
    [
        ("round-robin", "deuce", 2, "non-dealer", "offence"),
        ("trinidad", "six", 1, "nobody", "allowed"),
        ("tobago", "deuce", 1, "nobody", "allowed"),
        ("parlour", "six", 1, "nobody", "allowed"),
    ],
)
def test_the_published_rulesets(name: str, third: str, gamble: int, tie: str, under: str) -> None:
    ruleset = Ruleset.named(name)
    assert (ruleset.name, ruleset.base) == (name, name)
    assert ruleset.kicked_third_card is KickedThirdCard(third)
    assert ruleset.gamble_points == gamble
    assert ruleset.gamble_tie is GambleTie(tie)
    assert ruleset.under_trumping is UnderTrumping(under)
    assert (ruleset.kick_ace, ruleset.kick_third_card, ruleset.kick_jack) == (1, 2, 3)
    assert (ruleset.target, ruleset.jack_points, ruleset.hang_jack_points) == (14, 1, 3)
    assert ruleset.overrides() == {}


def test_by_name() -> None:
    assert [Ruleset.round_robin(), Ruleset.trinidad(), Ruleset.tobago(), Ruleset.parlour()] == list(PUBLISHED.values())
    with pytest.raises(RecordError) as caught:
        Ruleset.named("bridge")
    assert str(caught.value) == (
        "ruleset: there is no ruleset 'bridge'; there are round-robin, trinidad, tobago, parlour"
    )


def test_it_is_a_value() -> None:
    with pytest.raises(FrozenInstanceError):
        Ruleset.round_robin().target = 7  # type: ignore[misc]
    assert Ruleset.trinidad().derive("x", gamble_points=2) == Ruleset.trinidad().derive("x", gamble_points=2)


def test_deriving() -> None:
    derived = Ruleset.trinidad().derive("Friday night", under_trumping="forbidden", substitute_limit=8, loser_mark="x")
    assert derived.name == "Friday night"
    assert derived.under_trumping is UnderTrumping.FORBIDDEN
    assert derived.overrides() == {"substitute_limit": 8, "under_trumping": "forbidden", "loser_mark": "x"}
    assert derived.published() == Ruleset.trinidad()
    assert Ruleset.from_json(derived.to_json()) == derived
    assert derived.to_json() == {
        "name": "Friday night",
        "base": "trinidad",
        "options": {"substitute_limit": 8, "under_trumping": "forbidden", "loser_mark": "x"},
    }
    assert derived.derive("again", under_trumping=UnderTrumping.ALLOWED).overrides() == {
        "substitute_limit": 8,
        "loser_mark": "x",
    }


@pytest.mark.parametrize(
    ("options", "error"),
    [
        ({"no_such": 1}, "options.no_such: is not an option of any ruleset"),
        ({"target": 21}, "options.target: is not an option of any ruleset"),
        ({"gamble_points": 3}, "options.gamble_points: must be one of 2, 1, not 3"),
        ({"gamble_points": True}, "options.gamble_points: must be one of 2, 1, not True"),
        ({"gamble_points": 1.0}, "options.gamble_points: must be one of 2, 1, not 1.0"),
        ({"substitute_return": 1}, "options.substitute_return: must be one of false, true, not 1"),
        ({"race": "Play-All"}, "options.race: must be one of half-plus-one, play-all, not 'Play-All'"),
        ({"decider": None}, "options.decider: must be one-bullseye, not None"),
        ({"flush": ["six"]}, "options.flush: must be one of only-trumps, six, not ['six']"),
        ({"substitute_limit": -1}, "options.substitute_limit: must be a whole number from 0 to 1000"),
        ({"substitute_limit": True}, "options.substitute_limit: must be a whole number from 0 to 1000"),
        ({"substitute_limit": "6"}, "options.substitute_limit: must be a whole number from 0 to 1000"),
        ({"loser_mark": ""}, "options.loser_mark: must be text of 1 to 40 characters"),
        ({"loser_mark": "x" * 41}, "options.loser_mark: must be text of 1 to 40 characters"),
        ({"loser_mark": 1}, "options.loser_mark: must be text of 1 to 40 characters"),
        ({3: 1}, "options: is not an option of any ruleset"),
    ],
)
def test_options_refused(options: dict[Any, Any], error: str) -> None:
    with pytest.raises(RecordError) as caught:
        Ruleset.round_robin().with_options(options)
    assert str(caught.value) == error


def test_a_long_value_is_cut_in_the_message() -> None:
    with pytest.raises(RecordError) as caught:
        Ruleset.round_robin().with_options({"race": "x" * 999})
    assert str(caught.value) == f"options.race: must be one of half-plus-one, play-all, not '{'x' * 39}…"


@pytest.mark.parametrize(
    ("obj", "error"),
    [
        ([], "a ruleset must be an object"),
        ({"base": "trinidad", "x": 1}, "x: is not a field of a ruleset"),
        ({}, "base: must be one of round-robin, trinidad, tobago, parlour"),
        ({"base": "bridge"}, "base: must be one of round-robin, trinidad, tobago, parlour"),
        ({"base": "tobago", "name": 1}, "name: must be text"),
        ({"base": "tobago", "options": []}, "options: must be an object of named options"),
        ({"base": "tobago", "options": {"x": 1}}, "options.x: is not an option of any ruleset"),
    ],
)
def test_from_json_refused(obj: object, error: str) -> None:
    with pytest.raises(RecordError) as caught:
        Ruleset.from_json(obj)
    assert str(caught.value) == error


def test_from_json_fills_in() -> None:
    assert Ruleset.from_json({"base": "tobago"}) == Ruleset.tobago()


def test_values_and_readings() -> None:
    ruleset = Ruleset.round_robin()
    assert ruleset.value("gamble_tie") == "non-dealer"
    assert type(ruleset.value("gamble_tie")) is str
    assert ruleset.reading("misdeal_at_ten_void_kick") == "misdeal_at_ten_void_kick=true"
    assert ruleset.reading("substitute_return") == "substitute_return=false"
    assert ruleset.reading("gamble_points") == "gamble_points=2"
    assert ruleset.reading("race") == "race=half-plus-one"
    with pytest.raises(KeyError):
        ruleset.value("no_such")


def test_explaining_leaves_nothing_out() -> None:
    lines = Ruleset.trinidad().derive("x", substitute_limit=8, gamble_points=2).explain()
    assert {line.name for line in lines} == FIELD_NAMES - {"name", "base"}
    assert {line.name for line in lines if line.is_option} == set(OPTION_BY_NAME)
    assert [line.name for line in lines if line.value != line.published] == ["substitute_limit", "gamble_points"]
    by_name = {line.name: line for line in lines}
    assert by_name["gamble_points"].text == "What gamble is worth. Here: two."
    assert by_name["substitute_limit"].text == "How many substitutes a team may bring on in a match. Here: 8."
    assert by_name["renege"].value == "point-and-gamble-barred"
    assert by_name["renege"].text == (
        "What a proved renege costs. Here: a point, and the offenders cannot have gamble of that hand."
    )
    assert by_name["target"].reading == "14 points"
    assert by_name["kick_ace"].reading == "1 point"
    assert all(line.text and line.source for line in lines)


def test_comparing() -> None:
    assert differences(Ruleset.trinidad(), Ruleset.tobago()) == (("kicked_third_card", "six", "deuce"),)
    assert differences(Ruleset.trinidad(), Ruleset.trinidad()) == ()
    names = [name for name, _, _ in differences(Ruleset.round_robin(), Ruleset.parlour())]
    assert names == [
        "dealing_method", "kicked_card_goes", "pack_runs_out", "without_trump", "stand_blind", "unsung", "wrong_card",
        "renege", "top_five", "exposed_card", "first_deal", "kicked_third_card", "gamble_points", "gamble_tie",
        "under_trumping",
    ]  # fmt: skip
    assert set(PARAMETERS) | set(OPTION_BY_NAME) == FIELD_NAMES - {"name", "base"}


@pytest.mark.parametrize("name", sorted(PARAMETERS))
def test_every_value_of_a_parameter_reads_as_words(name: str) -> None:
    parameter = PARAMETERS[name]
    published = {ruleset.value(name) for ruleset in PUBLISHED.values()}
    assert bool(parameter.words) is not bool(parameter.unit)
    assert set(parameter.words) == (published if parameter.words else set())
    assert all(parameter.reading(value) for value in published)
    assert parameter.explanation.endswith(".")


@pytest.mark.parametrize(
    ("source", "words"),
    [
        ("7.a; seeds 000 section 2, 002", "Round Robin 7.a; club rules, section 2; parlour rules"),
        ("7.a; seeds 000 sections 2 and 6, 002", "Round Robin 7.a; club rules, sections 2 and 6; parlour rules"),
        ("5.a; seeds 000, 002", "Round Robin 5.a; club rules; parlour rules"),
        ("9; seed 002, Calling", "Round Robin 9; parlour rules, Calling"),
        ("12.j; silent elsewhere", "Round Robin 12.j; nothing is written in the others"),
        ("seed 000 section 6", "club rules, section 6"),
        ("1.o, 8.c, 8.d", "Round Robin 1.o, 8.c, 8.d"),
    ],
)
def test_a_source_as_it_stands_on_a_page(source: str, words: str) -> None:
    assert cited(source) == words


def test_no_source_shows_a_seed() -> None:
    assert [line.cited for line in Ruleset.parlour().explain() if "seed" in line.cited or "00" in line.cited] == []
    assert Ruleset.parlour().line("target").cited == "Round Robin 1.b, 12.j; club rules, section 4; parlour rules"


def test_a_line_of_its_own() -> None:
    line = Ruleset.trinidad().line("gamble_tie")
    assert (line.value, line.reading, line.source) == ("nobody", "nobody", "12.g; seed 000 section 4")
    with pytest.raises(KeyError):
        Ruleset.trinidad().line("name")


def test_comparing_in_words() -> None:
    assert compare(Ruleset.trinidad(), Ruleset.tobago()) == (
        Difference(
            "kicked_third_card",
            True,
            "Which card besides ace and jack scores when kicked, for two points.",
            "six",
            "deuce",
            "the six",
            "the deuce",
            "7.a; seed 000 section 2",
        ),
    )
    assert compare(Ruleset.tobago(), Ruleset.tobago()) == ()
    found = compare(Ruleset.round_robin(), Ruleset.parlour().derive("x", substitute_limit=8))
    assert [(d.name, d.one, d.other) for d in found] == list(
        differences(Ruleset.round_robin(), Ruleset.parlour().derive("x", substitute_limit=8))
    )
    by_name = {difference.name: difference for difference in found}
    assert (by_name["stand_blind"].one_reading, by_name["stand_blind"].other_reading) == (
        "yes, before the kick, and then without a trump too",
        "it counts as any other stand",
    )
    assert by_name["stand_blind"].is_option is False
    assert by_name["exposed_card"].cited == "Round Robin 9; parlour rules, Calling"
    assert by_name["substitute_limit"].other_reading == "8"


def test_what_a_ruleset_is_called() -> None:
    assert title_of(Ruleset.round_robin()) == "Round Robin rules"
    assert title_of(Ruleset.tobago().derive("x", flush="six")) == "Tobago rules with 1 option changed"
    assert title_of(Ruleset.tobago().derive("x", flush="six", gamble_points=2)) == (
        "Tobago rules with 2 options changed"
    )
    assert set(TITLES) == set(SUMMARIES) == {ruleset.base for ruleset in PUBLISHED.values()}
