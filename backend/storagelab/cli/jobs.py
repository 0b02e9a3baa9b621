"""Jobs from the command line: submit, follow, share."""

from __future__ import annotations

import json
import math
import uuid
from pathlib import Path
from typing import Annotated, Any

import httpx2
import typer

from storagelab.cli.client import call, connect, job_events
from storagelab.cli.output import (
    DataOption,
    JsonOption,
    format_duration,
    format_number,
    print_json,
    print_table,
    settings_for,
)
from storagelab.cli.progress import follow
from storagelab.cli.servers import find_server
from storagelab.domain.units import parse_size
from storagelab.errors import InvalidInput, RequestRefused

DEFAULT_SIZE = "256M"
#: Runs at most where only the agreement of them is asked for.
DEFAULT_LIMIT = 10


def submit(
    profile: Annotated[str, typer.Argument(help="Name of the profile.")],
    server: Annotated[str, typer.Option(help="Name, number or id of the server.")],
    engine: Annotated[str, typer.Option(help="What generates the load: fio, vdbench or files.")] = "fio",
    size: Annotated[str, typer.Option(help="Size of the scratch file, such as 256M or 4G.")] = DEFAULT_SIZE,
    path: Annotated[Path | None, typer.Option(help="New file on the server; without it, the runner chooses.")] = None,
    parameter: Annotated[list[str] | None, typer.Option(help="NAME=VALUE of the profile; may be repeated.")] = None,
    name: Annotated[str, typer.Option(help="What to call the job.")] = "",
    repeats: Annotated[int, typer.Option(min=1, max=100, help="How many runs; with the next option, at most.")] = 1,
    repeat_until_cv: Annotated[
        float | None,
        typer.Option(
            "--repeat-until-cv",
            min=0.01,
            max=100.0,
            help="Repeat until every point varies by this many percent at most; three runs are the least.",
        ),
    ] = None,
    smoke: Annotated[bool, typer.Option("--smoke", help="Every phase for seconds: only to see that it runs.")] = False,
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Print the plan, store nothing.")] = False,
    wait: Annotated[bool, typer.Option("--wait", help="Follow the job to its end.")] = False,
    data: DataOption = None,
    as_json: JsonOption = False,
) -> None:
    """Submit a job on a scratch file."""
    target = {"kind": "file", "path": str(path) if path else None, "size_bytes": size_in_bytes(size)}
    with connect(settings_for(data)) as client:
        request = {
            "name": name,
            "server_id": find_server(client, server)["id"],
            "engine": engine,
            "profile": {
                "name": profile,
                "parameters": parameters(parameter or []),
                "scale": "smoke" if smoke else "full",
            },
            "target": target,
            **repeat_fields(repeats, repeat_until_cv),
        }
        if dry_run:
            _print_plan(
                call(client, "POST", "/jobs", json=request, params={"dry_run": "true"})["plan"], as_json=as_json
            )
            return
        job = submit_job(client, request)
        if not as_json:
            print(f"{job['number']} {job['state']}, about {format_duration(job['estimated_seconds'])}", flush=True)
        if wait:
            job = _follow_to_end(client, job["number"], as_json=as_json)
        if as_json:
            print_json(job)
        if wait and job["repeat_verdict"] is not None and not as_json:
            print(job["repeat_verdict"]["sentence"])
    _require_success(job)


def watch(
    job: Annotated[str, typer.Argument(help="Number or id of the job.")],
    data: DataOption = None,
    as_json: JsonOption = False,
) -> None:
    """Follow a job to its end; with --json, one message of its stream per line."""
    with connect(settings_for(data)) as client:
        if as_json:
            for event, content in job_events(client, job):
                print(json.dumps({"event": event, "data": content}, ensure_ascii=False), flush=True)
            ended = call(client, "GET", f"/jobs/{job}")
        else:
            ended = _follow_to_end(client, job, as_json=False)
    _require_success(ended)


