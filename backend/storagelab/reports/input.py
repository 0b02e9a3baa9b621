"""Reads what the report of a run is made from; the number of queries does not grow with the run."""

from __future__ import annotations

import uuid
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import select
from sqlalchemy.orm import Session

from storagelab.analysis.bins import unpack
from storagelab.analysis.packing import TELEMETRY
from storagelab.analysis.reports.figures import ReportInput, ReportPoint, Test, merge_directions
from storagelab.db.models import Attempt, Job, Measurement, MeasurementPart, Phase, Run, Series
from storagelab.domain.lifecycle import PhaseState
from storagelab.domain.loops import LoopRule, parse_round_name
from storagelab.domain.operations import has_new_target
from storagelab.domain.runner_spec import TargetSpec
from storagelab.domain.samples import ObservedPart
from storagelab.reports.curves import read_curves
from storagelab.reports.header import make_header
from storagelab.reports.percentiles import read_tails
from storagelab.results.derivation import read_part_columns
from storagelab.results.queries import list_phases

#: A phase that was stopped half-way is no round, but its curve up to there is worth looking at.
_ROUNDS = (PhaseState.FINISHED, PhaseState.FAILED)
_RAN = (*_ROUNDS, PhaseState.CANCELLED, PhaseState.LOST)
_OF_CURVES: tuple[Test, ...] = ("wsat", "hir", "xsr", "dirth")
_OF_HISTOGRAMS: tuple[Test, ...] = ("lat", "wsat", "dirth")


def read_report_input(session: Session, run: Run, test: Test) -> ReportInput:
    """Read points, curves, rules and header for the test report of a run.

    `run` comes from `results.queries.find_run`.
    """
    # Of the job only its number is loaded with the run, and of the profile only its name.
    job = session.get(Job, run.job_id, populate_existing=True) if run.job_id is not None else None
    everything = list_phases(session, run_id=run.id)
    chosen = choose_phases(everything, test)
    capacity = read_capacity(session, run, job)
    return ReportInput(
        test=test,
        points=collect_report_points(
            chosen,
            _read_totals(session, run.id, bins_of=[phase.id for phase in chosen.with_bins]),
            _read_processor(session, chosen.phases) if test == "dirth" else {},
        ),
        curves=read_curves(session, chosen.with_curves),
        tails=read_tails(session, chosen.with_tails) if chosen.with_tails else {},
        rules=list_stop_rules(list_job_loops(job), chosen.outside),
        capacity_bytes=capacity,
        header=tuple(make_header(run, job, everything, capacity)),
    )


@dataclass(frozen=True, slots=True)
class ChosenPhases:
    """The phases that a report is of, in order, those outside of loops, and those of which more than figures count.

    That is the histogram of a phase with bins, the samples of one with a curve, histograms over time of one with tails.
    """

    phases: Sequence[Phase]
    outside: Sequence[Phase]
    with_bins: Sequence[Phase]
    with_curves: Sequence[Phase]
    with_tails: Sequence[Phase]


def choose_phases(everything: Sequence[Phase], test: Test) -> ChosenPhases:
    """Return the phases of a run that the report of a test covers, by their use in the report."""
    phases = [phase for phase in everything if phase.state in (_ROUNDS if phase.round is not None else _RAN)]
    outside = [phase for phase in phases if phase.round is None]
    with_bins = {"lat": phases}.get(test, outside) if test in _OF_HISTOGRAMS else []
    return ChosenPhases(
        phases=phases,
        outside=outside,
        with_bins=[phase for phase in with_bins if phase.kind == "measure"],
        with_curves=outside if test in _OF_CURVES else [],
        with_tails=outside if test == "wsat" else [],
    )


def collect_report_points(
    chosen: ChosenPhases, totals: Mapping[Any, ObservedPart], processor: Mapping[Any, float | None]
) -> tuple[ReportPoint, ...]:
    """Return a report point for every chosen phase, in order.

    `totals` are figures over all directions, `processor` is the mean processor time, both by phase id.
    """
    return tuple(_build_report_point(phase, totals.get(phase.id), processor.get(phase.id)) for phase in chosen.phases)


