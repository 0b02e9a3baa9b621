"""Comparison of two configurations or runs: their factors, and whether they can share a chart."""

from __future__ import annotations

import uuid
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from sqlalchemy import select
from sqlalchemy.orm import Session, joinedload

from storagelab.db.models import Configuration, Phase, Run
from storagelab.db.references import find_by_reference, format_row_number
from storagelab.domain.configuration_diff import (
    DifferingFactor,
    build_workload_key,
    count_words,
    diff_snapshots,
    explain_different_workloads,
)
from storagelab.errors import Conflict, NotFound
from storagelab.http.schemas import NumberedName
from storagelab.results import configuration_schemas as schemas
from storagelab.results.conditions import find_observed_condition

_RUN_NUMBER = "r-"


@dataclass(frozen=True)
class Side:
    """A configuration, and the run that was measured on it where a run was requested."""

    configuration: Configuration
    run: Run | None


def find_side(session: Session, reference: str) -> Side:
    """Return one side of a comparison: the configuration or run with this id or number.

    Raises NotFound, and Conflict for a run without a configuration.
    """
    if not reference.startswith(_RUN_NUMBER):
        try:
            return Side(find_by_reference(session, Configuration, reference), None)
        except NotFound:
            if not _is_id(reference):
                raise
    run = find_by_reference(session, Run, reference, joinedload(Run.configuration), joinedload(Run.profile))
    if run.configuration is None:
        raise Conflict(f"{format_row_number(run)} has no configuration: none was recorded when it began.")
    return Side(run.configuration, run)


def compare(session: Session, a: Side, b: Side) -> schemas.ConfigurationDiff:
    """Return the differences between the configurations and profiles of two sides."""
    factors = [
        *diff_snapshots(
            a.configuration.snapshot,
            b.configuration.snapshot,
            condition_a=_find_observed_condition(session, a),
            condition_b=_find_observed_condition(session, b),
        ),
        *_profile_factor(a.run, b.run),
    ]
    known_factors = [factor for factor in factors if factor.is_known]
    return schemas.ConfigurationDiff(
        a=_describe(a),
        b=_describe(b),
        same_class=a.configuration.class_hash == b.configuration.class_hash,
        same_instance=a.configuration.instance_hash == b.configuration.instance_hash,
        factors=describe_factors(factors),
        known_count=len(known_factors),
        unknown_count=len(factors) - len(known_factors),
        by=known_factors[0].label if len(known_factors) == 1 else None,
        overlay=_overlay(session, a.run, b.run, factors),
    )


def describe_factors(factors: Sequence[DifferingFactor]) -> list[schemas.Factor]:
    """Return factors as the API shows them."""
    return [schemas.Factor(**asdict(factor), known=factor.is_known) for factor in factors]


def _is_id(reference: str) -> bool:
    try:
        uuid.UUID(reference)
    except ValueError:
        return False
    return True


def _find_observed_condition(session: Session, side: Side) -> str | None:
    return find_observed_condition(session, run_id=side.run.id) if side.run is not None else None


def _profile_factor(a: Run | None, b: Run | None) -> list[DifferingFactor]:
    if a is None or b is None:
        return []
    names = [f"{run.profile.name}, version {run.profile.version}" if run.profile else None for run in (a, b)]
    return [DifferingFactor("profile", "Profile", "profile", *names)] if names[0] != names[1] else []


def _overlay(session: Session, a: Run | None, b: Run | None, factors: list[DifferingFactor]) -> schemas.Overlay | None:
    if a is None or b is None:
        return None
    first, second = _list_workloads(session, a), _list_workloads(session, b)
    if not first or not second:
        return schemas.Overlay(allowed=False, reason="One of the runs has measured nothing yet.")
    there = {key for key in map(build_workload_key, second) if key is not None}
    shared = sum(build_workload_key(workload) in there for workload in first)
    if not shared:
        reason = explain_different_workloads(first[0], second[0]) or "The runs share no workload."
        return schemas.Overlay(allowed=False, reason=reason)
    one = len(first) == 1 and len(second) == 1
    words = "The workload is the same" if one else f"{shared} of {len(first)} workloads are the same"
    return schemas.Overlay(allowed=True, reason=f"{words}; {count_words(factors)}.")


def _list_workloads(session: Session, run: Run) -> Sequence[Mapping[str, Any]]:
    query = select(Phase.workload).where(Phase.run_id == run.id, Phase.kind.in_(("measure", "published")))
    return session.scalars(query.order_by(Phase.ordinal)).all()


def _describe(side: Side) -> schemas.DiffSide:
    configuration, run = side.configuration, side.run
    return schemas.DiffSide(
        configuration=NumberedName(
            id=configuration.id, number=format_row_number(configuration), name=configuration.name
        ),
        class_hash=configuration.class_hash,
        instance_hash=configuration.instance_hash,
        run=schemas.DiffedRun(id=run.id, number=format_row_number(run), title=run.title) if run is not None else None,
    )
