"""Files named on the command line."""

from __future__ import annotations

import sys
from pathlib import Path

from django.core.management.base import CommandError


def read(file: str) -> bytes:
    """What a file holds, ``-`` for what is piped in; CommandError with the reason where it cannot be read."""
    try:
        return sys.stdin.buffer.read() if file == "-" else Path(file).read_bytes()
    except OSError as error:
        raise CommandError(f"{file} cannot be read: {error.strerror or error}.") from error
    except ValueError as error:
        raise CommandError(f"{file!r} cannot be read: {error}.") from error
