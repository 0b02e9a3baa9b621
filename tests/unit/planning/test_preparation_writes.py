"""Writes of preparation operations to a drive before the first phase, known or unknown."""

from __future__ import annotations

from typing import Any

import pytest

from storagelab.domain.units import GIB, MIB
from storagelab.planning.preparation_writes import (
    NOTHING,
    UNKNOWN,
    Amount,
    PreparedDrive,
    compute_formatted_bytes,
    compute_written_bytes,
    list_unknown_kinds,
)

SIZE = 100 * GIB
WHOLE = Amount(SIZE, SIZE)
PERHAPS = Amount(0, SIZE, is_all=False)


def drive(position: int | None = 0, *, drives: int = 4, **values: Any) -> PreparedDrive:
    defaults: dict[str, Any] = {"names": frozenset({"nvme-a", "SERIAL-a"}), "size_bytes": SIZE, "share": 1.0}
    return PreparedDrive(position=position, drives=drives, **(defaults | values))


def created(level: str, *, spares: int = 0, assume_clean: bool = False) -> dict[str, Any]:
    return {
        "kind": "mdadm_create", "level": level, "chunk_bytes": None, "spares": spares, "bitmap": "none",
        "assume_clean": assume_clean, "name": "md",
    }  # fmt: skip


def written(*operations: dict[str, Any], at: PreparedDrive | None = None, target_bytes: int = SIZE) -> Amount:
    return compute_written_bytes(at or drive(), operations, target_bytes=target_bytes)


@pytest.mark.parametrize(
    ("level", "of_each"),
    [
        ("raid0", [0, 0, 0, 0]),
        ("raid1", [SIZE] * 4),
        ("raid10", [SIZE] * 4),
        ("raid5", [0, 0, 0, SIZE]),
        ("raid6", [SIZE // 2] * 4),
    ],
)
def test_new_array_writes_its_initial_sync(level: str, of_each: list[int]) -> None:
    amounts = [written(created(level), at=drive(position)) for position in range(4)]
    assert amounts == [Amount(size, size) for size in of_each]
    assert written(created(level, assume_clean=True)) == NOTHING


def test_spare_is_written_after_member_failure() -> None:
    spare, failure = drive(3), {"kind": "mdadm_fail", "member": "nvme-b"}
    assert written(created("raid1", spares=1), at=spare) == NOTHING
    assert written(created("raid1", spares=1), failure, at=spare) == WHOLE
    assert written(created("raid1", spares=2), failure, at=spare) == PERHAPS
    assert written(created("raid5", spares=1), at=spare) == Amount(0, SIZE)
    assert written(created("raid1"), failure, at=spare) == WHOLE


@pytest.mark.parametrize(
    ("operation", "amount"),
    [
        ({"kind": "fill", "passes": 2}, Amount(2 * SIZE, 2 * SIZE)),
        ({"kind": "mdadm_readd", "member": "nvme-a", "full": True}, WHOLE),
        ({"kind": "mdadm_readd", "member": "nvme-a", "full": False}, PERHAPS),
        ({"kind": "mdadm_readd", "member": "nvme-b", "full": True}, NOTHING),
        ({"kind": "mdadm_add_spare", "member": "nvme-a"}, PERHAPS),
        ({"kind": "storcli_rebuild_start", "member": "SERIAL-a"}, WHOLE),
        (
            {"kind": "storcli_vd_create", "level": "raid5", "members": ["SERIAL-a"], "initialisation": "full"},
            WHOLE,
        ),
        (
            {"kind": "storcli_vd_create", "level": "raid5", "members": ["SERIAL-a"], "initialisation": "fast"},
            PERHAPS,
        ),
        (
            {"kind": "storcli_vd_create", "level": "raid0", "members": ["SERIAL-a"], "initialisation": "none"},
            NOTHING,
        ),
        ({"kind": "write_zeroes"}, PERHAPS),
        ({"kind": "nvme_sanitize", "action": "overwrite"}, UNKNOWN),
        ({"kind": "nvme_sanitize", "action": "block_erase"}, NOTHING),
        ({"kind": "nvme_format", "ses": 1}, NOTHING),
        ({"kind": "wait_quiet"}, NOTHING),
    ],
)
def test_each_operation_writes_its_amount(operation: dict[str, Any], amount: Amount) -> None:
    assert written(operation) == amount
    assert list_unknown_kinds(drive(), [operation], target_bytes=SIZE) == ([] if amount.is_all else [operation["kind"]])


def test_reserve_is_not_filled() -> None:
    keep = {"kind": "over_provision", "percent": 25}
    assert written(keep, {"kind": "fill", "passes": 1}) == Amount(75 * GIB, 75 * GIB)


def test_unknown_size_is_unknown_but_known_writes_count() -> None:
    nobody_knows = drive(size_bytes=None)
    assert written({"kind": "fill", "passes": 1}, at=nobody_knows) == UNKNOWN
    assert written({"kind": "discard"}, at=nobody_knows) == NOTHING
    both = written({"kind": "fill", "passes": 1}, {"kind": "write_zeroes"})
    assert both == Amount(SIZE, 2 * SIZE, is_all=False)


@pytest.mark.parametrize(
    ("kind", "size", "low", "high"),
    [
        ("ext4", 64 * MIB, 4 * MIB, 8 * MIB),
        ("ext4", 100 * GIB, 1.5 * GIB, 3 * GIB),
        ("ext4", 1000 * GIB, 15 * GIB, 18 * GIB),
        ("xfs", 100 * GIB, 64 * MIB, 300 * MIB),
        ("xfs", 10_000 * GIB, 2 * GIB, 12 * GIB),
    ],
)
def test_file_system_writes_tables_and_journal(kind: str, size: int, low: float, high: float) -> None:
    operation = {"kind": "make_file_system", "type": kind, "file_bytes": None}
    amount = written(operation, target_bytes=size)
    assert amount.max_bytes == amount.known_bytes
    assert low <= amount.known_bytes <= high
    assert written(operation, at=drive(share=0.5), target_bytes=size).known_bytes == pytest.approx(
        amount.known_bytes / 2, abs=1
    )
    assert written(operation, at=drive(share=None), target_bytes=size) == UNKNOWN


def test_file_system_on_new_array_has_array_size() -> None:
    make = {"kind": "make_file_system", "type": "xfs", "file_bytes": 5 * GIB}
    assert compute_formatted_bytes([make], device_bytes=SIZE, devices=1) == SIZE
    on_array = compute_formatted_bytes([created("raid1"), make], device_bytes=SIZE, devices=2)
    assert 0.99 * SIZE < on_array < SIZE
