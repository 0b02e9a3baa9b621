"""Stand-in for Vdbench: it behaves like the original, and its output is read like the real one."""

from __future__ import annotations

import signal
import subprocess
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from tests.stand_ins.vdbench import FAILED, install
from tests.unit.engines.vdbench.recorded import CURVE

from storagelab.domain.profile import PhasePlan, StopRule
from storagelab.domain.workload import BlockSize, Workload
from storagelab.engines.base import TARGET
from storagelab.engines.vdbench import compute_interval, parse, read_status, render
from storagelab.engines.vdbench.parameter_file import MONITOR_FILE

SLOWLY = 0.05
DEADLINE_SECONDS = 60


def parameter_file(folder: Path, *, seconds: float = 3, ramp: float = 1, text: Callable[[str], str] = str) -> Path:
    """Write a parameter file of the lab for a file of 64 MiB, changed by `text`; return its path."""
    target = folder / "target"
    target.touch()
    load = Workload((BlockSize(8192),), read_percent=70, random_percent=100, threads=8)
    plan = PhasePlan(1, "mixed", "measure", load, StopRule("time", seconds), ramp)
    rendered = text(render(plan, target_bytes=64 << 20).replace(TARGET, str(target)))
    file = folder / "phase.vdb"
    file.write_text(rendered)
    return file


def start(folder: Path, file: Path, *, pace: float = 0.0) -> subprocess.Popen[bytes]:
    program = install(folder, recorded=CURVE, seconds_per_interval=pace)
    arguments = [str(program), "-f", str(file), "-o", "output"]
    return subprocess.Popen(arguments, cwd=folder, stdout=subprocess.PIPE)


def wait_for_rows(folder: Path, count: int) -> None:
    """Wait until the flat file has `count` rows of intervals."""
    page = folder / "output" / "flatfile.html"
    deadline = time.monotonic() + DEADLINE_SECONDS
    while not page.exists() or len(read_status(page.read_bytes()).documents) <= count:
        assert time.monotonic() < deadline
        time.sleep(0.01)


def test_a_run_is_replayed_under_our_name(tmp_path: Path) -> None:
    process = start(tmp_path, parameter_file(tmp_path))
    output, _ = process.communicate(timeout=DEADLINE_SECONDS)
    pages = {page.name: page.read_bytes() for page in (tmp_path / "output").iterdir()}
    replayed = parse(pages["flatfile.html"], histogram=pages["histogram.html"])
    recorded = parse((CURVE / "flatfile.html").read_bytes(), histogram=(CURVE / "histogram.html").read_bytes())
    (job,), original = replayed.jobs, recorded.jobs[0]
    assert process.returncode == 0
    assert b"vdbench50407" in output
    assert pages["status.html"].endswith(b"Vdbench complete\n")
    assert replayed.warnings == ()
    assert job.name == "phase_i1_w1"
    for direction, part in job.parts.items():
        assert part.ios == original.parts[direction].ios
        assert part.percentiles_ns == original.parts[direction].percentiles_ns
        assert part.latency.mean == pytest.approx(original.parts[direction].latency.mean, rel=1e-3)
        assert part.latency.stddev == pytest.approx(original.parts[direction].latency.stddev, rel=1e-2)
        assert part.latency.max == original.parts[direction].latency.max


def test_monitor_file_ends_live_run_with_average(tmp_path: Path) -> None:
    process = start(tmp_path, parameter_file(tmp_path, seconds=500), pace=SLOWLY)
    wait_for_rows(tmp_path, 3)
    (tmp_path / MONITOR_FILE).write_text("end_vdbench\n")
    process.communicate(timeout=DEADLINE_SECONDS)
    data = (tmp_path / "output" / "flatfile.html").read_bytes()
    state, samples = None, []
    for document in read_status(data).documents:
        intervals, state = compute_interval(state, document)
        samples += intervals
    (job,) = parse(data).jobs
    assert process.returncode == 0
    assert 3 <= len(samples) / 2 < 500
    assert sum(part.ios for part in job.parts.values()) == sum(one.ios for one in samples[2:])


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_signal_ends_a_run_without_an_average(tmp_path: Path, number: signal.Signals) -> None:
    process = start(tmp_path, parameter_file(tmp_path, seconds=500), pace=SLOWLY)
    wait_for_rows(tmp_path, 3)
    process.send_signal(number)
    process.communicate(timeout=DEADLINE_SECONDS)
    output = parse((tmp_path / "output" / "flatfile.html").read_bytes())
    assert process.returncode == 128 + number
    assert output.warnings[0].startswith("truncated: ")
    assert output.jobs[0].parts["read"].ios > 0


@pytest.mark.parametrize(
    "change",
    [
        lambda text: text.replace("openflags", "startcmd"),
        lambda text: text.replace("messagescan=no", "include=other"),
        lambda text: text.replace("/target", "/missing"),
    ],
)
def test_invalid_parameter_file_creates_no_flat_file(tmp_path: Path, change: Callable[[str], str]) -> None:
    process = start(tmp_path, parameter_file(tmp_path, text=change))
    process.communicate(timeout=DEADLINE_SECONDS)
    assert process.returncode == FAILED
    assert not (tmp_path / "output" / "flatfile.html").exists()


def test_a_volume_ends_a_run(tmp_path: Path) -> None:
    file = parameter_file(
        tmp_path, seconds=500, text=lambda text: text.replace(",elapsed", ",maxdata=500000000,elapsed")
    )
    process = start(tmp_path, file)
    process.communicate(timeout=DEADLINE_SECONDS)
    (job,) = parse((tmp_path / "output" / "flatfile.html").read_bytes()).jobs
    assert process.returncode == 0
    assert 500_000_000 < sum(part.bytes for part in job.parts.values()) < 2_000_000_000
