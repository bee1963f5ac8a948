"""Records told in plain words: the exact text, each worked out by hand from the record and the rules."""

from __future__ import annotations

import doctest
import io
import json
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules_engine import explaining
from rules_engine.adjudicate import main
from rules_engine.cards import Kick
from rules_engine.explaining import explain, explain_json
from rules_engine.generator import dice, generate_hand, generate_table
from rules_engine.notation import parse_notation
from rules_engine.reading import parse_record
from rules_engine.records import ScoreRecord
from rules_engine.rulesets import PUBLISHED, Ruleset
from rules_engine.seats import Seat
from rules_engine.verdicts import Points

ROOT = Path(__file__).resolve().parents[2]

# Dealer S, trumps spades; E was dealt the ace, S the deuce, W the jack. Lift by lift the count is
# 10 + 4 = 14, 4, 1 + 3 + 4 = 8, 3, 2 + 10 = 12, 2 + 10 = 12: N–S took 1, 4 and 5 (29), E–W the rest (24).
PLAIN = "E8CTC3CAC S7D9H6DAD WJSKSAS3S EKC9D2C2S S4H2HQHTH N5HQCTD7S"
PLAIN_LIFTS = """\
Lift 1: East 8♣, North 10♣, West 3♣, South A♣. South takes it with A♣, 14 to the count.
Lift 2: South 7♦, East 9♥, North 6♦, West A♦. West takes it with A♦, 4 to the count.
Lift 3: West J♠, South K♠, East A♠, North 3♠. East takes it with A♠, 8 to the count.
Lift 4: East K♣, North 9♦, West 2♣, South 2♠. South trumps it with 2♠, 3 to the count.
Lift 5: South 4♥, East 2♥, North Q♥, West 10♥. North takes it with Q♥, 12 to the count.
Lift 6: North 5♥, West Q♣, South 10♦, East 7♠. East trumps it with 7♠, 12 to the count."""
PLAIN_MADE = """\
High: E/W; East was dealt A♠, the highest trump.
Low: N/S; South was dealt 2♠, the lowest trump.
Jack: made by E/W; West's J♠ went home to East's A♠ on lift 3.
Gamble: N/S; the count is N/S 29, E/W 24."""

LEVEL = "SAC2C3C4C SKC5C6C7C SAH2H3H4H S5HKH6H7H EAD2D3D4D EKDJD5D6D"
LEVEL_LIFTS = """\
Lift 1: South A♣, East 2♣, North 3♣, West 4♣. South takes it with A♣, 4 to the count.
Lift 2: South K♣, East 5♣, North 6♣, West 7♣. South takes it with K♣, 3 to the count.
Lift 3: South A♥, East 2♥, North 3♥, West 4♥. South takes it with A♥, 4 to the count.
Lift 4: South 5♥, East K♥, North 6♥, West 7♥. East takes it with K♥, 3 to the count.
Lift 5: East A♦, North 2♦, West 3♦, South 4♦. East takes it with A♦, 4 to the count.
Lift 6: East K♦, North J♦, West 5♦, South 6♦. East takes it with K♦, 4 to the count."""

