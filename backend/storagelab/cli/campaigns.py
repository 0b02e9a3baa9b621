"""Campaigns from the command line: submit a file, show one, list them."""

from __future__ import annotations

import json
import uuid
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Annotated, Any, TypedDict

import httpx2
import typer
import yaml

from storagelab.cli.answers import NamedAnswer, WritesAnswer
from storagelab.cli.client import call, connect
from storagelab.cli.lists import NEWEST, add_list, build_field_reader
from storagelab.cli.options import DryRunOption, ServerOption
from storagelab.cli.output import (
    DataOption,
    JsonOption,
    format_count,
    format_duration,
    format_figure,
    format_number,
    load_settings,
    print_json,
    print_table,
)
from storagelab.cli.servers import choose_server, find_server
from storagelab.errors import InvalidInput

app = typer.Typer(no_args_is_help=True)
#: Where there is nothing, and not something unknown.
_NONE = "none"
_LARGEST_FILE = 1 << 20


class MatrixServerAnswer(NamedAnswer):
    """A server of a row."""

    id: str


class MatrixRowAnswer(TypedDict):
    """A configuration of a campaign."""

    row: int
    name: str
    server: MatrixServerAnswer


class MatrixColumnAnswer(TypedDict):
    """A workload of a campaign, in one state of its drives."""

    column: int
    label: str
    state: str


class MatrixCellAnswer(TypedDict):
    """A cell of a campaign, with its figure once it is measured."""

    row: int
    column: int
    state: str
    superseded: bool
    reason: str | None
    value: float | None
    unit: str


class MatrixAnswer(TypedDict):
    """All cells of a campaign."""

    rows: Sequence[MatrixRowAnswer]
    columns: Sequence[MatrixColumnAnswer]
    cells: Sequence[MatrixCellAnswer]


class CampaignPartAnswer(TypedDict):
    """The part of a campaign that one server measures."""

    number: str
    server: NamedAnswer
    state: str
    estimated_seconds: float | None
    waiting_reason: str | None
    cells_total: int
    cells_impossible: int
    cells_done: int


class PlannedCellAnswer(TypedDict):
    """A cell of a plan, in the order of the work."""

    server: NamedAnswer
    title: str
    preparation: Sequence[str]
    estimated_seconds: float | None


class ProposalAnswer(TypedDict):
    """A step that shortens a campaign."""

    measure: str
    title: str
    reason: str
    available: bool
    saves_seconds: float | None


class CampaignPlanAnswer(TypedDict):
    """The plan of a campaign."""

    parts: Sequence[CampaignPartAnswer]
    order: Sequence[PlannedCellAnswer]
    matrix: MatrixAnswer
    cells_total: int
    cells_impossible: int
    estimated_seconds: float | None
    expected_writes: WritesAnswer | None
    fits: bool | None
    proposals: Sequence[ProposalAnswer]
    warnings: Sequence[str]


@app.command()
def submit(
    file: Annotated[
        Path, typer.Argument(metavar="FILE", help="Campaign in YAML or JSON, with the fields of the REST API.")
    ],
    server: ServerOption = None,
    dry_run: DryRunOption = False,
    data: DataOption = None,
    as_json: JsonOption = False,
) -> None:
    """Submit a campaign, which runs in the background. --server is for a file that names no server."""
    request = _read(file)
    with connect(load_settings(data)) as client:
        _find_servers(client, request, server)
        if dry_run:
            plan = call(client, "POST", "/campaigns", json=request, params={"dry_run": "true"})["plan"]
            if as_json:
                print_json(plan)
            else:
                _print_plan(plan)
            return
        key = {"Idempotency-Key": uuid.uuid4().hex}
        campaign = call(client, "POST", "/campaigns", json=request, headers=key)
    if as_json:
        print_json(campaign)
    else:
        print(f"{campaign['number']} {campaign['state']}, about {format_duration(campaign['estimated_seconds'])}")


@app.command()
def show(
    campaign: Annotated[str, typer.Argument(metavar="CAMPAIGN", help="Number or id of the campaign.")],
    data: DataOption = None,
    as_json: JsonOption = False,
) -> None:
    """Show the progress and the cells of a campaign; with --json also the result set."""
    with connect(load_settings(data)) as client:
        shown = call(client, "GET", f"/campaigns/{campaign}")
        matrix = call(client, "GET", f"/campaigns/{campaign}/matrix")
        if as_json:
            results = call(client, "GET", f"/campaigns/{campaign}/results")
            print_json({"campaign": shown, "matrix": matrix, "results": results})
            return
    print(f"{shown['number']} {shown['name']}: {_format_state(shown['state'])}, {_format_progress(shown)}")
    if shown["parent"]:
        print(f"Part of {shown['parent']['number']} {shown['parent']['name']}")
    if shown["waiting_reason"]:
        print(shown["waiting_reason"])
    if shown["parts"]:
        _print_parts(shown["parts"])
    _print_matrix(matrix)


def _find_servers(client: httpx2.Client, request: dict[str, object], named: str | None) -> None:
    """Replace server names in the campaign `request` by server ids.

    A request without servers gets the server `named` on the command line, or the only server of the lab. Raises
    NotFound, InvalidInput.
    """
    shares = request.get("servers")
    if named is not None and shares is not None:
        raise InvalidInput("--server: the file names servers of its own. Leave the option out.", path="servers")
    if shares is None and request.get("server_id") is None:
        request["server_id"] = choose_server(client, named)["id"]
        return
    for share in [share for share in shares if isinstance(share, dict)] if isinstance(shares, list) else [request]:
        wanted = named or share.get("server_id")
        if isinstance(wanted, str):
            share["server_id"] = find_server(client, wanted)["id"]


