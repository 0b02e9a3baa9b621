"""REST views of rows: numbers of objects written out, unknown values null, nothing computed twice."""

from __future__ import annotations

import uuid
from collections.abc import Sequence
from typing import Any

import msgspec
from msgspec import structs
from sqlalchemy import select
from sqlalchemy.orm import Session, joinedload, load_only

from storagelab.db import models
from storagelab.db.base import Base
from storagelab.db.models import Configuration, Job, Profile, Run, Server
from storagelab.db.references import format_row_number
from storagelab.domain.configuration_facts import collect_facts
from storagelab.domain.lifecycle import RUN_TERMINAL, RunState
from storagelab.domain.link_limit import find_link_limit
from storagelab.domain.published import PublishedFigure
from storagelab.domain.series_key import get_target_role
from storagelab.evaluate.headline import Best
from storagelab.http.schemas import NumberedName, Strict
from storagelab.jobs.resume import plan_resumption
from storagelab.results import queries, schemas
from storagelab.results.attempt_views import describe_attempts
from storagelab.results.configuration_use import read_use
from storagelab.results.reports import find_report
from storagelab.results.schemas import ConfigurationHistory
from storagelab.runs.headline import read_best
from storagelab.runs.summaries import build_summary_fields

#: The newest runs of a configuration among which its histories are looked for.
_MAX_RUNS = 2000


def describe_run(session: Session, run: models.Run) -> schemas.RunOut:
    """Return a run as the API shows it, with phases, attempts, configuration and headline figures.

    `run` comes from `queries.find_run`.
    """
    return describe_runs(session, [run])[0]


def describe_runs(session: Session, runs: Sequence[models.Run]) -> list[schemas.RunOut]:
    """Return runs as the API shows one, their headline figures read together. Each comes from `queries.find_run`."""
    best = read_best(session, run_ids=[run.id for run in runs])
    return [_describe_run(session, run, best.get(run.id, {})) for run in runs]


def _describe_run(session: Session, run: models.Run, best: dict[str, Best | None]) -> schemas.RunOut:
    configuration = run.configuration
    phases = queries.list_phases(session, run_id=run.id)
    return schemas.RunOut(
        **build_summary_fields(run, best),
        phases=describe_phases(session, phases),
        configuration_snapshot=configuration.snapshot if configuration else None,
        class_hash=configuration.class_hash if configuration else None,
        instance_hash=configuration.instance_hash if configuration else None,
        attempts=describe_attempts(session, queries.list_attempts(session, run_id=run.id)),
        artifact_count=queries.count_artifacts(session, run_id=run.id),
        source=schemas.ResultSource(title=run.source_title, note=run.source_note) if run.source_title else None,
        rankable=run.rankable,
        resumption=_describe_resumption(session, run, phases),
        report=find_report(run),
        marks=[
            schemas.RunMarkOut(at=mark.at, by=name, kind=mark.kind, reason=mark.reason)  # type: ignore[arg-type]
            for mark, name in queries.list_marks(session, run_id=run.id)
        ],
        link_limit=describe_link_limit(configuration),
    )


def describe_link_limit(configuration: models.Configuration | None) -> schemas.LinkLimit | None:
    """Return the throughput limit of a configuration's links; None unless every link is known."""
    limit = find_link_limit(configuration.snapshot) if configuration is not None else None
    return schemas.LinkLimit(bytes_per_s=limit.bytes_per_s, words=limit.words) if limit is not None else None


def describe_phases(session: Session, phases: Sequence[models.Phase]) -> list[schemas.PhaseOut]:
    """Return phases as the API shows them, with their measurements."""
    phase_ids = [phase.id for phase in phases]
    measurements = queries.find_measurements(session, phase_ids=phase_ids)
    with_series = queries.list_phases_with_series(session, phase_ids=phase_ids)
    return [
        schemas.PhaseOut(
            **_collect_columns(phase, schemas.PhaseOut, without={"stop", "has_series", "measurement"}),
            stop=dict(phase.stop) or None,
            has_series=phase.id in with_series,
            measurement=_describe_measurement(measurements.get(phase.id)),
        )
        for phase in phases
    ]


def describe_artifacts(session: Session, artifacts: Sequence[models.Artifact]) -> list[schemas.ArtifactOut]:
    """Return raw files, each with the ordinal of the phase it belongs to."""
    phase_ids = [artifact.phase_id for artifact in artifacts if artifact.phase_id is not None]
    ordinals = queries.find_ordinals(session, phase_ids=phase_ids)
    return [
        schemas.ArtifactOut(
            **_collect_columns(artifact, schemas.ArtifactOut, without={"phase_ordinal"}),
            phase_ordinal=ordinals.get(artifact.phase_id) if artifact.phase_id else None,
        )
        for artifact in artifacts
    ]


