"""`storagelab profile`: checks a profile in a file, and stores it in the lab."""

from __future__ import annotations

import re
import sys
import uuid
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, TypedDict

import httpx2
import typer

from storagelab.cli.answers import PlannedPhaseAnswer
from storagelab.cli.client import call, connect
from storagelab.cli.lists import add_list, build_field_reader, format_with
from storagelab.cli.options import EngineOption, SizeOption, parse_size_option
from storagelab.cli.output import (
    DataOption,
    JsonOption,
    format_count,
    format_duration,
    load_settings,
    print_json,
    print_table,
)
from storagelab.errors import InvalidInput, RequestRefused

MAX_BYTES = 1 << 20
_PHASES = re.compile(r"^phases\s*:", re.MULTILINE)
_DEFINITION = re.compile(r"^\s*(sd|wd|rd)\s*=", re.MULTILINE)

app = typer.Typer(no_args_is_help=True)
FileArgument = Annotated[
    Path, typer.Argument(metavar="FILE", help="Profile in YAML, or a job file of fio or Vdbench.", show_default=False)
]


class ProblemAnswer(TypedDict):
    """A problem of a profile, with its place."""

    line: int | None
    path: str
    message: str


class PlannedProfileAnswer(TypedDict):
    """A valid profile with its phases."""

    name: str
    version: int
    phases: Sequence[PlannedPhaseAnswer]
    phase_count: int
    estimated_seconds: float | None
    max_seconds: float | None


class CheckedProfileAnswer(TypedDict):
    """A checked profile."""

    engine: str
    profile: PlannedProfileAnswer
    problems: Sequence[ProblemAnswer]


@app.command()
def check(
    file: FileArgument,
    size: SizeOption = None,
    engine: EngineOption = None,
    data: DataOption = None,
    as_json: JsonOption = False,
) -> None:
    """Show the plan of a profile, or all its problems; store nothing."""
    with connect(load_settings(data)) as client:
        text = _profile_text(client, file)
        request = {"text": text, "engine": engine, "target_bytes": parse_size_option(size)}
        checked = call(client, "POST", "/profiles/validate", json=request)
    if as_json:
        print_json(checked)
    else:
        _print_problems(file, checked["problems"])
    if checked["problems"]:
        raise _build_refusal(file, checked)
    if not as_json:
        _print_plan(checked)


@app.command()
def add(
    file: FileArgument,
    note: Annotated[str, typer.Option(help="Note on this version.", show_default=False)] = "",
    data: DataOption = None,
    as_json: JsonOption = False,
) -> None:
    """Store a profile in the lab, as a new one or as the version that its text names."""
    with connect(load_settings(data)) as client:
        text = _profile_text(client, file)
        checked = call(client, "POST", "/profiles/validate", json={"text": text})
        profile = checked["profile"]
        if profile is None:
            _print_problems(file, checked["problems"])
            raise _build_refusal(file, checked)
        request: dict[str, object] = {"text": text, "note": note}
        path = "/profiles"
        if profile["version"] > 1:
            path = f"/profiles/{profile['name']}/versions"
            request["expected_version"] = profile["version"] - 1
        saved = call(client, "POST", path, json=request, headers={"Idempotency-Key": uuid.uuid4().hex})
    if as_json:
        print_json(saved)
    else:
        print(f"{saved['name']}, version {saved['version']}: {saved['title']}")


add_list(
    app,
    "profiles",
    {
        "Name": build_field_reader("name"),
        "Version": build_field_reader("version"),
        "Title": build_field_reader("title"),
        "Engines": lambda profile: ", ".join(profile["engines"]) or None,
        "Phases": build_field_reader("phase_count"),
        "Typical": format_with(format_duration, "estimated_seconds"),
    },
)


def _profile_text(client: httpx2.Client, file: Path) -> str:
    """Return the profile YAML in a file; the lab converts a fio or Vdbench job file.

    Findings of the conversion go to standard error. Raises InvalidInput for a file that is not text, RequestRefused for
    a job file that cannot become a profile.
    """
    content = file.read_bytes()
    if len(content) > MAX_BYTES:
        raise InvalidInput(f"{file} is larger than {MAX_BYTES >> 10} KiB. Split the profile.")
    try:
        text = content.decode("utf-8-sig").replace("\r\n", "\n")
    except UnicodeDecodeError as error:
        raise InvalidInput(f"{file}: byte {error.start} is not UTF-8 text. Save the file as UTF-8.") from error
    if _PHASES.search(text) or file.suffix in (".yaml", ".yml"):
        return text
    engine = "vdbench" if _DEFINITION.search(text) else "fio"
    read = call(client, "POST", "/profiles/from-job-file", json={"engine": engine, "text": text})
    for finding in read["findings"]:
        print(f"{file}:{finding['line']}: {finding['level']}: {finding['words']}", file=sys.stderr)
    if read["text"] is None:
        raise RequestRefused(f"{file}: this {engine} file cannot become a profile. The lines above name the reasons.")
    return str(read["text"])


def _build_refusal(file: Path, checked: CheckedProfileAnswer) -> RequestRefused:
    problems = format_count(len(checked["problems"]), "problem")
    return RequestRefused(f"{file} has {problems} and was not stored. Fix the lines above.")


def _print_problems(file: Path, problems: Sequence[ProblemAnswer]) -> None:
    for problem in problems:
        place = ":".join([str(file), *([str(problem["line"])] if problem["line"] is not None else [])])
        path = f"{problem['path']}: " if problem["path"] else ""
        print(f"{place}: {path}{problem['message']}", file=sys.stderr)


def _print_plan(checked: CheckedProfileAnswer) -> None:
    profile = checked["profile"]
    rows = [
        (phase["ordinal"], phase["name"], phase["workload"]["description"], format_duration(phase["estimated_seconds"]))
        for phase in profile["phases"]
    ]
    print_table(("", "Phase", "Workload", "Typical"), rows)
    print(
        f"{format_count(profile['phase_count'], 'phase')} on {checked['engine']}, "
        f"{format_duration(profile['estimated_seconds'])} in all, max {format_duration(profile['max_seconds'])}"
    )
