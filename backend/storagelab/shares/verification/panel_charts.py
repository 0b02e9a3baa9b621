"""Panels of workbenches: drawn again by the code of the pages, and answers of the lab by their cells."""

from __future__ import annotations

from typing import Any

from storagelab.analysis.bins import SUPPORTING_IOS
from storagelab.analysis.distributions import PERCENTS
from storagelab.domain.metrics import METRICS, READINGS
from storagelab.domain.samples import TOTAL
from storagelab.shares.verification import formulas
from storagelab.shares.verification.chart_curves import check_curve
from storagelab.shares.verification.drawing import Drawing
from storagelab.shares.verification.frozen import Json
from storagelab.shares.verification.views import check_cell, check_ratings, check_repeats

#: Fields of cells, which have the names of REST, as formulas know them.
_CELL_NAMES = {"min": "least", "max": "most", "cv_percent": "cov_percent"}


def check_panel(drawing: Drawing) -> set[str]:
    """Check one panel of a workbench. Returns the fields of the data that were checked."""
    kind = drawing.chart["kind"]
    if kind == "factor-map":
        return _check_map(drawing)
    if kind == "rank":
        ranking = drawing.data["ranking"]
        check_ratings(ranking, drawing.results, drawing.verification, place=f"{drawing.place}/ranking")
        check_rated_bars(drawing, ranking, source=f"{drawing.place}/ranking")
        return {"bars", "ranking"}
    drawn, reason = drawing.panels.find(drawing.chart["settings"]["panel"]["id"])
    if reason is not None:
        drawing.verification.add_unverified(drawing.place, drawing.data, reason)
        return set(drawing.data)
    computed = drawn or {}
    frozen = _check_curves(drawing, computed)
    source = ", ".join(drawing.chart["runs"])
    drawing.verification.compare(drawing.place, frozen, computed.get("data"), formula=formulas.COLUMNS, source=source)
    return set(drawing.data)


def check_rated_bars(drawing: Drawing, ranking: Json, *, source: str) -> None:
    """Check bars of ratings against the `ranking` that they are copied from."""
    bars = [
        {
            "number": row["configuration"]["number"],
            "rating": row["rating"],
            "place": row["place"],
            "worst": row["worst_ratio"],
            "best": row["best_ratio"],
        }
        for row in ranking["configurations"]
        if row["rating"] is not None
    ]
    frozen = [{key: bar.get(key) for key in bars[0]} for bar in drawing.data["bars"]] if bars else drawing.data["bars"]
    drawing.verification.compare(f"{drawing.place}/bars", frozen, bars, formula=formulas.COPY, source=source)


def _check_curves(drawing: Drawing, drawn: Json) -> dict[str, Any]:
    """Check curves over time and latency distributions, each against its run.

    Returns the data without the checked curves.
    """
    rest = dict(drawing.data)
    if "curves" in drawn:
        for number, (of, curve) in enumerate(zip(drawn["curves"], rest["runs"], strict=True)):
            place = f"{drawing.place}/runs/{number}/series"
            telemetry = rest["metric"] in READINGS
            check_curve(
                drawing.share, drawing.run(of["run"]), curve["series"], place, drawing.verification, telemetry=telemetry
            )
        rest["runs"] = [_remove_field(curve, "series") for curve in rest["runs"]]
    if "results" in drawn:
        rule = {"percents": list(PERCENTS), "least_beyond": SUPPORTING_IOS}
        frozen_rule = {name: rest.pop(name) for name in rule}
        drawing.verification.compare(drawing.place, frozen_rule, rule, formula=formulas.DISTRIBUTION, source="the rule")
        for number, (of, curve) in enumerate(zip(drawn["results"], rest["curves"], strict=True)):
            results = drawing.panels.results_of(of["run"])
            result = next(candidate for candidate in results if candidate["phase_ordinal"] == of["ordinal"])
            computed = next(
                distribution for distribution in result["distributions"] if distribution["direction"] == TOTAL
            )
            drawing.verification.compare(
                f"{drawing.place}/curves/{number}/distribution", curve["distribution"], computed,
                formula=formulas.DISTRIBUTION, source=f"runs/{of['run']}/bins",
            )  # fmt: skip
        rest["curves"] = [_remove_field(curve, "distribution") for curve in rest["curves"]]
    return rest


def _remove_field(value: Json, name: str) -> dict[str, Any]:
    return {key: item for key, item in value.items() if key != name}


def _check_map(drawing: Drawing) -> set[str]:
    """Check the cells of a map of two factors against the runs that the cells name.

    Returns the fields of the data that were checked.
    """
    column = METRICS[drawing.data["metric"]].column
    for number, frozen in enumerate(drawing.data["cells"]):
        if frozen["value"] is None:
            continue
        cell = {_CELL_NAMES.get(name, name): value for name, value in frozen.items()}
        where = f"{drawing.place}/cells/{number}"
        values = drawing.results.find(cell["run_numbers"], column, cell, "median")
        source = f"{column} of {', '.join(cell['run_numbers'])}"
        check_cell(drawing.verification, where, cell, values, "median", formulas.PIVOT, source)
        check_repeats(drawing.verification, where, cell, values, source)
    return {"cells"}
