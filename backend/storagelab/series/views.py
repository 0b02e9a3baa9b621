"""Drawn series in the form that the API returns and a permalink stores."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from storagelab.db.models import Phase, Run
from storagelab.domain.metrics import METRICS, TELEMETRY_METRICS
from storagelab.results.caching import is_over
from storagelab.series.curve import round_significant
from storagelab.series.queries import Drawn


def describe_series(
    run: Run, phases: Sequence[Phase], drawn: Drawn, *, metric: str, direction: str, phase: str
) -> dict[str, Any]:
    """Return the fields of `schemas.SeriesData` for a drawn curve, with the buckets still as arrays.

    `phase` is the phase that the client requested.
    """
    return {
        "run_id": run.id,
        "metric": metric,
        "unit": (METRICS.get(metric) or TELEMETRY_METRICS[metric]).unit,
        "direction": direction,
        "source": drawn.source,
        "estimated": drawn.estimated,
        "phase": phase,
        "t0_ms": drawn.buckets.t0_ms,
        "step_ms": drawn.buckets.step_ms,
        "min": round_significant(drawn.buckets.minimum),
        "mean": round_significant(drawn.buckets.mean),
        "max": round_significant(drawn.buckets.maximum),
        "intervals": None
        if drawn.intervals is None
        else {"start_ms": drawn.intervals.start_ms, "end_ms": drawn.intervals.end_ms},
        "resolution": drawn.resolution,
        "points": drawn.points,
        "last_ms": drawn.last_ms,
        "complete": is_over(run) or all(item.folded_at is not None for item in phases),
        **describe_axis(run, phases),
    }


def describe_axis(run: Run, phases: Sequence[Phase]) -> dict[str, Any]:
    """Return the marks on the axis of a series: phases, and the measurement window of the verdict."""
    return {
        "phases": [
            {"ordinal": item.ordinal, "name": item.name, "kind": item.kind, "t0_ms": item.t0_ms, "t1_ms": item.t1_ms}
            for item in phases
            if item.t0_ms is not None
        ],
        "steady_window": _find_steady_window(run, phases),
    }


def _find_steady_window(run: Run, phases: Sequence[Phase]) -> dict[str, Any] | None:
    """Return the measurement window of the verdict of `run`, or None if it lies in none of `phases`."""
    verdict = run.verdict or {}
    ordinals = {phase.ordinal for phase in phases}
    if verdict.get("t0_ms") is None or verdict.get("phase_ordinal") not in ordinals:
        return None
    first, last = verdict["window"]
    return {
        "t0_ms": verdict["t0_ms"],
        "t1_ms": verdict["t1_ms"],
        "label": f"Measurement window, rounds {first} to {last}",
    }
