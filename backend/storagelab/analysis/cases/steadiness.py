"""Cases of steady state, over one variable or several."""

from __future__ import annotations

from typing import Any

from storagelab.analysis.cases.fields import Fields
from storagelab.analysis.steady_state import judge_several_series, judge_steadiness


def evaluate_steady_state_case(case: Fields) -> dict[str, Any]:
    """Judge the steady state of the `values`, or of the several `series`, of a reference case.

    `params` has the limits that differ from the defaults.
    """
    limits = _read_limits(case.read_optional_object("params") or Fields({}))
    if "series" not in case:
        return judge_steadiness(case.numbers("values"), **limits).to_json()
    series = case.object("series")
    result = judge_several_series({name: series.numbers(name) for name in series.values}, **limits)
    return {
        "status": result.status,
        "first_steady_round": result.first_steady_round,
        "measurement_window": result.measurement_window,
        "first_steady_round_per_series": result.first_steady_round_per_series,
    }


def _read_limits(params: Fields) -> dict[str, Any]:
    limits: dict[str, Any] = {name: params.whole(name) for name in ("window", "max_rounds") if name in params}
    for name in ("range_limit", "slope_limit"):
        if name in params:
            limits[name] = params.read_known_number(name)
            if limits[name] < 0:
                raise ValueError(f"params.{name} is negative")
    return limits
