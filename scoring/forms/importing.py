"""The form of an upload."""

from __future__ import annotations

from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.core.files.uploadedfile import UploadedFile

from scoring.models import ImportKind
from scoring.services.imports.uploads import MOST_UPLOAD


class UploadForm(forms.Form):
    """What it is, and the file."""

    kind = forms.ChoiceField(label="What it holds", choices=ImportKind.choices, widget=forms.RadioSelect)
    file = forms.FileField(
        label="The file",
        max_length=200,
        allow_empty_file=True,
        help_text="CSV (UTF-8) or XLSX, one line a row under a heading. At most 2 MB.",
        widget=forms.FileInput(attrs={"accept": ".csv,.xlsx"}),
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        kwargs.setdefault("auto_id", "import_%s")
        super().__init__(*args, **kwargs)

    def clean_file(self) -> UploadedFile:
        """Not more than is read at once."""
        file: UploadedFile = self.cleaned_data["file"]
        if (file.size or 0) > MOST_UPLOAD:
            raise ValidationError(f"The file is larger than {MOST_UPLOAD // 1_000_000} MB. Split it.")
        return file
