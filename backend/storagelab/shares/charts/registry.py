"""Every kind of chart that a share can have. A new kind is a module of this package and a line here."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial

from storagelab.domain.finding import Finding
from storagelab.shares.charts import (
    answers,
    factor_tables,
    history,
    latencies,
    over_time,
    ratings,
    reports,
    sweeps,
    varied,
)
from storagelab.shares.charts.chart import ChartKind, OfferedChart
from storagelab.shares.charts.material import LabMaterial

#: In the order in which the page of a run shows them.
CHARTS = (
    over_time.PRECONDITIONING,
    over_time.ROUNDS,
    over_time.OVERLAY,
    history.HISTORY,
    sweeps.LOAD_CURVE,
    sweeps.QUEUE_DEPTH,
    sweeps.BARS,
    varied.WRITE_SHARE,
    varied.WRITE_SHARE_SLICE,
    varied.THREAD_QUEUE,
    varied.BLOCK_SIZE,
    varied.LOAD_STEPS,
    varied.ADDRESS_SPACE,
    varied.PARALLEL,
    latencies.PERCENTILES,
    latencies.TIMED,
    reports.LINES,
    reports.MATRIX,
    reports.BARS,
    reports.HISTOGRAM,
    over_time.TELEMETRY,
    answers.RANK,
    factor_tables.MAP,
    answers.FACTOR_BARS,
    answers.RAID_SCALING,
    answers.SCALING_EFFICIENCY,
    answers.OPTIMAL_REBUILD,
    ratings.RATINGS,
)
_BY_KIND = {chart.kind: chart for chart in CHARTS}


def find_chart(kind: str) -> ChartKind | None:
    """Return a kind of chart by its name; None for one that has neither a check nor a plan of its own."""
    return _BY_KIND.get(kind)


def list_run_charts(material: LabMaterial, number: str) -> Iterator[OfferedChart]:
    """Yield the charts for which a run has data, in the order of the page of the run."""
    for offer in dict.fromkeys(chart.offer for chart in CHARTS if chart.offer is not None):
        yield from offer(material, number)


def list_finding_charts(findings: Sequence[Finding], *, default: bool) -> Iterator[OfferedChart]:
    """Yield the charts that the findings of a share fill; the key of each is its kind."""
    for chart in CHARTS:
        drawing = chart.of_findings
        data = drawing.draw(findings) if drawing is not None else None
        if drawing is not None and data is not None:
            yield OfferedChart(
                chart.kind, chart.kind, drawing.title, drawing.caption, partial(dict, data), (), default=default
            )
