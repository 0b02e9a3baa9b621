"""Measurement of a finished phase: its parts, derived figures, and their conditions."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from sqlalchemy import delete, select
from sqlalchemy.orm import Session

from storagelab.analysis.parts import merge_parts
from storagelab.analysis.rounds import LEVEL_LIMIT
from storagelab.analysis.steady_state import SteadyState, compute_curve_rounds, format_verdict, judge_steadiness
from storagelab.db.models import Measurement, MeasurementPart, Phase, Run
from storagelab.domain.lifecycle import ENGINE_FAILED, NOT_NEEDED, TIME_LIMIT, PhaseState, was_left_out
from storagelab.domain.loops import LoopRule
from storagelab.domain.samples import ObservedPart
from storagelab.engines.base import Engine, ParseFailed
from storagelab.engines.registry import get_engine
from storagelab.evaluate.phase_samples import PhaseCurve, PhaseInterval
from storagelab.results.bottlenecks import list_bottleneck_badges
from storagelab.results.contradictions import rate_badges
from storagelab.results.curve_verdict import judge_minutes
from storagelab.results.derivation import build_part_columns, collect_job_parts, derive, find_mixed_total
from storagelab.results.loop_verdict import METRICS, judge_loops
from storagelab.results.offered_load import load_badges
from storagelab.results.skipped_phases import find_left_out, find_shortest_round, list_reused_badges

#: SNIA PTS rounds last a minute; shorter rounds are judged by the same rule and marked as shorter.
SNIA_ROUND_SECONDS = 60.0
#: Engines stop a little early: a last round that lacks at most this share of itself counts as whole.
_ROUND_TOLERANCE = 0.01

NOT_STEADY = {
    "code": "not_steady",
    "label": "not steady",
    "level": "warn",
    "detail": "The preceding workload had not reached steady state, so these values may still drift.",
}
NOT_SNIA_TIMING = {
    "code": "not_snia_timing",
    "label": "not SNIA timing",
    "level": "info",
    "detail": "Rounds are shorter than the 60 s that SNIA requires.",
}
CONDITIONING_CUT_SHORT = {
    "code": "conditioning_cut_short",
    "label": "limit reached before",
    "level": "warn",
    "detail": "A phase that fills or conditions the target reached its time limit before its volume was written.",
}
FILE_TARGET = {
    "code": "file_target",
    "label": "file, not device",
    "level": "info",
    "detail": "The load went to a file, so the file system and its host are part of what was measured.",
}
SMOKE_SCALE = {
    "code": "smoke",
    "label": "short test",
    "level": "warn",
    "detail": "Short test: seconds per phase, not a measurement.",
}
ESTIMATED_PERCENTILES = {
    "code": "estimated_percentiles",
    "label": "Percentiles estimated",
    "level": "info",
    "detail": "The engine counts latencies in wide buckets. Percentiles are interpolated within them.",
}
WHOLE_FILES = {
    "code": "whole_files",
    "label": "whole files",
    "level": "info",
    "detail": "An I/O is a whole file here: IOPS are files per second, and a response time is the time of one file.",
}
PARTIAL_DATA = {
    "code": "partial",
    "label": "partial",
    "level": "warn",
    "detail": "The run did not end as planned. The data measured until then are kept.",
}


def measure_phase(
    session: Session, *, run: Run, phase: Phase, output: bytes, histogram: bytes = b""
) -> Measurement | None:
    """Store and return the measurement of a phase from the last document in `output`.

    `histogram` is the page with response times that some engines write beside it. Returns None when no document can be
    parsed or the phase did no I/O. A phase whose engine or drive failed has no measurement: its samples show the time
    until then, and its last document counts what followed as well.
    """
    if phase.state == PhaseState.FAILED and phase.stop_reason == ENGINE_FAILED:
        return None
    try:
        jobs = get_engine(run.engine or "fio").parse(output, histogram=histogram).jobs
    except ParseFailed:
        return None
    parts = collect_job_parts(jobs)
    if not parts:
        return None
    cpu = [job.cpu for job in jobs]
    return _store(session, run=run, phase=phase, parts=parts, cpu=cpu, mixed=find_mixed_total(jobs))


def measure_window(
    session: Session, *, run: Run, phase: Phase, blocks: Iterable[bytes], t0_ms: float, t1_ms: float
) -> Measurement | None:
    """Measure a phase again over a part of it, from `t0_ms` to `t1_ms` of the phase's own axis.

    `blocks` are the whole stream of the phase's cumulative documents. Returns None, and changes nothing, when the
    documents do not show what happened in that part.
    """
    engine = get_engine(run.engine or "fio")
    try:
        by_direction = engine.cut(_iterate_documents(engine, blocks), t0_ms, t1_ms)
    except ParseFailed:
        return None
    parts = {(str(direction), 0): part for direction, part in by_direction.items() if part.ios}
    # The engine's processor time is known for the whole phase only.
    return _store(session, run=run, phase=phase, parts=parts, cpu=()) if parts else None


def _iterate_documents(engine: Engine, blocks: Iterable[bytes]) -> Iterator[dict[str, Any]]:
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
    parts: Mapping[tuple[str, int], ObservedPart],
    cpu: Iterable[dict[str, float]],
    mixed: ObservedPart | None = None,
) -> Measurement:
    """Store the measurement of a phase in place of an earlier one, with its parts and badges.

    The engine's own figures of all directions, `mixed`, take precedence over computed ones.
    """
    whole = mixed if mixed is not None else merge_parts(list(parts.values()))
    # The database removes its parts with it.
    session.execute(delete(Measurement).where(Measurement.phase_id == phase.id))
    before = _list_preparing_phases(session, phase) if phase.kind == "measure" else []
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
            whole,
            # With waits between bursts, a load has fewer requests in flight than its setting states.
            outstanding_ios=None if phase.workload.get("bursts") else phase.outstanding_ios,
            offered_iops=phase.offered_iops,
        ),
        value_kind="exact",
        **_judge_conditions(run, phase, before),
    )
    left_out = find_left_out(session, run_id=run.id) if phase.kind == "measure" else []
    measurement.badges = [
        *list_measurement_badges(
            run, measurement, left_out=[skipped for skipped in left_out if skipped.ordinal < phase.ordinal]
        ),
        *([CONDITIONING_CUT_SHORT] if _is_cut_short(before) else []),
        *([WHOLE_FILES] if phase.workload.get("file_set") else []),
        *([ESTIMATED_PERCENTILES] if whole.percentiles_estimated and measurement.percentiles_of else []),
        *list_bottleneck_badges(cpu, little_ratio=measurement.little_ratio),
        *_rate_badges(phase, measurement),
        *load_badges(phase.workload.get("load_percent"), phase.offered_iops, measurement.iops),
    ]
    session.add(measurement)
    session.flush()
    session.add_all(
        MeasurementPart(
            measurement_id=measurement.id,
            direction=direction,
            group=group,
            **build_part_columns(part),
        )
        for (direction, group), part in parts.items()
    )
    return measurement


def judge_steady_state(
    phase: Phase, curve: PhaseCurve, *, engine: str = "fio", level_limit: float | None = LEVEL_LIMIT
) -> dict[str, Any] | None:
    """Return the steady-state verdict on a phase from its curve.

    Returns None for a phase without a steady-state rule that is not judged by minutes either. The rounds begin where
    the ramp of the phase ends, as they do for the runner that stops the phase. `level_limit` is as in `judge_minutes`.
    """
    rule = phase.stop
    ramp_ms = _compute_ramp_ms(phase, curve, whole=get_engine(engine).ramp_is_intervals)
    intervals = _list_intervals_from(ramp_ms, curve.intervals)
    t0_ms = None if phase.t0_ms is None else phase.t0_ms + ramp_ms
    if rule.get("judged"):
        ends = [float(interval.t_ms) for interval in intervals]
        lengths = [end - before for end, before in zip(ends, [0.0, *ends], strict=False)]
        ios = [float(interval.ios) for interval in intervals]
        return judge_minutes(ends, lengths, ios, t0_ms=t0_ms, phase_ordinal=phase.ordinal, level_limit=level_limit)
    if rule.get("kind") != "steady":
        return None
    round_ms = rule["round_seconds"] * 1000
    limits = {"range_limit": rule["range_limit"], "slope_limit": rule["slope_limit"]}
    spacing, metric = rule.get("spacing", 1), rule.get("metric", "iops")
    rounds = _compute_round_values(intervals, round_ms, metric)[spacing - 1 :: spacing]
    result = judge_steadiness(rounds, window=rule["window"], max_rounds=rule["max_rounds"], **limits)
    return {
        "status": result.status,
        "metric": METRICS[metric],
        "round_seconds": rule["round_seconds"],
        **({"round_spacing_seconds": spacing * rule["round_seconds"]} if spacing > 1 else {}),
        "window": list(result.measurement_window) if result.measurement_window else None,
        "first_steady_round": result.first_steady_round,
        "average": result.result_average,
        **result.describe_window(),
        "range_limit_pct": 100 * limits["range_limit"],
        "slope_limit_pct": 100 * limits["slope_limit"],
        "rounds": rounds[: rule["max_rounds"]],
        "sentence": format_verdict(result, window=rule["window"], **limits),
        **_compute_window_times(t0_ms, result, round_ms, spacing),
        "phase_ordinal": phase.ordinal,
    }


def settle_loops(session: Session, *, run: Run, rules: Sequence[LoopRule], over: bool = False) -> None:
    """Judge the ended loops of a run, and store in their measurements whether the load was steady.

    `over` means that nothing more will run.
    """
    phases = judge_loops(session, run=run, rules=rules, over=over)
    if not phases:
        return
    counts = {phase.id: phase for phase in phases}
    steady = {loop["name"]: loop["status"] == "steady" for loop in (run.verdict or {})["loops"]}
    codes = {NOT_STEADY["code"], NOT_SNIA_TIMING["code"]}
    for measurement in session.scalars(select(Measurement).where(Measurement.phase_id.in_(counts))):
        phase = counts[measurement.phase_id]
        measurement.steady = bool(phase.in_measurement_window) and steady[phase.loop or ""]
        others = [badge for badge in measurement.badges if badge["code"] not in codes]
        measurement.badges = [*list_measurement_badges(run, measurement), *others]


def list_measurement_badges(
    run: Run, measurement: Measurement, *, left_out: Sequence[Phase] = ()
) -> list[dict[str, Any]]:
    """Return the badges of one measurement on steady state, round length and reused preparation.

    `left_out` are the phases before it that were left out.
    """
    badges = []
    if measurement.steady is False:
        badges.append(NOT_STEADY)
    if measurement.steady is not None and _has_short_rounds(run, left_out):
        badges.append(NOT_SNIA_TIMING)
    return [*badges, *list_reused_badges(left_out)]


def run_badges(run: Run, *, target_kind: str, left_out: Sequence[Phase] = ()) -> list[dict[str, Any]]:
    """Return the badges that apply to every figure of a run.

    They are on scale, completeness, file target, steady state, round length and reused preparation. `left_out` are the
    phases of the run that were left out.
    """
    badges = []
    if run.scale == "smoke":
        badges.append(SMOKE_SCALE)
    if run.completeness == "partial":
        badges.append(PARTIAL_DATA)
    if target_kind == "file":
        badges.append(FILE_TARGET)
    if run.verdict is not None and run.verdict["status"] != "steady":
        badges.append(NOT_STEADY)
    if _has_short_rounds(run, left_out):
        badges.append(NOT_SNIA_TIMING)
    return [*badges, *list_reused_badges(left_out)]


def _rate_badges(phase: Phase, measurement: Measurement) -> list[dict[str, Any]]:
    """Return the badge of a measurement whose throughput contradicts its IOPS and block sizes.

    It covers runs whose runners did not compare bytes with I/Os, and cancelled phases. Phases with a file set have
    none.
    """
    if phase.workload.get("file_set"):
        # An I/O is a whole file there.
        return []
    sizes = [int(size["bytes"]) for size in phase.workload.get("block_sizes") or ()]
    figures = {name: getattr(measurement, name) for name in ("ios", "iops", "bandwidth_bytes_per_s")}
    return rate_badges(figures, sizes, outstanding_ios=phase.outstanding_ios)


def _list_preparing_phases(session: Session, phase: Phase) -> list[Phase]:
    """Return the earlier phases of a phase's run that were to fill or condition its target."""
    rows = session.scalars(
        select(Phase).where(
            Phase.run_id == phase.run_id, Phase.ordinal < phase.ordinal, Phase.kind.in_(("fill", "precondition"))
        )
    )
    return [row for row in rows if row.stop_reason != NOT_NEEDED]


