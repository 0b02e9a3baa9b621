"""Queries of runs and their children; the number of queries of a function does not grow."""

from __future__ import annotations

import hashlib
import uuid
from collections.abc import Sequence

from sqlalchemy import ColumnElement, Select, exists, func, or_, select
from sqlalchemy.orm import Session, joinedload, selectinload

from storagelab import __version__
from storagelab.analysis.packing import TELEMETRY
from storagelab.db.models import (
    Artifact,
    Attempt,
    AttemptEvent,
    Configuration,
    LiveChunk,
    Measurement,
    MeasurementPart,
    Phase,
    Profile,
    Run,
    RunMark,
    Series,
    User,
)
from storagelab.db.references import find_all_by_reference, find_by_reference, format_row_number
from storagelab.domain.configuration import encode_canonical_json
from storagelab.domain.lifecycle import RunState
from storagelab.domain.loops import parse_round_name
from storagelab.domain.metrics import READINGS
from storagelab.domain.telemetry import TELEMETRY_STREAM
from storagelab.evaluate.sampled_phases import SampledPhase
from storagelab.http.rest_names import NAMES_VERSION
from storagelab.inventory.filters import Narrowed, filter_by_labels
from storagelab.query.conditions import TypedQuery
from storagelab.results.run_filters import compile_query
from storagelab.runs.summaries import build_configuration_option, list_summary_relations

#: An attempt writes tens of events; the limit only bounds the answer.
MAX_EVENTS = 2000


def build_counted_conditions() -> list[ColumnElement[bool]]:
    """Return the SQL conditions of runs that statistics count: finished, valid and not in the trash."""
    return [Run.state == RunState.FINISHED, Run.invalid_at.is_(None), Run.trashed_at.is_(None)]


def select_runs(*, wanted: TypedQuery | None = None) -> Select[Run]:
    """Select the runs that match a query, or all, without the trash, with the relations of a summary."""
    return narrow_runs(select(Run).options(*list_summary_relations(), build_configuration_option()), wanted=wanted)


def narrow_runs(
    query: Narrowed,
    *,
    server_id: uuid.UUID | None = None,
    configuration_id: uuid.UUID | None = None,
    profile: str | None = None,
    state: str | None = None,
    origin: str | None = None,
    wanted: TypedQuery | None = None,
    labels: Sequence[str] | None = None,
    valid: bool | None = None,
    trashed: bool = False,
) -> Narrowed:
    """Return `query`, over `Run`, narrowed to the runs that meet these filters.

    `wanted` is the parsed query (`storagelab.query`). With `trashed` only runs in the trash remain, else only the
    others.
    """
    query = query.where(Run.trashed_at.is_not(None) if trashed else Run.trashed_at.is_(None))
    if valid is not None:
        query = query.where(Run.invalid_at.is_(None) if valid else Run.invalid_at.is_not(None))
    query = filter_by_labels(query, Run, labels)
    if server_id is not None:
        query = query.where(Run.server_id == server_id)
    if configuration_id is not None:
        query = query.where(Run.configuration_id == configuration_id)
    if profile is not None:
        query = query.where(Run.profile_id.in_(select(Profile.id).where(Profile.name == profile)))
    if state is not None:
        query = query.where(Run.state == state)
    if origin is not None:
        query = query.where(Run.origin == origin)
    if wanted is not None:
        query = query.where(compile_query(wanted))
    return query


def find_run(session: Session, reference: str) -> Run:
    """Return the run with this id or number, with its configuration and profile loaded.

    The relations of a summary are loaded as well. Raises NotFound.
    """
    whole = (joinedload(Run.configuration), joinedload(Run.profile).undefer(Profile.definition))
    return find_by_reference(session, Run, reference, *list_summary_relations(), *whole)


def find_runs(session: Session, references: Sequence[str]) -> list[Run]:
    """Return the runs with these ids or numbers, each once and in this order, in one query. Raises NotFound."""
    return find_all_by_reference(session, Run, references, *list_summary_relations(), build_configuration_option())


def load_snapshots(session: Session, runs: Sequence[Run]) -> None:
    """Load the snapshots of the configurations of runs that were found without them, in one query."""
    ids = {run.configuration_id for run in runs if run.configuration_id is not None}
    session.scalars(select(Configuration).where(Configuration.id.in_(ids))).all()


