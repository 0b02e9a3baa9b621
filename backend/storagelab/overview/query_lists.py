"""Every list that a query can be about, and the number of rows that a query finds in each."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from storagelab.campaigns.campaign_fields import CAMPAIGNS
from storagelab.db.models import Run
from storagelab.errors import InvalidQuery
from storagelab.http.query_text import read_query_text
from storagelab.inventory.hardware_fields import ARRAYS, CONTROLLERS, DRIVES, SERVERS
from storagelab.inventory.query_lists import QueryList
from storagelab.jobs.job_fields import JOBS
from storagelab.query.conditions import TypedQuery, has_condition
from storagelab.query.fields import FieldSet
from storagelab.query.run_fields import RUN_FIELDS
from storagelab.results.configuration_fields import CONFIGURATIONS
from storagelab.results.queries import narrow_runs


class ListName(StrEnum):
    """A list that queries find rows of."""

    RUNS = "runs"
    SERVERS = "servers"
    DRIVES = "drives"
    ARRAYS = "arrays"
    CONTROLLERS = "controllers"
    CONFIGURATIONS = "configurations"
    CAMPAIGNS = "campaigns"
    JOBS = "jobs"


#: Lists with one table of columns; runs have results and workloads as well.
QUERY_LISTS: Mapping[ListName, QueryList] = {
    ListName.SERVERS: SERVERS,
    ListName.DRIVES: DRIVES,
    ListName.ARRAYS: ARRAYS,
    ListName.CONTROLLERS: CONTROLLERS,
    ListName.CONFIGURATIONS: CONFIGURATIONS,
    ListName.CAMPAIGNS: CAMPAIGNS,
    ListName.JOBS: JOBS,
}


def fields_of(name: ListName) -> FieldSet:
    """Return the fields of a list."""
    return RUN_FIELDS if name is ListName.RUNS else QUERY_LISTS[name].fields


def count_in_every_list(session: Session, text: str | None, *, time_zone: str) -> dict[ListName, int]:
    """Return how many rows a query finds in each list that has all of its fields and values.

    Words alone are no query here: they are in too many rows.
    """
    counts: dict[ListName, int] = {}
    for name in ListName:
        try:
            query = read_query_text(session, text, fields_of(name), time_zone=time_zone)
        except InvalidQuery:
            continue
        if has_condition(query):
            counts[name] = count_in_list(session, name, query)
    return counts


def count_in_list(session: Session, name: ListName, query: TypedQuery | None) -> int:
    """Return how many rows of a list a query finds, and how many it has for None."""
    if name is ListName.RUNS:
        statement = narrow_runs(select(func.count()).select_from(Run), wanted=query)
    else:
        queried = QUERY_LISTS[name]
        statement = queried.narrow(select(func.count()).select_from(queried.model), query)
    return session.scalars(statement).one()
