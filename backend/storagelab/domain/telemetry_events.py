"""Changes under a running run, from two readings of telemetry: arrays, PCIe links, throttling.

Arrays and links are read less often than the counters, so a reading is compared with the last that had them.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from storagelab.domain.telemetry import TelemetryLine

#: What `TelemetryEvent.kind` may be.
ARRAY_STATE_CHANGED, LINK_CHANGED, THROTTLED = "array_state_changed", "link_changed", "throttled"
#: An array goes from one of these to another with every burst of writes.
SERVING = ("clean", "active", "active-idle", "write-pending", "read-auto")
_PROCESSORS = "cpu"


@dataclass(frozen=True, slots=True)
class TelemetryEvent:
    """A change seen at `ms` of the attempt's axis while `phase` ran (None between phases).

    `subject` is the array, the PCI address of the link, the drive, or `cpu`; `before` and `after` are in words.
    """

    ms: int
    phase: int | None
    kind: str
    subject: str
    before: str
    after: str

    @property
    def words(self) -> str:
        """The event as a sentence."""
        if self.kind == ARRAY_STATE_CHANGED:
            return f"The array {self.subject} was {self.before} and is now {self.after}."
        if self.kind == LINK_CHANGED:
            return f"The PCIe link of {self.subject} was {self.before} and is now {self.after}."
        if self.subject == _PROCESSORS:
            return "The processors are too hot and slowed down."
        return f"The drive {self.subject} raises its temperature alarm."


def fill_missing_values(before: TelemetryLine | None, after: TelemetryLine) -> TelemetryLine:
    """Return the reading `after` with its missing values filled in from the reading `before`."""
    if before is None:
        return after
    return replace(
        after,
        arrays={**before.arrays, **after.arrays},
        links={**before.links, **after.links},
        throttled={**before.throttled, **after.throttled},
    )


def find_events(before: TelemetryLine, after: TelemetryLine) -> tuple[TelemetryEvent, ...]:
    """Return the events between two readings: each value that changed from `before` to `after`.

    `before` is filled by `fill_missing_values`. A value that appears for the first time is no event.
    """
    changes = [
        *_iterate_changes(
            ARRAY_STATE_CHANGED,
            _format_states(before.arrays, _format_array_state),
            _format_states(after.arrays, _format_array_state),
        ),
        *_iterate_changes(
            LINK_CHANGED, _format_states(before.links, _format_link), _format_states(after.links, _format_link)
        ),
        *(
            (THROTTLED, name, "not throttled", "throttled")
            for name, value in after.throttled.items()
            if value > 0 and before.throttled.get(name) == 0
        ),
    ]
    return tuple(TelemetryEvent(after.ms, after.phase, *change) for change in changes)


def _iterate_changes(
    kind: str, before: Mapping[str, str], after: Mapping[str, str]
) -> Iterator[tuple[str, str, str, str]]:
    for name, words in after.items():
        if before.get(name, words) != words:
            yield kind, name, before[name], words


def _format_states(states: Mapping[str, Any], words: Any) -> dict[str, str]:
    return {name: words(state) for name, state in states.items()}


def _format_array_state(state: Mapping[str, Any]) -> str:
    """Describe an array: service, missing members and background activity, without its changing progress."""
    kernel_word, degraded, action = state.get("state"), state.get("degraded"), state.get("action")
    parts = [
        "" if kernel_word in SERVING else f"in state {kernel_word or 'unknown'}",
        f"without {degraded} of its members" if degraded else "",
        f"busy with {action}" if action not in (None, "idle") else "",
    ]
    return ", ".join(part for part in parts if part) or "whole and at rest"


def _format_link(link: Sequence[Any]) -> str:
    speed, width = (*link, None, None)[:2]
    if speed is None and width is None:
        return "down"
    return f"{speed or 'of unknown speed'} x{width or '?'}"
