"""Check that bytes equal I/Os times their sizes, to detect an engine that counts empty I/Os."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple


class CountedBytes(NamedTuple):
    """I/Os and bytes of one kind, such as `reads`, that an engine counted in a phase or in one of its seconds.

    Each I/O moves `min_block_bytes` to `max_block_bytes`. `moved_bytes` is None where the engine does not count bytes.
    `in_flight` I/Os may be counted at one end only. `rounding_bytes` is the precision of the printed bytes.
    `partial_ios` are those that the engine itself reports as short or dropped.
    """

    kind: str
    ios: float
    moved_bytes: float | None
    min_block_bytes: float
    max_block_bytes: float
    in_flight: float = 0
    rounding_bytes: float = 0
    partial_ios: float = 0


def find_contradiction(volumes: Iterable[CountedBytes]) -> str | None:
    """Compare the bytes that an engine counted with those it should have moved.

    Return the first contradiction as a clause, `it counts ...`; None where there is none.
    """
    return next((sentence for volume in volumes if (sentence := _find_contradiction(volume)) is not None), None)


def _find_contradiction(volume: CountedBytes) -> str | None:
    if volume.ios <= 0 and not volume.moved_bytes:
        return None
    counted = f"it counts {_format_figure(volume.ios)} {volume.kind}"
    if volume.moved_bytes is None:
        return f"{counted} and no bytes"
    low = (volume.ios - volume.in_flight) * volume.min_block_bytes - volume.rounding_bytes
    high = (volume.ios + volume.in_flight) * volume.max_block_bytes + volume.rounding_bytes
    if volume.moved_bytes <= 0 or not low <= volume.moved_bytes <= high:
        moved = _format_figure(volume.moved_bytes)
        return f"{counted} of {_format_sizes(volume)} and {moved} bytes, which contradict each other"
    if volume.partial_ios > volume.in_flight:
        return f"{counted}, and {_format_figure(volume.partial_ios)} of them were short or dropped"
    return None


def _format_sizes(volume: CountedBytes) -> str:
    low, high = _format_figure(volume.min_block_bytes), _format_figure(volume.max_block_bytes)
    return f"{low} bytes" if low == high else f"{low} to {high} bytes"


def _format_figure(value: float) -> str:
    return f"{value:,.0f}"
