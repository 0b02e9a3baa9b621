"""Jobs from the command line: submit, follow, cancel."""

from __future__ import annotations

import json
import math
import uuid
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any
from urllib.parse import quote

import httpx2
import typer

from storagelab.cli.answers import JobAnswer, RunAnswer, ShareAnswer
from storagelab.cli.client import AnsweredWithProblem, call, connect, iterate_job_events
from storagelab.cli.figures import print_figures
from storagelab.cli.following import follow_to_end, job_goes_on, print_plan, print_submitted, require_success
from storagelab.cli.options import (
    DryRunOption,
    EngineOption,
    JobArgument,
    ServerOption,
    Sha256Option,
    SizeOption,
    WaitOption,
    build_option_error,
    parse_size_option,
)
from storagelab.cli.output import DataOption, JsonOption, load_settings, print_json
from storagelab.cli.recipe_sources import read_source
from storagelab.cli.recipes import BINDING_FORM, submit_from
from storagelab.cli.servers import choose_server
from storagelab.errors import InvalidInput

DEFAULT_ENGINE = "fio"
#: Most runs of --repeat-until-cv-percent without --repeats.
DEFAULT_LIMIT = 10


def submit(
    profile: Annotated[
        str | None, typer.Argument(metavar="PROFILE", help="Name of the profile.", show_default=False)
    ] = None,
    server: ServerOption = None,
    engine: EngineOption = None,
    size: SizeOption = None,
    path: Annotated[
        Path | None,
        typer.Option(
            metavar="PATH", help="Path of a new file on the server.", show_default="the runner's scratch folder"
        ),
    ] = None,
    copy_to: Annotated[
        Path | None,
        typer.Option(
            metavar="PATH",
            help="Path of a new file on another file system there, for profiles that copy.",
            show_default=False,
        ),
    ] = None,
    parameter: Annotated[
        list[str] | None,
        typer.Option(metavar="NAME=VALUE", help="Parameter of the profile; may be repeated.", show_default=False),
    ] = None,
    name: Annotated[str, typer.Option(help="Name of the job.", show_default=False)] = "",
    repeats: Annotated[
        int | None,
        typer.Option(
            metavar="COUNT",
            min=1,
            max=100,
            help="Number of runs; the most with --repeat-until-cv-percent.",
            show_default=f"1; {DEFAULT_LIMIT} with --repeat-until-cv-percent",
        ),
    ] = None,
    repeat_until_cv_percent: Annotated[
        float | None,
        typer.Option(
            metavar="PERCENT",
            min=0.01,
            max=100.0,
            help="Coefficient of variation to reach at every point, over three runs or more.",
            show_default=False,
        ),
    ] = None,
    source: Annotated[
        str | None,
        typer.Option(
            "--from",
            metavar="PERMALINK|ZIP|DOCUMENT|RECIPE",
            help="Source of a recipe to run again: a permalink, or a file on this machine.",
            show_default=False,
        ),
    ] = None,
    bind: Annotated[
        str | None,
        typer.Option(
            metavar="TARGET",
            help=f"Target of --from: {BINDING_FORM}.",
            show_default=False,
        ),
    ] = None,
    run: Annotated[
        str | None,
        typer.Option(metavar="RUN", help="Number of the run to repeat, in a share of several.", show_default=False),
    ] = None,
    sha256: Sha256Option = None,
    confirm_serial: Annotated[
        list[str] | None,
        typer.Option(
            metavar="SERIAL",
            help="Whole serial number of a drive that may be erased; may be repeated.",
            show_default=False,
        ),
    ] = None,
    smoke: Annotated[bool, typer.Option("--smoke", help="Run each phase for seconds, as a test of the setup.")] = False,
    dry_run: DryRunOption = False,
    wait: WaitOption = False,
    data: DataOption = None,
    as_json: JsonOption = False,
) -> None:
    """Submit a job on a scratch file; with --from, run the recipe of a share again."""
    if source is not None:
        _refuse_given(profile=profile, server=server, engine=engine, size=size, path=path, copy_to=copy_to)
        _refuse_given(parameter=parameter, repeat_until_cv_percent=repeat_until_cv_percent)
        if bind is None:
            raise typer.BadParameter("--from has no target. Give one with --bind.")
        more: dict[str, object] = {"name": name, "repeats": repeats, "scale": "smoke" if smoke else None}
        more["confirm_serials"] = confirm_serial or []
        recipe_source = read_source(source, sha256=sha256)
        submit_from(recipe_source, run, bind, more, data=data, dry_run=dry_run, wait=wait, as_json=as_json)
        return
    if profile is None:
        raise typer.BadParameter("The job has no profile. Name one, or run a share again with --from.")
    if bind or run or sha256 or confirm_serial:
        raise typer.BadParameter("--bind, --run, --sha256 and --confirm-serial need --from. Add it, or leave them out.")
    target = {
        "kind": "file",
        "path": str(path) if path else None,
        "size_bytes": parse_size_option(size),
        "copy_to": str(copy_to) if copy_to else None,
    }
    with connect(load_settings(data)) as client:
        request = {
            "name": name,
            "server_id": choose_server(client, server)["id"],
            "engine": engine or choose_engine(client, profile),
            "profile": {
                "name": profile,
                "parameters": parse_parameters(parameter or []),
                "scale": "smoke" if smoke else "full",
            },
            "target": target,
            **repeat_fields(repeats or 1, repeat_until_cv_percent),
        }
        if dry_run:
            print_plan(call(client, "POST", "/jobs", json=request, params={"dry_run": "true"})["plan"], as_json=as_json)
            return
        job = submit_job(client, request)
        if not as_json:
            print_submitted(job)
        if wait:
            job = follow_to_end(client, job["number"], data=data, as_json=as_json)
        if as_json:
            print_json(job)
        elif wait:
            print_figures(client, job)
    require_success(job)


