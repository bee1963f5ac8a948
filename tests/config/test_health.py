"""The two health addresses, on the real servers."""

import json
from typing import Any

import pytest
from django.db import connection
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.recorder import MigrationRecorder
from django.db.utils import OperationalError
from django.test import Client


def test_alive_looks_at_nothing(client: Client) -> None:
    answer = client.get("/healthz")
    assert answer.status_code == 200
    assert answer.json() == {"status": "alive"}
    assert "no-store" in answer["Cache-Control"]


@pytest.mark.django_db
def test_ready_when_everything_is_in_order(client: Client) -> None:
    answer = client.get("/readyz")
    assert answer.status_code == 200
    assert answer.json() == {"status": "ready", "database": "ok", "migrations": "ok", "redis": "ok"}


@pytest.mark.django_db
def test_not_ready_without_redis(client: Client, settings: Any) -> None:
    settings.CACHES = {"default": {**settings.CACHES["default"], "LOCATION": "redis://127.0.0.1:1/0"}}
    answer = client.get("/readyz")
    assert answer.status_code == 503
    assert answer.json() == {"status": "not ready", "database": "ok", "migrations": "ok", "redis": "down"}
    assert "127.0.0.1" not in answer.content.decode()


@pytest.mark.django_db
def test_not_ready_with_a_migration_missing(client: Client) -> None:
    (newest,) = MigrationLoader(connection).graph.leaf_nodes("tournaments")
    MigrationRecorder(connection).record_unapplied(*newest)
    answer = client.get("/readyz")
    assert answer.status_code == 503
    assert answer.json()["migrations"] == "missing"


@pytest.mark.django_db
def test_not_ready_without_the_database(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    def gone() -> None:
        raise OperationalError("the server at 10.9.8.7 is gone")

    with monkeypatch.context() as patch:
        patch.setattr(connection, "cursor", gone)
        answer = client.get("/readyz")
    assert answer.status_code == 503
    assert json.loads(answer.content)["database"] == "down"
    assert "10.9.8.7" not in answer.content.decode()


def test_health_is_read_only(client: Client) -> None:
    assert client.post("/healthz").status_code == 405
    assert client.delete("/readyz").status_code == 405
