"""Reading JSON into records, strictly.

Whatever is not exactly the format is a RecordError with the dotted path of the
field: an unknown field or option, a wrong type (a truth value is no number), a
missing field, a number out of bounds, a repeated key. Null means absent. List
entries are counted from 1 (``lifts.2``).
"""

from __future__ import annotations

from rules_engine.cards import KICK_SPELLINGS, SPELLINGS, Card, Kick
from rules_engine.chalking import finished_early, kick_marks
from rules_engine.fields import (
    LONGEST_LIST,
    Object,
    at,
    cards_of,
    no_card,
    number,
    object_of,
    points,
    short,
    text_of,
    truth,
    word,
)
from rules_engine.readings import GambleTie
from rules_engine.records import (
    HAND,
    INCIDENT,
    NIL,
    SCORE,
    Choice,
    Context,
    Dealt,
    GambleClaim,
    HandRecord,
    IncidentRecord,
    JackClaim,
    Lift,
    Record,
    ScoreRecord,
)
from rules_engine.rulesets import PUBLISHED, Ruleset
from rules_engine.seats import Pair, Seat
from rules_engine.verdicts import Answer, Effect, EffectName, JackOutcome, Lead, Phase, Points, RecordError, Why

LONGEST_ID = 200
HIGHEST_SCORE = 40
FAR = 1_000_000
"""Numbers are judged up to this size either way; beyond it they are no figures of a game."""


_SEATS: dict[object, Seat] = {seat.value: seat for seat in Seat}
_PAIRS: dict[object, Pair] = {pair.value: pair for pair in Pair}
_LEADS: dict[object, Lead] = {lead.value: lead for lead in Lead}
_ANSWERS: dict[object, Answer] = {answer.value: answer for answer in Answer}
_OUTCOMES: dict[object, JackOutcome] = {outcome.value: outcome for outcome in JackOutcome}
_PHASES: dict[object, Phase] = {phase.value: phase for phase in Phase}
_EFFECTS: dict[object, EffectName] = {name.value: name for name in EffectName}
_CARDS: dict[object, Card] = {text: card for text, card in SPELLINGS.items()}  # noqa: C416
_KICKS: dict[object, Kick] = {text: kick for text, kick in KICK_SPELLINGS.items()}  # noqa: C416
# At a table nobody writes down a kick that scored nothing: neither its rank nor its suit need be known.
_KICKS_AT_TABLE: dict[object, Kick] = {**_KICKS, "??": Kick("??")}

_ANYWHERE = frozenset({"format", "id", "dealer", "ruleset", "options", "scores"})
_HAND_FIELDS = _ANYWHERE | {"kicks", "lead", "answer", "lifts", "dealt", "sung", "unsung"}
_SCORE_FIELDS = _ANYWHERE | {
    "kicks", "lead", "answer", "high", "low", "jack", "gamble", "claimed", "ran_out", "sung", "unsung"
}  # fmt: skip
_RAN_OUT_FIELDS = _ANYWHERE | {"kicks", "ran_out"}
_INCIDENT_FIELDS = _ANYWHERE | {
    "clause", "offender", "phase", "packet", "bullseyes", "games", "hand", "called_by", "warned", "minutes", "choice"
}  # fmt: skip
_JACK_FIELDS = frozenset({"outcome", "pair"})
_GAMBLE_FIELDS = frozenset({"pair", "counts"})
_HAND_OF_INCIDENT = frozenset({"kicked", "points"})
_EFFECT_FIELDS = frozenset({"effect", "pair", "seat", "n", "may", "excess", "who", "remedy"})
_KNOWN_TO_TABLE = ("ruleset", "options", "scores", "bullseyes", "games", "warned")


def parse_record(obj: object, *, path: str = "") -> Record:
    """The hand, score or incident in a decoded JSON object, told by its ``format``."""
    if not isinstance(obj, dict):
        raise RecordError(path, "must be an object")
    kind = obj.get("format")
    if kind == HAND:
        return parse_hand(obj, path=path)
    if kind == SCORE:
        return parse_score(obj, path=path)
    if kind == INCIDENT:
        return parse_incident(obj, path=path)
    if kind is None:
        raise RecordError(at(path, "format"), "is missing")
    raise RecordError(at(path, "format"), f"must be {HAND}, {SCORE} or {INCIDENT}, not {short(kind)}")


