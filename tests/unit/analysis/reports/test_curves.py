"""Reports of the tests over time, and of demand: what follows from curves, and what is not known."""

from __future__ import annotations

import pytest

from storagelab.analysis.reports.build import build_report
from storagelab.analysis.reports.figures import ReportCurve, ReportInput, ReportPoint, Tail
from storagelab.analysis.reports.panels import (
    Panel,
    ReportHistogram,
    ReportLines,
    ReportMatrix,
    ReportModel,
    ReportTable,
)
from storagelab.domain.samples import LatencyStatistics, ObservedPart

MINUTES = 200
GB = 1e9


def panel_of(report: ReportModel, panel_id: str) -> Panel:
    return next(panel for panel in report.panels if panel.id == panel_id)


def lines(report: ReportModel, panel_id: str) -> ReportLines:
    panel = panel_of(report, panel_id)
    assert isinstance(panel, ReportLines)
    return panel


def table(report: ReportModel, panel_id: str) -> ReportTable:
    panel = panel_of(report, panel_id)
    assert isinstance(panel, ReportTable)
    return panel


def level(iops: float, *, count: int = MINUTES, start_seconds: float = 0.0) -> ReportCurve:
    rate = (iops,) * count
    return ReportCurve(
        60.0, start_seconds, rate, bytes_per_s=rate, written_bytes_per_s=rate, latency_mean_ns=(1e6,) * count
    )


def saturation(curve: ReportCurve, capacity_bytes: int | None = 60_000) -> ReportModel:
    return build_report(
        ReportInput(
            "wsat", (ReportPoint(1, "Saturation", read_percent=0.0),), {1: curve}, capacity_bytes=capacity_bytes
        )
    )


def test_saturation_is_drawn_over_bytes_and_fills() -> None:
    report = saturation(level(100.0))

    assert lines(report, "written").lines[0].points[0] == (6000.0, 100.0)
    assert lines(report, "fills").lines[0].points[-1] == (MINUTES * 6000 / 60_000, 100.0)
    assert lines(report, "fills-log").x.base == 10
    assert report.steady is True
    # Checks are minutes 31, 62, ... of 200: six rounds, the first five of which are steady.
    assert report.sentence == "Steady state was reached at check 5, minutes 31 to 155."


def test_written_bytes_end_at_the_first_gap() -> None:
    rate = (100.0,) * 10 + (None,) + (100.0,) * 10
    curve = ReportCurve(60.0, 0.0, rate, written_bytes_per_s=rate)

    written = lines(saturation(curve), "written")

    assert len(written.lines[0].points) == 10
    assert written.note == "It ends where samples are missing: what was written after that is not known."
    assert lines(saturation(curve), "time").lines[0].points[10] == (660.0, None)


def test_unknown_capacity_leaves_drive_fills_empty() -> None:
    report = saturation(level(100.0), capacity_bytes=None)

    assert (
        lines(report, "fills").empty
        == "The capacity of the target is not known, so that drive fills cannot be counted."
    )
    assert lines(report, "response-times").empty == lines(report, "fills").empty
    assert lines(report, "written").empty is None


def with_tail(tail: Tail | None) -> ReportLines:
    rate = (100.0,) * 10
    curve = ReportCurve(
        60.0, 0.0, rate, written_bytes_per_s=rate, latency_p99_ns=(5e6,) * 10, latency_max_ns=(9e6,) * 10
    )
    given = ReportInput(
        "wsat",
        (ReportPoint(1, "Saturation", read_percent=0.0),),
        {1: curve},
        {} if tail is None else {1: tail},
        capacity_bytes=6000,
    )
    return lines(build_report(given), "response-times")


def test_five_nines_is_drawn_at_its_interval_end() -> None:
    panel = with_tail(Tail((0.0, 120.0, 240.0, 540.0), (120.0, 240.0, 360.0, 660.0), (7e6, None, 8e6, 9e6)))

    assert [line.name for line in panel.lines] == ["99.999 %", "Maximum"]
    # A minute writes as much as the drive holds; what was written by the end of the last part is not known.
    assert panel.lines[0].points == ((2.0, 7e6), (4.0, None), (6.0, 8e6))
    assert panel.note == "99.999 % is that of parts of 2 min."


def test_missing_five_nines_tail_falls_back_to_p99() -> None:
    for tail, words in ((None, "was not stored"), (Tail((0.0,), (60.0,), (None,)), "needs a million I/Os")):
        panel = with_tail(tail)
        assert [line.name for line in panel.lines] == ["99 %", "Maximum"]
        assert words in (panel.note or "")


def recovery(*curves: ReportCurve) -> ReportModel:
    points = tuple(ReportPoint(ordinal, f"group {ordinal}") for ordinal in range(1, len(curves) + 1))
    return build_report(ReportInput("xsr", points, dict(enumerate(curves, 1))))


def test_recovery_ends_at_average_of_first_group() -> None:
    rising = tuple(float(value) for value in range(100))
    third = ReportCurve(60.0, 0.0, rising, bytes_per_s=rising)

    assert table(recovery(level(50.0), level(9.0), third), "recovery").rows == ((50.0, 51 * 60.0, 50.0),)
    assert table(recovery(level(500.0), level(9.0), third), "recovery").rows == ((500.0, None, None),)
    assert table(recovery(level(50.0)), "recovery").empty == "1 of the three groups were measured."
    gap = ReportCurve(60.0, 0.0, (None, 90.0), bytes_per_s=(None, 90.0))
    assert table(recovery(level(50.0), level(9.0), gap), "recovery").rows == ()
    assert table(recovery(gap, level(9.0), third), "recovery").rows == ()


