"""The hall that the recording benches play in: a tournament, matches with two open tables each, a token, hands.

Each part of a bench is a process of its own, with one database and one Redis-compatible server, both started for it
and stopped by their process ids.
"""

from __future__ import annotations

import json
import os
import shutil
import sqlite3
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple
from uuid import uuid4

HANDS_A_TABLE = 24
"""Hands posted to one table: about six games, so that no match is won."""


class Target(NamedTuple):
    """One open table: the product's address and the naive endpoint's."""

    path: str
    naive: str


def hands() -> list[dict[str, Any]]:
    """Hands as they come in a hall, by turns to each pair: kicks, begs, jacks made, hung and out, counts."""
    played = []
    for number in range(HANDS_A_TABLE):
        one, other = ("NS", "EW") if number % 2 == 0 else ("EW", "NS")
        hand: dict[str, Any] = {
            "format": "all-fours/score@1",
            "kicks": [["9S"], ["AH"], ["4D"], ["6C"]][number % 4],
            "lead": "stand" if number % 3 else "beg",
            "high": one,
            "low": one if number % 5 else other,
            "jack": [{"outcome": "out"}, {"outcome": "made", "pair": one}, {"outcome": "hung", "pair": one}][
                number % 3
            ],
            "gamble": {"pair": one},
        }
        if hand["lead"] == "beg":
            hand["answer"] = "give"
        played.append(hand)
    return played


def bodies() -> list[Callable[[], bytes]]:
    """The requests of one table, in order; each call makes one with a ``client_id`` of its own."""

    def maker(place: int, hand: dict[str, Any]) -> Callable[[], bytes]:
        head = json.dumps({"event": hand, "expected": place, "device": "bench"})[:-1]
        return lambda: f'{head}, "client_id": "{uuid4()}"}}'.encode()

    return [maker(place, hand) for place, hand in enumerate(hands(), start=1)]


def build(matches: int) -> tuple[str, list[Target]]:
    """Migrate, and open two tables of each of so many matches: the recorder's token, and the tables."""
    from django.core.management import call_command
    from rest_framework.authtoken.models import Token

    from scoring.services import tables
    from tests.cast import make_cast
    from tests.factories import MatchFactory, RoundFactory

    call_command("migrate", verbosity=0)
    cast = make_cast()
    home, away = (
        list(team.roster.order_by("number").values_list("player_id", flat=True))
        for team in (cast.home_team, cast.away_team)
    )
    found = []
    for number in range(matches):
        match: Any = MatchFactory(
            tournament=cast.tournament,
            round=RoundFactory(tournament=cast.tournament, number=number + 2),
            home=cast.home_team,
            away=cast.away_team,
        )
        for table in match.tables.order_by("number"):
            first = 2 * (table.number - 1)
            tables.open_table(
                table,
                seats={"N": home[first], "S": home[first + 1], "E": away[first], "W": away[first + 1]},
                first_dealer="SENW"[number % 4],
                home_pair="NS",
                toss="home",
                client_id=uuid4(),
                by=cast.scorer,
            )
            address = f"/api/v1/tournaments/{cast.tournament.slug}/matches/{match.pk}/tables/{table.number}/events/"
            found.append(Target(address, f"/naive/tables/{table.pk}/events/"))
    return Token.objects.create(user=cast.scorer).key, found


class Hall:
    """The prepared database, kept aside so that every round begins with the same one."""

    def __init__(self, kind: str, root: Path) -> None:
        self.kind, self.root = kind, root

    def keep(self) -> None:
        """Set the database as it is now aside."""
        self._close()
        if self.kind == "sqlite":
            self._checkpoint()
            shutil.copyfile(self.file, self.root / "ground.sqlite3")
        else:
            self._admin("DROP DATABASE IF EXISTS ground", "CREATE DATABASE ground TEMPLATE bench")

    def restore(self) -> None:
        """Put the one set aside in its place."""
        self._close()
        if self.kind == "sqlite":
            for end in ("", "-wal", "-shm"):
                Path(f"{self.file}{end}").unlink(missing_ok=True)
            shutil.copyfile(self.root / "ground.sqlite3", self.file)
        else:
            self._admin("DROP DATABASE IF EXISTS bench WITH (FORCE)", "CREATE DATABASE bench TEMPLATE ground")

    @property
    def file(self) -> Path:
        """SQLite's file."""
        return self.root / "bench.sqlite3"

    def _checkpoint(self) -> None:
        with sqlite3.connect(self.file) as connection:
            connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        connection.close()

    def _close(self) -> None:
        from django.db import connections

        connections.close_all()

    def _admin(self, *statements: str) -> None:
        import psycopg

        with psycopg.connect(os.environ["BENCH_ADMIN"], autocommit=True) as connection:
            for statement in statements:
                connection.execute(statement)
