"""How long one hand takes to be recorded, and how many a server takes in a second.

    python -m bench.record [--rounds 3] [--part sqlite|postgres|http-sqlite|http-postgres]

* in process: one POST of a hand through Django's own WSGI handler, token and role included, over the same SQL
  statements run by the bare driver, commit included. The bars: 12 times sqlite3, 2.6 times psycopg, and at most
  eight statements (BEGIN and COMMIT not counted), whatever the table's history.
* over HTTP: gunicorn as bin/up runs it, 8 and 32 clients, each at a table of its own, against the naive endpoint of
  bench/naive on the same server. The bar: 1.5 times its rate, and no lock error.

Rounds alternate, each from the same prepared database. In process, "quiet" is the lowest decile of all POSTs, on both
sides: a POST is long enough to be interrupted by other programs, a bare statement is not, and the bar is about
neither. PostgreSQL syncs its commits to the disk, as a real server does. Everything listens on the loopback or a
socket and is stopped by its process id.
"""

from __future__ import annotations

import argparse
import json
import os
import statistics
import subprocess
import sys
import time
from io import BytesIO
from pathlib import Path
from typing import Any
from urllib.parse import quote

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

PARTS = ("sqlite", "postgres", "http-sqlite", "http-postgres")
MATCHES = 16
BARS = {"sqlite": 12.0, "postgres": 2.6}
STATEMENTS = 8
RATE = 1.5
CLIENTS = (8, 32)


def environment(kind: str, root: Path) -> dict[str, str]:
    """What a part's process, and the servers that it starts, read."""
    from tests import servers

    env = {
        **os.environ,
        "BULLSEYE_ENV": "development",
        "DJANGO_SETTINGS_MODULE": "bench.naive.settings",
        "SECRET_KEY": "for-the-bench-alone-" + "x" * 40,
        "BULLSEYE_VAR": str(root / "var"),
        "REDIS_URL": servers.redis_url(root),
        "BENCH_ROOT": str(root),
        "PYTHONPATH": str(ROOT),
    }
    if kind == "sqlite":
        env["DATABASE_URL"] = f"sqlite:///{root / 'bench.sqlite3'}"
    else:
        env["DATABASE_URL"] = servers.postgres_url(root, "bench")
        env["BENCH_ADMIN"] = f"postgresql://postgres@/postgres?host={quote(str(root / 'pg'), safe='')}"
        env["BENCH_BARE"] = f"postgresql://postgres@/bench?host={quote(str(root / 'pg'), safe='')}"
    return env


class Poster:
    """Django's WSGI handler, called as a server calls it."""

    def __init__(self, token: str) -> None:
        from django.core.wsgi import get_wsgi_application

        self.app, self.token = get_wsgi_application(), token

    def post(self, path: str, body: bytes) -> tuple[float, int, bytes]:
        """Seconds, status and answer of one POST."""
        environ: dict[str, Any] = {
            "REQUEST_METHOD": "POST",
            "PATH_INFO": path,
            "SCRIPT_NAME": "",
            "QUERY_STRING": "",
            "SERVER_NAME": "127.0.0.1",
            "SERVER_PORT": "80",
            "SERVER_PROTOCOL": "HTTP/1.1",
            "REMOTE_ADDR": "127.0.0.1",
            "HTTP_HOST": "127.0.0.1",
            "HTTP_AUTHORIZATION": f"Token {self.token}",
            "HTTP_ACCEPT": "application/json",
            "CONTENT_TYPE": "application/json",
            "CONTENT_LENGTH": str(len(body)),
            "wsgi.input": BytesIO(body),
            "wsgi.errors": sys.stderr,
            "wsgi.version": (1, 0),
            "wsgi.url_scheme": "http",
            "wsgi.multithread": True,
            "wsgi.multiprocess": True,
            "wsgi.run_once": False,
        }
        status: list[str] = []

        def start(line: str, headers: Any, error: Any = None) -> Any:
            status.append(line)

        began = time.perf_counter()
        answer = self.app(environ, start)
        text = b"".join(answer)
        answer.close()
        return time.perf_counter() - began, int(status[0][:3]), text


