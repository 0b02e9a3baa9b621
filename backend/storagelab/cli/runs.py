"""Runs from the command line: those that a query finds, as a table or as a file."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Annotated, Any, TypedDict

import typer

from storagelab.cli.answers import RunAnswer
from storagelab.cli.client import call, connect
from storagelab.cli.options import ColumnsOption, SortOption, TimeZoneOption
from storagelab.cli.output import (
    DataOption,
    JsonOption,
    format_count,
    format_figure,
    format_time,
    load_settings,
    print_json,
    print_table,
)
from storagelab.cli.table_files import FILES, OutputOption, require_format, write_file

#: Figures of a run in one line.
MAX_FIGURES = 2
_HEADINGS = ("Number", "Title", "Server", "State", "Started", "Figures")


class ColumnAnswer(TypedDict):
    """A chosen column of the list of runs."""

    title: str
    type: str
    unit: str | None
    workload: str | None


class TableRunAnswer(TypedDict):
    """A run with its values of the chosen columns."""

    number: str
    title: str
    values: Sequence[str | float | bool | None]


class RunGroupAnswer(TypedDict):
    """The runs with one value of the field that groups them, with one summary for each column."""

    value: str | None
    run_count: int
    summaries: Sequence[Mapping[str, float | None]]


class RunTableAnswer(TypedDict):
    """Runs with chosen columns, or in groups."""

    columns: Sequence[ColumnAnswer] | None
    items: Sequence[TableRunAnswer]
    groups: Sequence[RunGroupAnswer]
    groups_cut: bool


def runs(
    query: Annotated[
        str | None,
        typer.Argument(
            metavar="QUERY",
            help="Query of docs/queries.md, such as 'iops>500k started>-7d'.",
            show_default="all",
        ),
    ] = None,
    columns: ColumnsOption = None,
    sort: SortOption = None,
    group: Annotated[
        str | None,
        typer.Option(
            metavar="FIELD", help="Field or label by which the runs are counted and summarised.", show_default=False
        ),
    ] = None,
    output: OutputOption = "table",
    time_zone: TimeZoneOption = "UTC",
    data: DataOption = None,
    as_json: JsonOption = False,
) -> None:
    """List the first 50 runs that a query finds, or write all of them as CSV, Arrow or Parquet."""
    require_format(output)
    given = {"q": query, "time_zone": time_zone, "columns": columns, "sort": sort, "group": group}
    params = {name: value for name, value in given.items() if value}
    with connect(load_settings(data)) as client:
        if output in FILES and not as_json:
            write_file(client, "/runs", params, output)
            return
        page = call(client, "GET", "/runs", params=params)
    if as_json or output == "json":
        print_json(page if columns or group else page["items"])
    elif group:
        _print_groups(page, group)
    elif columns:
        _print_columns(page)
    else:
        print_table(_HEADINGS, [run_row(item) for item in page["items"]])


def run_row(run: RunAnswer) -> tuple[str | None, ...]:
    """Return the cells of one run; None is unknown."""
    figures = [
        f"{item['label']} {format_figure(item['value'], item['unit'])}" for item in run["headline"][:MAX_FIGURES]
    ]
    return (
        run["number"],
        run["title"],
        run["server"]["name"] if run["server"] else None,
        run["state"],
        format_time(run["started_at"]),
        ", ".join(figures) or None,
    )


def _print_columns(page: RunTableAnswer) -> None:
    columns = page["columns"] or ()
    rows = [(item["number"], item["title"], *map(_format_cell, columns, item["values"])) for item in page["items"]]
    print_table((*_HEADINGS[:2], *map(_format_heading, columns)), rows)


def _print_groups(page: RunTableAnswer, group: str) -> None:
    """Print a line for each group, with the lowest, median and highest value of each column of numbers."""
    numbers = [(index, column) for index, column in enumerate(page["columns"] or ()) if column["type"] == "number"]
    headings = [f"{_format_heading(column)}, {part}" for _, column in numbers for part in ("min", "median", "max")]
    rows = []
    for entry in page["groups"]:
        cells = [
            _format_cell(column, entry["summaries"][index][part])
            for index, column in numbers
            for part in ("min", "median", "max")
        ]
        rows.append((entry["value"], entry["run_count"], *cells))
    print_table((group, "Runs", *headings), rows)
    if page["groups_cut"]:
        print(f"There are more than {format_count(len(page['groups']), 'group')}.")


def _format_heading(column: ColumnAnswer) -> str:
    return column["title"] if column["workload"] is None else f"{column['title']}, {column['workload']}"


def _format_cell(column: ColumnAnswer, value: Any) -> str | None:
    if value is None:
        return None
    if column["type"] == "date":
        return format_time(value)
    if column["type"] == "number" and column["unit"] is not None:
        return format_figure(value, column["unit"])
    return str(value).lower() if isinstance(value, bool) else str(value)
