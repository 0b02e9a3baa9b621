"""Results of runs out of the database: the only reader of rows for what `evaluate` computes."""

from __future__ import annotations

import uuid
from collections.abc import Collection, Mapping, Sequence
from typing import Any

import msgspec
from sqlalchemy import BigInteger, ColumnElement, case, cast, func, or_, select
from sqlalchemy.orm import Session

from storagelab.analysis.bins import unpack
from storagelab.db.models import Configuration, Job, Measurement, MeasurementPart, Phase, Profile, Run
from storagelab.db.references import format_number
from storagelab.domain.metrics import METRICS
from storagelab.domain.published import PublishedFigure
from storagelab.domain.result import (
    RESULT_KINDS,
    PartResult,
    PhaseMeasurement,
    PhaseResult,
    RequestedLoad,
    ResultBadge,
    ResultConfiguration,
    ResultProfile,
    RunResult,
)
from storagelab.errors import RequestRefused
from storagelab.results.derivation import read_part_columns

#: More measurements than any chart or table shows; a request for more is refused and not cut.
MAX_ROWS = 20_000
_LOAD = RequestedLoad.__struct_fields__
_PHASE = (
    "run_id", "ordinal", "name", "kind", "state", "group", "loop", "round", "in_measurement_window", "message",
    "workload", "stop", "planned_seconds", "ramp_seconds", "t0_ms", "t1_ms",
)  # fmt: skip
_MEASUREMENT = (
    "latency_n", "little_ratio", "percentiles_of", "value_kind", "preconditioned", "steady", "badges",
    "published_figures",
)  # fmt: skip
_FIGURES = tuple(metric.column for metric in METRICS.values())
#: Fields of a phase by the columns of the query, in their order.
_PHASE_FIELDS = tuple("is_counted" if name == "in_measurement_window" else name for name in _PHASE)
_ID_PLACE = len(_PHASE) + len(_LOAD)
_LOAD_PLACES = slice(len(_PHASE), _ID_PLACE)
_MEASUREMENT_PLACES = slice(_ID_PLACE + 1, _ID_PLACE + 1 + len(_MEASUREMENT))
_MEASURED_LOAD_PLACES = slice(_MEASUREMENT_PLACES.stop, _MEASUREMENT_PLACES.stop + len(_LOAD))
_FIGURE_PLACES = slice(_MEASURED_LOAD_PLACES.stop, _MEASURED_LOAD_PLACES.stop + len(_FIGURES))


def load_results(
    session: Session,
    run_ids: Sequence[uuid.UUID],
    *,
    kinds: Sequence[str] = RESULT_KINDS,
    measured: bool = False,
    every_round: bool = True,
    parts: bool = False,
    snapshots: bool = False,
    max_rows: int | None = MAX_ROWS,
) -> list[RunResult]:
    """Return runs with their phases of these `kinds`, in the order of `run_ids`; missing ones are left out.

    With `measured` only phases with a measurement are read. Without `every_round` only the rounds of loops that count
    are read, and the first ones. `parts` adds the parts of measurements without their bins, `snapshots` the snapshots
    of configurations. Two queries, one more with `parts`. Raises RequestRefused for more than
    `max_rows` phases.
    """
    conditions = [Phase.kind.in_(kinds), *([] if every_round else [counts_or_is_first()])]
    phases = _load_phases(session, run_ids, conditions=conditions, measured=measured, parts=parts, max_rows=max_rows)
    rows = session.execute(_select_runs(run_ids, snapshots=snapshots)).all()
    filed = {row.configuration: row.snapshot for row in rows if snapshots and row.snapshot is not None}
    by_id = {row.id: _build_run(row, phases.get(row.id, []), snapshot=filed.get(row.configuration, {})) for row in rows}
    return [by_id[run_id] for run_id in dict.fromkeys(run_ids) if run_id in by_id]


def counts_or_is_first() -> ColumnElement[bool]:
    """Return the SQL condition of phases that count, and of first rounds: every point of a loop has one."""
    return or_(Phase.loop.is_(None), Phase.in_measurement_window.is_(True), Phase.round == 1)


def _select_runs(run_ids: Sequence[uuid.UUID], *, snapshots: bool) -> Any:
    # A drive has more bytes than an integer of the database counts.
    size = cast(func.coalesce(Job.plan["target_bytes"].astext, Job.target["size_bytes"].astext), BigInteger)
    columns = (
        Run.id, Run.number, Run.title, Run.origin, Run.state, Run.scale, Run.engine, Run.engine_version,
        Run.source_title, Run.verdict, Run.invalid_reason, Run.trashed_at, Run.rankable,
        Profile.name.label("profile"), Profile.version.label("profile_version"),
        Configuration.number.label("configuration"), Configuration.name.label("configuration_name"),
        Configuration.class_hash, size.label("target_bytes"),
    )  # fmt: skip
    # Many runs have one configuration, whose snapshot is large.
    is_first = func.row_number().over(partition_by=Run.configuration_id) == 1
    first_snapshot = case((is_first, Configuration.snapshot)).label("snapshot")
    return (
        select(*columns, *([first_snapshot] if snapshots else []))
        .outerjoin(Profile, Profile.id == Run.profile_id)
        .outerjoin(Configuration, Configuration.id == Run.configuration_id)
        .outerjoin(Job, Job.id == Run.job_id)
        .where(Run.id.in_(run_ids))
    )


