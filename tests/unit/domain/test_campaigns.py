"""Cells of a campaign: possible or not, their order, their preparation, and the filing of results."""

from __future__ import annotations

from typing import Any

import pytest

from storagelab.campaigns.drive_selection import bind, list_usable_drives
from storagelab.domain.campaign_filing import judge
from storagelab.domain.campaigns import (
    CampaignLayout,
    compute_typical_seconds,
    find_cell_obstacle,
    find_condition_after,
    format_configuration_name,
    must_be_rebuilt,
    order_columns,
    order_rows,
    prepare,
)
from storagelab.domain.operations import check_operations

GIB = 2**30


def row(layout: str, drives: int = 4, percent: int = 0) -> CampaignLayout:
    return CampaignLayout(format_configuration_name(layout, drives), layout, drives, 65536, percent)


@pytest.mark.parametrize(
    ("layout", "drives", "state", "percent", "words"),
    [
        ("raid6", 2, "optimal", 0, "RAID 6 needs 4 drives"),
        ("raid5", 2, "optimal", 0, "RAID 5 needs 3 drives"),
        ("raid10", 5, "optimal", 0, "the number of drives is odd"),
        ("raid10", 2, "optimal", 0, "RAID 10 needs 4 drives"),
        ("raid0", 1, "optimal", 0, "RAID 0 needs 2 drives"),
        ("raid0", 4, "rebuilding", 0, "RAID 0 of 4 drives has no redundancy: it cannot be rebuilding"),
        ("jbod", 4, "degraded", 0, "JBOD of 4 drives has no redundancy"),
        ("raid5", 9, "optimal", 0, "needs 9 drives, and there are 8"),
        ("raid5", 4, "optimal", 20, "no discard through an array with parity"),
        ("file", 0, "optimal", 20, "A file has no drives"),
    ],
)
def test_impossible_cell_has_a_reason(layout: str, drives: int, state: str, percent: int, words: str) -> None:
    reason = find_cell_obstacle(row(layout, drives, percent), state, available=8)
    assert reason is not None
    assert words in reason


@pytest.mark.parametrize(
    ("layout", "drives", "state"),
    [
        ("jbod", 1, "optimal"),
        ("raid0", 2, "optimal"),
        ("raid1", 2, "degraded"),
        ("raid5", 3, "rebuilding"),
        ("raid6", 4, "rebuilding"),
        ("raid10", 4, "degraded"),
        ("file", 0, "optimal"),
    ],
)
def test_feasible_cell_has_no_obstacle(layout: str, drives: int, state: str) -> None:
    assert find_cell_obstacle(row(layout, drives), state, available=4) is None


@pytest.mark.parametrize(
    ("drives", "controllers", "there", "words"),
    [
        (5, 2, {"a": 4, "b": 4}, "5 drives cannot be taken evenly from 2 controllers."),
        (4, 2, {"a": 4}, "2 controllers are needed, and the drives hang on 1"),
        (4, 1, {}, "1 controller is needed, and the drives hang on none: a drive that is its own NVMe controller"),
        (4, 2, {"a": 6, "b": 1}, "2 drives of each of 2 controllers are needed, and 1 has as many."),
        (8, 1, {"a": 4, "b": 4}, "8 drives of one controller are needed, and 0 have as many."),
    ],
)
def test_uneven_drive_selection_has_a_reason(drives: int, controllers: int, there: dict[str, int], words: str) -> None:
    reason = find_cell_obstacle(
        CampaignLayout("x", "jbod", drives, controllers=controllers), "optimal", available=8, by_controller=there
    )
    assert reason is not None
    assert words in reason


def test_drives_are_selected_evenly_across_controllers() -> None:
    row = CampaignLayout("x", "raid10", 4, controllers=2)
    assert find_cell_obstacle(row, "optimal", available=8, by_controller={"a": 6, "b": 2}) is None
    drives = [{"stable_id": f"{key}{index}", "controller": key} for key in "ab" for index in range(3)]
    drives.insert(0, {"stable_id": "alone", "controller": None})
    bound = bind(row, 0, drives, same_set=True)
    assert [drive["stable_id"] for drive in bound] == ["a0", "b0", "a1", "b1"]
    one = bind(CampaignLayout("x", "jbod", 3, controllers=1), 0, drives, same_set=True)
    assert [drive["stable_id"] for drive in one] == ["a0", "a1", "a2"]


