"""Runs in short, as lists and their jobs show them."""

from __future__ import annotations

import uuid
from collections.abc import Sequence
from typing import Any

from sqlalchemy.orm import Session, joinedload
from sqlalchemy.orm.interfaces import LoaderOption

from storagelab.db.models import Configuration, Job, Profile, Run, Server
from storagelab.db.references import format_row_number
from storagelab.domain.lifecycle import RESPONSIBLE, FailureKind
from storagelab.evaluate.headline import Best, choose_headline
from storagelab.runs.headline import read_best
from storagelab.runs.schemas import RunSummary, Verdict
from storagelab.runs.validity import build_validity_fields, list_validity_relations

_COMPUTED = {
    *("number", "job", "server", "configuration", "profile", "verdict", "headline", "failure", "duration_seconds"),
    *("invalid", "trashed"),
}


def list_summary_relations() -> tuple[LoaderOption, ...]:
    """Return the loader options for the relations of a run summary, without the configuration."""
    return (
        joinedload(Run.job).load_only(Job.number, Job.state),
        joinedload(Run.server).load_only(Server.number, Server.name),
        joinedload(Run.profile).load_only(Profile.name, Profile.version, Profile.title),
        *list_validity_relations(),
    )


def build_configuration_option() -> LoaderOption:
    """Return the option to load the configuration without its snapshot, which is large and which lists do not show."""
    return joinedload(Run.configuration).load_only(Configuration.number, Configuration.name)


def summarise_runs(session: Session, runs: Sequence[Run]) -> list[RunSummary]:
    """Return run summaries for lists, with one query for all their headline figures.

    The runs must be loaded with `list_summary_relations` and `build_configuration_option`.
    """
    best = read_best(session, run_ids=[run.id for run in runs])
    return [RunSummary(**build_summary_fields(run, best.get(run.id, {}))) for run in runs]


def build_summary_fields(run: Run, best: dict[str, Best | None]) -> dict[str, Any]:
    """Return the fields of a summary; `best` are the run's best figures (`headline.read_best`)."""
    return {
        **{name: getattr(run, name) for name in RunSummary.model_fields if name not in _COMPUTED},
        "number": format_row_number(run),
        "job": {"id": run.job.id, "number": format_row_number(run.job)} if run.job else None,
        "server": _describe_numbered_name(run.server),
        "configuration": _describe_numbered_name(run.configuration),
        "profile": (
            {"name": run.profile.name, "version": run.profile.version, "title": run.profile.title}
            if run.profile
            else None
        ),
        "verdict": {key: run.verdict.get(key) for key in Verdict.model_fields} if run.verdict else None,
        "headline": choose_headline(best, run.verdict),
        "failure": _describe_failure(run),
        "duration_seconds": _compute_duration(run),
        **build_validity_fields(run),
    }


def _compute_duration(run: Run) -> float | None:
    if run.started_at is None or run.finished_at is None:
        return None
    return (run.finished_at - run.started_at).total_seconds()


def _describe_failure(run: Run) -> dict[str, str | None] | None:
    if run.failure_kind is None:
        return None
    return {
        "kind": run.failure_kind,
        "message": run.failure_message,
        "responsible": RESPONSIBLE[FailureKind(run.failure_kind)],
        "preserved": run.failure_kept,
    }


def _describe_numbered_name(row: Server | Configuration | None) -> dict[str, uuid.UUID | str | None] | None:
    return {"id": row.id, "number": format_row_number(row), "name": row.name} if row else None
