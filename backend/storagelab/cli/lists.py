"""Lists from the command line: each takes the same query, and prints a table or all fields as JSON."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

import httpx2
import typer

from storagelab.cli.client import call, connect
from storagelab.cli.options import ColumnsOption, QueryOption, SortOption, TimeZoneOption, build_option_error
from storagelab.cli.output import (
    DataOption,
    JsonOption,
    format_capacity,
    format_duration,
    format_time,
    load_settings,
    print_json,
    print_table,
)
from storagelab.cli.table_files import FILES, OutputOption, require_format, write_file
from storagelab.domain.json_values import JsonObject

#: Rows that one request reads.
PAGE = 200
#: Rows of a list that grows with every day.
NEWEST = 50
#: The cells of a row by their headings; None is unknown.
Columns = Mapping[str, Callable[[Mapping[str, Any]], object]]


def add_list(
    app: typer.Typer, things: str, columns: Columns, *, path: str | None = None, newest: int | None = None
) -> None:
    """Add the command `list` to `app`, which prints the API list at `path`.

    With `newest` the command prints at most that many rows.
    """

    def list_rows(
        query: QueryOption = None,
        sort: SortOption = None,
        time_zone: TimeZoneOption = "UTC",
        data: DataOption = None,
        as_json: JsonOption = False,
    ) -> None:
        with connect(load_settings(data)) as client:
            rows = list(
                read_rows(client, path or f"/{things}", _build_list_parameters(query, sort, time_zone), newest=newest)
            )
        _print_rows(rows, columns, as_json=as_json)

    shown = f"the newest {newest} {things}" if newest else f"the {things} of the lab"
    app.command("list", help=f"List {shown}, or of those that a query finds.")(list_rows)


def add_list_with_files(app: typer.Typer, things: str, columns: Columns, *, newest: int) -> None:
    """Add the command `list` to `app`, for an API list that can also be written as a table file.

    In the terminal the command prints at most `newest` rows.
    """

    def list_rows(
        query: QueryOption = None,
        file_columns: ColumnsOption = None,
        sort: SortOption = None,
        output: OutputOption = "table",
        time_zone: TimeZoneOption = "UTC",
        data: DataOption = None,
        as_json: JsonOption = False,
    ) -> None:
        require_format(output)
        is_file = output in FILES and not as_json
        if file_columns and not is_file:
            raise build_option_error("--columns", f"is for files: choose one of them with --format {', '.join(FILES)}")
        wanted = _build_list_parameters(query, sort, time_zone)
        with connect(load_settings(data)) as client:
            if is_file:
                write_file(client, f"/{things}", wanted | ({"columns": file_columns} if file_columns else {}), output)
                return
            rows = list(read_rows(client, f"/{things}", wanted, newest=newest))
        _print_rows(rows, columns, as_json=as_json or output == "json")

    help_text = f"List the newest {newest} {things}, or of those that a query finds, or write all of them as a file."
    app.command("list", help=help_text)(list_rows)


def _build_list_parameters(query: str | None, sort: str | None, time_zone: str) -> dict[str, str]:
    wanted = {"q": query, "time_zone": time_zone} if query else {}
    return wanted | ({"sort": sort} if sort else {})


def _print_rows(rows: Sequence[Mapping[str, Any]], columns: Columns, *, as_json: bool) -> None:
    if as_json:
        print_json(rows)
    else:
        print_table(list(columns), [[cell(row) for cell in columns.values()] for row in rows])


def read_rows(
    client: httpx2.Client, path: str, wanted: Mapping[str, str] | None = None, *, newest: int | None = None
) -> Iterator[JsonObject]:
    """Yield the rows of the API list at `path`, page by page; with `newest` at most that many rows.

    `wanted` contains query parameters.
    """
    params: dict[str, int | str] = {"limit": newest or PAGE, **(wanted or {})}
    while True:
        page = call(client, "GET", path, params=params)
        yield from page["items"]
        if newest is not None or page["next_cursor"] is None:
            return
        params["cursor"] = page["next_cursor"]


def build_field_reader(*path: str) -> Callable[[Mapping[str, Any]], Any]:
    """Return a function that reads the value at `path`, a sequence of nested keys, from a row.

    The function returns None where a value on the path is unknown.
    """

    def read(row: Mapping[str, Any]) -> Any:
        value: Any = row
        for name in path:
            value = None if value is None else value[name]
        return value

    return read


def format_with(form: Callable[[Any], str | None], *path: str) -> Callable[[Mapping[str, Any]], str | None]:
    """Return a function that reads the value at `path` from a row and formats it with `form`.

    The function returns None for an unknown value.
    """
    read = build_field_reader(*path)
    return lambda row: None if (value := read(row)) is None else form(value)


def _make_app(
    things: str, columns: Columns, *, path: str | None = None, newest: int | None = None, has_files: bool = False
) -> typer.Typer:
    app = typer.Typer(no_args_is_help=True)
    # A single command would be the whole program, without its name.
    app.callback()(lambda: None)
    if has_files:
        add_list_with_files(app, things, columns, newest=newest or NEWEST)
    else:
        add_list(app, things, columns, path=path, newest=newest)
    return app


_PIECE: Columns = {"Server": build_field_reader("server", "name"), "Lifecycle": build_field_reader("lifecycle")}
#: Lists whose commands are `list` alone, by the name of the command.
APPS: Mapping[str, tuple[typer.Typer, str]] = {
    "job": (
        _make_app(
            "jobs",
            {
                "Number": build_field_reader("number"),
                "Name": build_field_reader("name"),
                "Server": build_field_reader("server", "name"),
                "State": build_field_reader("state"),
                "Profile": build_field_reader("profile", "name"),
                "Started": format_with(format_time, "started_at"),
                "Typical": format_with(format_duration, "estimated_seconds"),
            },
            has_files=True,
        ),
        "List the jobs of the lab.",
    ),
    "drive": (
        _make_app(
            "drives",
            {
                "Number": build_field_reader("number"),
                "Model": build_field_reader("model"),
                "Serial": build_field_reader("serial"),
                "Firmware": build_field_reader("firmware"),
                "Size": format_with(format_capacity, "size_bytes"),
                "Used": format_with("{:g}%".format, "health", "used_percent"),
                "Temperature": format_with("{:g} °C".format, "health", "temperature_c"),
                "Power-on": format_with("{:,} h".format, "health", "power_on_hours"),
                "Written": format_with(format_capacity, "health", "written_bytes"),
                **_PIECE,
            },
        ),
        "List the drives of the lab.",
    ),
    "array": (
        _make_app(
            "arrays",
            {
                "Number": build_field_reader("number"),
                "Name": build_field_reader("name"),
                "Level": build_field_reader("level"),
                "Drives": build_field_reader("drive_count"),
                "Size": format_with(format_capacity, "size_bytes"),
                "Condition": build_field_reader("condition"),
                **_PIECE,
            },
        ),
        "List the arrays of the lab.",
    ),
    "controller": (
        _make_app(
            "controllers",
            {
                "Number": build_field_reader("number"),
                "Model": build_field_reader("model"),
                "Kind": build_field_reader("kind"),
                "Firmware": build_field_reader("firmware"),
                "Drives": build_field_reader("drive_count"),
                **_PIECE,
            },
        ),
        "List the controllers of the lab.",
    ),
    "configuration": (
        _make_app(
            "configurations",
            {
                "Number": build_field_reader("number"),
                "Name": lambda row: row["name"] or row["derived_name"],
                "Origin": build_field_reader("origin"),
                "Runs": build_field_reader("run_count"),
            },
        ),
        "List the configurations of the lab.",
    ),
    "model": (
        _make_app(
            "models",
            {
                "Kind": build_field_reader("component"),
                "Model": build_field_reader("model"),
                "Vendor": build_field_reader("vendor"),
                "Rated endurance": format_with(format_capacity, "rated_endurance_bytes"),
                "Writes per day": format_with("{:g}".format, "drive_writes_per_day"),
                "Power limit": format_with("{:g} W".format, "power_limit_watts"),
                "Price": lambda row: None if row["price"] is None else f"{row['price']:,.2f} {row['currency']}",
            },
            path="/hardware-models",
        ),
        "List the models of hardware with the facts that people added.",
    ),
    "change": (
        _make_app(
            "changes",
            {
                "Time": format_with(format_time, "at"),
                "Component": lambda row: row["component_number"] or row["component"],
                "Name": build_field_reader("component_name"),
                "Server": build_field_reader("server", "name"),
                "Change": build_field_reader("kind"),
                "Field": build_field_reader("field"),
                "Source": build_field_reader("source"),
                "By": build_field_reader("changed_by"),
            },
            path="/inventory/changes",
            newest=NEWEST,
        ),
        "List the changes of the hardware of the lab.",
    ),
    "finding": (
        _make_app(
            "findings",
            {
                "Number": build_field_reader("number"),
                "Finding": build_field_reader("sentence"),
                "Strength": build_field_reader("strength"),
                "Source": build_field_reader("source_title"),
                "Not counted": build_field_reader("excluded"),
            },
            newest=NEWEST,
            has_files=True,
        ),
        "List the findings of the lab, or write them as a table that an import reads.",
    ),
}


def add_lists(app: typer.Typer) -> None:
    """Add a command group to `app` for every list that belongs to no other command group."""
    for name, (commands, help_text) in APPS.items():
        app.add_typer(commands, name=name, help=help_text)