def parse_hand(obj: object, *, context: Context | None = None, path: str = "") -> HandRecord:
    """A ``hand@1``; with a ``context``, one that leaves out what the table knows."""
    fields = _fields(obj, _HAND_FIELDS, path, HAND, context)
    get = fields.get
    ruleset = _ruleset(fields, path) if context is None else context.ruleset
    scores = points(fields, "scores", path, 0, HIGHEST_SCORE) if context is None else context.scores
    dealer = _dealer(fields, path, context)
    kicks = cards_of(fields, "kicks", path, _CARDS)
    if not kicks:
        raise RecordError(at(path, "kicks"), "is empty: at least one card is kicked")
    sung, unsung = _singing(fields, path)
    lead = _lead(fields, path, ruleset, scores or NIL, dealer, kicks, unsung)
    lifts = _lifts(get("lifts"), path)
    answer = word(fields, "answer", path, _ANSWERS)
    dealt = None if get("dealt") is None else _dealt(get("dealt"), at(path, "dealt"))
    # HandRecord(…) itself, without the detour that a named tuple's constructor takes.
    return _new_tuple(
        HandRecord,
        (dealer, kicks, lead, lifts, answer, dealt, scores or NIL, sung, unsung, ruleset, _id(fields, path)),
    )


def parse_score(obj: object, *, context: Context | None = None, path: str = "") -> ScoreRecord:
    """A ``score@1``; with a ``context``, one that leaves out what the table knows."""
    fields = _fields(obj, _SCORE_FIELDS, path, SCORE, context)
    ruleset = _ruleset(fields, path) if context is None else context.ruleset
    # Impossible scores are judged, not refused (scores-out-of-range); so are counts.
    scores = (points(fields, "scores", path, -FAR, FAR) if context is None else context.scores) or NIL
    dealer = _dealer(fields, path, context)
    kicks = cards_of(fields, "kicks", path, _KICKS if context is None else _KICKS_AT_TABLE)
    if not kicks:
        raise RecordError(at(path, "kicks"), "is empty: at least one card is kicked")
    if truth(fields, "ran_out", path):
        return _ran_out(fields, path, ruleset, scores, dealer, kicks)
    sung, unsung = _singing(fields, path)
    lead = _lead(fields, path, ruleset, scores, dealer, kicks, unsung)
    answer = word(fields, "answer", path, _ANSWERS)
    before_play = kick_marks(ruleset, kicks, dealer.pair)
    if answer is Answer.GIVE:
        before_play.append((dealer.pair.opponents, Why.GIVEN, ruleset.given_point))
    early = sung is not None or finished_early(ruleset, scores, before_play, unsung)
    return ScoreRecord(
        dealer=dealer,
        kicks=kicks,
        lead=lead,
        answer=answer,
        high=word(fields, "high", path, _PAIRS),
        low=word(fields, "low", path, _PAIRS),
        jack=_jack(fields, path, early),
        gamble=_gamble(fields, path, early, ruleset),
        scores=scores,
        claimed=points(fields, "claimed", path, -FAR, FAR),
        sung=sung,
        unsung=unsung,
        ruleset=ruleset,
        id=_id(fields, path),
    )


def parse_incident(obj: object, *, context: Context | None = None, path: str = "") -> IncidentRecord:
    """An ``incident@1``; with a ``context``, one that leaves out what the table knows.

    Only the shape is read here: which clause may be committed by whom and when is for
    ``rules_engine.rulings``.
    """
    fields = _fields(obj, _INCIDENT_FIELDS, path, INCIDENT, context)
    clause = fields.get("clause")
    if not isinstance(clause, str):
        raise RecordError(at(path, "clause"), "is missing" if clause is None else "must be text, such as 6.a")
    phase = word(fields, "phase", path, _PHASES)
    if phase is None:
        raise RecordError(at(path, "phase"), "is missing")
    hand = fields.get("hand")
    hand_path = at(path, "hand")
    hand_fields = {} if hand is None else object_of(hand, hand_path, _HAND_OF_INCIDENT)
    dealer = word(fields, "dealer", path, _SEATS)
    return IncidentRecord(
        clause=clause,
        offender=word(fields, "offender", path, _SEATS),
        phase=phase,
        dealer=context.dealer if dealer is None and context is not None else dealer,
        packet=number(fields, "packet", path, 1, 3) or 1,
        scores=points(fields, "scores", path, 0, HIGHEST_SCORE) if context is None else context.scores,
        bullseyes=points(fields, "bullseyes", path, 0, 1000) if context is None else context.bullseyes,
        games=number(fields, "games", path, 1, 1000) if context is None else context.games,
        hand_kicked=number(hand_fields, "kicked", hand_path, 0, 9),
        hand_points=points(hand_fields, "points", hand_path, 0, HIGHEST_SCORE),
        called_by=word(fields, "called_by", path, _SEATS),
        warned=truth(fields, "warned", path) if context is None else context.warned,
        minutes=number(fields, "minutes", path, 0, 10_000),
        choice=None if fields.get("choice") is None else _choice(fields["choice"], at(path, "choice")),
        ruleset=_ruleset(fields, path) if context is None else context.ruleset,
        id=_id(fields, path),
    )


