"""What the standings page costs beside the bare SQL aggregate of the same figures.

    python bench/standings.py                            on PostgreSQL from a wheel
    BULLSEYE_TEST_DB=sqlite python bench/standings.py    on SQLite

For 64 teams × 12 rounds and for 1,000 × 20 it prints the queries of the page, and the median times of the page (as the
WSGI server asks for it, through every middleware), of its selector and of the aggregate sent by the bare driver, as
multiples of the aggregate. `cold` is the first request after a result was corrected; at a `warm` one no figure has
changed since, and what was made of the same figures before is given again. Beside the medians stand the slowest of the
quickest tenth, which other work on the machine disturbs less. The queries are those of a cold request: of the dearest
reader (signed in, with a role, the session read from the database) and of a visitor.

Then the 64 teams once more in a second database, which holds 100 times as much of other tournaments' data: the page
there over the page in the first, in turn (`--others 0` leaves that out).
"""

from __future__ import annotations

import argparse
import io
import os
import statistics
import sys
import time
from collections.abc import Callable
from functools import cache
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
        from django.core import signals
        from django.core.management import call_command
        from django.db import close_old_connections, connection

        # A server keeps its connections; they are not to be looked at while two databases take turns here.
        signals.request_started.disconnect(close_old_connections)
        signals.request_finished.disconnect(close_old_connections)
        settings.ALLOWED_HOSTS = ["testserver"]
        print(f"{connection.vendor}, {ROUNDS} rounds")
        call_command("migrate", verbosity=0)
        alone = League(*SIZES[0], name="first", title="64 teams alone")
        report(alone)
        for size in SIZES[1:]:
            report(League(*size, name="big", title=f"{size[0]} teams"))
        if others:
            crowded(alone, others)
        connection.close()
    finally:
        servers.stop_all(settings.TEST_ROOT, os.getpid())


def crowded(alone: League, others: int) -> None:
    """The same league in a second database, among others' data: page against page, in turn."""
    from django.core.management import call_command
    from django.db import connections

    first = connections["default"]
    settings = {**first.settings_dict, "NAME": f"{first.settings_dict['NAME']}_crowded"}
    if first.vendor == "postgresql":
        with first.cursor() as cursor:
            cursor.execute(f'CREATE DATABASE "{settings["NAME"]}"')
    second = type(first)(settings, "default")
    connections["default"] = second
    call_command("migrate", verbosity=0)
    among = League(*SIZES[0], name="first", title=f"64 teams among {others} times as much")
    for number in range(others):
        League(*SIZES[0], name=f"other-{number}")
    report(among)

    def turn(league: League, connection: Any) -> Callable[[], Any]:
        def run() -> Any:
            connections["default"] = connection
            return league.page()

        return run

    median = medians({"alone": (turn(alone, first), nothing), "among": (turn(among, second), nothing)})
    print(f"page among {others} times as much over the page alone: {median['among'] / median['alone']:.2f} (bar 1.3)")
    second.close()
    connections["default"] = first
    if first.vendor == "postgresql":
        with first.cursor() as cursor:
            cursor.execute(f'DROP DATABASE "{settings["NAME"]}"')


def nothing() -> None:
    """Nothing comes before."""


Timed = dict[str, tuple[Callable[[], Any], Callable[[], None]]]


def medians(timed: Timed) -> dict[str, float]:
    """The median seconds of each."""
    return {name: statistics.median(values) for name, values in in_turn(timed).items()}


def in_turn(timed: Timed) -> dict[str, list[float]]:
    """Seconds of each, taken in turn; what comes second of a pair is done before and not timed."""
    times: dict[str, list[float]] = {name: [] for name in timed}
    for _ in range(ROUNDS):
        for name, (run, before) in timed.items():
            before()
            began = time.perf_counter()
            run()
            times[name].append(time.perf_counter() - began)
    return times


