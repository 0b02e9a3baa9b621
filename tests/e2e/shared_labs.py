"""Labs that all workers of a run share, and objects that one of them made there."""

from __future__ import annotations

import fcntl
import json
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tests.e2e.lab import POLL_SECONDS, Lab, guarded, place_lab

#: How long a worker waits for what another one makes: a lab that starts, then a run that is measured.
SHARE_SECONDS = 240.0


@dataclass(frozen=True)
class Labs:
    """The labs of a run; each is started when a test first needs it."""

    quiet: Lab
    """For tests that leave alone what others see; several use it at the same time."""
    changing: Lab
    """For tests that change the whole lab; one after the other uses it."""

    def to_words(self) -> list[tuple[str, int]]:
        """Return the labs as plain values for a worker."""
        return [(str(lab.place), lab.port) for lab in (self.quiet, self.changing)]

    @classmethod
    def from_words(cls, words: list[tuple[str, int]]) -> Labs:
        """Return the labs from the plain values that a worker received."""
        return cls(*(Lab(Path(place), port) for place, port in words))


@contextmanager
def placed_labs() -> Iterator[Labs]:
    """Provide labs with a place each. Those that were started end with this process in any case."""
    labs = Labs(place_lab(), place_lab())
    with guarded(labs.quiet, labs.changing):
        yield labs


def once(lab: Lab, name: str, make: Callable[[], Any]) -> Any:
    """Return the result of `make`, as JSON: the first process with this name of a lab calls it, others wait.

    Raises AssertionError when the others wait in vain.
    """
    result_file = lab.place / f"{name}.json"
    with (lab.place / f"{name}.lock").open("w") as lock:
        _wait_for_lock(lock.fileno(), name)
        if not result_file.exists():
            made = json.dumps(make())
            result_file.write_text(made, encoding="utf-8")
        return json.loads(result_file.read_text(encoding="utf-8"))


def _wait_for_lock(descriptor: int, name: str) -> None:
    """Lock a file; it is unlocked when it is closed, or when this process has ended."""
    deadline = time.monotonic() + SHARE_SECONDS
    while True:
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            assert time.monotonic() < deadline, f"Waited {SHARE_SECONDS:.0f} s for another worker to make {name}."
            time.sleep(POLL_SECONDS)
        else:
            return
