"""Percentiles of charts: read again from the bins of their phases."""

from __future__ import annotations

from typing import Any

import msgspec

from storagelab.analysis.bins import SUPPORTING_IOS
from storagelab.analysis.distributions import PERCENTS
from storagelab.domain.metrics import PERCENTILES
from storagelab.domain.result import RunResult
from storagelab.evaluate.latency import format_curve_name
from storagelab.shares.verification import formulas
from storagelab.shares.verification.drawing import Drawing
from storagelab.shares.verification.latency_results import compute_latencies


def check_percentiles(drawing: Drawing) -> set[str]:
    """Check every percentile curve of a chart against the distribution of the same name.

    Returns the fields of the data that were checked.
    """
    number = drawing.chart["runs"][0]
    distributions: dict[str, dict[str, Any]] = {
        format_curve_name(latency, latency.whole): msgspec.to_builtins(latency.whole)
        for latency in compute_latencies(drawing.share, number)
        if latency.whole is not None
    }
    frozen_rule = {"percents": drawing.data["percents"], "least_beyond": drawing.data["least_beyond"]}
    rule = {"percents": list(PERCENTS), "least_beyond": SUPPORTING_IOS}
    drawing.verification.compare(drawing.place, frozen_rule, rule, formula=formulas.DISTRIBUTION, source="the rule")
    for place, curve in enumerate(drawing.data["curves"]):
        where, frozen = f"{drawing.place}/curves/{place}", curve["distribution"]
        computed = distributions.get(curve["name"])
        if frozen.get("source") == "printed":
            columns = [
                _find_printed_percentiles(drawing.share.result(number), curve["name"]).get(percent)
                for percent in drawing.data["percents"]
            ]
            drawing.verification.compare(
                f"{where}/percentiles_ns", frozen["percentiles_ns"], columns, formula=formulas.COPY,
                source="the measurement",
            )  # fmt: skip
        else:
            drawing.verification.compare(
                where, {key: frozen.get(key) for key in computed} if computed else frozen, computed,
                formula=formulas.DISTRIBUTION, source=f"runs/{number}/bins",
            )  # fmt: skip
    return {"percents", "least_beyond", "curves", "cdf"}


def _find_printed_percentiles(result: RunResult, name: str) -> dict[float, float | None]:
    phase = next(candidate for candidate in result.phases if f"{candidate.ordinal}. {candidate.name}" == name)
    if phase.measurement is None:
        raise ValueError("a phase without a measurement has no percentiles")
    return {percent: phase.measurement.figures[column] for column, percent in PERCENTILES.items()}
