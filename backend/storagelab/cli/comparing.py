"""`storagelab compare`: lays a result that another lab published beside runs of one's own."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Any, TypedDict
from urllib.parse import quote

import typer

from storagelab.cli.client import call, connect
from storagelab.cli.options import LabOption, build_option_error
from storagelab.cli.output import DataOption, JsonOption, format_figure, load_settings, print_json, print_table
from storagelab.cli.receiving import send_share
from storagelab.cli.share_files import open_share_file
from storagelab.errors import RequestRefused

#: Runs that a workbench shows at most.
MAX_RUNS = 48
THIS_LAB = "this lab"


class EntryAnswer(TypedDict):
    """An entry of a comparison; `lab` is null for this lab."""

    key: str
    label: str
    lab: str | None


class CellAnswer(TypedDict):
    """The figure of an entry at a workload."""

    median: float | None


class PointAnswer(TypedDict):
    """A workload that entries have in common."""

    workload: str
    cells: Sequence[CellAnswer]


class ComparedVerdictAnswer(TypedDict):
    """The verdict on an entry against the baseline."""

    sentence: str


class RunComparisonAnswer(TypedDict):
    """A comparison by one metric."""

    label: str
    unit: str
    entries: Sequence[EntryAnswer]
    points: Sequence[PointAnswer]
    verdicts: Sequence[ComparedVerdictAnswer]


def compare(
    source: Annotated[
        str,
        typer.Argument(
            metavar="PERMALINK|ZIP", help="Source of the other result: a permalink, or a zip on this machine."
        ),
    ],
    own: Annotated[
        list[str] | None,
        typer.Option("--with", metavar="RUN", help="Number or id of a run of this lab; may be repeated."),
    ] = None,
    lab: LabOption = None,
    data: DataOption = None,
    as_json: JsonOption = False,
) -> None:
    """Compare a published result of another lab with runs of this lab. The result becomes a draft here."""
    if not own:
        raise build_option_error("--with", "is missing. Give a run of this lab, such as --with r-12")
    with open_share_file(source) as path, connect(load_settings(data, lab=lab)) as client:
        # Before anything is stored: a wrong number is found at once.
        numbers = [str(call(client, "GET", f"/runs/{run}")["number"]) for run in own]
        share = send_share(client, path)
        received = [run["here"] for run in share["received"]["runs"] if run["here"] is not None]
        if not received:
            raise RequestRefused(f"The runs of {share['number']} were removed here. Receive the share again.")
        runs = list(dict.fromkeys([*numbers, *received]))[:MAX_RUNS]
        query: dict[str, Any] = {"run_id": runs, "baseline": runs[0], "pooled": False}
        comparison: RunComparisonAnswer = call(client, "GET", "/comparison", params=query)
        base = str(client.base_url).rstrip("/")
    page = f"{base}/workbench?runs={quote(','.join(runs), safe=',')}&baseline={quote(runs[0])}"
    if as_json:
        print_json({"share": share["number"], "runs": runs, "workbench": page, "comparison": comparison})
        return
    address = share["received"]["address"]
    sender = f" ({address})" if address is not None else ""
    print(f"{share['number']} {share['state']}: {share['title']}")
    print(f"Measured in another lab{sender}. This lab cannot check how it was measured.")
    entries = comparison["entries"]
    print_table(
        ("Run", "Lab", "Entry"), [(entry["key"], entry["lab"] or THIS_LAB, entry["label"]) for entry in entries]
    )
    if comparison["points"]:
        headings = (comparison["label"], *(entry["key"] for entry in entries))
        print()
        print_table(headings, [_format_point(point, comparison["unit"]) for point in comparison["points"]])
    for verdict in comparison["verdicts"]:
        print(verdict["sentence"])
    print(page)


def _format_point(point: PointAnswer, unit: str) -> tuple[str, ...]:
    return (point["workload"], *(format_figure(cell["median"], unit) for cell in point["cells"]))
