"""A table's state as JSON and back: the snapshot that a ledger keeps.

Not a public format: short keys, positions instead of names, chalks as text. It is
written and read at every event, so both ways are plain loops. The version number
lets a ledger rebuild a snapshot that an older engine wrote.
"""

from __future__ import annotations

from typing import Any

from rules_engine.seats import Pair, Seat
from rules_engine.table_state import (
    Bound,
    Claim,
    Game,
    Reason,
    Struck,
    Substituted,
    TableState,
    Warned,
    WonBy,
)
from rules_engine.verdicts import EffectName, Points

STATE_VERSION = 1

_SEATS: dict[str | None, Seat | None] = {None: None, **{seat.value: seat for seat in Seat}}
_PAIRS = {pair.value: pair for pair in Pair}
_WON_BY = {won_by.value: won_by for won_by in WonBy}


def state_to_json(state: TableState) -> dict[str, object]:
    """The state as plain JSON values; :func:`state_from_json` gives it back exactly."""
    return {
        "v": STATE_VERSION,
        "n": state.allowed,
        "f": state.first_dealer,
        "g": [
            [
                game.winner.value,
                game.won_by.value,
                None if game.scores is None else list(game.scores),
                game.hands,
                game.marks,
                list(game.hang_jacks),
                game.first_dealer,
            ]
            for game in state.games
        ],
        "s": list(state.scores),
        "m": state.marks,
        "h": state.hands,
        "j": list(state.game_hang_jacks),
        "o": state.game_dealer,
        "d": state.dealer,
        "b": list(state.recorded),
        "q": list(state.recorded_hang_jacks),
        "t": None if state.claimed is None else [list(figures) for figures in state.claimed],
        "w": [list(warned) for warned in state.warnings],
        "x": [list(substituted) for substituted in state.substitutions],
        "l": [list(bound) for bound in state.bound],
        "a": state.awaiting,
        "r": list(state.open_rulings),
        "p": list(state.ordered),
        "c": state.closed_by,
        "e": state.events,
        "k": [list(struck) for struck in state.struck],
        **({"y": [pair.value for pair in state.match_to]} if state.match_to else {}),
    }


def state_from_json(data: Any) -> TableState:
    """The state that :func:`state_to_json` wrote.

    Raises :class:`ValueError` for a snapshot of another version: fold the events
    again.
    """
    if data["v"] != STATE_VERSION:
        raise ValueError(f"this snapshot has version {data['v']}, not {STATE_VERSION}")
    return TableState(
        allowed=data["n"],
        first_dealer=_SEATS[data["f"]],
        games=tuple(
            Game(
                number,
                _PAIRS[winner],
                _WON_BY[won_by],
                None if scores is None else Points(*scores),
                hands,
                marks,
                Points(*hang_jacks),
                _SEATS[first_dealer],
            )
            for number, (winner, won_by, scores, hands, marks, hang_jacks, first_dealer) in enumerate(data["g"], 1)
        ),
        scores=Points(*data["s"]),
        marks=data["m"],
        hands=data["h"],
        game_hang_jacks=Points(*data["j"]),
        game_dealer=_SEATS[data["o"]],
        dealer=_SEATS[data["d"]],
        recorded=Points(*data["b"]),
        recorded_hang_jacks=Points(*data["q"]),
        claimed=None if data["t"] is None else Claim(Points(*data["t"][0]), Points(*data["t"][1])),
        warnings=tuple(Warned(_PAIRS[pair], clause, _SEATS[seat], times) for pair, clause, seat, times in data["w"]),
        substitutions=tuple(
            Substituted(event, Seat(seat), out, in_, Reason(reason), games)
            for event, seat, out, in_, reason, games in data["x"]
        ),
        bound=tuple(Bound(EffectName(effect), _PAIRS[pair]) for effect, pair in data["l"]),
        awaiting=data["a"],
        open_rulings=tuple(data["r"]),
        ordered=tuple(Seat(seat) for seat in data["p"]),
        closed_by=data["c"],
        events=data["e"],
        struck=tuple(Struck(*struck) for struck in data["k"]),
        match_to=tuple(_PAIRS[pair] for pair in data.get("y", ())),
    )