def _build_report_point(phase: Phase, total: ObservedPart | None, cpu_percent: float | None) -> ReportPoint:
    return ReportPoint(
        ordinal=phase.ordinal,
        name=parse_round_name(phase.name, phase.round),
        kind=phase.kind,
        loop=_get_phase_loop(phase),
        round=phase.round,
        group=phase.group,
        block_bytes=phase.block_bytes,
        read_percent=phase.read_percent,
        random_percent=phase.random_percent,
        threads=phase.threads,
        queue_depth=phase.queue_depth,
        # A phase that was cut short has figures of a part of its time: they are no round and no point.
        total=total if total is not None and phase.state == PhaseState.FINISHED else ObservedPart(),
        cpu_percent=cpu_percent,
    )


def _get_phase_loop(phase: Phase) -> str | None:
    return phase.loop if phase.round is not None else None


def _read_totals(session: Session, run_id: uuid.UUID, *, bins_of: Sequence[uuid.UUID]) -> dict[uuid.UUID, ObservedPart]:
    """Return the figures of each phase over all directions, by phase id, in three queries.

    The phases in `bins_of` have their histograms.
    """
    part = MeasurementPart
    bins = {
        (row.measurement_id, row.direction, row.group): unpack(row.bins)
        for row in session.execute(
            select(part.measurement_id, part.direction, part.group, part.bins)
            .join(Measurement, Measurement.id == part.measurement_id)
            .where(Measurement.phase_id.in_(bins_of), part.bins.is_not(None))
        )
    }  # fmt: skip
    columns = [column for column in MeasurementPart.__table__.columns if column.name != "bins"]
    parts: dict[uuid.UUID, list[ObservedPart]] = defaultdict(list)
    for row in session.execute(
        select(*columns)
        .join(Measurement, Measurement.id == MeasurementPart.measurement_id)
        .where(Measurement.run_id == run_id)
        .order_by(MeasurementPart.direction, MeasurementPart.group)
    ).mappings():
        key = (row["measurement_id"], row["direction"], row["group"])
        parts[row["measurement_id"]].append(read_part_columns(dict(row), bins.get(key)))
    measurements = session.scalars(select(Measurement).where(Measurement.run_id == run_id)).all()
    return {
        measurement.phase_id: merge_directions(parts[measurement.id])
        if measurement.id in parts
        else read_part_columns(_read_own_columns(measurement), None)
        for measurement in measurements
    }


def _read_own_columns(measurement: Measurement) -> dict[str, Any]:
    """Return the figures of a measurement by column; for sources that print no parts of it."""
    return {column.name: getattr(measurement, column.name) for column in Measurement.__table__.columns}


def _read_processor(session: Session, phases: Sequence[Phase]) -> dict[uuid.UUID, float | None]:
    """Read the mean processor time of the server in each phase, by phase id.

    Phases without telemetry of the processor are absent.
    """
    query = select(Series.phase_id, Series.value_mean).where(
        Series.phase_id.in_([phase.id for phase in phases]), Series.source == TELEMETRY, Series.metric == "cpu"
    )
    return {row.phase_id: row.value_mean for row in session.execute(query)}


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


def list_stop_rules(loops: Iterable[Mapping[str, Any]], phases: Sequence[Phase]) -> dict[str, LoopRule]:
    """Return the steady-state rules that stopped a run, by the name of the loop or phase.

    They are the rules of its loops, and of phases that are judged by themselves.
    """
    alone = {
        phase.name: LoopRule(
            phase.name,
            (),
            window=phase.stop["window"],
            range_limit=phase.stop["range_limit"],
            slope_limit=phase.stop["slope_limit"],
        )
        for phase in phases
        if phase.stop.get("kind") == "steady"
    }
    return {**alone, **{loop["name"]: LoopRule.from_json(loop) for loop in loops}}