def _fields(obj: object, allowed: frozenset[str], path: str, kind: str, context: Context | None) -> Object:
    fields = object_of(obj, path, allowed)
    given = fields.get("format")
    if given != kind:
        raise RecordError(at(path, "format"), "is missing" if given is None else f"must be {kind}, not {short(given)}")
    if context is not None:
        for key in _KNOWN_TO_TABLE:
            if fields.get(key) is not None:
                raise RecordError(at(path, key), "is known to the table; leave it out")
    return fields


def _id(fields: Object, path: str) -> str | None:
    value = fields.get("id")
    if value is None or (isinstance(value, str) and len(value) <= LONGEST_ID):
        return value
    raise RecordError(at(path, "id"), f"must be text of at most {LONGEST_ID} characters")


def _ruleset(fields: Object, path: str) -> Ruleset:
    name = fields.get("ruleset")
    found = PUBLISHED.get(name) if isinstance(name, str) else None
    if found is None:
        text = "is missing" if name is None else f"must be one of {', '.join(PUBLISHED)}, not {short(name)}"
        raise RecordError(at(path, "ruleset"), text)
    options = fields.get("options")
    if options is None:
        return found
    if not isinstance(options, dict):
        raise RecordError(at(path, "options"), "must be an object of named options")
    try:
        return found.with_options({key: value for key, value in options.items() if value is not None})
    except RecordError as error:
        raise RecordError(at(path, error.field), error.text) from None


def _dealer(fields: Object, path: str, context: Context | None) -> Seat:
    dealer = word(fields, "dealer", path, _SEATS)
    if dealer is None and context is not None:
        dealer = context.dealer
    if dealer is None:
        raise RecordError(at(path, "dealer"), "is missing")
    return dealer


_new_tuple = tuple.__new__
_ONLY_LISTS = frozenset({list})


def _lifts(value: object, path: str) -> tuple[Lift, ...]:
    if not isinstance(value, list):
        raise RecordError(at(path, "lifts"), "is missing" if value is None else "must be a list of lifts")
    if len(value) > LONGEST_LIST:
        raise RecordError(at(path, "lifts"), f"has {len(value)} entries; no hand has more than 12 lifts")
    try:
        if _ONLY_LISTS.issuperset(map(type, value)):
            return tuple(
                [
                    _new_tuple(Lift, (_SEATS[leader], (_CARDS[a], _CARDS[b], _CARDS[c], _CARDS[d])))
                    for leader, a, b, c, d in value
                ]
            )
    except (KeyError, TypeError, ValueError):
        pass  # a seat, a card or a number of cards that is wrong: looked for below
    errors = (_no_lift(item, at(path, f"lifts.{n}")) for n, item in enumerate(value, 1))
    raise next(error for error in errors if error is not None)


def _no_lift(item: object, path: str) -> RecordError | None:
    """What is wrong with a lift, None if nothing is."""
    if not isinstance(item, list) or len(item) != 5:
        return RecordError(path, "must be a seat and four cards")
    if not isinstance(item[0], str) or item[0] not in _SEATS:
        return RecordError(path, f"must begin with the leader's seat, not {short(item[0])}")
    if all(isinstance(card, str) and card in _CARDS for card in item[1:]):
        return None
    return RecordError(path, no_card(item[1:], path, _CARDS).text)


def _dealt(value: object, path: str) -> Dealt:
    hands = object_of(value, path, _DEALT_FIELDS)
    return Dealt(*(cards_of(hands, seat, path, _CARDS) for seat in _SEATS_TEXT))


_SEATS_TEXT = ("N", "E", "S", "W")
_DEALT_FIELDS = frozenset(_SEATS_TEXT)


def _lead(
    fields: Object,
    path: str,
    ruleset: Ruleset,
    scores: Points,
    dealer: Seat,
    kicks: tuple[str, ...],
    unsung: Pair | None,
) -> Lead | None:
    """What the lead player did; it may be missing only where a kick had ended the game."""
    lead = word(fields, "lead", path, _LEADS)
    if lead is None and not finished_early(ruleset, scores, kick_marks(ruleset, kicks, dealer.pair), unsung):
        raise RecordError(at(path, "lead"), "is missing")
    if lead is Lead.STAND_BLIND and not ruleset.stand_blind:
        return Lead.STAND
    return lead