TOLD = {
    f"hand@1 round-robin S 4S stand 3:11 {PLAIN} id=t1-g3-h2": f"""\
Hand t1-g3-h2. Round Robin rules; South deals at N/S 3, E/W 11.
South kicks 4♠: no points.
East stands.
Spades are trumps.

{PLAIN_LIFTS}

{PLAIN_MADE}

Chalks in the order made:
  E/W high 1: N/S 3, E/W 12
  N/S low 1: N/S 4, E/W 12
  E/W jack 1: N/S 4, E/W 13
  N/S gamble 2: N/S 6, E/W 13
No bullseye: N/S need 8 more, E/W 1.
No rule was broken.""",
    # The given point makes E–W 13, high the bullseye; the rest does not count.
    f"hand@1 round-robin S 4S beg/give 3:12 {PLAIN} low_owner=taker": f"""\
Hand. Round Robin rules with low_owner=taker; South deals at N/S 3, E/W 12.
South kicks 4♠: no points.
East begs; South gives one: 1 point to E/W.
Spades are trumps.

{PLAIN_LIFTS}

{PLAIN_MADE}

Chalks in the order made:
  E/W given 1: N/S 3, E/W 13
  E/W high 1: N/S 3, E/W 14
  N/S low 1: not counted, 14 had been reached
  E/W jack 1: not counted, 14 had been reached
  N/S gamble 2: not counted, 14 had been reached
Bullseye: E/W, who may sing.
No rule was broken.""",
    # N has a club (10♣, lift 4) and throws 6♦ to the first: in Trinidad a point, and gamble is barred.
    # W's jack falls to S's king, E having only the ace of hearts left of the red cards: hung.
    "hand@1 trinidad S 4S stand 3:11 E8C6D3CAC S7D9H9DAD WJSKS2H3S S4HAH5HTH EKCTC2C2S STD7HQHQC id=renege": """\
Hand renege. Trinidad rules; South deals at N/S 3, E/W 11.
South kicks 4♠: no points.
East stands.
Spades are trumps.

Lift 1: East 8♣, North 6♦, West 3♣, South A♣. South takes it with A♣, 4 to the count.
Lift 2: South 7♦, East 9♥, North 9♦, West A♦. West takes it with A♦, 4 to the count.
Lift 3: West J♠, South K♠, East 2♥, North 3♠. South takes it with K♠, 4 to the count.
Lift 4: South 4♥, East A♥, North 5♥, West 10♥. East takes it with A♥, 14 to the count.
Lift 5: East K♣, North 10♣, West 2♣, South 2♠. South trumps it with 2♠, 13 to the count.
Lift 6: South 10♦, East 7♥, North Q♥, West Q♣. South takes it with 10♦, 14 to the count.

High: N/S; South was dealt K♠, the highest trump.
Low: N/S; South was dealt 2♠, the lowest trump.
Jack: hung by N/S; South's K♠ beat West's J♠ on lift 3.
Gamble: N/S; the count is N/S 35, E/W 18.

Chalks in the order made:
  N/S high 1: N/S 4, E/W 11
  N/S low 1: N/S 5, E/W 11
  N/S hung jack 3: N/S 8, E/W 11
  N/S gamble 1: N/S 9, E/W 11
No bullseye: N/S need 5 more, E/W 3.

Not valid:
  renege: N played 6♦ on lift 1 holding 10♣, shown on lift 5.
    It costs: North reneged (10.a): 1 point to E/W; N/S cannot have gamble of this hand.""",
    # Two faults of which one has no price: the hand begged without an answer, and two lifts are missing.
    f"hand@1 round-robin S 4S beg {PLAIN[:39]}": """\
Hand. Round Robin rules; South deals at N/S 0, E/W 0.
South kicks 4♠: no points.
East begs; no answer is written down.
Spades are trumps.

Lift 1: East 8♣, North 10♣, West 3♣, South A♣. South takes it with A♣, 14 to the count.
Lift 2: South 7♦, East 9♥, North 6♦, West A♦. West takes it with A♦, 4 to the count.
Lift 3: West J♠, South K♠, East A♠, North 3♠. East takes it with A♠, 8 to the count.
Lift 4: East K♣, North 9♦, West 2♣, South 2♠. South trumps it with 2♠, 3 to the count.

High: E/W; East was dealt A♠, the highest trump.
Low: N/S; South was dealt 2♠, the lowest trump.
Jack: made by E/W; West's J♠ went home to East's A♠ on lift 3.
Gamble: not decided; the lifts shown count N/S 17, E/W 12.

Chalks in the order made:
  E/W high 1: N/S 0, E/W 1
  N/S low 1: N/S 1, E/W 1
  E/W jack 1: N/S 1, E/W 2
No bullseye: N/S need 13 more, E/W 12.

Not valid:
  lifts missing: There are 4 of 6 lifts, and nobody sang.
  answer missing: The lead player begged, but no answer is written down.""",
    # Of six lifts one is shown; Q♠ is kicked, so K♠ is not known to be high while A♠ may be out.
    "hand@1 round-robin S QS stand 12:13 E8CTC3CKS sung=NS": """\
Hand. Round Robin rules; South deals at N/S 12, E/W 13.
South kicks Q♠: no points.
East stands.
Spades are trumps.

Lift 1: East 8♣, North 10♣, West 3♣, South K♠. South trumps it with K♠, 13 to the count.
N/S sang; what came after was not played.

High: not known from the cards shown.
Low: not known from the cards shown.
Jack: not known; J♠ was not shown.
Gamble: not decided; the lifts shown count N/S 13, E/W 0.

No chalks; the board stays at N/S 12, E/W 13.
No bullseye: N/S need 2 more, E/W 1.
No rule was broken.""",
    "hand@1 round-robin S JS stand 12:9 id=jack": """\
Hand jack. Round Robin rules; South deals at N/S 12, E/W 9.
South kicks J♠: 3 points to N/S.
East stands.
Spades are trumps.

No card was played.

Chalks in the order made:
  N/S kick 3: N/S 15, E/W 9
Bullseye: N/S, who may sing.
No rule was broken.""",
    "hand@1 tobago N JS - 12:1": """\
Hand. Tobago rules; North deals at N/S 12, E/W 1.
North kicks J♠: 3 points to N/S.
Nobody had to say anything to it.
Spades are trumps.

No card was played.

Chalks in the order made:
  N/S kick 3: N/S 15, E/W 1
Bullseye: N/S, who may sing.
No rule was broken.""",
    # Twice run: the second kick has the first one's suit, the third ends it. Diamonds J K A are out,
    # N has the highest left, 9♦. Nothing is shown of it: what was dealt alone tells high, low and jack.
    "hand@1 parlour E AD,4D,JS beg/run 0:13 sung=EW": """\
Hand. Parlour rules; East deals at N/S 0, E/W 13.
East kicks A♦: 1 point to E/W.
North begs; East runs the pack.
More cards, and East kicks 4♦: no points.
More cards, and East kicks J♠: 3 points to E/W.
Spades are trumps.

E/W sang; what came after was not played.

Chalks in the order made:
  E/W kick 1: N/S 0, E/W 14
  E/W kick 3: not counted, 14 had been reached
Bullseye: E/W, who may sing.
No rule was broken.""",
    # One lift of six; the deal tells the rest. N was dealt the deuce and E the ace, W keeps the jack.
    "hand@1 round-robin S 4S stand 0:0 E8CTC3CAC sung=EW "
    "dealt=2STC5HQH6D9D/AS7S8CKC9H2H/3SKSAC4HTD7D/JSQC3CTHAD2C": """\
Hand. Round Robin rules; South deals at N/S 0, E/W 0.
South kicks 4♠: no points.
East stands.
Spades are trumps.

Lift 1: East 8♣, North 10♣, West 3♣, South A♣. South takes it with A♣, 14 to the count.
E/W sang; what came after was not played.

High: E/W; East was dealt A♠, the highest trump.
Low: N/S; North was dealt 2♠, the lowest trump.
Jack: not known; J♠ was not shown.
Gamble: not decided; the lifts shown count N/S 14, E/W 0.

Chalks in the order made:
  E/W high 1: N/S 0, E/W 1
  N/S low 1: N/S 1, E/W 1
No bullseye: N/S need 13 more, E/W 13.
No rule was broken.""",
    # South's deuce falls to East's ace, who has low by the reading.
    "hand@1 round-robin W 4S stand-blind 13:3 SAC2C3C4C S2SAS3S5S low_owner=taker sung=NS": """\
Hand. Round Robin rules with low_owner=taker; West deals at N/S 13, E/W 3.
West kicks 4♠: no points.
South stands blind.
Spades are trumps.

Lift 1: South A♣, East 2♣, North 3♣, West 4♣. South takes it with A♣, 4 to the count.
Lift 2: South 2♠, East A♠, North 3♠, West 5♠. East takes it with A♠, 4 to the count.
N/S sang; what came after was not played.

High: E/W; East was dealt A♠, the highest trump.
Low: E/W; East took 2♠, the lowest trump.
Jack: not known; J♠ was not shown.
Gamble: not decided; the lifts shown count N/S 4, E/W 4.

Chalks in the order made:
  E/W high 1: N/S 13, E/W 4
  E/W low 1: N/S 13, E/W 5
No bullseye: N/S need 1 more, E/W 9.
No rule was broken.""",
    # No trump was dealt. N–S take 1 (4), 2 (3), 3 (4), E–W 4 (3), 5 (4), 6 (3 + 1): 11 each.
    f"hand@1 round-robin W 4S stand-blind 0:0 {LEVEL}": f"""\
Hand. Round Robin rules; West deals at N/S 0, E/W 0.
West kicks 4♠: no points.
South stands blind.
Spades are trumps.

{LEVEL_LIFTS}

High and low: no trump was dealt.
Jack: J♠ was not dealt, nobody's.
Gamble: N/S, who did not deal; both count 11.

Chalks in the order made:
  N/S gamble 2: N/S 2, E/W 0
No bullseye: N/S need 12 more, E/W 14.
No rule was broken.""",
    f"hand@1 trinidad W JS stand 0:0 {LEVEL}": f"""\
Hand. Trinidad rules; West deals at N/S 0, E/W 0.
West kicks J♠: 3 points to E/W.
South stands.
Spades are trumps.

{LEVEL_LIFTS}

High and low: no trump was dealt.
Jack: J♠ was kicked, nobody's.
Gamble: nobody; both count 11.

Chalks in the order made:
  E/W kick 3: N/S 0, E/W 3
No bullseye: N/S need 14 more, E/W 11.
No rule was broken.""",
    # The jack is the one trump in play: high, low and jack are S's. N–S 1 + 4 + 4 + 3 = 12, E–W 3 + 4 = 7.
    "hand@1 tobago W 2S stand 0:0 SJS2C3C4C SAC5C6C7C SAH2H3H4H S5HKH6H7H EAD2D3D4D E5DKD6D7D": """\
Hand. Tobago rules; West deals at N/S 0, E/W 0.
West kicks 2♠: 2 points to E/W.
South stands.
Spades are trumps.

Lift 1: South J♠, East 2♣, North 3♣, West 4♣. South takes it with J♠, 1 to the count.
Lift 2: South A♣, East 5♣, North 6♣, West 7♣. South takes it with A♣, 4 to the count.
Lift 3: South A♥, East 2♥, North 3♥, West 4♥. South takes it with A♥, 4 to the count.
Lift 4: South 5♥, East K♥, North 6♥, West 7♥. East takes it with K♥, 3 to the count.
Lift 5: East A♦, North 2♦, West 3♦, South 4♦. East takes it with A♦, 4 to the count.
Lift 6: East 5♦, North K♦, West 6♦, South 7♦. North takes it with K♦, 3 to the count.

High: N/S; South was dealt J♠, the highest trump.
Low: N/S; South was dealt J♠, the lowest trump.
Jack: made by N/S; South took lift 1 with J♠.
Gamble: N/S; the count is N/S 12, E/W 7.

Chalks in the order made:
  E/W kick 2: N/S 0, E/W 2
  N/S high 1: N/S 1, E/W 2
  N/S low 1: N/S 2, E/W 2
  N/S jack 1: N/S 3, E/W 2
  N/S gamble 1: N/S 4, E/W 2
No bullseye: N/S need 10 more, E/W 12.
No rule was broken.""",
    # A card led out of turn outside the Round Robin code: what it costs is for the official.
    "hand@1 trinidad W 2S stand 0:0 SJS2C3C4C EKC5C6C7C sung=NS": """\
Hand. Trinidad rules; West deals at N/S 0, E/W 0.
West kicks 2♠: no points.
South stands.
Spades are trumps.

Lift 1: South J♠, East 2♣, North 3♣, West 4♣. South takes it with J♠, 1 to the count.
Lift 2: East K♣, North 5♣, West 6♣, South 7♣. East takes it with K♣, 3 to the count.
N/S sang; what came after was not played.

High: not known from the cards shown.
Low: not known from the cards shown.
Jack: made by N/S; South took lift 1 with J♠.
Gamble: not decided; the lifts shown count N/S 1, E/W 3.

Chalks in the order made:
  N/S jack 1: N/S 1, E/W 0
No bullseye: N/S need 13 more, E/W 14.

Not valid:
  wrong leader: E led to lift 2, but S won lift 1.
    What it costs is open: 9.c (Leading out of turn) still needs what was chosen or decided, and by whom \
(for the official to say).""",
    "score@1 round-robin S JH beg/give 5:9 high=NS low=EW jack=out gamble=NS/34:12 claimed=11:11 id=s": """\
Hand as chalked s. Round Robin rules; South deals at N/S 5, E/W 9.
South kicks J♥: 3 points to N/S.
East begs; South gives one: 1 point to E/W.
Hearts are trumps.
High: N/S. Low: E/W.
Jack: out of play.
Gamble: N/S; the count is N/S 34, E/W 12.
The table wrote N/S 11, E/W 11 after it.

Chalks in the order made:
  N/S kick 3: N/S 8, E/W 9
  E/W given 1: N/S 8, E/W 10
  N/S high 1: N/S 9, E/W 10
  E/W low 1: N/S 9, E/W 11
  N/S gamble 2: N/S 11, E/W 11
No bullseye: N/S need 3 more, E/W 3.
No rule was broken.""",
    "score@1 parlour N J?,?H beg/run 1:5 high=EW jack=hung:EW gamble=-/20:20": """\
Hand as chalked. Parlour rules; North deals at N/S 1, E/W 5.
North kicks a jack: 3 points to N/S.
West begs; North runs the pack.
More cards, and North kicks one of the hearts that scores nothing.
Hearts are trumps.
High: E/W. Low: nobody.
Jack: hung by E/W.
Gamble: nobody; both count 20.

Chalks in the order made:
  N/S kick 3: N/S 4, E/W 5
  E/W high 1: N/S 4, E/W 6
  E/W hung jack 3: N/S 4, E/W 9
No bullseye: N/S need 10 more, E/W 5.

Not valid:
  high low missing: There was a trump in play, so low belongs to a pair too.""",
    "score@1 round-robin S 8S stand 0:12 high=EW low=EW sung=EW": """\
Hand as chalked. Round Robin rules; South deals at N/S 0, E/W 12.
South kicks 8♠: no points.
East stands.
Spades are trumps.
High: E/W. Low: E/W.
E/W sang; what was not contested by then gives no chalk.

Chalks in the order made:
  E/W high 1: N/S 0, E/W 13
  E/W low 1: N/S 0, E/W 14
Bullseye: E/W, who may sing.
No rule was broken.""",
    "score@1 round-robin S 8? stand 0:12 high=EW low=EW jack=made:EW gamble=EW/30:30 unsung=EW": """\
Hand as chalked. Round Robin rules; South deals at N/S 0, E/W 12.
South kicks an eight: no points.
East stands.
High: E/W. Low: E/W.
Jack: made by E/W.
Gamble: E/W, who did not deal; both count 30.

Chalks in the order made:
  E/W high 1: N/S 0, E/W 13
  E/W low 1: N/S 0, E/W 14
  E/W jack 1: N/S 0, E/W 15
  E/W gamble 2: N/S 0, E/W 17
No bullseye yet: E/W did not sing before the cut, so every chalk counts and the next hand decides (12.j).
No rule was broken.""",
    "score@1 round-robin S 4S,5S,6S ran-out 3:15": """\
Hand as chalked. Round Robin rules; South deals at N/S 3, E/W 15.
South kicks 4♠: no points.
East begs; South runs the pack.
More cards, and South kicks 5♠: no points.
More cards, and South kicks 6♠: no points.
The pack ran out: nothing was played, and what was kicked stays.

No chalks; the board stays at N/S 3, E/W 15.
No bullseye yet: the pack gave no hand that could be played out (12.j).
No rule was broken.""",
    # After an unsung hand, level, and no trump in the hand that was stood blind: nobody made high.
    "score@1 round-robin E 4S stand-blind 12:14 jack=out gamble=NS": """\
Hand as chalked. Round Robin rules; East deals at N/S 12, E/W 14.
East kicks 4♠: no points.
North stands blind.
Spades are trumps.
Jack: out of play.
Gamble: N/S.

Chalks in the order made:
  N/S gamble 2: N/S 14, E/W 14
No bullseye yet: both pairs are level after a hand that was not sung, and nobody made high. The official says whose \
it is (12.j).
No rule was broken.""",
}


