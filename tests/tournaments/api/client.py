"""A program's client: JSON with a token."""

from __future__ import annotations

from typing import Any

from rest_framework.authtoken.models import Token
from rest_framework.test import APIClient

from tournaments.models import User

ROOT = "/api/v1/"


def api_of(user: User | None) -> APIClient:
    """A client with the user's token, or without one."""
    client = APIClient()
    if user is not None:
        token, _ = Token.objects.get_or_create(user=user)
        client.credentials(HTTP_AUTHORIZATION=f"Token {token.key}")
    return client


def fields(answer: Any) -> set[str]:
    """The fields that a problem answer names."""
    assert answer["Content-Type"] == "application/problem+json"
    body = answer.json()
    assert body["status"] == answer.status_code
    return {error["field"] for error in body["errors"]}
