"""Rating matrix of findings: printed, or written as CSV or JSON."""

from __future__ import annotations

import csv
import sys
from collections.abc import Iterator, Mapping
from typing import Annotated, Any

import typer

from storagelab.cli.client import call, connect
from storagelab.cli.options import build_option_error
from storagelab.cli.output import DataOption, JsonOption, load_settings, print_json, print_table
from storagelab.http.csv_cells import escape_formula

FORMATS = ("table", "csv", "json")
_COLUMNS = ("test", "raid_level", "configuration", "rating", "strength", "findings")

SourceOption = Annotated[
    list[str] | None, typer.Option("--source", metavar="TITLE", help="Title of a source.", show_default="all")
]
TestOption = Annotated[list[str] | None, typer.Option("--test", metavar="TEST", help="Test, in full.")]
LevelOption = Annotated[
    list[str] | None, typer.Option("--raid-level", metavar="LEVEL", help="RAID level, such as RAID5.")
]
StateOption = Annotated[
    list[str] | None, typer.Option("--state", metavar="STATE", help="State of the array, such as optimal.")
]
MatrixFormatOption = Annotated[
    str, typer.Option("--format", metavar="FORMAT", help=f"Format of the output: {', '.join(FORMATS)}.")
]


def matrix(
    source: SourceOption = None,
    test: TestOption = None,
    raid_level: LevelOption = None,
    state: StateOption = None,
    output: MatrixFormatOption = "table",
    data: DataOption = None,
    as_json: JsonOption = False,
) -> None:
    """Show the rating matrix of findings: leaders and laggards by test and RAID level. An empty cell is unknown."""
    if output not in FORMATS:
        raise build_option_error("--format", f"unknown format {output}. Available: {', '.join(FORMATS)}")
    chosen = {"source": source, "test": test, "raid_level": raid_level, "state": state}
    params = {name: values for name, values in chosen.items() if values}
    with connect(load_settings(data)) as client:
        answer = call(client, "GET", "/findings/matrix", params=params)
    if as_json or output == "json":
        print_json(answer)
    elif output == "csv":
        writer = csv.writer(sys.stdout, lineterminator="\r\n")
        writer.writerow(_COLUMNS)
        writer.writerows(generate_lines(answer))
    else:
        print_table(
            ["Test", "RAID level", *answer["configurations"]],
            [
                [row["test"], row["raid_level"], *(cell and cell["rating"] for cell in row["cells"])]
                for row in answer["rows"]
            ],
        )


def generate_lines(answer: Mapping[str, Any]) -> Iterator[list[str | None]]:
    """Yield a line of CSV for each cell of a rating matrix that has a rating; its findings have spaces between them."""
    for row in answer["rows"]:
        for name, cell in zip(answer["configurations"], row["cells"], strict=True):
            if cell is not None:
                cells = (row["test"], row["raid_level"], name, cell["rating"], cell["strength"])
                yield [*map(escape_formula, cells), " ".join(cell["findings"])]
