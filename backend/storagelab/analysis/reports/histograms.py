"""Response times as a histogram with its confidence level, and percentiles of several phases together."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import accumulate

from storagelab.analysis.bins import find_percentile, is_supported, merge_bins
from storagelab.analysis.reports.figures import ReportPoint
from storagelab.analysis.reports.panels import Bin, Mark, ReportHistogram

_MARKED = (99.9, 99.99, 99.999)


def build_histogram(panel_id: str, title: str, point: ReportPoint | None) -> ReportHistogram:
    """Build the histogram of one phase; a percentile with fewer than ten I/Os beyond it is not marked."""
    panel = ReportHistogram(panel_id, title, (), ())
    if point is None:
        return replace(panel, empty="The phase for the histogram of response times was not measured.")
    counts = dict(sorted((point.total.bins or {}).items()))
    total = sum(counts.values())
    if not total:
        return replace(panel, empty="No histogram of response times was stored for this phase.")
    reached = accumulate(counts.values())
    bins = tuple(
        Bin(float(ns), ios, 100 * so_far / total) for (ns, ios), so_far in zip(counts.items(), reached, strict=True)
    )
    marks = (
        Mark("ART", point.total.latency.mean),
        *(Mark(f"{percent:g} %", _compute_supported_percentile(counts, total, percent)) for percent in _MARKED),
        Mark("MRT", point.total.latency.max),
    )
    missing = [mark.label for mark in marks if mark.ns is None]
    note = f"Not marked, with too few I/Os or unknown: {', '.join(missing)}." if missing else None
    return replace(panel, bins=bins, marks=marks, note=note)


def compute_merged_percentile(points: Sequence[ReportPoint], percent: float) -> float | None:
    """Return the percentile of the response times of several phases, from merged histograms.

    None where a histogram is missing or has too few I/Os.
    """
    histograms = [point.total.bins for point in points]
    present = [bins for bins in histograms if bins]
    if not present or len(present) < len(histograms):
        return None
    merged = merge_bins(present)
    return _compute_supported_percentile(merged, sum(merged.values()), percent)


def find_single_requests(points: Sequence[ReportPoint]) -> ReportPoint | None:
    """Return the last phase outside all loops with one request at a time, or None.

    The histogram of the report is made of this phase.
    """
    alone = [
        point
        for point in points
        if point.loop is None and point.kind == "measure" and (point.threads, point.queue_depth) == (1, 1)
    ]
    return alone[-1] if alone else None


def _compute_supported_percentile(counts: dict[int, int], total: int, percent: float) -> float | None:
    value = find_percentile(counts, percent) if is_supported(total, percent) else None
    return None if value is None else float(value)
