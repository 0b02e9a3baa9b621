"""The list of configurations with their results, over HTTP."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Query
from sqlalchemy import select

from storagelab.db.models import Configuration
from storagelab.http.label_filters import LabelFilter
from storagelab.http.problems import QUERY_PROBLEM, declare_problem_responses
from storagelab.http.session import SessionDep
from storagelab.http.validation_messages import register_pattern_words
from storagelab.inventory.filters import filter_by_labels
from storagelab.inventory.list_order import paginate_list
from storagelab.results.configuration_fields import CONFIGURATIONS, ConfigurationPageDep, ConfigurationQuery
from storagelab.results.configuration_list import describe_rows, list_workloads
from storagelab.results.configuration_list_schemas import ConfigurationRowPage, MeasuredWorkloads, WorkloadPattern

router = APIRouter()

_PATTERN = r"^[1-9][0-9]{0,9}(:[0-9]{1,3}(\.[0-9]{1,3})?){2}$"
WorkloadText = Annotated[
    str | None,
    Query(
        pattern=register_pattern_words(_PATTERN, "must be like 4096:0:100"),
        description="Block size in bytes, percentage of reads and of random requests, as in `4096:0:100`. "
        "Without it the workload of most configurations.",
    ),
]


@router.get("/configurations/results", responses={**declare_problem_responses(422), **QUERY_PROBLEM})
def list_configuration_results(
    session: SessionDep,
    page: ConfigurationPageDep,
    query: ConfigurationQuery,
    workload: WorkloadText = None,
    labels: LabelFilter = None,
) -> ConfigurationRowPage:
    """List configurations in a few words with their results of one workload, newest first by default."""
    pattern = _read_pattern(workload) if workload is not None else next(iter(list_workloads(session, limit=1)), None)
    statement = CONFIGURATIONS.narrow(filter_by_labels(select(Configuration), Configuration, labels), query)
    rows, next_cursor = paginate_list(session, statement, CONFIGURATIONS, page)
    return ConfigurationRowPage(
        items=describe_rows(session, rows, pattern),
        next_cursor=next_cursor,
        workload=pattern and WorkloadPattern(**pattern.model_dump(include=set(WorkloadPattern.model_fields))),
    )


@router.get("/configurations/workloads")
def show_measured_workloads(session: SessionDep) -> MeasuredWorkloads:
    """Show the access patterns that were measured, those of most configurations first."""
    return MeasuredWorkloads(items=list_workloads(session))


def _read_pattern(text: str) -> WorkloadPattern:
    block_bytes, reads, random = text.split(":")
    return WorkloadPattern(block_bytes=int(block_bytes), read_percent=float(reads), random_percent=float(random))
