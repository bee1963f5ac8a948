"""Rulings: what holds for all of them."""

from __future__ import annotations

import doctest
import json
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import rules_engine.penalty_code
import rules_engine.rulings
from rules_engine.penalty_code import all_clauses
from rules_engine.reading import parse_incident
from rules_engine.readings import OPTIONS
from rules_engine.records import Choice, IncidentRecord
from rules_engine.rulesets import PUBLISHED, Ruleset
from rules_engine.rulings import COMPUTED, effect_to_json, rule, ruling_to_json
from rules_engine.seats import Pair, Seat
from rules_engine.verdicts import Effect, EffectName, NextDeal, Phase, Points, RecordError, RulingResult

ORDER = [option.name for option in OPTIONS]
BULLSEYE = Effect(EffectName.BULLSEYE, Pair.NS, n=1)


@pytest.mark.parametrize("module", [rules_engine.rulings, rules_engine.penalty_code])
def test_the_examples_in_the_docstrings(module: object) -> None:
    result = doctest.testmod(module)  # type: ignore[arg-type]
    assert (result.failed, result.attempted > 0) == (0, True)


def test_the_public_names() -> None:
    assert rules_engine.rulings.__all__ == [
        "COMPUTED",
        "BoundKind",
        "PersonBound",
        "bound_people",
        "effect_to_json",
        "rule",
        "ruling_to_json",
    ]
    assert len(COMPUTED) == 19


def test_outside_a_table_a_bullseye_needs_no_tally() -> None:
    record = IncidentRecord(
        clause="8.b", offender=Seat.E, phase=Phase.BEGGING, dealer=Seat.S, scores=Points(5, 9), hand_kicked=0
    )
    assert rule(record).needs == ("bullseyes", "games")
    alone = rule(record, outside_table=True)
    assert (alone.complete, alone.effects, alone.bullseyes, alone.bullseye) == (True, (BULLSEYE,), None, Pair.NS)
    assert (alone.scores, alone.next_deal, alone.table_closed) == (Points(5, 9), NextDeal.NEXT_DEALER, False)


def test_an_effect_of_nobody_names_nobody() -> None:
    record = IncidentRecord(clause="6.d", offender=Seat.S, phase=Phase.KICKING)
    assert rule(record).effects == (Effect(EffectName.MOVES_ON),)


def test_a_tally_without_the_number_of_games_is_counted_on() -> None:
    record = IncidentRecord(
        clause="10.c", offender=Seat.E, phase=Phase.PLAYING, bullseyes=Points(4, 5), scores=Points(0, 0)
    )
    assert rule(record, outside_table=True).bullseyes == Points(6, 5)


def test_the_json_of_an_effect_holds_what_its_kind_lists() -> None:
    full = Effect(EffectName.POINTS, Pair.NS, Seat.S, 2, False, 0, ("official",), "dead")
    listed = {name.value: set(effect_to_json(replace(full, effect=name))) - {"effect"} for name in EffectName}
    numbered, void = {"pair", "n"}, {"pair", "n"}
    personal = {"seat", "pair"}
    assert listed == {
        "points": numbered, "bullseye": numbered, "gamble": numbered, "hung": numbered, "other-points": numbered,
        "void-hand": void, "void-game": void, "void-kick": void, "bar-gamble": {"pair"},
        "warn": personal, "deal-over": set(), "moves-on": set(), "none": set(),
        "substitute": personal, "eject": personal, "debar": personal, "fine": personal,
        "game": {"pair"}, "match": {"pair"}, "close-table": numbered,
        "inform": {"who"}, "card": {"remedy"}, "note-name": {"seat"},
    }  # fmt: skip


def test_may_and_excess_stand_only_where_they_are() -> None:
    assert effect_to_json(Effect(EffectName.DEBAR, Pair.EW, Seat.W, may=True)) == {
        "effect": "debar", "seat": "W", "pair": "EW", "may": True,
    }  # fmt: skip
    assert effect_to_json(Effect(EffectName.BULLSEYE, Pair.EW, n=2, excess=1)) == {
        "effect": "bullseye", "pair": "EW", "n": 2, "excess": 1,
    }  # fmt: skip
    assert effect_to_json(Effect(EffectName.VOID_HAND, Pair.EW)) == {"effect": "void-hand", "pair": "EW"}