def test_idle_recovery_separates_conditioning_and_wait_states() -> None:
    points = (
        ReportPoint(1, "Conditioning", kind="precondition"),
        ReportPoint(2, "Wait 5 s", total=ObservedPart(iops=900.0)),
        ReportPoint(3, "Baseline", total=ObservedPart(iops=800.0)),
    )
    curves = {1: level(1000.0), 2: level(900.0, count=30), 3: level(800.0, count=30, start_seconds=1800)}

    report = build_report(ReportInput("hir", points, curves))

    assert [line.name for line in lines(report, "conditioning").lines] == ["Conditioning"]
    assert [line.name for line in lines(report, "waits").lines] == ["Wait 5 s", "Baseline"]
    assert lines(report, "waits").lines[1].points[0] == (1860.0, 800.0)
    assert [row[1] for row in table(report, "states").rows] == [900.0, 800.0]
    assert lines(report, "conditioning-window").marks is not None


def demand(iops_of: dict[tuple[int, int], tuple[float, float]]) -> ReportModel:
    """Build a report of five equal rounds; `iops_of` gives IOPS and latency (ns) by threads and queue depth."""
    points = []
    for number in range(1, 6):
        points.append(
            ReportPoint(
                len(points) + 1, "Pre-write", kind="precondition", loop="DV", round=number, total=ObservedPart(iops=7.0)
            )
        )
        for (threads, depth), (iops, latency) in iops_of.items():
            total = ObservedPart(iops=iops, latency=LatencyStatistics(n=1, mean=latency))
            points.append(
                ReportPoint(
                    len(points) + 1, f"TC {threads}, QD {depth}", loop="DV", round=number, threads=threads,
                    queue_depth=depth, total=total, cpu_percent=float(threads),
                )
            )  # fmt: skip
    named = (("MaxIOPS", 2, 2), ("MidIOPS", 1, 2), ("MinIOPS", 1, 1))
    last = (
        ReportPoint(len(points) + place, name, threads=threads, queue_depth=depth, total=ObservedPart(bins={100: 5}))
        for place, (name, threads, depth) in enumerate(named, start=1)
    )
    return build_report(ReportInput("dirth", (*points, *last)))


GRID = {(2, 2): (1000.0, 9e6), (2, 1): (900.0, 4e6), (1, 2): (620.0, 2e6), (1, 1): (400.0, 1e6)}


def test_demand_has_variation_intensity_and_processor_time() -> None:
    report = demand(GRID)

    assert [line.name for line in lines(report, "variation").lines] == ["TC 2", "TC 1"]
    assert lines(report, "variation").lines[0].points == ((1.0, 900.0), (2.0, 1000.0))
    assert lines(report, "intensity").lines[1].points == ((400.0, 1e6), (620.0, 2e6))
    assert lines(report, "intensity").y.base == 10
    assert lines(report, "between-rounds").lines[0].points[0] == (1.0, 7.0)
    processor = panel_of(report, "processor")
    assert isinstance(processor, ReportMatrix)
    assert (processor.kind, processor.values) == ("bars", ((1.0, 1.0), (2.0, 2.0)))
    assert table(report, "determination").rows[0][0] == "TC 2, QD 2"
    histogram = panel_of(report, "histogram-1")
    assert isinstance(histogram, ReportHistogram)
    assert [mark.ns for mark in histogram.marks] == [None] * 5


def test_histogram_at_another_load_than_rounds_is_marked() -> None:
    report = demand(GRID)

    histograms = [panel for panel in report.panels if isinstance(panel, ReportHistogram)]
    assert [panel.title for panel in histograms] == [
        "Response times, MaxIOPS (TC 2, QD 2)",
        "Response times, MidIOPS (TC 1, QD 2)",
        "Response times, MinIOPS (TC 1, QD 1)",
    ]
    # Of the pairs below 5 ms, TC 2 with QD 1 has the most IOPS.
    words = "In the rounds MaxIOPS was TC 2, QD 1, and this is TC 2, QD 2: run the profile again with that load."
    assert [words in (panel.note or "") for panel in histograms] == [True, False, False]


def test_operating_points_respect_the_five_millisecond_limit() -> None:
    rows = table(demand(GRID), "operating-points").rows

    assert rows == (
        ("MaxIOPS", "TC 2, QD 1", 900.0, 4e6),
        ("MidIOPS", "TC 1, QD 2", 620.0, 2e6),
        ("MinIOPS", "TC 1, QD 1", 400.0, 1e6),
    )
    slow = demand({load: (iops, 5e6) for load, (iops, _) in GRID.items()})
    assert table(slow, "operating-points").rows[0] == ("MaxIOPS", None, None, None)
    assert table(slow, "operating-points").rows[1] == ("MidIOPS", None, None, None)


def test_percentiles_need_enough_ios_for_a_mark() -> None:
    latency = LatencyStatistics(n=20_000, mean=150.0, max=950.0)
    single = ReportPoint(
        2, "T1Q1", threads=1, queue_depth=1, total=ObservedPart(latency=latency, bins={100: 19_000, 900: 1000})
    )
    report = build_report(ReportInput("wsat", (ReportPoint(1, "Saturation"), single), {1: level(1.0)}))

    histogram = panel_of(report, "histogram")
    assert isinstance(histogram, ReportHistogram)
    assert [(one.ns, one.percent) for one in histogram.bins] == [(100.0, 95.0), (900.0, 100.0)]
    assert [mark.ns for mark in histogram.marks] == [pytest.approx(150.0), 900.0, None, None, 950.0]