def find_runs_in_order(session: Session, references: Sequence[str]) -> list[Run]:
    """Return a run for each id or number in `references`, in order and with repetitions.

    One query reads all runs. Raises NotFound.
    """
    by_reference = {key: run for run in find_runs(session, references) for key in (str(run.id), format_row_number(run))}
    return [by_reference[reference.lower()] for reference in references]


def find_runs_by_id(session: Session, run_ids: Sequence[uuid.UUID]) -> list[Run]:
    """Return the runs with these ids in this order, with the relations of a summary.

    A removed run is left out.
    """
    query = select(Run).options(*list_summary_relations(), build_configuration_option()).where(Run.id.in_(run_ids))
    by_id = {run.id: run for run in session.scalars(query)}
    return [by_id[run_id] for run_id in run_ids if run_id in by_id]


def find_runs_by_number(session: Session, numbers: Sequence[int]) -> list[Run]:
    """Return the existing runs with these numbers, in any order, with the relations of a summary.

    Runs in the trash are included.
    """
    query = select(Run).where(Run.number.in_(numbers)).options(*list_summary_relations(), build_configuration_option())
    return list(session.scalars(query))


def list_phases(session: Session, *, run_id: uuid.UUID) -> list[Phase]:
    """Return all phases of a run in order, at most 2000."""
    return list(session.scalars(select(Phase).where(Phase.run_id == run_id).order_by(Phase.ordinal)))


def list_phases_of_runs(session: Session, *, run_ids: Sequence[uuid.UUID]) -> dict[uuid.UUID, list[Phase]]:
    """Return all phases of each of these runs in order, in one query."""
    phases: dict[uuid.UUID, list[Phase]] = {run_id: [] for run_id in run_ids}
    for phase in session.scalars(select(Phase).where(Phase.run_id.in_(run_ids)).order_by(Phase.ordinal)):
        phases[phase.run_id].append(phase)
    return phases


def find_measurements(session: Session, *, phase_ids: Sequence[uuid.UUID]) -> dict[uuid.UUID, Measurement]:
    """Return measurements with their parts by phase id; phases without one are absent."""
    # Bins are large and only needed to merge percentiles, which the measurement has done.
    parts = selectinload(Measurement.parts).defer(MeasurementPart.bins)
    query = select(Measurement).where(Measurement.phase_id.in_(phase_ids)).options(parts)
    return {measurement.phase_id: measurement for measurement in session.scalars(query)}


def list_phases_with_series(session: Session, *, phase_ids: Sequence[uuid.UUID]) -> set[uuid.UUID]:
    """Return the ids of the phases that have samples of an engine, folded or live."""
    return set(session.scalars(select(Phase.id).where(Phase.id.in_(phase_ids), _has_samples())))


def find_sampled_phases(session: Session, *, run_ids: Sequence[uuid.UUID]) -> dict[uuid.UUID, list[SampledPhase]]:
    """Return the phases of each run that have samples of an engine, by run id, in order.

    A run without such phases has an empty list.
    """
    columns = (Phase.run_id, Phase.ordinal, Phase.kind, Phase.name, Phase.round, Phase.t0_ms)
    query = select(*columns).where(Phase.run_id.in_(run_ids), _has_samples()).order_by(Phase.ordinal)
    by_run: dict[uuid.UUID, list[SampledPhase]] = {run_id: [] for run_id in run_ids}
    for row in session.execute(query):
        name = parse_round_name(row.name, row.round)
        by_run[row.run_id].append(SampledPhase(row.ordinal, row.kind, name, row.t0_ms or 0))
    return by_run


def find_readings(session: Session, *, run_ids: Sequence[uuid.UUID]) -> dict[uuid.UUID, list[str]]:
    """Return the metrics that only telemetry has and that each run has readings of, by run id.

    A run that is measuring has all of them.
    """
    stored = select(Series.run_id, Series.metric).where(
        Series.run_id.in_(run_ids), Series.source == TELEMETRY, Series.metric.in_(READINGS)
    )
    stored_metrics = {(run_id, metric) for run_id, metric in session.execute(stored.distinct())}
    live = select(Phase.run_id).where(
        Phase.run_id.in_(run_ids),
        exists().where(LiveChunk.phase_id == Phase.id, LiveChunk.stream == TELEMETRY_STREAM).correlate(Phase),
    )
    measuring = set(session.scalars(live))
    return {
        run_id: [name for name in READINGS if run_id in measuring or (run_id, name) in stored_metrics]
        for run_id in run_ids
    }


