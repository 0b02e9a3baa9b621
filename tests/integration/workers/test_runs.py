"""Run from the queue to its measurements, and the obstacles on its way."""

from __future__ import annotations

import hashlib
import itertools
import json
from typing import Any

import pytest
from sqlalchemy import func, select
from tests.integration.workers.lab import Lab

from storagelab.analysis.series_codec import decode_series
from storagelab.db.models import (
    Artifact,
    Configuration,
    Job,
    LiveChunk,
    Measurement,
    MeasurementPart,
    Series,
)
from storagelab.domain.telemetry import TELEMETRY_STREAM
from storagelab.results.artifact_store import get_artifact_store


@pytest.mark.in_turn
def test_run_proceeds_from_queue_to_measurements(lab: Lab) -> None:
    server_id = lab.add_local_server()
    lab.start_worker()
    lab.start_reconciler()
    attempt_id = lab.submit(server_id)
    attempt = lab.wait_for_end(attempt_id)
    run = lab.run_of(attempt_id)
    phases = lab.phases_of(attempt_id)

    assert (attempt.state, run.state, run.completeness, attempt.failure_message) == (
        "succeeded",
        "finished",
        "complete",
        None,
    )
    assert [phase.state for phase in phases] == ["finished"] * 4
    assert all(later.t0_ms >= earlier.t1_ms for earlier, later in itertools.pairwise(phases))
    assert lab.started_engines() == 4
    assert lab.leases() == []
    assert lab.server(server_id).state == "ready"
    assert lab.read(lambda session: session.scalars(select(Job.state)).one()) == "finished"
    assert lab.read(lambda session: session.scalars(select(func.count()).select_from(LiveChunk)).one()) == 0

    moves = [event.to_state for event in lab.events_of(attempt_id) if event.kind == "state"]
    assert moves == ["leased", "prepared", "starting", "running", "collecting", "succeeded"]
    assert lab.events_of(attempt_id)[-1].evidence_sha256 is not None

    _check_measurements(lab, phases)
    _check_verdict(run, phases[1])
    _check_artifacts(lab, run)
    _check_telemetry(lab, run, phases, attempt.status["telemetry"])
    _check_configuration(lab, run, server_id)


def _check_measurements(lab: Lab, phases: list[Any]) -> None:
    for phase in phases:
        rows = lab.read(
            lambda session, phase=phase: (
                session.scalars(select(Measurement).where(Measurement.phase_id == phase.id)).one(),
                session.scalars(
                    select(MeasurementPart).join(Measurement).where(Measurement.phase_id == phase.id)
                ).all(),
                session.scalars(select(Series).where(Series.phase_id == phase.id)).all(),
            )
        )
        measurement, parts, series = rows
        assert measurement.ios == sum(part.ios for part in parts) > 0
        assert 0 < measurement.latency_min_ns <= measurement.latency_mean_ns <= measurement.latency_max_ns
        assert 0 < measurement.latency_p50_ns <= measurement.latency_p99_ns <= measurement.latency_p9999_ns
        assert measurement.percentiles_of == "lat"
        assert all(part.bins for part in parts)
        total = next(row for row in series if (row.source, row.metric, row.direction) == ("status", "iops", "total"))
        refined = [row for row in series if row.source == "logs"]
        assert {(row.metric, row.estimated) for row in refined} == {("lat_max", False)}
        assert max(row.value_max for row in refined) == pytest.approx(measurement.latency_max_ns, rel=0.01)
        t_ms, values = decode_series(total.data)
        lengths = [int(end) - int(before) for before, end in zip([0, *t_ms[:-1]], t_ms, strict=True)]
        drawn = sum(value * total.factor * length / 1000 for value, length in zip(values, lengths, strict=True))
        # The curve holds every I/O of the measurement; a few ms between the clocks of both is all that may differ.
        assert abs(drawn - measurement.ios) <= 0.05 * measurement.ios
    mixed = lab.read(
        lambda session: session.scalars(
            select(MeasurementPart.direction).join(Measurement).where(Measurement.phase_id == phases[3].id)
        ).all()
    )
    assert sorted(mixed) == ["read", "write"]


def _check_telemetry(lab: Lab, run: Any, phases: list[Any], telemetry: dict[str, Any]) -> None:
    """Check that every reading of the stored stream is in the curve of its phase, once.

    A file that is on no block device has no readings.
    """
    query = select(Artifact).where(Artifact.run_id == run.id, Artifact.name == TELEMETRY_STREAM)
    artifact = lab.read(lambda session: session.scalars(query).one_or_none())
    if not telemetry["available"]:
        assert artifact is None
        return
    stream = b"".join(get_artifact_store().read_blocks(artifact.storage_key))
    readings = [json.loads(line) for line in stream.splitlines()]
    # The first reading after the first engine start is what the next one is compared with.
    counted = [now for before, now in itertools.pairwise(readings) if before["ms"] >= 0]
    for phase in phases:
        rows = lab.read(
            lambda session, phase=phase: session.scalars(
                select(Series).where(Series.phase_id == phase.id, Series.source == "telemetry")
            ).all()
        )
        expected = [now["ms"] - phase.t0_ms for now in counted if now["phase"] == phase.ordinal]
        times = {(row.metric, row.direction): decode_series(row.data)[0].tolist() for row in rows}
        assert times.get(("cpu", "total"), []) == [moment for moment in expected if moment > 0]
        assert times.get(("iops", "total"), []) == times.get(("cpu", "total"), [])
    left = select(LiveChunk).where(LiveChunk.stream == TELEMETRY_STREAM)
    assert lab.read(lambda session: session.scalars(left).all()) == []


def _check_verdict(run: Any, phase: Any) -> None:
    verdict = run.verdict
    assert verdict["status"] == "steady"
    assert verdict["phase_ordinal"] == phase.ordinal == 2
    assert phase.stop_reason == "steady"
    assert verdict["window"] == [1, 2]
    assert verdict["t0_ms"] == phase.t0_ms
    assert verdict["t1_ms"] == phase.t0_ms + 2000
    assert {badge["code"] for badge in run.badges} == {"file_target", "not_snia_timing"}


def _check_artifacts(lab: Lab, run: Any) -> None:
    artifacts = lab.read(lambda session: session.scalars(select(Artifact).where(Artifact.run_id == run.id)).all())
    names = {artifact.name for artifact in artifacts}
    assert {"spec.json", "phases/01/job.fio", "phases/04/status.json"} <= names
    for artifact in artifacts:
        content = b"".join(get_artifact_store().read_blocks(artifact.storage_key))
        assert (len(content), hashlib.sha256(content).hexdigest()) == (artifact.size_bytes, artifact.sha256)


def _check_configuration(lab: Lab, run: Any, server_id: Any) -> None:
    configuration = lab.read(lambda session: session.get_one(Configuration, run.configuration_id))
    assert configuration.name.startswith("this-machine, file on ")
    assert configuration.snapshot["server"] == str(server_id)
    assert configuration.snapshot["engine_version"] == run.engine_version
    assert configuration.snapshot["target"]["size_bytes"] == 8 << 20
    assert configuration.snapshot["target"]["filesystem"]