def test_a_stated_bullseye_with_a_penalty_point_is_counted_once_each() -> None:
    """East's pair reaches 14 by the point and is given a bullseye besides: two games."""
    record = IncidentRecord(
        clause="14.g",
        offender=None,
        phase=Phase.PLAYING,
        scores=Points(0, 13),
        bullseyes=Points(0, 8),
        games=10,
        choice=Choice(
            by="official",
            text="So",
            effects=(Effect(EffectName.POINTS, Pair.EW, n=1), Effect(EffectName.BULLSEYE, Pair.EW, n=2)),
        ),
    )
    result = rule(record)
    assert [(effect.n, effect.excess) for effect in result.effects] == [(1, 0), (2, 1)]
    assert (result.bullseyes, result.table_closed, result.bullseye) == (Points(0, 10), True, Pair.EW)


def test_a_text_for_the_sheet_is_one_line() -> None:
    record = IncidentRecord(
        clause="14.g",
        offender=None,
        phase=Phase.MATCH,
        choice=Choice(by="committee", text="The hall\n closes  at ten.", effects=()),
    )
    assert rule(record).reason == (
        "The code does not say, so the committee decided (14.g): The hall closes at ten: nothing follows."
    )


seats = st.sampled_from(Seat)
pairs = st.sampled_from(Pair)
scores = st.builds(Points, st.integers(0, 20), st.integers(0, 20))
stated = st.builds(
    Effect,
    st.sampled_from(EffectName),
    st.none() | pairs,
    st.none() | seats,
    st.none() | st.integers(-1, 45),
    st.booleans(),
    st.just(0),
    st.sampled_from([(), ("official",)]),
    st.sampled_from([None, "dead"]),
)
spellings = sorted({offer.name for clause in all_clauses() for offer in clause.choices})
choices = st.builds(
    Choice,
    option=st.none() | st.sampled_from([*spellings, "no such thing"]),
    by=st.sampled_from([None, "official", "captains", "committee", "N", "E", "referee"]),
    effects=st.none() | st.lists(stated, max_size=3).map(tuple),
    text=st.none() | st.sampled_from(["", "So"]),
    bullseyes=st.none() | st.integers(-1, 11),
    void_kick=st.none() | st.booleans(),
    fine=st.none() | st.booleans(),
    debar=st.none() | st.booleans(),
    match=st.none() | st.booleans(),
    eject=st.none() | st.booleans(),
    lose_dispute=st.none() | st.booleans(),
    substitute=st.none() | st.booleans(),
)


@st.composite
def rulesets(draw: st.DrawFn) -> Ruleset:
    """A published ruleset with up to three options changed."""
    base = PUBLISHED[draw(st.sampled_from(sorted(PUBLISHED)))]
    names = draw(st.lists(st.sampled_from([option for option in OPTIONS if not option.free]), max_size=3))
    return base.with_options({option.name: draw(st.sampled_from(option.values)) for option in names})


incidents = st.builds(
    IncidentRecord,
    clause=st.sampled_from([clause.number for clause in all_clauses()]),
    offender=st.none() | seats,
    phase=st.sampled_from(Phase),
    dealer=st.none() | seats,
    packet=st.integers(1, 3),
    scores=st.none() | scores,
    bullseyes=st.none() | st.builds(Points, st.integers(0, 6), st.integers(0, 6)),
    games=st.none() | st.integers(8, 12),
    hand_kicked=st.none() | st.integers(0, 8),
    hand_points=st.none() | st.builds(Points, st.integers(0, 5), st.integers(0, 5)),
    called_by=st.none() | seats,
    warned=st.none() | st.booleans(),
    minutes=st.none() | st.integers(0, 40),
    choice=st.none() | choices,
    ruleset=rulesets(),
)


def _ruled(record: IncidentRecord, outside: bool) -> RulingResult | RecordError:
    try:
        return rule(record, outside_table=outside)
    except RecordError as error:
        return error


