"""The command `storagelab analyze`, as a shell starts it."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from storagelab.analysis.cases.kinds import KINDS
from storagelab.cli import main

VECTORS = Path(__file__).parents[4] / "shared" / "vectors"
LISTS = {
    "steady-state": ("steady_state", "cases"),
    "latency": ("latency_aggregation", "cases"),
    "latency-difference": ("latency_aggregation", "difference_cases"),
    "littles-law": ("latency_aggregation", "littles_law"),
    "bin-mapping": ("percentile_merge", "bin_mapping"),
    "percentiles": ("percentile_merge", "cases"),
    "knee": ("knee", "cases"),
    "usl": ("knee", "usl_fits"),
    "rating": ("rating", "cases"),
    "change-points": ("change_points", "cases"),
    "z-score": ("change_points", "z_cases"),
    "raid-model": ("scaling", "raid_model"),
    "raid-reference": ("scaling", "perc12_reference"),
    "scaling": ("scaling", "scaling"),
    "repeatability": ("scaling", "repeatability"),
    "welch": ("scaling", "welch"),
}


class Shell:
    """Runs the command in this process, with its real arguments, output and exit status."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
        self.monkeypatch = monkeypatch
        self.capsys = capsys

    def run(self, *arguments: str) -> tuple[int, str, str]:
        self.monkeypatch.setattr(sys, "argv", ["storagelab", "analyze", *arguments])
        with pytest.raises(SystemExit) as ended:
            main.main()
        out, err = self.capsys.readouterr()
        return int(ended.value.code or 0), out, err


@pytest.fixture
def shell(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Shell:
    return Shell(monkeypatch, capsys)


def test_every_kind_is_tried_here() -> None:
    assert set(LISTS) == set(KINDS)


@pytest.mark.parametrize("kind", LISTS)
def test_a_file_of_every_kind(shell: Shell, tmp_path: Path, kind: str) -> None:
    file, name = LISTS[kind]
    if not VECTORS.exists():
        pytest.skip("the reference cases are not beside this checkout")
    cases: list[dict[str, Any]] = json.loads((VECTORS / f"{file}.json").read_text())[name]
    given = [{field: value for field, value in case.items() if field != "expected"} for case in cases]
    path = tmp_path / "cases.json"
    path.write_text(json.dumps(given))
    status, out, err = shell.run(kind, str(path), "--json")
    assert (status, err) == (0, "")
    results = json.loads(out)
    assert len(results) == len(cases)
    failed = [place for place, result in enumerate(results) if isinstance(result, dict) and "error" in result]
    assert failed == [place for place, case in enumerate(cases) if case.get("expected") == "error"]


def test_people_get_a_line_for_every_case(shell: Shell, tmp_path: Path) -> None:
    path = tmp_path / "cases.json"
    path.write_text('[{"id": "slow", "ns": 1000}, {"ns": -1}]')
    status, out, _ = shell.run("bin-mapping", str(path))
    assert status == 0
    assert out.splitlines() == [
        "Case             Result",
        'Case 0 (\'slow\')  {"index": 317, "value": 1004, "low": 1000}',
        'Case 1           {"error": "ns is not a whole number from 0 to 1e30"}',
    ]


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        (b"", "line 1, column 1 is not JSON"),
        (b'[{"ns": 1},\n]', "line 2, column 1 is not JSON"),
        (b'{"ns": 1}', "not a JSON list"),
        (b'[{"ns": "\xff"}]', "byte 9 is not UTF-8 text"),
        (b"[" * 100_000, "too long to read"),
        (b"[" + b"1" * 5000 + b"]", "too long to read"),
        (b'[{"ns": 1}, {"id": "odd", "ns": "many"}]', "Case 1 ('odd'): ns has to be a number"),
        (b'[{"id": "\\ud800\\u001b[31m"}]', "Case 0 ('\\ud800\\x1b[31m'): ns is missing"),
    ],
)
def test_malformed_file_is_refused_in_one_sentence(shell: Shell, tmp_path: Path, content: bytes, sentence: str) -> None:
    path = tmp_path / "cases.json"
    path.write_bytes(content)
    status, out, err = shell.run("bin-mapping", str(path), "--json")
    assert (status, out) == (1, "")
    assert sentence in err
    assert len(err.splitlines()) == 1


def test_missing_file_and_unknown_kind_are_refused(shell: Shell, tmp_path: Path) -> None:
    status, _, err = shell.run("knee", str(tmp_path / "none.json"))
    assert status == 1
    assert "none.json" in err
    path = tmp_path / "cases.json"
    path.write_text("[]")
    status, _, err = shell.run("median", str(path))
    assert status == 1
    assert "no kind of case 'median'" in err


def test_wrong_use_is_status_2(shell: Shell) -> None:
    assert shell.run("knee")[0] == 2
    assert shell.run("knee", "file", "--yaml")[0] == 2


def test_standard_input_without_loading_the_database() -> None:
    program = (
        "import sys; from storagelab.cli.main import main\n"
        "try:\n    main()\n"
        "finally:\n    print(sorted({'sqlalchemy', 'fastapi', 'celery'} & set(sys.modules)), file=sys.stderr)"
    )
    ended = subprocess.run(
        [sys.executable, "-c", program, "analyze", "bin-mapping", "-", "--json"],
        input=b'[{"ns": 1000}]',
        capture_output=True,
        check=True,
        timeout=60,
    )
    assert json.loads(ended.stdout) == [{"index": 317, "value": 1004, "low": 1000}]
    assert ended.stderr.strip() == b"[]"
