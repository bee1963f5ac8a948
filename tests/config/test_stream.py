"""The stream of open boards, served for real: told once, in time, no more than is theirs, and never for ever."""

from __future__ import annotations

import asyncio
import json
import signal
import subprocess
import time
from collections.abc import Coroutine, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, TypeVar

import pytest
import redis
from django.core.exceptions import ImproperlyConfigured

from config.embedded import valkey_command
from config.stream import Options, allowed, same_host
from config.stream import Stream as Application
from config.stream_boards import WAITING, Boards, Watcher, board_event
from scoring.services import broadcast, results
from tests.cast import Cast
from tests.scoring.ledgers import ORDINARY, correct, open_it, record, table_of
from tests.scoring.views.pages import play_out
from tests.stream import Listener, Stream, streaming

Result = TypeVar("Result")

ANNOUNCED = {"match": 7, "table": 3, "sequence": 5, "state": "in-play"}


@pytest.fixture
def stream(redis_server: str) -> Iterator[Stream]:
    with streaming(redis_server) as started:
        yield started


def announce(url: str, **more: Any) -> int:
    """Say on the channel that a table moved; how many processes heard it."""
    client = redis.Redis.from_url(url)
    heard = client.publish(broadcast.CHANNEL, json.dumps({**ANNOUNCED, **more}))
    client.close()
    return int(heard)


def joined(stream: Stream, match: int) -> Listener:
    """A listener that has heard all that was saved before: a save does not wait until its word has arrived.

    What is sent last on the connection of the saves arrives last.
    """
    listener = stream.get(f"/stream/matches/{match}/")
    assert (listener.status, listener.block()) == (200, ["retry: 3000"])
    broadcast._send(json.dumps({"table": 0, "sequence": 0, "match": match, "state": "joined"}))
    while listener.event()["state"] != "joined":
        pass
    return listener


@pytest.mark.django_db(transaction=True)
def test_what_the_ledger_takes_arrives_once_for_all_who_watch(cast: Cast, stream: Stream, redis_server: str) -> None:
    open_it(cast)
    table = table_of(cast)
    other = joined(stream, cast.match.pk + 1)
    second = joined(stream, cast.match.pk)
    first = joined(stream, cast.match.pk)
    assert second.event()["state"] == "joined"
    watchers = [first, second]

    record(table, ORDINARY, 1, cast.scorer)
    correct(table, 2, cast.scorer)
    said = {"match": cast.match.pk, "table": table.pk, "state": "in-play"}
    for listener in watchers:
        assert [listener.event(), listener.event()] == [{**said, "sequence": 2}, {**said, "sequence": 3}]
    # What comes next is what is announced next: nothing was told twice, and nothing of another match.
    announce(redis_server, match=cast.match.pk, sequence=90)
    announce(redis_server, match=cast.match.pk + 1, sequence=91)
    assert [listener.event()["sequence"] for listener in (*watchers, other)] == [90, 90, 91]
    for listener in (*watchers, other):
        listener.close()


@pytest.mark.django_db(transaction=True)
def test_a_confirmed_result_is_told_too(cast: Cast, stream: Stream) -> None:
    play_out(cast)
    listener = joined(stream, cast.match.pk)
    results.confirm(cast.match, by=cast.official)
    assert listener.event() == {"match": cast.match.pk, "table": 0, "sequence": 0, "state": "confirmed"}
    listener.close()


def test_one_subscription_however_many_watch(stream: Stream, redis_server: str) -> None:
    watchers = [stream.get("/stream/matches/7/") for _ in range(5)]
    assert [listener.block() for listener in watchers] == [["retry: 3000"]] * 5
    # The stream of the test before may be on its way out.
    client, deadline = redis.Redis.from_url(redis_server), time.monotonic() + 20
    while client.pubsub_numsub(broadcast.CHANNEL) != [(broadcast.CHANNEL.encode(), 1)]:
        assert time.monotonic() < deadline
        time.sleep(0.05)
    client.close()
    assert announce(redis_server) == 1
    assert [listener.event() for listener in watchers] == [ANNOUNCED] * 5
    for listener in watchers:
        listener.close()


def test_the_silence_is_broken_by_a_comment(redis_server: str) -> None:
    with streaming(redis_server, BULLSEYE_STREAM_BEAT="1") as stream:
        listener = stream.get()
        began = time.monotonic()
        assert [listener.block() for _ in range(3)] == [["retry: 3000"], [": still here"], [": still here"]]
        assert 1.5 < time.monotonic() - began < 6
        listener.close()


