"""Hands told in plain words: the exact text, each worked out by hand from the record and the rules."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from rules_engine.cards import Kick
from rules_engine.explaining import explain
from rules_engine.notation import parse_notation
from rules_engine.records import ScoreRecord

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