@settings(max_examples=600, deadline=None)
@given(incidents, st.booleans())
def test_any_incident_is_ruled_asked_about_or_refused(record: IncidentRecord, outside: bool) -> None:
    result = _ruled(record, outside)
    if isinstance(result, RecordError):
        assert result.field.partition(".")[0] in ("offender", "phase", "choice", "bullseyes")
        return
    assert result.reason.endswith(".")
    assert [name for name in ORDER if name in {r.partition("=")[0] for r in result.readings}] == [
        r.partition("=")[0] for r in result.readings
    ]
    json.dumps(ruling_to_json(result))
    if not result.complete:
        assert result.needs
        assert (result.effects, result.bullseye, result.next_deal, result.table_closed) == ((), None, None, False)
        assert (result.scores, result.bullseyes) == (record.scores, record.bullseyes)
        assert ("choice" in result.needs) == (result.chooser is not None)
        return
    assert (result.needs, result.options, result.chooser) == ((), (), None)
    if result.scores is not None:
        assert min(result.scores) >= 0
    beside = record.ruleset.value("penalty_bullseye") == "beside"
    if record.bullseyes is not None and record.games is not None and result.bullseyes is not None and not beside:
        assert record.bullseyes.NS <= result.bullseyes.NS
        assert record.bullseyes.EW <= result.bullseyes.EW
        assert sum(result.bullseyes) <= record.games
        assert not (sum(result.bullseyes) == record.games and not result.table_closed)
    if (record.bullseyes, record.scores) != (result.bullseyes, result.scores):
        assert result.effects


@settings(max_examples=250, deadline=None)
@given(incidents)
def test_what_is_needed_completes_the_ruling(record: IncidentRecord) -> None:
    """Giving what is asked for never leads back to the same question."""
    answers: dict[str, object] = {
        "dealer": record.offender,
        "scores": Points(3, 4),
        "bullseyes": Points(1, 1),
        "games": 10,
        "hand.kicked": 0,
        "hand.points": Points(0, 0),
        "called_by": Seat.N,
        "warned": True,
        "minutes": 6,
    }
    try:
        result = rule(record)
        for _ in range(len(answers)):
            asked = [need for need in result.needs if need in answers]
            if not asked:
                break
            given_now = {need.replace(".", "_"): answers[need] for need in asked}
            record = replace(record, **given_now)  # type: ignore[arg-type]
            result = rule(record)
            assert not set(asked) & set(result.needs)
    except RecordError:
        return
    assert result.complete or result.needs == ("choice",)


def test_a_whole_record_as_the_contract_prints_it() -> None:
    text = """{"format": "all-fours/incident@1", "ruleset": "round-robin", "clause": "6.a", "offender": "S",
     "phase": "first-round", "dealer": "S", "packet": 1, "scores": {"NS": 10, "EW": 3},
     "bullseyes": {"NS": 4, "EW": 3}, "games": 10, "hand": {"kicked": 3, "points": {"NS": 0, "EW": 0}},
     "called_by": "S", "warned": false, "minutes": null, "choice": null}"""
    result = ruling_to_json(rule(parse_incident(json.loads(text))))
    assert result == {
        "id": None, "clause": "6.a", "complete": True, "needs": [], "options": [], "chooser": None,
        "effects": [
            {"effect": "points", "pair": "EW", "n": 1},
            {"effect": "void-kick", "pair": "NS", "n": 3},
            {"effect": "moves-on"},
        ],
        "scores": {"NS": 7, "EW": 4}, "bullseyes": {"NS": 4, "EW": 3}, "bullseye": None, "table_closed": False,
        "next_deal": "next-dealer", "readings": ["misdeal_at_ten_void_kick=true"],
        "reason": "South had a misdeal found before the fifth card (6.a): 1 point to E/W; "
        "the 3 kicked by N/S come off; the deal moves on.",
    }  # fmt: skip


@pytest.mark.parametrize(
    ("clause", "choice", "bound"),
    [
        ("11.a", None, [("substituted", Seat.N, False)]),
        ("11.m", Choice(option="repeated", eject=True, by="official"), [("ejected", Seat.N, False)]),
        ("11.m", Choice(option="repeated", eject=False, by="official"), []),
        ("11.e", Choice(option="proved", fine=False, debar=True, by="committee"), [("debarred", Seat.N, True)]),
        ("13.a", Choice(option="seventh-after-sickness"), [("sick", Seat.N, True)]),
        ("13.a", Choice(option="cannot-continue"), []),
        ("13.a", None, []),
        ("14.c", Choice(option="substituted"), [("substituted", Seat.N, False)]),
        # It may follow, but the committee has not said so.
        ("10.a", None, []),
    ],
)
def test_who_is_kept_from_the_tables(clause: str, choice: Choice | None, bound: list[tuple[str, Seat, bool]]) -> None:
    record = IncidentRecord(
        clause=clause,
        offender=Seat.N,
        phase=Phase.PLAYING,
        scores=Points(0, 0),
        bullseyes=Points(0, 0),
        games=10,
        choice=choice,
    )
    found = rules_engine.rulings.bound_people(record, rule(record))
    assert [(one.kind.value, one.seat, one.tournament) for one in found] == bound
