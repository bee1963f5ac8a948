"""What a reading can mean: for each named option a closed set of values, the default first."""

from __future__ import annotations

from enum import StrEnum


class PenaltyBullseye(StrEnum):
    GAME = "game"
    BESIDE = "beside"


class PenaltyPoint(StrEnum):
    AWARD = "award"
    TRANSFER = "transfer"


class Race(StrEnum):
    HALF_PLUS_ONE = "half-plus-one"
    PLAY_ALL = "play-all"


class Decider(StrEnum):
    ONE_BULLSEYE = "one-bullseye"


class Elimination(StrEnum):
    NONE = "none"


class FallenPackVoidKick(StrEnum):
    AS_WRITTEN = "as-written"
    DEALING_PAIR = "dealing-pair"
    ASK = "ask"


class MisdealAtTenScope(StrEnum):
    COUNT = "count"
    ALL = "all"


class LateMisdealAfterRun(StrEnum):
    ROW_6B = "6.b"
    ROW_6C = "6.c"


class LateMisdealPoints(StrEnum):
    OWN = "own"
    ALL = "all"


class KickTowardsSelf(StrEnum):
    ROW_7B = "7.b"
    SILENT = "silent"


class DealerAfterPackDown(StrEnum):
    ROW_7B = "7.b"
    ROW_5G = "5.g"


class FirstDealer(StrEnum):
    WINNER = "winner"
    WINNER_CHOOSES = "winner-chooses"


class Flush(StrEnum):
    ONLY_TRUMPS = "only-trumps"
    SIX = "six"


class OfficialSays(StrEnum):
    OFFICIAL = "official"


class AbandonedTable(StrEnum):
    ALL = "all"
    OFFICIAL = "official"


class SubstituteScope(StrEnum):
    TEAM = "team"
    PER_TABLE = "per-table"


class GameOrMatch(StrEnum):
    GAME = "game"
    MATCH = "match"


class GiveAtThirteen(StrEnum):
    ALLOWED = "allowed"
    BARRED = "barred"


class LowOwner(StrEnum):
    DEALT = "dealt"
    TAKER = "taker"


class LeadAfterTrump(StrEnum):
    FREE = "free"
    TRUMP_AND_FOLLOW = "trump-and-follow"


class BegByKnock(StrEnum):
    ALLOWED = "allowed"
    WORD_ONLY = "word-only"


class KickedThirdCard(StrEnum):
    DEUCE = "deuce"
    SIX = "six"


class GambleTie(StrEnum):
    NON_DEALER = "non-dealer"
    NOBODY = "nobody"


class UnderTrumping(StrEnum):
    OFFENCE = "offence"
    ALLOWED = "allowed"
    FORBIDDEN = "forbidden"


class KicksCount(StrEnum):
    AT_ONCE = "at-once"
    AFTER_HAND = "after-hand"


class DealAcrossGames(StrEnum):
    RIGHT = "right"
    WINNER = "winner"
    LOSER = "loser"


class DealAfterPenalty(StrEnum):
    NEXT_DEALER = "next-dealer"
    SAME_DEALER = "same-dealer"


class ChalksBeforePartner(StrEnum):
    ROW_11H = "11.h"
    ROW_12B = "12.b"


class VoidChalks(StrEnum):
    GAME = "game"
    HAND = "hand"


class WarningsScope(StrEnum):
    PAIR = "pair"
    PLAYER = "player"
    TOURNAMENT = "tournament"


class OverTarget(StrEnum):
    STOP = "stop"
