"""Context of an operation: its input from the attempt, what it leaves to phases, and its result."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, Callable, NamedTuple

from storagelab_runner.clock import WallClock
from storagelab_runner.errors import Refusal
from storagelab_runner.failure import RunnerFailure
from storagelab_runner.operations.command import Completed, run_command
from storagelab_runner.operations.kinds import compute_over_provisioned_bytes

if TYPE_CHECKING:
    from storagelab_runner.held_devices import HeldDevice
    from storagelab_runner.layout import AttemptFolder, StateFolder


class MadeTarget(NamedTuple):
    """Target of the phases instead of the devices of the spec; `name` is the engine's name for it."""

    name: str
    size_bytes: int
    is_file: bool


class OperationEnd(NamedTuple):
    """Result of an operation: `state` is finished, failed or cancelled; `stop` the wish that cut it short.

    `message` is a sentence for people, `evidence` holds the readings that prove the effect.
    """

    state: str
    message: str
    evidence: Mapping[str, Any]
    failure: RunnerFailure | None = None
    stop: Any | None = None


class OperationFailed(Exception):
    """The operation had no or the wrong effect; `kind` is one of job, infrastructure, engine, bug."""

    def __init__(self, message: str, kind: str = "infrastructure") -> None:
        super().__init__(message)
        self.message = message
        self.kind = kind


class Stopped(Exception):
    """The attempt wishes to end."""

    def __init__(self, stop: Any) -> None:
        super().__init__(str(stop))
        self.stop = stop


class MountedFile(NamedTuple):
    """A file system that was made here, mounted on `point`, with the one file that the phases use."""

    point: Path
    file: Path
    size_bytes: int
    device: HeldDevice


@dataclass
class Context:
    """The devices and means of one attempt.

    held open descriptors, exclusive; operations change the list as devices come and go lent devices whose descriptor is
    closed because an array or a file system made here has them inherited descriptors that every command keeps open: the
    host lock folder where the current operation works and stores the output of its commands pulse waits a fraction of a
    second, keeps the heartbeat, and returns why the attempt should end, None to go on clock gives the wall times of
    records retake opens a device exclusively again and verifies that it is the same; raises Refusal
    """

    held: list[HeldDevice]
    state: StateFolder
    attempt: AttemptFolder
    engine_path: str
    environment: Mapping[str, str]
    inherited: Sequence[int]
    clock: WallClock
    pulse: Callable[[], Any | None]
    retake: Callable[[HeldDevice], HeldDevice]
    folder: Path = Path()
    lent: list[HeldDevice] = field(default_factory=list)
    mounted: MountedFile | None = None
    reserved_percent: int = 0
    changed: bool = False

    @property
    def made_target(self) -> MadeTarget | None:
        """Return the target that replaces the devices of the spec for the engine; None where none does."""
        if self.mounted is not None:
            return MadeTarget(str(self.mounted.file), self.mounted.size_bytes, True)
        if not self.changed:
            return None
        name = ":".join(device.path for device in self.held)
        return MadeTarget(name, sum(get_capacity(device.descriptor) for device in self.held), False)

    def usable_bytes(self, size_bytes: int) -> int:
        """Return the bytes that a test may use on a device of `size_bytes`, without the reserve."""
        return compute_over_provisioned_bytes(size_bytes, self.reserved_percent)

    def run(self, argv: Sequence[str], seconds: float, *, to_the_end: bool = False) -> Completed:
        """Run a command and return its result, whatever its exit status.

        With `to_the_end` a request to stop is ignored: an undo must be completed. Raises OperationFailed when the
        command does not end within `seconds`, or Stopped.
        """
        done = run_command(
            argv,
            seconds,
            folder=self.folder,
            environment=self.environment,
            pulse=self._pulse_without_stop if to_the_end else self.pulse,
            inherited=self.inherited,
        )
        if done.stop is not None:
            raise Stopped(done.stop)
        if done.timed_out:
            raise OperationFailed(f"{Path(done.argv[0]).name} had not ended after {seconds:.0f} s.")
        return done

    def command(self, argv: Sequence[str], seconds: float, *, to_the_end: bool = False) -> Completed:
        """Run a command and return its result. Raises OperationFailed unless its status is 0, or Stopped.

        With `to_the_end` a request to stop is ignored.
        """
        done = self.run(argv, seconds, to_the_end=to_the_end)
        if done.exit_code != 0:
            raise OperationFailed(f"{done.complaint}.")
        return done

    def beat(self) -> None:
        """Renew the attempt's heartbeat between two steps. Raises Stopped when the attempt must end."""
        stop = self.pulse()
        if stop is not None:
            raise Stopped(stop)

    def let_go(self, device: HeldDevice) -> None:
        """Close a device so that a command may have it exclusively."""
        os.close(device.descriptor)
        self.held.remove(device)

    def take_back(self, device: HeldDevice) -> HeldDevice:
        """Open a released device again and verify that it is the same drive. Raises OperationFailed."""
        try:
            taken = self.retake(device)
        except Refusal as refusal:
            raise OperationFailed(
                f"{device.stable_id} could not be held again: {refusal.message}", refusal.kind
            ) from None
        self.held.append(taken)
        return taken

    def require_only_device(self, purpose: str) -> HeldDevice:
        """Return the one device that is held. Raises OperationFailed unless there is exactly one."""
        if len(self.held) != 1:
            raise OperationFailed(f"{purpose} needs exactly one device, and {len(self.held)} are held.", "job")
        return self.held[0]

    def _pulse_without_stop(self) -> None:
        self.pulse()


def get_capacity(descriptor: int) -> int:
    """Return the capacity in bytes of an open block device."""
    return os.lseek(descriptor, 0, os.SEEK_END)
