"""A rendered job file under the fio of this machine: accepted, and its status documents add up to its result."""

from __future__ import annotations

import json
import shutil
import subprocess
from pathlib import Path

import pytest

from storagelab.analysis.bins import percentile
from storagelab.analysis.latency import merge
from storagelab.domain.profile import PhasePlan, StopRule
from storagelab.domain.workload import BlockSize, Workload
from storagelab.engines.base import TARGET
from storagelab.engines.fio import interval, parse, read_status, render
from storagelab.engines.fio.logs import parse_log, window_maxima

TARGET_BYTES = 8 << 20
MIXED = Workload(
    block_sizes=(BlockSize(4096, 60), BlockSize(16384, 40)),
    read_percent=70,
    random_percent=80,
    threads=2,
    queue_depth=4,
)


def run_fio(folder: Path, plan: PhasePlan) -> bytes:
    """What fio writes for the phase on a file of this folder."""
    target = folder / "target.dat"
    with target.open("wb") as file:
        file.truncate(TARGET_BYTES)
    (folder / "job.fio").write_text(render(plan, target_bytes=TARGET_BYTES).replace(TARGET, str(target)))
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
def test_fio_takes_the_file_and_its_intervals_add_up(tmp_path: Path, stop: StopRule) -> None:
    data = run_fio(tmp_path, PhasePlan(1, "mixed", "measure", MIXED, stop))
    samples = []
    state = None
    for document in read_status(data).documents:
        found, state = interval(state, document)
        state = json.loads(json.dumps(state))
        samples += found

    output = parse(data)
    assert output.warnings == ()
    (job,) = output.jobs
    assert set(job.parts) == {"read", "write"}
    maxima = window_maxima(parse_log(path.read_bytes()) for path in tmp_path.glob("phase_lat.*.log"))
    for direction, part in job.parts.items():
        mine = [sample for sample in samples if sample.direction == direction]
        merged = merge(sample.latency for sample in mine)
        assert sum(sample.ios for sample in mine) == part.ios
        assert merged.mean == pytest.approx(part.latency.mean, rel=1e-6)
        assert merged.stddev == pytest.approx(part.latency.stddev, rel=1e-6)
        assert max(sample.latency.max for sample in mine) == part.latency.max == maxima[direction][1].max()
        assert part.percentiles_of == "lat"
        assert part.bins is not None
        assert part.percentiles_ns == {percent: percentile(part.bins, percent) for percent in part.percentiles_ns}
