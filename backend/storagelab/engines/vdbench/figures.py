"""Figures of one row by direction: of its own columns, and derived from the share of reads."""

from __future__ import annotations

import math
from collections.abc import Mapping

from storagelab.domain.samples import Direction, LatencyStatistics
from storagelab.domain.units import MIB

#: The directions Vdbench has; it does not trim.
READ_AND_WRITE: tuple[Direction, ...] = ("read", "write")
NS_PER_MS = 1e6
#: Counts beyond this are damage: no run of an engine gets there.
_LARGEST = 2**60

#: Figures of a row by the names of `flatfile.NAMES`; what is unknown is absent or NaN.
Row = Mapping[str, float]


def get_known_value(row: Row, name: str) -> float | None:
    """Return a figure of a row, None when it is unknown."""
    value = row.get(name)
    return None if value is None or math.isnan(value) else value


def get_column_name(direction: str, name: str) -> str:
    """Return the column name of a figure for a direction: `read_max` in place of `resp_max`.

    The direction `total` has the name unchanged.
    """
    if direction == "total":
        return name
    return f"{direction}_{name if name in ('rate', 'mib', 'resp') else name.removeprefix('resp_')}"


def get_figure(row: Row, direction: str, name: str) -> float | None:
    """Return a figure of a row for `read`, `write` or `total`; None when it is unknown.

    A direction that did all the I/O has the figure of the whole row.
    """
    own = get_known_value(row, get_column_name(direction, name))
    return get_known_value(row, name) if own is None and is_alone(row, direction) else own


def is_alone(row: Row, direction: str) -> bool:
    """Return whether the total of the row is also the figure of `direction`, which did all the I/O."""
    return direction == "total" or share_of(row, direction) == 1.0


def rate_of(row: Row, direction: str) -> float | None:
    """Return the I/Os per second of a direction, or `total`."""
    if direction == "total":
        both = [get_known_value(row, "read_rate"), get_known_value(row, "write_rate")]
        own_rates = [rate for rate in both if rate]
        # The rate of a file system workload also counts opens and the like, which are no I/O.
        return math.fsum(own_rates) if own_rates else get_known_value(row, "rate")
    own = get_known_value(row, f"{direction}_rate")
    if own is not None:
        return own
    rate, share = get_known_value(row, "rate"), share_of(row, direction)
    return rate * share if rate is not None and share is not None else None


def share_of(row: Row, direction: str) -> float | None:
    """Return the share of the I/Os in this direction, 0 to 1."""
    own, other = (
        get_known_value(row, f"{direction}_rate"),
        get_known_value(row, "write_rate" if direction == "read" else "read_rate"),
    )
    if own is not None:
        return own / (own + (other or 0.0)) if own else 0.0
    percent = get_known_value(row, "read_percent")
    if percent is None or percent > 100:
        return None
    return percent / 100 if direction == "read" else (100.0 - percent) / 100


def compute_io_counts(row: Row, seconds: int) -> dict[Direction, int]:
    """Return the number of I/Os by direction in a row that covers `seconds`; empty when unknown.

    The counts add up to all I/Os. Vdbench prints rates and shares with four decimals. The sum is therefore exact for up
    to 10,000 seconds, and each part for up to a million I/Os.
    """
    rate, share = rate_of(row, "total"), share_of(row, "read")
    if rate is None or rate * seconds > _LARGEST or (share is None and rate > 0):
        return {}
    total = round(rate * seconds)
    reads = round(total * (share or 0.0))
    return {"read": reads, "write": total - reads}


def has_one_size(row: Row) -> bool:
    """Return whether all requests had one size, so that bytes follow from I/Os."""
    size = get_known_value(row, "mean_size")
    return size is not None and size == get_known_value(row, "xfersize")


def compute_moved_bytes(row: Row, counts: Mapping[Direction, int], seconds: int) -> dict[Direction, int]:
    """Return the bytes by direction in a row that covers `seconds`; empty when they are unknown.

    `counts` are the I/Os by direction. The bytes are exact with one request size. For a mix of sizes Vdbench prints
    only the sum over both directions. This sum is divided in proportion to the I/Os of each direction, because sizes
    are drawn without regard to the direction.
    """
    size = get_known_value(row, "mean_size")
    if size is not None and has_one_size(row) and size * sum(counts.values()) <= _LARGEST:
        return {direction: round(count * size) for direction, count in counts.items()}
    mib, ios = get_known_value(row, "mib"), sum(counts.values())
    if mib is None or mib * MIB * seconds > _LARGEST:
        return {}
    total = round(mib * MIB * seconds)
    reads = round(total * counts["read"] / ios) if ios else 0
    return {"read": reads, "write": total - reads}


def convert_latency(row: Row, direction: str, ios: int) -> LatencyStatistics:
    """Return response times of a direction, or `total`, in nanoseconds. Vdbench reports no minimum."""
    if not ios:
        return LatencyStatistics(n=0)
    return LatencyStatistics(
        n=ios,
        mean=convert_to_ns(get_figure(row, direction, "resp")),
        stddev=convert_to_ns(get_figure(row, direction, "resp_std")),
        max=convert_to_ns(get_figure(row, direction, "resp_max")),
    )


def convert_to_ns(milliseconds: float | None) -> float | None:
    """Return nanoseconds of the printed milliseconds, without the rounding error of binary fractions."""
    return None if milliseconds is None else round(milliseconds * NS_PER_MS, 3)
