"""Profiles of the catalogue against their reports: a whole run of each measures data for every plot."""

from __future__ import annotations

import pytest

from storagelab.analysis.reports.build import build_report
from storagelab.analysis.reports.figures import ReportCurve, ReportInput, ReportPoint
from storagelab.domain.loops import parse_round_name
from storagelab.domain.plan import PhasePlan
from storagelab.domain.profile import lay_out
from storagelab.domain.samples import LatencyStatistics, ObservedPart
from storagelab.profiles.catalogue import load_catalogue

REPORTED = [name for name, profile in load_catalogue().items() if profile.report is not None]
ROUNDS = 5
MINUTES = 200
STEADY_LATENCY = LatencyStatistics(n=2_000_000, mean=1e6, stddev=1.0, min=1.0, max=2e6)
STEADY = ObservedPart(
    ios=2_000_000, iops=1000.0, bandwidth_bytes_per_s=4e6, latency=STEADY_LATENCY, bins={10**6: 2_000_000}
)


def point_of(plan: PhasePlan) -> ReportPoint:
    return ReportPoint(
        ordinal=plan.ordinal, name=parse_round_name(plan.name, plan.round), kind=plan.kind, loop=plan.loop,
        round=plan.round, block_bytes=plan.workload.block_bytes, read_percent=plan.workload.read_percent,
        threads=plan.workload.threads, queue_depth=plan.workload.queue_depth, total=STEADY, cpu_percent=10.0,
    )  # fmt: skip


def curve() -> ReportCurve:
    values = (1000.0,) * MINUTES
    return ReportCurve(60.0, 0.0, values, values, values, values, values, values)


@pytest.mark.parametrize("name", REPORTED)
def test_a_whole_run_fills_every_panel(name: str) -> None:
    profile = load_catalogue()[name]
    plan = lay_out(profile)
    ran = [phase for phase in plan.phases if phase.round is None or phase.round <= ROUNDS]
    assert profile.report is not None

    report = build_report(
        ReportInput(
            test=profile.report,  # type: ignore[arg-type]
            points=tuple(point_of(phase) for phase in ran),
            curves={phase.ordinal: curve() for phase in ran if phase.round is None},
            rules={rule.name: rule for rule in plan.loops},
            capacity_bytes=10**12,
        )
    )

    assert {panel.id: panel.empty for panel in report.panels if panel.empty} == {}
    assert report.steady is (None if profile.report == "xsr" else True)


def test_every_specified_report_has_a_profile() -> None:
    assert {load_catalogue()[name].report for name in REPORTED} == {"iops", "tp", "lat", "wsat", "hir", "xsr", "dirth"}
