"""Runs whose numbers the lab computed from raw files, and the verification of shares of them."""

from __future__ import annotations

import io
import json
from dataclasses import asdict, replace
from functools import lru_cache
from itertools import product
from pathlib import Path
from typing import Any

from sqlalchemy import select
from starlette.testclient import TestClient
from tests.factories import LONG_AGO, Factory
from tests.integration.shares.sharing import path_of
from tests.result_factories import add_chunk, make_artifact

from storagelab.analysis.latency_slices import pack_histograms
from storagelab.config import CHECKOUT
from storagelab.db.models import Attempt, LiveChunk, Phase, Run
from storagelab.domain.telemetry import TELEMETRY_STREAM
from storagelab.domain.workload import BlockSize, Workload
from storagelab.engines import fio
from storagelab.results.compaction import fold_phase
from storagelab.results.latency_over_time import store_over_time
from storagelab.results.measure import judge_steady_state, measure_phase
from storagelab.results.queries import list_phases
from storagelab.results.telemetry import fold_telemetry
from storagelab.results.telemetry_digest import digest_readings
from storagelab.shares.archive.reading import ShareZip, open_zip
from storagelab.shares.pictures import BUNDLE
from storagelab.shares.verification.check import check_share
from storagelab.shares.verification.child import start_chart_code
from storagelab.shares.verification.curves import read_samples
from storagelab.shares.verification.outcome import describe_outcome

FIO = CHECKOUT / "tests" / "data" / "fio"
STATUS = FIO / "status-mixed-3.33.json"


def make_measured_run(
    make: Factory,
    *,
    status: Path = STATUS,
    depths: tuple[int, ...] = (1, 16),
    blocks: tuple[int, ...] = (4096,),
    **values: Any,
) -> Run:
    """Return a run of ours, whose phases have status documents, series and measurement of one real file.

    It has a phase for each depth of each block size.
    """
    output = status.read_bytes()
    run = make.run(make.job(), state="finished", completeness="complete", started_at=LONG_AGO, engine="fio", **values)
    attempt = make.attempt(run, state="succeeded", started_at=LONG_AGO)
    for ordinal, (block, depth) in enumerate(product(blocks, depths), 1):
        workload = Workload((BlockSize(block),), read_percent=70, random_percent=100, queue_depth=depth)
        phase = make.phase(
            run, ordinal=ordinal, name=f"{block >> 10}K mixed, depth {depth}", state="finished", t0_ms=10_000 * ordinal,
            t1_ms=10_000 * ordinal + 4000, workload=workload.to_json(), read_percent=70, random_percent=100,
            threads=1, queue_depth=depth, outstanding_ios=depth, block_bytes=block,
            stop={"kind": "steady", "round_seconds": 1, "window": 3, "range_limit": 0.2, "slope_limit": 0.1,
                  "max_rounds": 25} if ordinal == 1 else {},
        )  # fmt: skip
        samples = [_as_json(sample) for sample in read_samples(fio, output)]  # type: ignore[arg-type]
        add_chunk(make, attempt, phase, samples)
        curve = fold_phase(make.session, phase=phase, attempt_id=attempt.id, now=LONG_AGO)
        verdict = judge_steady_state(phase, curve)
        run.verdict = verdict or run.verdict
        assert measure_phase(make.session, run=run, phase=phase, output=output) is not None
        make_artifact(make, run, output, name=f"phases/{ordinal:02d}/status.json", phase_id=phase.id)
    make.session.flush()
    return run


def _as_json(sample: Any) -> dict[str, Any]:
    row = asdict(replace(sample, bins=None))
    del row["bins"]
    return row


def _readings(phase: Phase, *, seconds: int) -> bytes:
    """Return one reading a second of one device and two processors, of a phase of `seconds` seconds."""
    begin = phase.t0_ms or 0
    return b"".join(
        json.dumps(
            {
                "ms": begin + 1000 * second + 7,
                "phase": phase.ordinal,
                "dev": {"vda": [900 * second, 0, 7200 * second, 850 * second, *[0] * 5, 990 * second, 850 * second]},
                "cpu": [60 * second, 0, 30 * second, 90 * second, 20 * second, 0, 0, 0],
                "temp_mc": {"vda": 41_000 + 250 * second},
            }
        ).encode()
        + b"\n"
        for second in range(seconds)
    )


def add_readings(make: Factory, run: Run) -> None:
    """Add the telemetry of a run as the lab stores it, with its file."""
    phases = list_phases(make.session, run_id=run.id)
    stream = b"".join(_readings(phase, seconds=6) for phase in phases)
    begins = {phase.ordinal: phase.t0_ms or 0 for phase in phases}
    attempt = make.session.scalars(select(Attempt).where(Attempt.run_id == run.id)).one()
    for stretch in digest_readings(stream, begins=begins).stretches:
        phase = phases[stretch.phase_ordinal - 1]
        make.session.add(
            LiveChunk(
                attempt_id=attempt.id, phase_id=phase.id, stream=TELEMETRY_STREAM, start_offset=stretch.start_offset,
                end_offset=stretch.end_offset, samples=[asdict(sample) for sample in stretch.samples],
            )
        )  # fmt: skip
        make.session.flush()
        fold_telemetry(make.session, phase=phase, attempt_id=attempt.id)
    make_artifact(make, run, stream, name=TELEMETRY_STREAM)
    make.session.flush()


def add_slices(make: Factory, run: Run, status: bytes) -> None:
    """Add the histograms over time of the phases of a run, whose status documents these are."""
    attempt = make.session.scalars(select(Attempt).where(Attempt.run_id == run.id)).one()
    samples = read_samples(fio, status)  # type: ignore[arg-type]
    for phase in list_phases(make.session, run_id=run.id):
        chunk = add_chunk(make, attempt, phase, [_as_json(sample) for sample in samples])
        chunk.histograms = pack_histograms([sample.bins for sample in samples])
        make.session.flush()
        store_over_time(make.session, phase=phase, chunks=[chunk])
        make.session.delete(chunk)
    make.session.flush()


def read_zip(client: TestClient, share: dict[str, Any]) -> ShareZip:
    """Return the zip of a share."""
    answer = client.get(path_of(share) + ".zip")
    assert answer.status_code == 200, answer.text
    return open_zip(io.BytesIO(answer.content))


@lru_cache(maxsize=1)
def _code() -> Any:
    return start_chart_code(CHECKOUT / "frontend" / "dist" / BUNDLE)


def check(
    opened: ShareZip,
    document: dict[str, Any] | None = None,
    parts: dict[str, bytes] | None = None,
    *,
    draws: bool = True,
) -> Any:
    """Return the outcome of checking a zip, or another document in its place with other parts by their hashes."""
    verified_document = opened.document if document is None else document

    def part(sha256: str) -> bytes:
        return (parts or {}).get(sha256) or opened.part(sha256)

    code = _code() if draws else None
    outcome = describe_outcome(check_share(verified_document, part, code=code, hashes=1), document_sha256="", of="zip")
    return json.loads(json.dumps(outcome, allow_nan=False))