def _has_samples() -> ColumnElement[bool]:
    return or_(
        exists().where(Series.phase_id == Phase.id, Series.source != TELEMETRY).correlate(Phase),
        exists().where(LiveChunk.phase_id == Phase.id, LiveChunk.stream != TELEMETRY_STREAM).correlate(Phase),
    )


def list_attempts(session: Session, *, run_id: uuid.UUID) -> list[Attempt]:
    """Return all attempts of a run in order."""
    return list(session.scalars(select(Attempt).where(Attempt.run_id == run_id).order_by(Attempt.ordinal)))


def find_events(session: Session, *, attempt_ids: Sequence[uuid.UUID]) -> dict[uuid.UUID, list[AttemptEvent]]:
    """Return the events of each attempt in the order they happened."""
    query = (
        select(AttemptEvent).where(AttemptEvent.attempt_id.in_(attempt_ids)).order_by(AttemptEvent.id).limit(MAX_EVENTS)
    )
    events: dict[uuid.UUID, list[AttemptEvent]] = {}
    for event in session.scalars(query):
        events.setdefault(event.attempt_id, []).append(event)
    return events


def list_marks(session: Session, *, run_id: uuid.UUID) -> list[tuple[RunMark, str | None]]:
    """Return the decisions on the validity of a run, newest first, each with the name of the user.

    The name is None where no user is known.
    """
    query = select(RunMark, User.name).outerjoin(User, User.id == RunMark.user_id).where(RunMark.run_id == run_id)
    return [(mark, name) for mark, name in session.execute(query.order_by(RunMark.id.desc()).limit(MAX_EVENTS))]


def count_artifacts(session: Session, *, run_id: uuid.UUID) -> int:
    """Return the number of raw files of a run."""
    return session.scalar(select(func.count()).where(Artifact.run_id == run_id)) or 0


def find_ordinals(session: Session, *, phase_ids: Sequence[uuid.UUID]) -> dict[uuid.UUID, int]:
    """Return the ordinal of each phase."""
    return {
        row.id: row.ordinal for row in session.execute(select(Phase.id, Phase.ordinal).where(Phase.id.in_(phase_ids)))
    }


def count_runs(session: Session, *, configuration_ids: Sequence[uuid.UUID]) -> dict[uuid.UUID, int]:
    """Return the number of runs of each configuration outside of the trash.

    A configuration without runs is absent.
    """
    query = (
        select(Run.configuration_id, func.count().label("runs"))
        .where(Run.configuration_id.in_(configuration_ids), Run.trashed_at.is_(None))
        .group_by(Run.configuration_id)
    )
    return {row.configuration_id: row.runs for row in session.execute(query)}


def compute_version(session: Session, *, runs: Sequence[Run]) -> str:
    """Return the strong ETag of ended runs: a hash that changes whenever anything filed under them does.

    It covers the rows, the names they show, when phases were folded or measured last, and the release that answers.
    """
    run_ids = [run.id for run in runs]
    filed = session.execute(
        select(
            select(func.max(Phase.folded_at)).where(Phase.run_id.in_(run_ids)).scalar_subquery(),
            select(func.count()).where(Phase.run_id.in_(run_ids)).scalar_subquery(),
            select(func.max(Measurement.created_at)).where(Measurement.run_id.in_(run_ids)).scalar_subquery(),
            select(func.count()).where(Measurement.run_id.in_(run_ids)).scalar_subquery(),
            select(func.count()).where(Artifact.run_id.in_(run_ids)).scalar_subquery(),
        )
    ).one()
    rows = [[str(getattr(run, column.key)) for column in Run.__table__.columns] for run in runs]
    names = [[item and item.name for item in (run.server, run.configuration, run.profile)] for run in runs]
    jobs = [run.job and run.job.state for run in runs]
    state = [__version__, NAMES_VERSION, rows, names, jobs, [str(value) for value in filed]]
    return hashlib.sha256(encode_canonical_json(state)).hexdigest()[:32]
