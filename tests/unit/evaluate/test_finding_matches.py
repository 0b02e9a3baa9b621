"""Findings about compared runs, and their ratios beside measured ones."""

from __future__ import annotations

from typing import Any

import pytest

from storagelab.domain.finding import Finding
from storagelab.domain.metrics import METRICS
from storagelab.domain.result import (
    PhaseMeasurement,
    PhaseResult,
    RequestedLoad,
    ResultConfiguration,
    RunResult,
)
from storagelab.evaluate.finding_matches import describe_side, fits_workload, is_about, match_findings

CARD = "Dell PERC H965i Front"
UNKNOWN = dict.fromkeys((metric.column for metric in METRICS.values()), None)


def make_run(number: str, **values: Any) -> RunResult:
    """Return a published run of 4K random writes with `iops`, on an array behind controllers."""
    iops = values.get("iops", 1000.0)
    snapshot = {
        "configuration": values.get("label", "RAID5 1x PERC 12"),
        "controllers": [{"model": values.get("controller", CARD), "count": values.get("cards", 1)}],
        "drives": [{"model": "Solidigm P5520", "count": values.get("drives", 8)}],
        "system": {"os": "RHEL 9"},
        "array": {"level": values.get("level", "RAID5")},
    }
    load = RequestedLoad(block_bytes=4096, read_percent=0.0, random_percent=100.0, threads=1, queue_depth=16)
    workload = {
        "description": "4K random write", "block_sizes": [{"bytes": 4096, "percent": 100.0}], "read_percent": 0.0,
        "random_percent": 100.0, "queue_depth": 16, "threads": 1,
    }  # fmt: skip
    phase = PhaseResult(
        ordinal=1, name="writes", kind="published", state="finished", workload=workload, load=load,
        measurement=PhaseMeasurement(figures={**UNKNOWN, "iops": iops}, load=load),
    )  # fmt: skip
    return RunResult(
        id=number, number=number, title=f"Review: {values.get('label', 'run')}", origin="published",
        state="finished", scale="full", engine="fio", engine_version=None, profile=None, source_title="Review",
        configuration=ResultConfiguration(
            number="c-1", name=values.get("name", "RAID5 A"), class_hash="x", snapshot=snapshot
        ),
        verdict=None, invalid_reason=None, target_bytes=None, phases=(phase,),
    )  # fmt: skip


@pytest.mark.parametrize(
    ("subject", "level", "expected"),
    [
        ("RAID5 1x PERC 12", "RAID5", True),
        ("raid5  a", None, True),
        ("H965i Front", "all", True),
        (CARD, "RAID6", False),
        (f"{CARD}, 8 SSDs", "RAID5", True),
        (f"{CARD}, 16 SSDs", "RAID5", False),
        (f"2x {CARD}", "RAID5", False),
        (f"1x {CARD}, RHEL 9", "RAID5", True),
        ("Solidigm P5520, Windows", None, False),
        ("PERC", None, False),
        ("all controllers", "RAID5", False),
    ],
)
def test_subject_is_found_by_names_details_and_level(subject: str, level: str | None, expected: bool) -> None:
    assert is_about(subject, level, describe_side(make_run("r-1"))) is expected


def test_unknown_level_of_a_run_fits_no_stated_level() -> None:
    side = describe_side(make_run("r-1", level=None))
    assert not is_about(CARD, "RAID5", side)
    assert is_about(CARD, "single", side)


@pytest.mark.parametrize(
    ("relation", "value", "agreement"),
    [
        ("at_least_times", 2.0, "agrees"),
        ("at_least_times", 3.5, "contradicts"),
        ("about_times", 2.5, "agrees"),
        ("about_times", 2.0, "contradicts"),
        ("times", 3.0, "agrees"),
    ],
)
def test_ratio_is_compared_with_the_measured_one(relation: Any, value: float, agreement: str) -> None:
    runs = [
        make_run("r-1", iops=3000.0),
        make_run("r-2", iops=1000.0, controller="Dell PERC 11 H755", label="old", name="old"),
    ]
    finding = Finding(
        origin="published", relation=relation, subject=CARD, object="PERC 11 H755", value=value, unit="x",
        workload={"block": "4k", "read": "0", "metric": "iops"},
    )  # fmt: skip
    [match] = match_findings([finding], runs)
    assert (match.subjects, match.objects, match.agreement) == (("r-1",), ("r-2",), agreement)
    [check] = match.checks
    assert (check.ratio, check.workload, check.metric) == (3.0, "writes", "iops")


def test_findings_without_a_check_follow_and_others_are_left_out() -> None:
    runs = [
        make_run("r-1", iops=3000.0),
        make_run("r-2", iops=1000.0, controller="Dell PERC 11 H755", label="old", name="old"),
    ]
    findings = [
        Finding(origin="published", relation="leads", subject=CARD),
        Finding(origin="published", relation="leads", subject="Areca ARC-1680ix-16"),
        Finding(origin="written", relation="about_times", subject=CARD, object="PERC 11 H755", value=3, unit="x"),
        Finding(
            origin="written", relation="about_times", subject=CARD, object="PERC 11 H755", value=3, unit="x",
            workload={"block": "64k"},
        ),
    ]  # fmt: skip
    assert [(match.place, match.agreement) for match in match_findings(findings, runs)] == [
        (2, "agrees"),
        (0, None),
        (3, None),
    ]


def test_an_unknown_load_does_not_fit_a_stated_one() -> None:
    assert fits_workload({"pattern": "file server", "read": "mixed"}, RequestedLoad())
    assert not fits_workload({"qd": "16"}, RequestedLoad())
    assert fits_workload({"qd": "16", "read": "low"}, RequestedLoad(queue_depth=16))