def share(
    run: Annotated[str, typer.Argument(help="Number or id of the run.")],
    title: Annotated[str | None, typer.Option(help="Title of the page; without it, the run's own.")] = None,
    author: Annotated[str, typer.Option(help="Who publishes it.")] = "",
    note: Annotated[str, typer.Option(help="What a reader should know.")] = "",
    data: DataOption = None,
    as_json: JsonOption = False,
) -> None:
    """Freeze a run and print the permalink that opens it without an account."""
    with connect(settings_for(data)) as client:
        created = share_run(client, run, title=title, author=author, note=note)
    if as_json:
        print_json(created)
    else:
        print(created["url"])


def submit_job(client: httpx2.Client, request: dict[str, Any]) -> dict[str, Any]:
    """Submit a job and return it; sent twice by a retry, it is still one job."""
    job: dict[str, Any] = call(client, "POST", "/jobs", json=request, headers={"Idempotency-Key": uuid.uuid4().hex})
    return job


def share_run(client: httpx2.Client, run: str, *, title: str | None, author: str, note: str) -> dict[str, Any]:
    """Freeze a run and return its share, with the permalink as `url`."""
    shown = call(client, "GET", f"/runs/{run}")
    request = {"run_id": shown["id"], "title": title or run_title(shown), "author": author, "note": note}
    created: dict[str, Any] = call(client, "POST", "/shares", json=request)
    return created


def run_title(run: dict[str, Any]) -> str:
    """Return what a run is called where nobody named it: number, profile and server."""
    named = [part["title" if key == "profile" else "name"] for key in ("profile", "server") if (part := run[key])]
    return ", ".join([run["number"], *named])


def parameters(given: list[str]) -> dict[str, int | float | str]:
    """Return the profile's parameters out of NAME=VALUE texts; numbers become numbers."""
    found: dict[str, int | float | str] = {}
    for text in given:
        name, separator, value = text.partition("=")
        if not name or not separator:
            raise InvalidInput(f"{text!r} is not NAME=VALUE.", path="parameter")
        found[name] = _number_or_text(value)
    return found


def repeat_fields(limit: int, cv_percent: float | None) -> dict[str, Any]:
    """The fields of the request; without a limit there are ten runs at most."""
    if cv_percent is None:
        return {"repeats": limit}
    return {"repeats": limit if limit > 1 else DEFAULT_LIMIT, "repeat_until": {"cv_percent": cv_percent}}


def size_in_bytes(text: str) -> int:
    """Return the bytes of a size such as `256M`. Raises InvalidInput with the text that was not understood."""
    try:
        return parse_size(text)
    except ValueError as error:
        raise InvalidInput(f"{error}.", path="size") from error


def _number_or_text(value: str) -> int | float | str:
    for convert in (int, float):
        try:
            number = convert(value)
        except ValueError:
            continue
        # JSON has no word for the others; as text they are refused by the API with the parameter's name.
        return number if math.isfinite(number) else value
    return value


def _follow_to_end(client: httpx2.Client, reference: str, *, as_json: bool) -> dict[str, Any]:
    if as_json:
        for _ in job_events(client, reference):
            continue
    else:
        follow(job_events(client, reference))
    job: dict[str, Any] = call(client, "GET", f"/jobs/{reference}")
    return job


def _require_success(job: dict[str, Any]) -> None:
    if job["failure"] is not None:
        raise RequestRefused(
            f"{job['number']} {job['state']}: {job['failure']['message']}", kept=job["failure"]["kept"]
        )
    if job["state"] == "cancelled":
        raise RequestRefused(f"{job['number']} was cancelled.")


def _print_plan(plan: dict[str, Any], *, as_json: bool) -> None:
    if as_json:
        print_json(plan)
        return
    rows = [
        (phase["ordinal"], phase["name"], phase["workload"]["description"], format_duration(phase["estimated_seconds"]))
        for phase in plan["phases"]
    ]
    print_table(("Phase", "Name", "Workload", "Time"), rows)
    if plan["expected_writes"] is not None:
        print(f"Writes about {format_number(plan['expected_writes']['typical_bytes'] / 1e9)} GB in all.")
    print(f"About {format_duration(plan['estimated_seconds'])}, at most {format_duration(plan['maximum_seconds'])}.")
    for warning in plan["warnings"]:
        print(warning)
