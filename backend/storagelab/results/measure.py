"""What a finished phase measured: its parts, all that follows from them, and the conditions they hold under."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from sqlalchemy import select
from sqlalchemy.orm import Session

from storagelab.analysis.parts import merge_parts
from storagelab.analysis.steady_state import SteadyState, rounds_of_curve, sentence, steady_state
from storagelab.db.models import Measurement, MeasurementPart, Phase, Run
from storagelab.domain.lifecycle import was_left_out
from storagelab.domain.samples import DIRECTIONS, JobResult, PartResult
from storagelab.engines.base import Engine, ParseFailed
from storagelab.engines.registry import get_engine
from storagelab.results.bottlenecks import bottleneck_badges
from storagelab.results.curve_verdict import judge_minutes
from storagelab.results.derivation import as_observed, derive, part_columns
from storagelab.results.fold import Interval, PhaseCurve
from storagelab.results.left_out import find_left_out, reused_badges, shortest_round

#: SNIA PTS rounds last a minute; shorter ones are judged by the same rule and say so.
SNIA_ROUND_SECONDS = 60.0
#: Engines stop a little early: a last round that lacks at most this share of itself counts as whole.
_ROUND_TOLERANCE = 0.01

NOT_STEADY = {
    "code": "not_steady",
    "label": "not steady",
    "level": "warn",
    "detail": "The workload that came before had not reached steady state, so these figures may still drift.",
}
NOT_SNIA_TIMING = {
    "code": "not_snia_timing",
    "label": "not SNIA timing",
    "level": "info",
    "detail": "Rounds were shorter than the 60 s of the SNIA PTS; the rule is the same, the patience is not.",
}
FILE_TARGET = {
    "code": "file_target",
    "label": "file, not device",
    "level": "info",
    "detail": "The load went to a file, so the file system and its host are part of what was measured.",
}
SMOKE_SCALE = {
    "code": "smoke",
    "label": "smoke scale",
    "level": "warn",
    "detail": "Every phase lasted seconds, to show that all of it runs: the figures mean nothing.",
}
PARTIAL_DATA = {
    "code": "partial",
    "label": "partial",
    "level": "warn",
    "detail": "The run did not end as planned; what had been measured until then is kept.",
}


def measure_phase(session: Session, *, run: Run, phase: Phase, output: bytes) -> Measurement | None:
    """Store what the last document in `output` says of the phase; None when there is none that can be understood."""
    try:
        jobs = get_engine(run.engine or "fio").parse(output).jobs
    except ParseFailed:
        return None
    parts = _parts(jobs)
    if not parts:
        return None
    cpu = [job.cpu for job in jobs]
    return _store(session, run=run, phase=phase, parts=parts, cpu=cpu)


def measure_window(
    session: Session, *, run: Run, phase: Phase, blocks: Iterable[bytes], t0_ms: float, t1_ms: float
) -> Measurement | None:
    """Measure a phase anew over a part of it, from `t0_ms` to `t1_ms` of its own axis.

    `blocks` are the whole stream of its cumulative documents. None, and nothing changed, when they do not tell what
    happened in that part.
    """
    engine = get_engine(run.engine or "fio")
    try:
        found = engine.cut(_documents(engine, blocks), t0_ms, t1_ms)
    except ParseFailed:
        return None
    parts = {(str(direction), 0): part for direction, part in found.items() if part.ios}
    # The engine's processor time is known for the whole phase only.
    return _store(session, run=run, phase=phase, parts=parts, cpu=()) if parts else None


def _documents(engine: Engine, blocks: Iterable[bytes]) -> Iterator[dict[str, Any]]:
    rest = b""
    for block in blocks:
        rest += block
        batch = engine.read_status(rest)
        rest = rest[batch.consumed_bytes :]
        yield from batch.documents


def _store(
    session: Session,
    *,
    run: Run,
    phase: Phase,
    parts: Mapping[tuple[str, int], PartResult],
    cpu: Iterable[dict[str, float]],
) -> Measurement:
    known = session.scalars(select(Measurement).where(Measurement.phase_id == phase.id)).one_or_none()
    if known is not None:
        session.delete(known)
        session.flush()
    measurement = Measurement(
        run_id=run.id,
        phase_id=phase.id,
        engine=run.engine or "fio",
        block_bytes=phase.block_bytes,
        read_percent=phase.read_percent,
        random_percent=phase.random_percent,
        threads=phase.threads,
        queue_depth=phase.queue_depth,
        outstanding_ios=phase.outstanding_ios,
        offered_iops=phase.offered_iops,
        **derive(
            merge_parts([as_observed(part) for part in parts.values()]),
            outstanding_ios=phase.outstanding_ios,
            offered_iops=phase.offered_iops,
        ),
        value_kind="exact",
        **_conditions(session, run, phase),
    )
    left_out = find_left_out(session, run_id=run.id) if phase.kind == "measure" else []
    measurement.badges = [
        *measurement_badges(run, measurement, left_out=[each for each in left_out if each.ordinal < phase.ordinal]),
        *bottleneck_badges(cpu, little_ratio=measurement.little_ratio),
    ]
    session.add(measurement)
    session.flush()
    session.add_all(
        MeasurementPart(
            measurement_id=measurement.id,
            direction=direction,
            group=group,
            **part_columns(as_observed(part)),
        )
        for (direction, group), part in parts.items()
    )
    return measurement


def judge_steady_state(phase: Phase, curve: PhaseCurve) -> dict[str, Any] | None:
    """The verdict on a phase that was to become steady, or whose minutes count; None for any other phase."""
    rule = phase.stop
    if rule.get("judged"):
        ends = [float(interval.t_ms) for interval in curve.intervals]
        lengths = [end - before for end, before in zip(ends, [0.0, *ends], strict=False)]
        ios = [float(interval.ios) for interval in curve.intervals]
        return judge_minutes(ends, lengths, ios, t0_ms=phase.t0_ms, phase_ordinal=phase.ordinal)
    if rule.get("kind") != "steady":
        return None
    round_ms = rule["round_seconds"] * 1000
    limits = {name: rule[name] for name in ("window", "range_limit", "slope_limit")}
    rounds = _rounds(curve.intervals, round_ms)
    result = steady_state(rounds, max_rounds=rule["max_rounds"], **limits)
    return {
        "status": result.status,
        "metric": rule.get("metric", "iops"),
        "round_seconds": rule["round_seconds"],
        "window": list(result.measurement_window) if result.measurement_window else None,
        "first_steady_round": result.first_steady_round,
        "average": result.result_average,
        **_window_figures(result),
        "range_limit_pct": 100 * limits["range_limit"],
        "slope_limit_pct": 100 * limits["slope_limit"],
        "rounds": rounds[: rule["max_rounds"]],
        "sentence": sentence(result, **limits),
        **_window_times(phase, result, round_ms),
        "phase_ordinal": phase.ordinal,
    }


def measurement_badges(run: Run, measurement: Measurement, *, left_out: Sequence[Phase] = ()) -> list[dict[str, Any]]:
    """What a reader must know before using the numbers of one phase; `left_out` are the phases not done before it."""
    badges = []
    if measurement.steady is False:
        badges.append(NOT_STEADY)
    if measurement.steady is not None and _rounds_are_short(run, left_out):
        badges.append(NOT_SNIA_TIMING)
    return [*badges, *reused_badges(left_out)]


def run_badges(run: Run, *, target_kind: str, left_out: Sequence[Phase] = ()) -> list[dict[str, Any]]:
    """What a reader must know before using any number of the run."""
    badges = []
    if run.scale == "smoke":
        badges.append(SMOKE_SCALE)
    if run.data == "partial":
        badges.append(PARTIAL_DATA)
    if target_kind == "file":
        badges.append(FILE_TARGET)
    if run.verdict is not None and run.verdict["status"] != "steady":
        badges.append(NOT_STEADY)
    if _rounds_are_short(run, left_out):
        badges.append(NOT_SNIA_TIMING)
    return [*badges, *reused_badges(left_out)]


def _parts(jobs: Sequence[JobResult]) -> dict[tuple[str, int], PartResult]:
    """Direction and group of everything that did I/O in the last document."""
    return {
        (direction, job.group): job.parts[direction]
        for job in jobs
        for direction in DIRECTIONS
        if direction in job.parts
    }


def _conditions(session: Session, run: Run, phase: Phase) -> dict[str, Any]:
    """Whether a measuring phase was preconditioned, and whether that had become steady; unknown for the others.

    A phase that was left out counts as done: the drives were what it would have made of them, by another run's verdict.
    """
    if phase.kind != "measure":
        return {"preconditioned": None, "steady": None}
    before = session.scalars(
        select(Phase).where(Phase.run_id == run.id, Phase.ordinal < phase.ordinal, Phase.kind == "precondition")
    ).all()
    reused = [each for each in before if was_left_out(each.state, each.stop_reason)]
    preconditioned = bool(before) and all(each.state == "finished" or each in reused for each in before)
    steady = run.verdict["status"] == "steady" if run.verdict is not None else None
    if steady is None and shortest_round(reused) is not None:
        steady = True
    return {"preconditioned": preconditioned, "steady": steady}


def _rounds(intervals: tuple[Interval, ...], round_ms: float) -> list[float | None]:
    """IOPS of each whole round. The intervals are laid end to end, and a last one that is barely short is stretched."""
    if not intervals:
        return []
    ends = [float(interval.t_ms) for interval in intervals]
    lengths = [end - before for end, before in zip(ends, [0.0, *ends[:-1]], strict=True)]
    ios = [float(interval.ios) for interval in intervals]
    missing = math.ceil(ends[-1] / round_ms) * round_ms - ends[-1]
    if 0 < missing <= _ROUND_TOLERANCE * round_ms:
        ios[-1] *= (lengths[-1] + missing) / lengths[-1]
        lengths[-1] += missing
        ends[-1] += missing
    return rounds_of_curve(ends, lengths, ios, round_ms)


def _window_figures(result: SteadyState) -> dict[str, float | None]:
    window = result.reported_window
    return {
        "range_pct": window.range_pct if window is not None else None,
        "slope_pct": window.slope_excursion_pct if window is not None else None,
    }


def _window_times(phase: Phase, result: SteadyState, round_ms: float) -> dict[str, int | None]:
    """The measurement window on the run's time axis."""
    if result.measurement_window is None or phase.t0_ms is None:
        return {"t0_ms": None, "t1_ms": None}
    first, last = result.measurement_window
    return {"t0_ms": round(phase.t0_ms + (first - 1) * round_ms), "t1_ms": round(phase.t0_ms + last * round_ms)}


def _rounds_are_short(run: Run, left_out: Sequence[Phase]) -> bool:
    shortest = shortest_round(left_out)
    judged = run.verdict is not None and (run.verdict.get("round_seconds") or 0) < SNIA_ROUND_SECONDS
    return judged or (shortest is not None and shortest < SNIA_ROUND_SECONDS)
