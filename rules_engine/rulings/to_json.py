"""A ruling as the file format writes it (``all-fours/incident@1``, the result)."""

from __future__ import annotations

from rules_engine.verdicts import Effect, EffectName, Points, RulingResult

_NUMBERED = frozenset(
    {
        EffectName.POINTS,
        EffectName.BULLSEYE,
        EffectName.GAMBLE,
        EffectName.HUNG,
        EffectName.OTHER_POINTS,
        EffectName.CLOSE_TABLE,
    }
)
_VOIDS = frozenset({EffectName.VOID_HAND, EffectName.VOID_GAME, EffectName.VOID_KICK})
_PAIRED = _NUMBERED | _VOIDS | {EffectName.BAR_GAMBLE, EffectName.GAME, EffectName.MATCH}
_PERSONAL = frozenset({EffectName.WARN, EffectName.SUBSTITUTE, EffectName.EJECT, EffectName.DEBAR, EffectName.FINE})


def effect_to_json(effect: Effect) -> dict[str, object]:
    """One effect with the parameters of its kind and no others."""
    name = effect.effect
    found: dict[str, object] = {"effect": name.value}
    if name in _PERSONAL or name is EffectName.NOTE_NAME:
        found["seat"] = effect.seat.value if effect.seat else None
    if name in _PAIRED or name in _PERSONAL:
        found["pair"] = effect.pair.value if effect.pair else None
    if name in _NUMBERED or (name in _VOIDS and effect.n is not None):
        found["n"] = effect.n
    if effect.excess:
        found["excess"] = effect.excess
    if effect.may:
        found["may"] = True
    if name is EffectName.INFORM:
        found["who"] = list(effect.who)
    if name is EffectName.CARD:
        found["remedy"] = effect.remedy
    return found


def ruling_to_json(result: RulingResult) -> dict[str, object]:
    """The whole result; every field of its kind is there, null where it does not apply."""
    return {
        "id": result.id,
        "clause": result.clause,
        "complete": result.complete,
        "needs": list(result.needs),
        "options": list(result.options),
        "chooser": result.chooser,
        "effects": [effect_to_json(effect) for effect in result.effects],
        "scores": _both(result.scores),
        "bullseyes": _both(result.bullseyes),
        "bullseye": result.bullseye.value if result.bullseye else None,
        "table_closed": result.table_closed,
        "next_deal": result.next_deal.value if result.next_deal else None,
        "reason": result.reason,
        "readings": list(result.readings),
    }


def _both(points: Points | None) -> dict[str, int] | None:
    return None if points is None else {"NS": points.NS, "EW": points.EW}
