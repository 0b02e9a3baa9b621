"""The runner of all lanes: what it repeats, what it calls flaky, what hangs."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from types import ModuleType

import pytest

_FLAKY = """
import pathlib
mark = pathlib.Path(__file__).with_suffix(".mark")
def test_passes(): pass
def test_second_try():
    was_here = mark.exists()
    mark.touch()
    assert was_here
"""
_BROKEN = "def test_broken(): assert False\n"
_HANGS = "import threading\ndef test_hangs(): threading.Event().wait()\n"


@pytest.fixture
def runner(script: Callable[[str], ModuleType], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    module = script("test")
    monkeypatch.setattr(module, "FLAKY_FILE", tmp_path / "reports" / "flaky.txt")
    monkeypatch.delenv("CI", raising=False)
    return module


def _lane(runner: ModuleType, folder: Path, text: str, **changes: object) -> object:
    (folder / "test_made.py").write_text(text)
    options = ("-c", str(folder / "none.toml"), "-p", "no:xdist")
    (folder / "none.toml").write_text("[tool.pytest]\n")
    return runner.Lane("made", str(folder), 120, options=options, **changes)


def test_second_try_that_passes_is_flaky(runner: ModuleType, tmp_path: Path) -> None:
    outcome = runner.run_lane(_lane(runner, tmp_path, _FLAKY, may_repeat=True), limited=True)
    assert outcome.passed
    assert [name.rpartition("::")[2] for name in outcome.flaky] == ["test_second_try"]


def test_lane_without_processes_is_not_repeated(runner: ModuleType, tmp_path: Path) -> None:
    assert runner.run_lane(_lane(runner, tmp_path, _FLAKY), limited=True) == runner.Outcome(False)


def test_broken_test_fails_also_alone(runner: ModuleType, tmp_path: Path) -> None:
    outcome = runner.run_lane(_lane(runner, tmp_path, _BROKEN, may_repeat=True), limited=True)
    assert outcome == runner.Outcome(False)


def test_hanging_test_fails_within_its_limit(runner: ModuleType, tmp_path: Path) -> None:
    lane = _lane(runner, tmp_path, _HANGS, test_limit_s=1)
    assert runner.run_lane(lane, limited=True) == runner.Outcome(False)


@pytest.mark.parametrize(("count", "accepted"), [(0, True), (3, True), (4, False)])
def test_many_flaky_tests_fail_the_run(runner: ModuleType, count: int, accepted: bool) -> None:
    names = [f"tests.x::test_{number}" for number in range(count)]
    assert runner.report_flaky(names) is accepted
    assert runner.FLAKY_FILE.read_text().splitlines() == names
