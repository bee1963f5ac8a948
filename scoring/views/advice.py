"""What to do about a refusal, in words that fit the page. Why it is refused comes from the engine."""

from __future__ import annotations

_ADVICE = {
    "wrong-card-count": "Count the kicks again.",
    "kicks-without-run": "More than one kick needs “Ran”; with one kick choose “Stood” or “Gave one”.",
    "run-stopped-late": "Leave out the kicks after the one that changed the suit.",
    "run-stopped-early": "Add the next kick: its suit was the first one's again.",
    "answer-missing": "Say whether the dealer gave one or ran the pack.",
    "answer-without-beg": "If the lead player begged, choose “Gave one” or “Ran”; if not, “Stood”.",
    "gave-at-thirteen": "At this score the dealer has to run: choose “Ran”.",
    "jack-after-kick": "Set Jack to “none”, or put the kick right.",
    "high-low-missing": "Say which pair had high and which had low.",
    "gamble-counts": "Count again, or leave both counts empty.",
    "gamble-tie": "Change who has gamble, or put the counts right.",
    "claimed-mismatch": "Compare with both sides of the board and put the slip right before the cards are packed.",
    "sung-short": "Record the hand to its end, or see what is missing from the board.",
    "scores-out-of-range": "Look at the board: the score before this hand cannot be.",
    "wrong-dealer": "Leave the dealer to the board, or correct the hand before.",
    "dealer-unknown": "Say who dealt this hand.",
    "table-closed": "Nothing more is played at this table. Correct its last hand if that was a slip.",
    "games-exceeded": "Check the sheet: the table cannot hold so many games.",
    "game-short": "The winner of a game has reached the target. Check the points.",
    "game-over": "Correct the last hand first if it was a slip.",
    "tally-mismatch": "Check the sheet against the games already recorded; the tally can be more, never less.",
    "correction-target": "Load the page again and look which hand is the last.",
    "match-over": "The match is won. Go to its page to have the result confirmed.",
    "match-confirmed": "The result is confirmed. A director can withdraw it, with a reason.",
    "not-opened": "Seat the players first.",
    "substitution-in-game": "Come back when this game is won.",
    "substitution-limit": "Go on with those who sit. If somebody fell sick and has left the premises, say so. One too "
    "many is recorded by the director or an official alone, with what it costs the team.",
    "already-open": "The table is open: go to its page and record.",
    "own-recording": "Ask somebody who recorded nothing of this match: the other official, the director or a captain.",
    "recorded-it": "Ask somebody who recorded nothing of this match: the other official, the director or a captain.",
    "not-played": "Record what is missing first.",
    "undecided": "If that is right, a director withdraws the result, and what is missing is played and recorded.",
    "second-person": "Ask another director or official to open this page.",
    "change-open": "Its page stands at the top of the match page.",
    "ruling-stands": "A ruling's page cancels or changes it, with whatever it laid on people.",
    "dispute-open": "Settle the dispute first: its page stands among the tournament's disputes.",
    "already-confirmed": "There is nothing left to do: the result stands.",
}


def advice(code: str) -> str:
    """What to do about a refusal with this code; empty when the reason says it all."""
    return _ADVICE.get(code, "")
