"""The table of runs, as REST shows it: rows with values of columns, groups with summaries."""

from __future__ import annotations

from pydantic import Field

from storagelab.http.listing import Listing
from storagelab.http.schemas import Strict
from storagelab.query.fields import FieldType
from storagelab.runs.schemas import RunSummary


class RunColumn(Strict):
    """One column of the table. Numbers are in `unit`, which is null for those that only count.

    `workload` is the name of a workload or the query that finds it, null for other columns. With a `baseline`, values
    are the differences from the figures of that run in percent.
    """

    expression: str
    title: str
    field: str
    workload: str | None
    type: FieldType
    unit: str | None
    baseline: str | None = None


class RunRow(RunSummary):
    """One row of the table. `values` are those of the columns: exact, in base units, times as RFC 3339.

    A label without a value is true. Where several results match, the value is null and the index of the column is in
    `ambiguous`. `not_comparable` has the reason for a missing difference by the index of its column. `group` is the
    value of its group, null where that is unknown and where runs are not grouped. `facts` are those of its
    configuration by the names of their fields, numbers in base units, without unknown ones.
    """

    values: list[str | bool | int | float | None] | None = None
    ambiguous: list[int] = Field(default_factory=list)
    not_comparable: dict[int, str] = Field(default_factory=dict)
    group: str | None = None
    facts: dict[str, str | float] | None = None


class NumberSummary(Strict):
    """The known values of one column in a group. All but `count` are null where no value is known."""

    min: float | None
    median: float | None
    max: float | None
    count: int


class RunGroup(Strict):
    """The runs of one value, null for those without.

    Columns without numbers and differences have no summary, and no column has one where none were requested.
    """

    value: str | None
    run_count: int
    summaries: list[NumberSummary | None]


class RunPage(Listing[RunRow]):
    """One page of the table.

    `groups` come with the first page, at most 200, and `groups_cut` is true where there are more. `total` is the number
    of all matching runs. What was not requested is null.
    """

    columns: list[RunColumn] | None = None
    groups: list[RunGroup] | None = None
    groups_cut: bool = False
    total: int | None = None
