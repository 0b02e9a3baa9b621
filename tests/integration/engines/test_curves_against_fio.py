"""Our reading of a real run against fio's own: the curve, the merged parts, the merged percentiles."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path

import numpy as np
import pytest

from storagelab.analysis.bins import find_percentile, merge_bins
from storagelab.analysis.latency import merge
from storagelab.analysis.latency_slices import fold_intervals, iterate_intervals, pack_histograms, unpack_histograms
from storagelab.domain.profile import PhasePlan, StopRule
from storagelab.domain.samples import IntervalSample
from storagelab.domain.workload import BlockSize, Workload
from storagelab.engines import fio
from storagelab.engines.base import TARGET
from storagelab.engines.fio.logs import parse_log
from storagelab.results.status_digest import StatusDigest, sample_as_json

SECONDS = 12
THREADS = 2
SIZE_BYTES = 64 << 20
PLAN = PhasePlan(
    ordinal=1,
    name="random mix",
    kind="measure",
    workload=Workload((BlockSize(4096),), read_percent=70, random_percent=100, threads=THREADS, queue_depth=4),
    stop=StopRule(kind="time", seconds=SECONDS),
)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with the output of fio for the job that the lab renders, and its IOPS logs."""
    folder = tmp_path_factory.mktemp("run")
    target = folder / "scratch"
    target.write_bytes(bytes(SIZE_BYTES))
    job = fio.render(PLAN, target_bytes=SIZE_BYTES).replace(TARGET, str(target))
    # At a rate that any machine sustains, the I/Os between two documents are known at every moment between them.
    (folder / "job.fio").write_text(job + "write_iops_log=phase\nrate_iops=700,300\n")
    options = ["--output-format=json+", "--status-interval=1", "--output=status.json"]
    subprocess.run(["fio", *options, "job.fio"], cwd=folder, check=True, timeout=120)
    return folder


@pytest.fixture(scope="module")
def samples(folder: Path) -> list[IntervalSample]:
    """Return every interval that the lab takes from the status documents."""
    state, samples_read = None, []
    for document in fio.read_status((folder / "status.json").read_bytes()).documents:
        intervals, state = fio.compute_interval(state, document)
        samples_read += intervals
    return samples_read


@pytest.mark.in_turn
def test_differenced_curve_agrees_with_iops_logs(folder: Path, samples: list[IntervalSample]) -> None:
    """Compare mean IOPS over the windows that fio logged, within 1 %; fio itself seldom logs the last window."""
    logs = [parse_log(path.read_bytes()) for path in sorted(folder.glob("phase_iops.*.log"))]
    assert len(logs) == THREADS
    for index, direction in enumerate(("read", "write")):
        rows = [(log.t_ms[log.directions == index], log.values[log.directions == index]) for log in logs]
        logged_ms = min(int(t_ms[-1]) for t_ms, _ in rows)
        assert logged_ms >= 1000 * (SECONDS - 2)
        # On a busy machine fio's windows are not of one length, so each counts for as long as it was.
        by_logs = sum(
            float(np.average(values, weights=np.diff(t_ms, prepend=0))) for t_ms, values in _until(logged_ms, rows)
        )
        mine = [sample for sample in samples if sample.direction == direction]
        done = np.cumsum([sample.ios for sample in mine])
        by_status = float(np.interp(logged_ms, [sample.t_ms for sample in mine], done)) / logged_ms * 1000
        assert by_status == pytest.approx(by_logs, rel=0.01)


def _until(logged_ms: int, rows: list[tuple[np.ndarray, np.ndarray]]) -> list[tuple[np.ndarray, np.ndarray]]:
    return [(t_ms[t_ms <= logged_ms], values[t_ms <= logged_ms]) for t_ms, values in rows]


def test_all_intervals_together_are_the_result(folder: Path, samples: list[IntervalSample]) -> None:
    last = _last_document(folder)
    for direction in ("read", "write"):
        mine = [sample for sample in samples if sample.direction == direction]
        part = last["jobs"][0][direction]
        assert sum(sample.ios for sample in mine) == part["total_ios"]
        assert sum(sample.bytes for sample in mine) == part["io_bytes"]


def test_time_slices_sum_to_the_result_histogram(folder: Path) -> None:
    """Check slices of 2 s in the form in which polls store them: no I/O is lost or counted twice."""
    # Two documents of a busy fio may be milliseconds apart: the digest preserves the distance of their moments.
    polled = StatusDigest(fio).feed((folder / "status.json").read_bytes())
    blob = pack_histograms([sample.bins for sample in polled])
    assert blob is not None
    stored = [sample_as_json(sample) for sample in polled]
    together = fold_intervals(iterate_intervals(stored, unpack_histograms(blob)), 2000)
    last = _last_document(folder)
    for direction in ("read", "write"):
        block, slices = last["jobs"][0][direction]["lat_ns"], together[direction]
        assert SECONDS // 2 <= len(slices) <= SECONDS // 2 + 1
        whole = slices.histogram(0, len(slices) - 1)
        assert whole == {int(value): count for value, count in block["bins"].items() if count}
        assert slices.ios.sum() == block["N"]
        for percent, printed in block["percentile"].items():
            assert find_percentile(whole, float(percent)) == printed


def test_percentiles_from_bins_equal_the_fio_output(folder: Path) -> None:
    job = _last_document(folder)["jobs"][0]
    compared = 0
    for direction in ("read", "write"):
        block = job[direction]["lat_ns"]
        bins = {int(value): count for value, count in block["bins"].items()}
        for percent, printed in block["percentile"].items():
            assert find_percentile(bins, float(percent)) == printed
            compared += 1
    assert compared == 12


def test_percentiles_of_merged_parts_equal_the_fio_output(tmp_path: Path) -> None:
    """Check that our merge of reads and writes equals the one part that fio can print for both."""
    target = tmp_path / "scratch"
    target.write_bytes(bytes(SIZE_BYTES))
    job = fio.render(PLAN, target_bytes=SIZE_BYTES).replace(TARGET, str(target))
    job = job.replace(f"runtime={SECONDS}", "runtime=3") + "unified_rw_reporting=both\n"
    (tmp_path / "job.fio").write_text(job)
    subprocess.run(
        ["fio", "--output-format=json+", "--output=status.json", "job.fio"], cwd=tmp_path, check=True, timeout=120
    )
    (result,) = fio.parse((tmp_path / "status.json").read_bytes()).jobs
    printed = json.loads((tmp_path / "status.json").read_text())["jobs"][0]["mixed"]
    merged = merge_bins(part.bins or {} for part in result.parts.values())
    statistics = merge(part.latency for part in result.parts.values())
    assert len(result.parts) == 2
    whole = printed["lat_ns"]
    assert {text: find_percentile(merged, float(text)) for text in whole["percentile"]} == whole["percentile"]
    assert (statistics.n, statistics.min, statistics.max) == (whole["N"], whole["min"], whole["max"])
    assert statistics.mean == pytest.approx(whole["mean"], rel=1e-6)
    assert statistics.stddev == pytest.approx(whole["stddev"], rel=1e-6)


def _last_document(folder: Path) -> dict:
    text = (folder / "status.json").read_text()
    return json.loads(text[text.rindex('{\n  "fio version"') :])
