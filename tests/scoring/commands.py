"""Running a management command as a shell would."""

from __future__ import annotations

import io

from django.core.management import CommandError, call_command


def run(command: str, *args: str) -> tuple[str, str, str]:
    """Standard output, standard error and the refusal (empty: exit status 0; else 1)."""
    out, err = io.StringIO(), io.StringIO()
    refused = ""
    try:
        call_command(command, *args, stdout=out, stderr=err)
    except CommandError as error:
        refused = str(error) if error.returncode == 1 else f"status {error.returncode}"
    return out.getvalue(), err.getvalue(), refused