def test_row_model_restricts_drive_selection() -> None:
    drives = [{"stable_id": f"{model}{index}", "model": model} for index in range(4) for model in ("old", "new")]
    row = CampaignLayout("x", "raid5", 3, model="new")
    assert [drive["stable_id"] for drive in bind(row, 0, drives, same_set=True)] == ["new0", "new1", "new2"]
    reason = find_cell_obstacle(
        CampaignLayout("x", "raid5", 5, model="new"), "optimal", available=len(list_usable_drives(row, drives))
    )
    assert reason == "RAID 5 of 5 drives needs 5 drives of the model new, and there are 4."
    assert len(list_usable_drives(CampaignLayout("x", "raid5", 5), drives)) == 8


def test_foreign_device_is_measured_only_in_present_state() -> None:
    device = CampaignLayout("LUN 0", "device", 1, stable_ids=("scsi-1",))
    assert find_cell_obstacle(device, "optimal", available=0) is None
    for state in ("degraded", "rebuilding"):
        assert "does not fail members of an array that it did not create" in str(
            find_cell_obstacle(device, state, available=0)
        )
    assert prepare(device, "optimal", condition=None, victim="scsi-1", size_bytes=GIB) == []
    assert order_rows([row("jbod"), row("raid5"), device]) == [2, 0, 1]


def test_rows_are_named_by_their_differences() -> None:
    assert (
        format_configuration_name("raid5", 8, controllers=2, chunk_bytes=65536)
        == "RAID 5 of 8 drives over 2 controllers, chunk 64 KiB"
    )
    assert format_configuration_name("raid6", 4, model="P5520") == "RAID 6 of 4 drives, P5520"
    assert format_configuration_name("jbod", 1, controllers=1) == "JBOD of 1 drive over 1 controller"
    assert format_configuration_name("device", 2, stable_ids=["scsi-1", "scsi-2"]) == "scsi-1, scsi-2 as they stand"


def test_device_is_filed_by_observed_array_condition() -> None:
    plain: Any = {"arrays": [], "optimal": None}
    assert judge("optimal", "device", [plain]).filed
    assert judge("optimal", "device", [None]).filed
    assert judge("optimal", "device", [conditions("optimal", optimal=True)]).filed
    # First an array without an observed condition, then a known array that was not observed at all.
    assert not judge("optimal", "device", [conditions(None, whole=None, optimal=None)]).filed
    assert not judge("optimal", "device", [None], on_array=True).filed
    assert not judge("optimal", "device", [conditions("degraded", optimal=False)]).filed


def test_rows_order_stock_drives_arrays_then_over_provisioned() -> None:
    rows = [row("raid5"), row("jbod", percent=20), row("raid10"), row("jbod")]
    assert order_rows(rows) == [3, 0, 2, 1]


def test_columns_are_ordered_by_state_and_sequential_first() -> None:
    columns = [("optimal", True), ("rebuilding", True), ("optimal", False), ("degraded", False)]
    assert order_columns(columns) == [2, 0, 3, 1]


def kinds(operations: list[dict[str, Any]]) -> list[str]:
    return [operation["kind"] for operation in operations]


@pytest.mark.parametrize(
    ("wanted", "current_state", "expected"),
    [
        ("optimal", None, ["mdadm_create", "wait_quiet"]),
        ("optimal", "optimal", ["wait_quiet"]),
        ("degraded", "optimal", ["wait_quiet", "mdadm_fail"]),
        ("degraded", None, ["mdadm_create", "wait_quiet", "mdadm_fail"]),
        ("degraded", "degraded", []),
        ("rebuilding", "degraded", ["mdadm_readd"]),
        ("degraded", "rebuilding", ["wait_quiet", "mdadm_fail"]),
        ("rebuilding", "rebuilding", ["wait_quiet", "mdadm_fail", "mdadm_readd"]),
    ],
)
def test_cell_prepares_only_the_missing_state(wanted: str, current_state: str | None, expected: list[str]) -> None:
    operations = prepare(row("raid5"), wanted, condition=current_state, victim="nvme-d", size_bytes=GIB)
    check_operations(operations)
    assert kinds(operations) == expected
    assert {operation["member"] for operation in operations if "member" in operation} <= {"nvme-d"}
    assert all(operation["full"] for operation in operations if operation["kind"] == "mdadm_readd")


