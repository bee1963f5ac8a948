"""Laws of a hand, for any hand that can be dealt and played."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest
from hypothesis import event, given
from hypothesis import strategies as st

from bench.hands import legal_hand
from rules_engine.cards import CARDS, VALUE
from rules_engine.chalking import kick_points
from rules_engine.hand import HandResult, judge_hand
from rules_engine.reading import parse_hand, parse_score
from rules_engine.rulesets import PUBLISHED
from rules_engine.score import count_bounds, judge_score
from rules_engine.seats import ROUND, Pair, Seat
from rules_engine.verdicts import Why
from rules_engine.writing import result_to_json, result_to_text
from tests.rules_engine.reference_judge import judge

hands = st.builds(lambda seed, kicks: legal_hand(random.Random(seed), kicks), st.integers(0, 2**32), st.integers(1, 3))
rulesets = st.sampled_from(sorted(PUBLISHED))


def judged(record: dict[str, Any]) -> HandResult:
    return judge_hand(parse_hand(record))


@given(hands, rulesets)
def test_a_legal_hand_is_valid(record: dict[str, Any], ruleset: str) -> None:
    assert judged(record | {"ruleset": ruleset}).violations == ()


@given(hands)
def test_the_card_points_are_those_of_the_cards(record: dict[str, Any]) -> None:
    result = judged(record)
    cards = [card for lift in record["lifts"] for card in lift[1:]]
    assert len(set(cards)) == 4 * len(record["lifts"])
    assert sum(result.counts) == sum(VALUE[card[0]] for card in cards)
    least, most = count_bounds(tuple(record["kicks"]))
    assert least <= sum(result.counts) <= most


@given(hands, rulesets)
def test_the_scores_are_the_chalks_that_count(record: dict[str, Any], ruleset: str) -> None:
    result = judged(record | {"ruleset": ruleset})
    for pair in Pair:
        made = sum(chalk.points for chalk in result.chalks if chalk.counted and chalk.pair is pair)
        assert result.scores.of(pair) == record["scores"][pair] + made
    order = [Why.KICK, Why.GIVEN, Why.HIGH, Why.LOW, Why.JACK, Why.HANG_JACK, Why.GAMBLE]
    places = [order.index(chalk.why) for chalk in result.chalks]
    assert places == sorted(places)
    reached = [chalk.counted for chalk in result.chalks]
    assert reached == sorted(reached, reverse=True)
    assert (result.bullseye is not None) is (max(result.scores) >= 14)
    assert result.bullseye is None or result.scores.of(result.bullseye) >= 14


def _rotated(record: dict[str, Any]) -> dict[str, Any]:
    """The same hand with everybody moved one place to the right."""
    scores = record["scores"]
    return record | {
        "dealer": Seat(record["dealer"]).next.value,
        "lifts": [[Seat(lift[0]).next.value, *lift[1:]] for lift in record["lifts"]],
        "scores": {"NS": scores["EW"], "EW": scores["NS"]},
    }


@given(hands)
def test_it_matters_not_who_sits_where(record: dict[str, Any]) -> None:
    one, other = judged(record), judged(_rotated(record))
    assert tuple(seat.next for seat in one.won) == other.won
    assert one.scores == other.scores[::-1]
    assert [(c.pair.opponents, c.why, c.points, c.counted) for c in one.chalks] == [
        (c.pair, c.why, c.points, c.counted) for c in other.chalks
    ]


@given(hands, rulesets)
def test_a_hand_and_its_chalks_agree(record: dict[str, Any], ruleset: str) -> None:
    """What is read off the lifts, written down as chalked, gives the same scores and no violation."""
    hand = judged(record | {"ruleset": ruleset})
    score = judge_score(
        parse_score(
            {key: record[key] for key in ("id", "dealer", "kicks", "lead", "answer", "scores")}
            | {
                "format": "all-fours/score@1",
                "ruleset": ruleset,
                "high": None if hand.high is None else hand.high.pair.value,
                "low": None if hand.low is None else hand.low.pair.value,
                "jack": {"outcome": hand.jack, "pair": hand.jack_pair},
                "gamble": {"pair": hand.gamble, "counts": {"NS": hand.counts.NS, "EW": hand.counts.EW}},
                "claimed": {"NS": hand.scores.NS, "EW": hand.scores.EW},
            }
        )
    )
    assert score.violations == ()
    assert (score.chalks, score.scores, score.bullseye) == (hand.chalks, hand.scores, hand.bullseye)


@given(hands, st.data())
def test_a_card_changed_over_is_found(record: dict[str, Any], data: st.DataObject) -> None:
    """A card of the play replaced by one played elsewhere or kicked never passes."""
    n = data.draw(st.integers(0, len(record["lifts"]) - 1))
    at = data.draw(st.integers(1, 4))
    cards = [card for lift in record["lifts"] for card in lift[1:]] + record["kicks"]
    other = data.draw(st.sampled_from([card for card in cards if card != record["lifts"][n][at]]))
    lifts = [list(lift) for lift in record["lifts"]]
    lifts[n][at] = other
    assert not judged(record | {"lifts": lifts}).valid


@given(hands, rulesets, st.data())
def test_two_cards_of_the_play_changed_about(record: dict[str, Any], ruleset: str, data: st.DataObject) -> None:
    """Whatever two cards change places in the play: each rule that this breaks is found, and no other.

    What it breaks, the plain second judge says.
    """
    at = st.tuples(st.integers(0, len(record["lifts"]) - 1), st.integers(1, 4))
    (one, i), (other, j) = data.draw(at), data.draw(at)
    lifts = [list(lift) for lift in record["lifts"]]
    lifts[one][i], lifts[other][j] = lifts[other][j], lifts[one][i]
    changed = record | {"ruleset": ruleset, "lifts": lifts}
    found = judged(changed).violations
    told = [(v.code.value, v.seat, v.lift, v.card) for v in found]
    assert sorted(told, key=str) == judge(changed)["faults"]
    event("legal" if not found else "broken")


@given(hands, st.data())
def test_texts_and_objects_are_the_same(record: dict[str, Any], data: st.DataObject) -> None:
    record["id"] = data.draw(st.none() | st.text(max_size=8))
    if data.draw(st.booleans()):
        record["lifts"] = record["lifts"][: data.draw(st.integers(0, 12))]
    result = judged(record)
    assert result_to_text(result) == json.dumps(result_to_json(result))


@given(hands)
def test_a_prefix_that_is_sung_claims_no_more_than_the_whole(record: dict[str, Any]) -> None:
    whole = judged(record)
    for n in range(len(record["lifts"])):
        part = judged(record | {"lifts": record["lifts"][:n], "sung": "NS"})
        assert part.violations == ()
        assert part.won == whole.won[:n]
        assert part.high in (None, whole.high)
        assert part.low in (None, whole.low)
        assert part.jack in (None, whole.jack)
        assert part.gamble is None
        with_deal = record | {"lifts": record["lifts"][:n], "sung": "NS", "dealt": _dealt(record)}
        told = judged(with_deal)
        assert (told.violations, told.high, told.low) == ((), whole.high, whole.low)


def _dealt(record: dict[str, Any]) -> dict[str, list[str]]:
    hands: dict[str, list[str]] = {seat: [] for seat in Seat}
    for leader, *cards in record["lifts"]:
        for turn, card in enumerate(cards):
            hands[ROUND[(ROUND.index(Seat(leader)) + turn) % 4]].append(card)
    return hands


@pytest.mark.parametrize(
    ("kicks", "bounds"),
    [
        (("4S",), (0, 80)),
        (("TS",), (0, 70)),
        (("4S", "5D"), (8, 80)),
        (("4S", "5S", "6D"), (70, 80)),
        (("?S",), (0, 80)),
        (("T?",), (0, 70)),
        (("TS", "TD"), (4, 60)),
        (("?S", "?S", "?D"), (40, 80)),
    ],
)
def test_the_bounds_of_the_counts(kicks: tuple[str, ...], bounds: tuple[int, int]) -> None:
    assert count_bounds(kicks) == bounds


@pytest.mark.parametrize("name", sorted(PUBLISHED))
def test_what_a_kick_scores(name: str) -> None:
    third = {"round-robin": "2", "trinidad": "6", "tobago": "2", "parlour": "6"}[name]
    scoring = {"J": 3, "A": 1, third: 2}
    for card in (*CARDS, "J?", "?H", "??"):
        assert kick_points(PUBLISHED[name], card) == scoring.get(card[0], 0)
