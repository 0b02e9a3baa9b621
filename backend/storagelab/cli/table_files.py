"""Tables of the lab that a command writes as a file."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from typing import Annotated

import httpx2
import typer

from storagelab.cli.client import API, AnsweredWithProblem, build_unavailable_error, format_problem
from storagelab.cli.options import build_option_error

#: Formats that the lab writes as a file, and their media types.
FILES = {
    "csv": "text/csv",
    "arrow": "application/vnd.apache.arrow.stream",
    "parquet": "application/vnd.apache.parquet",
}
FORMATS = ("table", "json", *FILES)
OutputOption = Annotated[
    str, typer.Option("--format", metavar="FORMAT", help=f"Format of the output: {', '.join(FORMATS)}.")
]
_SECONDS = 300.0


def require_format(output: str) -> None:
    """Raise InvalidInput unless `output` is a known output format."""
    if output not in FORMATS:
        raise build_option_error("--format", f"unknown format {output}. Available: {', '.join(FORMATS)}")


def write_file(client: httpx2.Client, path: str, params: Mapping[str, str], output: str) -> None:
    """Write the table file that the lab answers at `path` to standard output, block by block.

    `output` is the file format. Raises InvalidInput for a binary format at a terminal.
    """
    if output != "csv" and sys.stdout.isatty():
        raise build_option_error("--format", f"{output} cannot be shown in a terminal. Redirect it into a file")
    headers = {"Accept": FILES[output]}
    try:
        with client.stream("GET", f"{API}{path}", params=params, headers=headers, timeout=_SECONDS) as answer:
            if not answer.is_success:
                answer.read()
                raise AnsweredWithProblem(format_problem(answer))
            for block in answer.iter_bytes():
                sys.stdout.buffer.write(block)
        sys.stdout.buffer.flush()
    except httpx2.HTTPError as error:
        raise build_unavailable_error(client, error) from error
