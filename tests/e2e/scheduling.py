"""Grouping of tests for a worker, and their order."""

from __future__ import annotations

import pytest
from xdist.scheduler import LoadScopeScheduling

FOLDER = "tests/e2e/"
#: Taken together, one after the other: they change the whole lab.
CHANGING = f"{FOLDER}changing/"
#: Last among them: the lab is unusable afterwards.
HOSTILE = f"{CHANGING}test_scripts_in_texts.py"
PAGES = "test_every_page.py::test_every_page_follows_the_common_page_rules"
#: How names begin, in the order in which tests are begun; all others come last. At first the runs that are shared are
#: measured; then what measures alternates with what only looks, because a server measures one job at a time.
ORDER = (
    *("changing/", "test_importing.py", "test_zoom_and_notes.py", "test_keyboard.py::test_two_runs"),
    *("test_targets.py", f"{PAGES}[0]", "test_measuring.py", f"{PAGES}[1]", f"{PAGES}[2]"),
    *("test_ending_early.py", f"{PAGES}[3]", "test_keyboard.py", "test_sharing.py", "test_every_page.py"),
)


class UnitScheduling(LoadScopeScheduling):
    """Hands each test to the next worker that is free, and those that change the lab to one worker together."""

    def _split_scope(self, nodeid: str) -> str:
        return CHANGING if nodeid.startswith(CHANGING) else nodeid


def in_order(items: list[pytest.Item]) -> list[pytest.Item]:
    """Return tests in the order in which they are begun; those with the same beginning stay in theirs."""
    return sorted(items, key=_place)


def _place(item: pytest.Item) -> tuple[int, bool]:
    name = item.nodeid.removeprefix(FOLDER)
    place = next((place for place, beginning in enumerate(ORDER) if name.startswith(beginning)), len(ORDER))
    return place, item.nodeid.startswith(HOSTILE)
