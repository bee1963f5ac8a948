"""``manage.py conformance``: programs put to the test, good ones and bad ones."""

from __future__ import annotations

import io
import json
import re
import shlex
import subprocess
import sys
import time
from pathlib import Path

import pytest
from django.core.management import call_command
from django.core.management.base import CommandError

ROOT = Path(__file__).parents[2]
SUITE = ROOT / "conformance"
JUDGES = Path(__file__).parent / "judges"
ALL = sum(len(path.read_text("utf-8").splitlines()) for path in SUITE.glob("*.jsonl"))


def judge(script: str, *words: str) -> str:
    return shlex.join([sys.executable, str(JUDGES / script), *words])


def conform(**options: object) -> tuple[int, str]:
    """Exit status and output of the command."""
    out = io.StringIO()
    status: object = 0
    try:
        call_command("conformance", stdout=out, **options)
    except SystemExit as ended:
        status = ended.code
    assert isinstance(status, int)
    return status, out.getvalue()


@pytest.fixture
def two(tmp_path: Path) -> Path:
    """A file of two cases, each of which expects ``valid`` true."""
    file = tmp_path / "two.jsonl"
    record = {"format": "all-fours/score@1", "ruleset": "round-robin", "dealer": "S", "kicks": ["AS"]}
    cases = [
        {"id": name, "title": "A kick ends it", "cites": ["round-robin 7.a"], "expected": {"valid": True},
         "input": record | {"scores": {"NS": 13, "EW": 0}}}
        for name in ("one", "two")
    ]  # fmt: skip
    file.write_text("".join(json.dumps(case) + "\n" for case in cases), "utf-8")
    return file


def test_our_own_judge_in_this_process() -> None:
    assert conform() == (0, f"{ALL} of {ALL} cases as expected, 0 not.\n")


def test_our_own_judge_as_a_program() -> None:
    command = [sys.executable, "manage.py", "conformance", "--against", f"{sys.executable} manage.py adjudicate"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=120, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (0, f"{ALL} of {ALL} cases as expected, 0 not.\n", "")


def test_a_judge_that_gives_one_for_a_hung_jack_is_caught() -> None:
    status, out = conform(against=judge("hung_for_one.py"))
    assert status == 1
    assert re.search(r"^FAIL score-jack-hung: Hung, as chalked \(round-robin 1\.h; trinidad 4\.3\)$", out, re.MULTILINE)
    one = out.split("FAIL score-jack-hung:")[1].split("FAIL")[0].splitlines()[1:]
    assert one[:3] == ["     chalks.3.points", "       expected 3", "       got      1"]
    assert one[3:6] == ["     scores.EW", "       expected 4", "       got      2"]
    passed, cases, failed = map(int, re.findall(r"\d+", out.splitlines()[-1]))
    assert (passed + failed, cases) == (ALL, ALL)
    assert failed == out.count("FAIL ") >= 15


def test_a_judge_that_dies(two: Path) -> None:
    # Exit status 1 is what an invalid record gives, too: that results are missing tells it apart.
    assert conform(against=judge("trouble.py", "dies"), file=[str(two)]) == (
        1,
        "1 results for 2 records: the last 1 are missing.\nIts last words: out of chalk\n"
        "1 of 2 cases as expected, 1 not.\n",
    )


def test_a_judge_that_is_killed(two: Path) -> None:
    command = shlex.join([sys.executable, "-c", "import os; os.kill(os.getpid(), 9)"])
    assert conform(against=command, file=[str(two)]) == (
        1,
        "The command was ended by signal 9.\n0 results for 2 records: the last 2 are missing.\n"
        "0 of 2 cases as expected, 2 not.\n",
    )


def test_a_judge_with_another_exit_status(two: Path) -> None:
    program = "import sys; print('{\"valid\": true}\\n' * 2); sys.stderr.write('no table'); sys.exit(7)"
    assert conform(against=shlex.join([sys.executable, "-c", program]), file=[str(two)]) == (
        1,
        "The command ended with exit status 7.\nIts last words: no table\n2 of 2 cases as expected, 0 not.\n",
    )


def test_a_judge_that_says_nothing(two: Path) -> None:
    assert conform(against=judge("trouble.py", "silent"), file=[str(two)]) == (
        1,
        "The command printed nothing.\n0 results for 2 records: the last 2 are missing.\n"
        "0 of 2 cases as expected, 2 not.\n",
    )


def test_a_judge_that_prints_rubbish(two: Path) -> None:
    status, out = conform(against=judge("trouble.py", "rubbish"), file=[str(two)])
    assert status == 1
    assert out.splitlines() == [
        "FAIL one: A kick ends it (round-robin 7.a)",
        "     the result",
        "       expected one JSON object",
        "       got      all fours \\udcff",
        "FAIL two: A kick ends it (round-robin 7.a)",
        "     the result",
        "       expected one JSON object",
        "       got      all fours \\udcff",
        "0 of 2 cases as expected, 2 not.",
    ]


def test_a_judge_that_hangs(two: Path) -> None:
    began = time.monotonic()
    status, out = conform(against=judge("trouble.py", "hangs"), file=[str(two)], timeout=2.0)
    assert time.monotonic() - began < 20
    assert (status, out.splitlines()) == (
        1,
        [
            "Not finished after 2 s: stopped.",
            "1 results for 2 records: the last 1 are missing.",
            "1 of 2 cases as expected, 1 not.",
        ],
    )


def test_a_judge_that_talks_too_much(two: Path) -> None:
    assert conform(against=judge("trouble.py", "talks"), file=[str(two)]) == (
        1,
        "2 lines more than records.\n2 of 2 cases as expected, 0 not.\n",
    )


def test_a_judge_that_there_is_not(two: Path) -> None:
    status, out = conform(against="/no/such/judge", file=[str(two)])
    assert status == 1
    assert out.startswith("The command could not be started: ")
    status, out = conform(against="  ", file=[str(two)])
    assert (status, out.splitlines()[0]) == (1, "The command could not be started: it is empty.")


def test_verbose_names_the_cases_that_pass(two: Path) -> None:
    assert conform(file=[str(two)], verbose=True) == (
        0,
        "ok   one: A kick ends it (round-robin 7.a)\nok   two: A kick ends it (round-robin 7.a)\n"
        "2 of 2 cases as expected, 0 not.\n",
    )


def test_several_files_and_files_that_are_none(two: Path, tmp_path: Path) -> None:
    other = tmp_path / "other.jsonl"
    other.write_text(two.read_text("utf-8").replace('"one"', '"three"').replace('"two"', '"four"'), "utf-8")
    assert conform(file=[str(two), str(other)]) == (0, "4 of 4 cases as expected, 0 not.\n")
    with pytest.raises(CommandError, match=r"^two\.jsonl, line 1: id: one is used twice$"):
        conform(file=[str(two), str(two)])
    with pytest.raises(CommandError, match="No such file"):
        conform(file=[str(tmp_path / "none.jsonl")])
    (tmp_path / "empty.jsonl").write_text("", "utf-8")
    with pytest.raises(CommandError, match=r"^There are no cases\.$"):
        conform(file=[str(tmp_path / "empty.jsonl")])
