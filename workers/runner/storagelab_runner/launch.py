"""Start of the supervisor as a detached process, in a scope of systemd where there is one.

A scope runs the very process that requested it, so descriptors stay open both ways, and all that follows is the same
code. A scope still contains processes that left their session, and it outlives the log-out of the account. Its name is
one more lock against a second start, and systemd ends it when even the deadline has passed.
"""

from __future__ import annotations

import contextlib
import os
import select
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from storagelab_runner.engine import build_environment, run_quietly
from storagelab_runner.engine_process import STOP_LADDER
from storagelab_runner.errors import Refusal
from storagelab_runner.host_facts import SYSTEMD, has_kill_user_processes, launch_way
from storagelab_runner.identity import ProcessIdentity, process_identity
from storagelab_runner.layout import AttemptFolder, StateFolder

_MESSAGE_BYTES = 4096
#: Time that the supervisor may take to report that it lives.
_READY_SECONDS = 20.0
#: What a supervisor may need beyond its deadline and the stop ladder: hashing its files, for instance.
_ENDING_SECONDS = 120


class Launch(NamedTuple):
    """A supervisor that lives; `unit` is the systemd scope it is in, None without one."""

    supervisor: ProcessIdentity
    unit: str | None
    warnings: list[str]


class _Descriptors(NamedTuple):
    host_lock: int
    held: Sequence[int]


def launch_supervisor(
    state: StateFolder,
    attempt: AttemptFolder,
    host_lock: int,
    held: Sequence[int],
    deadline_seconds: int,
    way: str | None = None,
) -> Launch:
    """Start a supervisor that inherits the host lock and the descriptors in `held`; it waits for the attempt's lock.

    `way` is "systemd" or "setsid", None for what this server offers. Raises Refusal host_busy when the attempt's scope
    exists already, internal when the supervisor cannot be executed.
    """
    descriptors = _Descriptors(host_lock, held)
    command, variables = _build_own_command()
    warnings = []
    if (way or launch_way()) == SYSTEMD:
        unit = format_unit_name(attempt.attempt_id)
        scope = build_scope_command(unit, deadline_seconds)
        try:
            return Launch(_detach([*scope, *command], variables, state, attempt, descriptors), unit, [])
        except Refusal:
            if is_active(unit):
                raise Refusal("host_busy", f"The scope {unit} of this attempt is alive already.") from None
            warnings.append(
                "systemd gave the supervisor no scope of its own, so it runs without one. The reason is in "
                "supervisor.log."
            )
    elif has_kill_user_processes():
        warnings.append(
            "This server ends the processes of an account that logs out (KillUserProcesses=yes), which may end the "
            "run: an administrator can allow the account to linger, or start the runner as root."
        )
    return Launch(_detach(command, variables, state, attempt, descriptors), None, warnings)


def format_unit_name(attempt_id: str) -> str:
    """Return the name of the systemd scope of an attempt."""
    return f"storagelab-{attempt_id}.scope"


def build_scope_command(unit: str, deadline_seconds: int) -> list[str]:
    """Return the command prefix that runs a command in a scope of its own."""
    limit = deadline_seconds + int(STOP_LADDER[-1][0]) + _ENDING_SECONDS
    return [
        *("systemd-run", "--scope", "--quiet", "--collect", f"--unit={unit}"),
        *("-p", "KillMode=control-group", "-p", f"RuntimeMaxSec={limit}", "--"),
    ]


def is_active(unit: str) -> bool:
    """Return whether systemd has a live unit of that name."""
    return run_quietly("systemctl", "is-active", "--quiet", unit)


def kill_unit(unit: str) -> None:
    """Send SIGKILL to every process of a scope whose supervisor has ended.

    systemd retains a scope as long as any process in it lives, and ends it only when its time is over. The runner
    therefore sends the signal when it is queried about the attempt and the engine has had its time to end gently.
    """
    run_quietly("systemctl", "kill", "--signal=SIGKILL", unit)


def _detach(
    command: Sequence[str],
    variables: dict[str, str],
    state: StateFolder,
    attempt: AttemptFolder,
    descriptors: _Descriptors,
) -> ProcessIdentity:
    """Run a supervisor that has no parent left. Raises Refusal internal when it does not report that it lives."""
    receiving, sending = os.pipe()
    middle = os.fork()
    if middle == 0:
        arguments = [*command, "supervise", *map(str, (attempt.root, state.config, descriptors.host_lock, sending))]
        inherited = (descriptors.host_lock, sending, *descriptors.held)
        _leave_behind(arguments, {**build_environment(), **variables}, attempt, inherited, sending)
    os.close(sending)
    os.waitpid(middle, 0)
    try:
        answer = _answer(receiving)
    finally:
        os.close(receiving)
    identity = process_identity(int(answer)) if answer.isdigit() else None
    if identity is None:
        reason = answer or "it ended at once"
        raise Refusal("internal", f"The supervisor could not be started: {reason}.", "infrastructure")
    return identity


def _answer(receiving: int) -> str:
    """Read a pipe until all writers have closed it or ended; return the text or a timeout message."""
    data = b""
    # A process that holds many servers has descriptors beyond what select() can take.
    ready = select.poll()
    ready.register(receiving, select.POLLIN)
    while ready.poll(_READY_SECONDS * 1000):
        piece = os.read(receiving, _MESSAGE_BYTES)
        data += piece
        if not piece:
            return data.decode("utf-8", "replace")
    return f"it did not answer within {_READY_SECONDS:.0f} s"


def _leave_behind(
    arguments: Sequence[str],
    variables: dict[str, str],
    attempt: AttemptFolder,
    inherited: Sequence[int],
    sending: int,
) -> None:
    """Run the supervisor in a new session from the child process and exit, so that init adopts it.

    The supervisor reports its process number itself.
    """
    try:
        with attempt.log.open("ab") as log:
            subprocess.Popen(
                list(arguments),
                cwd=attempt.root,
                env=variables,
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                pass_fds=tuple(inherited),
                start_new_session=True,
            )
    except BaseException as problem:
        with contextlib.suppress(OSError):
            os.write(sending, str(problem).encode("utf-8")[:_MESSAGE_BYTES])
    finally:
        os._exit(0)


def _build_own_command() -> tuple[list[str], dict[str, str]]:
    """Return the argument list that runs this runner again, and the variables it needs for that."""
    container = Path(__file__).resolve().parents[1]
    if container.is_file():
        return [sys.executable, str(container)], {}
    return [sys.executable, "-m", "storagelab_runner"], {"PYTHONPATH": str(container)}
