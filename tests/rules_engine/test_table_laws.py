"""Laws of every table, whatever happens at it."""

from __future__ import annotations

import contextlib
import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules_engine.generator import generate_table
from rules_engine.rulesets import PUBLISHED, Ruleset
from rules_engine.seats import Seat
from rules_engine.table import (
    Event,
    Folded,
    Opened,
    event_to_json,
    fold,
    parse_event,
    start,
    state_from_json,
    state_to_json,
    step,
)
from rules_engine.verdicts import RecordError
from tests.rules_engine.table_help import RR, Json, fix, game, hand, incident, played, ran_out, sub, tally

pairs = st.sampled_from(["NS", "EW"])
seats = st.sampled_from(["N", "E", "S", "W"])
small = st.integers(0, 4)

hands = st.builds(
    lambda kick, lead, high, low, jack, gamble: hand(f"{kick} {lead} {high} {low} {jack} {gamble}"),
    st.sampled_from(["4S", "JS", "2S", "AS", "9H"]),
    st.sampled_from(["stand", "give"]),
    pairs,
    pairs,
    st.sampled_from(["out", "NS", "EW", "xNS", "xEW"]),
    pairs,
)
unsung = st.builds(lambda one, pair: one | {"unsung": pair}, hands, pairs)
runs_out = st.sampled_from(["JS,4S,5S", "4S,5S,6S", "AS,JS,2S"]).map(ran_out)
incidents = st.builds(
    lambda clause, seat, phase, kicked, called: incident(
        clause, seat, phase, hand={"kicked": kicked, "points": {"NS": 1, "EW": 1}}, called_by=called, minutes=kicked
    ),
    st.sampled_from(
        [
            "2.a",
            "5.f",
            "6.a",
            "6.b",
            "6.c",
            "7.b",
            "7.d",
            "7.e",
            "8.b",
            "8.f",
            "10.a",
            "10.b",
            "10.c",
            "11.h",
            "11.j",
            "11.n",
            "11.p",
            "12.b",
            "12.e",
            "12.g",
            "14.b",
            "14.d",
        ]
    ),
    seats,
    st.sampled_from(["before-deal", "dealing", "kicking", "begging", "playing", "after-hand", "between-games"]),
    st.integers(0, 9),
    seats,
)
games = st.builds(
    lambda pair, least, hung: game(pair, 14 if pair == "NS" else least, least if pair == "NS" else 14, (hung, 0)),
    pairs,
    st.integers(0, 15),
    small,
)
entries: st.SearchStrategy[Json] = st.one_of(
    hands,
    hands,
    hands,
    unsung,
    runs_out,
    incidents,
    incidents,
    games,
    st.builds(tally, small, small),
    st.builds(sub, seats, st.sampled_from("abc"), st.sampled_from("abc"), st.sampled_from(["choice", "sick"])),
)
corrections = st.builds(fix, st.integers(1, 12), st.none() | entries)
dealt = st.builds(lambda one, seat: one | {"dealer": seat}, hands, seats)
histories = st.lists(st.one_of(entries, entries, entries, corrections, dealt), max_size=14)
rulesets = st.sampled_from(
    [
        *PUBLISHED.values(),
        RR.derive("beside", penalty_bullseye="beside"),
        RR.derive("transfer", penalty_point="transfer"),
        RR.derive("players", warnings_scope="player", deal_across_games="loser"),
        RR.derive("hand", void_chalks="hand", deal_after_penalty="same-dealer", deal_across_games="winner"),
    ]
)


def taken(ruleset: Ruleset, soup: list[Json]) -> tuple[list[Event], Folded]:
    """The events of a random history that can follow one another, and their fold."""
    events: list[Event] = [Opened(4, Seat.S)]
    folded = fold(ruleset, events)
    for obj in soup:
        event = parse_event(obj, ruleset)
        next_fold = fold(ruleset, [*events, event])
        if next_fold.error is None:
            events.append(event)
            folded = next_fold
    return events, folded