@pytest.mark.parametrize(
    "path",
    [
        "/",
        "/stream/",
        "/stream/matches/",
        "/stream/matches/0/",
        "/stream/matches/01/",
        "/stream/matches/-1/",
        "/stream/matches/1",
        "/stream/matches/1/live/",
        "/stream/matches/one/",
        "/stream/matches/%D9%A1/",
        "/stream/matches/1%0A/",
        "/stream/matches/1.0/",
        f"/stream/matches/{10**18}/",
        "/stream/tables/1/",
        "/healthz",
    ],
)
def test_what_is_no_stream(shared: Stream, path: str) -> None:
    assert shared.status(path) == 404


@pytest.fixture(scope="module")
def shared(redis_server: str) -> Iterator[Stream]:
    with streaming(redis_server) as started:
        yield started


@pytest.mark.parametrize("method", ["POST", "HEAD", "DELETE", "OPTIONS"])
def test_it_is_only_read(shared: Stream, method: str) -> None:
    listener = shared.get(method=method)
    assert (listener.status, listener.headers["Allow"]) == (405, "GET")
    listener.close()


def test_its_headers(shared: Stream) -> None:
    listener = shared.get()
    assert listener.headers["Content-Type"] == "text/event-stream; charset=utf-8"
    assert listener.headers["Cache-Control"] == "no-store"
    assert listener.headers["X-Accel-Buffering"] == "no"
    assert "Access-Control-Allow-Origin" not in listener.headers
    assert "Server" not in listener.headers
    listener.close()


def test_pages_of_its_own_host_may_read_it_and_no_others(shared: Stream) -> None:
    listener = shared.get(Origin="http://127.0.0.1:8000")
    assert (listener.status, listener.headers["Access-Control-Allow-Origin"]) == (200, "http://127.0.0.1:8000")
    assert listener.headers["Vary"] == "Origin"
    listener.close()
    for origin in ("http://elsewhere.example", "null", "http://127.0.0.1.elsewhere.example", "file://127.0.0.1"):
        refused = shared.get(Origin=origin)
        assert (refused.status, refused.headers["Access-Control-Allow-Origin"]) == (403, None)
        refused.close()


@pytest.mark.parametrize(
    ("origin", "host", "same"),
    [
        (None, "hall.example:8001", True),
        ("http://hall.example:8000", "hall.example:8001", True),
        ("https://HALL.example", "hall.example:8001", True),
        ("http://[::1]:8000", "[::1]:8001", True),
        ("http://hall.example:8000", "", False),
        ("http://other.example", "hall.example:8001", False),
        ("http://[::1", "[::1]:8001", False),
        ("hall.example", "hall.example", False),
    ],
)
def test_the_same_host(origin: str | None, host: str, same: bool) -> None:
    assert same_host(origin, host) is same
    assert allowed({}) == []


def test_no_more_than_so_many(redis_server: str) -> None:
    with streaming(redis_server, BULLSEYE_STREAM_CLIENTS="2") as stream:
        # The one that looked whether it is ready may be on its way out.
        stream.wait_for(200)
        first, second = take(stream), take(stream)
        third = stream.get()
        assert (third.status, third.headers["Retry-After"]) == (503, "30")
        third.close()
        first.close()
        stream.wait_for(200)
        second.close()


def take(stream: Stream) -> Any:
    deadline = time.monotonic() + 10
    while (listener := stream.get()).status != 200:
        listener.close()
        assert time.monotonic() < deadline
        time.sleep(0.05)
    return listener


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_it_ends_at_once_and_tells_those_who_watch(redis_server: str, number: int) -> None:
    with streaming(redis_server) as stream:
        listener = stream.get()
        assert listener.block() == ["retry: 3000"]
        began = time.monotonic()
        assert stream.stop(number) == 0
        assert time.monotonic() - began < 4
        # The answer is complete, not torn off: reading on gives the end and no error.
        assert listener.answer.read() == b""
        listener.close()
        assert stream.said == ""


def start_redis(folder: Path) -> subprocess.Popen[bytes]:
    command = valkey_command(folder / "redis.sock", folder, keep=False)
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    while not (folder / "redis.sock").exists():
        assert process.poll() is None
        time.sleep(0.02)
    return process


