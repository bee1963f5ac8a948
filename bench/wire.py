"""Clients that post hands over HTTP, each at tables of its own, on connections that stay open."""

from __future__ import annotations

import os
import socket
import statistics
import subprocess
import sys
import threading
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from bench.ground import Hall, Target, bodies, build


class Server:
    """gunicorn as bin/up starts it, on a free port of the loopback."""

    def __init__(self, root: Path) -> None:
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port: int = free.getsockname()[1]
        self.log = (root / "gunicorn.log").open("ab")
        command = [sys.executable, "-m", "gunicorn", "--config", "python:config.gunicorn"]
        command += ["--bind", f"127.0.0.1:{self.port}", "config.wsgi"]
        self.process = subprocess.Popen(command, stdout=self.log, stderr=self.log, env=os.environ)

    def wait(self) -> None:
        """Until it answers, at most half a minute."""
        deadline = time.monotonic() + 30
        while time.monotonic() < deadline and self.process.poll() is None:
            try:
                client = Client(self.port, "")
                status, _ = client.send(b"GET", "/healthz", b"")
                client.close()
                if status == 200:
                    return
            except OSError:
                pass
            time.sleep(0.1)
        raise SystemExit("gunicorn did not start")

    def stop(self) -> None:
        self.process.terminate()
        try:
            self.process.wait(15)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
        self.log.close()


class Client:
    """One phone: a connection that stays open."""

    def __init__(self, port: int, token: str) -> None:
        self._socket = socket.create_connection(("127.0.0.1", port), timeout=30)
        self._socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self._head = (
            "HTTP/1.1\r\nHost: 127.0.0.1\r\nAccept: application/json\r\nContent-Type: application/json\r\n"
            f"Authorization: Token {token}\r\n"
        )

    def send(self, method: bytes, path: str, body: bytes) -> tuple[int, bytes]:
        """Status and body of the answer."""
        head = f"{path} {self._head}Content-Length: {len(body)}\r\n\r\n".encode()
        self._socket.sendall(method + b" " + head + body)
        received = b""
        while b"\r\n\r\n" not in received:
            received += self._more()
        top, _, rest = received.partition(b"\r\n\r\n")
        length = next(
            int(line.partition(b":")[2]) for line in top.split(b"\r\n") if line.lower().startswith(b"content-length:")
        )
        while len(rest) < length:
            rest += self._more()
        return int(top[9:12]), rest

    def _more(self) -> bytes:
        data = self._socket.recv(65536)
        if not data:
            raise OSError("the server closed the connection")
        return data

    def close(self) -> None:
        self._socket.close()


def load(port: int, token: str, clients: int, targets: Sequence[Target], naive: bool) -> dict[str, Any]:
    """Every table's hands, the tables shared out among so many clients."""
    shares = [targets[number::clients] for number in range(clients)]
    start, latencies, errors = threading.Barrier(clients + 1), [[] for _ in shares], [0] * clients  # type: ignore[var-annotated]

    def play(number: int) -> None:
        client, makers = Client(port, token), bodies()
        start.wait()
        for target in shares[number]:
            path = target.naive if naive else target.path
            for make in makers:
                body = make()
                began = time.perf_counter()
                status, answer = client.send(b"POST", path, body)
                latencies[number].append(time.perf_counter() - began)
                if status != 201:
                    errors[number] += 1
                    print(f"{path}: {status} {answer[:200]!r}", file=sys.stderr)
        client.close()

    threads = [threading.Thread(target=play, args=(number,)) for number in range(clients)]
    for thread in threads:
        thread.start()
    start.wait()
    began = time.perf_counter()
    for thread in threads:
        thread.join()
    seconds = time.perf_counter() - began
    all_of_them = sorted(latency for one in latencies for latency in one)
    return {
        "rate": len(all_of_them) / seconds,
        "p50": 1000 * all_of_them[len(all_of_them) // 2],
        "p99": 1000 * all_of_them[int(len(all_of_them) * 0.99)],
        "errors": sum(errors),
    }


def over_http(kind: str, rounds: int, root: Path, clients: Sequence[int], matches: int) -> dict[int, dict[str, Any]]:
    """Rates of both endpoints by number of clients, in alternating rounds; each from the prepared database."""
    import django

    django.setup()
    hall = Hall(kind, root)
    token, targets = build(matches)
    hall.keep()
    runs: dict[int, dict[bool, list[dict[str, Any]]]] = {number: {False: [], True: []} for number in clients}
    for _ in range(rounds):
        for number in clients:
            for naive in (False, True):
                hall.restore()
                server = Server(root)
                try:
                    server.wait()
                    runs[number][naive].append(load(server.port, token, number, targets, naive))
                finally:
                    server.stop()
    return {number: _summary(both) for number, both in runs.items()}


def _summary(both: dict[bool, list[dict[str, Any]]]) -> dict[str, Any]:
    figures: dict[str, Any] = {}
    for label, naive in (("product", False), ("naive", True)):
        runs = both[naive]
        figures[label] = {
            name: round(statistics.median(run[name] for run in runs), 1) for name in ("rate", "p50", "p99")
        } | {"errors": sum(run["errors"] for run in runs)}
    pairs = zip(both[False], both[True], strict=True)
    figures["times"] = round(statistics.median(one["rate"] / other["rate"] for one, other in pairs), 2)
    return figures
