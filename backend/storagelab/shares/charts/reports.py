"""Plots in reports of SNIA PTS tests."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from storagelab.shares.charts.chart import ChartKind, CheckedChart, OfferedChart, Plan
from storagelab.shares.charts.material import Json, LabMaterial
from storagelab.shares.verification import formulas


def list_plots(report: Json) -> list[Json]:
    """Return the panels of a report that are plots and have data to show, in order."""
    return [panel for panel in report["panels"] if panel["empty"] is None and panel["kind"] != "table"]


def build_plot(
    panel: Json, number: str, *, key: str, title: str, caption: str, default: bool, settings: Json
) -> OfferedChart:
    """Return a panel of the report of a run as a chart."""
    return OfferedChart(
        key, f"report-{panel['kind']}", title, caption, partial(dict, panel), (number,), default=default,
        settings=settings,
    )  # fmt: skip


def _offer(material: LabMaterial, number: str) -> Iterator[OfferedChart]:
    report = material.report(number)
    if report is None:
        return
    for panel in list_plots(report):
        yield build_plot(
            panel, number, key=f"report-{panel['id']}", title=f"SNIA {report['title']}: {panel['title']}",
            caption=panel["note"] or report["sentence"], default=False, settings={"test": report["test"]},
        )  # fmt: skip


def _check(chart: CheckedChart) -> None:
    number, panel = chart.runs[0], chart.data["id"]
    computed = chart.material.report_panel(number, chart.settings["test"], panel)
    chart.compare(chart.data, computed, formula=formulas.REPORT, source=f"runs/{number}")


LINES = ChartKind("report-lines", _check, _offer)
MATRIX = ChartKind("report-matrix", _check, _offer)
BARS = ChartKind("report-bars", _check, _offer)
HISTOGRAM = ChartKind(
    "report-histogram", _check, _offer,
    Plan("lines", ("Latency",), without=frozenset({"Confidence level"}), log_x=10, log_y=True),
)  # fmt: skip