@pytest.mark.parametrize("line", TOLD, ids=[line[:60] for line in TOLD])
def test_a_hand_is_told(line: str) -> None:
    assert explain(parse_notation(line)) == TOLD[line]


def test_a_kick_of_which_a_table_knows_nothing() -> None:
    record = parse_notation("score@1 round-robin S 4S stand jack=out gamble=NS high=NS low=NS")
    assert isinstance(record, ScoreRecord)
    record = replace(record, kicks=(Kick("??"),))
    assert explain(record).splitlines()[1:4] == [
        "South kicks a card that scores nothing.",
        "East stands.",
        "High: N/S. Low: N/S.",
    ]


INCIDENT = {
    "format": "all-fours/incident@1", "ruleset": "round-robin", "clause": "6.a", "offender": "S",
    "phase": "first-round", "dealer": "S", "scores": {"NS": 10, "EW": 3}, "bullseyes": {"NS": 4, "EW": 3}, "games": 10,
    "hand": {"kicked": 3, "points": {"NS": 0, "EW": 0}}, "called_by": "S", "id": "i",
}  # fmt: skip

INCIDENTS: list[tuple[dict[str, Any], str]] = [
    (INCIDENT, """\
Incident i. Round Robin rules; 6.a, Wrong number of cards, found early.
South had a misdeal found before the fifth card (6.a): 1 point to E/W; the 3 kicked by N/S come off; \
the deal moves on.
The board: N/S 7, E/W 4.
Bullseyes: N/S 4, E/W 3.
Next: the deal passes on.
Read as: misdeal_at_ten_void_kick=true."""),
    ({"clause": "5.b", "offender": "S", "phase": "dealing", "packet": 2}, """\
Incident. Round Robin rules; 5.b, The dealer turns up an opponent's card.
5.b (The dealer turns up an opponent's card) still needs what was chosen or decided, and by whom, the points kicked in \
this deal (for East to say).
What can be chosen: accept, decline.
Nothing is changed until that is known."""),
    ({"clause": "1.c", "offender": "W", "phase": "before-deal", "dealer": "S"}, """\
Incident. Round Robin rules; 1.c, Cut.
1.c (Cut) still needs the score on the board.
Nothing is changed until that is known."""),
    ({"clause": "14.d", "offender": "W", "phase": "match", "bullseyes": {"NS": 4, "EW": 3}, "games": 10}, """\
Incident. Round Robin rules; 14.d, Abandoning a table.
West abandoned the table (14.d): the table is closed and 3 of its bullseyes go to N/S.
Bullseyes: N/S 7, E/W 3.
N/S gain a bullseye by it.
The table is closed.
Read as: abandoned_table=all."""),
    ({"ruleset": "trinidad", "clause": "9.d", "offender": "W", "phase": "playing"}, """\
Incident. Trinidad rules; 9.d, A wrong card before the lift is complete.
A wrong card seen before the lift is complete is put right without penalty (9.d).
Next: the hand goes on."""),
]  # fmt: skip


