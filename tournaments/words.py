"""Text as people type it, made fit to keep: one spelling, one line, nothing invisible."""

from __future__ import annotations

import unicodedata

from django.core.exceptions import ValidationError

_INVISIBLE = {"Cc", "Cs", "Cn", "Co", "Zl", "Zp"}
"""Control characters (NUL among them), halves of surrogate pairs, unassigned and private ones, line separators."""
_LONGEST_FOLDED = 160
"""As long as a column of folded names is."""
_JOINERS = {"\u200c", "\u200d"}
"""Needed inside words of some scripts; other format characters can only mislead."""


def tidy(text: object, *, longest: int, required: bool = True) -> str:
    """Return ``text`` composed (NFC), with single spaces and no space at its ends.

    Raises ValidationError when it is no text, blank though ``required``, longer
    than ``longest`` characters, or holds characters that cannot be seen.
    """
    if text is None:
        text = ""
    if not isinstance(text, str):
        raise ValidationError("This must be text.", code="invalid")
    if len(text) > 20 * longest + 1000:
        raise ValidationError(f"Too long: at most {longest} characters.", code="max_length")
    whole = " ".join(text.split())
    for character in whole:
        category = unicodedata.category(character)
        if category in _INVISIBLE or (category == "Cf" and character not in _JOINERS):
            raise ValidationError(
                f"There is a character in it that cannot be shown (U+{ord(character):04X}). Type it again.",
                code="invisible",
            )
    whole = unicodedata.normalize("NFC", whole)
    if not whole.strip("".join(_JOINERS)):
        if required:
            raise ValidationError("This is needed.", code="required")
        return ""
    if len(whole) > longest:
        raise ValidationError(f"Too long: {len(whole)} characters, at most {longest}.", code="max_length")
    return whole


def same(one: str, other: str) -> bool:
    """Whether two tidy names would be taken for the same when read out."""
    return one.casefold() == other.casefold()


def folded(name: str) -> str:
    """``name`` as it is looked up: without case, accents, spaces and punctuation; "&" is "and".

    "S.O.C.O.S.A.", "socosa" and "Socosa " are one. A name of nothing but signs is only without case.
    """
    spelt = unicodedata.normalize("NFKD", name.replace("&", " and ")).casefold()
    kept = "".join(
        character
        for character in unicodedata.normalize("NFKD", spelt)
        if not unicodedata.combining(character) and unicodedata.category(character)[0] in "LNM"
    )
    return (unicodedata.normalize("NFC", kept) or name.casefold())[:_LONGEST_FOLDED]