class League:
    """A league in the database in use, and the ways to look at it."""

    def __init__(self, teams: int, rounds: int, name: str, title: str = "") -> None:
        self.tournament, self.reader = league(teams, rounds, name)
        self.title = title

    def page(self, cookie: str = "") -> bytes:
        """The page as the WSGI server asks for it: every middleware, and the body read."""
        environ = {
            "REQUEST_METHOD": "GET",
            "PATH_INFO": f"/t/{self.tournament.slug}/standings/",
            "QUERY_STRING": "",
            "SERVER_NAME": "testserver",
            "SERVER_PORT": "80",
            "SERVER_PROTOCOL": "HTTP/1.1",
            "REMOTE_ADDR": "127.0.0.1",
            "wsgi.url_scheme": "http",
            "wsgi.input": io.BytesIO(),
            "HTTP_COOKIE": cookie,
        }
        answered: list[str] = []
        response = application()(environ, lambda status, headers: answered.append(status))
        body = b"".join(response)
        response.close()
        assert answered == ["200 OK"], answered
        return body

    def sign_in(self) -> str:
        """The cookie of a reader with a role."""
        from django.conf import settings
        from django.test import Client

        client = Client()
        client.force_login(self.reader, backend="django.contrib.auth.backends.ModelBackend")
        return f"{settings.SESSION_COOKIE_NAME}={client.cookies[settings.SESSION_COOKIE_NAME].value}"

    def change(self) -> None:
        """A correction: one result withdrawn, and confirmed again with one hang jack more or less."""
        from django.utils import timezone

        from scoring.models import Result

        one = Result.objects.filter(match__tournament=self.tournament, state="confirmed").order_by("match_id")[0]
        withdrawn = {"state": "withdrawn", "withdrawn_by": self.reader, "withdrawn_at": timezone.now()}
        Result.objects.filter(pk=one.pk).update(**withdrawn)
        one.pk, one.version, one.home_hang_jacks = None, one.version + 1, one.home_hang_jacks ^ 1
        one.save(force_insert=True)


@cache
def application() -> Any:
    """The site as its server calls it."""
    from django.core.wsgi import get_wsgi_application

    return get_wsgi_application()


def report(league: League) -> None:
    """Print a league's queries and times."""
    from django.core.cache import cache as kept
    from django.db import connection
    from django.test.utils import CaptureQueriesContext

    from scoring.selectors.standings import standings
    from scoring.selectors.standings_sql import Scope, aggregate

    with connection.cursor() as cursor:
        cursor.execute("ANALYZE")  # as the server does by itself within a minute
    cookie = league.sign_in()
    league.page()  # templates are read from the disk once a process
    asked = []
    for who in (cookie, ""):
        kept.clear()
        league.change()
        with CaptureQueriesContext(connection) as queries:
            league.page(who)
            asked.append(len(queries))
    sql, parameters = aggregate(Scope(league.tournament.pk))
    if connection.vendor == "sqlite":
        sql = sql.replace("%s", "?")
    driver = connection.connection

    def bare() -> int:
        cursor = driver.cursor()
        rows = len(cursor.execute(sql, parameters).fetchall())
        cursor.close()
        return rows

    assert bare() == len(standings(league.tournament).rows)
    times = in_turn(
        {
            "aggregate": (bare, nothing),
            "selector": (lambda: standings(league.tournament), nothing),
            "page, cold": (league.page, league.change),
            "page, warm": (league.page, nothing),
            "page, signed in": (lambda: league.page(cookie), nothing),
        }
    )
    print(f"{league.title}: {asked[0]} queries signed in with a role, {asked[1]} for a visitor")
    for name, values in times.items():
        middle, quick = statistics.median(values), sorted(values)[ROUNDS // 10]
        of_middle = middle / statistics.median(times["aggregate"])
        of_quick = quick / sorted(times["aggregate"])[ROUNDS // 10]
        print(
            f"  {name:16} {middle * 1000:7.2f} ms, {of_middle:5.2f} times the aggregate;"
            f" of the quickest tenth {quick * 1000:7.2f} ms, {of_quick:5.2f} times"
        )


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
