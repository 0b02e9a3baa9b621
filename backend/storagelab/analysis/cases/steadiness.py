"""Cases of steady state, over one variable or several."""

from __future__ import annotations

from typing import Any

from storagelab.analysis.cases.fields import Fields
from storagelab.analysis.steady_state import steady_state, steady_state_of_several


def steady_state_case(case: Fields) -> dict[str, Any]:
    """Judge the steady state of `values` or `series`; `params` has limits that are not the defaults."""
    limits = _limits(case.optional_object("params") or Fields({}))
    if "series" not in case:
        return steady_state(case.numbers("values"), **limits).as_json()
    series = case.object("series")
    result = steady_state_of_several({name: series.numbers(name) for name in series.values}, **limits)
    return {
        "status": result.status,
        "first_steady_round": result.first_steady_round,
        "measurement_window": result.measurement_window,
        "first_steady_round_per_series": result.first_steady_round_per_series,
    }


def _limits(params: Fields) -> dict[str, Any]:
    limits: dict[str, Any] = {name: params.whole(name) for name in ("window", "max_rounds") if name in params}
    for name in ("range_limit", "slope_limit"):
        if name in params:
            limits[name] = params.known_number(name)
            if limits[name] < 0:
                raise ValueError(f"params.{name} is negative")
    return limits
