"""What a broken rule costs under each ruleset (decision 50)."""

from __future__ import annotations

from typing import Any

import pytest

from rules_engine.hand import judge_hand
from rules_engine.reading import parse_hand
from rules_engine.writing import result_to_json

# Dealer S, trumps spades. On lift 1 (clubs) N throws 6D and shows TC on lift 4: a plain renege of N–S.
REVOKE = [
    ["E", "8C", "6D", "3C", "AC"], ["S", "7D", "9H", "9D", "AD"], ["W", "JS", "KS", "AS", "3S"],
    ["E", "KC", "TC", "2C", "2S"], ["S", "4H", "2H", "QH", "TH"], ["N", "5H", "QC", "TD", "7S"],
]  # fmt: skip
# On lift 3 (trumps) S throws TD holding the king of trumps, shown on lift 6.
KEPT_KING = [
    ["E", "8C", "TC", "3C", "AC"], ["S", "7D", "9H", "6D", "AD"], ["W", "JS", "TD", "AS", "3S"],
    ["E", "KC", "9D", "2C", "2S"], ["S", "4H", "2H", "QH", "TH"], ["N", "5H", "QC", "KS", "7S"],
]  # fmt: skip
# On lift 3 (trumps) S throws TD holding no better trump than the deuce, shown on lift 4.
KEPT_DEUCE = [*KEPT_KING[:5], ["N", "5H", "QC", "KD", "7S"]]

POINT = [{"effect": "points", "pair": "EW", "n": 1}, {"effect": "bar-gamble", "pair": "NS"}]


def costs(lifts: list[list[str]], ruleset: str, **options: Any) -> list[dict[str, Any]]:
    record = {
        "format": "all-fours/hand@1", "ruleset": ruleset, "options": options, "dealer": "S", "kicks": ["4S"],
        "lead": "stand", "scores": {"NS": 3, "EW": 11}, "lifts": lifts,
    }  # fmt: skip
    written: Any = result_to_json(judge_hand(parse_hand(record)))
    assert [violation["code"] for violation in written["violations"]] == ["renege"]
    assert written["violations"][0]["clause"] == ("10.a" if ruleset == "round-robin" else None)
    found: list[dict[str, Any]] = written["consequences"]
    return found


@pytest.mark.parametrize(
    ("lifts", "ruleset", "options", "effects", "scores", "bullseye"),
    [
        (REVOKE, "round-robin", {}, [{"effect": "bullseye", "pair": "EW", "n": 1}], (3, 11), "EW"),
        (KEPT_KING, "round-robin", {}, [{"effect": "bullseye", "pair": "EW", "n": 1}], (3, 11), "EW"),
        (REVOKE, "trinidad", {}, POINT, (3, 12), None),
        (REVOKE, "tobago", {}, POINT, (3, 12), None),
        (REVOKE, "trinidad", {"penalty_point": "transfer"}, POINT, (2, 12), None),
        (KEPT_DEUCE, "trinidad", {}, POINT, (3, 12), None),
        (KEPT_KING, "trinidad", {}, [{"effect": "game", "pair": "EW"}], (3, 11), "EW"),
        (KEPT_KING, "tobago", {"top_five_renege": "match"}, [{"effect": "match", "pair": "EW"}], (3, 11), None),
    ],
)
def test_what_a_proved_renege_costs(
    lifts: list[list[str]],
    ruleset: str,
    options: dict[str, Any],
    effects: list[Any],
    scores: tuple[int, int],
    bullseye: str | None,
) -> None:
    (ruling,) = costs(lifts, ruleset, **options)
    assert (ruling["clause"], ruling["complete"], ruling["effects"]) == ("10.a", True, effects)
    assert ruling["scores"] == dict(zip(("NS", "EW"), scores, strict=True))
    assert (ruling["bullseye"], ruling["bullseyes"]) == (bullseye, None)


def test_where_nothing_is_written_the_official_is_asked() -> None:
    (ruling,) = costs(REVOKE, "parlour")
    assert (ruling["complete"], ruling["needs"], ruling["chooser"]) == (False, ["choice"], "official")
    assert (ruling["effects"], ruling["scores"]) == ([], {"NS": 3, "EW": 11})
