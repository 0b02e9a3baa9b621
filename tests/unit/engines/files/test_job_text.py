"""Job texts of the file tool: their content, their reading by the runner, and refusals by name."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from storagelab.domain.file_sets import FileGroup, FileOperation, FileSet
from storagelab.domain.plan import PhasePlan, StopRule
from storagelab.domain.workload import BlockSize, Workload
from storagelab.engines import files
from storagelab.engines.registry import ENGINES
from storagelab.errors import InvalidInput
from storagelab_runner.engines.file_set_job import parse_template

MIB = 1 << 20
GROUPS = (FileGroup(271, 990_000_000), FileGroup(3, 30_000_000))


def phase(operation: FileOperation = "create", **more: Any) -> PhasePlan:
    file_set = FileSet(GROUPS, operation, 9)
    workload = Workload((BlockSize(MIB),), 100 if operation == "read" else 0, 0, file_set=file_set)
    return PhasePlan(**{**_USUAL, "workload": workload, **more})


_USUAL: dict[str, Any] = {"ordinal": 2, "name": "MP3", "kind": "measure", "stop": StopRule("volume", 600)}


def test_runner_reads_rendered_job_text() -> None:
    text = files.render(phase("copy_within"), target_bytes=4 << 30)
    assert text == (
        "[files]\noperation=copy_within\nseed=9\nrequest_bytes=1048576\n"
        "files=271:990000000\nfiles=3:30000000\ntarget=@TARGET@\n"
    )
    job = parse_template(text)
    assert (job.operation, job.seed, job.request_bytes) == ("copy_within", 9, MIB)
    assert job.groups == tuple((group.count, group.bytes) for group in GROUPS)
    # Both sides must agree on what fits.
    assert job.space_bytes == FileSet(GROUPS, "copy_within").space_bytes


def test_copy_across_has_a_copy_target() -> None:
    file_set = FileSet(GROUPS, "copy_across")
    text = files.render(phase("copy_across"), target_bytes=file_set.space_bytes)
    assert text.endswith("files=3:30000000\ntarget=@TARGET@\ncopy_to=@COPY_TO@\n")
    job = parse_template(text)
    assert (job.operation, job.copy_to) == ("copy_across", "@COPY_TO@")
    # Set and copy lie on two file systems, each of which has room for one of them.
    assert job.space_bytes == job.set_bytes == file_set.space_bytes
    with pytest.raises(InvalidInput, match=r"its files take \d+ bytes, and the target has"):
        files.render(phase("copy_across"), target_bytes=file_set.space_bytes - 1)


@pytest.mark.parametrize(
    ("plan", "words"),
    [
        (phase(stop=StopRule("time", 60)), "processed once"),
        (phase(stop=StopRule("volume", 60, passes=2)), "processed once"),
        (phase(ramp_seconds=5), "processed once"),
        (phase(loop="IOPS", round=1), "part of a loop"),
        (replace(phase(), workload=Workload((BlockSize(4096),), 100, 0)), "sets of files only"),
    ],
)
def test_unsupported_phase_is_refused_by_name(plan: PhasePlan, words: str) -> None:
    with pytest.raises(InvalidInput, match=words) as refused:
        files.render(plan, target_bytes=4 << 30)
    assert "phase 2 (MP3)" in refused.value.message


def test_a_set_must_fit_with_its_copy() -> None:
    assert files.render(phase("read"), target_bytes=1_100_000_000)
    with pytest.raises(InvalidInput, match="with their copies, and the target has 1100000000 bytes"):
        files.render(phase("copy_within"), target_bytes=1_100_000_000)
    with pytest.raises(InvalidInput, match="2 drives"):
        files.render(phase(), target_bytes=4 << 30, devices=2)


def test_only_the_files_engine_supports_file_sets() -> None:
    named = {name: engine.list_unsupported_settings(phase().workload) for name, engine in ENGINES.items()}
    assert named["files"] == []
    assert all(reasons and reasons[0].startswith("file_set: ") for name, reasons in named.items() if name != "files")
    plain = Workload((BlockSize(4096),), 100, 100)
    assert files.list_unsupported_settings(plain)[0].startswith("file_set: ")
