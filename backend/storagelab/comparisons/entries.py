"""Runs of a comparison with their results, the condition of their arrays, and what makes them repeats."""

from __future__ import annotations

import uuid
from collections.abc import Mapping, Sequence
from typing import Any

from msgspec.structs import replace
from sqlalchemy import select
from sqlalchemy.orm import Session

from storagelab.db.models import Configuration, Job, Run
from storagelab.domain.configuration import encode_canonical_json
from storagelab.domain.lifecycle import RunState
from storagelab.domain.metrics import Metric
from storagelab.evaluate.comparison import ComparedRun, group_items
from storagelab.evaluate.measured_runs import MeasuredRun, measure_run
from storagelab.results.conditions import load_observed_conditions
from storagelab.results.load import load_results


def load_compared_runs(session: Session, runs: Sequence[Run]) -> list[ComparedRun]:
    """Load the results of runs with their configurations, each once and in order, in five queries."""
    ids = [run.id for run in runs]
    conditions = load_observed_conditions(session, run_ids=ids)
    keys = _load_repeat_keys(session, runs, conditions)
    results = load_results(session, ids, every_round=False, snapshots=True)
    return [
        ComparedRun(replace(result, joins_rows=True), conditions[run.id], keys[run.id])
        for run, result in zip(runs, results, strict=True)
    ]


def group_repeats(session: Session, runs: Sequence[Run], *, pooled: bool) -> list[list[Run]]:
    """Group runs into the entries of a comparison, in order.

    With `pooled` the repeats of one test are one group, else each run is its own.
    """
    if not pooled:
        return [[run] for run in runs]
    conditions = load_observed_conditions(session, run_ids=[run.id for run in runs])
    keys = _load_repeat_keys(session, runs, conditions)
    return group_items(runs, [keys[run.id] for run in runs])


def measure(session: Session, runs: Sequence[Run], *, metric: Metric) -> dict[uuid.UUID, MeasuredRun]:
    """Return the figures of `metric` for each run, by run id, in two queries.

    Only phases that ended as planned count.
    """
    results = load_results(session, [run.id for run in runs], every_round=False)
    return {uuid.UUID(result.id): measure_run(result, metric) for result in results}


def _load_repeat_keys(
    session: Session, runs: Sequence[Run], conditions: Mapping[uuid.UUID, str | None]
) -> dict[uuid.UUID, bytes | None]:
    """Return by run id a key that is equal for runs that repeat one test; None for a run that cannot be a repeat.

    Repeats follow the same version of a profile with the same parameters on the same class of configuration, whose
    arrays were found in the same condition, at the same scale. A published or imported result repeats nothing.
    """
    rows = session.execute(
        select(Run.id, Configuration.class_hash, Job.parameters)
        .outerjoin(Configuration, Configuration.id == Run.configuration_id)
        .outerjoin(Job, Job.id == Run.job_id)
        .where(Run.id.in_([run.id for run in runs]))
    )
    tests: dict[uuid.UUID, tuple[str | None, Any]] = {row.id: (row.class_hash, row.parameters) for row in rows}
    keys: dict[uuid.UUID, bytes | None] = {}
    for run in runs:
        class_hash, parameters = tests[run.id]
        can_repeat = run.origin == "measured" and run.state == RunState.FINISHED and run.profile_id is not None
        test = [str(run.profile_id), class_hash, conditions[run.id], run.scale, run.engine, parameters]
        keys[run.id] = encode_canonical_json(test) if can_repeat and class_hash is not None else None
    return keys
