"""Estimated duration of a plan, corrected by recent attempts on its server and rates of its target."""

from __future__ import annotations

import dataclasses
import itertools
import statistics
import uuid
from collections.abc import Mapping, Sequence
from typing import Any

from sqlalchemy import select
from sqlalchemy.orm import Session

from storagelab.analysis.estimates import Correction, Course, compute_correction
from storagelab.db.models import Attempt, Job, Measurement, Phase, Run, Server
from storagelab.domain.lifecycle import AttemptState, PhaseState
from storagelab.domain.plan import NOMINAL_BYTES_PER_S, PhasePlan
from storagelab.planning.plan import RunnablePlan
from storagelab.runs.validity import COUNTED

#: Estimates use at most this many attempts of a server, the newest first.
_MAX_ATTEMPTS = 20


@dataclasses.dataclass(frozen=True, slots=True)
class Learnt:
    """Results of the last attempts on a server; `fill_rate` is of this target, in bytes per second."""

    correction: Correction
    fill_rate: float | None


def correct_plan(session: Session, planned: RunnablePlan, *, server: Server) -> RunnablePlan:
    """Return the plan with durations corrected by earlier runs on this server.

    The maximum duration of the plan is never shortened.
    """
    learnt = learn_durations(session, server=server, target=planned.target.build_stored_target(), scale=planned.scale)
    if planned.preparation.operations:
        # What a preparation makes of the drives is another target than what was filled before.
        learnt = dataclasses.replace(learnt, fill_rate=None)
    seconds = {phase.ordinal: compute_phase_seconds(phase, planned.target_bytes, learnt) for phase in planned.phases}
    estimated = sum(seconds.values()) + planned.preparation.maximum_seconds
    estimated += learnt.correction.around_seconds + learnt.correction.between_seconds * (len(seconds) - 1)
    return dataclasses.replace(
        planned,
        seconds=seconds,
        estimated_seconds=estimated,
        maximum_seconds=max(planned.maximum_seconds, estimated),
        estimate_basis=describe_basis(planned.phases, learnt, server),
    )


def learn_durations(session: Session, *, server: Server, target: Mapping[str, Any], scale: str) -> Learnt:
    """Read the durations of the last complete attempts on a server, to correct those of new plans.

    Attempts with a preparation are excluded, because a preparation says nothing on the duration of phases.
    """
    rows = session.execute(
        select(Run.id, Run.started_at, Run.finished_at, Job.target)
        .join(Attempt, Attempt.run_id == Run.id)
        .join(Job, Job.id == Run.job_id)
        .where(
            Attempt.server_id == server.id,
            Attempt.state == AttemptState.SUCCEEDED,
            Attempt.resumed_from_id.is_(None),
            Run.started_at.is_not(None),
            Run.finished_at.is_not(None),
            Run.scale == scale,
            COUNTED,
            Job.preparation == [],
        )
        .order_by(Attempt.finished_at.desc(), Attempt.id)
        .limit(_MAX_ATTEMPTS)
    ).all()
    phases = _read_phases(session, [row.id for row in rows])
    courses = [
        _compute_course(phases[row.id], (row.finished_at - row.started_at).total_seconds())
        for row in rows
        if row.id in phases
    ]
    own = [row.id for row in rows if is_same_place(row.target, target) and row.id in phases]
    rates = [rate for run_id in own for row in phases[run_id] if (rate := _fill_rate(row)) is not None]
    return Learnt(compute_correction(courses), statistics.median(rates) if rates else None)


def is_same_place(one: Mapping[str, Any], other: Mapping[str, Any]) -> bool:
    """Return whether two targets of one server are the same drives, or files at the same places."""
    if one["kind"] != other["kind"]:
        return False
    if one["kind"] == "file":
        return bool(one["path"] == other["path"] and one.get("copy_to") == other.get("copy_to"))
    return set(one["stable_ids"]) == set(other["stable_ids"])


def compute_phase_seconds(phase: PhasePlan, target_bytes: int, learnt: Learnt) -> float:
    """Return the typical duration of a phase in seconds, corrected by earlier runs.

    A phase that ends by volume or at steady state takes at most its maximum duration.
    """
    kind, ratios = phase.stop.kind, learnt.correction.ratios
    planned = phase.estimated_seconds(target_bytes)
    if phase.workload.file_set is not None:
        return planned
    if kind == "volume" and phase.workload.writes and learnt.fill_rate is not None:
        volume = phase.stop.compute_volume_bytes(phase.addressed_bytes(target_bytes))
        return min(phase.maximum_seconds, 1.0 + volume / learnt.fill_rate)
    if kind not in ratios:
        return planned
    corrected = planned * ratios[kind]
    return corrected if kind == "time" else min(phase.maximum_seconds, corrected)


