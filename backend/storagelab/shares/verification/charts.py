"""Checks of chart data against series, bins, measurements and the answer of the view."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import msgspec

from storagelab.analysis.latency_slices import merge_slices
from storagelab.domain.samples import TOTAL
from storagelab.errors import StorageLabError
from storagelab.evaluate.latency import find_timed_interval
from storagelab.evaluate.latency_over_time import TimedDirection, describe_timed
from storagelab.shares.campaign_lines import Lines
from storagelab.shares.document.answers import FrozenResults
from storagelab.shares.document.share import convert_shape
from storagelab.shares.freezing.campaign_charts import generate_result_charts
from storagelab.shares.verification import formulas
from storagelab.shares.verification.chart_columns import check_columns
from storagelab.shares.verification.chart_curves import check_over_time, check_overlay, check_telemetry
from storagelab.shares.verification.chart_percentiles import check_percentiles
from storagelab.shares.verification.drawing import Drawing
from storagelab.shares.verification.frozen import FrozenShare, Json
from storagelab.shares.verification.measured import MEASURED_KINDS, MeasuredCharts
from storagelab.shares.verification.panel_charts import check_panel, check_rated_bars
from storagelab.shares.verification.readings import ChartCode
from storagelab.shares.verification.reports import OLD, Reports
from storagelab.shares.verification.results import Results
from storagelab.shares.verification.timed import find_phase_slices
from storagelab.shares.verification.verification_report import MALFORMED, VerificationReport
from storagelab.shares.verification.workbench_panels import WorkbenchPanels

_NO_RAW = "the raw file that its histograms over time were read from was not published"
_NO_FORMULA = "it is a setting of the drawing, or no formula is known for it here"


def check_charts(
    share: FrozenShare, results: Results, reports: Reports, code: ChartCode | None, verification: VerificationReport
) -> None:
    """Check the data of every chart of the share."""
    measured = MeasuredCharts(share, results, code)
    panels = WorkbenchPanels(share, measured, code)
    for key, chart in share.document["charts"].items():
        place = f"charts/{key}"
        try:
            data = share.json(chart["data"])
            check = check_panel if panels.has(chart) else _CHECKS.get(chart["kind"])
            drawing = Drawing(share, chart, data, place, results, reports, measured, panels, verification)
            checked = check(drawing) if check is not None else set()
            verification.add_unverified(
                place, {name: value for name, value in data.items() if name not in checked}, _NO_FORMULA
            )
        except (*MALFORMED, StorageLabError) as error:
            verification.add_malformed(place, error, formula=formulas.COPY, source="the data of the chart")


def _verify_rounds(drawing: Drawing) -> set[str]:
    verdict = drawing.run(drawing.chart["runs"][0])["verdict"]
    drawing.verification.compare(
        drawing.place, drawing.data, verdict, formula=formulas.COPY, source="the verdict of the run"
    )
    return set(drawing.data)


def _verify_rank(drawing: Drawing) -> set[str]:
    check_rated_bars(drawing, drawing.share.document["view"]["answer"], source="view/answer")
    return {"bars"}


def _verify_factor_bars(drawing: Drawing) -> set[str]:
    """Check bars of the results of a campaign, or cells of its table; return the fields checked.

    The first cell names the panel of the table.
    """
    if (computed := _compute_campaign_data(drawing.share, drawing.chart)) is not None:
        _copy_of_results(drawing, "cells", computed, newer=("ci95_low", "ci95_high"))
        return set(drawing.data)
    panel = drawing.data["cells"][0]["panel"] if drawing.data["cells"] else None
    pivot = drawing.share.document["view"]["answer"]["pivot"]
    cells = [cell for cell in pivot["cells"] if cell["panel"] == panel]
    drawing.verification.compare(
        f"{drawing.place}/cells", drawing.data["cells"], cells, formula=formulas.COPY, source="view/answer/pivot"
    )
    return {"cells"}


def _verify_scaling(drawing: Drawing) -> set[str]:
    panel = drawing.data["points"][0]["panel"] if drawing.data["points"] else None
    points = [point for point in drawing.share.document["view"]["answer"]["pivot"]["scale"] if point["panel"] == panel]
    drawing.verification.compare(
        f"{drawing.place}/points", drawing.data["points"], points, formula=formulas.COPY, source="view/answer/pivot"
    )
    return {"points"}


def _verify_losses(drawing: Drawing) -> set[str]:
    if (computed := _compute_campaign_data(drawing.share, drawing.chart)) is not None:
        _copy_of_results(drawing, "losses", computed, newer=("optimal_spread", "spread"))
        return set(drawing.data)
    losses = drawing.share.document["view"]["answer"]["pivot"]["losses"]
    drawing.verification.compare(
        f"{drawing.place}/losses", drawing.data["losses"], losses, formula=formulas.COPY, source="view/answer/pivot"
    )
    return {"losses"}


def _copy_of_results(drawing: Drawing, name: str, computed: Json, *, newer: Sequence[str]) -> None:
    """Compare the data of a chart with `computed`, the data from the results of the campaign.

    `name` is the field with the marks. Fields in `newer` that no mark of the frozen chart has are left out.
    """
    absent = [field for field in newer if all(field not in mark for mark in drawing.data[name])]
    marks = [{field: value for field, value in mark.items() if field not in absent} for mark in computed[name]]
    drawing.verification.compare(
        drawing.place, drawing.data, {**computed, name: marks}, formula=formulas.COPY, source="view/answer/results"
    )


def _compute_campaign_data(share: FrozenShare, chart: Json) -> Any:
    """Return the data of a chart that shows the result set of a campaign; None for any other chart."""
    results = share.document["view"]["answer"].get("results")
    if results is None:
        return None
    lines = Lines(convert_shape(results, FrozenResults, "view.answer.results"))
    charts = generate_result_charts(lines, default=True)
    result_chart = next((candidate for candidate in charts if f"charts/{candidate.key}" == chart["data"]), None)
    return json.loads(json.dumps(result_chart.data())) if result_chart is not None else None


def check_measured(drawing: Drawing) -> set[str]:
    """Check one chart of the varied parameters. Returns the fields of the data that were checked."""
    computed, reason = drawing.measured.find(drawing.key, drawing.chart)
    if reason is not None:
        drawing.verification.add_unverified(drawing.place, drawing.data, reason)
    else:
        drawing.verification.compare(
            drawing.place, drawing.data, computed, formula=formulas.COLUMNS, source=", ".join(drawing.chart["runs"])
        )
    return set(drawing.data)


def check_report_chart(drawing: Drawing) -> set[str]:
    """Check one plot of a report. Returns the fields of the data that were checked."""
    number, name = drawing.chart["runs"][0], drawing.data["id"]
    built = drawing.reports.of(number, drawing.chart["settings"]["test"])
    reason = OLD if built is None else built.without.get(name)
    if built is None or reason is not None:
        drawing.verification.add_unverified(drawing.place, drawing.data, reason or OLD)
    else:
        drawing.verification.compare(
            drawing.place, drawing.data, built.panel(name), formula=formulas.REPORT, source=f"runs/{number}"
        )
    return set(drawing.data)


def check_timed(drawing: Drawing) -> set[str]:
    """Check the heat map of a phase, all directions together. Returns the fields of the data that were checked."""
    number, ordinal = drawing.chart["runs"][0], drawing.data["phase_ordinal"]
    run = drawing.run(number)
    phase = next(candidate for candidate in drawing.share.result(number).phases if candidate.ordinal == ordinal)
    of, result_ios = find_timed_interval(phase.measurement.parts if phase.measurement is not None else (), TOTAL)
    basis: dict[str, Any] = {"of": of, "result_ios": result_ios}
    drawing.verification.compare(
        drawing.place, {name: drawing.data[name] for name in basis}, basis, formula=formulas.COPY,
        source=f"runs/{number}/phases/{ordinal}/measurement",
    )  # fmt: skip
    timed_slices = find_phase_slices(drawing.share, run, ordinal)
    rest = {name: value for name, value in drawing.data.items() if name not in basis}
    if timed_slices is None:
        drawing.verification.add_unverified(drawing.place, rest, _NO_RAW)
        return set(drawing.data)
    slices, source = timed_slices
    timed = TimedDirection(phase, merge_slices(list(slices.values())), of, result_ios)
    computed = msgspec.to_builtins(describe_timed(timed, direction=TOTAL))
    drawing.verification.compare(
        drawing.place, rest, {name: value for name, value in computed.items() if name not in basis},
        formula=formulas.TIMED, source=source,
    )  # fmt: skip
    return set(drawing.data)


_CHECKS: Mapping[str, Callable[[Drawing], set[str]]] = {
    "preconditioning": check_over_time,
    "telemetry": check_telemetry,
    "overlay": check_overlay,
    "rounds": _verify_rounds,
    "percentiles": check_percentiles,
    "bars": check_columns,
    "load-curve": check_columns,
    "queue-depth": check_columns,
    "rank": _verify_rank,
    "factor-bars": _verify_factor_bars,
    "raid-scaling": _verify_scaling,
    "scaling-efficiency": _verify_scaling,
    "optimal-rebuild": _verify_losses,
    "histogram-over-time": check_timed,
    **dict.fromkeys(MEASURED_KINDS, check_measured),
    "report-lines": check_report_chart,
    "report-matrix": check_report_chart,
    "report-bars": check_report_chart,
    "report-histogram": check_report_chart,
}