@settings(max_examples=150, deadline=None)
@given(rulesets, histories)
def test_a_fold_is_its_steps(ruleset: Ruleset, soup: list[Json]) -> None:
    """Fold of a prefix, then step, equals fold; a refused event changes nothing."""
    history: list[Event] = [Opened(4, Seat.S)]
    state = start(ruleset, 4, Seat.S)
    for obj in soup:
        event = parse_event(obj, ruleset)
        stepped = step(ruleset, state, event, history)
        folded = fold(ruleset, [*history, event])
        assert (folded.state, folded.error) == (stepped.state, stepped.error)
        if stepped.error is None:
            assert stepped.state.events == state.events + 1
            state = stepped.state
            history.append(event)
        else:
            assert stepped.state is state
            assert stepped.error.event == state.events + 1
            assert stepped.error.message


@settings(max_examples=150, deadline=None)
@given(rulesets, histories)
def test_what_every_state_keeps(ruleset: Ruleset, soup: list[Json]) -> None:
    events, folded = taken(ruleset, soup)
    state = folded.state
    assert state.events == len(events) - 1 == len(folded.results) - 1
    assert [one.number for one in state.games] == list(range(1, len(state.games) + 1))
    assert len(state.games) <= state.allowed
    beside = ruleset.name == "beside"
    assert sum(state.bullseyes) <= state.allowed or beside
    assert sum(state.recorded) == len(state.games) or beside
    assert state.recorded_hang_jacks == (
        sum(one.hang_jacks.NS for one in state.games) + state.game_hang_jacks.NS,
        sum(one.hang_jacks.EW for one in state.games) + state.game_hang_jacks.EW,
    )
    assert min(state.scores) >= 0
    for chalk in [chalk for one in state.games for chalk in one.chalks] + list(state.chalks):
        assert 1 <= chalk.event <= state.events


@settings(max_examples=100, deadline=None)
@given(rulesets, histories)
def test_states_and_events_are_written_and_read_exactly(ruleset: Ruleset, soup: list[Json]) -> None:
    events, folded = taken(ruleset, soup)
    written = state_to_json(folded.state)
    assert json.loads(json.dumps(written)) == written
    assert state_from_json(written) == folded.state
    for event in events:
        assert parse_event(json.loads(json.dumps(event_to_json(event))), ruleset) == event


@settings(max_examples=60, deadline=None)
@given(histories, st.data())
def test_correcting_an_event_into_itself_changes_nothing_else(soup: list[Json], data: st.DataObject) -> None:
    events, folded = taken(RR, [obj for obj in soup if obj.get("event") != "correction"])
    if len(events) == 1:
        return
    of = data.draw(st.integers(1, len(events) - 1))
    again = step(RR, folded.state, parse_event(fix(of, event_to_json(events[of])), RR), events)
    assert again.error is None
    plain = state_to_json(folded.state) | {"e": folded.state.events + 1, "k": []}
    assert state_to_json(again.state) | {"k": []} == plain
    assert len(again.state.struck) == 1


@settings(max_examples=20, deadline=None)
@given(st.integers(), st.integers(1, 12))
def test_a_made_up_table_steps_as_it_folds(seed: int, most: int) -> None:
    entries = generate_table(RR, 3, Seat.N, seed, most=most, card_by_card=0.3, illegal=0.01)
    folded = played(*entries, games=3, first=Seat.N)
    assert folded.error is None
    assert folded.state.events == len(entries)


def test_a_snapshot_of_another_version_is_refused() -> None:
    written = state_to_json(start(RR, 10, Seat.S)) | {"v": 0}
    with pytest.raises(ValueError, match=r"^this snapshot has version 0, not 1$"):
        state_from_json(written)


JSON = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-3, 50)
    | st.floats(allow_nan=True)
    | st.sampled_from(["NS", "S", "4S", "", "stand"]),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(st.sampled_from(["event", "format", "kicks", "of", "replace", "NS", "EW", "scores"]), inner)
    ),
    max_leaves=8,
)
KEYS = ["kicks", "lead", "high", "jack", "gamble", "dealer", "clause", "offender", "phase", "hand", "winner", "of"]


@settings(max_examples=300, deadline=None)
@given(JSON)
def test_nothing_but_a_record_error_comes_of_any_json(value: Any) -> None:
    with contextlib.suppress(RecordError):
        parse_event(value, RR)


@settings(max_examples=300, deadline=None)
@given(st.one_of(entries, corrections), st.sampled_from(KEYS), JSON)
def test_nor_of_an_event_with_one_field_spoilt(event: Json, key: str, value: Any) -> None:
    with contextlib.suppress(RecordError):
        step(RR, start(RR, 4, Seat.S), parse_event(event | {key: value}, RR), [Opened(4, Seat.S)])
