"""Drawn series in the form that the API returns and a permalink stores."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import orjson
from msgspec import structs

from storagelab.db.models import Phase, Run
from storagelab.domain.metrics import METRICS, TELEMETRY_METRICS
from storagelab.evaluate.series import Drawn, describe_axis, describe_drawn
from storagelab.results.caching import is_over
from storagelab.results.load import build_phase


def describe_run_series(
    run: Run, phases: Sequence[Phase], drawn: Drawn, *, metric: str, direction: str, phase: str
) -> dict[str, object]:
    """Return the fields of `schemas.SeriesData` for a drawn curve, with the buckets still as arrays.

    `phase` is the phase that the client requested.
    """
    axis = describe_axis([build_phase(item) for item in phases], run.verdict)
    return {
        "run_id": run.id,
        "metric": metric,
        "unit": (METRICS.get(metric) or TELEMETRY_METRICS[metric]).unit,
        "direction": direction,
        "phase": phase,
        **structs.asdict(describe_drawn(drawn)),
        **structs.asdict(axis),
        "complete": is_over(run) or all(item.folded_at is not None for item in phases),
    }


def encode_series_answer(answer: Mapping[str, Any]) -> bytes:
    """Return an answer with curves as JSON, without a check of the numbers.

    Validating thousands of numbers that were just computed costs more than computing them.
    """
    return orjson.dumps(answer, default=structs.asdict, option=orjson.OPT_SERIALIZE_NUMPY)
