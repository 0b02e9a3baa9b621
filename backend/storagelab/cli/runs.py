"""Runs from the command line: the newest ones that a query finds."""

from __future__ import annotations

from typing import Annotated, Any

import typer

from storagelab.cli.client import call, connect
from storagelab.cli.output import DataOption, JsonOption, format_figure, print_json, print_table, settings_for

#: Figures of a run in one line.
MAX_FIGURES = 2
_HEADINGS = ("Number", "Title", "Server", "State", "Started", "Figures")


def runs(
    query: Annotated[
        str | None,
        typer.Argument(
            metavar="QUERY",
            help="Query of docs/queries.md, such as 'iops>500k started>-7d'.",
            show_default="all",
        ),
    ] = None,
    time_zone: Annotated[
        str, typer.Option(metavar="ZONE", help="Time zone of the dates in the query, such as Europe/Berlin.")
    ] = "UTC",
    data: DataOption = None,
    as_json: JsonOption = False,
) -> None:
    """List the newest 50 runs that a query finds."""
    given = {"q": query, "time_zone": time_zone}
    with connect(settings_for(data)) as client:
        page = call(client, "GET", "/runs", params={name: value for name, value in given.items() if value})
    if as_json:
        print_json(page["items"])
    else:
        print_table(_HEADINGS, [run_row(item) for item in page["items"]])


def run_row(run: dict[str, Any]) -> tuple[str | None, ...]:
    """Return the cells of one run; None is unknown."""
    figures = [
        f"{item['label']} {format_figure(item['value'], item['unit'])}" for item in run["headline"][:MAX_FIGURES]
    ]
    started = run["started_at"]
    return (
        run["number"],
        run["title"],
        run["server"]["name"] if run["server"] else None,
        run["state"],
        started[:16].replace("T", " ") if started else None,
        ", ".join(figures) or None,
    )