@pytest.mark.parametrize(("given", "text"), INCIDENTS, ids=[text.splitlines()[0] for _, text in INCIDENTS])
def test_an_incident_is_told(given: dict[str, Any], text: str) -> None:
    record = parse_record({"format": "all-fours/incident@1", "ruleset": "round-robin"} | given)
    assert explain(record) == text


def table(*events: dict[str, Any], **more: Any) -> str:
    return explain_json(
        {"format": "all-fours/table@1", "ruleset": "round-robin", "games": 10, "first_dealer": "S", "events": events}
        | {"events": list(events)}
        | more
    )[0]


GAME = {
    "event": "game", "winner": "NS", "scores": {"NS": 14, "EW": 9}, "hang_jacks": {"NS": 1, "EW": 0},
}  # fmt: skip
SIGNED = {"format": "all-fours/incident@1", "clause": "2.a", "offender": "N", "phase": "playing"}
HAND = {
    "format": "all-fours/score@1", "dealer": "E", "kicks": ["4S"], "lead": "stand", "high": "NS", "low": "NS",
    "jack": {"outcome": "out"}, "gamble": {"pair": "EW"},
}  # fmt: skip


def test_a_table_is_told_up_to_what_cannot_follow() -> None:
    tally = {"event": "tally", "bullseyes": {"NS": 0, "EW": 4}, "hang_jacks": {"NS": 5, "EW": 3}}
    assert (
        table(GAME, SIGNED, HAND, tally, id="t")
        == """\
Table t. Round Robin rules; 10 games, South deals first.
Event 2: North gave the partner a sign or spoke of the cards (2.a): N/S are warned; the captains must be told.
Game 1: N/S at N/S 14, E/W 9, recorded without its hands; hung jacks N/S 1, E/W 0.
Game 2 stands at N/S 2, E/W 2.
Bullseyes: N/S 1, E/W 0. Hung jacks: N/S 1, E/W 0.
Warned under 2.a: N/S (North), 1 time.
North deals next.
Not valid: event 4 cannot follow (tally-mismatch). The tally from paper has 0–4 bullseyes (N–S first), what is \
recorded makes 1–0. Correct the one that is wrong."""
    )


