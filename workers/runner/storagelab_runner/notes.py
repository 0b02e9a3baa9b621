"""What a supervisor has to say about its run while it goes on, in one record that is replaced as a whole."""

from __future__ import annotations

import contextlib
from pathlib import Path
from typing import Any

from storagelab_runner.layout import AttemptFolder
from storagelab_runner.records import read_record, write_record


class Notes:
    """`warnings` are sentences for people, `telemetry` says whether it is recorded, `stuck` whether an end fails."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self.warnings: list[str] = []
        self._telemetry = _telemetry(True, None)
        self._stuck = False

    def warn(self, sentence: str) -> None:
        """Say something once."""
        if sentence not in self.warnings:
            self.warnings.append(sentence)
            self._write()

    def no_telemetry(self, reason: str) -> None:
        """Say why there is none."""
        self._telemetry = _telemetry(False, reason)
        self._write()

    def stuck(self, is_stuck: bool) -> None:
        """Say that a process does not end, or that it has ended after all."""
        if is_stuck != self._stuck:
            self._stuck = is_stuck
            self._write()

    def as_json(self) -> dict[str, Any]:
        """The record."""
        return {"warnings": self.warnings, "telemetry": self._telemetry, "stuck": self._stuck}

    def _write(self) -> None:
        # Nothing here is worth more than the run: on a full disk it is said in the exit record only.
        with contextlib.suppress(OSError):
            write_record(self._path, self.as_json())


def read_notes(attempt: AttemptFolder) -> dict[str, Any]:
    """The notes of an attempt, those of a quiet one where it has none."""
    return read_record(attempt.notes) or Notes(attempt.notes).as_json()


def _telemetry(available: bool, reason: str | None) -> dict[str, Any]:
    return {"available": available, "reason": reason}
