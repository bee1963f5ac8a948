"""Made-up teams, players and accounts of the demo."""

from __future__ import annotations

import itertools
import random
from collections.abc import Iterator

PASSWORD = "all-fours-demo"  # noqa: S105 (of made-up accounts, which production refuses to make)
"""Of every demo account."""

ACCOUNTS = {
    "director": "Marva Alleyne",
    "official": "Winston Bharath",
    "official2": "Indra Ragoonath",
    "official3": "Sheldon Paul",
    "scorer": "Keisha Duncan",
    "captain": "Ronald Seepersad",
    "captain2": "Deokie Ramlal",
    "committee": "Lystra Boodhoo",
    "viewer": "Patsy Gomes",
}
"""Username and name; the username says which role it has."""

ROOMS = ("Main hall", "Side room", "Gallery")
"""Each has the tables of two matches, and an official of its own while a round is played."""
OFFICIALS = ("official", "official2", "official3")

TEAMS = (
    "Arouca Aces",
    "Belmont Bishops",
    "Caroni Kings",
    "Debe Jacks",
    "Erin Evergreens",
    "Fyzabad Flush",
    "Grande Trumps",
    "Harbour Lights",
    "Icacos Pelicans",
    "Jerningham Stars",
    "Kelly Village",
    "La Brea Pitch",
    "Moruga Hillmen",
    "Navet Navigators",
    "Oropouche Tides",
    "Princes Town Nine",
    "Quinam Bay",
    "Rio Claro Rovers",
    "Siparia Saints",
    "Tunapuna Tens",
    "Union Park",
    "Valencia Vale",
    "Williamsville Watch",
    "Ycacos Point",
)

_FIRST = (
    "Anil Bernadette Cyril Dolly Errol Fareeda Gerard Hazel Imtiaz Joycelyn Kenrick Lystra Mikey Neela "
    "Ossie Pearl Quincy Ramona Sookdeo Thelma Urias Veera Wendell Yasmin Zaida Boysie Carmen Desmond "
    "Esther Feroze "
)
_LAST = (
    "Joseph Khan Mohammed Ramdeen Baptiste Ali Charles Noel Persad Lezama Singh Pierre Thomas Maharaj "
    "Williams Gonzales Hosein Roberts Sookram Alexander Bissoon Clarke Dookeran Francis Garcia Hinds "
    "Ibrahim James Lewis Moses "
)


def players(chance: random.Random) -> Iterator[str]:
    """Names of people, none twice."""
    pairs = [f"{first} {last}" for first, last in itertools.product(_FIRST.split(), _LAST.split())]
    chance.shuffle(pairs)
    return iter(pairs)
