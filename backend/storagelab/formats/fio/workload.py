"""Workload from the options of fio, in engine-independent terms."""

from __future__ import annotations

from collections.abc import Mapping

from storagelab.domain.results import ObservedWorkload
from storagelab.domain.samples import DIRECTIONS, Direction
from storagelab.domain.workload import BlockSize
from storagelab.formats.fio import options as values

_PURE: dict[str, dict[Direction, float]] = {
    "read": {"read": 100.0},
    "write": {"write": 100.0},
    "trim": {"trim": 100.0},
    "trimwrite": {"write": 50.0, "trim": 50.0},
}
_MIXES = ("rw", "readwrite")
#: These replay a recording or bring a whole profile: the other options do not describe the accesses.
_REPLAYS = ("read_iolog", "replay_redirect", "profile")


def build_workload(shared: Mapping[str, str], own: Mapping[str, str], *, threads: int | None) -> ObservedWorkload:
    """Return the workload of one job entry of `threads` threads, from its fio options.

    The `own` options override the `shared` ones. For an option that the job does not set, the default of fio counts:
    reads of 4 KiB, one in flight. The workload is unknown for a job without any options (before 2.3) and for the replay
    of a recording.
    """
    options = {**shared, **own}
    if not options or any(name in options for name in _REPLAYS):
        return ObservedWorkload(threads=threads)
    shares, random = _read_pattern(options, own)
    depth = values.get_option(options, "iodepth")
    return ObservedWorkload(
        block_sizes=_block_sizes(options, shares),
        read_percent=None if shares is None else shares.get("read", 0.0),
        random_percent=_read_random_percent(options, shares, random=random),
        queue_depth=1 if depth is None else values.parse_whole_number(depth) or None,
        threads=threads,
        offered_iops=_compute_offered_iops(options, shares, threads),
    )


def _read_pattern(options: Mapping[str, str], own: Mapping[str, str]) -> tuple[dict[Direction, float] | None, bool]:
    """Return percent of the I/Os by direction, None if it is not known, and whether addresses are random."""
    written = (values.get_option(options, "rw", "readwrite") or "read").split(":")[0].strip()
    random = written.startswith("rand")
    kind = written.removeprefix("rand")
    if kind in _PURE:
        return _PURE[kind], random
    if kind not in _MIXES:
        return None, random
    reads = _read_share(own)
    reads = _read_share(options) if reads is None else reads
    if reads is not None and reads < 0:
        return None, random
    reads = 50.0 if reads is None else reads
    return {"read": reads, "write": 100 - reads}, random


def _read_share(options: Mapping[str, str]) -> float | None:
    """Return the read share of the last mix in percent, None where none is set, -1 for an impossible one."""
    reads: float | None = None
    for name, text in options.items():
        if name in ("rwmixread", "rwmixwrite"):
            share = values.parse_percent(text)
            reads = -1.0 if share is None else share if name == "rwmixread" else 100 - share
    return reads


def _read_random_percent(
    options: Mapping[str, str], shares: dict[Direction, float] | None, *, random: bool
) -> float | None:
    if not random:
        return None if shares is None else 0.0
    written = values.get_option(options, "percentage_random")
    if not written:
        return 100.0
    listed = {direction: values.parse_percent(text) for direction, text in values.split_by_direction(written).items()}
    if shares is None or any(listed[direction] is None for direction in shares):
        return None
    return sum(share * (listed[direction] or 0.0) for direction, share in shares.items()) / 100


def _block_sizes(options: Mapping[str, str], shares: dict[Direction, float] | None) -> tuple[BlockSize, ...] | None:
    """Return sizes and their shares of the I/Os over all directions, in ascending order; None for a range of sizes."""
    if shares is None:
        return None
    base = values.parse_whole_number(values.get_option(options, "kb_base")) or 1024
    splits = values.get_option(options, "bssplit")
    if splits is None and values.get_option(options, "bsrange", "blocksize_range") is not None:
        return None
    plain = values.split_by_direction(values.get_option(options, "bs", "blocksize") or "")
    mixed = values.split_by_direction(splits or "")
    total: dict[int, float] = {}
    for direction in DIRECTIONS:
        share = shares.get(direction, 0.0)
        if not share:
            continue
        sizes = _parse_block_sizes(mixed[direction], plain[direction], base)
        if sizes is None:
            return None
        for bytes_, percent in sizes.items():
            total[bytes_] = total.get(bytes_, 0.0) + share * percent / 100
    return tuple(BlockSize(bytes=bytes_, percent=round(percent, 9)) for bytes_, percent in sorted(total.items()))


def _parse_block_sizes(split: str, plain: str, base: int) -> dict[int, float] | None:
    if split:
        return values.split(split, base)
    bytes_ = values.parse_fio_size(plain, base) if plain else values.DEFAULT_BLOCK_BYTES
    return {bytes_: 100.0} if bytes_ else None


def _compute_offered_iops(
    options: Mapping[str, str], shares: dict[Direction, float] | None, threads: int | None
) -> float | None:
    """Return the requested I/Os per second over all threads and directions; None where a direction has no limit.

    fio's `rate_iops` is a limit for each thread and each direction.
    """
    written = values.get_option(options, "rate_iops")
    if not written or shares is None or threads is None:
        return None
    base = values.parse_whole_number(values.get_option(options, "kb_base")) or 1024
    rates = values.split_by_direction(written)
    limits = [values.parse_fio_size(rates[direction], base) for direction in DIRECTIONS if shares.get(direction)]
    return None if any(not rate for rate in limits) else float(threads * sum(rate or 0 for rate in limits))
