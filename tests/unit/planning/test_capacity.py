"""Addressable capacity of phases: never more than the preparation leaves."""

from __future__ import annotations

from typing import Any

import pytest

from storagelab.domain.units import MIB
from storagelab.errors import InvalidInput
from storagelab.planning.capacity import Capacity

GIB = 2**30


def after(capacity: Capacity, **operation: Any) -> Capacity:
    return capacity.after(operation, path="preparation.0")


def array(level: str, **change: Any) -> dict[str, Any]:
    return {"kind": "mdadm_create", "level": level, "spares": 0, "chunk_bytes": None} | change


@pytest.mark.parametrize(("level", "data"), [("raid0", 4), ("raid1", 1), ("raid5", 3), ("raid6", 2), ("raid10", 2)])
def test_array_of_four_has_capacity_of_its_level(level: str, data: int) -> None:
    made = after(Capacity(100 * GIB, 4), **array(level))
    assert made.devices == 1
    assert 0.99 * data * 100 * GIB < made.total_bytes < data * 100 * GIB
    assert made.total_bytes % MIB == 0


def test_spares_hold_no_data() -> None:
    assert after(Capacity(GIB, 5), **array("raid5", spares=1)) == after(Capacity(GIB, 4), **array("raid5"))


def test_each_member_gives_whole_chunks() -> None:
    made = after(Capacity(GIB, 2), **array("raid0", chunk_bytes=16 * MIB))
    assert made.total_bytes % (2 * 16 * MIB) == 0


@pytest.mark.parametrize(
    ("level", "min_drives"), [("raid0", 2), ("raid1", 2), ("raid5", 3), ("raid6", 4), ("raid10", 2)]
)
def test_too_few_members_are_refused(level: str, min_drives: int) -> None:
    after(Capacity(GIB, min_drives + 1), **array(level, spares=1))
    with pytest.raises(InvalidInput, match=f"needs {min_drives} drives") as refused:
        after(Capacity(GIB, min_drives), **array(level, spares=1))
    assert refused.value.path == "preparation.0.level"


def test_reserve_reduces_each_drive() -> None:
    assert after(Capacity(1000 * MIB, 3), kind="over_provision", percent=28) == Capacity(720 * MIB, 3)


def test_file_has_requested_size_or_leaves_room() -> None:
    assert after(Capacity(GIB, 1), kind="make_file_system", file_bytes=None) == Capacity(819 * MIB, 1)
    assert after(Capacity(GIB, 1), kind="make_file_system", file_bytes=64 * MIB) == Capacity(64 * MIB, 1)
    with pytest.raises(InvalidInput) as refused:
        after(Capacity(GIB, 1), kind="make_file_system", file_bytes=2 * GIB)
    assert refused.value.path == "preparation.0.file_bytes"
    with pytest.raises(InvalidInput, match="made on one drive"):
        after(Capacity(GIB, 2), kind="make_file_system", file_bytes=None)


def test_discard_leaves_capacity_unchanged() -> None:
    assert after(Capacity(GIB, 2), kind="discard") == Capacity(GIB, 2)
