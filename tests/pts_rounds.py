"""Real SNIA PTS run of one drive: all rounds of its IOPS, latency and throughput tests.

The data is beside the checkout.
"""

from __future__ import annotations

import csv
from dataclasses import dataclass
from pathlib import Path

import pytest

from storagelab.domain.samples import LatencyStatistics, ObservedPart

SOURCE = Path(__file__).parents[2] / "shared" / "reviews_data" / "real_pts_rounds_toshiba_hg6.csv"
SECONDS = 60


@dataclass(frozen=True)
class Round:
    """One cell of one round; `parts` are by direction, only those that did something."""

    block_bytes: int
    read_percent: float
    round: int
    parts: dict[str, ObservedPart]

    @property
    def name(self) -> str:
        """Its name in the round."""
        return f"{self.block_bytes / 1024:g} KiB, {self.read_percent:g}/{100 - self.read_percent:g}"


def read_rounds(test: str) -> list[Round]:
    """Read all cells of `IOPS`, `LAT` or `TP`, in the order of the rounds; skip the test where the file is absent."""
    if not SOURCE.exists():
        pytest.skip(f"the published rounds are not beside this checkout: {SOURCE.name}")
    with SOURCE.open(encoding="utf-8", newline="") as file:
        rows = [row for row in csv.DictReader(file) if row["test"] == f"PTS {test}"]
    return sorted((_round(row) for row in rows), key=lambda result: result.round)


def _round(row: dict[str, str]) -> Round:
    size = row["block_size"]
    block = int(size[:-2]) * 1024 if size.endswith("KB") else int(size[:-1])
    parts = {}
    for direction in ("read", "write"):
        ios = int(row[f"{direction}_ios"])
        if ios == 0:
            continue
        iops = float(row[f"{direction}_iops"])
        # The file has one maximum for both directions: it belongs to neither of them alone, and to both together.
        latency = LatencyStatistics(
            n=ios, mean=float(row[f"{direction}_lat_mean_us"]) * 1000, max=float(row["lat_max_us"]) * 1000
        )
        parts[direction] = ObservedPart(
            ios=ios,
            bytes=ios * block,
            iops=iops,
            bandwidth_bytes_per_s=iops * block,
            runtime_s=SECONDS,
            latency=latency,
        )
    return Round(block, float(row["read_pct"]), int(row["round"]), parts)
