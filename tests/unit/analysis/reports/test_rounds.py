"""Reports of tests in rounds: figures of a real run, the window rule, and known mistakes of others."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

import pytest
from tests.pts_rounds import Round, read_rounds

from storagelab.analysis.reports.build import build_report
from storagelab.analysis.reports.figures import ReportInput, ReportPoint, Test, merge_directions
from storagelab.analysis.reports.panels import ReportHistogram, ReportLines, ReportMatrix, ReportModel, ReportTable
from storagelab.domain.loops import LoopRule, Tracked
from storagelab.domain.samples import LatencyStatistics, ObservedPart

Read = Callable[[str], dict[str, Any]]


def point_of(cell: Round, ordinal: int, loop: str = "rounds") -> ReportPoint:
    return ReportPoint(
        ordinal, cell.name, loop=loop, round=cell.round, block_bytes=cell.block_bytes,
        read_percent=cell.read_percent, threads=2, queue_depth=16, total=merge_directions(cell.parts.values()),
    )  # fmt: skip


def real(test: Test, name: str, *, rounds: int = 25, by_size: bool = False) -> ReportModel:
    cells = [cell for cell in read_rounds(name) if cell.round <= rounds]
    points = tuple(
        point_of(cell, ordinal, f"{cell.block_bytes}" if by_size else "rounds") for ordinal, cell in enumerate(cells, 1)
    )
    return build_report(ReportInput(test, points))


def iops_point(ordinal: int, name: str, number: int, iops: float | None, **values: Any) -> ReportPoint:
    total = ObservedPart() if iops is None else ObservedPart(iops=iops, latency=LatencyStatistics(n=1, mean=1e9 / iops))
    return ReportPoint(ordinal, name, loop="rounds", round=number, total=total, **values)


def lines(report: ReportModel, panel_id: str) -> ReportLines:
    panel = next(panel for panel in report.panels if panel.id == panel_id)
    assert isinstance(panel, ReportLines)
    return panel


def matrix(report: ReportModel, panel_id: str) -> ReportMatrix:
    panel = next(panel for panel in report.panels if panel.id == panel_id)
    assert isinstance(panel, ReportMatrix)
    return panel


def table(report: ReportModel, panel_id: str) -> ReportTable:
    panel = next(panel for panel in report.panels if panel.id == panel_id)
    assert isinstance(panel, ReportTable)
    return panel


def test_iops_report_has_eight_sizes_and_seven_mixes() -> None:
    report = real("iops", "IOPS")

    averages = matrix(report, "matrix")
    assert averages.rows == ("1024 KiB", "128 KiB", "64 KiB", "32 KiB", "16 KiB", "8 KiB", "4 KiB", "0.5 KiB")
    assert averages.columns == ("100/0", "95/5", "65/35", "50/50", "35/65", "5/95", "0/100")
    assert all(value is not None for row in averages.values for value in row)
    assert averages.values[7][0] == pytest.approx(41191.0, rel=0.01)
    assert matrix(report, "bars").kind == "bars"
    assert len(lines(report, "convergence").lines) == 8
    assert [len(line.points) for line in lines(report, "sizes").lines] == [8] * 7
    assert lines(report, "sizes").x.base == 2


def test_matrix_value_averages_the_measurement_window() -> None:
    report = real("iops", "IOPS")
    cells = [cell for cell in read_rounds("IOPS") if (cell.block_bytes, cell.read_percent) == (4096, 0.0)]
    expected = [merge_directions(cell.parts.values()).iops or 0 for cell in cells[:5]]

    assert matrix(report, "matrix").values[6][6] == pytest.approx(sum(expected) / 5)
    marks = lines(report, "window-1").marks
    assert marks is not None
    assert marks.high == pytest.approx(1.1 * marks.average)
    assert marks.low == pytest.approx(0.9 * marks.average)


def test_latency_report_has_nine_cells_with_maximum() -> None:
    report = real("lat", "LAT")

    assert report.steady is True
    assert len(table(report, "cells").rows) == 9
    # Without histograms, nothing is reported about the slowest hundred-thousandth.
    assert {row[2] for row in table(report, "cells").rows} == {None}
    assert matrix(report, "bars-maximum").kind == matrix(report, "bars-average").kind == "bars"
    longest = [cell.parts["write"].latency.max or 0 for cell in read_rounds("LAT") if cell.name == "4 KiB, 0/100"]
    assert matrix(report, "matrix-maximum").values[1][2] == max(longest)
    histogram = report.panels[-1]
    assert isinstance(histogram, ReportHistogram)
    assert histogram.empty == "The phase for the histogram of response times was not measured."


def test_throughput_report_judges_each_block_size_separately() -> None:
    report = real("tp", "TP", by_size=True)

    averages = matrix(report, "matrix")
    assert len(averages.rows) == 6
    assert averages.columns == ("100/0", "0/100")
    assert all(value is not None and value > 1e6 for row in averages.values for value in row)
    assert len([panel for panel in report.panels if panel.id.startswith("determination")]) == 6


def test_too_few_rounds_give_a_reason_without_figures() -> None:
    report = real("iops", "IOPS", rounds=3)

    assert report.steady is None
    assert lines(report, "convergence").empty is None
    reason = "3 of the 5 rounds that a measurement window needs are complete."
    assert [lines(report, name).empty for name in ("window-1", "sizes")] == [reason, reason]
    assert matrix(report, "matrix").empty == table(report, "determination").empty == reason


def test_report_without_rounds_is_marked_empty() -> None:
    for test in ("iops", "tp", "lat", "wsat", "hir", "xsr", "dirth"):
        report = build_report(ReportInput(test, ()))  # type: ignore[arg-type]

        assert report.steady is None
        assert all(panel.empty for panel in report.panels)


def rounds_of(values: Iterable[float | None], **more: Any) -> tuple[ReportPoint, ...]:
    return tuple(iops_point(number, "cell", number, value, **more) for number, value in enumerate(values, 1))


def tracked_report(points: Sequence[ReportPoint], names: Sequence[str]) -> ReportModel:
    rule = LoopRule("rounds", tuple(Tracked(name, "iops") for name in names))
    return build_report(ReportInput("iops", tuple(points), rules={"rounds": rule}))


def test_several_variables_share_one_window(vectors: Read) -> None:
    for case in vectors("steady_state")["multi_cases"]:
        points = [
            iops_point(place, name, number, value)
            for name, values in case["series"].items()
            for place, (number, value) in enumerate(enumerate(values, 1), 1)
        ]

        report = tracked_report(points, list(case["series"]))

        expected = case["expected"]
        rounds = min(len(values) for values in case["series"].values())
        window = expected["measurement_window"] or ([rounds - 4, rounds] if rounds >= 5 else None)
        for number in range(1, len(case["series"]) + 1):
            marks = lines(report, f"window-{number}").marks
            assert (list(marks.window) if marks else None) == window, case["id"]
        assert report.steady is (expected["status"] == "steady"), case["id"]


def test_slope_comes_from_the_fit_over_the_window() -> None:
    # Average and range are those of a published report, whose allowed ones are 2345.36 and 1172.68.
    report = tracked_report(rounds_of([11890, 11590, 11700, 11734, 11720]), ["cell"])

    row = table(report, "determination").rows[0]
    marks = lines(report, "window-1").marks
    assert marks is not None
    (first, at_first), (last, at_last) = marks.fit
    assert (first, last) == (1, 5)
    assert row[6] == pytest.approx(abs(at_last - at_first)) == pytest.approx(4 * 19.6)
    # The end points alone are 170 apart, and the slope of a round is 19.6.
    assert row[3] == pytest.approx(2345.36)
    assert row[4] == pytest.approx(300)
    assert row[5] == pytest.approx(1172.68)
    assert row[7] == "-19.6 * R + 11785.6"


def test_failed_round_is_missing_rather_than_zero() -> None:
    report = tracked_report(rounds_of([100, 100, None, 100, 100, 100]), ["cell"])

    assert report.steady is False
    assert lines(report, "window-1").lines[0].points[1] == (3.0, None)
    assert lines(report, "window-1").marks is None
    assert table(report, "determination").rows[0][2:5] == (None, None, None)


def test_unsteady_report_uses_the_last_window() -> None:
    report = tracked_report(rounds_of([100 * 2**number for number in range(25)]), ["cell"])

    assert report.steady is False
    assert "not achieved" in report.sentence
    assert table(report, "determination").rows[0][1] == "21 to 25"


def test_unfinished_round_does_not_count() -> None:
    cells = [
        point
        for number in range(1, 6)
        for point in (iops_point(number, "a", number, 100.0), iops_point(number, "b", number, 7.0))
    ]
    report = tracked_report([*cells, iops_point(11, "a", 6, 900.0)], ["a"])

    assert report.steady is True
    assert table(report, "determination").rows[0][1] == "1 to 5"


def test_mixed_directions_add_rates_and_weight_latencies() -> None:
    read = ObservedPart(
        ios=650, iops=6500, bytes=650 * 4096, latency=LatencyStatistics(n=650, mean=1e5, stddev=0, min=1, max=2e5)
    )
    write = ObservedPart(
        ios=350, iops=3500, bytes=350 * 4096, latency=LatencyStatistics(n=350, mean=3e5, stddev=0, min=1, max=9e5)
    )

    total = merge_directions([read, write])

    assert total.iops == 10_000
    assert total.latency.mean == pytest.approx(0.65 * 1e5 + 0.35 * 3e5)
    assert total.latency.max == 9e5


def test_an_idle_direction_does_not_count() -> None:
    idle = ObservedPart(ios=0, iops=0.0, bytes=0, latency=LatencyStatistics(n=0, mean=0.0, min=0.0, max=0.0))
    write = ObservedPart(ios=10, iops=10.0, bytes=40_960, latency=LatencyStatistics(n=10, mean=5e5, min=4e5, max=6e5))

    assert merge_directions([idle, write]) == write
