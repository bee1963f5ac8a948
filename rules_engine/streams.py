"""Records out of a stream of bytes: one JSON object, a JSON array or JSON Lines.

A line may also be in the one-line notation (:mod:`rules_engine.notation`); it gives
the object that the same record's JSON decodes to.

However long the stream, no more than one record is held at a time. A record that
cannot be decoded gives its RecordError, and the reading goes on with the next.
"""

from __future__ import annotations

import codecs
import re
from collections.abc import Iterator
from typing import BinaryIO, NamedTuple

from rules_engine.jsontext import DECODER, load_json
from rules_engine.notation import is_notation, notation_to_json
from rules_engine.verdicts import RecordError

CHUNK = 1 << 16
LONGEST_RECORD = 16 << 20
"""Bytes of the longest record that is read: far more than a whole table takes."""

_BOM = b"\xef\xbb\xbf"
_NO_SPACE = re.compile(r"[^ \t\r\n]")
_BRACKETS = re.compile(rb'"(?:[^"\\]|\\.)*"|([{\[])|([}\]])')
_MARK = re.compile(r'["\[\]{},]')
_STRING_END = re.compile(r'\\.|"', re.DOTALL)
_ESCAPED = re.compile("[\udc80-\udcff]")


class Undecoded(NamedTuple):
    """A record that is no JSON value, or one too long to be read."""

    error: RecordError


def _too_long() -> Undecoded:
    return Undecoded(RecordError("", f"is longer than {LONGEST_RECORD >> 20} MB"))


def read_records(stream: BinaryIO) -> Iterator[object]:
    """The decoded records of a stream in order, an :class:`Undecoded` for each that is none."""
    head = stream.read(max(CHUNK, len(_BOM)))
    if head.startswith(_BOM):
        head = head[len(_BOM) :] or stream.read(CHUNK)
    while head and not head.strip():
        head = stream.read(CHUNK)
    if head.lstrip().startswith(b"["):
        return _Array(stream, head).elements()
    return _lines(stream, head)


def _decoded(text: bytes) -> object:
    try:
        return load_json(text)
    except RecordError as error:
        return Undecoded(error)


# --- one object, or JSON Lines -------------------------------------------------


def _decoded_line(line: bytes) -> object:
    if not is_notation(line):
        return _decoded(line)
    try:
        return notation_to_json(line)
    except RecordError as error:
        return Undecoded(error)


def _raw_lines(stream: BinaryIO, head: bytes) -> Iterator[bytes | None]:
    """The lines without their ends; None for one that is too long to hold."""
    held = bytearray()
    dropped = False
    chunk = head
    while chunk:
        *ended, rest = chunk.split(b"\n")
        for line in ended:
            yield None if dropped else bytes(held) + line
            held.clear()
            dropped = False
        held += rest
        if len(held) > LONGEST_RECORD:
            held.clear()
            dropped = True
        chunk = stream.read(CHUNK)
    if dropped:
        yield None
    elif held:
        yield bytes(held)


def _lines(stream: BinaryIO, head: bytes) -> Iterator[object]:
    lines = _raw_lines(stream, head)
    first = next((line for line in lines if line is None or line.strip()), b"")
    if first == b"":
        return
    again: list[bytes | None] = []
    if first is None:
        yield _too_long()
    else:
        value = _decoded_line(first)
        if isinstance(value, Undecoded) and not is_notation(first):
            # Perhaps one object written over several lines.
            value, again = _over_lines(first, lines, value)
        yield value
    for source in (again, lines):
        for line in source:
            if line is None:
                yield _too_long()
            elif line.strip():
                yield _decoded_line(line)