def _build_run(row: Any, phases: Sequence[PhaseResult], *, snapshot: Mapping[str, Any]) -> RunResult:
    has_configuration = row.configuration is not None
    return RunResult(
        id=str(row.id),
        number=format_number(Run, row.number),
        title=row.title,
        origin=row.origin,
        state=row.state,
        scale=row.scale,
        engine=row.engine,
        engine_version=row.engine_version,
        profile=ResultProfile(row.profile, row.profile_version) if row.profile is not None else None,
        source_title=row.source_title,
        configuration=ResultConfiguration(
            number=format_number(Configuration, row.configuration),
            name=row.configuration_name,
            class_hash=row.class_hash,
            snapshot=snapshot,
        )
        if has_configuration
        else None,
        verdict=row.verdict,
        invalid_reason=row.invalid_reason,
        is_trashed=row.trashed_at is not None,
        is_rankable=row.rankable,
        target_bytes=row.target_bytes,
        phases=tuple(phases),
    )


def _load_phases(
    session: Session,
    run_ids: Sequence[uuid.UUID],
    *,
    conditions: Sequence[ColumnElement[bool]],
    measured: bool,
    parts: bool,
    max_rows: int | None,
) -> dict[uuid.UUID, list[PhaseResult]]:
    query = (
        select(
            *(getattr(Phase, name) for name in (*_PHASE, *_LOAD)),
            Measurement.id.label("measurement_id"),
            *(getattr(Measurement, name) for name in _MEASUREMENT),
            *(getattr(Measurement, name).label(f"measured_{name}") for name in (*_LOAD, *_FIGURES)),
        )
        .join(Measurement, Measurement.phase_id == Phase.id, isouter=not measured)
        .where(Phase.run_id.in_(run_ids), *conditions)
        .order_by(Phase.ordinal)
        .limit(max_rows + 1 if max_rows is not None else None)
    )
    rows = session.execute(query).all()
    if max_rows is not None and len(rows) > max_rows:
        raise RequestRefused(f"These runs have more than {max_rows} measurements. Request fewer runs at a time.")
    by_measurement = _load_parts(session, [row.measurement_id for row in rows]) if parts else {}
    phases: dict[uuid.UUID, list[PhaseResult]] = {}
    for row in rows:
        phases.setdefault(row.run_id, []).append(_build_phase(row, by_measurement.get(row.measurement_id, ())))
    return phases


def build_phase(row: Any, *, measurement: PhaseMeasurement | None = None) -> PhaseResult:
    """Return a phase from its row, or from its columns in a row of a query."""
    return PhaseResult(
        ordinal=row.ordinal,
        name=row.name,
        kind=row.kind,
        state=row.state,
        group=row.group,
        loop=row.loop,
        round=row.round,
        is_counted=row.in_measurement_window,
        message=row.message,
        workload=row.workload,
        load=RequestedLoad(*(getattr(row, name) for name in _LOAD)),
        stop=row.stop,
        planned_seconds=row.planned_seconds,
        ramp_seconds=row.ramp_seconds,
        t0_ms=row.t0_ms,
        t1_ms=row.t1_ms,
        measurement=measurement,
    )


def _build_phase(row: Any, parts: Sequence[PartResult]) -> PhaseResult:
    # Columns by their place: by name they take most of the time of a large request.
    values = tuple(row)
    fields = dict(zip(_PHASE_FIELDS, values, strict=False))
    del fields["run_id"]
    return PhaseResult(
        **fields,
        load=RequestedLoad(*values[_LOAD_PLACES]),
        measurement=_build_measurement(values, parts) if values[_ID_PLACE] is not None else None,
    )


def _build_measurement(values: Sequence[Any], parts: Sequence[PartResult]) -> PhaseMeasurement:
    fields = dict(zip(_MEASUREMENT, values[_MEASUREMENT_PLACES], strict=True))
    badges, published = fields.pop("badges"), fields.pop("published_figures")
    return PhaseMeasurement(
        **fields,
        figures=dict(zip(_FIGURES, values[_FIGURE_PLACES], strict=True)),
        load=RequestedLoad(*values[_MEASURED_LOAD_PLACES]),
        badges=msgspec.convert(badges, tuple[ResultBadge, ...]) if badges else (),
        published_figures=msgspec.convert(published, tuple[PublishedFigure, ...]) if published else (),
        parts=tuple(parts),
    )


def _load_parts(session: Session, measurement_ids: Sequence[uuid.UUID | None]) -> dict[uuid.UUID, list[PartResult]]:
    columns = [column for column in MeasurementPart.__table__.columns if column.name != "bins"]
    rows = session.execute(
        select(*columns)
        .where(MeasurementPart.measurement_id.in_([key for key in measurement_ids if key is not None]))
        .order_by(MeasurementPart.direction, MeasurementPart.group)
    ).mappings()
    parts: dict[uuid.UUID, list[PartResult]] = {}
    for row in rows:
        part = PartResult(row["direction"], row["group"], read_part_columns(dict(row), None))
        parts.setdefault(row["measurement_id"], []).append(part)
    return parts


def load_bins(
    session: Session, run_id: uuid.UUID, ordinals: Collection[int]
) -> dict[tuple[int, str, int], dict[int, int]]:
    """Return the latency bins of the parts of these phases, by ordinal, direction and group, in one query."""
    rows = session.execute(
        select(Phase.ordinal, MeasurementPart.direction, MeasurementPart.group, MeasurementPart.bins)
        .join(Measurement, Measurement.id == MeasurementPart.measurement_id)
        .join(Phase, Phase.id == Measurement.phase_id)
        .where(Phase.run_id == run_id, Phase.ordinal.in_(ordinals), MeasurementPart.bins.is_not(None))
    )
    return {(row.ordinal, row.direction, row.group): unpack(row.bins) for row in rows}
