"""Telemetry of arrays during a run: their changes, and figures of a part of a phase."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from typing import Any

from sqlalchemy import select

from storagelab.analysis.window_cut import Seen
from storagelab.collectors.md_sysfs import read_state
from storagelab.db.models import Artifact, AttemptEvent, Phase
from storagelab.domain.telemetry import TELEMETRY_STREAM, parse_reading
from storagelab.domain.telemetry_events import ARRAY_STATE_CHANGED
from storagelab.results.artifact_store import get_artifact_store
from storagelab.results.measure import measure_window
from storagelab_workers.attempts.streams import stream_name
from storagelab_workers.attempts.turn import Change

#: A stream beyond this would take longer to read again than a step may last.
_LARGEST_STREAM = 512 << 20
_TELLS_OF_ARRAYS = b'"md"'


def watched(now: Change, axis_shift_ms: int) -> dict[str, list[Seen]]:
    """The moments at which telemetry looked at each array, on the run's axis; nothing where no array changed."""
    changed = (
        select(AttemptEvent.id)
        .where(
            AttemptEvent.attempt_id == now.attempt.id,
            AttemptEvent.kind == "telemetry",
            AttemptEvent.evidence["kind"].as_string() == ARRAY_STATE_CHANGED,
        )
        .limit(1)
    )
    if now.session.scalars(changed).first() is None:
        return {}
    artifact = _stream(now, TELEMETRY_STREAM)
    if artifact is None:
        return {}
    with get_artifact_store().open(artifact.storage_key or "") as file:
        return moments_of(file, axis_shift_ms)


def moments_of(lines: Iterable[bytes], axis_shift_ms: int = 0) -> dict[str, list[Seen]]:
    """Return the moments of each array in the lines of a telemetry stream.

    Everything behind a line that cannot be read is unknown.
    """
    found: dict[str, list[Seen]] = defaultdict(list)
    for line in lines:
        if _TELLS_OF_ARRAYS not in line:
            continue
        try:
            reading = parse_reading(line)
        except ValueError:
            break
        for name, state in reading.arrays.items():
            condition, activity = read_state(state.get("state"), state.get("degraded"), state.get("action"))
            found[name].append(Seen(reading.ms + axis_shift_ms, condition, activity))
    return dict(found)


def window_of(conditions: Mapping[str, Any]) -> tuple[float, float] | None:
    """The part of a phase in which each of its arrays was in one condition; None where nothing was cut or is left."""
    windows = [array["window"] for array in conditions["arrays"]]
    if not any(window["whole"] is False for window in windows):
        return None
    if any(window["whole"] is None or window["t0_ms"] is None for window in windows):
        return None
    begin, end = max(window["t0_ms"] for window in windows), min(window["t1_ms"] for window in windows)
    return (begin, end) if begin < end else None


def measure_part(now: Change, phase: Phase, window: tuple[float, float]) -> bool:
    """Measure a phase again over a part of it on the run's axis; whether its figures are now of that part."""
    artifact = _stream(now, stream_name(now.job.engine, phase.ordinal))
    if artifact is None or artifact.size_bytes > _LARGEST_STREAM or phase.t0_ms is None:
        return False
    begin, end = window[0] - phase.t0_ms, window[1] - phase.t0_ms
    blocks = get_artifact_store().read_blocks(artifact.storage_key or "")
    found = measure_window(now.session, run=now.run, phase=phase, blocks=blocks, t0_ms=begin, t1_ms=end)
    return found is not None


def _stream(now: Change, name: str) -> Artifact | None:
    return now.session.scalars(
        select(Artifact).where(
            Artifact.attempt_id == now.attempt.id, Artifact.name == name, Artifact.storage_key.is_not(None)
        )
    ).one_or_none()
