"""bin/up's servers for real: served, refused in plain words, and nothing left behind."""

import os
import signal
import socket
import stat
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from pathlib import Path

import pytest

REPOSITORY = Path(__file__).resolve().parents[2]

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="looks for processes in /proc")


class Running:
    """bin/_serve.py at work in a folder of its own."""

    def __init__(self, var: Path, port: int, demo: str = "none") -> None:
        self.var, self.port, self.text = var, port, ""
        self.process = subprocess.Popen(
            [sys.executable, "bin/_serve.py", "--port", str(port)],
            cwd=REPOSITORY,
            env=environ(var, demo),
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            start_new_session=True,
        )

    def read_until(self, word: str) -> str:
        assert self.process.stdout is not None
        for line in self.process.stdout:
            self.text += line
            if word in line:
                break
        return self.text

    def end(self, number: int) -> int:
        """Send a signal (0 for none), wait for the end and return the exit status."""
        self.process.send_signal(number)
        self.text += self.process.communicate(timeout=40)[0]
        return self.process.returncode

    def left(self) -> list[str]:
        """Return the command lines of all processes that were started with this folder, this run's or lost ones.

        Valkey writes its title over its environment; its title names its socket, which is in the folder.
        """
        found = []
        for entry in Path("/proc").iterdir():
            try:
                command = (entry / "cmdline").read_bytes()
                mine = f"BULLSEYE_VAR={self.var}\0".encode() in (entry / "environ").read_bytes()
                mine = mine or f"unixsocket:{self.var}/".encode() in command
            except (OSError, ValueError):
                continue
            if mine and command:
                found.append(command.replace(b"\0", b" ").decode())
        return found


def environ(var: Path, demo: str = "none") -> dict[str, str]:
    kept = {name: os.environ[name] for name in ("PATH", "HOME", "LANG") if name in os.environ}
    return {**kept, "BULLSEYE_VAR": str(var), "BULLSEYE_DEMO": demo, "PYTHONUNBUFFERED": "1"}


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def wait_until_gone(running: Running) -> list[str]:
    deadline = time.monotonic() + 20
    while running.left() and time.monotonic() < deadline:
        time.sleep(0.1)
    return running.left()


@pytest.fixture
def var() -> Iterator[Path]:
    """A folder with a name short enough for a socket in it."""
    with tempfile.TemporaryDirectory(prefix="bullseye-") as folder:
        yield Path(folder) / "var"


@pytest.fixture
def running(var: Path) -> Iterator[Running]:
    started = Running(var, free_port())
    started.read_until("Ctrl-C stops it.")
    yield started
    started.end(signal.SIGTERM)


def get(port: int, path: str) -> tuple[int, str]:
    opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))
    with opener.open(f"http://127.0.0.1:{port}{path}", timeout=10) as answer:
        return answer.status, answer.read().decode()


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
def test_serves_and_leaves_nothing_behind(running: Running, number: int) -> None:
    assert f"http://127.0.0.1:{running.port}/" in running.text
    status, text = get(running.port, "/readyz")
    assert (status, '"status": "ready"' in text) == (200, True)
    assert get(running.port, "/static/errors.css")[0] == 200
    assert stat.S_IMODE((running.var / "bullseye.sqlite3").stat().st_mode) == 0o600
    commands = " ".join(running.left())
    assert [name for name in ("valkey-server", "gunicorn", "celery", "config.stream") if name not in commands] == []
    assert running.end(number) == 0
    assert running.text.endswith("Stopping …\nStopped.\n")
    assert running.left() == []


def test_an_empty_database_is_filled_with_the_demo_once(var: Path) -> None:
    for first in (True, False):
        started = Running(var, free_port(), demo="small")
        started.read_until("Ctrl-C stops it.")
        assert ("loading the demo" in started.text) is first
        assert started.text.count("Demo accounts: ") == 1
        assert get(started.port, "/")[0] == 200
        assert started.end(signal.SIGINT) == 0


def test_a_second_one_is_refused_by_name_and_harms_nothing(running: Running) -> None:
    second = subprocess.run(
        [sys.executable, "bin/_serve.py", "--port", str(free_port())],
        cwd=REPOSITORY,
        env=environ(running.var),
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )
    assert second.returncode == 1
    assert second.stdout == (
        f"Bullseye already runs from this folder: http://127.0.0.1:{running.port}, process {running.process.pid}. "
        "Open it there, or stop it first.\n"
    )
    assert get(running.port, "/readyz")[0] == 200


def test_killed_outright_it_still_leaves_nothing(running: Running) -> None:
    running.end(signal.SIGKILL)
    assert wait_until_gone(running) == []


