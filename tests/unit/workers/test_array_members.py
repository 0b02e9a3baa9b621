"""Number of drives of an array."""

from __future__ import annotations

from storagelab.collectors.base import MemberFacts
from storagelab_workers.hardware.store import count_drives


def member(slot: int | None, state: str) -> MemberFacts:
    return MemberFacts("drive", f"nvme{slot}n1", slot, state, slot)


def test_failed_member_and_its_gap_count_once() -> None:
    whole = [member(slot, "online") for slot in range(3)]
    assert count_drives([*whole, member(3, "missing"), member(None, "failed")]) == 4


def test_members_without_slots_count_but_spares_do_not() -> None:
    assert count_drives([member(None, "online"), member(None, "online"), member(None, "hot_spare")]) == 2
    assert count_drives([]) is None
