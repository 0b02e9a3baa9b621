"""Every kind of case, and how a list of them is computed."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from storagelab.analysis.cases import curves, latencies, repeats, steadiness
from storagelab.analysis.cases.fields import CaseResult, Fields, parse_fields
from storagelab.errors import InvalidInput

KINDS: Mapping[str, Callable[[Fields], CaseResult | Sequence[CaseResult]]] = {
    "steady-state": steadiness.evaluate_steady_state_case,
    "latency": latencies.evaluate_latency_case,
    "latency-difference": latencies.evaluate_difference_case,
    "littles-law": latencies.evaluate_littles_law_case,
    "bin-mapping": latencies.evaluate_bin_mapping_case,
    "percentiles": latencies.evaluate_percentiles_case,
    "knee": curves.evaluate_knee_case,
    "usl": curves.evaluate_usl_case,
    "rating": repeats.evaluate_rating_case,
    "change-points": repeats.change_points_case,
    "z-score": repeats.evaluate_z_score_case,
    "raid-model": curves.evaluate_raid_model_case,
    "raid-reference": curves.evaluate_raid_reference_case,
    "scaling": curves.evaluate_scaling_case,
    "repeatability": repeats.evaluate_repeatability_case,
    "welch": repeats.evaluate_welch_case,
}


def compute_cases(kind: str, cases: Sequence[Any]) -> list[Any]:
    """Compute the results of cases of one kind, in order, as JSON values. Numbers that are not finite are None.

    A well-formed case that cannot be computed gives `{"error": reason}`. Raises InvalidInput for an unknown kind and
    for the first case that does not fit its kind.
    """
    if kind not in KINDS:
        raise InvalidInput(f"There is no kind of case {kind!a}: the kinds are {', '.join(KINDS)}.", path="kind")
    return [_compute(KINDS[kind], place, case) for place, case in enumerate(cases)]


def format_case_name(place: int, case: object) -> str:
    """Return the name of a case for messages: its index, counted from 0, and its id if it has one."""
    identifier = case.get("id") if isinstance(case, Mapping) else None
    return f"Case {place} ({identifier[:80]!a})" if isinstance(identifier, str) else f"Case {place}"


def _compute(rule: Callable[[Fields], object], place: int, case: object) -> Any:
    try:
        return _convert_to_json(rule(parse_fields(case, "")))
    except InvalidInput as error:
        raise InvalidInput(
            f"{format_case_name(place, case)}: {error.message}.", path=f"[{place}].{error.path}"
        ) from error
    except ValueError as error:
        return {"error": str(error)}
    except OverflowError:
        return {"error": "its figures are too large to compute with"}


def _convert_to_json(value: Any) -> Any:
    """Convert a value for JSON: tuples to lists, and numbers that JSON does not have to None."""
    if isinstance(value, Mapping):
        return {key: _convert_to_json(inner) for key, inner in value.items()}
    if isinstance(value, list | tuple):
        return [_convert_to_json(inner) for inner in value]
    if isinstance(value, float) and not math.isfinite(value):
        return None
    return value