def _singing(fields: Object, path: str) -> tuple[Pair | None, Pair | None]:
    sung = word(fields, "sung", path, _PAIRS)
    unsung = word(fields, "unsung", path, _PAIRS)
    if sung is not None and unsung is not None:
        raise RecordError(at(path, "unsung"), "cannot stand beside sung")
    return sung, unsung


def _ran_out(
    fields: Object, path: str, ruleset: Ruleset, scores: Points, dealer: Seat, kicks: tuple[Kick, ...]
) -> ScoreRecord:
    for key, value in fields.items():
        if value is not None and key not in _RAN_OUT_FIELDS:
            raise RecordError(at(path, key), "cannot stand beside ran_out")
    if len(kicks) != 3 or len({kick[1] for kick in kicks} - {"?"}) > 1:
        raise RecordError(at(path, "kicks"), "must be three cards of one suit when the pack ran out")
    return ScoreRecord(
        dealer=dealer, kicks=kicks, scores=scores, ran_out=True, lead=Lead.BEG, answer=Answer.RUN,
        ruleset=ruleset, id=_id(fields, path),
    )  # fmt: skip


def _jack(fields: Object, path: str, early: bool) -> JackClaim | None:
    value = fields.get("jack")
    inner = at(path, "jack")
    if value is None:
        if early:
            return None
        raise RecordError(inner, "is missing")
    jack = object_of(value, inner, _JACK_FIELDS)
    outcome = word(jack, "outcome", inner, _OUTCOMES)
    pair = word(jack, "pair", inner, _PAIRS)
    if outcome is None:
        if early and pair is None:
            return None
        raise RecordError(at(inner, "outcome"), "is missing")
    if outcome is JackOutcome.OUT:
        if pair is not None:
            raise RecordError(at(inner, "pair"), "must be left out: nobody has points for a jack that is out")
    elif pair is None:
        raise RecordError(at(inner, "pair"), "is missing")
    return JackClaim(outcome, pair)


def _gamble(fields: Object, path: str, early: bool, ruleset: Ruleset) -> GambleClaim | None:
    value = fields.get("gamble")
    inner = at(path, "gamble")
    if value is None:
        if early:
            return None
        raise RecordError(inner, "is missing")
    gamble = object_of(value, inner, _GAMBLE_FIELDS)
    pair = word(gamble, "pair", inner, _PAIRS)
    if pair is None and not early and ruleset.gamble_tie is not GambleTie.NOBODY:
        raise RecordError(at(inner, "pair"), "is missing; equal counts too give gamble to a pair")
    return GambleClaim(pair, points(gamble, "counts", inner, -FAR, FAR))


def _choice(value: object, path: str) -> Choice:
    if isinstance(value, str):
        return Choice(option=text_of(value, path))
    fields = object_of(value, path, _CHOICE_FIELDS)
    effects = fields.get("effects")
    if effects is not None and (not isinstance(effects, list) or len(effects) > MOST_STATED):
        raise RecordError(at(path, "effects"), f"must be a list of at most {MOST_STATED} effects")
    return Choice(
        option=text_of(fields.get("option"), at(path, "option")),
        by=text_of(fields.get("by"), at(path, "by")),
        effects=None
        if effects is None
        else tuple(_effect(effect, at(path, f"effects.{n}")) for n, effect in enumerate(effects, 1)),
        text=text_of(fields.get("text"), at(path, "text")),
        bullseyes=number(fields, "bullseyes", path, 0, 1000),
        **{flag: truth(fields, flag, path) for flag in _CHOICE_FLAGS},
    )


MOST_STATED = LONGEST_LIST
"""How many effects one decision can state."""
_CHOICE_FLAGS = ("void_kick", "fine", "debar", "match", "eject", "lose_dispute", "substitute")
_CHOICE_FIELDS = frozenset(("option", "by", "effects", "text", "bullseyes", *_CHOICE_FLAGS))


def _effect(value: object, path: str) -> Effect:
    """An effect that somebody decided on, as results spell effects."""
    fields = object_of(value, path, _EFFECT_FIELDS)
    name = word(fields, "effect", path, _EFFECTS)
    if name is None:
        raise RecordError(at(path, "effect"), "is missing")
    who = fields.get("who")
    if who is not None and (not isinstance(who, list) or not all(isinstance(w, str) and len(w) <= 40 for w in who)):
        raise RecordError(at(path, "who"), "must be a list of those who are told")
    return Effect(
        name,
        pair=word(fields, "pair", path, _PAIRS),
        seat=word(fields, "seat", path, _SEATS),
        n=number(fields, "n", path, 0, 1000),
        may=truth(fields, "may", path) or False,
        excess=number(fields, "excess", path, 0, 1000) or 0,
        who=tuple(who or ()),
        remedy=text_of(fields.get("remedy"), at(path, "remedy")),
    )
