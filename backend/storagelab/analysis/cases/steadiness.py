"""Cases of steady state, over one variable or several."""

from __future__ import annotations

from typing import TypedDict

from storagelab.analysis.cases.fields import CaseResult, Fields
from storagelab.analysis.steady_state import judge_several_series, judge_steadiness


class _Limits(TypedDict, total=False):
    """The limits that differ from the defaults."""

    window: int
    max_rounds: int
    range_limit: float
    slope_limit: float


def evaluate_steady_state_case(case: Fields) -> CaseResult:
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


def _read_limits(params: Fields) -> _Limits:
    limits: _Limits = {}
    if "window" in params:
        limits["window"] = params.whole("window")
    if "max_rounds" in params:
        limits["max_rounds"] = params.whole("max_rounds")
    if "range_limit" in params:
        limits["range_limit"] = _read_share(params, "range_limit")
    if "slope_limit" in params:
        limits["slope_limit"] = _read_share(params, "slope_limit")
    return limits


def _read_share(params: Fields, name: str) -> float:
    share = params.read_known_number(name)
    if share < 0:
        raise ValueError(f"params.{name} is negative")
    return share
