"""What the settings take from the environment, and what a production start refuses."""

import os
import stat
import subprocess
import sys
import threading
from pathlib import Path

import pytest
from django.core.exceptions import ImproperlyConfigured

from config import environment

REPOSITORY = Path(__file__).resolve().parents[2]

COMPLETE = {
    "BULLSEYE_ENV": "production",
    "SECRET_KEY": "b7!kQ" * 12 + "zX9-",
    "ALLOWED_HOSTS": "bullseye.example.org",
    "DATABASE_URL": "postgres://u:p@127.0.0.1:1/nowhere",
    "REDIS_URL": "redis://127.0.0.1:1/0",
}


def manage(environ: dict[str, str], var: Path, *command: str) -> "subprocess.CompletedProcess[str]":
    kept = {name: os.environ[name] for name in ("PATH", "HOME", "LANG") if name in os.environ}
    return subprocess.run(
        [sys.executable, "-W", "error", "manage.py", *command],
        cwd=REPOSITORY,
        env={**kept, "BULLSEYE_VAR": str(var), **environ},
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
    )


def test_the_three_kinds() -> None:
    assert environment.kind({}) == "development"
    assert environment.kind({"BULLSEYE_ENV": "production"}) == "production"
    with pytest.raises(ImproperlyConfigured, match="BULLSEYE_ENV is 'prod'"):
        environment.kind({"BULLSEYE_ENV": "prod"})


@pytest.mark.parametrize("name", environment.PRODUCTION_NEEDS)
@pytest.mark.parametrize("value", [None, "", "  "])
def test_production_names_what_is_missing(name: str, value: str | None) -> None:
    environ = {key: word for key, word in COMPLETE.items() if key != name}
    if value is not None:
        environ[name] = value
    with pytest.raises(ImproperlyConfigured) as refused:
        environment.refuse_incomplete_production(environ)
    assert f"the environment lacks: {name}." in str(refused.value)


def test_production_names_all_that_is_missing_at_once() -> None:
    with pytest.raises(ImproperlyConfigured, match="lacks: SECRET_KEY, ALLOWED_HOSTS, DATABASE_URL, REDIS_URL"):
        environment.refuse_incomplete_production({})


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"SECRET_KEY": "short"}, "SECRET_KEY is shorter"),
        ({"DEBUG": "True"}, "DEBUG is on"),
        ({"ALLOWED_HOSTS": "a.example, *"}, "ALLOWED_HOSTS is '*'"),
    ],
)
def test_production_refuses_what_is_unsafe(change: dict[str, str], said: str) -> None:
    environment.refuse_incomplete_production(COMPLETE)
    with pytest.raises(ImproperlyConfigured, match=said.replace("*", r"\*")):
        environment.refuse_incomplete_production({**COMPLETE, **change})


def test_a_production_start_without_secrets_fails_by_name(tmp_path: Path) -> None:
    environ = {name: word for name, word in COMPLETE.items() if name not in {"SECRET_KEY", "REDIS_URL"}}
    ended = manage(environ, tmp_path, "check")
    assert ended.returncode != 0
    assert "lacks: SECRET_KEY, REDIS_URL." in ended.stderr
    assert not (tmp_path / "secret_key").exists()


def test_production_settings_pass_the_deployment_check(tmp_path: Path) -> None:
    ended = manage(COMPLETE, tmp_path, "check", "--deploy", "--fail-level", "WARNING")
    assert ended.returncode == 0, ended.stderr
    assert ended.stdout == "System check identified no issues (0 silenced).\n"


def test_production_settings_in_figures(tmp_path: Path) -> None:
    shown = (
        "from django.conf import settings as s; print(s.DEBUG, s.SESSION_COOKIE_SECURE, s.CSRF_COOKIE_SECURE,"
        " s.SECURE_HSTS_SECONDS, s.SECURE_SSL_REDIRECT, s.PASSWORD_HASHERS[0].rsplit('.')[-1])"
    )
    ended = manage(COMPLETE, tmp_path, "shell", "--no-imports", "-c", shown)
    assert ended.stdout == "False True True 31536000 True Argon2PasswordHasher\n", ended.stderr


def test_development_needs_nothing_and_keeps_its_secret(tmp_path: Path) -> None:
    shown = "from django.conf import settings as s; print(s.SECRET_KEY, s.DEBUG)"
    first = manage({}, tmp_path, "shell", "--no-imports", "-c", shown)
    second = manage({}, tmp_path, "shell", "--no-imports", "-c", shown)
    assert first.returncode == 0, first.stderr
    assert first.stdout == second.stdout
    secret, debug = first.stdout.split()
    assert len(secret) >= 60
    assert debug == "False"
    assert stat.S_IMODE((tmp_path / "secret_key").stat().st_mode) == 0o600


def test_development_runs_on_sqlite_as_decided(tmp_path: Path) -> None:
    shown = """
from django.db import OperationalError, connection, transaction
from config.sqlite.base import WriteLock
with connection.cursor() as cursor:
    for pragma in ("journal_mode", "synchronous", "foreign_keys", "busy_timeout"):
        print(pragma, cursor.execute("PRAGMA " + pragma).fetchone()[0])
lock = WriteLock.of(connection.settings_dict["NAME"])
with transaction.atomic():
    try:
        lock.acquire(0.01)
    except OperationalError as fault:
        print(fault)
lock.acquire(0.01)
"""
    ended = manage({}, tmp_path, "shell", "--no-imports", "-c", shown)
    assert ended.stdout.splitlines() == [
        "journal_mode wal",
        "synchronous 2",
        "foreign_keys 1",
        "busy_timeout 20000",
        "database is locked: another writer of this process holds it",
    ], ended.stderr


def test_one_secret_for_all_that_start_together(tmp_path: Path) -> None:
    path, found = tmp_path / "deep" / "secret_key", []
    barrier = threading.Barrier(8)

    def start() -> None:
        barrier.wait()
        found.append(environment.kept_secret(path))

    threads = [threading.Thread(target=start) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(found) == 8
    assert set(found) == {path.read_text()}
    assert [entry.name for entry in path.parent.iterdir()] == ["secret_key"]


@pytest.mark.parametrize(
    ("cache", "queue"),
    [
        ("redis://127.0.0.1:6379/2", "redis://127.0.0.1:6379/2"),
        ("rediss://u:p@redis.example.org:6380/0", "rediss://u:p@redis.example.org:6380/0"),
        ("unix:///run/redis.sock?db=3", "redis+socket:///run/redis.sock?virtual_host=3"),
        ("unix:///run/redis.sock", "redis+socket:///run/redis.sock?virtual_host=0"),
    ],
)
def test_the_queue_spells_a_socket_its_own_way(cache: str, queue: str) -> None:
    assert environment.queue_url(cache) == queue
