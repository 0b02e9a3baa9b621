"""Percentiles of charts: read again from the bins of their phases."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from storagelab.analysis.bins import SUPPORTING_IOS
from storagelab.analysis.distributions import PERCENTS
from storagelab.domain.metrics import PERCENTILES
from storagelab.latency.distributions import TOTAL
from storagelab.shares.verification import formulas
from storagelab.shares.verification.drawing import Drawing
from storagelab.shares.verification.frozen import FrozenShare, Json
from storagelab.shares.verification.latency_results import describe_results


def check_percentiles(drawing: Drawing) -> set[str]:
    """Check every percentile curve of a chart against the distribution of the same name.

    Returns the fields of the data that were checked.
    """
    run = drawing.run(drawing.chart["runs"][0])
    distributions = dict(_iterate_distributions(drawing.share, run))
    frozen_rule = {"percents": drawing.data["percents"], "least_beyond": drawing.data["least_beyond"]}
    rule = {"percents": list(PERCENTS), "least_beyond": SUPPORTING_IOS}
    drawing.verification.compare(drawing.place, frozen_rule, rule, formula=formulas.DISTRIBUTION, source="the rule")
    for number, curve in enumerate(drawing.data["curves"]):
        where, frozen = f"{drawing.place}/curves/{number}", curve["distribution"]
        computed = distributions.get(curve["name"])
        if frozen.get("source") == "printed":
            columns = [
                _find_printed_percentiles(run, curve["name"]).get(percent) for percent in drawing.data["percents"]
            ]
            drawing.verification.compare(
                f"{where}/percentiles_ns", frozen["percentiles_ns"], columns, formula=formulas.COPY,
                source="the measurement",
            )  # fmt: skip
        else:
            drawing.verification.compare(
                where, {key: frozen.get(key) for key in computed} if computed else frozen, computed,
                formula=formulas.DISTRIBUTION, source=f"runs/{run['number']}/bins",
            )  # fmt: skip
    return {"percents", "least_beyond", "curves", "cdf"}


def _iterate_distributions(share: FrozenShare, run: Json) -> Iterable[tuple[str, dict[str, Any]]]:
    """Yield the latency distribution of each result of a run, with the name of its curve.

    The distribution is of all directions together, else of the first direction.
    """
    for result in describe_results(share, run):
        distributions = result["distributions"]
        total = next(
            (distribution for distribution in distributions if distribution["direction"] == TOTAL),
            distributions[0] if distributions else None,
        )
        if total is not None:
            yield _format_curve_name(result, total), total


def _format_curve_name(item: Mapping[str, Any], distribution: Mapping[str, Any]) -> str:
    name = f"{item['phase_ordinal']}. {item['name']}"
    if item["loop"] is not None:
        first, last = (item["rounds"] or [0])[0], (item["rounds"] or [0])[-1]
        rounds = f"round {first}" if first == last else f"rounds {first} to {last}"
        name = f"{item['name']} ({item['loop']}, {rounds})"
    direction = distribution["direction"]
    return name if direction == TOTAL else f"{name}, {direction}s alone"


def _find_printed_percentiles(run: Json, name: str) -> dict[float, float | None]:
    phase = next(candidate for candidate in run["phases"] if f"{candidate['ordinal']}. {candidate['name']}" == name)
    return {percent: phase["measurement"][column] for column, percent in PERCENTILES.items()}
