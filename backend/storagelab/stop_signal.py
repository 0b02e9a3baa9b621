"""Stop signals for long-lived processes: set by a signal handler, waited for by their loops."""

from __future__ import annotations

import contextlib
import math
import os
import select
import signal
from collections.abc import Iterable
from types import FrameType

MS_PER_S = 1000


class StopSignal:
    """A flag that a signal handler may set at any moment, also while the same thread waits for it.

    `threading.Event` cannot be used there: its lock is not re-entrant, so a handler that runs inside `wait()` or
    `set()` of its own thread waits for itself for ever. A byte in a pipe needs no lock; it is never read, so all
    waits end.
    """

    def __init__(self) -> None:
        """Open the pipe. Raises OSError when the process has no descriptors left."""
        self._read_end, self._write_end = os.pipe()
        os.set_blocking(self._write_end, False)

    def set(self) -> None:
        """Set the flag for good. Safe in a signal handler and from any thread."""
        # A full pipe was written to before: the flag is set.
        with contextlib.suppress(BlockingIOError):
            os.write(self._write_end, b"\0")

    def is_set(self) -> bool:
        """Return whether the flag is set."""
        return self.wait(0)

    def wait(self, seconds: float) -> bool:
        """Wait at most `seconds` until the flag is set; return whether it is set."""
        poll = select.poll()
        poll.register(self._read_end, select.POLLIN)
        return bool(poll.poll(math.ceil(max(0.0, seconds) * MS_PER_S)))

    def close(self) -> None:
        """Close the descriptors. Neither set nor wait is allowed afterwards."""
        os.close(self._read_end)
        os.close(self._write_end)


def set_on_signals(stop: StopSignal, numbers: Iterable[signal.Signals]) -> None:
    """Set the flag when one of the signals arrives. Only the main thread may call this."""

    def handle(_number: int, _frame: FrameType | None) -> None:
        stop.set()

    for number in numbers:
        signal.signal(number, handle)
