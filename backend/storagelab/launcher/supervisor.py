"""Supervisor of programs: restarts one that ends, later each time, and reports it."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol

from storagelab.stop_signal import StopSignal

CHECK_SECONDS = 0.5
LONGEST_WAIT_SECONDS = 30.0
# A program that lived this long has recovered: its next failure is a first one.
RECOVERED_SECONDS = 60.0


class Watchable(Protocol):
    """Interface of a program for the supervisor."""

    @property
    def title(self) -> str:
        """Return the readable name of the program."""

    def alive(self) -> bool:
        """Return whether the program runs."""

    def ending(self) -> str:
        """Describe how the program ended."""


@dataclass
class Watched:
    """One program under watch, and how often it has failed in a row."""

    program: Watchable
    restart: Callable[[], None]
    failures: int = 0
    started_at: float = 0.0
    restart_at: float | None = None
    """When it is started again; None while it runs."""


def keep_alive(watched: list[Watched], stop: StopSignal, print_line: Callable[[str], None]) -> None:
    """Watch programs and restart those that end, until `stop` is set."""
    while not stop.wait(CHECK_SECONDS):
        for item in watched:
            restart_if_ended(item, time.monotonic(), print_line)


def restart_if_ended(item: Watched, now: float, print_line: Callable[[str], None]) -> None:
    """Start a program again that has ended, after a wait that doubles with each failure.

    It never blocks: call it often, with `now` in seconds of a monotonic clock. A program that runs is left alone.
    """
    if item.restart_at is None and not item.program.alive():
        if now - item.started_at > RECOVERED_SECONDS:
            item.failures = 0
        wait = min(2.0**item.failures, LONGEST_WAIT_SECONDS)
        item.failures += 1
        item.restart_at = now + wait
        print_line(f"{item.program.title} ended ({item.program.ending()}) and is started again in {wait:.0f} s.")
    elif item.restart_at is not None and now >= item.restart_at:
        item.restart_at = None
        item.started_at = now
        try:
            item.restart()
        except OSError as error:
            # The others go on, and this one is tried again: a full disk may have been cleared by then.
            print_line(f"{item.program.title} could not be started: {error.strerror}.")
