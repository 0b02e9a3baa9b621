"""The runner of all lanes: what runs beside what, what it repeats, what it calls flaky, what hangs."""

from __future__ import annotations

import subprocess
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from types import ModuleType
from typing import Any

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
_AUTHOR = ("-c", "user.name=made", "-c", "user.email=made@example.invalid")
_PASSES = "def test_passes(): pass\n"
_BROKEN = "def test_broken(): assert False\n"
_HANGS = "import threading\ndef test_hangs(): threading.Event().wait()\n"
#: Passes only while the other one runs, so one after the other both would fail.
_MEETS = """
import pathlib, time
here, there = (pathlib.Path(__file__).parents[1] / name for name in {names})
def test_meets():
    here.touch()
    deadline = time.monotonic() + 60
    while not there.exists():
        assert time.monotonic() < deadline
        time.sleep(0.02)
"""

MakeLane = Callable[..., Any]


@pytest.fixture
def runner(script: Callable[[str], ModuleType], monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    monkeypatch.delenv("CI", raising=False)
    return script("test")


@pytest.fixture
def lane(runner: ModuleType, tmp_path: Path) -> MakeLane:
    def make(text: str, name: str = "made", **changes: object) -> object:
        folder = tmp_path / name
        folder.mkdir()
        (folder / "test_made.py").write_text(text)
        (folder / "none.toml").write_text("[tool.pytest]\n")
        options = ("-c", str(folder / "none.toml"), "-p", "no:xdist")
        return runner.Lane(name, str(folder), gate=options, **changes)

    return make


@pytest.fixture
def play(runner: ModuleType, tmp_path: Path) -> Callable[..., list[Any]]:
    def play(*lanes: object, limit_seconds: float = 120) -> list[Any]:
        outcomes: list[Any] = runner.Run(full=False, limit_seconds=limit_seconds, reports=tmp_path / "reports").play(
            lanes
        )
        return outcomes

    return play


def test_second_try_that_passes_is_flaky(play: Callable[..., list[Any]], lane: MakeLane) -> None:
    [outcome] = play(lane(_FLAKY, may_repeat=True))
    assert outcome.passed
    assert [name.rpartition("::")[2] for name in outcome.flaky] == ["test_second_try"]
    assert str(outcome.counts) == "2 passed, 0 failed, 0 skipped"


def test_test_that_takes_turns_is_repeated(play: Callable[..., list[Any]], lane: MakeLane) -> None:
    # At the first commit the second of four takes its turn.
    text = _FLAKY.replace("def test_second_try", "@pytest.mark.in_turn\ndef test_second_try")
    others = "".join(f"@pytest.mark.in_turn\ndef test_{name}(): pass\n" for name in ("first", "third", "whole"))
    made = lane(f"import pytest\n{text}\n{others}", may_repeat=True)
    for command in (["init", "-q"], ["commit", "-q", "--allow-empty", "-m", "made"]):
        subprocess.run(["git", *_AUTHOR, *command], cwd=made.folder, check=True)
    [outcome] = play(replace(made, gate=(*made.gate, "-p", "tests.turns", "--one-part")))
    assert [name.rpartition("::")[2] for name in outcome.flaky] == ["test_second_try"]
    assert outcome.passed


def test_lane_without_processes_is_not_repeated(play: Callable[..., list[Any]], lane: MakeLane) -> None:
    [outcome] = play(lane(_FLAKY))
    assert (outcome.passed, outcome.flaky, outcome.counts.failed) == (False, [], 1)


def test_broken_test_fails_also_alone(
    play: Callable[..., list[Any]], lane: MakeLane, capsys: pytest.CaptureFixture[str]
) -> None:
    [outcome] = play(lane(_BROKEN, may_repeat=True))
    assert (outcome.passed, outcome.flaky, outcome.counts.failed) == (False, [], 1)
    assert "def test_broken(): assert False" in capsys.readouterr().out


def test_hanging_test_fails_within_its_limit(play: Callable[..., list[Any]], lane: MakeLane) -> None:
    [outcome] = play(lane(_HANGS, test_limit_seconds=1))
    assert not outcome.passed


def test_time_limit_covers_all_lanes(play: Callable[..., list[Any]], lane: MakeLane) -> None:
    outcomes = play(*(lane(_HANGS, name) for name in ("a", "b", "c")), limit_seconds=3)
    assert {outcome.problem for outcome in outcomes} == {"stopped at the limit of 3 s for all lanes"}
    assert len(outcomes) == 3


def test_computing_lane_runs_beside_a_waiting_one(play: Callable[..., list[Any]], lane: MakeLane) -> None:
    computing = lane(_MEETS.format(names=("one", "other")), "computing", computes=True)
    waiting = lane(_MEETS.format(names=("other", "one")), "waiting")
    outcomes = play(lane(_PASSES, "first"), lane(_PASSES, "second"), computing, waiting)
    assert [outcome.passed for outcome in outcomes] == [True] * 4


def test_killed_run_leaves_no_lane_behind(runner: ModuleType, lane: MakeLane, tmp_path: Path) -> None:
    run = runner.Run(full=False, limit_seconds=120, reports=tmp_path / "reports")
    hanging = lane(_HANGS)
    original = time.sleep

    def interrupt(*_: object) -> None:
        if run._running:
            raise KeyboardInterrupt

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(runner.threading.Thread, "join", lambda *_: (original(0.05), interrupt()))
        with pytest.raises(KeyboardInterrupt):
            run.play([hanging])
    deadline = time.monotonic() + 30
    while run._running:
        assert time.monotonic() < deadline
        original(0.05)


@pytest.mark.parametrize(("count", "accepted"), [(0, True), (3, True), (4, False)])
def test_many_flaky_tests_fail_the_run(runner: ModuleType, tmp_path: Path, count: int, accepted: bool) -> None:
    names = [f"tests.x::test_{number}" for number in range(count)]
    assert runner.report_flaky(names, tmp_path) is accepted
    assert (tmp_path / "flaky.txt").read_text().splitlines() == names


_PROGRAM = """
import pathlib, sys
report, *options = sys.argv[1:]
first = not any(option.startswith("--again=") for option in options)
fails = {{"first": first, "always": True}}[{when!r}]
failure = "<failure type='late'/>" if fails else ""
if first or {repeats}:
    case = f"<testcase classname='made' name='one'>{{failure}}</testcase>"
    pathlib.Path(report.removeprefix("--junitxml=")).write_text(f"<testsuite>{{case}}</testsuite>")
sys.exit(fails or not {repeats})
"""


@pytest.mark.parametrize(
    ("when", "repeats", "passed", "flaky"),
    [
        pytest.param("first", True, True, 1, id="passes at the second try"),
        pytest.param("always", True, False, 0, id="fails twice"),
        pytest.param("first", False, False, 0, id="refuses to be repeated"),
    ],
)
def test_program_decides_which_tests_are_repeated(
    runner: ModuleType,
    play: Callable[..., list[Any]],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    when: str,
    repeats: bool,
    passed: bool,
    flaky: int,
) -> None:
    (tmp_path / "made_program.py").write_text(_PROGRAM.format(when=when, repeats=repeats))
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    [outcome] = play(runner.Lane("made", program="made_program", may_repeat=True))
    assert (outcome.passed, len(outcome.flaky), outcome.problem) == (passed, flaky, None)
