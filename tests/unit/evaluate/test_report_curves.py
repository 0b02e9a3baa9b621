"""Report curves: every I/O of a long interval between status documents counts, pauses of logs do not."""

from __future__ import annotations

import uuid

import numpy as np
import pytest

from storagelab.analysis.packing import LOGS, STATUS, PhaseSeriesKey, build_series_columns
from storagelab.db.models import Series
from storagelab.domain.result import PhaseResult, RequestedLoad
from storagelab.evaluate.report_curves import build_curves
from storagelab.series.queries import stack_series


def read_minutes(source: str) -> tuple[float | None, ...]:
    """Read ten minutes, each of 40 s at 100,000 IOPS and one row at its end with 1,000 IOPS."""
    t_ms = np.concatenate([minute * 60_000 + np.array([*range(1000, 41_000, 1000), 60_000]) for minute in range(10)])
    rates = np.array([*[100_000] * 40, 1000] * 10)
    key = PhaseSeriesKey(uuid.uuid4(), uuid.uuid4(), source, "iops", "total")
    row = Series(**build_series_columns(key, t_ms, rates))
    phase = PhaseResult(
        ordinal=1, name="writes", kind="measure", state="finished", workload={}, t0_ms=0,
        load=RequestedLoad(read_percent=0),
    )  # fmt: skip
    return build_curves([phase], stack_series([row], {key.phase_id: phase.ordinal}))[1].iops


def test_long_status_interval_counts_in_full() -> None:
    assert read_minutes(STATUS) == pytest.approx([67_000.0] * 10)


def test_minute_with_paused_log_is_unknown() -> None:
    assert read_minutes(LOGS) == (None,) * 10
