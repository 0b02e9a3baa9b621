"""Sets of files: their definition, the space they need, their text form and their place in a profile."""

from __future__ import annotations

from typing import Any

import pytest

from storagelab.domain.file_sets import SMOKE_BYTES, SMOKE_FILES, FileGroup, FileSet
from storagelab.domain.plan import PhasePlan, StopRule
from storagelab.domain.profile_language import ProfileInvalid
from storagelab.domain.profile_workload import parse_workload
from storagelab.domain.workload import BlockSize, Workload

MP3 = FileSet((FileGroup(271, 990_000_000),), "copy_within", 7)
MIB = 1 << 20


def workload(file_set: FileSet, **more: Any) -> Workload:
    read = 100 if file_set.operation == "read" else 0
    return Workload((BlockSize(MIB),), read, 0, file_set=file_set, **more)


@pytest.mark.parametrize(
    ("groups", "more", "words"),
    [
        ((), {}, "1 to 16 groups"),
        ((FileGroup(0, 100),), {}, "0 files of 100 bytes"),
        ((FileGroup(10, 39),), {}, "10 files of 39 bytes"),
        ((FileGroup(100_001, 1 << 30),), {}, "100000 files"),
        ((FileGroup(1, (1 << 44) + 1),), {}, "16 TiB"),
        ((FileGroup(1, 100),), {"seed": -1}, "seed -1"),
        ((FileGroup(1, 100),), {"operation": "delete"}, "'delete' is not one of create, read"),
    ],
)
def test_invalid_file_set_is_refused(groups: tuple[FileGroup, ...], more: dict[str, Any], words: str) -> None:
    with pytest.raises(ValueError, match=words):
        FileSet(**{"groups": groups, "operation": "create", **more})


def test_a_copy_is_there_twice() -> None:
    assert (MP3.files, MP3.bytes, MP3.written_bytes) == (271, 990_000_000, 1_980_000_000)
    assert MP3.moved_bytes == 3 * MP3.bytes
    assert MP3.space_bytes == 2 * (990_000_000 + 271 * 8192)
    read = FileSet(MP3.groups, "read")
    assert (read.written_bytes, read.moved_bytes) == (990_000_000, 1_980_000_000)
    assert MP3.describe() == "copy within the file system 271 files of 990.0 MB"
    assert not MP3.goes_across


def test_copy_across_counts_space_once_per_file_system() -> None:
    across = FileSet(MP3.groups, "copy_across")
    assert across.goes_across
    assert across.space_bytes == 990_000_000 + 271 * 8192
    assert (across.written_bytes, across.moved_bytes) == (MP3.written_bytes, MP3.moved_bytes)
    assert across.describe() == "copy to another file system 271 files of 990.0 MB"


def test_smoke_scale_limits_files_and_preserves_groups() -> None:
    several = FileSet((FileGroup(3, 1_600_000_000), FileGroup(9006, 1_060_000_000), FileGroup(5, 20)), "read")
    plan = PhasePlan(1, "read", "measure", workload(several), StopRule("volume", 7200))
    small = plan.at("smoke").workload.file_set
    assert small is not None
    assert [group.count for group in small.groups] == [2, 2, 2]
    assert small.bytes <= SMOKE_BYTES
    assert small.files <= SMOKE_FILES
    assert plan.at("full") is plan


def test_file_set_survives_a_json_round_trip() -> None:
    whole = workload(MP3)
    assert FileSet.from_json(whole.to_json()["file_set"]) == MP3
    assert "file_set" not in Workload((BlockSize(4096),), 100, 0).to_json()
    assert whole.block_bytes is None
    assert workload(FileSet(MP3.groups, "read")).writes


@pytest.mark.parametrize("more", [{"threads": 2}, {"queue_depth": 2}, {"offered_iops": 5}, {"compress_percent": 50}])
def test_file_set_excludes_other_load_fields(more: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match=r"^file_set: "):
        workload(MP3, **more)


def test_direction_follows_from_the_operation() -> None:
    with pytest.raises(ValueError, match=r"^file_set: "):
        Workload((BlockSize(MIB),), 100, 0, file_set=MP3)


def parsed(**raw: Any) -> Workload:
    return parse_workload("phases.1.workload", raw, {}, {"seed": 5})


def test_profile_reads_a_file_set() -> None:
    files = [{"count": 271, "bytes": 990_000_000}, {"count": 1, "bytes": "4m"}]
    workload = parsed(file_set={"files": files, "operation": "read", "seed": "$seed"}, block_size="256k")
    expected = FileSet((FileGroup(271, 990_000_000), FileGroup(1, 4 * MIB)), "read", 5)
    assert workload == Workload((BlockSize(256 << 10),), 100, 0, file_set=expected)
    assert parsed(file_set={"files": files, "operation": "create"}).block_sizes == (BlockSize(MIB),)


@pytest.mark.parametrize(
    ("raw", "path", "words"),
    [
        ({"read": 100}, "phases.1.workload.read", "cannot be combined with a file_set"),
        ({"file_set": {"files": 5, "operation": "read"}}, "phases.1.workload.file_set.files", "must be a list"),
        ({"file_set": {"files": [{"count": 1}], "operation": "read"}}, "phases.1.workload.file_set.files.0", "needs"),
        ({"file_set": {"files": [], "operation": "read"}}, "phases.1.workload.file_set", "1 to 16 groups"),
        ({"file_set": {"files": [{"count": 1, "bytes": 9}], "operation": []}}, "phases.1.workload.file_set", "not one"),
        ({"file_set": 5}, "phases.1.workload.file_set", "must be a mapping"),
        ({"block_size": "32m"}, "phases.1.workload.block_size", "16 MiB at most"),
    ],
)
def test_invalid_file_set_names_its_profile_path(raw: dict[str, Any], path: str, words: str) -> None:
    usual = {"file_set": {"files": [{"count": 1, "bytes": 100}], "operation": "create"}}
    with pytest.raises(ProfileInvalid, match=words) as refused:
        parsed(**{**usual, **raw})
    assert refused.value.path == path