def describe_basis(phases: Sequence[PhasePlan], learnt: Learnt, server: Server) -> str:
    """Describe the basis of the durations of a plan, in a sentence."""
    kinds = {phase.stop.kind for phase in phases}
    words = {"time": "timed phases", "volume": "phases that end by volume", "steady": "phases that end when steady"}
    fills = any(phase.stop.kind == "volume" and phase.workload.writes for phase in phases)
    by_rate = fills and learnt.fill_rate is not None
    parts = [
        f"{words[kind]} take {ratio:.2g} of their plan"
        for kind, ratio in learnt.correction.ratios.items()
        if kind in kinds and not (kind == "volume" and by_rate)
    ]
    if by_rate and learnt.fill_rate is not None:
        parts.append(f"this target was last filled at {_rate(learnt.fill_rate)}")
    if learnt.correction.courses:
        overhead = learnt.correction.around_seconds + learnt.correction.between_seconds * (len(phases) - 1)
        parts.append(f"{overhead:.0f} s go by around and between the phases")
        source = f"Corrected by the last {learnt.correction.courses} runs on {server.name}"
    else:
        source = f"By the plan alone: fewer than three runs on {server.name} are known"
    return f"{source}: {'; '.join(parts)}." if parts else f"{source}."


def _read_phases(session: Session, run_ids: Sequence[uuid.UUID]) -> dict[uuid.UUID, list[Any]]:
    rows = session.execute(
        select(
            Phase.run_id,
            Phase.stop,
            Phase.ramp_seconds,
            Phase.read_percent,
            Phase.workload,
            Phase.t0_ms,
            Phase.t1_ms,
            Measurement.bytes,
        )
        .outerjoin(Measurement, Measurement.phase_id == Phase.id)
        .where(
            Phase.run_id.in_(run_ids),
            Phase.state == PhaseState.FINISHED,
            Phase.t0_ms.is_not(None),
            Phase.t1_ms > Phase.t0_ms,
        )
        .order_by(Phase.run_id, Phase.t0_ms)
    )
    return {run_id: list(own) for run_id, own in itertools.groupby(rows, key=lambda row: row.run_id)}


def _compute_course(phases: Sequence[Any], whole_seconds: float) -> Course:
    sums: dict[str, tuple[float, float]] = {}
    for row in phases:
        planned = _get_planned_seconds(row)
        if planned is not None:
            before = sums.get(row.stop["kind"], (0.0, 0.0))
            sums[row.stop["kind"]] = (before[0] + planned, before[1] + (row.t1_ms - row.t0_ms) / 1000)
    pauses = [max(after.t0_ms - before.t1_ms, 0) / 1000 for before, after in itertools.pairwise(phases)]
    inside_seconds = (phases[-1].t1_ms - phases[0].t0_ms) / 1000
    return Course(
        phases=sums,
        between_seconds=statistics.mean(pauses) if pauses else None,
        around_seconds=max(whole_seconds - inside_seconds, 0.0),
    )


def _get_planned_seconds(row: Any) -> float | None:
    """Return the planned seconds of a phase before any correction; None for file sets and unknown volumes."""
    if row.workload.get("file_set"):
        # Its files are made first, which is in none of its figures.
        return None
    longest = float(row.stop["seconds"]) + float(row.ramp_seconds)
    if row.stop["kind"] != "volume":
        return longest
    return min(longest, 1.0 + float(row.bytes) / NOMINAL_BYTES_PER_S) if row.bytes is not None else None


def _fill_rate(row: Any) -> float | None:
    """Return the bytes per second of a phase that filled its target by writing, else None.

    A mix of reads and writes reveals nothing about filling.
    """
    if row.stop["kind"] != "volume" or row.read_percent != 0 or not row.bytes or row.workload.get("file_set"):
        return None
    return 1000 * float(row.bytes) / float(row.t1_ms - row.t0_ms)


def _rate(bytes_per_s: float) -> str:
    return f"{bytes_per_s / 1e9:.2g} GB/s" if bytes_per_s >= 1e9 else f"{bytes_per_s / 1e6:.0f} MB/s"
