"""Input of a ranking: runs of a profile or chosen runs, their figures, and the excluded ones."""

from __future__ import annotations

import uuid
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from sqlalchemy import String, cast, func, literal, select
from sqlalchemy.orm import Session

from storagelab.analysis.ranking import Ranking, Result, find_preferred_metric, rank_systems
from storagelab.db.models import Configuration, Measurement, Phase, Profile, Run
from storagelab.db.references import format_row_number
from storagelab.domain.lifecycle import PhaseState
from storagelab.domain.metrics import METRICS
from storagelab.domain.printed_engine import read_printed_engine
from storagelab.domain.result import HEADLINE_KINDS, RESULT_KINDS
from storagelab.errors import InvalidInput
from storagelab.evaluate.columns import build_columns
from storagelab.http.schemas import NumberedName
from storagelab.rankings import schemas
from storagelab.rankings.workloads import (
    build_labels,
    collect_conditions,
    compute_workload_key,
    list_workload_names,
)
from storagelab.results.load import load_results

#: More runs than this are not looked at; the newest count.
MAX_RUNS = 300
_RANKED_BY = ("iops", "bandwidth", "lat_mean")
#: Badges of figures that do not show the performance of a configuration, with the reason in words.
_DISQUALIFYING = {
    "not_steady": "not measured in steady state",
    "rounds_not_steady": "not measured in steady state",
    "array_not_optimal": "the array was not optimal",
    "array_condition_unknown": "nobody saw in what condition the array was",
    "partial": "the phase was not measured to its end",
    "off_rate": "the requested rate was not held",
}


@dataclass
class _Material:
    """Results and workloads, and how many figures were left out for which reason."""

    results: list[Result] = field(default_factory=list)
    names: dict[str, str] = field(default_factory=dict)
    conditions: dict[str, dict[str, Any]] = field(default_factory=dict)
    left_out: Counter[str] = field(default_factory=Counter)


def list_rankable(session: Session) -> list[schemas.RankableProfile]:
    """Return the profiles that have runs of two or more configurations, so that they can be ranked."""
    name = (Profile.name + "@" + cast(Profile.version, String)).label("name")
    classes = func.count(func.distinct(Configuration.class_hash))
    rows = session.execute(
        select(name, Profile.title, classes, func.count(Run.id))
        .join(Run, Run.profile_id == Profile.id)
        .join(Configuration, Configuration.id == Run.configuration_id)
        .where(*_build_countable_condition(), Run.rankable.is_(True))
        .group_by(Profile.id)
        .having(classes > 1)
        .order_by(classes.desc(), name)
    )
    return [
        schemas.RankableProfile(profile=profile, title=title, configurations=systems, runs=runs)
        for profile, title, systems, runs in rows
    ]


def describe_choice(session: Session) -> schemas.ChosenRanking:
    """Return an empty ranking with the profiles that can be ranked."""
    return schemas.ChosenRanking(
        profile=None,
        runs_considered=0,
        more_runs=False,
        reference=None,
        workloads=[],
        configurations=[],
        left_out=[],
        profiles=list_rankable(session),
    )


def list_profile_runs(session: Session, profile: str, *, everything: bool) -> tuple[list[Run], bool]:
    """Return the newest runs of a profile such as `four-corners@2`, and whether there are more. Raises InvalidInput."""
    name, _, version = profile.partition("@")
    if not name or not (version.isascii() and version.isdecimal()) or len(version) > 9:
        raise InvalidInput("must name a profile with its version, as in four-corners@2", path="profile")
    query = (
        select(Run)
        .join(Profile, Profile.id == Run.profile_id)
        .where(Profile.name == name, Profile.version == int(version), *_build_countable_condition())
        .order_by(Run.created_at.desc(), Run.id.desc())
        .limit(MAX_RUNS + 1)
    )
    if not everything:
        query = query.where(Run.rankable.is_(True))
    runs = list(session.scalars(query))
    return runs[:MAX_RUNS], len(runs) > MAX_RUNS


