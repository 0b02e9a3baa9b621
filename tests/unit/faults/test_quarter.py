"""The quarter of the faults that the gate plays."""

from __future__ import annotations

import subprocess
from pathlib import Path

from tests.faults.catalogue.registry import FAULTS
from tests.faults.quarter import QUARTERS, number_of_commit, quarter


def _git(folder: Path, *arguments: str) -> None:
    identity = ["-c", "user.name=Tests", "-c", "user.email=tests@example.org"]
    subprocess.run(["git", *identity, *arguments], cwd=folder, check=True, capture_output=True)


def test_four_commits_in_a_row_play_every_fault_once(tmp_path: Path) -> None:
    _git(tmp_path, "init")
    played: list[int] = []
    for _ in range(QUARTERS):
        _git(tmp_path, "commit", "--allow-empty", "-m", "A change")
        chosen = quarter(FAULTS, number_of_commit(tmp_path))
        assert abs(len(chosen) - len(FAULTS) / QUARTERS) < 1
        played += [fault.number for fault in chosen]
    assert sorted(played) == sorted(fault.number for fault in FAULTS)


def test_quarters_take_about_as_long() -> None:
    lengths = [sum(fault.seconds for fault in quarter(FAULTS, number)) for number in range(QUARTERS)]
    assert max(lengths) < 1.5 * min(lengths)


def test_shallow_clone_goes_by_its_hash(tmp_path: Path) -> None:
    origin, clone = tmp_path / "origin", tmp_path / "clone"
    origin.mkdir()
    _git(origin, "init")
    for _ in range(2):
        _git(origin, "commit", "--allow-empty", "-m", "A change")
    _git(tmp_path, "clone", "--depth", "1", origin.as_uri(), str(clone))
    head = subprocess.run(["git", "rev-parse", "HEAD"], cwd=origin, capture_output=True, text=True, check=True)
    assert number_of_commit(clone) == int(head.stdout, 16)
