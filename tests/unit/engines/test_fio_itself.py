"""Rendered job file under the fio of this machine: accepted, and its documents add up to its result."""

from __future__ import annotations

import json
import shutil
import subprocess
from dataclasses import replace
from fractions import Fraction
from itertools import accumulate, pairwise
from pathlib import Path
from typing import Any

import pytest

from storagelab.analysis.bins import find_percentile
from storagelab.analysis.latency import merge
from storagelab.domain.profile import PhasePlan, StopRule
from storagelab.domain.samples import DIRECTIONS
from storagelab.domain.workload import AddressRange, BlockSize, CpuPolicy, RequestDistribution, Workload
from storagelab.engines.base import TARGET
from storagelab.engines.fio import compute_interval, parse, read_status, render
from storagelab.engines.fio.logs import parse_log

TARGET_BYTES = 8 << 20
MIXED = Workload(
    block_sizes=(BlockSize(4096, 60), BlockSize(16384, 40)),
    read_percent=70,
    random_percent=80,
    threads=2,
    queue_depth=4,
)


def run_fio(folder: Path, plan: PhasePlan, *more: str) -> bytes:
    """Return the output of fio for the phase, with `more` options, on a file of this folder."""
    target = folder / "target.dat"
    with target.open("wb") as file:
        file.truncate(TARGET_BYTES)
    text = render(plan, target_bytes=TARGET_BYTES).replace(TARGET, str(target))
    (folder / "job.fio").write_text(text + "".join(f"{option}\n" for option in more))
    done = subprocess.run(
        ["fio", "--output-format=json+", "--status-interval=250ms", "--output=status.json", "job.fio"],
        cwd=folder,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    if "does not support O_DIRECT" in done.stderr + done.stdout:
        pytest.skip(f"the file system of {folder} has no direct I/O")
    assert done.returncode == 0, done.stderr
    return (folder / "status.json").read_bytes()


@pytest.mark.skipif(shutil.which("fio") is None, reason="fio is not installed")
@pytest.mark.parametrize(
    "stop", [StopRule("time", 1), StopRule("volume", 60, passes=1.5)], ids=lambda stop: str(stop.kind)
)
def test_fio_runs_job_file_and_intervals_add_up(tmp_path: Path, stop: StopRule) -> None:
    data = run_fio(tmp_path, PhasePlan(1, "mixed", "measure", MIXED, stop))
    samples = []
    state = None
    last: dict[str, dict[str, Any]] = {}
    for document in read_status(data).documents:
        intervals, state = compute_interval(state, document)
        state = json.loads(json.dumps(state))
        samples += intervals
        last |= {sample.direction: document for sample in intervals}

    output = parse(data)
    assert output.warnings == ()
    (job,) = output.jobs
    assert set(job.parts) == {"read", "write"}
    logs = [parse_log(path.read_bytes()) for path in tmp_path.glob("phase_lat.*.log")]
    for direction, part in job.parts.items():
        mine = [sample for sample in samples if sample.direction == direction]
        merged = merge(sample.latency for sample in mine)
        assert sum(sample.ios for sample in mine) == part.ios
        # fio counts an I/O before its latency, so a last document without a new I/O can still add latencies.
        added = parse(json.dumps(last[direction]).encode()).jobs[0].parts[direction].latency
        assert 0 <= part.latency.n - merged.n <= MIXED.threads * MIXED.queue_depth
        assert merged.n == added.n
        assert merged.mean == pytest.approx(added.mean, rel=1e-6)
        assert merged.stddev == pytest.approx(added.stddev, rel=1e-6)
        logged = max(rows.values[rows.directions == DIRECTIONS.index(direction)].max() for rows in logs)
        assert max(sample.latency.max for sample in mine) == part.latency.max == logged
        assert part.percentiles_of == "lat"
        assert part.bins is not None
        assert all(value in near_percentile(part.bins, percent) for percent, value in part.percentiles_ns.items())


def near_percentile(histogram: dict[int, int], percent: float) -> set[int | None]:
    """Return our percentile, and the next one where fio's floating point may have rounded a whole rank up."""
    rank = Fraction(str(percent)) / 100 * sum(histogram.values())
    cumulative = list(accumulate(histogram[value] for value in sorted(histogram)))
    next_value = next((value for value, count in zip(sorted(histogram), cumulative, strict=True) if count > rank), None)
    return {
        find_percentile(histogram, percent),
        next_value if rank.denominator == 1 else find_percentile(histogram, percent),
    }


@pytest.mark.parametrize(
    ("counts", "percent", "values"),
    [
        pytest.param({1: 999, 2: 1}, 99.9, {1, 2}, id="a whole rank at the end of a bin"),
        pytest.param({1: 9, 2: 991}, 99.9, {2}, id="a whole rank within a bin"),
        pytest.param({1: 998, 2: 3}, 99.9, {2}, id="no whole rank"),
    ],
)
def test_fio_percentiles_may_differ_only_at_whole_ranks(
    counts: dict[int, int], percent: float, values: set[int]
) -> None:
    assert near_percentile(counts, percent) == values


READ = Workload((BlockSize(4096),), read_percent=100, random_percent=100, queue_depth=4)
ZONES = RequestDistribution("zoned", zones=((50, 5), (30, 15), (20, 80)))


def addresses(folder: Path, workload: Workload) -> list[list[int]]:
    """Return the offsets of a second of the workload by thread, from fio's own log of every request."""
    every = ("log_avg_msec=0", "log_max_value=0", "log_offset=1")
    run_fio(folder, PhasePlan(1, "where", "measure", workload, StopRule("time", 1)), *every)
    logs = [path.read_text().splitlines() for path in sorted(folder.glob("phase_lat.*.log"))]
    offsets = [[int(line.split(", ")[4]) for line in log] for log in logs]
    assert len(offsets) == workload.threads
    assert all(len(log) > 100 for log in offsets)
    return offsets


@pytest.mark.skipif(shutil.which("fio") is None, reason="fio is not installed")
@pytest.mark.parametrize(
    "workload",
    [
        replace(READ, distribution=RequestDistribution("zipf", 1.2)),
        replace(READ, distribution=RequestDistribution("pareto", 0.2), random_percent=50),
        replace(READ, distribution=RequestDistribution("normal", 20.5)),
        replace(READ, offered_iops=500, arrival="poisson"),
        replace(READ, read_percent=0, compress_percent=50),
        replace(READ, cpu_policy=CpuPolicy((0,))),
        replace(READ, cpu_policy=CpuPolicy(numa_node=0)),
    ],
    ids=lambda workload: workload.describe(),
)
def test_fio_takes_every_field(tmp_path: Path, workload: Workload) -> None:
    (job,) = parse(run_fio(tmp_path, PhasePlan(1, "one", "measure", workload, StopRule("time", 1)))).jobs
    assert sum(part.ios for part in job.parts.values()) > 0


@pytest.mark.skipif(shutil.which("fio") is None, reason="fio is not installed")
def test_fio_accepts_the_polling_option(tmp_path: Path) -> None:
    plan = PhasePlan(1, "polls", "measure", replace(READ, cpu_policy=CpuPolicy(polling=True)), StopRule("time", 1))
    (tmp_path / "job.fio").write_text(render(plan, target_bytes=TARGET_BYTES).replace(TARGET, "target.dat"))
    subprocess.run(["fio", "--parse-only", "job.fio"], cwd=tmp_path, check=True, capture_output=True, timeout=60)


@pytest.mark.skipif(shutil.which("fio") is None, reason="fio is not installed")
def test_zones_get_their_shares(tmp_path: Path) -> None:
    (offsets,) = addresses(tmp_path, replace(READ, distribution=ZONES))
    edges = (0.0, 0.05, 0.2, 1.0)
    shares = [
        sum(low * TARGET_BYTES <= address < high * TARGET_BYTES for address in offsets) / len(offsets)
        for low, high in pairwise(edges)
    ]
    assert shares == pytest.approx([0.5, 0.3, 0.2], abs=0.1)


@pytest.mark.skipif(shutil.which("fio") is None, reason="fio is not installed")
def test_small_blocks_keep_to_the_alignment(tmp_path: Path) -> None:
    sizes = (BlockSize(4096, 50), BlockSize(8192, 50))
    (offsets,) = addresses(tmp_path, replace(READ, block_sizes=sizes, block_align_bytes=16384))
    assert {address % 16384 for address in offsets} == {0}


@pytest.mark.skipif(shutil.which("fio") is None, reason="fio is not installed")
def test_range_is_respected(tmp_path: Path) -> None:
    (offsets,) = addresses(tmp_path, replace(READ, address_range=AddressRange(offset_percent=50, size_percent=25)))
    assert min(offsets) >= TARGET_BYTES // 2
    assert max(offsets) < TARGET_BYTES * 3 // 4
    assert max(offsets) - min(offsets) > TARGET_BYTES // 5


@pytest.mark.skipif(shutil.which("fio") is None, reason="fio is not installed")
def test_streams_keep_to_parts_of_their_own(tmp_path: Path) -> None:
    streams = replace(READ, random_percent=0, threads=4, streams=4, address_range=AddressRange(size_percent=50))
    part = TARGET_BYTES // 8
    parts = [{address // part for address in offsets} for offsets in addresses(tmp_path, streams)]
    assert sorted(parts, key=min) == [{0}, {1}, {2}, {3}]