def make_ranking(
    session: Session,
    runs: Sequence[Run],
    *,
    profile: str | None = None,
    more_runs: bool = False,
    everything: bool = False,
    without: Sequence[str] = (),
    reference: str | None = None,
) -> schemas.RankingOut:
    """Rank the configurations of the runs.

    Raises InvalidInput for a `reference` that is not one of them. With `everything`, figures that are excluded by rule
    count as well: see `find_exclusion_reason`. Bounds and ends of ranges never count.
    """
    considered = [run for run in runs if _is_countable(run)]
    systems = _load_systems(session, considered)
    material = _gather(session, considered, systems, everything=everything)
    material.left_out["the run is invalid, unfinished or in the trash"] += len(runs) - len(considered)
    metrics = _choose_metrics(material)
    counting = {key: name for key, name in metrics.items() if key not in without}
    results = [result for result in material.results if result.workload in counting]
    chosen = None
    if reference is not None:
        chosen = next(
            (key for key, configuration in systems.items() if format_row_number(configuration) == reference.lower()),
            None,
        )
        if chosen is None or not any(
            result.system == chosen and (result.figures.get(counting[result.workload]) or 0) > 0 for result in results
        ):
            raise InvalidInput("must be the number of a configuration in this ranking", path="reference")
    ranking = rank_systems(
        results, {key: (name, METRICS[name].better) for key, name in counting.items()}, reference=chosen
    )
    labels = build_labels(material.names, material.conditions)
    return schemas.RankingOut(
        profile=profile,
        runs_considered=len(considered),
        more_runs=more_runs,
        reference=format_row_number(systems[ranking.reference]) if ranking.reference is not None else None,
        workloads=[_describe_workload(key, labels[key], metrics[key], ranking) for key in metrics],
        configurations=_describe_configurations(ranking, systems),
        left_out=[
            schemas.RankingExclusion(reason=reason, figures=count)
            for reason, count in material.left_out.most_common()
            if count
        ],
    )


def _build_countable_condition() -> tuple[Any, ...]:
    return (Run.state == "finished", Run.invalid_at.is_(None), Run.trashed_at.is_(None))


def _is_countable(run: Run) -> bool:
    return run.state == "finished" and run.invalid_at is None and run.trashed_at is None


def _load_systems(session: Session, runs: Sequence[Run]) -> dict[str, Configuration]:
    """Return the newest configuration of each class among the runs, by class hash."""
    ids = {run.configuration_id for run in runs if run.configuration_id is not None}
    configurations = session.scalars(
        select(Configuration).where(Configuration.id.in_(ids)).order_by(Configuration.created_at, Configuration.id)
    )
    return {configuration.class_hash: configuration for configuration in configurations}


def _gather(
    session: Session,
    runs: Sequence[Run],
    systems: Mapping[str, Configuration],
    *,
    everything: bool,
) -> _Material:
    material = _Material()
    if not runs:
        return material
    ids = [run.id for run in runs]
    class_rows = session.execute(
        select(Run.id, Configuration.class_hash)
        .join(Configuration, Configuration.id == Run.configuration_id)
        .where(Run.id.in_(ids))
    )
    classes = {row.id: row.class_hash for row in class_rows}
    by_id = {str(run.id): run for run in runs}
    doubts = {} if everything else _load_doubts(session, ids)
    columns = build_columns(load_results(session, ids, measured=True))
    rows = [dict(zip(columns, values, strict=True)) for values in zip(*columns.values(), strict=True)]
    for row in rows:
        run = by_id[row["run_id"]]
        # A table may print results of several; its run is then of none.
        row["engine"], row["scale"] = run.engine or read_printed_engine(row["phase_name"]), run.scale
    times: dict[tuple[uuid.UUID, str], int] = {}
    for row, name in zip(rows, list_workload_names(rows), strict=True):
        run = by_id[row["run_id"]]
        system = classes.get(run.id)
        if system is None or system not in systems:
            material.left_out["nobody knows what it was measured on"] += 1
            continue
        place = row["phase_ordinal"] if row["loop"] is None else row["loop"]
        doubt = doubts.get((row["run_id"], place))
        reason = find_exclusion_reason(
            row, rankable=run.rankable, origin=run.origin, doubt=doubt, everything=everything
        )
        if reason is not None:
            material.left_out[reason] += 1
            continue
        conditions = collect_conditions(row)
        key = first = compute_workload_key(name, conditions)
        unique_name = name
        # Repeats are runs: a second time in one run is compared with the second time in others.
        while (run.id, key) in times:
            times[run.id, first] += 1
            unique_name = f"{name} ({times[run.id, first]})"
            key = compute_workload_key(unique_name, conditions)
        times[run.id, key] = 1
        material.names[key] = unique_name
        material.conditions[key] = conditions
        figures = {name: row[METRICS[name].column] for name in _RANKED_BY}
        material.results.append(Result(system, key, format_row_number(run), figures))
    return material