def _is_cut_short(before: Sequence[Phase]) -> bool:
    return any(earlier.stop_reason == TIME_LIMIT for earlier in before)


def _judge_conditions(run: Run, phase: Phase, before: Sequence[Phase]) -> dict[str, Any]:
    """Return `preconditioned` and `steady` for a measuring phase; both are None for other phases.

    A phase that was left out counts as done: the drives were in its target state, by another run's verdict. A phase
    that reached its time limit before its volume does not count.
    """
    if phase.kind != "measure":
        return {"preconditioned": None, "steady": None}
    conditioning = [earlier for earlier in before if earlier.kind == "precondition"]
    reused = [earlier for earlier in conditioning if was_left_out(earlier.state, earlier.stop_reason)]
    done = all(earlier.state == "finished" or earlier in reused for earlier in conditioning)
    preconditioned = bool(conditioning) and done and not _is_cut_short(before)
    steady = run.verdict["status"] == "steady" if run.verdict is not None else None
    if steady is None and find_shortest_round(reused) is not None:
        steady = True
    return {"preconditioned": preconditioned, "steady": steady}


def _compute_ramp_ms(phase: Phase, curve: PhaseCurve, *, whole: bool) -> int:
    """Return the end of a phase's ramp on its curve in ms, 0 without a ramp.

    With `whole` it is the end of the interval in which the ramp ends, for engines that count the ramp in intervals.
    Other engines count no response times during the ramp. Where the first interval has some, the ramp was over before
    it began.
    """
    ramp_ms = round(1000 * (phase.ramp_seconds or 0))
    if not ramp_ms or not curve.intervals:
        return 0
    if whole:
        return max(
            (interval.t_ms for interval in curve.intervals if interval.t_ms - interval.dt_ms < ramp_ms), default=0
        )
    return 0 if curve.intervals[0].waited_ns else ramp_ms


