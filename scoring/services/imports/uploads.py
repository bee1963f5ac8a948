"""A file between looking at it and taking it in: the very bytes, kept for an hour for the one who uploaded them."""

from __future__ import annotations

from typing import NamedTuple

from django.core.cache import cache

from scoring.services.imports.taking import digest_of
from tournaments.models import Tournament, User

SECONDS = 3600
MOST_UPLOAD = 2_000_000
"""Bytes of an upload; a command takes more."""


class Upload(NamedTuple):
    """A file as it was sent."""

    name: str
    data: bytes


def keep(tournament: Tournament, by: User, name: str, data: bytes) -> str:
    """Keep a file; returns its digest, under which it is found again."""
    digest = digest_of(data)
    cache.set(_key(tournament, by, digest), (name, data), SECONDS)
    return digest


def read(tournament: Tournament, by: User, digest: str) -> Upload | None:
    """The file of that digest, if ``by`` uploaded it here within the hour and it is still the same to the byte."""
    kept = cache.get(_key(tournament, by, digest))
    if kept is None:
        return None
    found = Upload(*kept)
    return found if digest_of(found.data) == digest else None


def _key(tournament: Tournament, by: User, digest: str) -> str:
    return f"import:{tournament.pk}:{by.pk}:{digest}"
