"""The stream of open boards as a process of its own, and somebody who listens to it."""

from __future__ import annotations

import http.client
import json
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from django.conf import settings

from scoring.services import broadcast

REPOSITORY = Path(__file__).resolve().parents[1]


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def heard_all_before(subscriber: Any) -> None:
    """Have a new subscriber to the boards' channel hear, and forget, what was said before.

    A save does not wait until Redis has its word. What is sent last on the connection of the saves arrives last.
    """
    broadcast._send(json.dumps({"table": 0, "sequence": 0, "match": 0, "state": "joined"}))
    deadline = time.monotonic() + 20
    while time.monotonic() < deadline:
        message = subscriber.get_message(timeout=1)
        if message and message["type"] == "message" and json.loads(message["data"])["state"] == "joined":
            return
    raise AssertionError("the channel is silent")


class Listener:
    """One that watches a match: what it is told, block by block."""

    def __init__(self, port: int, path: str, method: str = "GET", **headers: str) -> None:
        self._connection = http.client.HTTPConnection("127.0.0.1", port, timeout=20)
        self._connection.request(method, path, headers=headers)
        self.answer = self._connection.getresponse()
        self.status, self.headers = self.answer.status, self.answer.headers

    def block(self) -> list[str]:
        """The lines up to the next empty one; none when the stream has ended."""
        lines = []
        while (line := self.answer.readline().decode().rstrip("\n")) != "":
            lines.append(line)
        return lines

    def event(self) -> dict[str, Any]:
        """The data of the next event of a board; its identifier and kind must be as promised."""
        kind, number, data = self.block()
        said: dict[str, Any] = json.loads(data.removeprefix("data: "))
        assert (kind, number) == ("event: board", f"id: {said['table']}-{said['sequence']}")
        return said

    def close(self) -> None:
        self.answer.close()
        self._connection.close()


class Stream:
    """`python -m config.stream` on a free port."""

    def __init__(self, redis_url: str, **more: str) -> None:
        self.port = free_port()
        kept = {name: os.environ[name] for name in ("PATH", "HOME", "LANG") if name in os.environ}
        ours = {"REDIS_URL": redis_url, "BULLSEYE_KEY_PREFIX": os.environ.get("BULLSEYE_KEY_PREFIX", "")}
        self.process = subprocess.Popen(
            [sys.executable, "-W", "error", "-m", "config.stream", "--port", str(self.port)],
            cwd=REPOSITORY,
            env={**kept, **ours, **more},
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            text=True,
        )
        self.said = ""

    def get(self, path: str = "/stream/matches/1/", method: str = "GET", **headers: str) -> Listener:
        return Listener(self.port, path, method, **headers)

    def status(self, path: str = "/stream/matches/1/", method: str = "GET", **headers: str) -> int:
        """The answer's status alone; 0 when nobody answers."""
        try:
            listener = self.get(path, method, **headers)
        except OSError:
            return 0
        listener.close()
        return listener.status

    def wait_for(self, status: int, seconds: float = 30) -> None:
        """Wait until a page would get this answer."""
        deadline = time.monotonic() + seconds
        while (found := self.status()) != status:
            assert self.process.poll() is None
            assert time.monotonic() < deadline, f"{found} and not {status} after {seconds} s"
            time.sleep(0.05)

    def stop(self, number: int = signal.SIGTERM) -> int:
        """End it; its exit status. What it wrote is in ``said``."""
        if self.process.poll() is None:
            self.process.send_signal(number)
        self.said += self.process.communicate(timeout=20)[1]
        return self.process.returncode


@contextmanager
def streaming(redis_url: str | None = None, **more: str) -> Iterator[Stream]:
    """A stream that is ready, and stopped afterwards."""
    stream = Stream(redis_url or settings.REDIS_URL, **more)
    try:
        stream.wait_for(200)
        yield stream
    finally:
        stream.stop()