def in_process(kind: str, rounds: int, root: Path) -> dict[str, Any]:
    """One part: POSTs through the handler by turns with the bare driver."""
    import django

    django.setup()
    from bench import replay
    from bench.ground import Hall, bodies, build

    hall = Hall(kind, root)
    token, targets = build(MATCHES)
    hall.keep()
    poster, makers = Poster(token), bodies()

    def run(naive: bool, into: list[list[replay.Statement]] | None = None) -> list[float]:
        hall.restore()
        taken = []
        for target in targets:
            for make in makers:
                path, body = target.naive if naive else target.path, make()
                kept: list[replay.Statement] = []
                if into is None:
                    seconds, status, text = poster.post(path, body)
                else:
                    with replay.taken_down(kept):
                        seconds, status, text = poster.post(path, body)
                    into.append(kept)
                if status != 201:
                    raise SystemExit(f"{path}: {status} {text.decode()[:500]}")
                taken.append(seconds)
        return taken

    def bare(requests: list[list[replay.Statement]]) -> list[float]:
        hall.restore()
        if kind == "sqlite":
            return replay.bare_sqlite(str(hall.file), requests)
        return replay.bare_psycopg(os.environ["BENCH_BARE"], requests)

    found: dict[str, Any] = {}
    requests: list[list[replay.Statement]] = []
    naive_requests: list[list[replay.Statement]] = []
    run(False, requests)
    run(True, naive_requests)
    figures: dict[str, list[float]] = {"product": [], "naive": [], "bare": [], "bare_naive": []}
    for _ in range(rounds):
        figures["product"] += run(False)
        figures["bare"] += bare(requests)
        figures["naive"] += run(True)
        figures["bare_naive"] += bare(naive_requests)
    counts = [sum(statement[0] not in ("BEGIN", "COMMIT") for statement in request) for request in requests]
    found["posts"] = len(requests)
    found["statements"] = {"least": min(counts), "most": max(counts)}
    for name, pick in (("quiet", quiet), ("median", statistics.median)):
        times = {label: pick(values) for label, values in figures.items()}
        found[name] = {label: round(1000 * seconds, 3) for label, seconds in times.items()} | {
            "ratio": round(times["product"] / times["bare"], 2),
            "naive_ratio": round(times["naive"] / times["bare_naive"], 2),
        }
    return found


def quiet(values: list[float]) -> float:
    """The lowest decile: what it takes when no other program of the machine is in the way."""
    return statistics.quantiles(values, n=10)[0]


def part(name: str, rounds: int) -> dict[Any, Any]:
    """Run one part in this process, its servers started before and stopped after."""
    root = Path(os.environ["BENCH_ROOT"])
    if name.startswith("http-"):
        from bench.wire import over_http

        return over_http(name.removeprefix("http-"), rounds, root, CLIENTS, MATCHES)
    return in_process(name, rounds, root)


def main() -> int:
    parser = argparse.ArgumentParser(description="Measure the recording of a hand.")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--part", choices=PARTS, action="append")
    parser.add_argument("--inside", choices=PARTS, help=argparse.SUPPRESS)
    chosen = parser.parse_args()
    if chosen.inside:
        print(json.dumps(part(chosen.inside, chosen.rounds)))
        return 0
    missed: list[str] = []
    for name in chosen.part or PARTS:
        found = measured(name, chosen.rounds)
        missed += told(name, found)
    print("every bar met" if not missed else f"missed: {'; '.join(missed)}")
    return 1 if missed else 0


def measured(name: str, rounds: int) -> dict[str, Any]:
    """One part in a process of its own, with servers of its own."""
    from tests import servers

    kind = name.removeprefix("http-")
    root = servers.make_root()
    try:
        servers.start_redis(root)
        env = environment(kind, root)
        if kind == "postgres":
            servers.start_postgres(root, durable=True)
            import psycopg

            with psycopg.connect(env["BENCH_ADMIN"], autocommit=True) as connection:
                connection.execute("CREATE DATABASE bench")
        command = [sys.executable, "-m", "bench.record", "--inside", name, "--rounds", str(rounds)]
        done = subprocess.run(command, env=env, cwd=ROOT, stdout=subprocess.PIPE, check=True, timeout=1200)
        found: dict[str, Any] = json.loads(done.stdout.splitlines()[-1])
        return found
    finally:
        servers.stop_all(root, os.getpid())


def told(name: str, found: dict[str, Any]) -> list[str]:
    """Print what was found; the bars that were missed."""
    missed = []
    if not name.startswith("http-"):
        driver = {"sqlite": "sqlite3", "postgres": "psycopg"}[name]
        print(f"{name}: {found['posts']} POSTs a round, in process")
        for when in ("quiet", "median"):
            times = found[when]
            print(
                f"  {when}: one POST {times['product']} ms, the same statements by {driver} {times['bare']} ms, "
                f"ratio {times['ratio']}; the naive endpoint {times['naive']} ms, ratio {times['naive_ratio']}"
            )
        print(f"  the bar: {BARS[name]}, of the quiet figures")
        least, most = found["statements"]["least"], found["statements"]["most"]
        print(f"  statements {least} to {most} (bar {STATEMENTS}), BEGIN and COMMIT apart")
        if found["quiet"]["ratio"] > BARS[name]:
            missed.append(f"{name} ratio {found['quiet']['ratio']}")
        if most > STATEMENTS:
            missed.append(f"{name} statements {most}")
        return missed
    print(f"{name}: gunicorn, two processes of eight threads")
    for clients, figures in found.items():
        product, naive = figures["product"], figures["naive"]
        for label, one in (("product", product), ("naive", naive)):
            print(
                f"  {clients} clients, {label}: {one['rate']} a second, p50 {one['p50']} ms, p99 {one['p99']} ms, "
                f"{one['errors']} errors"
            )
        print(f"  {clients} clients: {figures['times']} times the naive rate (bar {RATE})")
        if figures["times"] < RATE:
            missed.append(f"{name} {clients} clients {figures['times']}")
        if product["errors"]:
            missed.append(f"{name} {clients} clients: {product['errors']} errors")
    return missed


if __name__ == "__main__":
    sys.exit(main())
