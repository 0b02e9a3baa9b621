"""The command `storagelab-runner`: serve, supervise, version."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Sequence
from pathlib import Path

from storagelab_runner import PROTOCOL, VERSION
from storagelab_runner.layout import StateFolder, default_state_folder

USAGE = "usage: storagelab-runner serve [--state DIR] | version --json\n"


def main(arguments: Sequence[str]) -> int:
    """Carry out one command. 0 = done, 2 = wrong use."""
    command, rest = (arguments[0], list(arguments[1:])) if arguments else ("", [])
    if command == "serve" and (not rest or (len(rest) == 2 and rest[0] == "--state")):
        return _serve(Path(rest[1]) if rest else default_state_folder())
    if command == "supervise" and len(rest) == 2 and rest[1].isdigit():
        return _supervise(Path(rest[0]), int(rest[1]))
    if command == "version" and rest == ["--json"]:
        sys.stdout.write(json.dumps({"runner_version": VERSION, "protocol": PROTOCOL}) + "\n")
        return 0
    sys.stderr.write(USAGE)
    return 2


def _serve(folder: Path) -> int:
    from storagelab_runner.serve import serve  # noqa: PLC0415 - each command loads only what it needs.

    os.umask(0o077)
    serve(StateFolder(folder.absolute()), sys.stdin.buffer, sys.stdout.buffer)
    return 0


def _supervise(folder: Path, host_lock: int) -> int:
    from storagelab_runner.supervisor import supervise  # noqa: PLC0415 - each command loads only what it needs.

    return supervise(folder, host_lock)