def _over_lines(first: bytes, lines: Iterator[bytes | None], failed: Undecoded) -> tuple[object, list[bytes | None]]:
    """The object that begins with the first line and ends where its brackets close.

    If the lines are records of their own after all, the failure of the first alone and
    the others, to be read again.
    """
    taken: list[bytes | None] = []
    depth, size = _depth(first), len(first)
    if depth > 0:
        for line in lines:
            taken.append(line)
            if line is None:
                return failed, taken
            depth += _depth(line)
            size += len(line)
            if size > LONGEST_RECORD:
                return failed, taken
            if depth <= 0:
                break
    given = [line for line in taken if line is not None]
    whole = _decoded(b"\n".join([first, *given]))
    if isinstance(whole, Undecoded) and any(isinstance(_decoded_line(line), dict) for line in given):
        return failed, taken
    return whole, []


def _depth(line: bytes) -> int:
    """How many more brackets a line opens than it closes, those in strings apart."""
    return sum(1 if token[1] else -1 if token[2] else 0 for token in _BRACKETS.finditer(line))


# --- a JSON array --------------------------------------------------------------


class _Array:
    """The elements of one long JSON array, each decoded when it is complete."""

    def __init__(self, stream: BinaryIO, head: bytes) -> None:
        self._stream = stream
        self._decoder = codecs.getincrementaldecoder("utf-8")("surrogateescape")
        self._text = self._decoder.decode(head)
        self._at = self._text.index("[") + 1
        self._ended = False

    def elements(self) -> Iterator[object]:
        """Decode one element after the other, up to the closing bracket."""
        first = True
        while True:
            mark = self._next_mark()
            if mark == "]" and first:
                break
            value = self._element()
            yield value
            first = False
            mark = self._next_mark()
            if mark == "":
                if not isinstance(value, Undecoded):
                    yield Undecoded(RecordError("", "the list is not closed"))
                return
            if mark == "]":
                break
            self._at += 1
        self._at += 1
        if self._next_mark():
            yield Undecoded(RecordError("", "there is more text after the end of the list"))

    def _more(self) -> bool:
        """Read on, doubling what is held, so that a long element is not scanned over and over."""
        if self._ended:
            return False
        self._text = self._text[self._at :]
        self._at = 0
        data = self._stream.read(max(CHUNK, len(self._text)))
        self._ended = not data
        self._text += self._decoder.decode(data, final=self._ended)
        return True

    def _next_mark(self) -> str:
        """The next character that is no space, where the reading now stands; none at the end."""
        while True:
            found = _NO_SPACE.search(self._text, self._at)
            if found is not None:
                self._at = found.start()
                return found[0]
            self._at = len(self._text)
            if not self._more():
                return ""

    def _element(self) -> object:
        """The element that begins here; the reading then stands after it."""
        text, at = self._text, self._at
        try:
            value, end = DECODER.raw_decode(text, at)
        except (ValueError, RecursionError):
            end = len(text)
        # A number may go on in what is not read yet; so may anything that no comma follows.
        if end < len(text) and text[end] in ",] \t\r\n" and not _ESCAPED.search(text, at, end):
            self._at = end
            return value
        end, too_long = self._end_of_element()
        if too_long:
            return _too_long()
        raw = self._text[self._at : end].encode("utf-8", "surrogateescape")
        self._at = end
        return _decoded(raw.strip())

    def _end_of_element(self) -> tuple[int, bool]:
        """Where the element that begins here ends, reading on as need be, and whether it was too long to hold.

        One that is too long is dropped as it is read, and the reading stands at its end.
        """
        at, depth, in_string, too_long = self._at, 0, False, False
        while True:
            found = (_STRING_END if in_string else _MARK).search(self._text, at)
            if found is not None:
                mark = found[0]
                at = found.end()
                if in_string:
                    in_string = mark != '"'
                elif mark == '"':
                    in_string = True
                elif mark in "[{":
                    depth += 1
                elif depth == 0:
                    break
                elif mark != ",":
                    depth -= 1
                continue
            # What is not yet read may belong to a backslash at the very end.
            at = len(self._text) - (in_string and self._text.endswith("\\", at))
            if at - self._at > LONGEST_RECORD:
                too_long = True
            if too_long:
                self._at = at
            at -= self._at
            if not self._more():
                return len(self._text), too_long
        if too_long:
            self._at = at - 1
        return at - 1, too_long
