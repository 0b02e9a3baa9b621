"""Tests that take turns: the gate plays a part of them, another one at the next commit."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

#: Parts of the tests marked `in_turn`.
PARTS = 8
OPTION = "--one-part"


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the option of the gate."""
    parser.addoption(OPTION, action="store_true", help=f"of tests marked in_turn, one in {PARTS}")


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave out the parts of other commits. A function is in one part with all of its parameters."""
    if not config.getoption(OPTION):
        return
    functions = sorted({_function(item) for item in items if item.get_closest_marker("in_turn")})
    left_out = set(functions) - set(functions[commit_number(config.rootpath) % PARTS :: PARTS])
    config.hook.pytest_deselected(items=[item for item in items if _function(item) in left_out])
    items[:] = [item for item in items if _function(item) not in left_out]


def commit_number(repository: Path) -> int:
    """Return the number of commits up to the one checked out; of a shallow clone, its hash.

    Raises OSError where git fails.
    """
    if _git(repository, "rev-parse", "--is-shallow-repository") == "true":
        return int(_git(repository, "rev-parse", "HEAD"), 16)
    return int(_git(repository, "rev-list", "--count", "HEAD"))


def _function(item: pytest.Item) -> str:
    return item.nodeid.partition("[")[0]


def _git(repository: Path, *arguments: str) -> str:
    done = subprocess.run(["git", *arguments], cwd=repository, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        raise OSError(f"git {' '.join(arguments)} ended with {done.returncode}: {done.stderr.strip()}")
    return done.stdout.strip()
