"""What the standings page costs beside the bare SQL aggregate of the same figures.

    python bench/standings.py                            on PostgreSQL from a wheel
    BULLSEYE_TEST_DB=sqlite python bench/standings.py    on SQLite

For 64 teams × 12 rounds and for 1,000 × 20 it prints the queries of the page, and the median times of the page (through
every middleware), of its selector and of the aggregate sent by the bare driver, as multiples of the aggregate. `cold`:
the first request after a result was changed, `warm`: one after which nothing changed; the page keeps nothing between two
requests, so they should not differ. The queries are those of the dearest reader: signed in, with a role, the session
read from the database; beside them those of a visitor.

Then the 64 teams once more, in a database that holds 100 times as much of other tournaments' data (`--others 0` leaves
that out): the page there over the page before.
"""

from __future__ import annotations

import argparse
import os
import statistics
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
os.environ["DJANGO_SETTINGS_MODULE"] = "tests.settings"

ROUNDS = 80
SIZES = ((64, 12), (1000, 20))


def main() -> None:
    import django
    from django.conf import settings as django_settings

    from tests import servers

    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--others", type=int, default=100, metavar="N", help="times as much of others' data (100)")
    others = parser.parse_args().others
    settings: Any = django_settings
    try:
        servers.start_redis(settings.TEST_ROOT)
        if settings.STARTS_POSTGRES:
            servers.start_postgres(settings.TEST_ROOT)
        django.setup()
        from django.core.management import call_command
        from django.db import connection

        settings.ALLOWED_HOSTS = ["testserver"]
        call_command("migrate", verbosity=0)
        print(f"{connection.vendor}, {ROUNDS} rounds")
        small, *_ = SIZES
        first = league(*small, name="first")
        alone = measure(first, "64 teams alone")
        if others:
            for number in range(others):
                league(*small, name=f"other-{number}")
            among = measure(first, f"64 teams among {others} times as much")
            print(f"page among others' data over the page alone: {among / alone:.2f} (bar 1.3)")
        for size in SIZES[1:]:
            measure(league(*size, name="big"), f"{size[0]} teams")
        connection.close()
    finally:
        servers.stop_all(settings.TEST_ROOT, os.getpid())


def measure(made: tuple[Any, Any], title: str) -> float:
    """Print a league's lines; seconds of its page."""
    from django.core.cache import cache
    from django.db import connection
    from django.test import Client
    from django.test.utils import CaptureQueriesContext
    from django.utils import timezone

    from scoring.models import Result
    from scoring.selectors.standings import standings
    from scoring.selectors.standings_sql import Scope, aggregate

    tournament, reader = made
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE")  # as the server does by itself within a minute
    path = f"/t/{tournament.slug}/standings/"
    signed_in = Client()
    signed_in.force_login(reader, backend="django.contrib.auth.backends.ModelBackend")
    visitor = Client()
    assert visitor.get(path).status_code == 200  # templates are read from the disk once a process
    asked = []
    for client in (signed_in, visitor):
        cache.clear()
        with CaptureQueriesContext(connection) as queries:
            assert client.get(path).status_code == 200
            asked.append(len(queries))
    sql, parameters = aggregate(Scope(tournament.pk))
    if connection.vendor == "sqlite":
        sql = sql.replace("%s", "?")
    driver = connection.connection

    def bare() -> int:
        cursor = driver.cursor()
        rows = len(cursor.execute(sql, parameters).fetchall())
        cursor.close()
        return rows

    def change() -> None:
        """A correction: one result withdrawn, and confirmed again with one hang jack more or less."""
        one = Result.objects.filter(match__tournament=tournament, state="confirmed").order_by("match_id")[0]
        Result.objects.filter(pk=one.pk).update(state="withdrawn", withdrawn_by=reader, withdrawn_at=timezone.now())
        one.pk, one.version, one.home_hang_jacks = None, one.version + 1, one.home_hang_jacks ^ 1
        one.save(force_insert=True)

    timed: dict[str, tuple[Callable[[], Any], Callable[[], Any]]] = {
        "aggregate": (bare, lambda: None),
        "selector": (lambda: len(standings(tournament).rows), lambda: None),
        "page, cold": (lambda: visitor.get(path).content, change),
        "page, warm": (lambda: visitor.get(path).content, lambda: None),
        "page, signed in": (lambda: signed_in.get(path).content, lambda: None),
    }
    assert bare() == timed["selector"][0]()
    times: dict[str, list[float]] = {name: [] for name in timed}
    for _ in range(ROUNDS):
        for name, (run, before) in timed.items():
            before()
            began = time.perf_counter()
            run()
            times[name].append(time.perf_counter() - began)
    median = {name: statistics.median(values) for name, values in times.items()}
    print(f"{title}: {asked[0]} queries signed in with a role, {asked[1]} for a visitor")
    for name, value in median.items():
        print(f"  {name:16} {value * 1000:7.2f} ms  {value / median['aggregate']:5.2f} times the aggregate")
    return median["page, warm"]


def league(teams: int, rounds: int, name: str) -> tuple[Any, Any]:
    """A tournament in which every team has a confirmed result in every round, and a signed-in reader with a role."""
    from django.utils import timezone

    from scoring.models import MatchState, MatchTally, Result
    from tournaments.models import Division, Match, Role, Round, Team, Tournament, User

    by = User.objects.create(username=f"import-{name}")
    tournament = Tournament.objects.create(name=f"League {name}", slug=f"league-{name}")
    Role.objects.create(tournament=tournament, user=by, name="viewer")
    divisions = [
        Division.objects.create(tournament=tournament, name=f"Division {n}") for n in range(max(1, teams // 16))
    ]
    entered = Team.objects.bulk_create(
        Team(tournament=tournament, name=f"Team {n:03}", division=divisions[n % len(divisions)]) for n in range(teams)
    )
    matches = []
    for number in range(1, rounds + 1):
        played = Round.objects.create(tournament=tournament, number=number)
        circle = [entered[0], *entered[number:], *entered[1:number]]
        matches += [
            Match(tournament=tournament, round=played, home=circle[n], away=circle[teams - 1 - n])
            for n in range(teams // 2)
        ]
    Match.objects.bulk_create(matches)
    MatchTally.objects.bulk_create(MatchTally(match=match, state=MatchState.CONFIRMED) for match in matches)
    Result.objects.bulk_create(
        Result(
            match=match,
            home_bullseyes=11 if n % 3 else n % 11,
            away_bullseyes=n % 11 if n % 3 else 11,
            home_hang_jacks=n % 7,
            away_hang_jacks=n % 5,
            winner="home" if n % 3 else "away",
            imported=True,
            entered_by=by,
            confirmed_at=timezone.now(),
        )
        for n, match in enumerate(matches)
    )
    return tournament, by


if __name__ == "__main__":
    main()
