"""Steps of a server's clock during a run, reported by the runner: sentences and a badge. Pure."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from storagelab.domain.result import BadgeValues

CLOCK_SET: BadgeValues = {"code": "clock_set", "label": "clock set", "level": "warn"}
_COUNTED = "times are counted from the start of the run."
_MAX_LISTED = 3


@dataclass(frozen=True, slots=True)
class ClockJump:
    """A step; negative sizes are back. `at_ms` counts from the first engine start and is None before it."""

    size_ms: int
    at_ms: int | None
    phase: int | None

    @property
    def words(self) -> str:
        """Return the jump as words, for example `set back by 3 h 0 min during phase 3`."""
        direction = "back" if self.size_ms < 0 else "forward"
        return f"set {direction} by {_format_duration(abs(self.size_ms))} {self._place}"

    @property
    def _place(self) -> str:
        if self.phase is not None:
            return f"during phase {self.phase}"
        return "before the first phase" if self.at_ms is None else "while no phase ran"


def parse_jumps(status: Mapping[str, Any] | None) -> list[ClockJump]:
    """Return the clock jumps that a status or exit record lists.

    Entries of an unknown form are left out.
    """
    listed = (status or {}).get("clock_jumps")
    jumps = [_parse(item) for item in listed] if isinstance(listed, list) else []
    return [jump for jump in jumps if jump is not None]


def format_clock_jump(jump: ClockJump) -> str:
    """Return the message of the event that reports a clock jump."""
    return f"The server's clock was {jump.words}; {_COUNTED}"


def find_clock_badge(jumps: Sequence[ClockJump]) -> BadgeValues | None:
    """Return the badge of a run or measurement during which the clock jumped; None without jumps."""
    if not jumps:
        return None
    listed = [jump.words for jump in jumps[:_MAX_LISTED]]
    more = len(jumps) - len(listed)
    if more:
        listed.append(f"and {more} more {'time' if more == 1 else 'times'}")
    return {**CLOCK_SET, "detail": f"The server's clock was {', '.join(listed)}; {_COUNTED}"}


def replace_badge(badges: Iterable[BadgeValues], badge: BadgeValues | None) -> list[BadgeValues]:
    """Return `badges` with the clock badge replaced by `badge`, or removed where it is None."""
    others = [other for other in badges if other["code"] != CLOCK_SET["code"]]
    return others if badge is None else [*others, badge]


def _parse(value: Any) -> ClockJump | None:
    if not isinstance(value, Mapping) or not isinstance(value.get("size_ms"), int):
        return None
    at_ms, phase = value.get("at_ms"), value.get("phase")
    return ClockJump(
        value["size_ms"], at_ms if isinstance(at_ms, int) else None, phase if isinstance(phase, int) else None
    )


def _format_duration(ms: int) -> str:
    seconds = round(ms / 1000)
    if seconds < 60:
        return f"{seconds} s"
    if seconds < 3600:
        return f"{seconds // 60} min {seconds % 60} s"
    if seconds < 48 * 3600:
        return f"{seconds // 3600} h {seconds % 3600 // 60} min"
    return f"{seconds // 86400} days {seconds % 86400 // 3600} h"
