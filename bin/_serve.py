"""Serves Bullseye: prepares the database, starts the servers, stops all of them again. Run by bin/up.

The servers run in sessions of their own, so that Ctrl-C reaches this program alone, which then stops them in order:
web, stream and worker first, and the queue under them last. Should this program be killed outright, the kernel stops
them.
"""

import argparse
import contextlib
import ctypes
import errno
import fcntl
import os
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time
import urllib.error
import urllib.request
from pathlib import Path
from types import FrameType

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from config.embedded import valkey_command  # noqa: E402

START_SECONDS = 60
STOPPED = 130
"""The exit status of a program that Ctrl-C stopped."""
STOP_SECONDS = 10
STREAM_TRIES = 20
"""Ports behind the pages' own that are tried for the stream."""
SOCKET_LENGTH = 100
"""A Unix socket's path may have 107 bytes; some room is left for what servers append."""


def say(*lines: str) -> None:
    for line in lines:
        print(line, flush=True)


class Refused(Exception):
    """The servers cannot be started, for the reason said."""


class Servers:
    """The processes that this program started, in the order of their start."""

    def __init__(self, logs: Path) -> None:
        self.logs = logs
        self.running: dict[str, subprocess.Popen[bytes]] = {}

    def start(self, name: str, command: list[str]) -> None:
        """Start one with its output in `<logs>/<name>.log`, the last start's alone."""
        with (self.logs / f"{name}.log").open("wb") as log:
            self.running[name] = subprocess.Popen(
                command,
                cwd=ROOT,
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=subprocess.STDOUT,
                start_new_session=True,
                preexec_fn=_die_with_parent,
            )

    def ended(self) -> str | None:
        """Return the name of one that has ended by itself, or None while all run."""
        return next((name for name, process in self.running.items() if process.poll() is not None), None)

    def spare(self, name: str, words: str) -> None:
        """Go on without this one, once it has ended by itself, and say so."""
        process = self.running.get(name)
        if process is not None and process.poll() is not None:
            say(f"The {name} server ended by itself:", self.tail(name), words)
            del self.running[name]

    def tail(self, name: str, lines: int = 15) -> str:
        text = (self.logs / f"{name}.log").read_text(errors="replace").strip()
        return "\n".join(text.splitlines()[-lines:])

    def stop(self) -> None:
        """Stop all, the queue last; one that does not stop in time is killed with all that it started."""
        for names in (("web", "stream", "worker"), ("queue",)):
            group = [self.running[name] for name in names if name in self.running]
            for process in group:
                if process.poll() is None:
                    process.terminate()
            deadline = time.monotonic() + STOP_SECONDS
            for process in group:
                with contextlib.suppress(subprocess.TimeoutExpired):
                    process.wait(max(0.0, deadline - time.monotonic()))
                _kill_session(process)
        self.running.clear()


def _die_with_parent() -> None:
    if sys.platform == "linux":
        set_parent_death_signal = 1
        ctypes.CDLL(None).prctl(set_parent_death_signal, signal.SIGTERM, 0, 0, 0)


def _kill_session(process: "subprocess.Popen[bytes]") -> None:
    with contextlib.suppress(ProcessLookupError):
        os.killpg(process.pid, signal.SIGKILL)
    process.wait()


