"""The order of files: those that take longest are begun first, so that no worker is left with one at the end."""

from __future__ import annotations

import pytest

#: Below this folder, with the longest first.
LONGEST = (
    "simulation/test_life_cycle.py",
    "workers/test_faults.py",
    "profiles/test_catalogue_on_fio.py",
    "shares/test_shares.py",
    "backup/test_commands.py",
    "launcher/test_up.py",
    "workers/test_ssh.py",
    "workers/test_repeating.py",
    "workers/test_campaigns.py",
)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Put the longest files first; the others, and the tests of one file, stay in their order."""
    order = {f"tests/integration/{name}": place for place, name in enumerate(LONGEST)}
    items.sort(key=lambda item: order.get(item.nodeid.partition("::")[0], len(order)))
