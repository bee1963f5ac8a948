"""``manage.py code_coverage``: nothing is missing; and where something is, it says so and fails."""

from __future__ import annotations

import io
import shutil
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from penalties import coverage as module
from penalties.coverage import coverage
from rules_engine.penalty_code import all_clauses
from rules_engine.rulesets import PUBLISHED
from rules_engine.verdicts import EffectName

ROOT = Path(__file__).parents[2]
TESTS, SUITE = ROOT / "tests" / "rules_engine" / "cases", ROOT / "conformance"


def run(**options: object) -> tuple[int, list[str]]:
    """The exit status and what was printed."""
    out = io.StringIO()
    try:
        call_command("code_coverage", stdout=out, **options)
    except SystemExit as end:
        return int(str(end.code)), out.getvalue().splitlines()
    return 0, out.getvalue().splitlines()


def test_no_clause_lacks_anything() -> None:
    status, lines = run()
    assert [line for line in lines if "lacks" in line] == []
    assert status == 0
    listed = [tuple(line.split()[:2]) for line in lines[1:-1]]
    assert listed == [(name, clause.number) for name in PUBLISHED for clause in all_clauses(name)]


def test_the_figures_of_a_clause() -> None:
    """10.d is a rule that costs nothing; and every kind of effect is ruled somewhere."""
    found = coverage(TESTS, SUITE)
    checked = next(line for line in found if line.clause.number == "10.d")
    assert (checked.effects, checked.lacks, checked.page, checked.booklet) == (("none",), (), True, True)
    assert checked.ruled >= 1
    assert {effect for line in found for effect in line.effects if line.ruled} == {
        effect.value for effect in EffectName
    }


def test_a_clause_without_cases_is_named(tmp_path: Path) -> None:
    shutil.copy(TESTS / "incidents_08_to_10.toml", tmp_path)
    empty = tmp_path / "suite"
    empty.mkdir()
    status, lines = run(tests=tmp_path, conformance=empty, missing=True)
    assert status == 1
    assert "round-robin 2.a lacks: case, ruling" in lines
    assert not any(line.startswith("round-robin 10.a") for line in lines)
    assert any(line.startswith("effects that no case rules: ") for line in lines)


def test_a_clause_that_is_only_refused_has_no_ruling(tmp_path: Path) -> None:
    (tmp_path / "incidents.toml").write_text(
        '[[case]]\nid = "x"\ntitle = "x"\nclause = "10.a"\nerror = "phase"\nin = { offender = "S", phase = "match" }\n'
    )
    status, lines = run(tests=tmp_path, conformance=tmp_path, missing=True)
    assert status == 1
    assert "round-robin 10.a lacks: ruling" in lines


def test_a_clause_without_a_place_in_the_booklet_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    whole = module._booklet

    def torn(name: str) -> str:
        return whole(name).replace('id="c9-a"', "")

    monkeypatch.setattr(module, "_booklet", torn)
    status, lines = run(missing=True)
    assert (status, lines[0]) == (1, "round-robin 9.a lacks: booklet")


def test_a_clause_without_a_page_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "_has_page", lambda clause: clause.number != "3.b")
    status, lines = run(missing=True)
    assert (status, lines[0]) == (1, "round-robin 3.b lacks: page")


def test_a_folder_that_there_is_not(tmp_path: Path) -> None:
    with pytest.raises(CommandError, match="there is no folder"):
        run(tests=tmp_path / "nowhere")
    (tmp_path / "bad.jsonl").write_text("{}\n")
    with pytest.raises(CommandError, match=r"bad\.jsonl, line 1"):
        run(conformance=tmp_path)