def describe_configurations(
    session: Session, configurations: Sequence[models.Configuration]
) -> list[schemas.ConfigurationSummary]:
    """Return configurations with the number of their runs."""
    counts = queries.count_runs(session, configuration_ids=[configuration.id for configuration in configurations])
    return [
        schemas.ConfigurationSummary(
            **_collect_columns(configuration, schemas.ConfigurationSummary, without={"number", "run_count"}),
            number=format_row_number(configuration),
            run_count=counts.get(configuration.id, 0),
        )
        for configuration in configurations
    ]


def describe_configuration(session: Session, configuration: models.Configuration) -> schemas.ConfigurationOut:
    """Return one configuration with its facts, where it was measured, and the histories of its runs."""
    (summary,) = describe_configurations(session, [configuration])
    return schemas.ConfigurationOut(
        **dict(summary),
        facts=[
            schemas.ConfigurationFact(
                key=key, label=fact.label, group=fact.group, value=None if fact.value is None else str(fact.value)
            )
            for key, fact in collect_facts(configuration.snapshot).items()
        ],
        use=read_use(session, configuration),
        histories=list_histories(session, configuration),
    )


def _describe_resumption(
    session: Session, run: models.Run, phases: Sequence[models.Phase]
) -> schemas.Resumption | None:
    if run.job_id is None or run.state not in RUN_TERMINAL:
        return None
    plan = plan_resumption(run, session.get_one(models.Job, run.job_id, populate_existing=True), phases)
    return schemas.Resumption(refusal=plan.refusal, preserved=list(plan.preserved), repeated=list(plan.repeated))


def _describe_measurement(measurement: models.Measurement | None) -> schemas.MeasurementOut | None:
    if measurement is None:
        return None
    return schemas.MeasurementOut(
        **_collect_columns(measurement, schemas.MeasurementOut, without={"parts", "published_figures"}),
        published_figures=[
            schemas.PublishedFigureOut(**structs.asdict(msgspec.convert(figure, PublishedFigure)))
            for figure in measurement.published_figures
        ],
        parts=[
            schemas.MeasurementPartOut(**_collect_columns(part, schemas.MeasurementPartOut))
            for part in measurement.parts
        ],
    )


def _collect_columns(row: Base, schema: type[Strict], *, without: set[str] | None = None) -> dict[str, Any]:
    """Return the values of a row for the fields of a schema with the same names, except `without`."""
    return {name: getattr(row, name) for name in schema.model_fields if name not in (without or set())}


def list_histories(session: Session, configuration: Configuration) -> list[ConfigurationHistory]:
    """Return the histories that runs on a configuration belong to, the one with the newest run first."""
    query = (
        select(Run, Job.target)
        .outerjoin(Job, Job.id == Run.job_id)
        .options(
            load_only(Run.number, Run.title, Run.scale, Run.server_id),
            joinedload(Run.server).load_only(Server.number, Server.name),
            joinedload(Run.profile).load_only(Profile.name, Profile.version, Profile.title),
        )
        .where(Run.configuration_id == configuration.id, Run.state == RunState.FINISHED, Run.trashed_at.is_(None))
        .order_by(Run.started_at.desc().nulls_last(), Run.id.desc())
        .limit(_MAX_RUNS)
    )
    by_history: dict[tuple[uuid.UUID | None, str, str, int | None, str], list[Run]] = {}
    for row in session.execute(query):
        run: Run = row.Run
        profile = (run.profile.name, run.profile.version) if run.profile is not None else (run.title, None)
        by_history.setdefault((run.server_id, get_target_role(row.target), *profile, run.scale), []).append(run)
    return [_describe(role, runs) for (_, role, *_), runs in by_history.items()]


def _describe(role: str, runs: Sequence[Run]) -> ConfigurationHistory:
    newest = runs[0]
    server = newest.server
    return ConfigurationHistory(
        newest=format_row_number(newest),
        title=newest.profile.title if newest.profile is not None else newest.title,
        version=newest.profile.version if newest.profile is not None else None,
        server=NumberedName(id=server.id, number=format_row_number(server), name=server.name)
        if server is not None
        else None,
        role=role,
        scale=newest.scale,  # type: ignore[arg-type]  # A constraint of the table holds the words.
        run_count=len(runs),
    )