def _load_doubts(session: Session, run_ids: Sequence[uuid.UUID]) -> dict[tuple[str, Any], str]:
    """Return the reasons that figures do not count, by run id and phase.

    The key of a phase is its ordinal, or in a loop the name of the loop.
    """
    rows = session.execute(
        select(
            Measurement.run_id,
            Phase.ordinal,
            Phase.loop,
            Measurement.preconditioned,
            Measurement.steady,
            Measurement.badges,
        )
        .join(Phase, Phase.id == Measurement.phase_id)
        .where(Measurement.run_id.in_(run_ids), Phase.kind.in_(RESULT_KINDS), _build_loop_condition())
        .order_by(Phase.ordinal)
    )
    doubts: dict[tuple[str, Any], str] = {}
    for run_id, ordinal, loop, preconditioned, steady, badges in rows:
        reason = find_doubt(badges, steady=steady, preconditioned=preconditioned)
        if reason is not None:
            doubts[str(run_id), ordinal if loop is None else loop] = reason
    return doubts


def find_doubt(badges: Sequence[Mapping[str, Any]], *, steady: bool | None, preconditioned: bool | None) -> str | None:
    """Return the reason that a figure may not be the drives' full performance; None without one."""
    reason = next((_DISQUALIFYING[code] for badge in badges if (code := badge.get("code")) in _DISQUALIFYING), None)
    if reason is None and steady is False:
        return _DISQUALIFYING["not_steady"]
    if reason is None and preconditioned is False:
        return "measured on drives that were not preconditioned"
    return reason


def _build_loop_condition() -> Any:
    return func.coalesce(Phase.in_measurement_window, literal(True))


def find_exclusion_reason(
    row: Mapping[str, Any], *, rankable: bool, origin: str, doubt: str | None, everything: bool
) -> str | None:
    """Return the reason that a figure is not ranked; None for a figure that is ranked.

    `rankable` and `origin` are columns of the figure's run. Always excluded are values that were not measured, failed
    phases, and loads set below the maximum. Unless `everything` is set, so are shortened, imported and published runs,
    and figures with badges that disqualify them.
    """
    if row["value_kind"] not in (None, *HEADLINE_KINDS):
        return "a bound, a ratio or the end of a range"
    if row["phase_state"] != PhaseState.FINISHED:
        return "the phase did not end as planned"
    if row["offered_iops"] is not None or row["load_percent"] is not None:
        return "measured at a rate that was asked for"
    if not any(row[METRICS[name].column] for name in _RANKED_BY):
        return "no figure that configurations are ranked by"
    if everything:
        return None
    if not rankable:
        return {"imported": "imported", "published": "published"}.get(origin, "measured at the smoke scale")
    return doubt


def _choose_metrics(material: _Material) -> dict[str, str]:
    """Return the metric by which each workload is ranked, by workload in their order."""
    counts_by_workload: dict[str, Counter[str]] = defaultdict(Counter)
    for result in material.results:
        counts_by_workload[result.workload].update(name for name, value in result.figures.items() if value)
    metrics: dict[str, str] = {}
    for key in material.names:
        counts = counts_by_workload[key]
        # A metric that only some runs know would drop the others.
        highest = max(counts.values(), default=0)
        conditions = material.conditions[key]
        chosen = find_preferred_metric(
            block_bytes=conditions["block_bytes"],
            random_percent=conditions["random_percent"],
            metrics=[name for name, count in counts.items() if count == highest],
        )
        if chosen is not None:
            metrics[key] = chosen
    return metrics


def _describe_workload(key: str, label: str, metric: str, ranking: Ranking) -> schemas.RankedWorkload:
    definition = METRICS[metric]
    return schemas.RankedWorkload(
        key=key,
        label=label,
        metric=metric,
        metric_label=definition.label,
        unit=definition.unit,
        better=definition.better,
        chosen=key in ranking.metrics,
        counted=key in ranking.counted,
    )


def _describe_configurations(
    ranking: Ranking, systems: Mapping[str, Configuration]
) -> list[schemas.RankedConfiguration]:
    return [
        schemas.RankedConfiguration(
            configuration=NumberedName(
                id=systems[ranked.system].id,
                number=format_row_number(systems[ranked.system]),
                name=systems[ranked.system].name,
            ),
            class_hash=ranked.system,
            rating=ranked.rating,
            rank=ranked.rank,
            place=ranked.place,
            worst_ratio=ranked.worst,
            best_ratio=ranked.best,
            figures=[
                schemas.RankedFigure(
                    workload=key,
                    value=cell.value,
                    n=cell.n,
                    least=cell.min,
                    most=cell.max,
                    ratio=cell.ratio,
                    runs=list(cell.runs),
                )
                for key, cell in ranked.cells.items()
            ],
        )
        for ranked in ranking.systems
    ]
