"""The servers of a test run do not outlive it, however it ends."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests import servers

REPOSITORY = Path(__file__).resolve().parents[2]

RUN = """
import time
from tests import settings, servers
servers.start_redis(settings.TEST_ROOT)
print(settings.TEST_ROOT, (settings.TEST_ROOT / "redis.pid").read_text(), flush=True)
time.sleep({seconds})
"""


def alive(pid: int) -> bool:
    try:
        state = Path(f"/proc/{pid}/stat").read_text()
    except (FileNotFoundError, ProcessLookupError):
        return False
    # One that has ended and waits for its parent is gone all the same.
    return ") Z " not in state


@pytest.mark.skipif(sys.platform != "linux", reason="looks for processes in /proc")
@pytest.mark.parametrize("ending", [None, signal.SIGTERM, signal.SIGKILL])
def test_nothing_is_left_of_a_run(ending: signal.Signals | None) -> None:
    bare = {name: word for name, word in os.environ.items() if name not in {servers.ROOT_VARIABLE, "REDIS_URL"}}
    code = RUN.format(seconds=0 if ending is None else 60)
    with subprocess.Popen(
        [sys.executable, "-c", code], cwd=REPOSITORY, env=bare, stdout=subprocess.PIPE, text=True
    ) as run:
        assert run.stdout is not None
        root, pid = run.stdout.readline().split()
        if ending is not None:
            assert alive(int(pid))
            run.send_signal(ending)
        run.wait(30)
    deadline = time.monotonic() + 20
    while (alive(int(pid)) or Path(root).exists()) and time.monotonic() < deadline:
        time.sleep(0.05)
    assert not alive(int(pid))
    assert not Path(root).exists()