def test_a_new_table_and_a_full_one() -> None:
    assert (
        table(games=1, first_dealer=None)
        == """\
Table. Round Robin rules; 1 game, the first dealer is not known.
Bullseyes: N/S 0, E/W 0. Hung jacks: N/S 0, E/W 0.
Nobody knows whose deal it is."""
    )
    assert (
        table(GAME, games=1)
        == """\
Table. Round Robin rules; 1 game, South deals first.
Game 1: N/S at N/S 14, E/W 9, recorded without its hands; hung jacks N/S 1, E/W 0.
Bullseyes: N/S 1, E/W 0. Hung jacks: N/S 1, E/W 0.
The table is closed."""
    )


def test_games_by_penalty_and_a_renege_that_waits() -> None:
    # Two bullseyes for saving the jack, the second of them a game that was never dealt; then a hand with a
    # renege of N, whose price nobody has applied.
    saved = {"format": "all-fours/incident@1", "clause": "10.c", "offender": "W", "phase": "playing", "dealer": "S"}
    lifts = [
        ["N", "8C", "TC", "3C", "AC"], ["E", "7D", "9H", "9D", "AD"], ["S", "JS", "KS", "AS", "3S"],
        ["N", "6D", "KC", "2C", "2S"], ["E", "4H", "2H", "QH", "TH"], ["W", "5H", "QC", "TD", "7S"],
    ]  # fmt: skip
    hand = {"format": "all-fours/hand@1", "dealer": "E", "kicks": ["4S"], "lead": "stand", "lifts": lifts}
    assert table(saved, hand).splitlines()[1:5] == [
        "Event 1: West reneged or threw in the cards to save the jack (10.c): 2 bullseyes to N/S; "
        "the jack is written as hung by N/S.",
        "Event 2: N played 9♥ on lift 2 holding 6♦, shown on lift 4.",
        "Game 1: N/S at N/S 0, E/W 0, by a penalty; hung jacks N/S 1, E/W 0.",
        "Game 2: N/S, by a penalty.",
    ]


