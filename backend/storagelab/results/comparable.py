"""Proposals of runs to compare with a run, by reason.

Proposals are repeats, the same system before and after a change, and the best result of the workload. One changed
factor and another RAID level of the same drives are further ones.
"""

from __future__ import annotations

import uuid
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from sqlalchemy import Select, select
from sqlalchemy.orm import Session, joinedload

from storagelab.db.models import Configuration, Job, Measurement, Phase, Run
from storagelab.db.references import format_row_number
from storagelab.domain.components import is_whole
from storagelab.domain.configuration_diff import DifferingFactor, build_workload_key, count_words, diff_snapshots
from storagelab.domain.lifecycle import PhaseState
from storagelab.domain.result import RESULT_KINDS
from storagelab.domain.series_key import get_target_role
from storagelab.http.schemas import NumberedName
from storagelab.results import comparable_schemas as schemas
from storagelab.results.queries import build_counted_conditions

#: Number of newest runs of the same test among which others are searched.
_MAX_CANDIDATES = 300
#: Number of configurations that are compared fact by fact.
_MAX_CONFIGURATIONS = 60
#: Number of proposals of one kind.
_MAX_OF_A_KIND = 4
#: Results of a workload, best first, among which one of exactly the same workload is looked for.
_MAX_RIVALS = 60
_LEVEL = "array.level"

#: Whole configurations by their ids.
Snapshots = Mapping[uuid.UUID, Configuration]


def propose(session: Session, run: Run) -> schemas.ComparableRuns:
    """Propose runs to compare with a run, each with its reason, in a fixed number of queries."""
    candidates = _list_candidates(session, run)
    snapshots = _load_configurations(session, run, candidates)
    proposals = [
        *_propose_repeats(run, candidates),
        *_propose_neighbouring_configurations(session, run, candidates, snapshots),
        *_propose_by_configuration(run, candidates, snapshots),
        *_propose_best(session, run),
    ]
    once: dict[uuid.UUID, schemas.ComparableRun] = {}
    for proposal in proposals:
        once.setdefault(proposal.id, proposal)
    return schemas.ComparableRuns(number=format_row_number(run), proposals=list(once.values()))


def _list_candidates(session: Session, run: Run) -> list[Run]:
    """Return the newest other runs of the same profile, or of the same source, and the same scale.

    Only runs that count are included.
    """
    query: Select[Run] = select(Run).where(*build_counted_conditions(), Run.id != run.id, Run.scale == run.scale)
    if run.profile_id is not None:
        query = query.where(Run.profile_id == run.profile_id)
    elif run.source_title is not None:
        query = query.where(Run.profile_id.is_(None), Run.source_title == run.source_title)
    else:
        return []
    named = joinedload(Run.configuration).load_only(Configuration.number, Configuration.name, Configuration.class_hash)
    query = query.order_by(Run.started_at.desc().nulls_last(), Run.id.desc()).limit(_MAX_CANDIDATES)
    return list(session.scalars(query.options(named)))


def _load_configurations(session: Session, run: Run, candidates: Sequence[Run]) -> dict[uuid.UUID, Configuration]:
    """Return complete configurations by id: of the run, and one per class of the candidates.

    Only the newest classes of the candidates are read.
    """
    chosen: dict[str, uuid.UUID] = {}
    for other in candidates:
        if other.configuration is not None and len(chosen) < _MAX_CONFIGURATIONS:
            chosen.setdefault(other.configuration.class_hash, other.configuration.id)
    ids = {*chosen.values(), *([run.configuration_id] if run.configuration_id else [])}
    # Those of the candidates were loaded without their snapshots.
    query = select(Configuration).where(Configuration.id.in_(ids)).execution_options(populate_existing=True)
    return {row.id: row for row in session.scalars(query)}


def _propose_repeats(run: Run, candidates: Sequence[Run]) -> list[schemas.ComparableRun]:
    same = [other for other in candidates if run.job_id is not None and other.job_id == run.job_id]
    return [_make_proposal("repeat", "A repeat of the same job.", other) for other in same[:_MAX_OF_A_KIND]]


def _propose_neighbouring_configurations(
    session: Session, run: Run, candidates: Sequence[Run], snapshots: Snapshots
) -> list[schemas.ComparableRun]:
    """Return runs on the same drives and server, on the configuration class before and after.

    These are the last class before the class of `run` and the first class after it, in time.
    """
    own = snapshots.get(run.configuration_id) if run.configuration_id else None
    if own is None or run.server_id is None or run.started_at is None or run.job_id is None:
        return []
    there = [other for other in candidates if other.server_id == run.server_id and other.started_at is not None]
    jobs = {run.job_id, *(other.job_id for other in there)}
    rows = session.execute(select(Job.id, Job.target).where(Job.id.in_(jobs)))
    targets: dict[uuid.UUID, Any] = {row.id: row.target for row in rows}
    role = get_target_role(targets[run.job_id])
    changed = [
        other
        for other in there
        if other.job_id in targets
        and get_target_role(targets[other.job_id]) == role
        and other.configuration is not None
        and other.configuration.class_hash != own.class_hash
    ]
    moments = [(other.started_at, other) for other in changed if other.started_at is not None]
    before = max((pair for pair in moments if pair[0] <= run.started_at), key=lambda pair: pair[0], default=None)
    after = min((pair for pair in moments if pair[0] > run.started_at), key=lambda pair: pair[0], default=None)
    proposals = []
    for kind, pair, words in (("before", before, "before"), ("after", after, "since")):
        factors = _find_differing_factors(own, pair[1], snapshots) if pair is not None else None
        if pair is not None and factors is not None:
            reason = f"The same drives {words} the change: {count_words(factors)}."
            proposals.append(_make_proposal(kind, _add_factor_values(reason, factors), pair[1], factors))  # type: ignore[arg-type]
    return proposals


