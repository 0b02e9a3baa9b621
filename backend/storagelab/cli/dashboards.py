"""Dashboards from the command line: list them, show one, save a file, delete one."""

from __future__ import annotations

import json
import uuid
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Annotated, Any, TypedDict

import httpx2
import typer

from storagelab.cli.client import call, connect
from storagelab.cli.lists import add_list, build_field_reader
from storagelab.cli.output import (
    DataOption,
    JsonOption,
    format_count,
    format_figure,
    load_settings,
    print_json,
    print_table,
)
from storagelab.errors import Conflict, InvalidInput

app = typer.Typer(no_args_is_help=True)
_LARGEST_FILE = 1 << 20
#: What a person decides of a dashboard; a file that `show --json` wrote has more.
_FIELDS = ("name", "colour", "document", "shared")
_SHOWN_FIELDS = frozenset(
    {
        *("id", "number", "owner", "is_own", "can_change", "pin_position"),
        *("created_at", "updated_at", "updated_by", "trashed_at"),
    }
)
DashboardArgument = Annotated[
    str, typer.Argument(metavar="DASHBOARD", help="Number or id of the dashboard.", show_default=False)
]


class ShownEntries(TypedDict, total=False):
    """The runs of a dashboard: a list, or the newest of a query."""

    runs: Sequence[str]
    newest: int
    query: str | None


class DashboardDocument(TypedDict):
    """The document of a dashboard, as a summary reads it."""

    entries: ShownEntries
    panels: Sequence[object]


class DashboardAnswer(TypedDict):
    """A dashboard."""

    number: str
    name: str


class DashboardFile(TypedDict):
    """A dashboard in a file, and the one that it replaces."""

    dashboard: Mapping[str, object]
    number: str | None
    updated_at: str | None


@app.command()
def show(dashboard: DashboardArgument, data: DataOption = None, as_json: JsonOption = False) -> None:
    """Show a dashboard: its panels, the newest results against usual, its runs; with --json in the form of `save`."""
    with connect(load_settings(data)) as client:
        shown = call(client, "GET", f"/dashboards/{dashboard}")
        if as_json:
            print_json(shown)
            return
        entries = call(client, "GET", f"/dashboards/{dashboard}/entries")
        figures = call(client, "GET", f"/dashboards/{dashboard}/figures")
    print(f"{shown['number']} {shown['name']}: {_format_dashboard_summary(shown['document'])}")
    panels = [
        (panel["id"], panel["chart"], panel["metric"], panel["workload"] or "all")
        for panel in shown["document"]["panels"]
    ]
    print_table(("Panel", "Chart", "Metric", "Workload"), panels)
    print_table(
        ("Newest", "Result", "Workload", "Usual", "Change", "Against usual"),
        [build_figure_row(i) for i in figures["items"]],
    )
    print_table(("Run", "Title"), [(run["number"], run["title"]) for run in entries["runs"]])
    if entries["missing"]:
        print(f"Not in the lab any more: {', '.join(entries['missing'])}")
    if entries["newest"] is not None and entries["total"] > len(entries["runs"]):
        print(f"The newest {len(entries['runs']):,} of {entries['total']:,}")


@app.command()
def save(
    file: Annotated[
        Path,
        typer.Argument(
            metavar="FILE", help="Dashboard that `show --json` printed, or a workbench document.", show_default=False
        ),
    ],
    name: Annotated[
        str | None, typer.Option(help="Name of the dashboard.", show_default="the name in the file")
    ] = None,
    shared: Annotated[
        bool | None, typer.Option("--shared/--private", help="Show it to everyone, or to you alone.")
    ] = None,
    data: DataOption = None,
    as_json: JsonOption = False,
) -> None:
    """Save a dashboard as a new one, or in place of the one whose number the file has."""
    content = read_file(file)
    given = {"name": name, "shared": shared}
    body = {**content["dashboard"], **{key: value for key, value in given.items() if value is not None}}
    if "name" not in body:
        raise InvalidInput(f"{file} has no name. Set one with --name.", path="name")
    with connect(load_settings(data)) as client:
        if content["number"] is None:
            key = {"Idempotency-Key": uuid.uuid4().hex}
            saved = call(client, "POST", "/dashboards", json=body, headers=key)
        else:
            saved = _replace(client, file, content, body)
    if as_json:
        print_json(saved)
    else:
        print(f"{saved['number']} {saved['name']}: {_format_dashboard_summary(saved['document'])}")