def test_a_ruling_that_waits_and_whom_a_warning_follows() -> None:
    waits = {"format": "all-fours/incident@1", "clause": "4.c", "offender": "S", "phase": "before-deal"}
    lines = table(SIGNED, waits).splitlines()
    assert lines[2].startswith("Event 2: 4.c (")
    assert lines[4:] == [
        "Warned under 2.a: N/S (North), 1 time.",
        "Event 2 still waits for the official.",
        "South deals next.",
    ]


@given(st.integers(), st.sampled_from(sorted(PUBLISHED)), st.sampled_from([0.0, 0.3]))
def test_anything_that_can_be_read_is_told(seed: int, name: str, illegal: float) -> None:
    ruleset = Ruleset.named(name)
    made = generate_hand(ruleset, Seat.N, dice(seed), scores=Points(11, 12), illegal=illegal)
    text = explain(made.record)
    assert text.startswith("Hand. ")
    assert text.count("\nLift ") == len(made.record.lifts)
    table = {
        "format": "all-fours/table@1", "ruleset": name, "games": 2, "first_dealer": "S",
        "events": generate_table(ruleset, 2, Seat.S, seed, most=6, illegal=illegal / 3, card_by_card=0.5),
    }  # fmt: skip
    text, valid = explain_json(table)
    assert (text.startswith("Table. "), valid) == (True, True)


