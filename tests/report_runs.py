"""Runs of the SNIA tests, stored as a lab stores them.

They are the rounds of the real drive, or curves made from a rule.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np
from tests.factories import LONG_AGO, Factory
from tests.pts_rounds import read_rounds
from tests.result_factories import make_measurement

from storagelab.analysis.packing import STATUS, PhaseSeriesKey, build_series_columns
from storagelab.analysis.reports.figures import Test, merge_directions
from storagelab.db.models import MeasurementPart, Phase, Run, Series
from storagelab.domain.loops import format_round_name
from storagelab.domain.samples import ObservedPart
from storagelab.domain.workload import BlockSize, Workload
from storagelab.results.derivation import build_part_columns, derive

GIB = 2**30


def make_report_run(make: Factory, test: Test | None, **values: Any) -> Run:
    """Create a finished run of a profile with this report."""
    profile = make.profile(title=f"SNIA {test}", definition={"report": test} if test else {})
    job = make.job(profile_id=profile.id, state="finished", target={"kind": "file", "path": None, "size_bytes": GIB})
    return make.run(job, **{"state": "finished", "completeness": "complete", "started_at": LONG_AGO} | values)


def add_rounds(make: Factory, run: Run, test: str, *, rounds: int = 5) -> list[Phase]:
    """Add the first rounds of the real IOPS, LAT or TP test as phases of a loop, one after the other."""
    phases = []
    for ordinal, cell in enumerate((cell for cell in read_rounds(test) if cell.round <= rounds), 1):
        phase = add_phase(
            make, run, ordinal, format_round_name(cell.name, cell.round), cell.parts, round=cell.round, loop=test,
            block_bytes=cell.block_bytes, read_percent=cell.read_percent,
        )  # fmt: skip
        phases.append(phase)
    return phases


def add_phase(
    make: Factory,
    run: Run,
    ordinal: int,
    name: str,
    parts: Mapping[str, ObservedPart],
    *,
    block_bytes: int = 4096,
    read_percent: float = 0.0,
    threads: int = 2,
    queue_depth: int = 16,
    **values: Any,
) -> Phase:
    """Add a finished phase with a measurement of these parts; without parts it has no measurement."""
    workload = Workload((BlockSize(block_bytes),), read_percent, 100, threads=threads, queue_depth=queue_depth)
    pattern = {
        "block_bytes": block_bytes, "read_percent": read_percent, "threads": threads, "queue_depth": queue_depth,
        "outstanding_ios": workload.outstanding_ios,
    }  # fmt: skip
    defaults = {"state": "finished", "workload": workload.to_json(), **pattern}
    phase = make.phase(run, ordinal=ordinal, name=name, **{**defaults, **values})
    if parts:
        figures = derive(merge_directions(parts.values()), outstanding_ios=workload.outstanding_ios, offered_iops=None)
        measurement = make_measurement(make, phase, **pattern, **figures)
        for direction, part in parts.items():
            make.session.add(
                MeasurementPart(measurement_id=measurement.id, direction=direction, **build_part_columns(part))
            )
        make.session.flush()
    return phase


def add_curve(
    make: Factory, phase: Phase, minutes: int, iops: Callable[[float], float], *, outstanding: int = 32
) -> None:
    """Store what a phase of writes did, once every 10 s; `iops` is a function of the share of its time."""
    t_ms = np.arange(1, minutes * 6 + 1, dtype=np.int64) * 10_000
    rate = np.array([iops(moment / t_ms[-1]) for moment in t_ms])
    mean = (phase.outstanding_ios or 1) / rate * 1e9
    curves = {
        "iops": rate,
        "bandwidth": rate * (phase.block_bytes or 0),
        "lat_mean": mean,
        "lat_p99": mean * 4,
        "lat_max": mean * 9,
    }
    for metric, values in curves.items():
        key = PhaseSeriesKey(phase.run_id, phase.id, STATUS, metric, "write")
        columns = build_series_columns(key, t_ms, np.rint(values * 1000).astype(np.int64), factor=0.001)
        make.session.add(Series(**columns))
    phase.folded_at = LONG_AGO
    make.session.flush()


def falling(high: float, low: float) -> Callable[[float], float]:
    """Return the course of a burst that settles on a plateau."""
    return lambda share: low + (high - low) * math.exp(-14 * share)


def level(value: float) -> Callable[[float], float]:
    """Return a course with the same value all the time."""
    return lambda _: value


def spans(lengths: Sequence[int]) -> list[tuple[int, int]]:
    """Return begin and end in ms of phases that follow one another; `lengths` are in minutes."""
    ends = [60_000 * sum(lengths[: place + 1]) for place in range(len(lengths))]
    return [(end - 60_000 * length, end) for end, length in zip(ends, lengths, strict=True)]
