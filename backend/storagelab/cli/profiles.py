"""`storagelab profile`: what a profile in a file comes to, and keeping it in the lab."""

from __future__ import annotations

import re
import sys
import uuid
from pathlib import Path
from typing import Annotated, Any

import httpx2
import typer

from storagelab.cli.client import call, connect
from storagelab.cli.jobs import size_in_bytes
from storagelab.cli.output import (
    DataOption,
    JsonOption,
    format_count,
    format_duration,
    print_json,
    print_table,
    settings_for,
)
from storagelab.errors import InvalidInput, RequestRefused

MAX_BYTES = 1 << 20
_PHASES = re.compile(r"^phases\s*:", re.MULTILINE)
_DEFINITION = re.compile(r"^\s*(sd|wd|rd)\s*=", re.MULTILINE)

app = typer.Typer(no_args_is_help=True)
FileArgument = Annotated[
    Path, typer.Argument(metavar="FILE", help="A profile in YAML, or a job file of fio or Vdbench.", show_default=False)
]


@app.command()
def check(
    file: FileArgument,
    size: Annotated[str, typer.Option(help="Size of the target, such as 256M or 4G.")] = "256M",
    engine: Annotated[str | None, typer.Option(help="Without it, the first that can run it.")] = None,
    data: DataOption = None,
    as_json: JsonOption = False,
) -> None:
    """Show the plan of a profile, or everything that is wrong with it; store nothing."""
    with connect(settings_for(data)) as client:
        text = _profile_text(client, file)
        request = {"text": text, "engine": engine, "target_bytes": size_in_bytes(size)}
        checked = call(client, "POST", "/profiles/check", json=request)
    if as_json:
        print_json(checked)
    else:
        _print_problems(file, checked["problems"])
    if checked["problems"]:
        raise RequestRefused(f"{file}: {format_count(len(checked['problems']), 'problem')}; nothing was stored.")
    if not as_json:
        _print_plan(checked)


@app.command()
def add(
    file: FileArgument,
    note: Annotated[str, typer.Option(help="What is new in this version.")] = "",
    data: DataOption = None,
    as_json: JsonOption = False,
) -> None:
    """Keep a profile in the lab: a new one where its text says version 1, else the version that it says."""
    with connect(settings_for(data)) as client:
        text = _profile_text(client, file)
        checked = call(client, "POST", "/profiles/check", json={"text": text})
        profile = checked["profile"]
        if profile is None:
            _print_problems(file, checked["problems"])
            raise RequestRefused(f"{file}: {format_count(len(checked['problems']), 'problem')}; nothing was stored.")
        request: dict[str, Any] = {"text": text, "note": note}
        path = "/profiles"
        if profile["version"] > 1:
            path = f"/profiles/{profile['name']}/versions"
            request["expected_version"] = profile["version"] - 1
        saved = call(client, "POST", path, json=request, headers={"Idempotency-Key": uuid.uuid4().hex})
    if as_json:
        print_json(saved)
    else:
        print(f"{saved['name']}, version {saved['version']}: {saved['title']}")


def _profile_text(client: httpx2.Client, file: Path) -> str:
    """The YAML in a file, or what the lab makes of a job file, with its remarks on standard error.

    Raises InvalidInput for what is no text, RequestRefused for a job file that no profile can be made of.
    """
    content = file.read_bytes()
    if len(content) > MAX_BYTES:
        raise InvalidInput(f"{file} is longer than {MAX_BYTES >> 10} KiB.")
    try:
        text = content.decode("utf-8-sig").replace("\r\n", "\n")
    except UnicodeDecodeError as error:
        raise InvalidInput(f"{file}: byte {error.start} is not text in UTF-8.") from error
    if _PHASES.search(text) or file.suffix in (".yaml", ".yml"):
        return text
    engine = "vdbench" if _DEFINITION.search(text) else "fio"
    read = call(client, "POST", "/profiles/from-job-file", json={"engine": engine, "text": text})
    for finding in read["findings"]:
        print(f"{file}:{finding['line']}: {finding['level']}: {finding['words']}", file=sys.stderr)
    if read["text"] is None:
        raise RequestRefused(f"{file}: nothing was made of this {engine} file.")
    return str(read["text"])


def _print_problems(file: Path, problems: list[dict[str, Any]]) -> None:
    for problem in problems:
        place = ":".join([str(file), *([str(problem["line"])] if problem["line"] is not None else [])])
        path = f"{problem['path']}: " if problem["path"] else ""
        print(f"{place}: {path}{problem['message']}", file=sys.stderr)


def _print_plan(checked: dict[str, Any]) -> None:
    profile = checked["profile"]
    rows = [
        (phase["ordinal"], phase["name"], phase["workload"]["description"], format_duration(phase["estimated_seconds"]))
        for phase in profile["phases"]
    ]
    print_table(("", "Phase", "Workload", "Typical"), rows)
    print(
        f"{format_count(profile['phase_count'], 'phase')} on {checked['engine']}, "
        f"{format_duration(profile['estimated_seconds'])} in all, at most {format_duration(profile['maximum_seconds'])}"
    )
