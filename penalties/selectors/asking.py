"""What a case has to be asked before the code answers, and no more: every question comes from the engine.

The engine says what it needs. What it can do without, but would rule differently by (the packet, the points kicked, a
choice that is taken by default), is found by trying: two answers that give two rulings are worth a question.
Nothing is decided here.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from penalties.selectors import code_words, stating
from penalties.selectors.answers import NONE_OF_THESE, Answers, compose
from penalties.selectors.questions import Keys, Question, Read
from penalties.selectors.stating import SEATS
from rules_engine.penalty_code import REMAINING, Clause, Decision, find
from rules_engine.penalty_code import clause as written_clause
from rules_engine.records import INCIDENT, Choice, IncidentRecord
from rules_engine.rulesets import Ruleset
from rules_engine.rulings import rule
from rules_engine.score import HIGHEST_SCORE
from rules_engine.seats import Seat
from rules_engine.table import Incident as IncidentEvent
from rules_engine.table import Refused, TableError, TableState, as_the_table_knows, parse_event
from rules_engine.verdicts import Effect, EffectName, Phase, RecordError, RulingResult
from scoring.selectors.words import SEAT_LONG

MOST_KICKED = 9
MOST_MINUTES = 10_000
MOST_KEYS = 10
"""Beyond so many a number is typed and not tapped."""
PACKETS: Keys = (("1", "First deal"), ("2", "2nd, after a run"), ("3", "3rd"))
YES_NO: Keys = (("yes", "Yes"), ("no", "No"))
_NOT_YET_KICKED = frozenset({Phase.BEFORE_DEAL, Phase.BETWEEN_GAMES, Phase.MATCH})


@dataclass(frozen=True, slots=True)
class Place:
    """Where it happened: the rules, the table as it stood, and whether a warning from elsewhere counts here."""

    ruleset: Ruleset
    state: TableState
    warned_elsewhere: bool = False


@dataclass(frozen=True, slots=True)
class Case:
    """The questions in order, what was answered, and what the engine makes of it.

    ``asked``: the incident without its format. ``for_the_official``: what only an official can say, in words, where
    the one who reports is none. ``fault``: why it cannot be (its field and words), instead of a ruling.
    """

    questions: tuple[Question, ...]
    asked: dict[str, Any]
    ruling: RulingResult | None
    fault: RecordError | TableError | None
    for_the_official: tuple[str, ...] = ()


def ask(place: Place, base: Mapping[str, Any], read: Read, *, decides: bool) -> Case:
    """Ask on from ``base`` (clause, offender, phase) as far as the answers go.

    ``decides``: whether whoever answers may also say what is for the official to say.
    """
    questions: dict[str, Question] = {}
    answers: Answers = {}
    left: tuple[str, ...] = ()
    while True:
        asked = compose(base, answers)
        try:
            ruling = judge(place, asked)
        except RecordError as error:
            return Case(tuple(questions.values()), asked, None, error)
        except Refused as refused:
            return Case(tuple(questions.values()), asked, None, refused.error)
        more, left = _next(place, asked, ruling, questions, answers, read, decides=decides)
        if not more:
            return Case(tuple(questions.values()), asked, ruling, None, left)
        said = False
        for question in more:
            questions[question.name] = question
            answer = question.keys[0][0] if question.settled else read(question)
            if answer is not None and answer != "":
                answers[question.name] = answer
                said = True
        if not said and all(question.required for question in more):
            return Case(tuple(questions.values()), asked, ruling, None, left)


def judge(place: Place, asked: Mapping[str, Any]) -> RulingResult:
    """What the code gives for ``asked``. Raises RecordError and the table's ``Refused``."""
    return rule(record_of(place, asked))


def record_of(place: Place, asked: Mapping[str, Any]) -> IncidentRecord:
    """The incident with all that the table knows. Raises RecordError and the table's ``Refused``."""
    event = parse_event({"format": INCIDENT, **asked}, place.ruleset)
    assert isinstance(event, IncidentEvent)  # noqa: S101 - said by its format
    return as_the_table_knows(place.ruleset, place.state, replace(event, warned_elsewhere=place.warned_elsewhere))


