"""Two configurations differ in named factors, and what is unknown is never taken for the same."""

from __future__ import annotations

import copy
from typing import Any

import pytest
from tests.unit.domain.configuration_samples import make_array, make_controller, make_drive, make_member, make_snapshot

from storagelab.domain.access import Bursts
from storagelab.domain.configuration_diff import (
    DifferingFactor,
    build_workload_key,
    count_words,
    diff_snapshots,
    explain_different_workloads,
)
from storagelab.domain.workload import AddressRange, BlockSize, RequestDistribution, Workload


def named(factors: list[DifferingFactor]) -> dict[str, tuple[str | None, str | None]]:
    return {factor.label: (factor.a, factor.b) for factor in factors}


def with_array(**values: Any) -> dict[str, Any]:
    return make_snapshot(arrays=[make_array(**values)])


def with_members(*members: dict[str, Any], **values: Any) -> dict[str, Any]:
    return with_array(members=list(members), **values)


FOUR = [make_member(number) for number in range(1, 5)]


def test_equal_snapshots_have_no_differences() -> None:
    assert diff_snapshots(make_snapshot(), copy.deepcopy(make_snapshot())) == []


@pytest.mark.parametrize(
    ("other", "label", "group", "a", "b"),
    [
        (make_snapshot(kernel="6.12.1"), "Kernel", "server", "6.1.0", "6.12.1"),
        (make_snapshot(bios="2.2"), "BIOS", "server", "2.1", "2.2"),
        (make_snapshot(memory_bytes=512 << 30), "Memory", "server", "256 GiB", "512 GiB"),
        (
            make_snapshot(controllers=[make_controller(firmware="8.5")]),
            "Firmware of the controller",
            "controller",
            "8.4",
            "8.5",
        ),
        (
            make_snapshot(controllers=[make_controller(battery="missing")]),
            "Battery of the controller",
            "controller",
            "optimal",
            "missing",
        ),
        (
            make_snapshot(controllers=[make_controller(settings={"rebuild_rate": 60})]),
            "Rebuild rate of the controller",
            "controller",
            "30",
            "60",
        ),
        (
            make_snapshot(controllers=[make_controller(), make_controller(serial="C2")]),
            "Controllers",
            "controller",
            "PERC H965i",
            "2 x PERC H965i",
        ),
        (with_array(level="raid6"), "RAID level", "array", "RAID 5", "RAID 6"),
        (with_array(strip_bytes=262144), "Strip size", "array", "64 KiB", "256 KiB"),
        (
            with_array(policies={"write": {"requested": "write_back", "effective": "write_through"}}),
            "Write policy",
            "array",
            "write back",
            "write back, in effect write through",
        ),
        (with_array(activity="patrol_read"), "Array condition", "array", "optimal", "optimal, patrol read"),
        (
            with_members(*[make_member(number, firmware="A2") for number in range(1, 5)]),
            "Firmware of the drives",
            "drives",
            "A1",
            "A2",
        ),
        (
            with_members(*FOUR[:3], make_member(4, firmware="A2")),
            "Firmware of the drives",
            "drives",
            "A1",
            "3 x A1, A2",
        ),
        (
            with_members(*FOUR, make_member(5), member_count=5),
            "Drives",
            "drives",
            "4 x PM1653 1.92 TB",
            "5 x PM1653 1.92 TB",
        ),
        (
            with_members(*[make_member(number, block={"scheduler": "kyber"}) for number in range(1, 5)]),
            "Scheduler of the drives",
            "settings",
            "none",
            "kyber",
        ),
        (make_snapshot(engine_version="fio-3.40"), "Engine", "profile", "fio-3.33", "fio-3.40"),
        (
            make_snapshot(settings={"sysctl.vm.dirty_ratio": 40}),
            "sysctl.vm.dirty_ratio",
            "settings",
            "20",
            "40",
        ),
        (
            make_snapshot(preparation=[{"ordinal": 1, "kind": "over_provision", "percent": 20}]),
            "Preparation",
            "profile",
            "none",
            "Over-provision (20 percent)",
        ),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_single_change_is_one_factor_in_both_directions(
    other: dict[str, Any], label: str, group: str, a: str, b: str
) -> None:
    (factor,) = diff_snapshots(make_snapshot(), other)
    assert (factor.label, factor.group, factor.a, factor.b, factor.is_known) == (label, group, a, b, True)
    (back,) = diff_snapshots(other, make_snapshot())
    assert (back.label, back.a, back.b) == (label, b, a)


@pytest.mark.parametrize(
    ("other", "words"),
    [
        (with_members(*FOUR[:3], condition="degraded"), "degraded, 1 of 4 members missing, no redundancy left"),
        (
            with_members(*FOUR[:3], make_member(4, state="failed"), condition="degraded"),
            "degraded, 1 of 4 members missing, no redundancy left",
        ),
        (
            with_members(
                *FOUR[:3],
                make_member(4, state="failed"),
                {"kind": "drive", "key": "slot-3", "slot": 3, "state": "missing", "drive": None, "array": None},
                condition="degraded",
            ),
            "degraded, 1 of 4 members missing, no redundancy left",
        ),
        (with_members(*FOUR[:3], condition="degraded", member_count=3), "degraded"),
        (
            with_members(*FOUR[:3], make_member(4, state="rebuilding"), condition="rebuilding", progress_percent=7),
            "rebuilding",
        ),
        (
            with_members(*FOUR[:2], condition="degraded", level="raid5"),
            "degraded, 2 of 4 members missing, no redundancy left",
        ),
    ],
)
def test_failed_member_changes_only_the_array_condition(other: dict[str, Any], words: str) -> None:
    assert named(diff_snapshots(make_snapshot(), other)) == {"Array condition": ("optimal", words)}
    assert named(diff_snapshots(other, make_snapshot())) == {"Array condition": (words, "optimal")}


def test_second_failed_member_differs_from_the_first() -> None:
    one = with_members(*FOUR[:3], condition="degraded", level="raid6")
    two = with_members(*FOUR[:2], condition="degraded", level="raid6")
    assert named(diff_snapshots(one, two)) == {
        "Array condition": (
            "degraded, 1 of 4 members missing",
            "degraded, 2 of 4 members missing, no redundancy left",
        )
    }


def test_failed_member_with_different_firmware_adds_no_factor() -> None:
    mixed = with_members(*FOUR[:3], make_member(4, firmware="A2"))
    without_it = with_members(*FOUR[:3], make_member(4, state="failed", firmware="A2"), condition="degraded")
    assert set(named(diff_snapshots(mixed, without_it))) == {"Array condition"}


def test_replacement_drive_of_another_model_is_a_factor() -> None:
    replaced = with_members(*FOUR[:3], make_member(4, state="rebuilding", model="PM1733"), condition="rebuilding")
    assert set(named(diff_snapshots(make_snapshot(), replaced))) == {"Array condition", "Drives"}


def test_hot_spare_counts_only_while_array_is_complete() -> None:
    spare = make_member(5, state="hot_spare")
    assert named(diff_snapshots(make_snapshot(), with_members(*FOUR, spare))) == {"Hot spares": ("0", "1")}
    taken = with_members(*FOUR[:3], make_member(5, state="rebuilding"), condition="rebuilding")
    assert set(named(diff_snapshots(with_members(*FOUR, spare), taken))) == {"Array condition"}


def test_nested_arrays_are_described_by_their_levels() -> None:
    def over(*inner: dict[str, Any]) -> dict[str, Any]:
        members = [
            {"kind": "array", "key": array["key"], "slot": 0, "state": "online", "drive": None, "array": array}
            for array in inner
        ]
        return with_array(level="raid0", members=members, member_count=len(members))

    two = over(make_array(key="one"), make_array(key="two"))
    broken = over(make_array(key="one"), make_array(key="two", members=FOUR[:3], condition="degraded"))
    assert named(diff_snapshots(make_snapshot(), two))["RAID level"] == ("RAID 5", "RAID 0, 2 x RAID 5")
    assert named(diff_snapshots(make_snapshot(), two))["Drives"] == ("4 x PM1653 1.92 TB", "8 x PM1653 1.92 TB")
    assert named(diff_snapshots(two, broken)) == {
        "Array condition": ("optimal", "degraded, 1 of 4 members missing, no redundancy left; 2 x optimal")
    }


def test_inapplicable_values_are_not_factors() -> None:
    direct = make_snapshot(
        controllers=[], arrays=[], target={"kind": "devices", "drives": [make_drive(number) for number in range(1, 5)]}
    )
    assert named(diff_snapshots(make_snapshot(), direct)) == {
        "Controllers": ("PERC H965i", "none"),
        "RAID level": ("RAID 5", "no array"),
    }


def test_setting_missing_on_one_side_is_unknown() -> None:
    (factor,) = diff_snapshots(make_snapshot(), make_snapshot(settings={}))
    assert (factor.label, factor.a, factor.b, factor.is_known) == ("sysctl.vm.dirty_ratio", "20", None, False)


def test_unknown_value_is_a_factor_only_between_sources() -> None:
    here = make_snapshot(bios=None)
    assert diff_snapshots(here, copy.deepcopy(here)) == []
    known_there = named(diff_snapshots(here, make_snapshot()))
    assert known_there == {"BIOS": (None, "2.1")}

    def printed(source: str) -> dict[str, Any]:
        return {"source": source, "drives": [{"model": "PM1653", "count": 8, "firmware": None}]}

    assert diff_snapshots(printed("a review"), printed("a review")) == []
    between = diff_snapshots(printed("a review"), printed("another"))
    assert "Drives" not in named(between)
    assert {"Firmware of the drives", "Kernel", "RAID level", "Strip size"} <= named(between).keys()
    assert all((factor.a, factor.b, factor.is_known) == (None, None, False) for factor in between)


def test_printed_configurations_are_read_like_our_own() -> None:
    printed = {
        "source": "a review",
        "system": {"model": "R760", "os": "Debian 12", "kernel": None},
        "controllers": [{"model": "PERC H965i", "count": 2, "firmware": None, "driver": None}],
        "drives": [{"model": "PM1653", "count": 8, "firmware": None}],
        "firmware_as_printed": "8.4",
        "array": {"level": "RAID 5", "condition": "optimal", "strip_bytes": 65536},
    }
    factors = named(diff_snapshots(make_snapshot(), printed))
    assert factors["Controllers"] == ("PERC H965i", "2 x PERC H965i")
    assert factors["Drives"] == ("4 x PM1653 1.92 TB", "8 x PM1653")
    assert factors["Kernel"] == ("6.1.0", None)
    assert not factors.keys() & {
        "Server", "Operating system", "RAID level", "Strip size", "Array condition", "Firmware of the controller",
    }  # fmt: skip


def test_unversioned_snapshot_can_be_compared() -> None:
    plain = make_drive(1)
    old = {
        key: value
        for key, value in make_snapshot().items()
        if key not in ("snapshot_version", "board", "bios", "controllers", "arrays", "settings", "preparation")
    } | {"target": {"kind": "devices", "drives": [plain]}}
    new = make_snapshot(arrays=[], kernel="6.12", target={"kind": "devices", "drives": [plain]})
    factors = diff_snapshots(old, new)
    assert named([factor for factor in factors if factor.is_known]) == {"Kernel": ("6.1.0", "6.12")}
    assert {"BIOS", "RAID level", "Controllers"} <= named(factors).keys()


def test_observed_condition_replaces_the_snapshot() -> None:
    factors = diff_snapshots(make_snapshot(), make_snapshot(), condition_b="rebuilding")
    assert named(factors) == {"Array condition": ("optimal", "rebuilding")}


def workload(**values: Any) -> dict[str, Any]:
    defaults: dict[str, Any] = {"block_sizes": (BlockSize(4096),), "read_percent": 0, "random_percent": 100}
    return Workload(**(defaults | values)).to_json()


def test_factors_of_one_workload_are_counted() -> None:
    assert explain_different_workloads(workload(), workload()) is None
    snapshot = make_snapshot()
    others = (with_array(level="raid6"), snapshot, make_snapshot(kernel="7", bios="3", board=None))
    assert [count_words(diff_snapshots(snapshot, other)) for other in others] == [
        "one factor differs: RAID level",
        "no known factor differs",
        "2 factors differ; 1 other factor is unknown",
    ]


@pytest.mark.parametrize(
    ("other", "reason"),
    [
        (
            workload(block_sizes=(BlockSize(8192),), threads=2),
            "The workloads differ in block size (4K and 8K), number of threads (1 and 2) and number of outstanding "
            "I/Os (1 and 2), so they are shown side by side.",
        ),
        (
            workload(read_percent=70),
            "The workloads differ in share of reads (0 % and 70 %), so they are shown side by side.",
        ),
        (
            workload(distribution=RequestDistribution("zipf", 1.2), block_align_bytes=8192),
            "The workloads differ in distribution of addresses and alignment, so they are shown side by side.",
        ),
        (
            workload(bursts=Bursts(1, 9)),
            "The workloads differ in bursts, so they are shown side by side.",
        ),
        (
            {**workload(), "queue_depth": None},
            "It is not known whether the workloads are the same: queue depth.",
        ),
    ],
)
def test_different_workloads_are_explained_with_a_reason(other: dict[str, Any], reason: str) -> None:
    assert explain_different_workloads(workload(), other) == reason


def test_whole_target_range_is_not_a_difference() -> None:
    assert explain_different_workloads(workload(), {**workload(), "range": None}) is None


def test_ranges_in_percent_are_named() -> None:
    halves = [workload(address_range=AddressRange(offset_percent=share, size_bytes=4096)) for share in (10, 50)]
    reason = explain_different_workloads(*halves)
    assert "address range (size 4K, offset 10 % and size 4K, offset 50 %)" in (reason or "")


def test_usual_workload_key_omits_later_fields() -> None:
    usual, special = workload(), workload(distribution=RequestDistribution("zipf", 1.2))
    assert build_workload_key(usual) != build_workload_key(special)
    assert b"distribution" not in (build_workload_key(usual) or b"")
    assert build_workload_key(special) == build_workload_key(workload(distribution=RequestDistribution("zipf", 1.2)))
    assert build_workload_key(usual) != build_workload_key(workload(bursts=Bursts(1, 9)))
