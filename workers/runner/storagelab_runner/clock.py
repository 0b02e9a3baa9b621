"""Wall clock of an attempt: one anchor plus boot time, with the jumps of the server's own clock."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Callable, NamedTuple

from storagelab_runner.identity import NS_PER_MS, NS_PER_S, get_boottime_ns, get_realtime_ns

#: Slewing by NTP changes a clock by 0.5 ms in a second; a larger change between two looks was a step.
JUMP_NS = 2 * NS_PER_S
#: Both clocks have to be read within this time, else the pair does not show their difference.
_READ_NS = NS_PER_S // 10
_MAX_READINGS = 10


class WallClock(NamedTuple):
    """A moment on both clocks; every other wall time of the attempt is this one plus the boot time since."""

    boottime_ns: int
    realtime_ns: int

    @classmethod
    def now(cls) -> WallClock:
        """Return the present boot time and wall time."""
        moment = read_clocks()
        # A server too busy to read two clocks in a tenth of a second still needs an anchor.
        return cls(get_boottime_ns(), get_realtime_ns()) if moment is None else moment

    @classmethod
    def of(cls, started: Mapping[str, Any]) -> WallClock:
        """Return the pair of boot time and wall time that a start record holds."""
        return cls(int(started["boottime_ns"]), int(started["realtime_ns"]))

    def at(self, boottime: int) -> int:
        """Return the wall time in ns of a moment given in boot time (ns)."""
        return self.realtime_ns + boottime - self.boottime_ns

    def stamp(self, boottime: int | None = None) -> dict[str, int]:
        """Return `boottime_ns` and `realtime_ns` of now, or of a moment in boot time, for a record."""
        moment = get_boottime_ns() if boottime is None else boottime
        return {"boottime_ns": moment, "realtime_ns": self.at(moment)}


class ClockStep(NamedTuple):
    """Step of the server's clock; negative sizes are back.

    `at_ms` counts from the first engine start and is None before it; `phase` is None where none ran.
    """

    size_ms: int
    at_ms: int | None
    phase: int | None


def read_clocks() -> WallClock | None:
    """Return boot time and wall time of one moment; None when the process was interrupted each time."""
    for _ in range(_MAX_READINGS):
        before, wall, after = get_boottime_ns(), get_realtime_ns(), get_boottime_ns()
        if after - before < _READ_NS:
            return WallClock(before, wall)
    return None


def find_jump(before_ns: int, after_ns: int) -> int | None:
    """Return the size in ns of a clock step, None where the change is too small to be a step.

    `before_ns` and `after_ns` are two differences of the server's clock from the anchored time.
    """
    change = after_ns - before_ns
    return change if abs(change) > JUMP_NS else None


class ClockWatch:
    """Compares the server's clock with the anchored time; `report` receives each jump once."""

    def __init__(self, clock: WallClock, report: Callable[[ClockStep], None]) -> None:
        self.clock = clock
        self._report = report
        self._difference_ns = 0
        self._first_start_ns: int | None = None

    def engine_starts(self, started_ns: int) -> None:
        """Store the first engine start, from which the moments of later steps are counted.

        `started_ns` is in boot time. Further calls change nothing.
        """
        if self._first_start_ns is None:
            self._first_start_ns = started_ns

    def look(self, phase: int | None) -> None:
        """Compare the server's clock with the anchored time now, and report a jump; `phase` is running."""
        moment = read_clocks()
        if moment is None:
            return
        difference = moment.realtime_ns - self.clock.at(moment.boottime_ns)
        jump = find_jump(self._difference_ns, difference)
        self._difference_ns = difference
        if jump is not None:
            first = self._first_start_ns
            at_ms = None if first is None else (moment.boottime_ns - first) // NS_PER_MS
            self._report(ClockStep(round(jump / NS_PER_MS), at_ms, phase))