def _next(
    place: Place,
    asked: dict[str, Any],
    ruling: RulingResult,
    known: Mapping[str, Question],
    answers: Answers,
    read: Read,
    *,
    decides: bool,
) -> tuple[list[Question], tuple[str, ...]]:
    """What is to be asked next, and what is left to the official."""
    clause = find(ruling.clause, place.ruleset.base.value) or written_clause(ruling.clause)
    more = [question for question in _worth_asking(place, asked, ruling, clause) if question.name not in known]
    if more:
        return more, ()
    more = [question for name in ruling.needs for question in _needed(name) if question.name not in known]
    left: tuple[str, ...] = ()
    if "choice" in ruling.needs:
        chosen, left = _choosing(place, asked, ruling, clause, known, read, decides=decides)
        more += chosen
    elif answers.get("otherwise") == "yes":
        more = [question for question in (_DECIDER, *_own_words(read)) if question.name not in known]
    elif decides and "otherwise" not in known and _overruled(place, asked, ruling):
        more = [_OTHERWISE]
    return more, left


_DECIDER = Question(
    "by", "Who decides?", (("official", "The official"), ("committee", "The committee")), initial="official"
)
_OTHERWISE = Question(
    "otherwise", "Does this fit what happened?", (("", "Yes"), ("yes", "No: the official decides")), required=False
)


def _needed(name: str) -> tuple[Question, ...]:
    match name:
        case "dealer":
            return (Question("dealer", "Who dealt?", SEATS),)
        case "hand.kicked":
            return (_kicked(required=True),)
        case "hand.points":
            said = "By high, low and jack in this hand, not on the board yet."
            return (
                Question("made_NS", "N/S have made", most=HIGHEST_SCORE, help=said),
                Question("made_EW", "E/W have made", most=HIGHEST_SCORE, help=said),
            )
        case "called_by":
            return (Question("called_by", "Who called the misdeal?", SEATS),)
        case "minutes":
            return (Question("minutes", "How many minutes have gone?", most=MOST_MINUTES),)
        case _:
            return ()


def _kicked(*, required: bool) -> Question:
    return Question(
        "kicked",
        "Kicked in this deal",
        tuple((str(n), str(n)) for n in range(MOST_KICKED + 1)),
        required=required,
        initial="" if required else "0",
        help="Points kicked that are not on the board yet.",
    )


def _worth_asking(place: Place, asked: dict[str, Any], ruling: RulingResult, clause: Clause) -> Iterable[Question]:
    """What the engine does without, but would rule differently by."""
    phase = Phase(asked["phase"])
    if phase is Phase.DEALING and _differs(place, asked, ruling, ({"packet": 2}, {"packet": 3})):
        yield Question("packet", "Which packet?", PACKETS, required=False, initial="1")
    kicked_by_now = phase not in _NOT_YET_KICKED and (phase is not Phase.DEALING or asked.get("packet", 1) > 1)
    if kicked_by_now and ruling.complete and "kicked" not in asked.get("hand", {}):
        with_kick = {"hand": {**asked.get("hand", {}), "kicked": 1}}
        # Where the hand ends, what was kicked in it is chalked with the ruling.
        if _ends_the_hand(ruling) or _differs(place, asked, ruling, (with_kick,), board=False):
            yield _kicked(required=False)
    taken = next((offer for offer in clause.choices if offer.default), None)
    if taken is not None and (ruling.complete or "choice" in ruling.needs):
        offered = [offer for offer in clause.choices if _readable(place, {**asked, "choice": offer.name})]
        if len(offered) > 1:
            keys = tuple((offer.name, offer.text) for offer in offered)
            yield Question("option", "Which was it?", keys, required=False, initial=taken.name)


def _ends_the_hand(ruling: RulingResult) -> bool:
    return any(effect.effect in (EffectName.DEAL_OVER, EffectName.MOVES_ON) for effect in ruling.effects)


def _differs(
    place: Place, asked: dict[str, Any], ruling: RulingResult, others: Iterable[dict[str, Any]], *, board: bool = True
) -> bool:
    """Whether one of ``others`` said instead gives another ruling."""
    for other in others:
        try:
            found = judge(place, {**asked, **other})
        except (RecordError, Refused):
            continue
        if (found.effects, found.needs, found.next_deal) != (ruling.effects, ruling.needs, ruling.next_deal):
            return True
        if board and found.scores != ruling.scores:
            return True
    return False


def _readable(place: Place, asked: dict[str, Any]) -> bool:
    try:
        judge(place, asked)
    except (RecordError, Refused):
        return False
    return True


