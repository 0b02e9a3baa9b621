"""Rows of the list of configurations; the number of queries does not grow with the list."""

from __future__ import annotations

import statistics
import uuid
from collections.abc import Sequence
from typing import Any, Literal

from sqlalchemy import ColumnElement, func, select
from sqlalchemy.orm import Session

from storagelab.db.models import Configuration, Run, SearchableResult
from storagelab.db.references import KINDS, format_row_number
from storagelab.domain.configuration_facts import Facts, collect_facts
from storagelab.domain.lifecycle import RunState
from storagelab.results import queries
from storagelab.results.configuration_list_schemas import (
    ConfigurationResult,
    ConfigurationRow,
    MeasuredWorkload,
    WorkloadPattern,
)
from storagelab.results.configuration_use import LastUse, read_last_uses

#: Newest runs of a configuration whose results are shown.
MAX_RUNS = 40
#: Access patterns that are offered.
MAX_WORKLOADS = 40


def list_workloads(session: Session, *, limit: int = MAX_WORKLOADS) -> list[MeasuredWorkload]:
    """Return the measured access patterns, with the pattern of most configurations first."""
    pattern = (SearchableResult.block_bytes, SearchableResult.read_percent, SearchableResult.random_percent)
    # Pairs are counted once they are distinct: to count distinct ones would sort every result of the lab.
    measured = (
        select(*pattern, Run.configuration_id)
        .join(Run, Run.id == SearchableResult.run_id)
        .where(
            *_is_counted(),
            Run.configuration_id.is_not(None),
            SearchableResult.iops.is_not(None),
            *(column.is_not(None) for column in pattern),
        )
        .distinct()
        .subquery()
        .c
    )
    columns = (measured.block_bytes, measured.read_percent, measured.random_percent)
    count = func.count()
    query = (
        select(*columns, count.label("configuration_count"))
        .group_by(*columns)
        .order_by(count.desc(), *columns)
        .limit(limit)
    )
    return [MeasuredWorkload(**row) for row in session.execute(query).mappings()]


def describe_rows(
    session: Session, configurations: Sequence[Configuration], workload: WorkloadPattern | None
) -> list[ConfigurationRow]:
    """Return configurations as rows of a list, each with its results of `workload`."""
    ids = [configuration.id for configuration in configurations]
    counts = queries.count_runs(session, configuration_ids=ids)
    last = read_last_uses(session, configurations)
    results = _load_results(session, ids, workload) if workload is not None else {}
    return [
        ConfigurationRow(
            id=configuration.id,
            number=format_row_number(configuration),
            name=configuration.name,
            origin=configuration.origin,  # type: ignore[arg-type]  # A constraint of the table holds the words.
            **_describe_facts(collect_facts(configuration.snapshot)),
            **_describe_last_use(last.get(configuration.id)),
            run_count=counts.get(configuration.id, 0),
            result=results.get(configuration.id),
        )
        for configuration in configurations
    ]


def _is_counted() -> list[ColumnElement[bool]]:
    """Return the SQL conditions of runs that statistics count.

    Short tests are excluded, as they are no measurements.
    """
    return [
        Run.state == RunState.FINISHED,
        Run.scale == "full",
        Run.invalid_at.is_(None),
        Run.trashed_at.is_(None),
    ]


def _describe_facts(facts: Facts) -> dict[str, Any]:
    def text(key: str) -> str | None:
        value = facts[key].value if key in facts else None
        return None if value is None else str(value)

    controller = text("controllers")
    of: Literal["controller", "drives"] = "drives" if controller in (None, "none") else "controller"
    firmware = text("controllers.firmware" if of == "controller" else "drives.firmware")
    return {
        "controller": None if controller == "none" else controller,
        "drives": text("drives"),
        "level": text("array.level"),
        "strip": text("array.strip"),
        "write_policy": text("array.policies.write"),
        "condition": text("array.condition"),
        "over_provisioning": text("drives.over_provisioning"),
        "firmware": firmware,
        "firmware_of": None if firmware is None else of,
        "unknown_count": sum(fact.value is None for fact in facts.values()),
    }


def _describe_last_use(last: LastUse | None) -> dict[str, Any]:
    if last is None:
        return {"server": None, "is_in_place": False, "is_measuring": False, "last_run_at": None}
    return {
        "server": last.server,
        "is_in_place": bool(last.is_in_place),
        "is_measuring": last.is_measuring,
        "last_run_at": last.began,
    }


def _load_results(
    session: Session, ids: Sequence[uuid.UUID], workload: WorkloadPattern
) -> dict[uuid.UUID, ConfigurationResult]:
    """Return the best IOPS of the newest runs of each configuration, as a curve with its median and range."""
    began = func.coalesce(Run.started_at, Run.created_at)
    place = func.row_number().over(partition_by=Run.configuration_id, order_by=(began.desc(), Run.id.desc()))
    ranked = (
        select(Run.id, Run.number, Run.configuration_id, began.label("began"), place.label("place"))
        .where(Run.configuration_id.in_(ids), *_is_counted())
        .subquery()
    )
    query = (
        select(ranked.c.configuration_id, ranked.c.number, func.max(SearchableResult.iops).label("iops"))
        .join(SearchableResult, SearchableResult.run_id == ranked.c.id)
        .where(
            ranked.c.place <= MAX_RUNS,
            SearchableResult.block_bytes == workload.block_bytes,
            SearchableResult.read_percent == workload.read_percent,
            SearchableResult.random_percent == workload.random_percent,
            SearchableResult.iops.is_not(None),
        )
        .group_by(ranked.c.configuration_id, ranked.c.number, ranked.c.began, ranked.c.id)
        .order_by(ranked.c.began, ranked.c.id)
    )
    by_configuration: dict[uuid.UUID, list[tuple[int, float]]] = {}
    for row in session.execute(query):
        by_configuration.setdefault(row.configuration_id, []).append((row.number, row.iops))
    return {key: _summarise(runs) for key, runs in by_configuration.items()}


def _summarise(runs: Sequence[tuple[int, float]]) -> ConfigurationResult:
    """Summarise runs of one configuration to newest run, median, range and values of the IOPS.

    `runs` has the number and the IOPS of each run, oldest first.
    """
    values = [iops for _, iops in runs]
    return ConfigurationResult(
        run=f"{KINDS[Run][0]}-{runs[-1][0]}",
        median=statistics.median(values),
        low=min(values),
        high=max(values),
        values=values,
    )
