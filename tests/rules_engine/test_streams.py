"""Records out of a stream: an object, an array, JSON Lines; whatever is broken costs its own record only."""

from __future__ import annotations

import io
import json
import tracemalloc
from collections.abc import Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules_engine import streams
from rules_engine.streams import Undecoded, read_records


def _read(text: bytes) -> list[object]:
    return [str(v.error) if isinstance(v, Undecoded) else v for v in read_records(io.BytesIO(text))]


NOT = "is not JSON: "

STREAMS: list[tuple[str, bytes, list[object]]] = [
    ("nothing", b"", []),
    ("blank lines", b" \n\n\t\n", []),
    ("one object", b'{"a": 1}', [{"a": 1}]),
    ("one object over several lines", b'\n{\n "a": "}",\n "b": [\n  {"c": 2}\n ]\n}\n', [{"a": "}", "b": [{"c": 2}]}]),
    ("lines", b'{"a": 1}\n\n  {"b": 2}\r\n', [{"a": 1}, {"b": 2}]),
    ("a mark at the beginning", b'\xef\xbb\xbf{"a": 1}', [{"a": 1}]),
    ("a list", b' [{"a": 1}, 2,\n "]",{"b": [3]} ]\n', [{"a": 1}, 2, "]", {"b": [3]}]),
    ("an empty list", b"[ ]", []),
    ("lines that are no objects", b"1\nnull\n", [1, None]),
    ("a broken line", b'{"a": 1}\n{"a": \n{"b": 2}\n',
     [{"a": 1}, NOT + "Expecting value (line 1, column 7)", {"b": 2}]),
    ("a broken first line", b'{"a": [1,\n{"b": 2}\n', [NOT + "Expecting value (line 1, column 10)", {"b": 2}]),
    ("a first line with a bracket too many", b'{"a": 1}}\n{"b": 2}\n',
     [NOT + "Extra data (line 1, column 9)", {"b": 2}]),
    ("one broken object over several lines", b'{\n "a": 1\n "b": 2\n}\n',
     [NOT + "Expecting ',' delimiter (line 3, column 2)"]),
    ("one object that never ends", b'{\n "a": 1,\n',
     [NOT + "Expecting property name enclosed in double quotes (line 2, column 9)"]),
    ("bytes that are no text", b'{"a": "\xff"}\n{"b": 2}\n', ["is not UTF-8 text (byte 8)", {"b": 2}]),
    ("bytes that are no text in a list", b'[{"a": "\xff"}, {"b": 2}]', ["is not UTF-8 text (byte 8)", {"b": 2}]),
    ("a key twice", b'{"a": 1, "a": 1}\n{"b": 2}\n', ["a: stands twice", {"b": 2}]),
    ("a key twice in a list", b'[{"a": 1, "a": 1}, {"b": 2}]', ["a: stands twice", {"b": 2}]),
    ("a key twice in an object over several lines", b'{\n"a": 1,\n"a": 1\n}', ["a: stands twice"]),
    ("nested too deep", b'{"a": ' + b"[" * 99999 + b"]" * 99999 + b'}\n{"b": 2}', ["is nested too deep", {"b": 2}]),
    ("nested too deep in a list",
     b"[" + b"[" * 99999 + b"]" * 99999 + b', {"b": 2}]', ["is nested too deep", {"b": 2}]),
    ("nothing between two commas", b"[1,,2]", [1, NOT + "Expecting value (line 1, column 1)", 2]),
    ("a comma at the end", b"[1,]", [1, NOT + "Expecting value (line 1, column 1)"]),
    ("a list that is not closed", b'[{"a": 1}', [{"a": 1}, "the list is not closed"]),
    ("a list that stops in a record", b'[{"a": 1}, {"b"',
     [{"a": 1}, NOT + "Expecting ':' delimiter (line 1, column 5)"]),
    ("text after a list", b"[1] 2", [1, "there is more text after the end of the list"]),
    ("quotes and backslashes", b'[{"a\\\\": "\\"]"}, ["\\\\\\"", {"b": "}"}], x, 2]',
     [{"a\\": '"]'}, ['\\"', {"b": "}"}], NOT + "Expecting value (line 1, column 1)", 2]),
    ("letters beyond ASCII", '[{"a": "♠"}, {"b": "é"}]'.encode(), [{"a": "♠"}, {"b": "é"}]),
    ("a broken record with quotes", b'[{"a" "x\\"]"}, 2]', [NOT + "Expecting ':' delimiter (line 1, column 6)", 2]),
]  # fmt: skip


