"""Load from the columns of a figure table: block sizes, mix, queue depth, threads, access order."""

from __future__ import annotations

import math
import re

from storagelab.domain.results import ObservedWorkload
from storagelab.domain.units import parse_size
from storagelab.domain.workload import BlockSize
from storagelab.formats.table.numbers import convert_to_ascii, read_number
from storagelab.formats.table.sheet import SheetRow
from storagelab.formats.text import clip, read_count

#: Columns and the name that a note gives to text in them.
_NAMES = {"block_size": "block size", "rw_mix": "read/write mix", "qd": "queue depth", "threads": "threads"}
_NOT_STATED = frozenset({"", "not stated", "n/a", "-"})
_MIX = re.compile(r"(?P<reads>[^/]+)/(?P<writes>[^/]+)")
_LARGEST_BLOCK = 1 << 40


def read_workload(row: SheetRow, *, described: str) -> tuple[ObservedWorkload, tuple[str, ...]]:
    """Read the workload of a row, and the words in its columns that are no number.

    Examples of such words are `<=64 effective` and `mixed`. `described` is the printed name of the workload, which may
    contain random or sequential access.
    """
    workload = ObservedWorkload(
        block_sizes=read_block_sizes(row["block_size"]),
        read_percent=_read_percent(row["rw_mix"]),
        random_percent=parse_random_percent(described),
        queue_depth=read_count(convert_to_ascii(row["qd"])) or None,
        threads=read_count(convert_to_ascii(row["threads"])) or None,
    )
    read = {
        "block_size": workload.block_sizes,
        "rw_mix": workload.read_percent,
        "qd": workload.queue_depth,
        "threads": workload.threads,
    }
    words = tuple(
        f"{name} as printed: {clip(row[column], 80)}"
        for column, name in _NAMES.items()
        if read[column] is None and row[column].lower() not in _NOT_STATED
    )
    return workload, words


def read_block_sizes(text: str) -> tuple[BlockSize, ...] | None:
    """Parse `4k`, or a mix such as `512/10:4k/60:64k/30` (size, percent of the requests); None for all else."""
    sizes = []
    for part in convert_to_ascii(text).split(":"):
        size, mixed, share = part.partition("/")
        percent = read_number(share).value if mixed else 100.0
        # A longer number is no size; the interpreter refuses to convert thousands of digits.
        if percent is None or not 0 < percent <= 100 or len(size) > 20:
            return None
        try:
            sizes.append(BlockSize(parse_size(size), percent))
        except ValueError:
            return None
    shares = math.fsum(size.percent for size in sizes)
    whole = abs(shares - 100.0) < 1e-6 and all(0 < size.bytes <= _LARGEST_BLOCK for size in sizes)
    return tuple(sizes) if whole else None


def parse_random_percent(described: str) -> float | None:
    """Return the random percentage that the printed name of a workload implies.

    It is 100 for `random` and 0 for `sequential`. None where the name contains neither word or both; OLTP, for one,
    does not.
    """
    words = described.lower()
    orders = [percent for word, percent in (("sequential", 0.0), ("random", 100.0)) if word in words]
    return orders[0] if len(orders) == 1 else None


def _read_percent(text: str) -> float | None:
    mix = _MIX.fullmatch(convert_to_ascii(text))
    if mix is None:
        return None
    reads, writes = read_number(mix["reads"]).value, read_number(mix["writes"]).value
    if reads is None or writes is None or reads < 0 or writes < 0 or abs(reads + writes - 100.0) > 1e-6:
        return None
    return reads
