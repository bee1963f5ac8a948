"""How quick the judge is, as ratios taken in alternating rounds of one run.

    pip install open_spiel
    python -m bench.engine [ROUNDS]

* six lifts: hands a second that ``judge_hand`` judges, from records that are parsed, over the
  rate at which OpenSpiel's ``euchre``, driven from Python, replays stored hands with each action
  checked against its legal actions. 1.0 is the bar, 1.5 the goal.
* twelve lifts: the same against its ``spades``. 1.5 is the bar.
* the plain second judge of the tests: decoded hands a second that the engine reads and judges,
  over the rate at which that judge does. 5 is the bar.
* text: time from JSON text in to JSON text out, over ``json.loads`` of the same texts and
  ``json.dumps`` of the same results. 2.5 is the bar (lower is better).
* text, in and out alike: the same over ``json.loads`` + ``json.dumps`` of the texts that go in.

Every figure is the median of the rounds' ratios, so that a busy machine slows both sides of each.
Without OpenSpiel only the text is measured.
"""

from __future__ import annotations

import json
import random
import statistics
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from bench.hands import legal_hand
from rules_engine.hand import judge_hand
from rules_engine.jsontext import load_json
from rules_engine.reading import parse_hand
from rules_engine.writing import result_to_json, result_to_text
from tests.rules_engine.reference_judge import judge as judge_plainly

HANDS = 200


def stored_games(name: str, rng: random.Random) -> tuple[Any, list[list[int]]]:
    """An OpenSpiel game and the actions of hands of it that are played to the last card."""
    import pyspiel

    game = pyspiel.load_game(name)
    stored: list[list[int]] = []
    for _ in range(HANDS):
        state, actions = game.new_initial_state(), []
        while not state.is_terminal():
            actions.append(rng.choice(state.legal_actions()))
            state.apply_action(actions[-1])
        stored.append(actions)
    return game, stored


def replay(game: Any, stored: Sequence[Sequence[int]]) -> None:
    """Replay stored hands, each action checked, up to the scores."""
    for actions in stored:
        state = game.new_initial_state()
        for action in actions:
            if action not in state.legal_actions():
                raise ValueError(action)
            state.apply_action(action)
        state.returns()


def seconds(work: Callable[[], object]) -> float:
    """How long it took, of this process's own time."""
    start = time.process_time()
    work()
    return time.process_time() - start


def ratios(rounds: int, one: Callable[[], object], other: Callable[[], object]) -> list[float]:
    """Time of ``one`` over time of ``other``, taken in turn."""
    found = []
    for n in range(rounds):
        if n % 2:
            theirs = seconds(other)
            ours = seconds(one)
        else:
            ours = seconds(one)
            theirs = seconds(other)
        found.append(ours / theirs)
    return found


def tell(what: str, found: list[float], bar: str) -> None:
    """One line: median and the middle half."""
    low, middle, high = statistics.quantiles(found, n=4)
    print(f"{what:<45} {middle:5.2f}   ({low:.2f} to {high:.2f}; {bar})")


def main(argv: Sequence[str]) -> None:
    """Measure and print."""
    rounds = int(argv[0]) if argv else 41
    rng = random.Random(1886)
    for kicks, name, bar in ((1, "euchre", "bar 1.0, goal 1.5"), (3, "spades", "bar 1.5")):
        records = [parse_hand(legal_hand(rng, kicks)) for _ in range(HANDS)]
        try:
            game, stored = stored_games(name, rng)
        except ModuleNotFoundError:
            print(f"OpenSpiel is not installed, so {name} is left out: pip install open_spiel")
            continue

        def judge(records: Any = records) -> None:
            for record in records:
                judge_hand(record)

        def theirs(game: Any = game, stored: Any = stored) -> None:
            replay(game, stored)

        tell(f"{6 if kicks == 1 else 12} lifts, rate over {name}", ratios(rounds, theirs, judge), bar)

    decoded = [legal_hand(rng, n % 3 + 1) for n in range(HANDS)]

    def engine() -> None:
        for record in decoded:
            judge_hand(parse_hand(record))

    def plainly() -> None:
        for record in decoded:
            judge_plainly(record)

    tell("6, 9 and 12 lifts, rate over the second judge", ratios(rounds, plainly, engine), "bar 5")

    texts = [json.dumps(legal_hand(rng, 1)) for _ in range(HANDS)]
    results = [result_to_json(judge_hand(parse_hand(json.loads(text)))) for text in texts]
    inputs = [json.loads(text) for text in texts]

    def ours() -> None:
        for text in texts:
            result_to_text(judge_hand(parse_hand(load_json(text))))

    def plain() -> None:
        for text, result in zip(texts, results, strict=True):
            json.loads(text)
            json.dumps(result)

    def plain_in() -> None:
        for text, value in zip(texts, inputs, strict=True):
            json.loads(text)
            json.dumps(value)

    tell("text to text, over json of in and out", ratios(rounds, ours, plain), "bar 2.5, lower is better")
    tell("text to text, over json of what goes in", ratios(rounds, ours, plain_in), "lower is better")
    print(f"{HANDS / seconds(ours):,.0f} six-lift records a second from text to text on this machine")


if __name__ == "__main__":
    main(sys.argv[1:])
