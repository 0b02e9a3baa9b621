"""The condition of a drive in one word."""

from __future__ import annotations

from typing import Any

import pytest
from tests.factories import Factory

from storagelab.inventory.drive_condition import judge_drive


@pytest.mark.parametrize(
    ("values", "condition"),
    [
        ({}, "unknown"),
        ({"drive_state": "online"}, "ok"),
        ({"health": {"passed": True, "used_percent": 89.9}}, "ok"),
        ({"health": {"passed": True, "used_percent": 90}}, "warning"),
        ({"health": {"passed": True, "spare_percent": 10, "spare_threshold_percent": 10}}, "warning"),
        ({"health": {"passed": True, "warnings": ["temperature"]}}, "warning"),
        ({"drive_state": "rebuilding"}, "warning"),
        ({"drive_state": "hot_spare"}, "spare"),
        ({"health": {"passed": True}, "lifecycle": "spare"}, "spare"),
        ({"drive_state": "failed", "health": {"passed": True}}, "failed"),
        ({"drive_state": "missing"}, "failed"),
        ({"drive_state": "online", "health": {"passed": False}}, "failed"),
    ],
)
def test_worst_known_value_is_the_drive_condition(make: Factory, values: dict[str, Any], condition: str) -> None:
    assert judge_drive(make.drive(make.server(), **values)) == condition
