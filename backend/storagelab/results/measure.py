"""Measurement of a finished phase: its parts, derived figures, and their conditions."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from sqlalchemy import delete, select
from sqlalchemy.orm import Session

from storagelab.analysis.parts import merge_parts
from storagelab.db.models import Measurement, MeasurementPart, Phase, Run
from storagelab.domain.lifecycle import ENGINE_FAILED, NOT_NEEDED, TIME_LIMIT, PhaseState, was_left_out
from storagelab.domain.loops import LoopRule
from storagelab.domain.result import BadgeValues
from storagelab.domain.samples import ObservedPart
from storagelab.engines.base import Engine, ParseFailed
from storagelab.engines.registry import get_engine
from storagelab.evaluate.phase_samples import PhaseCurve
from storagelab.evaluate.steady_state import judge_phase
from storagelab.results.bottlenecks import list_bottleneck_badges
from storagelab.results.contradictions import rate_badges
from storagelab.results.derivation import build_part_columns, collect_job_parts, derive, find_mixed_total
from storagelab.results.load import build_phase
from storagelab.results.loop_verdict import judge_loops
from storagelab.results.offered_load import load_badges
from storagelab.results.skipped_phases import find_left_out, find_shortest_round, list_reused_badges

#: SNIA PTS rounds last a minute; shorter rounds are judged by the same rule and marked as shorter.
SNIA_ROUND_SECONDS = 60.0

NOT_STEADY: BadgeValues = {
    "code": "not_steady",
    "label": "not steady",
    "level": "warn",
    "detail": "The preceding workload had not reached steady state, so these values may still drift.",
}
NOT_SNIA_TIMING: BadgeValues = {
    "code": "not_snia_timing",
    "label": "not SNIA timing",
    "level": "info",
    "detail": "Rounds are shorter than the 60 s that SNIA requires.",
}
CONDITIONING_CUT_SHORT: BadgeValues = {
    "code": "conditioning_cut_short",
    "label": "limit reached before",
    "level": "warn",
    "detail": "A phase that fills or conditions the target reached its time limit before its volume was written.",
}
FILE_TARGET: BadgeValues = {
    "code": "file_target",
    "label": "file, not device",
    "level": "info",
    "detail": "The load went to a file, so the file system and its host are part of what was measured.",
}
SMOKE_SCALE: BadgeValues = {
    "code": "smoke",
    "label": "short test",
    "level": "warn",
    "detail": "Short test: seconds per phase, not a measurement.",
}
ESTIMATED_PERCENTILES: BadgeValues = {
    "code": "estimated_percentiles",
    "label": "Percentiles estimated",
    "level": "info",
    "detail": "The engine counts latencies in wide buckets. Percentiles are interpolated within them.",
}
WHOLE_FILES: BadgeValues = {
    "code": "whole_files",
    "label": "whole files",
    "level": "info",
    "detail": "An I/O is a whole file here: IOPS are files per second, and a response time is the time of one file.",
}
PARTIAL_DATA: BadgeValues = {
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


def _iterate_documents(engine: Engine, blocks: Iterable[bytes]) -> Iterator[dict[str, object]]:
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


def judge_steady_state(phase: Phase, curve: PhaseCurve, *, engine: str = "fio") -> dict[str, object] | None:
    """Return the steady-state verdict on a phase from its curve, as `evaluate.steady_state.judge_phase` does."""
    return judge_phase(build_phase(phase), curve, ramp_is_intervals=get_engine(engine).ramp_is_intervals)


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


def list_measurement_badges(run: Run, measurement: Measurement, *, left_out: Sequence[Phase] = ()) -> list[BadgeValues]:
    """Return the badges of one measurement on steady state, round length and reused preparation.

    `left_out` are the phases before it that were left out.
    """
    badges: list[BadgeValues] = []
    if measurement.steady is False:
        badges.append(NOT_STEADY)
    if measurement.steady is not None and _has_short_rounds(run, left_out):
        badges.append(NOT_SNIA_TIMING)
    return [*badges, *list_reused_badges(left_out)]


def run_badges(run: Run, *, target_kind: str, left_out: Sequence[Phase] = ()) -> list[BadgeValues]:
    """Return the badges that apply to every figure of a run.

    They are on scale, completeness, file target, steady state, round length and reused preparation. `left_out` are the
    phases of the run that were left out.
    """
    badges: list[BadgeValues] = []
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


def _rate_badges(phase: Phase, measurement: Measurement) -> list[BadgeValues]:
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


def _judge_conditions(run: Run, phase: Phase, before: Sequence[Phase]) -> dict[str, object]:
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


def _has_short_rounds(run: Run, left_out: Sequence[Phase]) -> bool:
    shortest = find_shortest_round(left_out)
    judged = run.verdict is not None and (run.verdict.get("round_seconds") or 0) < SNIA_ROUND_SECONDS
    return judged or (shortest is not None and shortest < SNIA_ROUND_SECONDS)
