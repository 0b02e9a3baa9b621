"""Telemetry of arrays during a run: their changes, and figures of a part of a phase."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from typing import Any

from sqlalchemy import select

from storagelab.analysis.window_cut import SeenCondition
from storagelab.collectors.md_sysfs import read_state
from storagelab.db.models import Artifact, AttemptEvent, Phase
from storagelab.domain.telemetry import TELEMETRY_STREAM, parse_reading
from storagelab.domain.telemetry_events import ARRAY_STATE_CHANGED
from storagelab.results.artifact_store import get_artifact_store
from storagelab.results.measure import measure_window
from storagelab_workers.attempts.claimed_attempt import AttemptTransaction
from storagelab_workers.attempts.streams import stream_name

#: A stream beyond this would take longer to read again than a step may last.
_LARGEST_STREAM = 512 << 20
_ARRAYS_KEY = b'"md"'


def load_array_moments(tx: AttemptTransaction, axis_shift_ms: int) -> dict[str, list[SeenCondition]]:
    """Return the observations of each array in telemetry, by kernel name, on the run's time axis.

    Empty where no array changed.
    """
    changed = (
        select(AttemptEvent.id)
        .where(
            AttemptEvent.attempt_id == tx.attempt.id,
            AttemptEvent.kind == "telemetry",
            AttemptEvent.evidence["kind"].as_string() == ARRAY_STATE_CHANGED,
        )
        .limit(1)
    )
    if tx.session.scalars(changed).first() is None:
        return {}
    artifact = _stream(tx, TELEMETRY_STREAM)
    if artifact is None:
        return {}
    with get_artifact_store().open(artifact.storage_key or "") as file:
        return parse_array_moments(file, axis_shift_ms)


def parse_array_moments(lines: Iterable[bytes], axis_shift_ms: int = 0) -> dict[str, list[SeenCondition]]:
    """Parse telemetry lines into the observations of each array, by kernel name.

    Times are shifted by `axis_shift_ms`. Everything behind a line that cannot be read is unknown.
    """
    moments: dict[str, list[SeenCondition]] = defaultdict(list)
    for line in lines:
        if _ARRAYS_KEY not in line:
            continue
        try:
            reading = parse_reading(line)
        except ValueError:
            break
        for name, state in reading.arrays.items():
            condition, activity = read_state(state.get("state"), state.get("degraded"), state.get("action"))
            moments[name].append(SeenCondition(reading.ms + axis_shift_ms, condition, activity))
    return dict(moments)


def find_condition_window(conditions: Mapping[str, Any]) -> tuple[float, float] | None:
    """Return the begin and end in ms of the part of a phase in which no array changed its condition.

    None where nothing was cut or nothing is left.
    """
    windows = [array["window"] for array in conditions["arrays"]]
    if not any(window["whole"] is False for window in windows):
        return None
    if any(window["whole"] is None or window["t0_ms"] is None for window in windows):
        return None
    begin, end = max(window["t0_ms"] for window in windows), min(window["t1_ms"] for window in windows)
    return (begin, end) if begin < end else None


def measure_part(tx: AttemptTransaction, phase: Phase, window: tuple[float, float]) -> bool:
    """Measure a phase again over a window of the run's axis in ms; return whether that succeeded.

    The figures of the phase are then those of the window.
    """
    artifact = _stream(tx, stream_name(tx.job.engine, phase.ordinal))
    if artifact is None or artifact.size_bytes > _LARGEST_STREAM or phase.t0_ms is None:
        return False
    begin, end = window[0] - phase.t0_ms, window[1] - phase.t0_ms
    blocks = get_artifact_store().read_blocks(artifact.storage_key or "")
    measured = measure_window(tx.session, run=tx.run, phase=phase, blocks=blocks, t0_ms=begin, t1_ms=end)
    return measured is not None


def _stream(tx: AttemptTransaction, name: str) -> Artifact | None:
    return tx.session.scalars(
        select(Artifact).where(
            Artifact.attempt_id == tx.attempt.id, Artifact.name == name, Artifact.storage_key.is_not(None)
        )
    ).one_or_none()
