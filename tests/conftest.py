"""What every test may ask for: the two servers, an empty cache, a worker, a browser."""

import os
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from django.core.cache import cache
from django.db import connections
from hypothesis import HealthCheck, settings

from tests import flush, servers
from tests import settings as django_settings
from tests.cast import *  # noqa: F403 - the cast's fixtures

settings.register_profile("ordinary", deadline=None, suppress_health_check=[HealthCheck.too_slow])
# The same examples at every run: a red run can be made red again.
settings.register_profile("repeatable", settings.get_profile("ordinary"), derandomize=True, print_blob=True)
settings.load_profile("repeatable" if os.environ.get("CI") else "ordinary")

CHROMIUM_FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--write-roles", action="store_true", help="write docs/roles.md anew")


@pytest.fixture(scope="session")
def redis_server() -> str:
    """The URL of a real Redis-compatible server, running."""
    if django_settings.STARTS_REDIS:
        servers.start_redis(django_settings.TEST_ROOT)
    return str(django_settings.REDIS_URL)


@pytest.fixture(scope="session")
def postgres_server() -> str:
    """The URL of a real PostgreSQL server, running; its database `postgres` is empty and nobody's."""
    if django_settings.STARTS_POSTGRES or django_settings.ON_SQLITE:
        servers.start_postgres(django_settings.TEST_ROOT)
        return servers.postgres_url(django_settings.TEST_ROOT)
    return os.environ["DATABASE_URL"]


@pytest.fixture(scope="session")
def django_db_modify_db_settings(
    django_db_modify_db_settings_parallel_suffix: None, redis_server: str, request: pytest.FixtureRequest
) -> None:
    """Bring up what a test with a database needs, just before the first one."""
    flush.install()
    if django_settings.STARTS_POSTGRES:
        request.getfixturevalue("postgres_server")


@pytest.fixture(autouse=True)
def _empty_cache() -> Iterator[None]:
    """Leave nothing in the cache for the next test. Another worker may be just starting the server."""
    yield
    if not django_settings.STARTS_REDIS or (django_settings.TEST_ROOT / "redis.sock").exists():
        cache.clear()


@pytest.fixture(autouse=True)
def _own_media(tmp_path: Path, settings: Any) -> None:
    """Give each test a media folder of its own."""
    settings.MEDIA_ROOT = str(tmp_path / "media")


@pytest.fixture
def celery_worker(transactional_db: None, redis_server: str) -> Iterator[Any]:
    """A Celery worker on the real queue, in a thread of this process, so that it sees the test's database."""
    from celery.contrib.testing.worker import start_worker
    from celery.signals import task_postrun

    from config.celery import app

    def close_connections(**_: Any) -> None:
        connections.close_all()

    app.control.purge()
    # In the worker's thread: a connection that outlived it would keep the test database from being dropped.
    task_postrun.connect(close_connections)
    with start_worker(app, pool="solo", perform_ping_check=False, shutdown_timeout=30, loglevel="WARNING") as worker:
        yield worker
    task_postrun.disconnect(close_connections)


@pytest.fixture(scope="session")
def browser() -> Iterator[Any]:
    """Debian's Chromium, driven by Playwright."""
    from playwright.sync_api import sync_playwright

    path = os.environ.get("CHROMIUM") or shutil.which("chromium") or shutil.which("chromium-browser")
    if path is None:
        pytest.fail("Chromium is not installed: bin/test installs Debian's package, or set CHROMIUM to its path.")
    # Playwright keeps an event loop in this thread, which Django takes for asynchronous code. Ours is not.
    os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "true"
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=path, headless=True, args=CHROMIUM_FLAGS)
        yield chromium
        chromium.close()
    del os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"]


@pytest.fixture
def phone() -> dict[str, Any]:
    """The size of the page: a small phone. A test overrides it for a desk."""
    return {"viewport": {"width": 360, "height": 740}, "has_touch": True, "is_mobile": True}


@pytest.fixture
def page(browser: Any, live_server: Any, phone: dict[str, Any]) -> Iterator[Any]:
    """A page of a fresh browser on the live server. A script error or a refused script or style fails the test."""
    context = browser.new_context(base_url=live_server.url, locale="en-GB", accept_downloads=True, **phone)
    page = context.new_page()
    page.set_default_timeout(15_000)
    faults: list[str] = []
    page.on("pageerror", lambda error: faults.append(str(error)))
    page.on(
        "console",
        lambda message: (
            faults.append(message.text)
            if message.type == "error" and "Content Security Policy" in message.text
            else None
        ),
    )
    yield page
    context.close()
    assert faults == []
