"""The histories that runs on one configuration belong to, by server, role, profile and scale."""

from __future__ import annotations

import uuid
from collections.abc import Sequence

from sqlalchemy import select
from sqlalchemy.orm import Session, joinedload, load_only

from storagelab.db.models import Configuration, Job, Profile, Run, Server
from storagelab.db.references import format_row_number
from storagelab.domain.lifecycle import RunState
from storagelab.domain.series_key import get_target_role
from storagelab.http.schemas import NumberedName
from storagelab.results.schemas import ConfigurationHistory

#: The newest runs of a configuration among which its histories are looked for.
_MAX_RUNS = 2000


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
