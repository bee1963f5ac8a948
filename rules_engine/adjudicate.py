"""The judge on the command line: records in, one JSON result a line out.

    python manage.py adjudicate [--explain] [FILE …]
    python -m rules_engine [--explain] [FILE …]

FILE is one JSON object, a JSON array or JSON Lines, a line of which may also be in
the one-line notation; none or ``-`` is the standard input. With ``--explain`` each
record is told in several lines of plain words instead, an empty line between two.

Exit status: 0 when every record is valid, 1 when a hand, score or table is not, 2
when a record (or a file) could not be read; the others are judged all the same. It
streams: memory does not grow with the number of records.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from contextlib import nullcontext
from typing import BinaryIO, TextIO

from rules_engine.explaining import explain_json
from rules_engine.hand import judge_hand
from rules_engine.reading import LONGEST_ID, parse_record
from rules_engine.records import TABLE, HandRecord, IncidentRecord
from rules_engine.rulings import rule
from rules_engine.score import judge_score
from rules_engine.streams import Undecoded, read_records
from rules_engine.table_record import judge_table_record, parse_table, table_result_to_json
from rules_engine.verdicts import RecordError
from rules_engine.writing import result_to_text

VALID, INVALID, UNREADABLE = 0, 1, 2
EXPLAIN = "--explain"


def judge_json(value: object) -> tuple[str, bool]:
    """Judge one decoded record of any kind: its result as a line of JSON, and whether it is valid.

    An incident, complete or not, is valid. RecordError when it cannot be read.
    """
    kind = value.get("format") if isinstance(value, dict) else None
    if kind == TABLE:
        table = judge_table_record(parse_table(value))
        return json.dumps(table_result_to_json(table)), table.valid
    record = parse_record(value)
    if isinstance(record, IncidentRecord):
        return result_to_text(rule(record)), True
    result = judge_hand(record) if isinstance(record, HandRecord) else judge_score(record)
    return result_to_text(result), result.valid


def error_line(value: object, number: int, error: RecordError) -> str:
    """The result of a record that cannot be read; ``number`` counts from 1."""
    name = value.get("id") if isinstance(value, dict) else None
    readable = isinstance(name, str) and len(name) <= LONGEST_ID
    return json.dumps({"id": name if readable else None, "record": number, "error": str(error)})


def error_words(value: object, number: int, error: RecordError) -> str:
    """The same in plain words."""
    return f"Record {number} cannot be read. {error}"


def adjudicate(records: Iterable[object], stdout: TextIO, *, number: int = 0, explain: bool = False) -> tuple[int, int]:
    """Judge decoded records in order, ``number`` having been judged before.

    ``explain``: tell each in plain words instead of writing its result as JSON. Returns
    the exit status and how many records have been judged by now.
    """
    status = VALID
    judge, refuse = (explain_json, error_words) if explain else (judge_json, error_line)
    for value in records:
        number += 1
        try:
            if isinstance(value, Undecoded):
                raise value.error
            line, valid = judge(value)
            if not valid and status == VALID:
                status = INVALID
        except RecordError as error:
            line = refuse(value, number, error)
            status = UNREADABLE
        stdout.write(f"\n{line}\n" if explain and number > 1 else line + "\n")
    return status, number


def main(argv: Sequence[str], stdin: BinaryIO, stdout: TextIO, stderr: TextIO) -> int:
    """Judge the files named (or the standard input) and return the exit status.

    ``--explain`` before the first file tells the records in plain words.
    """
    explain = list(argv[:1]) == [EXPLAIN]
    argv = argv[1:] if explain else argv
    worst, number = VALID, 0
    for name in argv or ("-",):
        try:
            source = nullcontext(stdin) if name == "-" else open(name, "rb")  # noqa: SIM115 - the with below closes it
        except OSError as error:
            stderr.write(f"{name}: {error.strerror}\n")
            worst = UNREADABLE
            continue
        with source as file:
            status, number = adjudicate(read_records(file), stdout, number=number, explain=explain)
        worst = max(worst, status)
    stdout.flush()
    return worst
