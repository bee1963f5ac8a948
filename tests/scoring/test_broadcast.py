"""Boards are told after the commit; a Redis that is gone neither fails nor slows a save."""

from __future__ import annotations

import json
import socket
import threading
import time
from collections.abc import Iterator
from typing import Any

import pytest
import redis
from django.db import transaction

from scoring.services import broadcast
from tests.cast import Cast
from tests.scoring.ledgers import ORDINARY, open_it, record, table_of
from tests.stream import heard_all_before


@pytest.fixture
def listening(redis_server: str) -> Iterator[Any]:
    """A subscriber to the boards' channel."""
    client = redis.Redis.from_url(redis_server)
    subscriber = client.pubsub(ignore_subscribe_messages=True)
    subscriber.subscribe(broadcast.CHANNEL)
    assert subscriber.get_message(timeout=5) is None
    heard_all_before(subscriber)
    yield subscriber
    subscriber.close()
    client.close()


def next_message(subscriber: Any) -> dict[str, Any] | None:
    deadline = time.monotonic() + 5
    while time.monotonic() < deadline:
        message = subscriber.get_message(timeout=0.5)
        if message is not None:
            read: dict[str, Any] = json.loads(message["data"])
            return read
    return None


@pytest.mark.django_db(transaction=True)
def test_every_entry_is_told_once_it_is_saved(cast: Cast, listening: Any) -> None:
    open_it(cast)
    table = table_of(cast)
    with transaction.atomic():
        record(table, ORDINARY, 1, cast.scorer)
        said = {"table": table.pk, "match": cast.match.pk, "state": "in-play"}
        assert next_message(listening) == {**said, "sequence": 1}
        assert listening.get_message(timeout=0.2) is None

    assert next_message(listening) == {**said, "sequence": 2}


@pytest.mark.django_db(transaction=True)
def test_what_is_rolled_back_is_not_told(cast: Cast, listening: Any) -> None:
    with transaction.atomic():
        open_it(cast)
        transaction.set_rollback(True)

    assert listening.get_message(timeout=0.3) is None


def test_a_connection_that_redis_closed_is_made_again(redis_server: str, listening: Any) -> None:
    publisher = broadcast.Publisher(redis_server)
    assert publisher.send('{"n": 1}')
    assert next_message(listening) == {"n": 1}
    client = redis.Redis.from_url(redis_server)
    mine = [each for each in client.client_list() if each["sub"] == "0" and each["cmd"] == "publish"]
    for each in mine:
        client.client_kill_filter(_id=each["id"])

    assert publisher.send('{"n": 2}')

    assert next_message(listening) == {"n": 2}
    publisher.close()
    client.close()


def test_a_redis_that_is_gone_is_left_alone_for_a_while() -> None:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    publisher = broadcast.Publisher(f"redis://127.0.0.1:{port}/0")

    assert publisher.send("{}") is False
    began = time.monotonic()
    for _ in range(1000):
        assert publisher.send("{}") is False
    assert time.monotonic() - began < 0.5


def test_a_redis_that_does_not_answer_costs_half_a_second_at_most() -> None:
    """It takes the connection and says nothing."""
    with socket.create_server(("127.0.0.1", 0)) as silent:
        accepted: list[socket.socket] = []
        thread = threading.Thread(target=lambda: accepted.append(silent.accept()[0]))
        thread.start()
        publisher = broadcast.Publisher(f"redis://127.0.0.1:{silent.getsockname()[1]}/0")
        began = time.monotonic()
        assert publisher.send("{}") is False
        assert time.monotonic() - began < 2
        thread.join()
        for connection in accepted:
            connection.close()
