"""Panels of a workbench as charts: drawn by the code of the pages, or answers of the lab in its form."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from storagelab.domain.metrics import READINGS
from storagelab.domain.samples import TOTAL
from storagelab.shares.charts.answers import check_ratings_drawn
from storagelab.shares.charts.chart import CheckedChart
from storagelab.shares.charts.factor_tables import check_map
from storagelab.shares.charts.latencies import RULE
from storagelab.shares.charts.material import Json, LabMaterial, Material
from storagelab.shares.charts.over_time import check_curve
from storagelab.shares.verification import formulas
from storagelab.shares.verification.views import check_ratings
from storagelab.workbench.document import WorkbenchDocument

#: Their data are an answer of the lab, and are checked by its cells.
OF_ANSWERS = frozenset({"heat_map", "rank"})


def build_panels_input(
    material: Material, numbers: Sequence[str], document: WorkbenchDocument, panels: Sequence[Json]
) -> dict[str, object]:
    """Return the input from which the chart code draws panels of a workbench over the comparison of these runs."""
    whole, source = document.to_json(), material.columns(numbers)
    with_percentiles = any(panel["chart"] == "percentiles" for panel in panels)
    latencies = {number: material.latencies(number, cdf=False) for number in numbers if with_percentiles}
    return {
        "comparison": {**(material.view or {})["answer"], "runs": material.drawn_runs(numbers)},
        "measurements": {"source": source},
        "panels": panels,
        **{name: whole[name] for name in ("numbers", "align", "range", "grouped_by", "group_colours")},
        "latencies": msgspec.to_builtins(latencies),
        "answers": [],
    }


def draw_panel(material: LabMaterial, drawn: Mapping[str, Any]) -> dict[str, object]:
    """Return the data of a drawn panel, completed with its curves and latency distributions."""
    data = dict(drawn["data"])
    if "curves" in drawn:
        data["runs"] = [
            {**look, "series": _draw_curve(material, of["run"], data["metric"], of["phase"])}
            for look, of in zip(data["runs"], drawn["curves"], strict=True)
        ]
    if "results" in drawn:
        data |= RULE
        data["curves"] = [
            {**look, "distribution": _find_distribution(material, of)}
            for look, of in zip(data["curves"], drawn["results"], strict=True)
        ]
    return data


def _draw_curve(material: LabMaterial, number: str, metric: str, phase: str | None) -> Json:
    if phase is None:
        return material.whole_curve(number, metric)
    return material.curve(number, metric, of=phase, telemetry=metric in READINGS)


def _find_distribution(material: Material, of: Json) -> Json:
    """Return the latency distribution over all directions of the result that a curve is of."""
    (latency,) = material.latencies(of["run"], ordinals={of["ordinal"]})
    total = next(distribution for distribution in latency.distributions if distribution.direction == TOTAL)
    described: Json = msgspec.to_builtins(total)
    return described


def is_panel(view: Json | None, described: Json) -> bool:
    """Return whether a chart in a document is a panel of its workbench."""
    settings = (view or {}).get("settings") or {}
    return "workbench" in settings and isinstance(described["settings"].get("panel"), Mapping)


def check_panel(chart: CheckedChart) -> None:
    """Compare a panel with the same panel drawn again, or with the results of its runs."""
    if chart.kind == "factor-map":
        check_map(chart)
    elif chart.kind == "rank":
        place = chart.find_place("ranking")
        chart.checked.add("ranking")
        check_ratings(chart.data["ranking"], chart.results, chart.report, place=place)
        check_ratings_drawn(chart, chart.data["ranking"], source=place)
    else:
        drawn = chart.material.panel(chart.settings["panel"]["id"])
        rest = _check_curves(chart, drawn)
        chart.compare(rest, drawn.get("data"), formula=formulas.COLUMNS, source=", ".join(chart.runs))


def _check_curves(chart: CheckedChart, drawn: Json) -> dict[str, object]:
    """Compare curves over time and latency distributions, each with its run; return the data without them."""
    rest = dict(chart.data)
    if "curves" in drawn:
        for place, (of, curve) in enumerate(zip(drawn["curves"], rest["runs"], strict=True)):
            telemetry = rest["metric"] in READINGS
            check_curve(chart, curve["series"], of["run"], at=f"runs/{place}/series", telemetry=telemetry)
        rest["runs"] = [_remove_field(curve, "series") for curve in rest["runs"]]
    if "results" in drawn:
        chart.compare_fields(RULE, formula=formulas.DISTRIBUTION, source="the rule")
        for place, (of, curve) in enumerate(zip(drawn["results"], rest["curves"], strict=True)):
            chart.compare(
                curve["distribution"], _find_distribution(chart.material, of), at=f"curves/{place}/distribution",
                formula=formulas.DISTRIBUTION, source=f"runs/{of['run']}/bins",
            )  # fmt: skip
        rest["curves"] = [_remove_field(curve, "distribution") for curve in rest["curves"]]
        rest = {name: value for name, value in rest.items() if name not in RULE}
    return rest


def _remove_field(value: Json, name: str) -> dict[str, object]:
    return {key: item for key, item in value.items() if key != name}
