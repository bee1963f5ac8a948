"""JSON as the record format reads it: a repeated key or a NaN is an error, not a guess."""

from __future__ import annotations

from collections.abc import Mapping
from typing import IO, Any

from rest_framework.exceptions import ParseError, ValidationError
from rest_framework.parsers import BaseParser

from rules_engine.jsontext import load_json
from rules_engine.verdicts import RecordError


class StrictJSONParser(BaseParser):
    """The API's default parser."""

    media_type = "application/json"

    def parse(
        self, stream: IO[bytes], media_type: str | None = None, parser_context: Mapping[str, Any] | None = None
    ) -> Any:
        try:
            return load_json(stream.read())
        except RecordError as error:
            if error.field:
                raise ValidationError({error.field: [error.text]}) from error
            raise ParseError(error.text) from error
