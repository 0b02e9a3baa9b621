"""Headline numbers of published and local result files: pinned, read by the product and a second way."""

from __future__ import annotations

import csv
import math
from functools import lru_cache
from pathlib import Path
from typing import Any

import pytest
from tests.unit.formats import independent_reading

from storagelab.formats import registry
from storagelab.formats.report import describe
from storagelab.imports.sources import open_members

ROOT = Path(__file__).resolve().parents[3]
CORPUS = ROOT.parent / "shared" / "corpus"
PINS = ROOT / "tests" / "data" / "corpus" / "headlines.csv"
#: Printed figures of the flat file have four decimals, its bandwidth is in MiB/s and its times in ms.
TOLERANCE = 1e-6

pytestmark = pytest.mark.skipif(not CORPUS.is_dir(), reason="the corpus of result files is not beside the checkout")


@lru_cache(maxsize=4)
def pinned() -> dict[str, list[tuple[float | None, ...]]]:
    """Return IOPS, bytes per second and mean latency in ns of each entry of each file, as found by an earlier
    reader.
    """
    files: dict[str, list[tuple[float | None, ...]]] = {}
    with PINS.open(encoding="utf-8") as file:
        for row in csv.DictReader(file):
            numbers = (row["iops"], row["bandwidth_bytes_per_s"], row["latency_mean_ns"])
            files.setdefault(row["file"], []).append(tuple(float(text) if text else None for text in numbers))
    return files


def files() -> list[str]:
    return sorted(pinned())


@lru_cache(maxsize=1)
def measurements_of(name: str) -> list[dict[str, Any]]:
    """Return the measurements that `storagelab parse` prints for the file or folder."""
    with open_members(CORPUS / name) as members:
        claims, _ = registry.find_claims(members)
        results = [result for format_name, claim in claims for result in registry.read_claim(format_name, claim)]
    return list(describe(results)["measurements"])


def read_by_the_product(name: str) -> list[tuple[float | None, ...]]:
    measurements = measurements_of(name)
    if name.startswith("fio/"):
        return [over_all_jobs(measurements)]
    return [
        (total["iops"], total["bandwidth_bytes_per_s"], (total.get("latency_ns") or {}).get("mean"))
        for total in (entry["total"] for entry in measurements)
    ]


def over_all_jobs(measurements: list[dict[str, Any]]) -> tuple[float | None, ...]:
    """Return figures over all jobs, as the pins of fio's files have them; latencies are weighted by measured I/Os."""
    totals = [entry["total"] for entry in measurements if entry["total"].get("ios")]
    counts = [total["latency_ns"]["n"] for total in totals]
    latency = math.fsum(n * total["latency_ns"]["mean"] for n, total in zip(counts, totals, strict=True))
    return (
        math.fsum(total["iops"] for total in totals),
        math.fsum(total["bandwidth_bytes_per_s"] for total in totals),
        latency / sum(counts),
    )


def read_independently(name: str) -> list[tuple[float | None, ...]]:
    path = CORPUS / name
    if name.startswith("fio/"):
        return [independent_reading.fio_headline(path)]
    if name.startswith("vdbench/"):
        return list(independent_reading.vdbench_headlines(path))
    if name.startswith("iometer/"):
        return list(independent_reading.iometer_headlines(path))
    return [(*figures, None) for figures in independent_reading.crystaldiskmark_headlines(path)]


def test_table_pins_sixty_files_or_more() -> None:
    assert len(files()) >= 60


@pytest.mark.parametrize("name", files())
def test_headline_numbers(name: str) -> None:
    """Check that the product, the pins and the second reader agree."""
    product, second, pins = read_by_the_product(name), read_independently(name), pinned()[name]
    assert len(product) == len(second) == len(pins)
    for ours, theirs, pin in zip(product, second, pins, strict=True):
        for number, other, expected in zip(ours, theirs, pin, strict=True):
            if expected is None:
                continue
            assert other == pytest.approx(expected, rel=TOLERANCE)
            assert number == pytest.approx(expected, rel=TOLERANCE)


@pytest.mark.parametrize("folder", sorted(path.name for path in (CORPUS / "fio/public/louwrentius+fio-plot").glob("*")))
def test_every_file_of_a_published_sweep(folder: str) -> None:
    """Check that no file of the published sweeps differs from the second reader, pinned or not."""
    documents = sorted((CORPUS / "fio/public/louwrentius+fio-plot" / folder).glob("*.json"))
    for path in documents:
        (ours,) = read_by_the_product(str(path.relative_to(CORPUS)))
        assert ours == pytest.approx(independent_reading.fio_headline(path), rel=TOLERANCE), path.name
