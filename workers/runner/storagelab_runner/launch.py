"""Detaching the supervisor: another process of this runner, in its own session, whose parent is gone."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

from storagelab_runner.engine import environment
from storagelab_runner.errors import Refusal
from storagelab_runner.identity import ProcessIdentity, process_identity
from storagelab_runner.layout import AttemptFolder

_MESSAGE_BYTES = 4096


def launch_supervisor(attempt: AttemptFolder, host_lock: int, held: Sequence[int]) -> ProcessIdentity:
    """Start a supervisor that inherits the host lock and the descriptors in `held`; it waits for the attempt's lock.

    Raises Refusal internal when it cannot be executed.
    """
    receiving, sending = os.pipe()
    middle = os.fork()
    if middle == 0:
        _leave_supervisor_behind(attempt, host_lock, held, sending)
    os.close(sending)
    os.waitpid(middle, 0)
    with os.fdopen(receiving, "rb") as pipe:
        answer = pipe.read(_MESSAGE_BYTES).decode("utf-8", "replace")
    identity = process_identity(int(answer)) if answer.isdigit() else None
    if identity is None:
        raise Refusal(
            "internal", f"The supervisor could not be started: {answer or 'it ended at once'}.", "infrastructure"
        )
    return identity


def _leave_supervisor_behind(attempt: AttemptFolder, host_lock: int, held: Sequence[int], sending: int) -> None:
    """In the child: run the supervisor in a new session, say its number, and die so that init adopts it."""
    try:
        argv, variables = _own_command()
        with attempt.log.open("ab") as log:
            supervisor = subprocess.Popen(
                [*argv, "supervise", str(attempt.root), str(host_lock)],
                cwd=attempt.root,
                env={**environment(), **variables},
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                pass_fds=(host_lock, *held),
                start_new_session=True,
            )
        os.write(sending, str(supervisor.pid).encode("ascii"))
    except BaseException as problem:
        os.write(sending, str(problem).encode("utf-8")[:_MESSAGE_BYTES])
    finally:
        os._exit(0)


def _own_command() -> tuple[list[str], dict[str, str]]:
    """The argument list that runs this runner again, and the variables it needs for that."""
    container = Path(__file__).resolve().parents[1]
    if container.is_file():
        return [sys.executable, str(container)], {}
    return [sys.executable, "-m", "storagelab_runner"], {"PYTHONPATH": str(container)}