def _refuse_given(**options: Any) -> None:
    for option, value in options.items():
        if value not in (None, []):
            given = "PROFILE" if option == "profile" else f"--{option.replace('_', '-')}"
            raise typer.BadParameter(f"{given} comes from the recipe or from --bind. Leave it out.")


def watch(
    job: JobArgument,
    data: DataOption = None,
    as_json: JsonOption = False,
) -> None:
    """Follow a job to its end and print its results; with --json, one message of its stream per line."""
    with connect(load_settings(data)) as client:
        if as_json:
            with job_goes_on(job, data=data):
                for event, content in iterate_job_events(client, job):
                    print(json.dumps({"event": event, "data": content}, ensure_ascii=False), flush=True)
            ended = call(client, "GET", f"/jobs/{job}")
        else:
            ended = follow_to_end(client, job, data=data)
            print_figures(client, ended)
    require_success(ended)


def cancel(
    job: JobArgument,
    after_phase: Annotated[bool, typer.Option("--after-phase", help="Let the running phase finish first.")] = False,
    data: DataOption = None,
    as_json: JsonOption = False,
) -> None:
    """Cancel a job. Its results so far are preserved."""
    with connect(load_settings(data)) as client:
        cancellation = {"mode": "after_phase" if after_phase else "now"}
        cancelled = call(client, "POST", f"/jobs/{job}/cancel", json=cancellation)
    if as_json:
        print_json(cancelled)
    else:
        print(f"{cancelled['number']} {cancelled['state']}")


def choose_engine(client: httpx2.Client, profile: str) -> str:
    """Return the engine for a profile: fio if the profile supports it, else its only other engine.

    Raises InvalidInput when several other engines are available.
    """
    try:
        engines = call(client, "GET", f"/profiles/{quote(profile, safe='')}")["engines"]
    except AnsweredWithProblem:
        # The refusal of the job names what is wrong with the profile.
        return DEFAULT_ENGINE
    if DEFAULT_ENGINE in engines or not engines:
        return DEFAULT_ENGINE
    if len(engines) > 1:
        raise InvalidInput(
            f"{profile} does not run on fio. Choose an engine with --engine: {', '.join(engines)}.", path="engine"
        )
    return str(engines[0])


def submit_job(client: httpx2.Client, request: Mapping[str, object]) -> JobAnswer:
    """Submit a job and return it; sent twice by a retry, it is still one job."""
    job: JobAnswer = call(client, "POST", "/jobs", json=request, headers={"Idempotency-Key": uuid.uuid4().hex})
    return job


def share_run(client: httpx2.Client, run: str, *, title: str | None, author: str, note: str) -> ShareAnswer:
    """Freeze a run and return its share, with the permalink as `url`."""
    shown = call(client, "GET", f"/runs/{run}")
    request = {"run_id": shown["id"], "title": title or run_title(shown), "author": author, "note": note}
    created: ShareAnswer = call(client, "POST", "/shares", json=request)
    return created


def run_title(run: RunAnswer) -> str:
    """Return the default title of a run: number, profile and server."""
    profile, server = run["profile"], run["server"]
    named = (run["number"], profile["title"] if profile else None, server["name"] if server else None)
    return ", ".join(filter(None, named))


def parse_parameters(given: list[str]) -> dict[str, int | float | str]:
    """Parse NAME=VALUE texts into profile parameters; numeric values become numbers.

    Raises InvalidInput for a text in another form.
    """
    parsed: dict[str, int | float | str] = {}
    for text in given:
        name, separator, value = text.partition("=")
        if not name or not separator:
            raise build_option_error("--parameter", f"{text!r} is not NAME=VALUE")
        parsed[name] = _parse_parameter_value(value)
    return parsed


def repeat_fields(limit: int, cv_percent: float | None) -> Mapping[str, object]:
    """Return the repeat fields of a job request.

    These are `repeats` and, with `cv_percent`, `repeat_until`; a `limit` of 1 then means at most ten runs.
    """
    if cv_percent is None:
        return {"repeats": limit}
    return {"repeats": limit if limit > 1 else DEFAULT_LIMIT, "repeat_until": {"cv_percent": cv_percent}}


def _parse_parameter_value(value: str) -> int | float | str:
    for convert in (int, float):
        try:
            number = convert(value)
        except ValueError:
            continue
        # JSON has no word for the others; as text they are refused by the API with the parameter's name.
        return number if math.isfinite(number) else value
    return value
