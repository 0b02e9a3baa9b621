"""Drive states after runs, and their reuse by a plan."""

from __future__ import annotations

from typing import Any

import pytest

from storagelab.domain.drive_state import (
    ConditioningState,
    DriveStateEvent,
    OperationDone,
    PhaseDone,
    check_reuse,
    derive_conditioning,
    derive_state_after_operation,
    derive_state_after_phase,
)
from storagelab.domain.workload import AddressRange, BlockSize, Workload

CAPACITY = 1_000_000_000


def workload(*, read: float = 0, random: float = 100, size: int | None = None, depth: int = 32) -> dict[str, Any]:
    return Workload((BlockSize(4096),), read, random, queue_depth=depth, address_range=AddressRange(0, size)).to_json()


def phase(written: int | None, **values: Any) -> PhaseDone:
    defaults: dict[str, Any] = {"name": "a phase", "workload": workload(), "addressed_bytes": CAPACITY}
    return PhaseDone(**(defaults | {"written_bytes": written} | values))


@pytest.mark.parametrize(
    ("kind", "state"),
    [
        *((kind, "purged") for kind in ("nvme_format", "nvme_sanitize", "ata_secure_erase", "scsi_sanitize")),
        ("scsi_format", "purged"),
        ("discard", "purged"),
        ("over_provision", "purged"),
        ("fill", "filled"),
        ("write_zeroes", "dirty"),
        ("mdadm_create", "dirty"),
        ("make_file_system", "dirty"),
        ("storcli_rebuild_start", "dirty"),
    ],
)
def test_finished_operation_sets_state_and_broken_leaves_unknown(kind: str, state: str) -> None:
    finished = derive_state_after_operation(OperationDone(kind, "finished"), capacity_bytes=CAPACITY)
    assert finished is not None
    assert finished.state == state
    for outcome in ("failed", "cancelled", "lost", "running"):
        broken = derive_state_after_operation(OperationDone(kind, outcome), capacity_bytes=CAPACITY)
        assert broken is not None
        assert broken.state == "unknown"
    assert derive_state_after_operation(OperationDone(kind, "skipped"), capacity_bytes=CAPACITY) is None


@pytest.mark.parametrize("kind", ["wait_quiet", "mdadm_fail", "storcli_cache_policy", "storcli_rebuild_rate"])
def test_non_writing_operation_preserves_the_drive_state(kind: str) -> None:
    assert derive_state_after_operation(OperationDone(kind, "failed"), capacity_bytes=CAPACITY) is None


def test_a_fill_counts_its_passes() -> None:
    entry = derive_state_after_operation(OperationDone("fill", "finished", passes=2), capacity_bytes=CAPACITY)
    assert entry is not None
    assert entry.written_bytes == 2 * CAPACITY