def test_repeat_starts_with_a_failing_member() -> None:
    again = prepare(row("raid5"), "rebuilding", condition="degraded", victim="d", size_bytes=GIB, repeats=2)
    assert kinds(again) == ["wait_quiet", "mdadm_fail", "mdadm_readd"]


def test_jbod_needs_no_steps_and_raid10_over_provisions() -> None:
    assert prepare(row("jbod"), "optimal", condition=None, victim="a", size_bytes=GIB) == []
    operations = prepare(row("raid10", percent=20), "optimal", condition=None, victim="a", size_bytes=GIB)
    check_operations(operations)
    assert kinds(operations) == ["mdadm_create", "wait_quiet", "over_provision"]


def test_array_state_follows_from_operations() -> None:
    made = [{"kind": "mdadm_create"}, {"kind": "wait_quiet"}]
    assert find_condition_after(None, made) == "optimal"
    assert find_condition_after("optimal", [{"kind": "mdadm_fail"}]) == "degraded"
    assert find_condition_after("degraded", [{"kind": "mdadm_readd"}, {"kind": "wait_quiet"}]) == "rebuilding"
    assert find_condition_after("rebuilding", [{"kind": "mdadm_stop"}]) is None
    assert find_condition_after(None, [{"kind": "fill"}]) is None
    assert must_be_rebuilt("degraded", "optimal")
    assert not must_be_rebuilt("rebuilding", "optimal")


def test_redundant_array_estimate_includes_resynchronisation() -> None:
    drive = 200 * 10**9
    whole = prepare(row("raid5"), "optimal", condition=None, victim="a", size_bytes=drive)
    assert compute_typical_seconds(whole, layout="raid5", size_bytes=drive) == pytest.approx(1005)
    striped = prepare(row("raid0"), "optimal", condition=None, victim="a", size_bytes=drive)
    assert compute_typical_seconds(striped, layout="raid0", size_bytes=drive) == pytest.approx(6)


def conditions(condition: str | None, *, whole: bool | None = True, optimal: bool | None = None, **more: Any) -> Any:
    array = {"condition": condition, "window": {"whole": whole}, "optimal": optimal, "reason": more.pop("reason", None)}
    return {"arrays": [array], "optimal": optimal, **more}


def test_only_continuously_optimal_array_is_filed_as_optimal() -> None:
    assert judge("optimal", "raid5", [conditions("optimal", optimal=True)]).filed
    degraded = conditions("degraded", optimal=False, reason="the array was degraded throughout")
    verdict = judge("optimal", "raid5", [conditions("optimal", optimal=True), degraded])
    assert not verdict.filed
    assert verdict.seen == "optimal, then degraded"
    assert "the array was degraded throughout (1 of 2 phases)" in str(verdict.reason)


def test_unobserved_condition_is_withheld() -> None:
    for unseen in (None, {"arrays": [], "optimal": None}, conditions(None, whole=None, optimal=None)):
        for wanted in ("optimal", "degraded", "rebuilding"):
            assert not judge(wanted, "raid10", [unseen]).filed
    assert not judge("optimal", "raid10", []).filed


def test_completed_rebuild_is_filed_if_figures_are_cut() -> None:
    cut = conditions("rebuilding", whole=False, optimal=False, reason="it went from rebuilding to optimal")
    assert not judge("rebuilding", "raid5", [cut]).filed
    assert judge("rebuilding", "raid5", [{**cut, "measured": {"t0_ms": 0, "t1_ms": 900}}]).filed
    assert not judge("degraded", "raid5", [{**cut, "measured": {"t0_ms": 0, "t1_ms": 900}}]).filed
    assert not judge("rebuilding", "raid5", [conditions("optimal", optimal=True)]).filed
    assert judge("degraded", "raid5", [conditions("degraded", optimal=False)]).filed


def test_standalone_drives_are_filed_unless_underlying_array_degrades() -> None:
    assert judge("optimal", "jbod", [None]).filed
    assert judge("optimal", "file", []).filed
    assert not judge("optimal", "jbod", [conditions("degraded", optimal=False)]).filed
