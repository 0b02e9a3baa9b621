"""Every list that a query can be about, how its rows are counted, and the values that they have."""

from __future__ import annotations

import uuid
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, Protocol

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from storagelab.campaigns.campaign_fields import CAMPAIGNS
from storagelab.db.models import Run
from storagelab.errors import InvalidQuery
from storagelab.findings.finding_fields import FINDINGS
from storagelab.http.query_text import read_query_text
from storagelab.inventory.change_fields import CHANGES
from storagelab.inventory.hardware_fields import ARRAYS, CONTROLLERS, DRIVES, SERVERS
from storagelab.inventory.model_fields import MODELS
from storagelab.inventory.query_lists import QueryList
from storagelab.jobs.job_fields import JOBS
from storagelab.profiles.profile_fields import PROFILE_FIELDS, list_field_values
from storagelab.profiles.views import find_profiles
from storagelab.query.completion import (
    MAX_COMPLETIONS,
    Completion,
    CompletionContext,
    complete_choices,
    make_value_completion,
)
from storagelab.query.conditions import TypedQuery, has_condition
from storagelab.query.fields import FieldSet, QueryField
from storagelab.query.run_fields import RUN_FIELDS
from storagelab.results.configuration_fields import CONFIGURATIONS
from storagelab.results.field_values import complete_values, make_value_writer
from storagelab.results.queries import narrow_runs
from storagelab.workbench.dashboard_fields import DASHBOARDS

#: Number of newest rows whose values are read. Values are counted only where there are no more rows.
_NEWEST_ROWS = 5000
#: Longer texts, such as notes, are no proposals.
_MAX_CHARACTERS = 100
#: Values with the number of rows that have each, the most frequent first; None where there are too many rows.
_Counts = Mapping[str, int | None]


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
    PROFILES = "profiles"
    DASHBOARDS = "dashboards"
    MODELS = "models"
    CHANGES = "changes"
    FINDINGS = "findings"


class QueriedList(Protocol):
    """A list as one person sees it, as far as all of them are alike."""

    def count(self, session: Session, query: TypedQuery | None) -> int:
        """Return the number of rows that a query finds; for None, of all rows."""

    def complete(self, session: Session, context: CompletionContext) -> list[Completion]:
        """Return values for the field at the caret."""


class Runs:
    """The runs, which have results and workloads as well."""

    def count(self, session: Session, query: TypedQuery | None) -> int:
        """Return the number of runs that a query finds; for None, of all runs."""
        return session.scalars(narrow_runs(select(func.count()).select_from(Run), wanted=query)).one()

    def complete(self, session: Session, context: CompletionContext) -> list[Completion]:
        """Return values that runs have for the field at the caret."""
        return complete_values(session, context)


@dataclass(frozen=True)
class Rows:
    """A list of rows of one table."""

    queried: QueryList
    viewer: uuid.UUID

    def count(self, session: Session, query: TypedQuery | None) -> int:
        """Return the number of rows that a query finds; for None, of all rows that the list shows."""
        statement = select(func.count()).select_from(self.queried.model)
        return session.scalars(self.queried.narrow(statement, query, viewer=self.viewer)).one()

    def complete(self, session: Session, context: CompletionContext) -> list[Completion]:
        """Return values that the rows have for the field at the caret."""
        return _complete_from(
            context, lambda field: _count_row_values(session, self.queried, field, viewer=self.viewer)
        )


class Profiles:
    """The profiles, most of which come with the program and are in no table."""

    def count(self, session: Session, query: TypedQuery | None) -> int:
        """Return the number of profiles that a query finds; for None, of all that are not archived."""
        return sum(1 for _ in find_profiles(session, query))

    def complete(self, session: Session, context: CompletionContext) -> list[Completion]:
        """Return values that profiles have for the field at the caret."""
        return _complete_from(
            context,
            lambda field: _count_values(
                field,
                (
                    list_field_values(profile, field)
                    for profile in find_profiles(session, None, archived=field.name == "archived")
                ),
            ),
        )


