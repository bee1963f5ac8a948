"""The product's settings for the tests: its own, with the servers of `tests.servers` where none are given.

BULLSEYE_TEST_DB=sqlite runs the tests on SQLite instead of PostgreSQL. DATABASE_URL and REDIS_URL, when given,
are used as they are.
"""

import os
import re
from pathlib import Path

from tests import servers

os.environ["BULLSEYE_ENV"] = "test"
os.environ.setdefault("SECRET_KEY", "for-the-tests-alone-" + "x" * 40)

if servers.ROOT_VARIABLE in os.environ:
    TEST_ROOT = Path(os.environ[servers.ROOT_VARIABLE])
else:
    # Where the run begins it also ends: the xdist workers inherit the directory and only borrow its servers.
    TEST_ROOT = servers.make_root()
    os.environ[servers.ROOT_VARIABLE] = str(TEST_ROOT)
    servers.clean_up_after(TEST_ROOT)
os.environ["BULLSEYE_VAR"] = str(TEST_ROOT / "var")

_worker = int(re.sub(r"\D", "", os.environ.get("PYTEST_XDIST_WORKER", "")) or 0)

ON_SQLITE = os.environ.get("BULLSEYE_TEST_DB") == "sqlite"
if ON_SQLITE:
    os.environ["DATABASE_URL"] = f"sqlite:///{TEST_ROOT / 'unused.sqlite3'}"
    os.environ["BULLSEYE_TEST_DATABASE"] = str(TEST_ROOT / "test.sqlite3")
STARTS_POSTGRES = not ON_SQLITE and os.environ.get("DATABASE_URL", servers.postgres_url(TEST_ROOT)) == (
    servers.postgres_url(TEST_ROOT)
)
if STARTS_POSTGRES:
    os.environ["DATABASE_URL"] = servers.postgres_url(TEST_ROOT)

STARTS_REDIS = os.environ.get("REDIS_URL", "unix://" + str(TEST_ROOT)).startswith("unix://" + str(TEST_ROOT))
if STARTS_REDIS:
    # A database for each worker: one clears its cache between two tests without touching another's.
    os.environ["REDIS_URL"] = servers.redis_url(TEST_ROOT, _worker)
    # Channels are common to all databases: each worker has its own by name.
    os.environ["BULLSEYE_KEY_PREFIX"] = f"bullseye-{_worker}"

from config.settings import *  # noqa: E402, F403

if ON_SQLITE:
    # Nobody's hands are lost with a test's database: no need to wait for the disk.
    _options = DATABASES["default"]["OPTIONS"]  # noqa: F405
    _options["init_command"] = _options["init_command"].replace("synchronous=FULL", "synchronous=OFF")

# Every client of a test makes its own middleware. Looking for a static file when it is asked for spares each of them a
# walk through all that there are.
WHITENOISE_AUTOREFRESH = True
