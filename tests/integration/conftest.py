"""Order of the test files.

The two longest files begin first, so that no worker is left with one at the end. Others that start many processes stay
between files that start none: at once they would starve each other.
"""

from __future__ import annotations

import pytest

#: Below this folder.
LONGEST = ("simulation/test_life_cycle.py", "workers/test_endings.py")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Put the longest files first; the others, and the tests of one file, stay in their order."""
    order = {f"tests/integration/{name}": place for place, name in enumerate(LONGEST)}
    items.sort(key=lambda item: order.get(item.nodeid.partition("::")[0], len(order)))