def _propose_by_configuration(run: Run, candidates: Sequence[Run], snapshots: Snapshots) -> list[schemas.ComparableRun]:
    """Return the newest run on each configuration that differs in one known factor.

    Runs on the same drives in an array of another RAID level are included as well.
    """
    own = snapshots.get(run.configuration_id) if run.configuration_id else None
    if own is None:
        return []
    newest: dict[str, Run] = {}
    for other in candidates:
        if other.configuration is not None and other.configuration.class_hash != own.class_hash:
            newest.setdefault(other.configuration.class_hash, other)
    one, levels = [], []
    for other in newest.values():
        theirs = _find_class_configuration(other, snapshots)
        # What an array lacks is no factor of a system without one, and still no fair comparison.
        if theirs is None or is_whole(theirs.snapshot) != is_whole(own.snapshot):
            continue
        factors = diff_snapshots(own.snapshot, theirs.snapshot)
        known_factors = [factor for factor in factors if factor.is_known]
        if len(known_factors) == 1:
            reason = f"The same test where {count_words(factors)}."
            one.append(_make_proposal("one_factor", _add_factor_values(reason, factors), other, factors))
        elif any(factor.key == _LEVEL for factor in known_factors) and all(
            factor.group != "drives" for factor in known_factors
        ):
            reason = f"The same drives in another array: {count_words(factors)}."
            levels.append(
                _make_proposal("other_level", _add_factor_values(reason, factors, only=_LEVEL), other, factors)
            )
    return [*one[:_MAX_OF_A_KIND], *levels[:_MAX_OF_A_KIND]]


def _propose_best(session: Session, run: Run) -> list[schemas.ComparableRun]:
    """Return the run with the most IOPS at the workload at which `run` reaches its own maximum.

    The workload is exactly the same. The list has one entry or none.
    """
    own = session.execute(
        select(Measurement, Phase.workload)
        .join(Phase, Phase.id == Measurement.phase_id)
        .where(Measurement.run_id == run.id, Phase.kind.in_(RESULT_KINDS), Phase.state == PhaseState.FINISHED)
        .where(
            Measurement.iops.is_not(None), Measurement.value_kind == "exact", Phase.in_measurement_window.is_not(False)
        )
        .order_by(Measurement.iops.desc())
        .limit(1)
    ).first()
    wanted = build_workload_key(own.workload) if own is not None else None
    if own is None or wanted is None:
        return []
    mine: Measurement = own.Measurement
    rivals = session.execute(
        select(Run, Phase.workload, Measurement.iops)
        .join(Measurement, Measurement.run_id == Run.id)
        .join(Phase, Phase.id == Measurement.phase_id)
        .options(joinedload(Run.configuration).load_only(Configuration.number, Configuration.name))
        .where(*build_counted_conditions(), Run.id != run.id, Run.rankable, Run.scale == run.scale)
        .where(
            Measurement.block_bytes == mine.block_bytes,
            Measurement.read_percent == mine.read_percent,
            Measurement.outstanding_ios == mine.outstanding_ios,
            Measurement.value_kind == "exact",
            Measurement.iops > mine.iops,
            Phase.kind.in_(RESULT_KINDS),
            Phase.state == PhaseState.FINISHED,
            # One round of a loop is no result.
            Phase.loop.is_(None),
        )
        .order_by(Measurement.iops.desc())
        .limit(_MAX_RIVALS)
    )
    best = next((rival for rival in rivals if build_workload_key(rival.workload) == wanted), None)
    if best is None:
        return []
    name = own.workload.get("description") or "its workload"
    reason = f"The most IOPS of all measured runs at {name}: {best.iops:,.0f} against {mine.iops:,.0f}."
    return [_make_proposal("best", reason, best.Run)]


def _find_differing_factors(own: Configuration, other: Run, snapshots: Snapshots) -> list[DifferingFactor] | None:
    """Return the factors in which another run's configuration differs from `own`.

    Returns None where `snapshots` lacks the other configuration.
    """
    theirs = _find_class_configuration(other, snapshots)
    return diff_snapshots(own.snapshot, theirs.snapshot) if theirs is not None else None


def _find_class_configuration(run: Run, snapshots: Snapshots) -> Configuration | None:
    """Return the configuration in `snapshots` that represents the class of a run; None without one."""
    wanted = run.configuration.class_hash if run.configuration is not None else None
    return next((row for row in snapshots.values() if row.class_hash == wanted), None)


def _add_factor_values(reason: str, factors: Iterable[DifferingFactor], *, only: str | None = None) -> str:
    """Append to `reason` the values of the factor on both sides, if exactly one factor is known."""
    known_factors = [factor for factor in factors if factor.is_known and only in (None, factor.key)]
    return (
        f"{reason[:-1]} ({known_factors[0].a} here, {known_factors[0].b} there)." if len(known_factors) == 1 else reason
    )


def _make_proposal(
    kind: schemas.ProposalKind, reason: str, run: Run, factors: Iterable[DifferingFactor] = ()
) -> schemas.ComparableRun:
    configuration = run.configuration
    return schemas.ComparableRun(
        kind=kind,
        reason=reason,
        id=run.id,
        number=format_row_number(run),
        title=run.title,
        origin=run.origin,  # type: ignore[arg-type]
        configuration=(
            NumberedName(id=configuration.id, number=format_row_number(configuration), name=configuration.name)
            if configuration is not None
            else None
        ),
        finished_at=run.finished_at,
        factors=[factor.label for factor in factors if factor.is_known],
    )
