"""Runs with samples and measurements for tests, folded by the product's own code."""

from __future__ import annotations

import datetime as dt
import itertools
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from tests.factories import LONG_AGO, Factory

from storagelab.db.base import generate_uuid7
from storagelab.db.models import Artifact, Attempt, Configuration, LiveChunk, Measurement, Phase, Run
from storagelab.domain.configuration import compute_class_hash, compute_instance_hash
from storagelab.results.artifact_store import find_media_type, get_artifact_store
from storagelab.results.compaction import fold_phase

Samples = list[dict[str, Any]]
_offsets = itertools.count(1)


@dataclass(frozen=True)
class RunWithSeries:
    """A run, its attempt and phases, and the interval samples of each phase."""

    run: Run
    attempt: Attempt
    phases: list[Phase]
    samples: list[Samples]


def make_samples(points: int, *, step_ms: int = 1000, spike: int | None = None, first: int = 1) -> Samples:
    """Write samples number `first` and following; the one numbered `spike` is 50 times slower and has the least I/O."""
    samples: Samples = []
    for number in range(first, first + points):
        ios = 10 if number == spike else 1000 + number * 37 % 101
        slowness = 50 if number == spike else 1
        mean = float(slowness * (100_000 + number * 53 % 997))
        samples.append(
            {
                "t_ms": number * step_ms,
                "dt_ms": step_ms,
                "direction": "write",
                "ios": ios,
                "bytes": ios * 4096,
                "latency": {"n": ios, "mean": mean, "stddev": mean / 10, "min": None, "max": mean * 4},
                "p99_ns": mean * 2,
                "p999_ns": mean * 3,
            }
        )
    return samples


def make_run_with_series(
    make: Factory,
    *,
    points: Sequence[int] = (60,),
    kinds: Sequence[str] = ("measure",),
    step_ms: int = 1000,
    spike: int | None = None,
    pause_ms: int = 0,
    state: str = "finished",
    folded: bool = True,
    **values: Any,
) -> RunWithSeries:
    """Create a run with as many phases as `points` has numbers, `pause_ms` apart; live unless `folded`."""
    started = LONG_AGO
    run = make.run(make.job(), state=state, completeness="complete", started_at=started, **values)
    attempt = make.attempt(run, state="succeeded" if state == "finished" else "running", started_at=started)
    phases, everything, t0_ms = [], [], 0
    for ordinal, (count, kind) in enumerate(zip(points, kinds, strict=True), start=1):
        t1_ms = t0_ms + count * step_ms
        phase = make.phase(
            run, ordinal=ordinal, kind=kind, name=f"phase {ordinal}", t0_ms=t0_ms, t1_ms=t1_ms if folded else None,
            state="finished" if folded else "running",
        )  # fmt: skip
        samples = make_samples(count, step_ms=step_ms, spike=spike)
        add_chunk(make, attempt, phase, samples)
        if folded:
            fold_phase(make.session, phase=phase, attempt_id=attempt.id, now=started)
        phases.append(phase)
        everything.append(samples)
        t0_ms = t1_ms + pause_ms
    if state == "finished":
        run.finished_at = started + dt.timedelta(milliseconds=t0_ms)
    make.session.flush()
    return RunWithSeries(run, attempt, phases, everything)


def add_chunk(make: Factory, attempt: Attempt, phase: Phase, samples: Samples) -> LiveChunk:
    """Add the samples of one poll."""
    offset = next(_offsets)
    chunk = LiveChunk(
        attempt_id=attempt.id, phase_id=phase.id, stream="status", start_offset=offset, end_offset=offset + 1,
        samples=samples,
    )  # fmt: skip
    make.session.add(chunk)
    make.session.flush()
    return chunk


def make_configuration(make: Factory, name: str, **snapshot: Any) -> Configuration:
    """Create a discovered configuration."""
    configuration = Configuration(
        id=generate_uuid7(), name=name, origin="discovered", snapshot=snapshot,
        class_hash=compute_class_hash(snapshot), instance_hash=compute_instance_hash(snapshot),
    )  # fmt: skip
    make.session.add(configuration)
    make.session.flush()
    return configuration


def make_measurement(make: Factory, phase: Phase, **values: Any) -> Measurement:
    """Create a measurement of a phase under the given conditions."""
    measurement = Measurement(id=generate_uuid7(), run_id=phase.run_id, phase_id=phase.id, engine="fio", **values)
    make.session.add(measurement)
    make.session.flush()
    return measurement


def make_artifact(make: Factory, run: Run, content: bytes, **values: Any) -> Artifact:
    """Create a raw file whose bytes are in the artifact store."""
    stored = get_artifact_store().put([content])
    name = values.get("name", "phases/01/status.json")
    defaults: Mapping[str, Any] = {
        "name": name, "kind": "status", "media_type": find_media_type(name), "size_bytes": stored.size_bytes,
        "sha256": stored.sha256, "storage_key": stored.key,
    }  # fmt: skip
    artifact = Artifact(id=generate_uuid7(), run_id=run.id, **{**defaults, **values})
    make.session.add(artifact)
    make.session.flush()
    return artifact
