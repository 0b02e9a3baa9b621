"""The quarter of the faults that the gate plays."""

from __future__ import annotations

import subprocess
from pathlib import Path

from tests.faults.catalogue.registry import FAULTS
from tests.faults.quarter import QUARTERS, quarter
from tests.turns import commit_number


def _git(folder: Path, *arguments: str) -> None:
    identity = ["-c", "user.name=Tests", "-c", "user.email=tests@example.org"]
    subprocess.run(["git", *identity, *arguments], cwd=folder, check=True, capture_output=True)


def test_four_commits_in_a_row_play_every_fault_once(tmp_path: Path) -> None:
    _git(tmp_path, "init")
    played: list[int] = []
    for _ in range(QUARTERS):
        _git(tmp_path, "commit", "--allow-empty", "-m", "A change")
        chosen = quarter(FAULTS, commit_number(tmp_path))
        assert abs(len(chosen) - len(FAULTS) / QUARTERS) < 1
        played += [fault.number for fault in chosen]
    assert sorted(played) == sorted(fault.number for fault in FAULTS)


def test_quarters_take_about_as_long() -> None:
    lengths = [sum(fault.seconds for fault in quarter(FAULTS, number)) for number in range(QUARTERS)]
    assert max(lengths) < 1.5 * min(lengths)
