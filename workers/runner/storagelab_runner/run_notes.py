"""Notes of a supervisor about its run, in one record that is replaced as a whole."""

from __future__ import annotations

import contextlib
from pathlib import Path
from typing import Any

from storagelab_runner.clock import ClockStep
from storagelab_runner.layout import AttemptFolder
from storagelab_runner.records import read_record, write_record

MAX_CLOCK_JUMPS = 100


class RunnerNotes:
    """Notes of the runner: `warnings` for people, `telemetry` if it is recorded, `stuck` if an end fails.

    `clock_jumps` are the steps of the server's clock since the start.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        self.warnings: list[str] = []
        self._telemetry = _describe_telemetry(True, None)
        self._stuck = False
        self._clock_jumps: list[dict[str, Any]] = []

    def warn(self, sentence: str) -> None:
        """Add a warning to the notes unless the same sentence is there."""
        if sentence not in self.warnings:
            self.warnings.append(sentence)
            self._write()

    def record_no_telemetry(self, reason: str) -> None:
        """Record the reason why there is no telemetry."""
        self._telemetry = _describe_telemetry(False, reason)
        self._write()

    def stuck(self, is_stuck: bool) -> None:
        """Record whether an engine process hangs and cannot be ended."""
        if is_stuck != self._stuck:
            self._stuck = is_stuck
            self._write()

    def add_clock_jump(self, jump: ClockStep) -> None:
        """Add a step of the server's clock to the notes, up to a maximum number.

        Later steps add one warning, so a clock that is set every second fills no disk.
        """
        if len(self._clock_jumps) < MAX_CLOCK_JUMPS:
            self._clock_jumps.append(jump._asdict())
            self._write()
        else:
            self.warn(f"The server's clock was set more than {MAX_CLOCK_JUMPS} times. Later steps are not listed.")

    def to_json(self) -> dict[str, Any]:
        """Return the notes as a JSON object: warnings, telemetry, stuck and clock_jumps."""
        return {
            "warnings": self.warnings,
            "telemetry": self._telemetry,
            "stuck": self._stuck,
            "clock_jumps": self._clock_jumps,
        }

    def _write(self) -> None:
        # Nothing here is worth more than the run: a full disk is reported in the exit record only.
        with contextlib.suppress(OSError):
            write_record(self._path, self.to_json())


def read_notes(attempt: AttemptFolder) -> dict[str, Any]:
    """Read the notes of an attempt; return empty notes where it has none."""
    return read_record(attempt.notes) or RunnerNotes(attempt.notes).to_json()


def _describe_telemetry(available: bool, reason: str | None) -> dict[str, Any]:
    return {"available": available, "reason": reason}