@pytest.mark.parametrize(
    ("done", "state"),
    [
        (phase(CAPACITY, workload=workload(random=0)), "filled"),
        (phase(int(0.995 * CAPACITY), workload=workload(random=0)), "filled"),
        (phase(int(0.9 * CAPACITY), workload=workload(random=0)), "dirty"),
        (phase(CAPACITY, workload=workload(random=0, size=CAPACITY // 2)), "dirty"),
        (phase(CAPACITY, workload=workload(random=0, read=30)), "dirty"),
        (phase(CAPACITY), "random_conditioned"),
        (phase(CAPACITY - CAPACITY // 10), "dirty"),
        (phase(CAPACITY, workload=workload(size=CAPACITY // 2)), "dirty"),
        (phase(CAPACITY, workload=workload() | {"range": {"offset_bytes": 0, "size_percent": 50}}), "dirty"),
        (phase(CAPACITY, workload=workload() | {"range": {"offset_bytes": 0, "offset_percent": 50}}), "dirty"),
        (phase(CAPACITY, workload=workload() | {"range": {"size_percent": 100}}), "random_conditioned"),
        (phase(CAPACITY, workload=workload() | {"distribution": {"kind": "zipf", "parameter": 1.2}}), "dirty"),
        (phase(None), "dirty"),
        (phase(CAPACITY, addressed_bytes=None), "dirty"),
        (phase(CAPACITY, workload=workload(random=50)), "dirty"),
        (phase(10, steady=True), "steady"),
        (phase(10, steady=False), "dirty"),
        (phase(CAPACITY, lost=True), "unknown"),
        (phase(CAPACITY, cut_short=True), "dirty"),
        (phase(2 * CAPACITY, workload=workload(random=0), cut_short=True), "dirty"),
    ],
)
def test_a_phase_that_writes_leaves_a_state(done: PhaseDone, state: str) -> None:
    entry = derive_state_after_phase(None, done)
    assert entry is not None
    assert entry.state == state
    if state != "unknown":
        assert entry.written_bytes == done.written_bytes


def test_phase_at_its_time_limit_is_marked() -> None:
    entry = derive_state_after_phase(None, phase(2 * CAPACITY, name="Fill", cut_short=True))
    assert entry is not None
    assert entry.reason == "Fill, which reached its time limit before its volume"


@pytest.mark.parametrize("lost", [False, True])
def test_read_only_phase_preserves_the_drive_state(lost: bool) -> None:
    assert derive_state_after_phase(None, phase(0, workload=workload(read=100), lost=lost)) is None


def test_only_the_same_workload_preserves_steady_state() -> None:
    before = ConditioningState("steady", workload(), 0, "precondition")
    same = derive_state_after_phase(before, phase(10))
    other = derive_state_after_phase(before, phase(10, workload=workload(depth=1)))
    aligned = derive_state_after_phase(before, phase(10, workload=workload() | {"block_align_bytes": 8192}))
    assert aligned is not None
    assert aligned.state == "dirty"
    assert same is not None
    assert other is not None
    assert (same.state, other.state) == ("steady", "dirty")


def test_written_bytes_accumulate_on_the_last_state() -> None:
    entries = [
        DriveStateEvent("dirty", "x", written_bytes=1),
        DriveStateEvent("purged", "format"),
        DriveStateEvent("dirty", "a", written_bytes=5),
    ]
    assert derive_conditioning([]) is None
    assert derive_conditioning(entries[:1]) == ConditioningState("dirty", None, 1, "x")
    assert derive_conditioning(entries[:2]) == ConditioningState("purged", None, 0, "format")
    assert derive_conditioning([*entries, DriveStateEvent("dirty", "b", written_bytes=7)]) == ConditioningState(
        "dirty", None, 12, "purged (format), then b"
    )
    assert derive_conditioning([*entries, DriveStateEvent("dirty", "b")]) == ConditioningState(
        "dirty", None, None, "purged (format), then b"
    )


def test_unknown_state_lasts_until_the_next_purge() -> None:
    lost = [
        DriveStateEvent("filled", "fill"),
        DriveStateEvent("unknown", "the run was lost"),
        DriveStateEvent("dirty", "more", written_bytes=1),
    ]
    current = derive_conditioning(lost)
    assert current is not None
    assert current.state == "unknown"
    again = derive_conditioning([*lost, DriveStateEvent("purged", "format")])
    assert again is not None
    assert again.state == "purged"


STEADY = DriveStateEvent("steady", "4K was steady", workload(), CAPACITY)


@pytest.mark.parametrize(
    ("entries", "wanted", "reuse", "reason"),
    [
        ([], "purged", False, "nothing is known of what was done to the drive before"),
        ([DriveStateEvent("purged", "format")], "purged", True, "the drive is still purged (format)"),
        (
            [DriveStateEvent("purged", "format"), DriveStateEvent("dirty", "a run", written_bytes=4096)],
            "purged",
            False,
            "4K was written since the drive was purged (format): a run",
        ),
        (
            [DriveStateEvent("filled", "fill")],
            "random_conditioned",
            False,
            "the drive is filled (fill), not conditioned by",
        ),
        (
            [DriveStateEvent("filled", "fill"), DriveStateEvent("dirty", "a run", written_bytes=4096)],
            "filled",
            True,
            "still filled",
        ),
        (
            [DriveStateEvent("filled", "fill"), DriveStateEvent("dirty", "a run", written_bytes=CAPACITY // 50)],
            "filled",
            False,
            "written",
        ),
        (
            [DriveStateEvent("filled", "fill"), DriveStateEvent("dirty", "a run")],
            "filled",
            False,
            "an unknown amount was written",
        ),
        ([DriveStateEvent("dirty", "a run", written_bytes=1)], "filled", False, "its state is not known: a run"),
        (
            [DriveStateEvent("unknown", "the run was lost in x")],
            "filled",
            False,
            "its state is not known: the run was lost in x",
        ),
        ([STEADY], "steady", True, "still steady under 4K random write, 1T/32Q"),
        ([STEADY], "random_conditioned", True, "still steady"),
        ([STEADY], "purged", False, "not purged"),
    ],
)
def test_plan_reuses_only_valid_drive_states(
    entries: list[DriveStateEvent], wanted: Any, reuse: bool, reason: str
) -> None:
    decision = check_reuse(entries, wanted, workload=workload(), capacity_bytes=CAPACITY)
    assert decision.reuse is reuse
    assert reason in decision.reason


def test_steady_under_another_workload_is_not_steady() -> None:
    decision = check_reuse([STEADY], "steady", workload=workload(depth=1), capacity_bytes=CAPACITY)
    assert not decision.reuse
