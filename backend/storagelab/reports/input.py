"""Reads what the report of a run is made from; the number of queries does not grow with the run."""

from __future__ import annotations

import uuid
from collections.abc import Sequence
from itertools import groupby
from typing import Any

from sqlalchemy import ColumnElement, and_, select
from sqlalchemy.orm import Session

from storagelab.analysis.latency_slices import merge_slices, unpack_slices
from storagelab.analysis.packing import TELEMETRY
from storagelab.analysis.reports.figures import ReportCurve, ReportInput, Tail, Test
from storagelab.db.models import Attempt, Job, LatencyOverTime, Phase, Run, Series
from storagelab.domain.operations import has_new_target
from storagelab.domain.result import PHASE_KINDS, PhaseResult
from storagelab.domain.runner_spec import TargetSpec
from storagelab.evaluate.report_curves import METRICS, build_curves
from storagelab.evaluate.reports import choose_phases, collect_report_points, list_stop_rules, tail_of
from storagelab.reports.header import make_header
from storagelab.results.load import load_bins, load_results
from storagelab.series.queries import stack_series


def read_report_input(session: Session, run: Run, test: Test) -> ReportInput:
    """Read points, curves, rules and header for the test report of a run.

    `run` comes from `results.queries.find_run`.
    """
    # Of the job only its number is loaded with the run, and of the profile only its name.
    job = session.get(Job, run.job_id, populate_existing=True) if run.job_id is not None else None
    (result,) = load_results(session, [run.id], kinds=PHASE_KINDS, parts=True)
    chosen = choose_phases(result.phases, test)
    capacity = read_capacity(session, run, job)
    return ReportInput(
        test=test,
        points=collect_report_points(
            chosen.phases,
            load_bins(session, run.id, [phase.ordinal for phase in chosen.with_bins]),
            _read_processor(session, run.id, chosen.phases) if test == "dirth" else {},
        ),
        curves=_read_curves(session, run.id, chosen.with_curves),
        tails=_read_tails(session, run.id, chosen.with_tails),
        rules=list_stop_rules(list_job_loops(job), chosen.outside),
        capacity_bytes=capacity,
        header=tuple(make_header(run, job, result.phases, capacity)),
    )


def _is_phase_in(run_id: uuid.UUID, phases: Sequence[PhaseResult]) -> ColumnElement[bool]:
    return and_(Phase.run_id == run_id, Phase.ordinal.in_([phase.ordinal for phase in phases]))


def _read_processor(session: Session, run_id: uuid.UUID, phases: Sequence[PhaseResult]) -> dict[int, float | None]:
    """Read the mean processor time of the server in each phase, by ordinal.

    Phases without telemetry of the processor are absent.
    """
    query = select(Phase.ordinal, Series.value_mean).join(Phase, Phase.id == Series.phase_id)
    of_processor = query.where(Series.source == TELEMETRY, Series.metric == "cpu")
    return {row.ordinal: row.value_mean for row in session.execute(of_processor.where(_is_phase_in(run_id, phases)))}


def _read_curves(session: Session, run_id: uuid.UUID, phases: Sequence[PhaseResult]) -> dict[int, ReportCurve]:
    """Read the curves of the phases that have stored samples, by ordinal.

    One query reads all curves, none runs without phases.
    """
    if not phases:
        return {}
    rows = session.execute(
        select(Series, Phase.ordinal)
        .join(Phase, Phase.id == Series.phase_id)
        .where(_is_phase_in(run_id, phases))
        .where(Series.job == 0, Series.metric.in_(METRICS), Series.source != TELEMETRY)
    ).all()
    ordinals = {row.Series.phase_id: row.ordinal for row in rows}
    return build_curves(phases, stack_series((row.Series for row in rows), ordinals))


def _read_tails(session: Session, run_id: uuid.UUID, phases: Sequence[PhaseResult]) -> dict[int, Tail]:
    """Read the far latency percentile over time of the phases, by ordinal, in one query; none without phases.

    Phases without stored histograms over time are absent.
    """
    if not phases:
        return {}
    rows = session.execute(
        select(Phase.ordinal, LatencyOverTime.times, LatencyOverTime.data)
        .join(Phase, Phase.id == LatencyOverTime.phase_id)
        .where(_is_phase_in(run_id, phases))
        .order_by(Phase.ordinal, LatencyOverTime.direction)
    ).all()
    return {
        ordinal: tail_of(merge_slices([unpack_slices(row.times, row.data) for row in directions]))
        for ordinal, directions in groupby(rows, key=lambda row: row.ordinal)
    }


def read_capacity(session: Session, run: Run, job: Job | None) -> int | None:
    """Return the maximum bytes that the load of a run addressed.

    Returns None where a preparation made the target, or its size is unknown.
    """
    if job is None or has_new_target(job.preparation):
        return None
    spec = session.scalar(
        select(Attempt.spec).where(Attempt.run_id == run.id).order_by(Attempt.ordinal.desc()).limit(1)
    )  # fmt: skip
    target: TargetSpec = (spec.get("target") if spec is not None else None) or {"kind": "file"}
    if target["kind"] == "devices":
        sizes = [device.get("size_bytes") or 0 for device in target.get("devices") or []]
        return min(sizes) * len(sizes) if sizes and all(sizes) else None
    size = target.get("size_bytes") or job.target.get("size_bytes")
    return int(size) if size else None


def list_job_loops(job: Job | None) -> list[dict[str, Any]]:
    """Return the rules of the loops of a job, as `LoopRule.to_json` gives them."""
    return list(job.plan.get("loops") or []) if job is not None else []
