"""Middleware, headers, logs, hashing and the queue."""

import json
import logging
import sys
import threading
import time
from typing import Any

import pytest
from django.contrib.auth.hashers import identify_hasher
from django.core.cache import cache
from django.http import HttpRequest, HttpResponse
from django.test import Client, RequestFactory

from config.celery import app
from config.logs import JsonFormatter
from config.middleware import ClientAddressMiddleware

POLICY = {
    "default-src 'self'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self' data:",
    "font-src 'self'",
    "connect-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
}


DATA_POLICY = {"default-src 'none'", "frame-ancestors 'none'"}


@pytest.mark.parametrize(
    ("address", "policy"),
    [
        ("/healthz", DATA_POLICY),
        ("/api/v1/nowhere", DATA_POLICY),
        ("/nowhere", POLICY),
        ("/api/v1/docs/", POLICY),
        ("/admin/login/", POLICY),
    ],
)
@pytest.mark.django_db
def test_every_answer_carries_the_policy(client: Client, address: str, policy: set[str]) -> None:
    answer = client.get(address)
    assert set(answer["Content-Security-Policy"].split("; ")) == policy
    assert answer["X-Frame-Options"] == "DENY"
    assert answer["X-Content-Type-Options"] == "nosniff"
    assert answer["Referrer-Policy"] == "same-origin"


@pytest.mark.parametrize(
    ("proxies", "forwarded", "expected"),
    [
        (0, "203.0.113.9", "10.0.0.1"),
        (1, "203.0.113.9", "203.0.113.9"),
        (1, "1.1.1.1, 203.0.113.9", "203.0.113.9"),
        (2, "1.1.1.1, 203.0.113.9, 10.0.0.2", "203.0.113.9"),
        (2, "203.0.113.9", "10.0.0.1"),
        (1, "", "10.0.0.1"),
    ],
)
def test_the_callers_address(settings: Any, proxies: int, forwarded: str, expected: str) -> None:
    seen: list[str] = []

    def view(request: HttpRequest) -> HttpResponse:
        seen.append(request.META["REMOTE_ADDR"])
        return HttpResponse()

    settings.BULLSEYE_PROXY_COUNT = proxies
    request = RequestFactory().get("/", headers={"x-forwarded-for": forwarded}, REMOTE_ADDR="10.0.0.1")
    ClientAddressMiddleware(view)(request)
    assert seen == [expected]


def test_logs_as_json() -> None:
    try:
        raise ValueError("two\nlines")
    except ValueError:
        fault = sys.exc_info()
    record = logging.LogRecord("scoring", logging.ERROR, __file__, 1, "hand %s refused", ("7",), fault)
    line = JsonFormatter().format(record)
    assert "\n" not in line
    read = json.loads(line)
    assert {name: read[name] for name in ("level", "logger", "message")} == {
        "level": "ERROR",
        "logger": "scoring",
        "message": "hand 7 refused",
    }
    assert "ValueError: two\nlines" in read["traceback"]


@pytest.mark.django_db
def test_passwords_are_kept_by_argon2(settings: Any, django_user_model: Any) -> None:
    settings.PASSWORD_HASHERS = [name for name in settings.PASSWORD_HASHERS if "MD5" not in name]
    user = django_user_model.objects.create_user(username="scorer", password="a long enough word")
    assert identify_hasher(user.password).algorithm == "argon2"


@app.task(name="tests.double")
def double(number: int) -> None:
    cache.set("doubled", [number * 2, threading.current_thread() is threading.main_thread()])


def test_a_task_goes_through_the_real_queue(celery_worker: Any) -> None:
    double.delay(21)
    deadline = time.monotonic() + 20
    while cache.get("doubled") is None and time.monotonic() < deadline:
        time.sleep(0.02)
    assert cache.get("doubled") == [42, False]


@pytest.mark.browser
def test_the_api_page_is_served_from_here_alone(page: Any, live_server: Any) -> None:
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.goto("/api/v1/docs/")
    page.wait_for_selector(".swagger-ui .info .title")
    assert "Bullseye" in page.inner_text(".swagger-ui .info .title")
    assert [url for url in asked if not url.startswith((live_server.url, "data:"))] == []
