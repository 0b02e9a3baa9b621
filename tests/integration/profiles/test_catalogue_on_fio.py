"""Every profile that can run on a new file, at the smoke scale, under the fio of this machine.

The options of all phases are read by fio and by the runner's allow-list. Three phases of a profile run: the first, the
one in the middle and the last; in the gate those of every fourth profile.
"""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest

from storagelab.domain.profile import PhasePlan, expand
from storagelab.engines.base import TARGET
from storagelab.engines.fio import parse, render
from storagelab.errors import InvalidInput
from storagelab.profiles.catalogue import get_profile, load_catalogue
from storagelab_runner.job_file import apply_rates, parse_job

#: The smallest of these that has room for what a profile addresses; the file is sparse.
SIZES_BYTES = (256 << 20, 1 << 30, 32 << 30)
FIRST = {name: expand(profile)[0].workload for name, profile in load_catalogue().items()}
ON_FILES = [name for name, workload in FIRST.items() if workload.writes and workload.file_set is None]
IN_GATE = ON_FILES[::4]

pytestmark = pytest.mark.skipif(shutil.which("fio") is None, reason="fio is not installed")


def job_files(plans: tuple[PhasePlan, ...]) -> tuple[int, list[str]]:
    """Return the size of the target and the job files for it."""
    for size in SIZES_BYTES:
        try:
            return size, [render(plan, target_bytes=size) for plan in plans]
        except InvalidInput:
            continue
    raise AssertionError("no size has room for this profile")


def written_files(plans: tuple[PhasePlan, ...], folder: Path) -> list[str]:
    """Return the job files of all phases for a new sparse file in a folder, by their names."""
    size, texts = job_files(plans)
    target = folder / "target.dat"
    with target.open("wb") as file:
        file.truncate(size)
    names = []
    for plan, rendered in zip(plans, texts, strict=True):
        # What is a share of a maximum gets a rate that this machine reaches in any case.
        text = rendered if plan.load_of is None else apply_rates(rendered, 1000)[0]
        assert parse_job(text).end_bytes(size) <= size
        names.append(f"{plan.ordinal}.fio")
        (folder / names[-1]).write_text(text.replace(TARGET, str(target)))
    return names


@pytest.mark.in_turn
@pytest.mark.parametrize("name", ON_FILES)
def test_fio_parses_all_options_of_a_profile(name: str, tmp_path: Path) -> None:
    names = written_files(expand(get_profile(name), scale="smoke"), tmp_path)
    subprocess.run(["fio", "--parse-only", *names], cwd=tmp_path, check=True, capture_output=True, timeout=120)


@pytest.mark.in_turn
@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=[] if name in IN_GATE else pytest.mark.evidence) for name in ON_FILES]
)
def test_a_profile_runs_on_a_file(name: str, tmp_path: Path) -> None:
    plans = expand(get_profile(name), scale="smoke")
    written_files(plans, tmp_path)
    for index in sorted({0, len(plans) // 2, len(plans) - 1}):
        run(plans[index], tmp_path)


def run(plan: PhasePlan, folder: Path) -> None:
    """Run one phase and check that fio succeeds and does I/O only in its directions and its block size."""
    output = f"{plan.ordinal}.json"
    command = ["fio", "--output-format=json+", f"--output={output}", f"{plan.ordinal}.fio"]
    subprocess.run(command, cwd=folder, check=True, capture_output=True, timeout=120)
    (job,) = parse((folder / output).read_bytes()).jobs
    workload = plan.workload
    expected = {
        name for name, share in (("read", workload.read_percent), ("write", 100 - workload.read_percent)) if share
    }
    done = {direction for direction, part in job.parts.items() if part.ios}
    assert done
    assert done <= expected
    smallest = min(size.bytes for size in workload.block_sizes)
    largest = max(size.bytes for size in workload.block_sizes)
    assert all(smallest <= part.bytes / part.ios <= largest for part in job.parts.values() if part.ios)
