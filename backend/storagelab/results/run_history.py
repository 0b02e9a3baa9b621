"""History of a run: finished runs of one series key in order, with markers of class changes."""

from __future__ import annotations

import uuid
from collections.abc import Sequence
from itertools import pairwise

from sqlalchemy import Select, select
from sqlalchemy.orm import Session

from storagelab.db.models import Configuration, Job, Profile, Run
from storagelab.db.references import format_row_number
from storagelab.domain.configuration_diff import diff_snapshots
from storagelab.domain.job_values import StoredTarget
from storagelab.domain.lifecycle import RunState
from storagelab.domain.series_key import SeriesKey, build_series_key
from storagelab.errors import Conflict
from storagelab.http.schemas import NumberedName
from storagelab.results import configuration_schemas as schemas
from storagelab.results.comparing import describe_factors
from storagelab.runs.summaries import build_configuration_option, list_summary_relations, summarise_runs

#: Number of newest runs of a server and profile among which those of the same role are searched.
_MAX_CANDIDATES = 2000


def read_history(session: Session, run: Run, *, limit: int) -> schemas.RunHistory:
    """Return the newest `limit` runs of the history that a run belongs to, with markers of changes.

    Raises Conflict for a run that belongs to no history.
    """
    key = build_run_series_key(session, run)
    if key is None:
        raise Conflict(
            f"{format_row_number(run)} belongs to no history: neither its server nor its configuration is known."
        )
    ids = _list_run_ids(session, run, key, limit=limit + 1)
    shown = ids[-limit:]
    query = select(Run).where(Run.id.in_(shown)).options(*list_summary_relations(), build_configuration_option())
    rows = {row.id: row for row in session.scalars(query)}
    runs = [rows[identifier] for identifier in shown]
    hashes = _load_class_hashes(session, runs)
    return schemas.RunHistory(
        key=schemas.HistoryKey(scope=key.scope, role=key.role, profile=key.profile, version=key.version),
        items=[
            schemas.HistoryItem(run=summary, class_hash=hashes.get(row.configuration_id))
            for row, summary in zip(runs, summarise_runs(session, runs), strict=True)
        ],
        markers=_list_markers(session, runs, hashes),
        complete=len(ids) <= limit,
    )


def build_run_series_key(session: Session, run: Run) -> SeriesKey | None:
    """Return the key of the history that a run belongs to; None for a run without one.

    Results made elsewhere have no profile; the title of the run replaces it.
    """
    job = session.get(Job, run.job_id) if run.job_id is not None else None
    profile = session.get(Profile, run.profile_id) if run.profile_id is not None else None
    configuration = session.get(Configuration, run.configuration_id) if run.configuration_id is not None else None
    return build_series_key(
        server_id=str(run.server_id) if run.server_id is not None else None,
        class_hash=configuration.class_hash if configuration is not None else None,
        target=job.target if job is not None else None,
        profile=profile.name if profile is not None else run.title,
        version=profile.version if profile is not None else None,
    )


def _list_run_ids(session: Session, run: Run, key: SeriesKey, *, limit: int) -> list[uuid.UUID]:
    """Return the ids of the newest `limit` runs of the history with this key, oldest first."""
    query: Select[uuid.UUID, StoredTarget, uuid.UUID | None, str | None, str, int | None, str] = (
        select(Run.id, Job.target, Run.server_id, Configuration.class_hash, Run.title, Profile.version, Profile.name)
        .outerjoin(Job, Job.id == Run.job_id)
        .outerjoin(Configuration, Configuration.id == Run.configuration_id)
        .outerjoin(Profile, Profile.id == Run.profile_id)
        .where(Run.state == RunState.FINISHED, Run.trashed_at.is_(None))
        .order_by(Run.started_at.desc().nulls_last(), Run.id.desc())
        .limit(_MAX_CANDIDATES)
    )
    if run.server_id is not None:
        query = query.where(Run.server_id == run.server_id)
    else:
        query = query.where(Run.server_id.is_(None), Configuration.class_hash == key.scope.removeprefix("class "))
    if key.version is not None:
        query = query.where(Profile.name == key.profile, Profile.version == key.version)
    else:
        query = query.where(Run.profile_id.is_(None), Run.title == key.profile)
    ids = [
        row.id
        for row in session.execute(query)
        if build_series_key(
            server_id=str(row.server_id) if row.server_id is not None else None,
            class_hash=row.class_hash,
            target=row.target,
            profile=row.name if row.name is not None else row.title,
            version=row.version,
        )
        == key
    ]
    return list(reversed(ids[:limit]))


def _load_class_hashes(session: Session, runs: Sequence[Run]) -> dict[uuid.UUID | None, str]:
    ids = {run.configuration_id for run in runs if run.configuration_id is not None}
    rows = session.execute(select(Configuration.id, Configuration.class_hash).where(Configuration.id.in_(ids)))
    return {row.id: row.class_hash for row in rows}


def _list_markers(
    session: Session, runs: Sequence[Run], hashes: dict[uuid.UUID | None, str]
) -> list[schemas.HistoryMarker]:
    """Return one marker for each change of the configuration class between runs of a history.

    Runs without a known configuration are passed over.
    """
    filed = [run for run in runs if run.configuration_id in hashes]
    changes = [
        (before, after)
        for before, after in pairwise(filed)
        if hashes[before.configuration_id] != hashes[after.configuration_id]
    ]
    ids = {run.configuration_id for pair in changes for run in pair}
    configurations = {row.id: row for row in session.scalars(select(Configuration).where(Configuration.id.in_(ids)))}
    markers = []
    for before, after in changes:
        first, second = (configurations[run.configuration_id] for run in (before, after) if run.configuration_id)
        factors = diff_snapshots(first.snapshot, second.snapshot)
        if any(factor.is_known for factor in factors) or _is_same_format(first, second):
            markers.append(
                schemas.HistoryMarker(
                    run_id=after.id,
                    before=_describe_configuration(first),
                    after=_describe_configuration(second),
                    factors=describe_factors(factors),
                )
            )
    return markers


def _is_same_format(first: Configuration, second: Configuration) -> bool:
    """Return whether the snapshots of two configurations have the same format version.

    Hashes of two formats differ even where the system did not.
    """
    return first.snapshot.get("snapshot_version") == second.snapshot.get("snapshot_version")


def _describe_configuration(configuration: Configuration) -> NumberedName:
    return NumberedName(id=configuration.id, number=format_row_number(configuration), name=configuration.name)