# Very long texts are not read byte by byte: that takes minutes and tells nothing more.
CHUNKED = [
    pytest.param(text, records, chunk, id=f"{name}, {chunk}")
    for name, text, records in STREAMS
    for chunk in (1, 2, 7, 1 << 16)
    if chunk >= 7 or len(text) < 9999
]


@pytest.mark.parametrize(("text", "records", "chunk"), CHUNKED)
def test_streams(monkeypatch: pytest.MonkeyPatch, text: bytes, records: list[object], chunk: int) -> None:
    monkeypatch.setattr(streams, "CHUNK", chunk)
    assert _read(text) == records


@pytest.mark.parametrize(
    ("text", "records"),
    [
        (b'{"a": "%s"}\n{"b": 2}\n', ["is longer than 0 MB", {"b": 2}]),
        (b'{"b": 2}\n{"a": "%s"}\n{"c": 3}', [{"b": 2}, "is longer than 0 MB", {"c": 3}]),
        (b'{"b": 2}\n{"a": "%s"}', [{"b": 2}, "is longer than 0 MB"]),
        (b'{"b": 2,\n{"a": "%s"}\n', [NOT + "Expecting property name enclosed in double quotes (line 1, column 9)",
                                      "is longer than 0 MB"]),
        (b'[{"a": "%s\\"]"}, {"b": 2}]', ["is longer than 0 MB", {"b": 2}]),
        (b'[{"a": "%s', ["is longer than 0 MB"]),
    ],
)  # fmt: skip
@pytest.mark.parametrize("chunk", [1, 50])
def test_a_record_that_is_too_long(
    monkeypatch: pytest.MonkeyPatch, text: bytes, records: list[object], chunk: int
) -> None:
    monkeypatch.setattr(streams, "CHUNK", chunk)
    monkeypatch.setattr(streams, "LONGEST_RECORD", 200)
    assert _read(text.replace(b"%s", b"x" * 700)) == records


def test_an_object_over_very_many_lines(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(streams, "LONGEST_RECORD", 40)
    lines = b'{"a": [\n' + b'{"b": 2},\n' * 9
    assert _read(lines)[0] == NOT + "Expecting value (line 1, column 8)"
    assert len(_read(lines)) == 10


class _Endless(io.RawIOBase):
    """Any number of lines or elements, made as they are read."""

    def __init__(self, head: bytes, piece: bytes, number: int, tail: bytes) -> None:
        self._pieces = self._all(head, piece, number, tail)

    @staticmethod
    def _all(head: bytes, piece: bytes, number: int, tail: bytes) -> Iterator[bytes]:
        yield head + piece
        for _ in range(number // 1000):
            yield piece * 1000
        yield tail

    def read(self, size: int = -1) -> bytes:
        return next(self._pieces, b"")


@pytest.mark.parametrize(("head", "piece", "tail"), [(b"", b'{"a": 1}\n', b""), (b"[", b'{"a": 1},', b"0]")])
def test_memory_does_not_grow_with_the_stream(head: bytes, piece: bytes, tail: bytes) -> None:
    tracemalloc.start()
    try:
        number = sum(1 for _ in read_records(_Endless(head, piece, 200_000, tail)))  # type: ignore[arg-type, misc]
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert number >= 200_000
    assert peak < 2_000_000


_values = st.recursive(
    st.none() | st.booleans() | st.integers(-9, 9) | st.text(max_size=4),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=2), inner, max_size=3),
    max_leaves=5,
)


@given(st.lists(_values, max_size=4), st.integers(1, 9), st.sampled_from([None, 1]), st.booleans())
def test_what_is_written_is_read(values: list[object], chunk: int, indent: int | None, plain: bool) -> None:
    before = streams.CHUNK
    streams.CHUNK = chunk
    try:
        assert _read(json.dumps(values, indent=indent, ensure_ascii=plain).encode("utf-8", "surrogatepass")) == values
        lines = "".join(json.dumps({"v": value}) + "\n" for value in values)
        assert _read(lines.encode()) == [{"v": value} for value in values]
        if values:
            assert _read(json.dumps({"v": values}, indent=indent).encode()) == [{"v": values}]
    finally:
        streams.CHUNK = before


@given(st.binary(max_size=40), st.booleans())
def test_no_bytes_raise_anything(text: bytes, in_list: bool) -> None:
    for value in read_records(io.BytesIO(b"[" + text if in_list else text)):
        assert not isinstance(value, Undecoded) or str(value.error)
