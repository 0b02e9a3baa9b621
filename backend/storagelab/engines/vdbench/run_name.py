"""Name of the one run in a parameter file of ours, with the times that flat file rows lack."""

from __future__ import annotations

import re
from dataclasses import dataclass

_NAME = re.compile(r"phase_i([0-9]{1,6})_w([0-9]{1,6})")


@dataclass(frozen=True, slots=True)
class RunTimes:
    """Seconds of one interval of a run, and of its warm-up, which is a multiple of them or 0."""

    interval_seconds: int
    warmup_seconds: int

    @property
    def name(self) -> str:
        """Return the name of the run, as in `phase_i10_w30`: intervals of 10 s and a warm-up of 30 s."""
        return f"phase_i{self.interval_seconds}_w{self.warmup_seconds}"

    @property
    def left_out(self) -> int:
        """Return the number of intervals left out of Vdbench's average: those of the warm-up, or the first."""
        return max(self.warmup_seconds // self.interval_seconds, 1)


def parse_run_times(run: str) -> RunTimes | None:
    """Parse interval and warm-up from the name of a run.

    Returns None for a run that no parameter file of Storage Lab contains.
    """
    match = _NAME.fullmatch(run)
    return RunTimes(int(match[1]), int(match[2])) if match is not None and int(match[1]) else None