def _list_intervals_from(begin_ms: int, intervals: tuple[PhaseInterval, ...]) -> tuple[PhaseInterval, ...]:
    """Return the intervals that end after `begin_ms`, on a time axis that begins there."""
    if not begin_ms:
        return intervals
    return tuple(replace(interval, t_ms=interval.t_ms - begin_ms) for interval in intervals if interval.t_ms > begin_ms)


def _compute_round_values(intervals: tuple[PhaseInterval, ...], round_ms: float, metric: str) -> list[float | None]:
    """Return the value of a stop rule's metric in each whole round: a rate per second or a latency.

    None is a round without a value.
    """
    ios = _compute_round_rates(intervals, round_ms, [float(interval.ios) for interval in intervals])
    if metric == "bytes_per_s":
        return _compute_round_rates(intervals, round_ms, [float(interval.bytes) for interval in intervals])
    if metric == "latency":
        waited = _compute_round_rates(intervals, round_ms, [interval.waited_ns for interval in intervals])
        return [time / count if time is not None and count else None for time, count in zip(waited, ios, strict=True)]
    return ios


def _compute_round_rates(
    intervals: tuple[PhaseInterval, ...], round_ms: float, amounts: list[float]
) -> list[float | None]:
    """Return an amount per second in each whole round; `amounts` has one value for each interval.

    The intervals are laid end to end, and a last one that is barely short is stretched.
    """
    if not intervals:
        return []
    ends = [float(interval.t_ms) for interval in intervals]
    lengths = [end - before for end, before in zip(ends, [0.0, *ends[:-1]], strict=True)]
    missing = math.ceil(ends[-1] / round_ms) * round_ms - ends[-1]
    if 0 < missing <= _ROUND_TOLERANCE * round_ms:
        amounts[-1] *= (lengths[-1] + missing) / lengths[-1]
        lengths[-1] += missing
        ends[-1] += missing
    return compute_curve_rounds(ends, lengths, amounts, round_ms)


def _compute_window_times(
    t0_ms: int | None, result: SteadyState, round_ms: float, spacing: int
) -> dict[str, int | None]:
    """Return begin and end of the measurement window on the run's time axis, as `t0_ms` and `t1_ms`.

    Both are None without a window.
    """
    if result.measurement_window is None or t0_ms is None:
        return {"t0_ms": None, "t1_ms": None}
    first, last = result.measurement_window
    return {
        "t0_ms": round(t0_ms + (first * spacing - 1) * round_ms),
        "t1_ms": round(t0_ms + last * spacing * round_ms),
    }


def _has_short_rounds(run: Run, left_out: Sequence[Phase]) -> bool:
    shortest = find_shortest_round(left_out)
    judged = run.verdict is not None and (run.verdict.get("round_seconds") or 0) < SNIA_ROUND_SECONDS
    return judged or (shortest is not None and shortest < SNIA_ROUND_SECONDS)
