"""Write saturation test: random writes from a purged drive, over time, bytes and drive fills."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace

from storagelab.analysis.reports.figures import ReportCurve, ReportInput, ReportPoint, Tail
from storagelab.analysis.reports.histograms import build_histogram, find_single_requests
from storagelab.analysis.reports.loops import Checks, judge_phase_checks
from storagelab.analysis.reports.panels import Panel, PanelAxis, PanelLine, ReportLines
from storagelab.analysis.reports.shared_panels import (
    AXES,
    NO_CURVE,
    build_determination_table,
    build_time_plot,
    build_window_panel,
)

WRITTEN = PanelAxis("Total written", "bytes")
FILLS = PanelAxis("Drive fills", "fills")
_UNKNOWN_CAPACITY = "The capacity of the target is not known, so that drive fills cannot be counted."
_UNKNOWN_BYTES = "How much was written over time is not known."
_NO_TAIL = "99.999 % over time was not stored; 99 % of each interval stands for it."
_THIN_TAIL = "99.999 % needs a million I/Os in each part of the time; 99 % of each interval stands for it."
_ESTIMATED = "Maxima are upper edges of histogram bins."


def find_saturated_phase(given: ReportInput) -> tuple[ReportPoint, ReportCurve] | None:
    """Return the phase that the write saturation test reports, with its curve, or None.

    It is the measured phase with the longest curve that is not all reads.
    """
    with_curve = [
        (point, given.curves[point.ordinal])
        for point in given.points
        if point.kind == "measure" and point.ordinal in given.curves and point.read_percent != 100
    ]
    return max(with_curve, key=lambda pair: len(pair[1].iops) * pair[1].step_seconds, default=None)


def judge_checks(given: ReportInput) -> Checks | None:
    """Judge the write saturation phase: the minute after every 30 is a round. None without the phase."""
    return judge_phase_checks(given, find_saturated_phase(given))


def build_panels(given: ReportInput) -> list[Panel]:
    """Build the plots and tables of the write saturation test."""
    after = build_histogram("histogram", "Response times of single 4 KiB writes", find_single_requests(given.points))
    phase_curve = find_saturated_phase(given)
    judged = judge_checks(given)
    if phase_curve is None or judged is None:
        return [ReportLines("time", "IOPS over time", PanelAxis("Time", "s"), AXES["iops"], (), empty=NO_CURVE), after]
    point, curve = phase_curve
    written = cumulate_writes(curve)
    fills = _compute_fills(written, given.capacity_bytes)
    missing_fills_reason = _UNKNOWN_CAPACITY if not given.capacity_bytes else _UNKNOWN_BYTES
    by_fills = _build_iops_plot("fills", "IOPS over drive fills", FILLS, fills, curve.iops, missing_fills_reason)
    return [
        build_time_plot("time", "IOPS over time", [(point.name, curve, curve.iops)], AXES["iops"]),
        _build_iops_plot("written", "IOPS over total bytes written", WRITTEN, written, curve.iops, _UNKNOWN_BYTES),
        by_fills,
        replace(by_fills, id="fills-log", title="IOPS over drive fills, logarithmic", x=replace(FILLS, base=10)),
        _build_response_times_plot(curve, given.tails.get(point.ordinal), fills, missing_fills_reason),
        build_window_panel("window", "The five checks of the steady state", judged.judged, "IOPS of the check"),
        build_determination_table("determination", "Steady state determination data", [(point.name, judged.judged)]),
        after,
    ]


def cumulate_writes(curve: ReportCurve) -> list[float | None]:
    """Return the bytes written by the end of each interval of a curve.

    They are unknown (None) from the first unobserved interval on.
    """
    total = 0.0
    written: list[float | None] = []
    for rate in curve.written_bytes_per_s:
        if rate is None:
            break
        total += rate * curve.step_seconds
        written.append(total)
    return written + [None] * (len(curve.iops) - len(written))


def _compute_fills(written: Sequence[float | None], capacity_bytes: int | None) -> list[float | None]:
    if not capacity_bytes:
        return [None] * len(written)
    return [None if value is None else value / capacity_bytes for value in written]


def _build_iops_plot(
    panel_id: str, title: str, x: PanelAxis, places: Sequence[float | None], values: Sequence[float | None], empty: str
) -> ReportLines:
    points = _pair_points(places, values)
    cut = len(points) < len(places)
    return ReportLines(
        panel_id,
        title,
        x,
        AXES["iops"],
        (PanelLine("IOPS", points),) if points else (),
        empty=None if points else empty,
        note="It ends where samples are missing: what was written after that is not known." if points and cut else None,
    )


def _build_response_times_plot(
    curve: ReportCurve, tail: Tail | None, fills: Sequence[float | None], empty: str
) -> ReportLines:
    far, about = _build_tail_line(curve, tail, fills)
    lines = (
        PanelLine("Average", _pair_points(fills, curve.latency_mean_ns)),
        far,
        PanelLine("Maximum", _pair_points(fills, curve.latency_max_ns)),
    )
    drawn = tuple(line for line in lines if any(value is not None for _, value in line.points))
    note = f"{about} {_ESTIMATED}" if curve.max_estimated else about
    reason = NO_CURVE if any(place is not None for place in fills) else empty
    return ReportLines(
        "response-times",
        "Response times over drive fills",
        FILLS,
        PanelAxis("Response time", "ns", base=10),
        drawn,
        empty=None if drawn else reason,
        note=note,
    )


def _build_tail_line(curve: ReportCurve, tail: Tail | None, fills: Sequence[float | None]) -> tuple[PanelLine, str]:
    """Return the line of the slowest I/Os that can be distinguished, with a note for the reader.

    The line is of the 99.999 % response time, or of the 99 % where there is no tail. Its x values are `fills`.
    """
    if tail is None or all(value is None for value in tail.ns):
        return PanelLine("99 %", _pair_points(fills, curve.latency_p99_ns)), _NO_TAIL if tail is None else _THIN_TAIL
    # Each is drawn where its part of the time ends; what had been written by then is known of whole intervals.
    ends = [max(math.ceil(end / curve.step_seconds - 1e-9), 1) - 1 for end in tail.end_seconds]
    places = [fills[end] if end < len(fills) else None for end in ends]
    minutes = max(end - start for start, end in zip(tail.start_seconds, tail.end_seconds, strict=True)) / 60
    return PanelLine("99.999 %", _pair_points(places, tail.ns)), f"99.999 % is that of parts of {minutes:.3g} min."


def _pair_points(
    places: Sequence[float | None], values: Sequence[float | None]
) -> tuple[tuple[float, float | None], ...]:
    return tuple((place, value) for place, value in zip(places, values, strict=False) if place is not None)