@app.command()
def delete(dashboard: DashboardArgument, data: DataOption = None, as_json: JsonOption = False) -> None:
    """Move a dashboard to the trash, from which `restore` takes it."""
    with connect(load_settings(data)) as client:
        deleted = call(client, "DELETE", f"/dashboards/{dashboard}")
    _print_moved(deleted, "moved to the trash", as_json)


@app.command()
def restore(dashboard: DashboardArgument, data: DataOption = None, as_json: JsonOption = False) -> None:
    """Restore a dashboard from the trash."""
    with connect(load_settings(data)) as client:
        restored = call(client, "POST", f"/dashboards/{dashboard}/restore")
    _print_moved(restored, "restored", as_json)


def build_figure_row(item: Mapping[str, Any]) -> tuple[str | None, ...]:
    """Return the newest result of a dashboard entry as table cells.

    The cells are run, figure, workload, usual range, change and comparison.
    """
    figure, usual, since = item["figure"], item["usual"], item["since"]
    if figure is None:
        return (item["run_number"], None, None, None, None, item["state"])
    low, high = (format_figure(usual[end], figure["unit"]) for end in ("low", "high")) if usual else (None, None)
    change = item["change_percent"]
    return (
        item["run_number"],
        f"{format_figure(figure['value'], figure['unit'])} {figure['label']}",
        figure["workload"],
        f"{low} to {high}, n {usual['run_count']}" if usual else None,
        None if change is None else f"{change:+.1f} %",
        f"worse since {since['run_number']}" if since else item["comparison"],
    )


def read_file(file: Path) -> DashboardFile:
    """Read a dashboard file; the keys are `dashboard`, `number` and `updated_at`.

    `dashboard` is to be saved; `number` and `updated_at` identify the dashboard that it replaces. Both are None in a
    file without them. A file with only a document is a dashboard without a name. Raises InvalidInput with the first
    fault.
    """
    if file.stat().st_size > _LARGEST_FILE:
        raise InvalidInput(f"{file} is larger than {_LARGEST_FILE >> 20} MiB. It is not a dashboard.", path="file")
    try:
        content = json.loads(file.read_text(encoding="utf-8"))
    except (ValueError, RecursionError) as wrong:
        raise InvalidInput(f"{file} is not JSON: {wrong}.", path="file") from None
    if not isinstance(content, dict):
        raise InvalidInput(f"{file} is not a dashboard: it must be a JSON object.", path="file")
    if "document" not in content:
        content = {"document": content}
    unknown = content.keys() - set(_FIELDS) - _SHOWN_FIELDS
    if unknown:
        raise InvalidInput(f"{file}: unknown field {min(unknown)}. Known: {', '.join(_FIELDS)}.", path="file")
    return {
        "dashboard": {key: content[key] for key in _FIELDS if key in content},
        "number": content.get("number"),
        "updated_at": content.get("updated_at"),
    }


def _replace(client: httpx2.Client, file: Path, content: DashboardFile, body: Mapping[str, object]) -> Any:
    """Update the dashboard from which `file` was written with the fields of `body`.

    Raises Conflict when the dashboard has changed since the file was written.
    """
    address = f"/dashboards/{content['number']}"
    present = call(client, "GET", address)
    if content["updated_at"] not in (None, present["updated_at"]):
        raise Conflict(
            f"{present['number']} was changed after {file} was written. Show it again and repeat your change, "
            "or remove updated_at from the file to replace it.",
            preserved="Nothing was changed.",
        )
    return call(client, "PATCH", address, json={**body, "before": {key: present[key] for key in body}})


def _format_dashboard_summary(document: DashboardDocument) -> str:
    """Return a summary of a dashboard document, such as `6 panels, newest 20 of profile:quick-4k`."""
    entries = document["entries"]
    of_query = f"newest {entries['newest']} of {entries['query'] or 'all runs'}" if "query" in entries else None
    runs = of_query or format_count(len(entries.get("runs", [])), "run")
    return f"{format_count(len(document['panels']), 'panel')}, {runs}"


def _print_moved(dashboard: DashboardAnswer, action: str, as_json: bool) -> None:
    if as_json:
        print_json(dashboard)
    else:
        print(f"{dashboard['number']} {dashboard['name']} {action}")


add_list(
    app,
    "dashboards",
    {
        "Number": build_field_reader("number"),
        "Name": build_field_reader("name"),
        "Owner": build_field_reader("owner"),
        "Shared": lambda dashboard: "yes" if dashboard["shared"] else "no",
        "Shows": lambda dashboard: _format_dashboard_summary(dashboard["document"]),
    },
)
