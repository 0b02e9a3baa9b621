"""Interface of an engine to the runner: lookup, job parsing, start, stop and validation."""

from __future__ import annotations

from abc import ABC, abstractmethod
from pathlib import Path
from typing import Protocol, Sequence

from storagelab_runner.byte_counts import CountedBytes
from storagelab_runner.engine_process import STOP_LADDER, ProcessExit, StopStep
from storagelab_runner.layout import PhaseFolder, StateFolder
from storagelab_runner.measured import MeasuredInterval
from storagelab_runner.stop_rule import Count


class CheckedJob(Protocol):
    """A job text that was checked key by key."""

    @property
    def writes(self) -> bool:
        """Return whether the job changes data on the target."""

    def end_bytes(self, target_bytes: int, targets: int = 1) -> int:
        """Return the byte at which the last request may end, on each of `targets` targets of `target_bytes`.

        Raises Refusal bad_request for a job that is for another number of targets.
        """


class Counts(Protocol):
    """I/O counts of an engine since its ramp, read from output that still grows."""

    counts: list[Count]

    def read_on(self) -> bool:
        """Read the output written since the last call; return whether there was any."""


class EngineDriver(ABC):
    """Load generator of this server. What most engines have no need of does nothing here.

    `name` is its name in specs, `title` its name for people. `private_console` means that its console shows details of
    the server that no result needs, so that it never leaves the server.
    """

    name: str
    title: str
    private_console: bool

    @abstractmethod
    def find(self, state: StateFolder, /) -> Path:
        """Return the path of the engine. Raises Refusal engine_missing that names what to install."""

    @abstractmethod
    def read_version(self, path: Path) -> str:
        """Return the version that the engine reports. Raises Refusal engine_missing when it cannot be run."""

    @abstractmethod
    def parse_job(self, text: str, *, late: bool = False) -> CheckedJob:
        """Parse and check the job in `text`.

        A job with `late` rates must have placeholders for the rates; any other job must have none. Raises Refusal
        bad_request with the line and the reason for anything that is not allowed.
        """

    @abstractmethod
    def apply_rate(self, text: str, requested_iops: int) -> tuple[str, int]:
        """Replace the rate placeholders in the job `text`; return the new text and the IOPS it requests.

        `requested_iops` is the wanted total; an engine may have to round it. Raises Refusal bad_request.
        """

    def check_target(self, target_name: str, /) -> None:  # noqa: B027 - most engines take every path.
        """Raise Refusal when a path in `target_name` cannot be written into a job text."""

    def get_job_path(self, folder: PhaseFolder) -> Path:
        """Return the path of the job in the form that the engine reads."""
        return folder.root / f"job.{self.name}"

    @abstractmethod
    def render(self, text: str, target_name: str) -> str:
        """Return the checked job `text` with the target in place of its placeholders.

        Raises Refusal when text and target do not fit.
        """

    @abstractmethod
    def build_engine_command(self, path: str, status_interval_seconds: int, read_only: bool, /) -> list[str]:
        """Return the argument list of one engine start, to be run in the folder of its phase."""

    @abstractmethod
    def read_counts(self, folder: PhaseFolder, ramp_seconds: float, /) -> Counts:
        """Return the I/O counts of a running phase, which the stop rule follows."""

    def request_stop(self, folder: PhaseFolder, /) -> None:  # noqa: B027 - most engines end by signals only.
        """Request a stop in the engine's own way, before any signal; called repeatedly until the engine has ended."""

    def stop_ladder(self, _status_interval_seconds: int, /) -> Sequence[StopStep]:
        """Return the signals to send after the request to stop, each with its delay: SIGINT first, and at once."""
        return STOP_LADDER

    def decode_exit(self, ending: ProcessExit) -> ProcessExit:
        """Return the ending of the engine itself where its exit status encodes a signal that its wrapper received."""
        return ending

    @abstractmethod
    def has_complete_output(self, ending: ProcessExit) -> bool:
        """Return whether the output of an engine that was stopped is complete."""

    @abstractmethod
    def was_interrupted(self, ending: ProcessExit) -> bool:
        """Return whether the engine ended on request, not by an error or a violent death."""

    @abstractmethod
    def describe_missing_output(self, folder: PhaseFolder) -> str | None:
        """Return what the engine's output lacks to be a result, as `its output ...`; None if nothing."""

    @abstractmethod
    def read_volumes(self, folder: PhaseFolder, text: str) -> Sequence[CountedBytes]:
        """Return the engine's final counts of I/Os and bytes, with the sizes that the job `text` allows."""

    @abstractmethod
    def read_figures(self, folder: PhaseFolder, ramp_seconds: float, /) -> MeasuredInterval | None:
        """Return the figures of a finished phase after its ramp, for later phases.

        None where the output lacks a figure or reports no I/O.
        """

    @abstractmethod
    def find_failure_reason(self, folder: PhaseFolder) -> str | None:
        """Return the reason of the engine's failure from its last output, None when it gave none."""

    def clear(self, folder: PhaseFolder, /) -> None:  # noqa: B027 - most engines leave nothing.
        """Clean up the files that the engine left in the phase folder, after all its processes ended."""

    def play(self, _arguments: Sequence[str], /) -> int | None:
        """Carry out the job in the working folder and return the exit status, None for wrong arguments.

        Only an engine that is a part of this runner does so.
        """
        return None