def parse(arguments: list[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="bin/up")
    parser.add_argument("--host", default=os.environ.get("BULLSEYE_HOST", "127.0.0.1"))
    parser.add_argument("--port", default=os.environ.get("BULLSEYE_PORT", "8000"))
    parser.add_argument("--stream-port", default=os.environ.get("BULLSEYE_STREAM_PORT", ""))
    found = parser.parse_args(arguments)
    for name, text in (("port", found.port), ("stream's port", found.stream_port or "1")):
        if not text.isdigit() or not 1 <= int(text) <= 65535:
            parser.error(f"the {name} must be a number from 1 to 65535, not {text!r}")
    found.port, found.stream_port = int(found.port), int(found.stream_port or 0)
    if found.port == found.stream_port:
        parser.error(f"pages and stream cannot both have port {found.port}")
    return found


def claim(var: Path, address: str) -> int:
    """Hold `var/up.lock` for as long as this program lives, so that no second one serves from the same folder."""
    descriptor = os.open(var / "up.lock", os.O_RDWR | os.O_CREAT, 0o644)
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        other = os.read(descriptor, 200).decode(errors="replace").strip()
        raise Refused(f"Bullseye already runs from this folder: {other}. Open it there, or stop it first.") from None
    os.ftruncate(descriptor, 0)
    os.write(descriptor, f"{address}, process {os.getpid()}".encode())
    return descriptor


def check_port(host: str, port: int, option: str = "--port") -> None:
    """Refuse now, in plain words, what the server would refuse later. The option is the one that sets the port."""
    try:
        family, kind, protocol, _, where = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
        with socket.socket(family, kind, protocol) as probe:
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            probe.bind(where)
            probe.listen()
    except socket.gaierror:
        raise Refused(
            f"{host} is no address of this machine. Leave --host out, or give 0.0.0.0 for all of them."
        ) from None
    except PermissionError:
        raise Refused(f"Port {port} is for root alone. Choose one above 1023: bin/up {option} 8000.") from None
    except OSError as fault:
        if fault.errno == errno.EADDRINUSE:
            raise Refused(
                f"Port {port} on {host} is taken by another program. Choose a free one: bin/up {option} {port + 1}."
            ) from None
        raise Refused(f"Cannot listen on {host}, port {port}: {fault.strerror}.") from None


def stream_port(host: str, port: int, chosen: int) -> int:
    """Return the port of the stream: the chosen one, which must be free, or the first free one behind the pages'."""
    if chosen:
        check_port(host, chosen, "--stream-port")
        return chosen
    for candidate in range(port + 1, min(port + STREAM_TRIES, 65535) + 1):
        with contextlib.suppress(Refused):
            check_port(host, candidate)
            return candidate
    raise Refused(f"No port behind {port} is free for the stream. Choose one: bin/up --stream-port NUMBER.")


def own_addresses() -> list[str]:
    """Return this machine's addresses as others see them: best guess first."""
    found: list[str] = []
    # Nothing is sent: connecting a datagram socket only asks the routing table which address would be used.
    with contextlib.suppress(OSError), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        probe.connect(("192.0.2.1", 9))
        found.append(probe.getsockname()[0])
    with contextlib.suppress(OSError):
        found += [str(entry[4][0]) for entry in socket.getaddrinfo(socket.gethostname(), None, socket.AF_INET)]
    return [address for address in dict.fromkeys(found) if not address.startswith(("127.", "0."))]


def addresses(host: str, port: int) -> list[str]:
    """Return the addresses to print, the one for this machine first."""
    if host in {"0.0.0.0", "::"}:
        return [f"http://127.0.0.1:{port}", *(f"http://{address}:{port}" for address in own_addresses())]
    shown = f"[{host}]" if ":" in host else host
    return [f"http://{shown}:{port}"]


def allow_hosts(host: str) -> None:
    """Let requests in by the names under which this machine is reached, unless the environment says which."""
    if os.environ.get("ALLOWED_HOSTS") or os.environ.get("BULLSEYE_ENV") == "production":
        return
    allowed = ["localhost", "127.0.0.1", "[::1]", f"[{host}]" if ":" in host else host]
    if host in {"0.0.0.0", "::"}:
        allowed += [*own_addresses(), socket.gethostname(), f"{socket.gethostname()}.local"]
    os.environ["ALLOWED_HOSTS"] = ",".join(dict.fromkeys(allowed))


def start_queue(servers: Servers, var: Path) -> Path | None:
    """Start the embedded Redis-compatible server; return a temporary folder to remove afterwards, if one was needed."""
    data = var / "redis"
    data.mkdir(exist_ok=True)
    aside = None
    where = data / "redis.sock"
    if len(os.fsencode(where)) > SOCKET_LENGTH:
        aside = Path(tempfile.mkdtemp(prefix="bullseye-"))
        where = aside / "redis.sock"
    where.unlink(missing_ok=True)
    servers.start("queue", valkey_command(where, data, keep=True))
    deadline = time.monotonic() + START_SECONDS
    while not where.exists():
        if servers.ended() or time.monotonic() > deadline:
            raise Refused("The queue did not start:\n" + servers.tail("queue"))
        time.sleep(0.02)
    os.environ["REDIS_URL"] = f"unix://{where}?db=0"
    return aside


def start_stream(servers: Servers, host: str) -> None:
    """Start what tells open boards of changes, on the port that the pages name."""
    where = ["--host", host, "--port", os.environ["BULLSEYE_STREAM_PORT"]]
    servers.start("stream", [sys.executable, "-m", "config.stream", *where])


def prepare_database() -> list[str]:
    """Migrate, load the demo into an empty database; return what to say of the demo's accounts, if it has any."""
    accounts = []
    command = [sys.executable, "bin/_prepare.py"]
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True, preexec_fn=_die_with_parent) as process:
        assert process.stdout is not None
        for line in process.stdout:
            if line.startswith("Demo accounts: "):
                accounts.append(line.rstrip())
            else:
                say(line.rstrip())
    if process.returncode not in {0, STOPPED}:
        raise Refused("The database could not be prepared; the reason stands above.")
    return accounts