def _choosing(
    place: Place,
    asked: dict[str, Any],
    ruling: RulingResult,
    clause: Clause,
    known: Mapping[str, Question],
    read: Read,
    *,
    decides: bool,
) -> tuple[list[Question], tuple[str, ...]]:
    """What the choice still lacks: which of the offers, or what is decided, or the official's own words."""
    by = ruling.chooser or "official"
    stated = Choice(by=by, effects=(Effect(EffectName.NONE),), text="-")
    if ruling.options and "option" not in known:
        offers = {offer.name: offer.text for offer in clause.choices}
        keys = [(name, offers.get(name, name)) for name in ruling.options]
        if _completes(place, asked, stated):
            keys.append((NONE_OF_THESE, "None of these"))
        return [Question("option", "Which was it?", tuple(keys))], ()
    who = Question("by", "Who decides?", ((by, _who(by)),), initial=by)
    told = _decisions(place, asked, clause, by)
    flag = not told and _completes(place, asked, Choice(by=by, void_kick=False))
    silent = not told and not flag and _completes(place, asked, stated)
    if not decides:
        return [], _left(place, told, flag=flag, silent=silent, by=by)
    if told:
        found = [_decision(place, item) for item in told]
    elif flag:
        found = [Question("decide_void_kick", "Do the kicked points come off?", YES_NO)]
    elif silent:
        who, found = _DECIDER, list(_own_words(read))
    else:
        return [], ()
    return [question for question in (who, *found) if question.name not in known], ()


def _who(by: str) -> str:
    if by in set(Seat):
        return SEAT_LONG[Seat(by)]
    return {"official": "The official", "captains": "The captains", "committee": "The committee"}.get(by, by)


def _completes(place: Place, asked: dict[str, Any], choice: Choice) -> bool:
    """Whether this choice, beside the option that was taken, is all that the engine still needs of a choice."""
    try:
        record = record_of(place, asked)
        option = record.choice.option if record.choice else None
        found = rule(replace(record, choice=replace(choice, option=option)))
    except (RecordError, Refused):
        return False
    return "choice" not in found.needs


def _decisions(place: Place, asked: dict[str, Any], clause: Clause, by: str) -> tuple[Decision, ...]:
    """What the decider settles here: of the clause's outcomes the one whose decisions the engine takes."""
    for outcome in clause.outcomes:
        if outcome.decides:
            settled: dict[str, Any] = {item.name: False if item.most is None else 0 for item in outcome.decides}
            if _completes(place, asked, Choice(by=by, **settled)):
                return outcome.decides
    return ()


def _left(place: Place, told: tuple[Decision, ...], *, flag: bool, silent: bool, by: str) -> tuple[str, ...]:
    who = _who(by)
    if told:
        return tuple(f"{who} decides. {item.text}: {code_words.bounds(item)}." for item in told)
    if flag:
        return (f"{who} decides whether the kicked points come off.",)
    return (f"No penalty is written for this: {who[:1].lower()}{who[1:]} decides and says why.",) if silent else ()


def _decision(place: Place, item: Decision) -> Question:
    if item.most is None:
        return Question(f"decide_{item.name}", item.text, YES_NO)
    left = max(0, place.state.allowed - sum(place.state.recorded))
    most = left if item.most == REMAINING else item.most
    keys = tuple((str(n), str(n)) for n in range(most + 1)) if most <= MOST_KEYS else ()
    return Question(f"decide_{item.name}", item.text, keys, most=most)


def _own_words(read: Read) -> Iterable[Question]:
    yield _WHY
    yield from stating.rows(read)


_WHY = Question("text", "Why", long=True, help="It is read by everybody, and by whoever rules on the same again.")


def _overruled(place: Place, asked: dict[str, Any], ruling: RulingResult) -> bool:
    """Whether the official's own words may stand in the place of a ruling that needs no choice (6.b)."""
    if not ruling.complete or asked.get("choice"):
        return False
    try:
        record = record_of(place, asked)
        none = Choice(by="official", effects=(Effect(EffectName.NONE),), text="-")
        return rule(replace(record, choice=none)).effects == none.effects != ruling.effects
    except (RecordError, Refused):
        return False


def faulty_row(place: Place, asked: Mapping[str, Any]) -> int | None:
    """The place in ``choice.effects``, from 0, of the first one that cannot be stated; None where each can."""
    choice = asked.get("choice") or {}
    for number, effect in enumerate(choice.get("effects") or ()):
        try:
            judge(place, {**asked, "choice": {**choice, "effects": [effect]}})
        except RecordError as error:
            if error.field.startswith("choice.effects"):
                return number
        except Refused:
            continue
    return None
