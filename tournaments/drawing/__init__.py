"""Draws: who meets whom, when, and why. Plain values in, plain values out; the standard library alone."""

from tournaments.drawing.berger import round_robin
from tournaments.drawing.crossover import cross_over, ordinal
from tournaments.drawing.fixtures import BestOf, Remark, Total, best_of, check, prescribed, total, two_halves
from tournaments.drawing.knockout import knock_out, resolved, standing
from tournaments.drawing.lots import by_lot, lot
from tournaments.drawing.plan import KINDS, TAKES, Plan, from_places, made, read
from tournaments.drawing.pools import Placed, gathered, pools_by_lot, side_by_side, snake
from tournaments.drawing.values import Bye, Draw, DrawError, Loser, Pairing, Place, Side, Winner

__all__ = [
    "KINDS",
    "TAKES",
    "BestOf",
    "Bye",
    "Draw",
    "DrawError",
    "Loser",
    "Pairing",
    "Place",
    "Placed",
    "Plan",
    "Remark",
    "Side",
    "Total",
    "Winner",
    "best_of",
    "by_lot",
    "check",
    "cross_over",
    "from_places",
    "gathered",
    "knock_out",
    "lot",
    "made",
    "ordinal",
    "pools_by_lot",
    "prescribed",
    "read",
    "resolved",
    "round_robin",
    "side_by_side",
    "snake",
    "standing",
    "total",
    "two_halves",
]