def test_a_server_that_ends_by_itself_is_reported(running: Running) -> None:
    running_queue = next(Path(f"/proc/{pid}") for pid in children(running.process.pid) if is_valkey(pid))
    os.kill(int(running_queue.name), signal.SIGKILL)
    running.read_until("ended by itself")
    assert "The queue server ended by itself; all are stopped now:" in running.text
    assert running.end(0) == 1
    assert running.left() == []


def children(parent: int) -> list[int]:
    text = Path(f"/proc/{parent}/task/{parent}/children")
    if text.exists():
        return [int(word) for word in text.read_text().split()]
    stats = ((entry, (entry / "stat")) for entry in Path("/proc").iterdir() if entry.name.isdigit())
    return [int(entry.name) for entry, stat in stats if stat.exists() and int(stat.read_text().split()[3]) == parent]


def is_valkey(pid: int) -> bool:
    return b"valkey-server" in Path(f"/proc/{pid}/cmdline").read_bytes()


def test_a_folder_with_a_long_name_serves_too(var: Path) -> None:
    deep = var.joinpath(*["a-folder-with-a-long-name"] * 4)
    started = Running(deep, free_port())
    started.read_until("Ctrl-C stops it.")
    assert get(started.port, "/readyz")[0] == 200
    assert started.end(signal.SIGTERM) == 0
    assert started.left() == []


def test_a_port_that_is_taken_is_said_at_once(tmp_path: Path) -> None:
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        port = int(other.getsockname()[1])
        refused = Running(tmp_path / "var", port)
        refused.read_until("no such line")
    assert refused.text == (
        f"Port {port} on 127.0.0.1 is taken by another program. Choose a free one: bin/up --port {port + 1}.\n"
    )
    assert refused.end(0) == 1
    assert refused.left() == []


def children_named(running: Running, name: bytes) -> list[int]:
    return [pid for pid in children(running.process.pid) if name in Path(f"/proc/{pid}/cmdline").read_bytes()]


def test_pages_name_the_port_at_which_the_stream_answers(running: Running) -> None:
    (stream,) = children_named(running, b"config.stream")
    arguments = Path(f"/proc/{stream}/cmdline").read_text().split("\0")
    port = int(arguments[arguments.index("--port") + 1])
    assert running.port < port <= running.port + 20
    (web, *_) = children_named(running, b"gunicorn")
    assert f"BULLSEYE_STREAM_PORT={port}" in Path(f"/proc/{web}/environ").read_text().split("\0")
    with pytest.raises(urllib.error.HTTPError, match="404"):
        get(port, "/")


def test_without_its_stream_it_goes_on(running: Running) -> None:
    (stream,) = children_named(running, b"config.stream")
    os.kill(stream, signal.SIGKILL)
    running.read_until("Open boards look by themselves every few seconds now")
    assert "The stream server ended by itself:" in running.text
    assert get(running.port, "/readyz")[0] == 200
    assert running.end(signal.SIGINT) == 0
    assert running.left() == []


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (["--stream-port=0"], "the stream's port must be a number from 1 to 65535, not '0'"),
        (["--stream-port=eight"], "the stream's port must be a number from 1 to 65535, not 'eight'"),
        (["--port=8123", "--stream-port=8123"], "pages and stream cannot both have port 8123"),
    ],
)
def test_a_stream_port_that_is_none_is_refused(tmp_path: Path, options: list[str], words: str) -> None:
    ended = subprocess.run(
        [sys.executable, "bin/_serve.py", *options],
        cwd=REPOSITORY,
        env=environ(tmp_path / "var"),
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )
    assert (ended.returncode, words in ended.stderr) == (2, True)


def test_a_stream_port_that_is_taken_is_said_at_once(tmp_path: Path) -> None:
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        taken = int(other.getsockname()[1])
        refused = subprocess.run(
            [sys.executable, "bin/_serve.py", f"--port={free_port()}", f"--stream-port={taken}"],
            cwd=REPOSITORY,
            env=environ(tmp_path / "var"),
            capture_output=True,
            text=True,
            check=False,
            timeout=60,
        )
    words = (
        f"Port {taken} on 127.0.0.1 is taken by another program. Choose a free one: bin/up --stream-port {taken + 1}."
    )
    assert (refused.returncode, refused.stdout) == (1, f"{words}\n")


@pytest.mark.parametrize("port", ["0", "65536", "http", "-1"])
def test_a_port_that_is_none_is_refused(tmp_path: Path, port: str) -> None:
    ended = subprocess.run(
        [sys.executable, "bin/_serve.py", f"--port={port}"],
        cwd=REPOSITORY,
        env=environ(tmp_path / "var"),
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )
    assert ended.returncode == 2
    assert f"the port must be a number from 1 to 65535, not '{port}'" in ended.stderr
    assert not (tmp_path / "var").exists()