def test_the_docstring_s_example_is_true() -> None:
    assert doctest.testmod(explaining).failed == 0


# --- the command ---------------------------------------------------------------


def run(text: str, *argv: str) -> tuple[int, str]:
    out = io.StringIO()
    return main(argv, io.BytesIO(text.encode()), out, io.StringIO()), out.getvalue()


def test_the_command_tells_each_record() -> None:
    line = "score@1 round-robin S 4S stand 0:0 high=NS low=NS jack=out gamble=NS"
    bad = "score@1 round-robin S 4S stand 0:0 high=NS jack=out gamble=NS"
    one, two = explain(parse_notation(line)), explain(parse_notation(bad))
    assert run(line + "\n", "--explain") == (0, f"{one}\n")
    assert run(f"{line}\n{bad}\n", "--explain") == (1, f"{one}\n\n{two}\n")
    assert run(f"{line}\nscore@1 x\n{json.dumps(INCIDENT)}", "--explain", "-") == (
        2,
        f"{one}\n\nRecord 2 cannot be read. dealer: is missing: word 3 of the line says it\n\n{INCIDENTS[0][1]}\n",
    )


def test_the_command_itself() -> None:
    line = "score@1 round-robin S 4S stand 0:0 high=NS low=NS jack=out gamble=NS\n"
    told = explain(parse_notation(line)) + "\n"
    for command in (["-m", "rules_engine"], ["manage.py", "adjudicate"]):
        done = subprocess.run(
            [sys.executable, *command, "--explain"], cwd=ROOT, input=line, capture_output=True, text=True, check=True
        )
        assert (done.stdout, done.stderr) == (told, "")
