"""Limit of processor seconds for a piece of work, raised from within so that results can be stored."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType
from typing import NoReturn

#: How much later it is raised again: Python drops what is raised within a finaliser or a callback of its collector.
AGAIN_SECONDS = 0.5


class OutOfTime(BaseException):
    """The processor seconds are used up. It is no Exception: no reader may take it for damage of a file."""


@contextmanager
def processor_seconds(seconds: float) -> Iterator[None]:
    """Raise OutOfTime inside the block after the process has used `seconds` of CPU time.

    Works in the main thread only. OutOfTime is raised again after each half second of CPU time until the block has
    ended. A single call into C is not interrupted: the parent process ends it a little later.
    """

    def end(_number: int, _frame: FrameType | None) -> NoReturn:
        raise OutOfTime

    before = signal.signal(signal.SIGPROF, end)
    signal.setitimer(signal.ITIMER_PROF, seconds, AGAIN_SECONDS)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, before)
