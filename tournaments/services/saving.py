"""What every write of the set-up shares: one lock, errors collected by field, clashes told in words."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import TypeVar

from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction
from django.db.models import Model

from tournaments.models import Tournament

T = TypeVar("T")
M = TypeVar("M", bound=Model)


def lock(tournament_id: int) -> Tournament:
    """The tournament as it is now, locked: set-up writes of one tournament follow one another.

    So a check made after it holds until the end of the transaction. A write that also locks tables does so first,
    as the ledger does.
    """
    return Tournament.objects.select_for_update(no_key=True).get(pk=tournament_id)


class Errors:
    """Collects what is wrong, field by field, so that everything is said at once."""

    def __init__(self) -> None:
        self._found: dict[str, list[ValidationError]] = {}

    def add(self, field: str, message: str, code: str = "invalid") -> None:
        self._found.setdefault(field, []).append(ValidationError(message, code=code))

    def take(self, field: str, read: Callable[[], T], otherwise: T) -> T:
        """What ``read`` returns; a ValidationError of it is kept under ``field`` and ``otherwise`` returned."""
        try:
            return read()
        except ValidationError as error:
            parts = error.error_dict.values() if hasattr(error, "error_dict") else [error.error_list]
            for part in parts:
                self._found.setdefault(field, []).extend(part)
            return otherwise

    def __contains__(self, field: str) -> bool:
        return field in self._found

    def raise_any(self) -> None:
        """Raise one ValidationError with all that was found."""
        if self._found:
            raise ValidationError(dict(self._found))


def refuse(field: str, message: str, code: str = "invalid") -> ValidationError:
    """A ValidationError of one field, to be raised."""
    return ValidationError({field: [ValidationError(message, code=code)]})


def renamed(error: ValidationError, names: Mapping[str, str]) -> ValidationError:
    """The same error where some fields are called otherwise."""
    if not hasattr(error, "error_dict"):
        return error
    return ValidationError({names.get(field, field): found for field, found in error.error_dict.items()})


def still(thing: M, field: str) -> M:
    """The row as it is under the lock; an error of ``field`` when somebody removed it a moment ago.

    Without it, saving would put a removed row back, and a row that points at it would fail at the commit.
    """
    found = type(thing)._default_manager.filter(pk=thing.pk).first() if thing.pk else None
    if found is None:
        raise refuse(field, "This was removed a moment ago. Look at the list again.", "gone")
    return found


@contextmanager
def or_clash(field: str, message: str) -> Iterator[None]:
    """Turn a refusal of the database's constraints into one of ``field``."""
    try:
        with transaction.atomic():
            yield
    except IntegrityError as error:
        raise refuse(field, message, "unique") from error
