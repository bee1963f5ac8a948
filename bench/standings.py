"""What the standings page costs beside the bare SQL aggregate of the same figures.

    python bench/standings.py                            on PostgreSQL from a wheel
    BULLSEYE_TEST_DB=sqlite python bench/standings.py    on SQLite

For 18 and for 180 teams it prints the queries of the page, the median times of the page (through every middleware,
for a visitor), of its selector and of the aggregate sent by the bare driver, and page and selector as multiples of the
aggregate. The three are timed in alternating rounds of one run. The queries are those of the dearest reader:
signed in, with a role, the session read from the database.
"""

from __future__ import annotations

import os
import statistics
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
os.environ["DJANGO_SETTINGS_MODULE"] = "tests.settings"

ROUNDS = 60


def main() -> None:
    import django
    from django.conf import settings as django_settings

    from tests import servers

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
        most = max(measure(teams, rounds) for teams, rounds in ((18, 17), (180, 9)))
        print(f"at most {most} queries: {'within' if most <= 6 else 'OVER'} the bar of 6")
        connection.close()
    finally:
        servers.stop_all(settings.TEST_ROOT, os.getpid())


def measure(teams: int, rounds: int) -> int:
    """Build a league and print its line; the page's queries."""
    from django.core.cache import cache
    from django.db import connection
    from django.test import Client
    from django.test.utils import CaptureQueriesContext

    from scoring.selectors.standings import aggregate, standings

    tournament, reader = league(teams, rounds)
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE")  # as the server does by itself within a minute
    path = f"/t/{tournament.slug}/standings/"
    signed_in = Client()
    signed_in.force_login(reader, backend="django.contrib.auth.backends.ModelBackend")
    cache.clear()
    with CaptureQueriesContext(connection) as queries:
        assert signed_in.get(path).status_code == 200
        asked = len(queries)
    visitor = Client()
    sql, parameters = aggregate(tournament.pk)
    if connection.vendor == "sqlite":
        sql = sql.replace("%s", "?")
    driver = connection.connection

    def bare() -> int:
        cursor = driver.cursor()
        rows = len(cursor.execute(sql, parameters).fetchall())
        cursor.close()
        return rows

    timed: dict[str, Callable[[], Any]] = {
        "aggregate": bare,
        "selector": lambda: len(standings(tournament).rows),
        "page": lambda: visitor.get(path).content,
    }
    assert bare() == timed["selector"]() == teams
    times: dict[str, list[float]] = {name: [] for name in timed}
    for _ in range(ROUNDS):
        for name, run in timed.items():
            began = time.perf_counter()
            run()
            times[name].append(time.perf_counter() - began)
    median = {name: statistics.median(values) for name, values in times.items()}
    print(
        f"{teams:4} teams, {teams // 2 * rounds} results: {asked} queries; "
        + ", ".join(f"{name} {value * 1000:.2f} ms" for name, value in median.items())
        + f"; page {median['page'] / median['aggregate']:.1f} and selector "
        f"{median['selector'] / median['aggregate']:.1f} times the aggregate"
    )
    return asked


def league(teams: int, rounds: int) -> tuple[Any, Any]:
    """A tournament in which every team has a confirmed result in every round, and a signed-in reader with a role."""
    from django.utils import timezone

    from scoring.models import MatchState, MatchTally, Result
    from tournaments.models import Division, Match, Role, Round, Team, Tournament, User

    by = User.objects.create(username=f"import-{teams}")
    tournament = Tournament.objects.create(name=f"League of {teams}", slug=f"league-{teams}")
    Role.objects.create(tournament=tournament, user=by, name="viewer")
    divisions = [Division.objects.create(tournament=tournament, name=f"Division {n}") for n in range(teams // 18)]
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
