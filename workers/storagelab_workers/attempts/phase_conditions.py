"""Conditions of arrays at the end of every phase, and of drives at its beginning."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NotRequired, TypedDict

import structlog
from sqlalchemy import select

from storagelab.analysis.window_cut import SeenCondition, cut_window
from storagelab.db.models import Artifact, AttemptEvent, Measurement, Phase
from storagelab.domain.lifecycle import AttemptState
from storagelab.domain.result import BadgeValues
from storagelab.results.artifact_store import get_artifact_store
from storagelab.results.conditions import CONDITION_UNKNOWN, CONDITIONS_EVENT, NOT_OPTIMAL
from storagelab.results.drive_states import mark_drive_states_unknown, record_drive_states
from storagelab_workers.attempts.array_observations import ArrayObservation, parse_record
from storagelab_workers.attempts.array_watch import find_condition_window, load_array_moments, measure_part
from storagelab_workers.attempts.claimed_attempt import AttemptTransaction
from storagelab_workers.attempts.run_health import keep_health

log = structlog.get_logger(__name__)

#: The runner's records: one before the first phase, one at the end of each.
RECORD = "conditions.json"
_LARGEST_RECORD = 8 << 20


class ObservedArray(TypedDict):
    """The state of an array at one end of a phase."""

    condition: str | None
    activity: str | None
    problem: str | None


class Window(TypedDict):
    """The part of a phase in one condition; `whole` where that is all of it."""

    t0_ms: float | None
    t1_ms: float | None
    whole: bool | None


class ArrayEvidence(TypedDict):
    """The conditions of one array during a phase."""

    device: str
    kernel_name: str
    name: str | None
    start: ObservedArray | None
    end: ObservedArray | None
    window: Window
    condition: str | None
    activity: str | None
    optimal: bool | None
    reason: str | None


class RemeasuredPart(TypedDict):
    """The part of a phase that was measured again."""

    t0_ms: float
    t1_ms: float


class PhaseEvidence(TypedDict):
    """The conditions of all arrays during a phase."""

    arrays: list[ArrayEvidence]
    optimal: bool | None
    measured: NotRequired[RemeasuredPart]


def build_phase_conditions(
    phases: Sequence[tuple[int, int, int]],
    first: Sequence[ArrayObservation],
    ends: Mapping[int, Sequence[ArrayObservation]],
    between: Mapping[str, Sequence[SeenCondition]] | None = None,
) -> dict[int, PhaseEvidence]:
    """Return each phase's array conditions by ordinal, from the records before and after the phase.

    `phases` are (ordinal, t0_ms, t1_ms). One record (`first`) precedes the first phase, and one (`ends`) follows each
    phase. `between` are moments at which telemetry saw the arrays as well, by their kernel names.
    """
    by_phase: dict[int, PhaseEvidence] = {}
    before = {sight.kernel_name: sight for sight in first}
    for ordinal, t0_ms, t1_ms in phases:
        after = {sight.kernel_name: sight for sight in ends.get(ordinal, ())}
        arrays = [
            _build_conditions(before.get(name), after.get(name), t0_ms, t1_ms, (between or {}).get(name, ()))
            for name in dict.fromkeys((*before, *after))
        ]
        if arrays:
            by_phase[ordinal] = {"arrays": arrays, "optimal": _combine_verdicts([array["optimal"] for array in arrays])}
        # A phase without a record leaves the next one without a start.
        before = after
    return by_phase


def keep_conditions(tx: AttemptTransaction, to_state: AttemptState) -> None:
    """Store the conditions of an ending attempt as evidence, and badge its measurements.

    Measurements are badged that were not optimal. Conditions that cannot be stored are reported and do not delay the
    end.
    """
    try:
        with tx.session.begin_nested():
            _keep(tx, to_state)
    except Exception as problem:
        log.exception("conditions_not_kept", run=tx.run.number)
        if tx.job.target["kind"] == "devices":
            mark_drive_states_unknown(tx.session, run=tx.run, server=tx.server)
        message = f"The conditions of the run could not be kept: {problem}"
        tx.session.add(AttemptEvent(attempt_id=tx.attempt.id, who=tx.actor, kind="error", message=message))


def _keep(tx: AttemptTransaction, to_state: AttemptState) -> None:
    session = tx.session
    states = record_drive_states(
        session,
        run=tx.run,
        attempt=tx.attempt,
        job=tx.job,
        server=tx.server,
        lost=to_state is AttemptState.LOST,
    )
    keep_health(tx)
    conditions = _read_records(tx)
    _measure_parts(tx, conditions)
    phases = {
        ordinal: {
            "arrays": [],
            "optimal": None,
            "measured": None,
            **conditions.get(ordinal, {}),
            "drive_states": states.get(ordinal, []),
        }
        for ordinal in sorted(conditions.keys() | {ordinal for ordinal, drives in states.items() if drives})
    }
    if not phases:
        return
    session.add(
        AttemptEvent(
            attempt_id=tx.attempt.id,
            who=tx.actor,
            kind=CONDITIONS_EVENT,
            fence=tx.attempt.fence,
            message=_format_summary(conditions),
            evidence={"phases": {str(ordinal): phase for ordinal, phase in phases.items()}},
        )
    )
    _badge_measurements(tx, conditions)


def _build_conditions(
    start: ArrayObservation | None,
    end: ArrayObservation | None,
    t0_ms: int,
    t1_ms: int,
    between: Sequence[SeenCondition],
) -> ArrayEvidence:
    basis = next(sight for sight in (start, end) if sight is not None)
    moments = [
        SeenCondition(t_ms, sight.condition, sight.activity)
        for t_ms, sight in ((t0_ms, start), (t1_ms, end))
        if sight is not None
    ]
    moments += [moment for moment in between if t0_ms < moment.t_ms < t1_ms]
    cut = cut_window(t0_ms, max(t1_ms, t0_ms + 1), moments)
    return {
        "device": basis.device,
        "kernel_name": basis.kernel_name,
        "name": next((sight.name for sight in (end, start) if sight is not None and sight.name is not None), None),
        "start": _describe_observation(start),
        "end": _describe_observation(end),
        "window": {"t0_ms": cut.t0_ms, "t1_ms": cut.t1_ms, "whole": cut.whole},
        "condition": cut.condition,
        "activity": cut.activity,
        "optimal": cut.optimal,
        "reason": cut.reason,
    }


def _describe_observation(sight: ArrayObservation | None) -> ObservedArray | None:
    if sight is None:
        return None
    return {"condition": sight.condition, "activity": sight.activity, "problem": sight.problem}


def _combine_verdicts(verdicts: Sequence[bool | None]) -> bool | None:
    if False in verdicts:
        return False
    return None if None in verdicts else True


def _read_records(tx: AttemptTransaction) -> dict[int, PhaseEvidence]:
    """Read the array conditions that the runner recorded, and combine them by phase ordinal.

    A record that cannot be read is reported; its content stays unknown.
    """
    artifacts = tx.session.scalars(
        select(Artifact).where(
            Artifact.attempt_id == tx.attempt.id,
            Artifact.name.regexp_match(rf"^(phases/[0-9]+/)?{RECORD}$"),
            Artifact.storage_key.is_not(None),
        )
    ).all()
    records: dict[int, tuple[ArrayObservation, ...]] = {}
    for artifact in artifacts:
        _, _, rest = artifact.name.rpartition("phases/")
        folder = rest.partition("/")[0]
        try:
            if artifact.size_bytes > _LARGEST_RECORD:
                raise ValueError(f"it has {artifact.size_bytes} bytes")
            content = b"".join(get_artifact_store().read_blocks(artifact.storage_key or ""))
            records[int(folder) if folder.isdigit() else 0] = parse_record(content)
        except (OSError, ValueError) as problem:
            log.warning("conditions_not_read", run=tx.run.number, name=artifact.name, problem=str(problem))
    if not artifacts:
        return {}
    planned = [phase["ordinal"] for phase in tx.attempt.spec["phases"]]
    rows = tx.session.execute(
        select(Phase.ordinal, Phase.t0_ms, Phase.t1_ms)
        .where(Phase.run_id == tx.run.id, Phase.ordinal.in_(planned), Phase.t0_ms.is_not(None))
        .order_by(Phase.ordinal)
    )
    phases = [(row.ordinal, row.t0_ms, row.t1_ms if row.t1_ms is not None else row.t0_ms) for row in rows]
    conditions = build_phase_conditions(
        phases, records.get(0, ()), records, load_array_moments(tx, _compute_axis_shift(tx, phases))
    )
    if len(records) < len(artifacts):
        # A record that cannot be read may have held an array.
        return {ordinal: conditions.get(ordinal, {"arrays": [], "optimal": None}) for ordinal, _, _ in phases}
    return conditions


def _compute_axis_shift(tx: AttemptTransaction, phases: Sequence[tuple[int, int, int]]) -> int:
    """Return the offset in ms from the attempt's time axis to the run's; not 0 after a resume."""
    views = (tx.attempt.exit_record or tx.attempt.status or {}).get("phases", [])
    begins = {view["ordinal"]: view["t0_ms"] for view in views if view["t0_ms"] is not None}
    return next((t0_ms - begins[ordinal] for ordinal, t0_ms, _ in phases if ordinal in begins), 0)


def _measure_parts(tx: AttemptTransaction, conditions: Mapping[int, PhaseEvidence]) -> None:
    """Measure again each phase in which an array changed, over the part in one condition.

    The window is added to `conditions`.
    """
    windows = {
        ordinal: window for ordinal, entry in conditions.items() if (window := find_condition_window(entry)) is not None
    }
    phases = tx.session.scalars(
        select(Phase).where(Phase.run_id == tx.run.id, Phase.ordinal.in_(windows), Phase.kind == "measure")
    )
    for phase in phases.all():
        begin, end = windows[phase.ordinal]
        if measure_part(tx, phase, (begin, end)):
            conditions[phase.ordinal]["measured"] = {"t0_ms": begin, "t1_ms": end}


def _badge_measurements(tx: AttemptTransaction, conditions: Mapping[int, PhaseEvidence]) -> None:
    """Badge the measurements whose array conditions were not optimal or are unknown, and their run."""
    badges = {ordinal: badge for ordinal, entry in conditions.items() if (badge := _build_badge(entry)) is not None}
    rows = tx.session.execute(
        select(Measurement, Phase.ordinal, Phase.kind)
        .join(Phase, Phase.id == Measurement.phase_id)
        .where(Measurement.run_id == tx.run.id, Phase.ordinal.in_(badges))
        .order_by(Phase.ordinal)
    )
    for measurement, ordinal, kind in rows:
        badge = badges[ordinal]
        measurement.badges = [*_remove_badge(measurement.badges, badge), badge]
        if kind == "measure" and badge["code"] == NOT_OPTIMAL["code"]:
            tx.run.badges = [*_remove_badge(tx.run.badges, badge), badge]


def _build_badge(conditions: PhaseEvidence) -> BadgeValues | None:
    if conditions["optimal"] is None:
        unseen = "".join(
            f" {_format_array_label(array)}: {problem}." for array, problem in _iterate_problems(conditions)
        )
        return {**CONDITION_UNKNOWN, "detail": f"{CONDITION_UNKNOWN['detail']}{unseen}"}
    reasons = [f"{_format_array_label(array)}: {array['reason']}" for array in conditions["arrays"] if array["reason"]]
    if conditions["optimal"]:
        return None
    measured = conditions.get("measured")
    scope = ""
    if measured is not None:
        seconds = (measured["t1_ms"] - measured["t0_ms"]) / 1000
        scope = f" The figures are those of the {seconds:.0f} s in which nothing changed."
    elif any(array["window"]["whole"] is False for array in conditions["arrays"]):
        scope = " The figures are those of the whole phase, over all of that."
    return {**NOT_OPTIMAL, "detail": f"{'; '.join(reasons)}.{scope}"}


def _format_array_label(array: ArrayEvidence) -> str:
    """Return an array's name for people, followed by its kernel name where that differs."""
    name, kernel_name = array["name"], str(array["kernel_name"])
    return kernel_name if name in (None, kernel_name) else f"{name} ({kernel_name})"


def _iterate_problems(conditions: PhaseEvidence) -> Iterator[tuple[ArrayEvidence, str]]:
    """Yield each array whose state could not be read, with the last reason."""
    for array in conditions["arrays"]:
        reasons = [moment["problem"] for moment in (array["start"], array["end"]) if moment is not None]
        problem = next((reason for reason in reversed(reasons) if reason is not None), None)
        if problem is not None:
            yield array, problem


def _remove_badge(badges: Sequence[Mapping[str, Any]], badge: Mapping[str, Any]) -> list[Mapping[str, Any]]:
    return [other for other in badges if other["code"] != badge["code"]]


def _format_summary(conditions: Mapping[int, Mapping[str, Any]]) -> str:
    bad = [ordinal for ordinal, entry in conditions.items() if entry["optimal"] is False]
    if bad:
        return f"The array was not optimal throughout in {len(bad)} of {len(conditions)} phases."
    if conditions and all(entry["optimal"] for entry in conditions.values()):
        return f"The array was optimal in all of {len(conditions)} phases."
    return "The states of the drives and arrays were kept." if not conditions else "The array was not always seen."
