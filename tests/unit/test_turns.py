"""The parts of the slow tests that commits in a row play."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest
from tests.turns import OPTION, PARTS, commit_number

SLOW = """
import pytest

@pytest.mark.in_turn
@pytest.mark.parametrize("value", [1, 2])
def test_first(value): pass

@pytest.mark.in_turn
def test_second(): pass

@pytest.mark.in_turn
class TestThird:
    def test_it(self): pass

def test_always(): pass
"""


def _git(folder: Path, *arguments: str) -> None:
    identity = ["-c", "user.name=Tests", "-c", "user.email=tests@example.org"]
    subprocess.run(["git", *identity, *arguments], cwd=folder, check=True, capture_output=True)


def test_consecutive_commits_run_every_part_once(pytester: pytest.Pytester) -> None:
    pytester.makepyfile(test_slow=SLOW)
    pytester.makeini("[pytest]\nmarkers = in_turn: slow\n")
    _git(pytester.path, "init")
    counts = []
    for _ in range(PARTS):
        _git(pytester.path, "commit", "--allow-empty", "-m", "A change")
        counts.append(pytester.inline_run("-p", "tests.turns", OPTION).listoutcomes()[0])
    names = sorted(report.nodeid.partition("::")[2] for passed in counts for report in passed)
    always = ["test_always"] * PARTS
    assert names == ["TestThird::test_it", *always, "test_first[1]", "test_first[2]", "test_second"]


def test_without_the_option_all_are_played(pytester: pytest.Pytester) -> None:
    pytester.makepyfile(test_slow=SLOW)
    pytester.makeini("[pytest]\nmarkers = in_turn: slow\n")
    assert len(pytester.inline_run("-p", "tests.turns").listoutcomes()[0]) == 5


def test_commit_number_of_shallow_clone_is_its_hash(tmp_path: Path) -> None:
    origin, clone = tmp_path / "origin", tmp_path / "clone"
    origin.mkdir()
    _git(origin, "init")
    for _ in range(2):
        _git(origin, "commit", "--allow-empty", "-m", "A change")
    _git(tmp_path, "clone", "--depth", "1", origin.as_uri(), str(clone))
    head = subprocess.run(["git", "rev-parse", "HEAD"], cwd=origin, capture_output=True, text=True, check=True)
    assert commit_number(clone) == int(head.stdout, 16)
