"""A hand told as a scorer would tell it: what was kicked, played and made, and why it stands on the board.

Plain text, one fact a line. Nothing is judged here: the words follow the judge's
answer.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rules_engine.cards import JACK, SUIT_NAMES, VALUE, pretty
from rules_engine.chalking import kick_points
from rules_engine.comparing import TITLES
from rules_engine.hand import HandResult, TrumpHeld
from rules_engine.legality import CLAUSES, LIFTS_OF_KICKS
from rules_engine.records import HandRecord, Lift, ScoreRecord
from rules_engine.rulesets import Ruleset
from rules_engine.rulings.wording import PAIR, SEAT
from rules_engine.score import ScoreResult
from rules_engine.seats import Pair, Seat
from rules_engine.verdicts import Answer, Chalk, JackOutcome, Lead, Points, RulingResult, Violation, Why

WHY = {
    Why.KICK: "kick",
    Why.GIVEN: "given",
    Why.HIGH: "high",
    Why.LOW: "low",
    Why.JACK: "jack",
    Why.HANG_JACK: "hung jack",
    Why.GAMBLE: "gamble",
    Why.MISDEAL: "misdeal",
    Why.PENALTY: "penalty",
}
_RANK_NAMES = {"A": "an ace", "K": "a king", "Q": "a queen", "J": "a jack", "T": "a ten", "8": "an eight"}
_RANK_NAMES |= dict(
    zip("2345679", ("a deuce", "a three", "a four", "a five", "a six", "a seven", "a nine"), strict=True)
)


def rules_line(ruleset: Ruleset) -> str:
    """Which rules: the published ones and what differs."""
    differing = ", ".join(ruleset.reading(name) for name in ruleset.overrides())
    return f"{TITLES[ruleset.base]} rules" + (f" with {differing}" if differing else "")


def board(points: Points) -> str:
    """``N/S 3, E/W 11``."""
    return f"N/S {points.NS}, E/W {points.EW}"


def counted(n: int, one: str = "point") -> str:
    """``1 point``, ``2 points``, ``no points``."""
    return f"{n or 'no'} {one}{'' if n == 1 else 's'}"


def title(kind: str, name: str | None, rest: str) -> str:
    """The first line of what is told."""
    return f"{kind}{'' if name is None else f' {name}'}. {rest}."


def tell_hand(record: HandRecord, result: HandResult) -> Iterator[str]:
    """The lines of a hand card by card."""
    yield title("Hand", record.id, f"{rules_line(record.ruleset)}; {_before(record)}")
    yield from _kicks_and_begging(record)
    yield ""
    for n, lift in enumerate(record.lifts, 1):
        yield _lift(n, lift, result)
    if record.sung is not None:
        yield f"{PAIR[record.sung]} sang; what came after was not played."
    elif not record.lifts:
        yield "No card was played."
    if record.lifts:
        yield ""
        yield from _made(record, result)
    yield from _board_and_faults(record, result)


def tell_score(record: ScoreRecord, result: ScoreResult) -> Iterator[str]:
    """The lines of a hand as chalked."""
    yield title("Hand as chalked", record.id, f"{rules_line(record.ruleset)}; {_before(record)}")
    yield from _kicks_and_begging(record)
    if record.ran_out:
        yield "The pack ran out: nothing was played, and what was kicked stays."
    else:
        yield from _claims(record)
    if record.sung is not None:
        yield f"{PAIR[record.sung]} sang; what was not contested by then gives no chalk."
    if record.claimed is not None:
        yield f"The table wrote {board(record.claimed)} after it."
    yield from _board_and_faults(record, result)


# --- before the play -----------------------------------------------------------


def _before(record: HandRecord | ScoreRecord) -> str:
    return f"{SEAT[record.dealer]} deals at {board(record.scores)}"


def _kicks_and_begging(record: HandRecord | ScoreRecord) -> Iterator[str]:
    """The kick, what the lead player said to it, and every kick after a beg."""
    ruleset, kicks = record.ruleset, list[str](record.kicks)
    dealer, lead_player = SEAT[record.dealer], SEAT[record.dealer.next]
    yield f"{dealer} kicks {_kick(ruleset, kicks[0], record.dealer.pair)}."
    said = {
        Lead.STAND: f"{lead_player} stands",
        Lead.STAND_BLIND: f"{lead_player} stands blind",
        Lead.BEG: f"{lead_player} begs",
        None: "Nobody had to say anything to it",
    }[record.lead]
    given = counted(ruleset.given_point)
    answered = {
        Answer.GIVE: f"; {dealer} gives one: {given} to {PAIR[record.dealer.next.pair]}",
        Answer.RUN: f"; {dealer} runs the pack",
        None: "; no answer is written down" if record.lead is Lead.BEG else "",
    }[record.answer]
    yield f"{said}{answered}."
    for kick in kicks[1:]:
        yield f"More cards, and {dealer} kicks {_kick(ruleset, kick, record.dealer.pair)}."
    trumps = kicks[-1][1]
    if trumps != "?" and not (isinstance(record, ScoreRecord) and record.ran_out):
        yield f"{SUIT_NAMES[trumps].capitalize()} are trumps."


def _kick(ruleset: Ruleset, kick: str, dealing: Pair) -> str:
    if kick == "??":
        return "a card that scores nothing"
    rank, suit = kick[0], kick[1]
    points = kick_points(ruleset, kick)
    worth = f"{counted(points)} to {PAIR[dealing]}" if points else "no points"
    if rank == "?":
        return f"one of the {SUIT_NAMES[suit]} that scores nothing"
    return f"{_RANK_NAMES[rank] if suit == '?' else pretty(kick)}: {worth}"


# --- the play ------------------------------------------------------------------


def _lift(n: int, lift: Lift, result: HandResult) -> str:
    seat = lift.leader
    played = []
    for card in lift.cards:
        played.append(f"{SEAT[seat]} {pretty(card)}")
        seat = seat.next
    winner = result.won[n - 1]
    best = _played_by(winner, lift)
    points = sum(VALUE[card[0]] for card in lift.cards)
    how = "trumps it" if best[1] == result.trumps != lift.cards[0][1] else "takes it"
    count = f", {points} to the count" if points else ""
    return f"Lift {n}: {', '.join(played)}. {SEAT[winner]} {how} with {pretty(best)}{count}."


def _played_by(seat: Seat, lift: Lift) -> str:
    """The card that a seat played to a lift."""
    turn, cards = lift.leader, list(lift.cards)
    while turn is not seat:
        turn = turn.next
        del cards[0]
    return cards[0]


def _made(record: HandRecord, result: HandResult) -> Iterator[str]:
    """High, low, jack and gamble: whose, and why."""
    known = len(record.lifts) >= LIFTS_OF_KICKS[min(len(record.kicks), 3)] or record.dealt is not None
    if known and result.high is None:
        yield "High and low: no trump was dealt."
    else:
        yield _trump("High", "highest", result.high, record)
        yield _trump("Low", "lowest", result.low, record)
    yield _jack(record, result)
    yield _gamble(record, result)


def _trump(name: str, which: str, held: TrumpHeld | None, record: HandRecord) -> str:
    if held is None:
        return f"{name}: not known from the cards shown."
    how = "was dealt" if held.seat is _dealt_to(held.card, record) else "took"
    return f"{name}: {PAIR[held.pair]}; {SEAT[held.seat]} {how} {pretty(held.card)}, the {which} trump."


def _dealt_to(card: str, record: HandRecord) -> Seat | None:
    """Who played a card, or was dealt it and never played it."""
    for lift in record.lifts:
        seat = lift.leader
        for played in lift.cards:
            if played == card:
                return seat
            seat = seat.next
    dealt = record.dealt
    return None if dealt is None else next((seat for seat in Seat if card in dealt.of(seat)), None)


def _jack(record: HandRecord, result: HandResult) -> str:
    jack = JACK[result.trumps]
    name = pretty(jack)
    if result.jack is None:
        return f"Jack: not known; {name} was not shown."
    if result.jack is JackOutcome.OUT:
        return f"Jack: {name} was {'kicked' if jack in record.kicks else 'not dealt'}, nobody's."
    at = next(n for n, lift in enumerate(record.lifts) if jack in lift.cards)
    lift = record.lifts[at]
    winner = result.won[at]
    player = next(seat for seat in Seat if _played_by(seat, lift) == jack)
    best = _played_by(winner, lift)
    if result.jack is JackOutcome.HUNG:
        how = f"{SEAT[winner]}'s {pretty(best)} beat {SEAT[player]}'s {name} on lift {at + 1}"
        return f"Jack: hung by {PAIR[winner.pair]}; {how}."
    if player is winner:
        how = f"{SEAT[player]} took lift {at + 1} with {name}"
    else:
        how = f"{SEAT[player]}'s {name} went home to {SEAT[winner]}'s {pretty(best)} on lift {at + 1}"
    return f"Jack: made by {PAIR[player.pair]}; {how}."


def _gamble(record: HandRecord, result: HandResult) -> str:
    ns, ew = result.counts
    if len(record.lifts) < LIFTS_OF_KICKS[min(len(record.kicks), 3)]:
        return f"Gamble: not decided; the lifts shown count {board(result.counts)}."
    return _gamble_words(record, result.gamble, ns, ew)


def _gamble_words(record: HandRecord | ScoreRecord, pair: Pair | None, ns: int, ew: int) -> str:
    whose = "nobody" if pair is None else PAIR[pair]
    if ns != ew:
        return f"Gamble: {whose}; the count is {board(Points(ns, ew))}."
    tie = f"{whose}, who did not deal" if pair is record.dealer.pair.opponents else whose
    return f"Gamble: {tie}; both count {ns}."


def _claims(record: ScoreRecord) -> Iterator[str]:
    """What the table wrote of the hand."""
    if record.high is not None or record.low is not None:
        yield f"High: {_whose(record.high)}. Low: {_whose(record.low)}."
    if record.jack is not None:
        if record.jack.pair is None:
            yield "Jack: out of play."
        else:
            yield f"Jack: {record.jack.outcome} by {PAIR[record.jack.pair]}."
    if record.gamble is not None:
        if record.gamble.counts is None:
            yield f"Gamble: {_whose(record.gamble.pair)}."
        else:
            yield _gamble_words(record, record.gamble.pair, *record.gamble.counts)


def _whose(pair: Pair | None) -> str:
    return "nobody" if pair is None else PAIR[pair]


# --- the board, and what is wrong ----------------------------------------------


def _board_and_faults(record: HandRecord | ScoreRecord, result: HandResult | ScoreResult) -> Iterator[str]:
    yield ""
    yield from _chalks(record.scores, result.chalks, record.ruleset.target)
    yield _outcome(record, result)
    yield from faults(record.ruleset, result.violations, result.consequences)


def _chalks(scores: Points, chalks: Sequence[Chalk], target: int) -> Iterator[str]:
    """Each mark in the order made, and the board after it."""
    if not chalks:
        yield f"No chalks; the board stays at {board(scores)}."
        return
    yield "Chalks in the order made:"
    for chalk in chalks:
        what = f"  {PAIR[chalk.pair]} {WHY[chalk.why]} {chalk.points}"
        if chalk.counted:
            scores = scores.plus(chalk.pair, chalk.points)
            yield f"{what}: {board(scores)}"
        else:
            yield f"{what}: not counted, {target} had been reached"


def _outcome(record: HandRecord | ScoreRecord, result: HandResult | ScoreResult) -> str:
    target = record.ruleset.target
    if result.bullseye is not None:
        return f"Bullseye: {PAIR[result.bullseye]}, who may sing."
    if result.needs:
        return (
            "No bullseye yet: both pairs are level after a hand that was not sung, and nobody made high. "
            "The official says whose it is (12.j)."
        )
    if record.unsung is not None:
        return (
            f"No bullseye yet: {PAIR[record.unsung]} did not sing before the cut, so every chalk counts "
            "and the next hand decides (12.j)."
        )
    ns, ew = result.scores
    if ns >= target or ew >= target:
        return "No bullseye yet: the pack gave no hand that could be played out (12.j)."
    return f"No bullseye: N/S need {target - ns} more, E/W {target - ew}."


def faults(ruleset: Ruleset, violations: Sequence[Violation], consequences: Sequence[RulingResult]) -> Iterator[str]:
    """What broke a rule, by which clause and which cards, and what it costs."""
    if not violations:
        yield "No rule was broken."
        return
    yield ""
    yield "Not valid:"
    costs = iter(consequences)
    for violation in violations:
        clause = "" if violation.clause is None else f" ({violation.clause})"
        yield f"  {violation.code.value.replace('-', ' ')}{clause}: {violation.message}"
        if violation.code in CLAUSES:
            cost = next(costs)
            yield f"    {'It costs' if cost.complete else 'What it costs is open'}: {cost.reason}"
