"""Results from the command line: a file or a folder of them is uploaded, read and stored as runs."""

from __future__ import annotations

import json
import stat
import time
import uuid
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, TypedDict

import httpx2
import typer

from storagelab.cli.answers import FailureAnswer, NamedAnswer
from storagelab.cli.client import call, connect
from storagelab.cli.options import FormatOption, LabOption, ResultsArgument, TitleOption, WaitOption
from storagelab.cli.output import DataOption, JsonOption, load_settings, print_json, print_table
from storagelab.errors import InvalidInput, RequestRefused

_BLOCK_BYTES = 1 << 20
_POLL_SECONDS = 0.5
_WORKING = frozenset({"reading", "storing"})


@dataclass(frozen=True, slots=True)
class LocalFile:
    """A file to upload, under the name it gets there."""

    name: str
    path: Path
    size_bytes: int


class SeriesAnswer(TypedDict):
    """A series of a result that was read."""

    points: int


class ImportedResultAnswer(TypedDict):
    """A result of an import."""

    run: NamedAnswer | None
    title: str
    format: str
    measurements_count: int
    series: Sequence[SeriesAnswer]
    duplicate_of: NamedAnswer | None
    warnings: Sequence[str]


class ProgressAnswer(TypedDict):
    """The progress of an import."""

    note: str


class ImportAnswer(TypedDict):
    """An import."""

    id: str
    number: str
    state: str
    title: str
    progress: ProgressAnswer
    results: Sequence[ImportedResultAnswer]
    warnings: Sequence[str]
    unrecognised: object
    unrecognised_count: int
    error: FailureAnswer | None


def import_results(
    path: ResultsArgument,
    lab: LabOption = None,
    title: TitleOption = None,
    configuration: Annotated[
        str | None,
        typer.Option(
            metavar="CONFIGURATION", help="Number or id of the configuration of the runs.", show_default=False
        ),
    ] = None,
    format_name: FormatOption = "auto",
    preview: Annotated[bool, typer.Option("--preview", help="Read the results, and store no run yet.")] = False,
    wait: WaitOption = True,
    data: DataOption = None,
    as_json: JsonOption = False,
) -> None:
    """Upload results and store them as runs."""
    fields = {"format": format_name, "title": title or "", "store": "false" if preview else "true"}
    if configuration is not None:
        fields["configuration_id"] = configuration
    files = list_files_below(path)
    with connect(load_settings(data, lab=lab)) as client:
        made = upload(client, files, fields)
        if wait:
            made = _follow(client, made, quiet=as_json)
    if as_json:
        print_json(made)
    else:
        _print_import(made)
    if made["error"] is not None:
        raise RequestRefused(
            f"{made['number']} failed: {made['error']['message']}", preserved=made["error"]["preserved"]
        )


def list_files_below(path: Path) -> list[LocalFile]:
    """List a file, or every regular file below a folder; symbolic links are not followed.

    Names of files in a folder begin with the name of the folder. Raises InvalidInput for anything else.
    """
    try:
        if path.is_file():
            return [LocalFile(path.name, path, path.stat().st_size)]
        files = sorted(file for file in path.rglob("*") if stat.S_ISREG(file.lstat().st_mode))
    except OSError as error:
        raise InvalidInput(
            f"{error.filename} cannot be read: {error.strerror}. Check its permissions.", path="path"
        ) from error
    if not files:
        raise InvalidInput(f"{path} holds no file. Name a result file, or a folder that holds one.", path="path")
    top = path.resolve().name
    return [LocalFile(f"{top}/{file.relative_to(path).as_posix()}", file, file.stat().st_size) for file in files]


def upload(client: httpx2.Client, files: list[LocalFile], fields: Mapping[str, str]) -> ImportAnswer:
    """Upload files and return the import; each file is read as it is sent."""
    boundary = uuid.uuid4().hex
    heads = [_build_field_head(boundary, name) + value.encode() + b"\r\n" for name, value in fields.items()]
    length = sum(map(len, heads)) + sum(len(_file_head(boundary, file)) + file.size_bytes + 2 for file in files)
    headers = {
        "Content-Type": f"multipart/form-data; boundary={boundary}",
        "Content-Length": str(length + len(_end(boundary))),
        "Idempotency-Key": uuid.uuid4().hex,
    }
    made: ImportAnswer = call(
        client, "POST", "/imports", content=_generate_body(boundary, heads, files), headers=headers
    )
    return made


def _generate_body(boundary: str, heads: list[bytes], files: list[LocalFile]) -> Iterator[bytes]:
    yield from heads
    for file in files:
        yield _file_head(boundary, file)
        left = file.size_bytes
        with file.path.open("rb") as content:
            while left and (block := content.read(min(left, _BLOCK_BYTES))):
                left -= len(block)
                yield block
        if left:
            raise InvalidInput(
                f"{file.path} became shorter during the upload. Import it again once it is complete.", path="path"
            )
        yield b"\r\n"
    yield _end(boundary)


def _build_field_head(boundary: str, name: str) -> bytes:
    return f'--{boundary}\r\nContent-Disposition: form-data; name="{name}"\r\n\r\n'.encode("ascii")


def _file_head(boundary: str, file: LocalFile) -> bytes:
    name = file.name.encode("utf-8", "replace").decode("utf-8").replace("\\", "\\\\").replace('"', '\\"')
    disposition = f'Content-Disposition: form-data; name="files"; filename="{name}"'
    return f"--{boundary}\r\n{disposition}\r\nContent-Type: application/octet-stream\r\n\r\n".encode()


def _end(boundary: str) -> bytes:
    return f"--{boundary}--\r\n".encode("ascii")


def _follow(client: httpx2.Client, made: ImportAnswer, *, quiet: bool) -> ImportAnswer:
    """Wait until a worker has finished an import, and return the import.

    Print its progress unless `quiet`.
    """
    printed = ""
    while made["state"] in _WORKING:
        if not quiet and made["progress"]["note"] != printed:
            printed = made["progress"]["note"]
            print(f"{made['number']} {made['state']}: {printed}", flush=True)
        time.sleep(_POLL_SECONDS)
        made = call(client, "GET", f"/imports/{made['id']}")
    return made


def _print_import(made: ImportAnswer) -> None:
    print(f"{made['number']} {made['state']}: {made['title']}")
    rows = [
        (
            result["run"]["number"] if result["run"] else None,
            result["title"],
            result["format"],
            result["measurements_count"],
            sum(series["points"] for series in result["series"]),
            result["duplicate_of"]["number"] if result["duplicate_of"] else None,
        )
        for result in made["results"]
    ]
    if rows:
        print_table(("Run", "Title", "Format", "Measurements", "Points", "Same as"), rows)
    for warning in [*made["warnings"], *(note for result in made["results"] for note in result["warnings"])]:
        print(warning)
    if made["unrecognised_count"]:
        print(f"Not recognised: {json.dumps(made['unrecognised'], ensure_ascii=False)}")
