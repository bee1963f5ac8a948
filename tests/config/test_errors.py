"""Refusals and faults: calm pages for people, problem answers for programs, nothing of the inside in either."""

import json
from collections.abc import Iterator
from typing import Any

import pytest
from django.contrib.auth import get_user_model
from django.core.exceptions import PermissionDenied, SuspiciousOperation
from django.http import HttpRequest, HttpResponse
from django.test import Client, override_settings
from django.urls import path
from rest_framework import exceptions, serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from config.urls import handler400, handler403, handler404, handler500
from config.urls import urlpatterns as real

__all__ = ["handler400", "handler403", "handler404", "handler500"]


def forbidden(request: HttpRequest) -> HttpResponse:
    raise PermissionDenied("Only an official of this match may do that.")


def suspicious(request: HttpRequest) -> HttpResponse:
    raise SuspiciousOperation("inside knowledge")


def broken(request: HttpRequest) -> HttpResponse:
    raise RuntimeError("inside knowledge")


class Kick(serializers.Serializer[Any]):
    rank = serializers.IntegerField(max_value=13)


class Hand(serializers.Serializer[Any]):
    kicks = Kick(many=True)
    note = serializers.CharField(max_length=5)


class Stale(exceptions.APIException):
    status_code = 409
    default_detail = "Another hand was chalked first."
    problem = {"sequence": 7}


class Typed(APIView):
    authentication_classes = ()
    permission_classes = ()

    def post(self, request: Request) -> Response:
        hand = Hand(data=request.data)
        hand.is_valid(raise_exception=True)
        raise Stale


urlpatterns = [
    *real,
    path("try/forbidden", forbidden),
    path("try/suspicious", suspicious),
    path("try/broken", broken),
    path("api/v1/try/forbidden", forbidden),
    path("api/v1/try/broken", broken),
    path("api/v1/try/typed", Typed.as_view()),
]

PAGES = [
    ("/try/forbidden", 403, "That is not yours to do"),
    ("/try/suspicious", 400, "That request could not be read"),
    ("/try/nowhere", 404, "There is nothing here"),
    ("/try/broken", 500, "Something went wrong here"),
]


@pytest.fixture
def caller() -> Iterator[Client]:
    with override_settings(ROOT_URLCONF=__name__):
        yield Client(raise_request_exception=False)


@pytest.mark.parametrize(("address", "status", "title"), PAGES)
def test_pages(caller: Client, address: str, status: int, title: str) -> None:
    answer = caller.get(address)
    text = answer.content.decode()
    assert answer.status_code == status
    assert answer["Content-Type"] == "text/html; charset=utf-8"
    assert f"<h1>{title}</h1>" in text
    assert "inside knowledge" not in text
    assert "Traceback" not in text
    assert answer["Content-Security-Policy"]


def test_a_page_gives_the_reason_of_the_refusal(caller: Client) -> None:
    assert "Only an official of this match may do that." in caller.get("/try/forbidden").content.decode()


def test_nobody_writes_into_a_page_by_its_address(caller: Client) -> None:
    assert "<script>" not in caller.get("/<script>alert(1)</script>").content.decode()


@pytest.mark.parametrize(
    ("address", "status"),
    [("/api/v1/try/forbidden", 403), ("/api/v1/try/nowhere", 404), ("/api/v1/try/broken", 500)],
)
def test_problems(caller: Client, address: str, status: int) -> None:
    answer = caller.get(address)
    body = json.loads(answer.content)
    assert answer.status_code == status
    assert answer["Content-Type"] == "application/problem+json"
    assert body["status"] == status
    assert set(body) == {"title", "status", "detail"}
    assert "inside knowledge" not in answer.content.decode()


def test_every_field_at_fault_is_named(caller: Client) -> None:
    sent = {"kicks": [{"rank": 2}, {"rank": 99}], "note": "too long"}
    answer = caller.post("/api/v1/try/typed", sent, content_type="application/json")
    assert answer.status_code == 400
    assert answer["Content-Type"] == "application/problem+json"
    assert json.loads(answer.content) == {
        "title": "Not valid",
        "status": 400,
        "detail": (
            "kicks.1.rank: Ensure this value is less than or equal to 13. "
            "note: Ensure this field has no more than 5 characters."
        ),
        "errors": [
            {
                "field": "kicks.1.rank",
                "code": "max_value",
                "message": "Ensure this value is less than or equal to 13.",
            },
            {"field": "note", "code": "max_length", "message": "Ensure this field has no more than 5 characters."},
        ],
    }


def test_an_exception_adds_its_own_entries(caller: Client) -> None:
    answer = caller.post("/api/v1/try/typed", {"kicks": [], "note": "x"}, content_type="application/json")
    assert answer.status_code == 409
    assert json.loads(answer.content) == {
        "title": "Somebody was quicker",
        "status": 409,
        "detail": "Another hand was chalked first.",
        "sequence": 7,
    }


@pytest.mark.parametrize(
    ("sent", "kind", "status"),
    [
        (b"{", "application/json", 400),
        (b"\xff\xfe", "application/json", 400),
        (b'"a string"', "application/json", 400),
        (b"a=1", "application/x-www-form-urlencoded", 415),
    ],
)
def test_what_cannot_be_read_is_a_problem_too(caller: Client, sent: bytes, kind: str, status: int) -> None:
    answer = caller.generic("POST", "/api/v1/try/typed", sent, kind)
    assert answer.status_code == status
    assert answer["Content-Type"] == "application/problem+json"


def test_a_body_that_is_too_large_is_refused(caller: Client) -> None:
    answer = caller.generic("POST", "/api/v1/try/typed", b'"' + b"x" * (1024 * 1024 + 1) + b'"', "application/json")
    assert 400 <= answer.status_code < 500


def test_a_form_without_its_token_is_refused_in_plain_words() -> None:
    strict = Client(enforce_csrf_checks=True)
    answer = strict.post("/admin/login/", {"username": "a", "password": "b"})
    assert answer.status_code == 403
    assert "The form had been open too long" in answer.content.decode()


def test_a_host_of_another_name_is_refused(client: Client) -> None:
    answer = client.get("/nowhere", headers={"host": "evil.example"})
    assert answer.status_code == 400


@pytest.mark.django_db
def test_guessing_a_password_is_slowed_down(client: Client) -> None:
    get_user_model().objects.create_superuser(username="director", password="the real word")
    form = {"username": "director", "password": "wrong", "next": "/admin/"}
    for _ in range(9):
        assert client.post("/admin/login/", form).status_code == 200
    answer = client.post("/admin/login/", form)
    assert answer.status_code == 429
    assert answer["Retry-After"] == "900"
    # The right password does not help now, from this address; from another it does.
    form["password"] = "the real word"
    assert client.post("/admin/login/", form).status_code == 429
    elsewhere = Client(REMOTE_ADDR="192.0.2.7")
    assert elsewhere.post("/admin/login/", form).status_code == 302