def _read(file: Path) -> dict[str, object]:
    """Read a campaign request from a YAML or JSON file.

    Raises InvalidInput with the first fault of the file.
    """
    if file.stat().st_size > _LARGEST_FILE:
        raise InvalidInput(f"{file} is larger than {_LARGEST_FILE >> 20} MiB. Split the campaign.", path="file")
    try:
        text = file.read_text(encoding="utf-8")
        document = json.loads(text) if file.suffix == ".json" else _read_yaml(text)
        # Moments of YAML become what JSON has for them.
        document = json.loads(json.dumps(document, default=_format_plain))
    except (ValueError, yaml.YAMLError, RecursionError, TypeError) as wrong:
        raise InvalidInput(f"{file} is not a campaign in YAML or JSON: {wrong}.", path="file") from None
    if not isinstance(document, dict):
        raise InvalidInput(f"{file} holds no fields. Write the campaign as a mapping.", path="file")
    return document


def _read_yaml(text: str) -> Any:
    # A few lines of aliases to aliases would be written out as more than there is room for.
    if any(isinstance(event, yaml.AliasEvent) for event in yaml.parse(text, Loader=yaml.SafeLoader)):
        raise ValueError("aliases are not supported: write the value out")
    return yaml.safe_load(text)


def _format_plain(value: Any) -> str:
    return value.isoformat() if hasattr(value, "isoformat") else str(value)


def _print_plan(plan: CampaignPlanAnswer) -> None:
    rows = [
        (
            position,
            cell["server"]["name"],
            cell["title"],
            "; ".join(cell["preparation"]) or _NONE,
            format_duration(cell["estimated_seconds"]),
        )
        for position, cell in enumerate(plan["order"], start=1)
    ]
    print_table(("Cell", "Server", "Workload", "Preparation", "Time"), rows)
    for line in format_plan_lines(plan):
        print(line)


def format_plan_lines(plan: CampaignPlanAnswer) -> Iterator[str]:
    """Yield the lines that are printed under the table of a campaign plan.

    A line that ends in a colon has a list below it.
    """
    for part in plan["parts"]:
        yield f"{part['server']['name']}: about {format_duration(part['estimated_seconds'])}"
    if plan["expected_writes"]:
        written = plan["expected_writes"]
        yield f"Writes about {format_number(written['typical_bytes'])} bytes. {written['sentence']}"
    impossible = plan["cells_impossible"]
    size = (
        f"About {format_duration(plan['estimated_seconds'])}, {format_count(plan['cells_total'] - impossible, 'cell')}"
    )
    reasons = list(dict.fromkeys(cell["reason"] for cell in plan["matrix"]["cells"] if cell["reason"]))
    if impossible:
        yield f"{size}, {impossible} impossible{':' if reasons else '.'}"
        yield from (f"- {reason}" for reason in reasons)
    else:
        yield f"{size}."
    available = [proposal for proposal in plan["proposals"] if proposal["available"]]
    if plan["fits"] is False:
        late = "The campaign ends after its deadline."
        yield f"{late} These steps shorten it, one after the other:" if available else late
    for proposal in available:
        saved = format_duration(proposal["saves_seconds"])
        yield f"{proposal['title']} ({proposal['measure']}) saves {saved}. {proposal['reason']}"
    yield from plan["warnings"]


def _print_parts(parts: Sequence[CampaignPartAnswer]) -> None:
    rows = [
        (
            part["number"],
            part["server"]["name"],
            _format_state(part["state"]),
            _format_progress(part),
            part["waiting_reason"] or _NONE,
        )
        for part in parts
    ]
    print_table(("Part", "Server", "State", "Cells", "Waits for"), rows)


def _format_server_names(campaign: Mapping[str, Any]) -> str:
    if campaign["server"] is not None:
        return str(campaign["server"]["name"])
    return ", ".join(part["server"]["name"] for part in campaign["parts"])


def _print_matrix(matrix: MatrixAnswer) -> None:
    cells = {(cell["row"], cell["column"]): cell for cell in matrix["cells"] if not cell["superseded"]}
    heads = [f"{column['label']}, {column['state']}" for column in matrix["columns"]]
    several = len({row["server"]["id"] for row in matrix["rows"]}) > 1
    rows = [
        (
            f"{row['server']['name']}: {row['name']}" if several else row["name"],
            *(_format_cell(cells.get((row["row"], column["column"]))) for column in matrix["columns"]),
        )
        for row in matrix["rows"]
    ]
    print_table(("Configuration", *heads), rows)


def _format_cell(cell: MatrixCellAnswer | None) -> str | None:
    if cell is None:
        return None
    if cell["value"] is None:
        return _format_state(cell["state"])
    figure = format_figure(cell["value"], cell["unit"])
    return f"{figure} IOPS" if cell["unit"] == "1/s" else figure


def _format_progress(campaign: Mapping[str, Any]) -> str:
    possible = campaign["cells_total"] - campaign["cells_impossible"]
    return f"{campaign['cells_done']} of {possible} measured"


def _format_state(state: str) -> str:
    return state.replace("_", " ")


add_list(
    app,
    "campaigns",
    {
        "Number": build_field_reader("number"),
        "Name": build_field_reader("name"),
        "Server": _format_server_names,
        "State": lambda campaign: _format_state(campaign["state"]),
        "Cells": _format_progress,
    },
    newest=NEWEST,
)
