"""Showing what a service refused at the field where it was typed."""

from __future__ import annotations

from collections.abc import Mapping

from django import forms
from django.core.exceptions import ValidationError


def show(form: forms.Form, error: ValidationError, names: Mapping[str, str] | None = None) -> None:
    """Add ``error`` to ``form``: each part at its field (renamed by ``names``), the rest above the form."""
    fields = error.error_dict if hasattr(error, "error_dict") else {"": error.error_list}
    for field, found in fields.items():
        name = (names or {}).get(field, field)
        form.add_error(name if name in form.fields else None, found)
