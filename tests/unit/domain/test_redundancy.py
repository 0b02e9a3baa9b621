"""Remaining redundancy of a degraded array."""

from __future__ import annotations

from typing import Any

import pytest

from storagelab.domain.redundancy import format_lost_redundancy

NEAR = {"implementation": "mdadm", "settings": {"layout": "near=2"}}


@pytest.mark.parametrize(
    ("array", "missing", "is_left"),
    [
        ({"level": "raid6"}, 0, None),
        ({"level": "raid6"}, 1, None),
        ({"level": "RAID-6"}, 2, False),
        ({"level": "raid5"}, 1, False),
        ({"level": "raid1", "member_count": 3}, 1, None),
        ({"level": "raid1", "member_count": 3}, 2, False),
        ({"level": "raid1"}, 1, None),
        ({"level": "raid10", "member_count": 4, **NEAR}, 1, None),
        ({"level": "raid10", "member_count": 4, **NEAR}, 2, False),
        ({"level": "raid10", "member_count": 4, "implementation": "megaraid"}, 2, False),
        # With three copies, or an unknown number of them, the number of missing members does not show the remaining
        # redundancy.
        ({"level": "raid10", "member_count": 6, "implementation": "mdadm", "settings": {"layout": "near=3"}}, 3, None),
        ({"level": "raid10", "member_count": 4, "implementation": "mdadm"}, 2, None),
        ({"level": "raid60", "member_count": 8}, 2, None),
        ({"level": "raid0"}, 1, None),
        ({"level": None}, 1, None),
    ],
)
def test_only_certain_redundancy_is_stated(array: dict[str, Any], missing: int, is_left: bool | None) -> None:
    assert format_lost_redundancy(array, missing) == ("no redundancy left" if is_left is False else None)