def test_while_redis_is_away_nobody_is_kept_waiting(tmp_path_factory: pytest.TempPathFactory) -> None:
    folder = tmp_path_factory.mktemp("r")
    url = f"unix://{folder / 'redis.sock'}?db=0"
    server = start_redis(folder)
    try:
        with streaming(url) as stream:
            listener = stream.get("/stream/matches/7/")
            assert listener.block() == ["retry: 3000"]
            server.terminate()
            server.wait(20)
            assert listener.answer.read() == b""
            listener.close()
            assert stream.status() == 503
            (folder / "redis.sock").unlink(missing_ok=True)
            server = start_redis(folder)
            stream.wait_for(200)
            again = stream.get("/stream/matches/7/")
            assert again.block() == ["retry: 3000"]
            announce(url)
            assert again.event() == ANNOUNCED
            again.close()
            stream.stop()
            assert "boards cannot be told" in stream.said
            assert "Traceback" not in stream.said
    finally:
        server.terminate()
        server.wait(20)


def test_only_the_four_figures_are_passed_on() -> None:
    found = board_event(json.dumps({**ANNOUNCED, "names": ["Anil"], "scores": [3, 1]}).encode())
    data = '{"match": 7, "table": 3, "sequence": 5, "state": "in-play"}'
    assert found == (7, f"event: board\nid: 3-5\ndata: {data}\n\n".encode())


@pytest.mark.parametrize(
    "announced",
    [
        b"",
        b"nonsense",
        b"\xff",
        b"null",
        b"[7, 3, 5]",
        b"[" * 100_000,
        b'{"match": 7}',
        *(
            json.dumps({**ANNOUNCED, **wrong}).encode()
            for wrong in (
                {"match": "7"},
                {"match": True},
                {"table": -1},
                {"sequence": 1.5},
                {"sequence": None},
                {"state": 3},
                {"state": "x" * 41},
            )
        ),
    ],
)
def test_what_is_no_announcement_is_left_out(announced: bytes) -> None:
    assert board_event(announced) is None


def test_a_line_break_cannot_become_a_field() -> None:
    found = board_event(json.dumps({**ANNOUNCED, "state": "a\n\ndata: b"}).encode())
    assert found is not None
    assert found[1].count(b"\n") == 4


def run(coroutine: Coroutine[Any, Any, Result]) -> Result:
    """Run it in a thread of its own: in this one the browser's driver may keep a loop."""
    with ThreadPoolExecutor(1) as pool:
        return pool.submit(asyncio.run, coroutine).result(30)


def test_a_watcher_that_does_not_read_is_let_go() -> None:
    async def watch() -> list[bytes | None]:
        watcher = Watcher()
        for number in range(WAITING):
            watcher.tell(b"%d." % number)
        first = await watcher.next(1)
        for _ in range(WAITING + 1):
            watcher.tell(b"x")
        return [first, await watcher.next(1)]

    assert run(watch()) == [b"".join(b"%d." % number for number in range(WAITING)), None]


def test_a_line_that_does_not_move_is_given_up(redis_server: str) -> None:
    """The server's own send waits while the phone takes nothing: after so long its place is free again."""

    async def watch() -> tuple[int, list[str], int]:
        boards = Boards(redis_server, broadcast.CHANNEL, most=1)
        listening = asyncio.create_task(boards.listen())
        while not boards.up:
            await asyncio.sleep(0.01)
        sent: list[str] = []

        async def send(message: Any) -> None:
            sent.append(message["type"])
            if len(sent) > 1:
                await asyncio.Event().wait()

        async def receive() -> Any:
            await asyncio.Event().wait()

        scope = {"type": "http", "method": "GET", "path": "/stream/matches/7/", "headers": []}
        answering = asyncio.create_task(Application(boards, beat=5, slow=0.3)(scope, receive, send))
        await asyncio.sleep(0.1)
        taken = boards.count
        await asyncio.wait_for(answering, 5)
        left = boards.count
        listening.cancel()
        await asyncio.gather(listening, return_exceptions=True)
        return taken, sent, left

    assert run(watch()) == (1, ["http.response.start", "http.response.body"], 0)


@pytest.mark.parametrize("text", ["0", "-1", "many", "1.5", "٣"])
def test_a_limit_that_is_none_is_refused_by_name(text: str) -> None:
    with pytest.raises(ImproperlyConfigured, match="BULLSEYE_STREAM_CLIENTS"):
        Options.of({"BULLSEYE_STREAM_CLIENTS": text})


def test_what_the_environment_says() -> None:
    assert Options.of({}) == Options("redis://127.0.0.1:6379/0", "bullseye:boards", 500, 15)
    given = {"REDIS_URL": "redis://r/1", "BULLSEYE_KEY_PREFIX": "hall", "BULLSEYE_STREAM_CLIENTS": "9"}
    assert Options.of({**given, "BULLSEYE_STREAM_BEAT": "5"}) == Options("redis://r/1", "hall:boards", 9, 5)
    with pytest.raises(ImproperlyConfigured, match="REDIS_URL"):
        Options.of({"BULLSEYE_ENV": "production"})
