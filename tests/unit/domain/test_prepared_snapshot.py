"""Arrays that a job creates, degrades or removes: its configuration states them."""

from __future__ import annotations

from typing import Any

import pytest

from storagelab.domain.configuration import compute_class_hash, compute_instance_hash
from storagelab.domain.configuration_facts import collect_facts
from storagelab.domain.prepared_snapshot import apply_preparation

CREATE = {"ordinal": 1, "kind": "mdadm_create", "level": "raid5", "chunk_bytes": 65536, "spares": 0, "member_count": 4}
FAIL = {"ordinal": 2, "kind": "mdadm_fail"}
READD = {"ordinal": 3, "kind": "mdadm_readd", "full": True}
STOP = {"ordinal": 4, "kind": "mdadm_stop"}


def drive(number: int) -> dict[str, Any]:
    """Return a drive of the target."""
    return {"model": "SSD 512", "serial": f"S{number}", "is_array": False}


def snapshot(*steps: dict[str, Any], arrays: list[dict[str, Any]] | None = None, drives: int = 4) -> dict[str, Any]:
    """Return a system before a preparation, and the steps of that preparation."""
    target = {"kind": "devices", "drives": [drive(number) for number in range(drives)]}
    return {"snapshot_version": 2, "arrays": arrays or [], "target": target, "preparation": list(steps)}


def existing(level: str = "raid10", **values: Any) -> dict[str, Any]:
    """Return an array that was found under the load."""
    members = [{"kind": "drive", "state": "online", "array": None, "drive": drive(number)} for number in range(4)]
    return {"role": "under", "implementation": "mdadm", "level": level, "strip_bytes": 65536, "member_count": 4,
            "condition": "optimal", "members": members} | values  # fmt: skip


def words(described: dict[str, Any], key: str) -> str | None:
    """Return a fact in words."""
    value = collect_facts(described)[key].value
    return None if value is None else str(value)


def test_created_array_appears_in_the_configuration() -> None:
    made = snapshot(CREATE)

    assert words(made, "array.level") == "RAID 5"
    assert words(made, "array.strip") == words(snapshot(arrays=[existing("raid5")]), "array.strip")
    assert words(made, "drives") == "4 x SSD 512"
    assert words(made, "array.condition") is None, "whether it was waited for is not told"


@pytest.mark.parametrize("step", [CREATE | {"level": "raid0"}, CREATE | {"assume_clean": True}])
def test_array_without_initial_sync_is_optimal(step: dict[str, Any]) -> None:
    assert words(snapshot(step), "array.condition") == "optimal"


def test_member_failure_degrades_and_return_rebuilds_the_array() -> None:
    arrays = [existing()]

    assert "degraded, 1 of 4 members missing" in (words(snapshot(FAIL, arrays=arrays), "array.condition") or "")
    assert (words(snapshot(FAIL, READD, arrays=arrays), "array.condition") or "").startswith("rebuilding")
    assert words(snapshot(CREATE, FAIL, READD), "array.level") == "RAID 5"


def test_members_of_a_stopped_array_become_drives() -> None:
    device = snapshot(STOP, arrays=[existing()], drives=0)

    assert words(device, "array.level") == "no array"
    assert words(device, "drives") == "4 x SSD 512"


@pytest.mark.parametrize("steps", [(FAIL,), (READD,), (STOP,)])
def test_ambiguous_array_step_changes_no_snapshot(steps: tuple[dict[str, Any], ...]) -> None:
    snapshot_before = snapshot(*steps, arrays=[existing(), existing("raid5")])
    assert apply_preparation(snapshot_before) is snapshot_before


def test_unrelated_steps_and_file_targets_preserve_the_snapshot() -> None:
    erased = snapshot({"ordinal": 1, "kind": "nvme_format", "lbaf": 0})
    file = {**snapshot(CREATE), "target": {"kind": "file", "drive": drive(1)}}
    printed = {"array": {"level": "RAID5"}, "preparation": None}
    for unchanged in (erased, file, printed):
        assert apply_preparation(unchanged) is unchanged


def test_members_are_unknown_when_counts_disagree() -> None:
    (array,) = apply_preparation(snapshot(CREATE | {"member_count": 3}))["arrays"]
    assert (array["member_count"], array["members"]) == (3, [])


def test_hashes_do_not_change() -> None:
    snapshot_before = snapshot(CREATE)
    before = (compute_class_hash(snapshot_before), compute_instance_hash(snapshot_before))
    apply_preparation(snapshot_before)
    assert (compute_class_hash(snapshot_before), compute_instance_hash(snapshot_before)) == before