#: Lists of rows with one table of columns.
QUERY_LISTS: Mapping[ListName, QueryList] = {
    ListName.SERVERS: SERVERS,
    ListName.DRIVES: DRIVES,
    ListName.ARRAYS: ARRAYS,
    ListName.CONTROLLERS: CONTROLLERS,
    ListName.CONFIGURATIONS: CONFIGURATIONS,
    ListName.CAMPAIGNS: CAMPAIGNS,
    ListName.JOBS: JOBS,
    ListName.DASHBOARDS: DASHBOARDS,
    ListName.MODELS: MODELS,
    ListName.CHANGES: CHANGES,
    ListName.FINDINGS: FINDINGS,
}
FIELDS: Mapping[ListName, FieldSet] = {
    ListName.RUNS: RUN_FIELDS,
    **{name: queried.fields for name, queried in QUERY_LISTS.items()},
    ListName.PROFILES: PROFILE_FIELDS,
}


def list_seen_by(viewer: uuid.UUID, name: ListName) -> QueriedList:
    """Return the list with this name, limited to the rows that a user sees."""
    if name in QUERY_LISTS:
        return Rows(QUERY_LISTS[name], viewer)
    return Runs() if name is ListName.RUNS else Profiles()


def count_in_every_list(
    session: Session, text: str | None, *, time_zone: str, viewer: uuid.UUID
) -> dict[ListName, int]:
    """Return by list the number of rows that a query text finds.

    Lists without a field or value of the query are left out. A text of words alone has no counts, because words match
    too many rows.
    """
    counts: dict[ListName, int] = {}
    for name in ListName:
        try:
            query = read_query_text(session, text, FIELDS[name], time_zone=time_zone)
        except InvalidQuery:
            continue
        if has_condition(query):
            counts[name] = list_seen_by(viewer, name).count(session, query)
    return counts


def _complete_from(context: CompletionContext, count: Callable[[QueryField], _Counts]) -> list[Completion]:
    """Return completions for the query field at the caret, at most MAX_COMPLETIONS.

    Row numbers have none. `count` counts the values of a field.
    """
    field = context.field
    if field is None or field.name == "number":
        return []
    if field.type == "date":
        return complete_choices(context)
    values = count(field)
    if field.choices:
        # A value that no row has is missing in the newest rows too, but an older row may have it.
        missing = None if None in values.values() else 0
        return [
            Completion(choice.kind, choice.text, choice.description, values.get(choice.text, missing))
            for choice in complete_choices(context)
        ]
    prefix = context.prefix.lower()
    matches = [
        (text, count) for text, count in values.items() if prefix in text.lower() and len(text) <= _MAX_CHARACTERS
    ]
    return [make_value_completion(field, text, count) for text, count in matches[:MAX_COMPLETIONS]]


def _count_values(field: QueryField, rows: Iterable[Sequence[Any]]) -> _Counts:
    """Count how often each value of a field occurs in `rows`; most frequent first."""
    write = make_value_writer(field)
    counted = Counter(write(value) for values in rows for value in values)
    return dict(sorted(counted.items(), key=lambda item: (-item[1], item[0])))


def _count_row_values(session: Session, queried: QueryList, field: QueryField, *, viewer: uuid.UUID) -> _Counts:
    """Count how many of the newest rows of a list have each value of a field.

    A count is None where there are more rows than were read.
    """
    statement = queried.get_field_column(field).select_values(queried.model)
    if field.name != queried.shown_by:
        statement = queried.narrow(statement, None, viewer=viewer)
    statement = statement.params(viewer=viewer)
    newest = statement.order_by(*(column.desc() for column in queried.recency)).limit(_NEWEST_ROWS).subquery()
    count: Any = func.count(newest.c.id.distinct())
    total: Any = func.sum(func.count()).over()
    query = select(newest.c.value, count, total).group_by(newest.c.value).order_by(count.desc(), newest.c.value)
    write = make_value_writer(field)
    return {
        write(value): number if rows < _NEWEST_ROWS else None
        for value, number, rows in session.execute(query)
        if value is not None
    }
