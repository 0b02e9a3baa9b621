"""Chart of the leaders and laggards that findings name, counted by configuration."""

from __future__ import annotations

from collections.abc import Sequence

from storagelab.domain.finding import Finding
from storagelab.evaluate.rating_counts import count_ratings
from storagelab.shares.charts.chart import ChartKind, CheckedChart, FindingDrawing, Plan
from storagelab.shares.charts.material import Json
from storagelab.shares.verification import formulas


def _draw(findings: Sequence[Finding]) -> Json | None:
    counted = count_ratings(findings)
    if counted is None:
        return None
    bars = [{"name": count.configuration, "leads": count.leads, "lags": count.lags} for count in counted.configurations]
    return {"ratings": counted.ratings, "bars": bars}


def _check(chart: CheckedChart) -> None:
    drawn = _draw(chart.material.findings)
    chart.compare(chart.data, drawn, formula=formulas.COUNTED, source="findings")


RATINGS = ChartKind(
    "ratings", _check,
    plan=Plan("columns", ("Configuration",)),
    of_findings=FindingDrawing(
        title="Ratings by configuration",
        caption="Leaders and laggards that the source names. Each test counts once at each RAID level.",
        draw=_draw,
    ),
)  # fmt: skip
