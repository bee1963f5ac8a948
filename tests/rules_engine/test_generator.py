"""Hands and tables made up from a seed: legal unless asked otherwise, and always the same."""

from __future__ import annotations

import hashlib
import json
from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules_engine.cards import CARDS
from rules_engine.generator import Skill, as_chalked, dice, generate_hand, generate_table, play_table
from rules_engine.hand import judge_hand
from rules_engine.rulesets import PUBLISHED, Ruleset
from rules_engine.score import judge_score
from rules_engine.seats import Seat
from rules_engine.table import Opened, Played, Scored, fold, parse_event
from rules_engine.verdicts import Answer, Lead, Points

RR = Ruleset.round_robin()
RULESETS = [
    *PUBLISHED.values(),
    RR.derive("six", flush="six"),
    RR.derive("tied down", lead_after_trump="trump-and-follow"),
    RR.derive("no give", give_at_thirteen="barred"),
    RR.derive("later", kicks_count="after-hand"),
]
SCORES = st.tuples(st.integers(0, 13), st.integers(0, 13)).map(lambda pair: Points(*pair))


@settings(max_examples=150, deadline=None)
@given(st.integers(), st.sampled_from(RULESETS), st.sampled_from(Seat), SCORES, st.floats(0, 1))
def test_a_legal_hand_is_valid_and_no_card_is_lost(
    seed: int, ruleset: Ruleset, dealer: Seat, scores: Points, skill: float
) -> None:
    made = generate_hand(ruleset, dealer, dice(seed), scores=scores, skill=Skill(skill, skill, skill, skill))
    record = made.record
    dealt = [card for hand in made.dealt for card in hand]
    assert len({*dealt, *record.kicks}) == len(dealt) + len(record.kicks)
    assert {*dealt, *record.kicks} <= set(CARDS)
    if made.ran_out:
        assert (record.lead, record.answer, record.lifts) == (Lead.BEG, Answer.RUN, ())
        assert len({kick[1] for kick in record.kicks}) == 1
        return
    result = judge_hand(record)
    assert result.violations == ()
    if record.lifts:
        assert record.dealt == made.dealt
        assert sorted(card for lift in record.lifts for card in lift.cards) == sorted(dealt)


@settings(max_examples=100, deadline=None)
@given(st.integers(), st.sampled_from(RULESETS), st.sampled_from(Seat), SCORES)
def test_as_chalked_a_hand_chalks_the_same(seed: int, ruleset: Ruleset, dealer: Seat, scores: Points) -> None:
    made = generate_hand(ruleset, dealer, dice(seed), scores=scores)
    if made.ran_out:
        return
    result = judge_hand(made.record)
    chalked = judge_score(as_chalked(made.record, result))
    assert chalked.violations == ()
    assert (chalked.chalks, chalked.scores, chalked.bullseye) == (result.chalks, result.scores, result.bullseye)


@settings(max_examples=25, deadline=None)
@given(st.integers(), st.sampled_from(RULESETS))
def test_a_table_is_the_same_as_chalked_and_card_by_card(seed: int, ruleset: Ruleset) -> None:
    chalked = [state for _, state in play_table(ruleset, 2, Seat.W, seed)]
    cards = [state for _, state in play_table(ruleset, 2, Seat.W, seed, card_by_card=1.0)]
    assert chalked == cards


@pytest.mark.parametrize("ruleset", RULESETS, ids=lambda ruleset: ruleset.name)
def test_a_table_is_played_to_its_end_and_folds_to_the_same(ruleset: Ruleset) -> None:
    events = [Opened(3, Seat.S)]
    last = None
    for event, state in play_table(ruleset, 3, Seat.S, "to the end", card_by_card=0.5, illegal=0.01):
        events.append(event)  # type: ignore[arg-type]
        last = state
    folded = fold(ruleset, events)
    assert folded.error is None
    assert folded.state == last
    assert folded.state.closed
    assert len(folded.state.games) == 3
    assert sum(folded.state.bullseyes) == 3


def test_broken_rules_are_found_and_their_penalty_is_applied() -> None:
    penalties = 0
    for seed in range(20):
        for event, _ in play_table(RR, 3, Seat.S, seed, illegal=0.02):
            if isinstance(event, Played):
                assert event.apply
                assert judge_hand(event.record).violations
                penalties += 1
            else:
                assert isinstance(event, Scored)
    assert penalties > 20


def test_every_way_to_break_a_rule_of_play_comes_up() -> None:
    chance, found = dice("all kinds"), Counter[str]()
    for _ in range(1500):
        made = generate_hand(RR, Seat.N, chance, illegal=0.1)
        if not made.ran_out:
            found.update(violation.code.value for violation in judge_hand(made.record).violations)
    assert set(found) == {"renege", "under-trump", "stood-without-trump", "gave-without-trump"}


def test_the_same_seed_gives_the_same_table() -> None:
    events = generate_table(RR, 10, Seat.S, 7, card_by_card=0.2, illegal=0.002)
    assert events == generate_table(RR, 10, Seat.S, 7, card_by_card=0.2, illegal=0.002)
    assert events != generate_table(RR, 10, Seat.S, 8, card_by_card=0.2, illegal=0.002)
    text = json.dumps(events, sort_keys=True)
    assert hashlib.sha256(text.encode()).hexdigest()[:16] == "42d0ced3c9c48580"
    for event in events:
        parse_event(event, RR)


def test_no_more_events_than_asked_for() -> None:
    assert len(generate_table(RR, 10, Seat.S, 7, most=5)) == 5
    assert generate_table(RR, 10, Seat.S, 7, most=5) == generate_table(RR, 10, Seat.S, 7)[:5]
    assert generate_table(RR, 10, Seat.S, 7, most=0) == []


def test_better_players_win_more() -> None:
    won = Counter[str]()
    for seed in range(400):
        made = generate_hand(RR, list(Seat)[seed % 4], dice(seed), skill=Skill(N=1.0, E=0.0, S=1.0, W=0.0))
        if made.record.lifts:
            gamble = judge_hand(made.record).gamble
            assert gamble is not None
            won[gamble] += 1
    assert won["NS"] > 1.3 * won["EW"]