def answers(address: str) -> bool:
    request = urllib.request.Request(f"{address}/readyz")
    opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))
    try:
        with opener.open(request, timeout=5) as answer:
            return bool(answer.status == 200)
    except (OSError, urllib.error.URLError):
        return False


def serve(chosen: argparse.Namespace, var: Path, logs: Path, stopping: threading.Event) -> int:
    shown = addresses(chosen.host, chosen.port)
    held = claim(var, shown[0])
    servers, aside = Servers(logs), None
    try:
        check_port(chosen.host, chosen.port)
        os.environ["BULLSEYE_STREAM_PORT"] = str(stream_port(chosen.host, chosen.port, chosen.stream_port))
        allow_hosts(chosen.host)
        if os.environ.get("REDIS_URL"):
            say("Queue and cache: the server of REDIS_URL.")
        else:
            aside = start_queue(servers, var)
        say(f"Database: {'the server of DATABASE_URL' if os.environ.get('DATABASE_URL') else 'SQLite in var/'}.")
        accounts = prepare_database()
        if stopping.is_set():
            return 0
        python = sys.executable
        worker = "worker --pool prefork --concurrency 2 --loglevel WARNING --without-gossip --without-mingle"
        servers.start("worker", [python, "-m", "celery", "-A", "config", *worker.split()])
        start_stream(servers, chosen.host)
        web = ["-m", "gunicorn", "--config", "python:config.gunicorn", "--bind", f"{chosen.host}:{chosen.port}"]
        servers.start("web", [python, *web, "config.wsgi"])
        deadline = time.monotonic() + START_SECONDS
        while not stopping.is_set() and not answers(shown[0]):
            servers.spare("stream", "Open boards will look by themselves every few seconds, instead of being told.")
            if name := servers.ended():
                raise Refused(f"The {name} server ended while starting:\n{servers.tail(name)}")
            if time.monotonic() > deadline:
                raise Refused(f"No answer from {shown[0]}/readyz after {START_SECONDS} s:\n{servers.tail('web')}")
            stopping.wait(0.1)
        if not stopping.is_set():
            say(
                "",
                "Bullseye is served at",
                *(f"    {address}/" for address in shown),
                "",
                *accounts,
                "Ctrl-C stops it.",
            )
        while not stopping.wait(0.5):
            servers.spare("stream", "Open boards look by themselves every few seconds now, instead of being told.")
            if name := servers.ended():
                raise Refused(f"The {name} server ended by itself; all are stopped now:\n{servers.tail(name)}")
        return 0
    finally:
        if servers.running:
            say("Stopping …")
        servers.stop()
        if aside:
            shutil.rmtree(aside, ignore_errors=True)
        os.close(held)


def main() -> int:
    chosen = parse(sys.argv[1:])
    # The database holds passwords' hashes: what the servers write is for their owner alone.
    os.umask(0o077)
    var = Path(os.environ.get("BULLSEYE_VAR", ROOT / "var"))
    logs = var / "log"
    logs.mkdir(parents=True, exist_ok=True)
    stopping = threading.Event()

    def ask_to_stop(number: int, frame: FrameType | None) -> None:
        stopping.set()

    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, ask_to_stop)
    try:
        status = serve(chosen, var, logs, stopping)
    except Refused as refusal:
        say(str(refusal))
        return 1
    say("Stopped.")
    return status


if __name__ == "__main__":
    sys.exit(main())
