"""RAID model: the ideal of an array by the I/O cost of its level, and its losses."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, get_args

RAIDLevel = Literal["RAID0", "RAID1", "RAID10", "RAID5", "RAID6"]
LEVELS: tuple[RAIDLevel, ...] = get_args(RAIDLevel)


@dataclass(frozen=True, slots=True)
class BackEnd:
    """Operations on the drives for every small random host write."""

    reads: int
    writes: int

    @property
    def write_penalty(self) -> int:
        """Return the write penalty: drive operations (reads and writes) for each small random host write."""
        return self.reads + self.writes


_BACK_ENDS: dict[RAIDLevel, BackEnd] = {
    "RAID0": BackEnd(0, 1),
    "RAID1": BackEnd(0, 2),
    "RAID10": BackEnd(0, 2),
    "RAID5": BackEnd(2, 2),
    "RAID6": BackEnd(3, 3),
}
#: Drives' worth of parity in every full stripe.
_PARITY_DRIVES: dict[RAIDLevel, int] = {"RAID5": 1, "RAID6": 2}


def get_back_end(level: RAIDLevel) -> BackEnd:
    """Return the drive operations for each small random host write at the RAID level `level`.

    Mirrors hold two copies.
    """
    return BackEnd(0, 2) if level in ("RAID1", "RAID10") else _BACK_ENDS[level]


def compute_classic_iops(drives: int, drive_iops: float, write_fraction: float, write_penalty: int) -> float:
    """Compute the IOPS of an array by the one-figure model: N*I / (r + w*P).

    The model is for drives that read and write equally fast. N is `drives`, I `drive_iops`, w `write_fraction`, r the
    rest, and P `write_penalty`. Raises ValueError for figures outside their range.
    """
    _check(drives, write_fraction)
    _check_rate("drive_iops", drive_iops)
    return drives * drive_iops / (1 - write_fraction + write_fraction * write_penalty)


def compute_model_iops(
    drives: int,
    write_fraction: float,
    costs: BackEnd,
    *,
    drive_read_iops: float | None,
    drive_write_iops: float | None,
    ceilings: tuple[float, ...] = (),
) -> float | None:
    """Compute the IOPS of an array by the split model: N / (r/Ir + w*(Rp/Ir + Wp/Iw)).

    `costs` has the back-end reads Rp and writes Wp; Ir and Iw are the read and write IOPS of a drive. The result is at
    most the lowest of `ceilings`, the limits of controller and link. None when a figure that the mix needs is unknown.
    Raises ValueError for figures outside their range.
    """
    _check(drives, write_fraction)
    seconds = 0.0
    for share, rate, name in (
        (1 - write_fraction + write_fraction * costs.reads, drive_read_iops, "drive_read_iops"),
        (write_fraction * costs.writes, drive_write_iops, "drive_write_iops"),
    ):
        if rate is not None:
            _check_rate(name, rate)
        if share:
            if rate is None:
                return None
            seconds += share / rate
    if seconds == 0:
        raise ValueError("drives that fast cannot be modelled")
    return min([drives / seconds, *ceilings])


def compute_full_stripe_factor(level: RAIDLevel, drives: int) -> float:
    """Return the bytes written to the drives for every byte of full-stripe sequential writes.

    Raises ValueError when the level leaves no drive for data.
    """
    if level in ("RAID1", "RAID10"):
        return 2.0
    data = drives - _PARITY_DRIVES.get(level, 0)
    if data < 1:
        raise ValueError(f"{drives} drives leave none for data in a {level}")
    return drives / data


def compute_efficiency(measured: float | None, reference: float | None) -> float | None:
    """Return `measured` as a share of `reference`: N single drives, RAID0 or pass-through of them.

    It exceeds 1 where the reference hit a ceiling of its own, so name the reference beside it. None without a
    reference.
    """
    return _compute_ratio(measured, reference)


def compute_effective_penalty(measured_write: float | None, reference_write: float | None) -> float | None:
    """Return the write slowdown of an array against the reference; None if it did not write."""
    return _compute_ratio(reference_write, measured_write)


def rebuild_loss_pct(optimal: float | None, rebuild: float | None) -> float | None:
    """Return the percent of the throughput that a rebuild takes; None without throughput in optimal condition."""
    left = _compute_ratio(rebuild, optimal)
    return None if left is None else 100 * (1 - left)


def _compute_ratio(part: float | None, whole: float | None) -> float | None:
    if part is None or whole is None:
        return None
    if part < 0 or whole < 0:
        raise ValueError("a figure is negative: throughput and latency are not")
    return part / whole if whole > 0 else None


def _check(drives: int, write_fraction: float) -> None:
    if drives < 1:
        raise ValueError(f"{drives} drives are too few for an array: at least 1 is needed")
    if not 0 <= write_fraction <= 1:
        raise ValueError(f"a write fraction of {write_fraction} is not between 0 and 1")


def _check_rate(name: str, rate: float) -> None:
    if not rate > 0:
        raise ValueError(f"{name} is {rate}: a drive that is modelled does I/O")
