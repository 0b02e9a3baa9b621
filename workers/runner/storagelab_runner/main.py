"""The command `storagelab-runner`: serve, supervise, enrol and its kin, version."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path

from storagelab_runner import PROTOCOL, VERSION
from storagelab_runner.layout import CONFIG_FOLDER, StateFolder, get_default_folder

USAGE = """usage: storagelab-runner serve [--state FOLDER] [--config FOLDER]
       storagelab-runner enrol --stable-id ID [--expires-in DURATION] [--state FOLDER] [--config FOLDER]
       storagelab-runner enrol --all-clean --host NAME [--expires-in DURATION] [--state FOLDER] [--config FOLDER]
       storagelab-runner unenrol --stable-id ID [--config FOLDER]
       storagelab-runner enrolled --json [--config FOLDER]
       storagelab-runner scratch add FOLDER | remove FOLDER | list [--config FOLDER]
       storagelab-runner version --json
"""


def main(arguments: Sequence[str]) -> int:
    """Run the command of the runner that `arguments` name and return its exit status.

    The status is 0 when done, 2 for a wrong use.
    """
    command, rest = (arguments[0], list(arguments[1:])) if arguments else ("", [])
    if command == "serve":
        options = _parse_options(rest, {"--state", "--config"})
        if options is not None:
            return _serve(_build_state_folder(options))
    if command == "supervise" and len(rest) == 4 and rest[2].isdigit() and rest[3].isdigit():
        return _supervise(Path(rest[0]), Path(rest[1]), int(rest[2]), int(rest[3]))
    if command.startswith("play-"):
        status = _play(command[len("play-") :], rest)
        if status is not None:
            return status
    if command in ("enrol", "unenrol", "enrolled"):
        status = _run_enrolment_command(command, rest)
        if status is not None:
            return status
    if command == "scratch":
        status = _run_scratch_command(rest)
        if status is not None:
            return status
    if command == "version" and rest == ["--json"]:
        sys.stdout.write(json.dumps({"runner_version": VERSION, "protocol": PROTOCOL}) + "\n")
        return 0
    sys.stderr.write(USAGE)
    return 2


def _parse_options(rest: Sequence[str], allowed: set[str]) -> dict[str, str] | None:
    """Parse the options by name, each given once with its value; None for anything else."""
    names, values = rest[::2], rest[1::2]
    if len(names) != len(values) or len(set(names)) != len(names) or not allowed.issuperset(names):
        return None
    return dict(zip(names, values))


def _build_state_folder(options: Mapping[str, str]) -> StateFolder:
    state, config = options.get("--state"), options.get("--config")
    root = get_default_folder() if state is None else Path(state)
    return StateFolder(root.absolute(), CONFIG_FOLDER if config is None else Path(config).absolute())


def _serve(state: StateFolder) -> int:
    from storagelab_runner.serve import serve  # noqa: PLC0415 - each command loads only what it needs.

    os.umask(0o077)
    serve(state, sys.stdin.buffer, sys.stdout.buffer)
    return 0


def _run_enrolment_command(command: str, rest: Sequence[str]) -> int | None:
    """Run a command about the allow-list and return its exit status, None for wrong arguments."""
    from storagelab_runner import enrolment  # noqa: PLC0415 - each command loads only what it needs.

    return enrolment.carry_out(command, rest, enrolment.get_terminal())


def _run_scratch_command(rest: Sequence[str]) -> int | None:
    """Run a command about scratch folders and return its exit status, None for wrong arguments."""
    from storagelab_runner import enrolment, scratch_command  # noqa: PLC0415 - each command loads only what it needs.

    return scratch_command.carry_out(rest, enrolment.get_terminal())


def _play(engine: str, rest: Sequence[str]) -> int | None:
    """Carry out a job with an engine that is a part of the runner; return None for another engine."""
    from storagelab_runner.engines.table import ENGINES  # noqa: PLC0415 - each command loads only what it needs.

    return ENGINES[engine].play(rest) if engine in ENGINES else None


def _supervise(attempt: Path, config: Path, host_lock: int, ready: int) -> int:
    from storagelab_runner.supervisor import supervise_attempt  # noqa: PLC0415 - each command loads only what it needs.

    return supervise_attempt(attempt, config, host_lock, ready)
