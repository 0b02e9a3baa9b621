"""`storagelab verify`: checks every hash and number of a share, without the lab that froze it."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Annotated, Any

import typer

from storagelab.cli.options import Sha256Option
from storagelab.cli.output import JsonOption, print_json
from storagelab.cli.share_files import open_share_file
from storagelab.config import get_settings
from storagelab.errors import InvalidInput, RequestRefused

#: Exit status when a number differs; 1 is for a file that cannot be checked, 2 for wrong use.
DIFFERS = 3

_CPU_SECONDS = 1800
_WALL_SECONDS = 3600.0
_OUTPUT_BYTES = 256 << 20
#: The address space of what draws charts is no measure of its memory, which the process limits itself.
_ADDRESSES = 1 << 46


def verify(
    source: Annotated[
        str,
        typer.Argument(
            metavar="PERMALINK|ZIP|DOCUMENT", help="Source of the share: a permalink, or a file on this machine."
        ),
    ],
    sha256: Sha256Option = None,
    as_json: JsonOption = False,
) -> None:
    """Check every hash of a share, and compute each of its numbers again from the stored data.

    Ends with 0 when all agree, 3 when one differs, and 1 when the share cannot be read.
    """
    from storagelab.shares.verification.outcome import format_outcome_lines  # noqa: PLC0415 - see cli/main.py.

    with open_share_file(source) as path:
        outcome = _check(path)
    if sha256 is not None and outcome["document_sha256"] != sha256.strip().lower():
        raise RequestRefused(
            f"{source} has the SHA-256 {outcome['document_sha256']}, not {sha256}. Check the source and --sha256."
        )
    if as_json:
        print_json(outcome)
    else:
        for line in format_outcome_lines(outcome):
            print(line)
    if outcome["numbers"]["different"]:
        raise typer.Exit(DIFFERS)


def _check(path: Path) -> dict[str, Any]:
    """Verify the share file at `path` and return the outcome.

    A child process with limits on time and memory reads the file, because it may be hostile.
    """
    from storagelab.imports.limits import run_limited  # noqa: PLC0415 - see cli/main.py.
    from storagelab.shares.pictures import BUNDLE  # noqa: PLC0415
    from storagelab.shares.verification.child import MEMORY_BYTES  # noqa: PLC0415

    folder = get_settings().frontend_dir
    bundle = [str(folder / BUNDLE)] if folder is not None else []
    ended = run_limited(
        [sys.executable, "-m", "storagelab.shares.verification.child", str(path.resolve()), *bundle],
        cpu_s=_CPU_SECONDS,
        wall_s=_WALL_SECONDS,
        memory_bytes=_ADDRESSES,
        file_bytes=_OUTPUT_BYTES,
    )
    if ended.ending == "memory":
        raise InvalidInput(
            f"The check needed more than {MEMORY_BYTES >> 30} GiB of memory and was stopped. No share needs that much."
        )
    if ended.ending != "done":
        raise InvalidInput(ended.sentence)
    outcome: dict[str, Any] = json.loads(ended.output)
    return outcome
