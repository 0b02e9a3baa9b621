"""Workloads from the options of fio."""

from __future__ import annotations

import pytest

from storagelab.formats.fio.options import parse_fio_size, split
from storagelab.formats.fio.reading import read_job_file
from storagelab.formats.fio.workload import build_workload


def sizes(**options: str) -> dict[int, float] | None:
    block_sizes = build_workload({}, options, threads=1).block_sizes
    return None if block_sizes is None else {one.bytes: one.percent for one in block_sizes}


@pytest.mark.parametrize(
    ("text", "base", "expected"),
    [
        ("4k", 1024, 4096),
        ("4K", 1024, 4096),
        ("4kb", 1024, 4096),
        ("4ki", 1024, 4096),
        ("4kib", 1024, 4000),
        ("4k", 1000, 4000),
        ("4ki", 1000, 4000),
        ("4kib", 1000, 4096),
        ("4096", 1024, 4096),
        ("4096b", 1024, 4096),
        ("0x1000", 1024, 4096),
        ("1m", 1024, 1 << 20),
        ("2g", 1024, 2 << 30),
        ("1t", 1024, 1 << 40),
        ("10%", 1024, None),
        ("", 1024, None),
        ("four", 1024, None),
        ("9" * 5000, 1024, None),
        ("9" * 18 + "p", 1024, None),
    ],
)
def test_fio_sizes_match_version_3_33(text: str, base: int, expected: int | None) -> None:
    assert parse_fio_size(text, base) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("4k/60:8k/40", {4096: 60, 8192: 40}),
        ("4k:8k/20:16k", {4096: 40, 8192: 20, 16384: 40}),
        ("4k/60:4k/40", {4096: 100}),
        ("4k/60:8k/60", None),
        ("4k/60", None),
        ("4k/x:8k", None),
        ("/50:4k", None),
    ],
)
def test_splits_share_out_all_ios(text: str, expected: dict[int, float] | None) -> None:
    assert split(text) == expected


@pytest.mark.parametrize(
    ("options", "expected"),
    [
        ({"rw": "read"}, (100, 0)),
        ({"rw": "write"}, (0, 0)),
        ({"rw": "randread:8"}, (100, 100)),
        ({"readwrite": "randwrite"}, (0, 100)),
        ({"rw": "randrw"}, (50, 100)),
        ({"rw": "readwrite", "rwmixread": "67"}, (67, 0)),
        ({"rw": "rw", "rwmixwrite": "29"}, (71, 0)),
        ({"rw": "rw", "rwmixread": "67", "rwmixwrite": "29"}, (71, 0)),
        ({"rw": "randrw", "percentage_random": "80"}, (50, 80)),
        ({"rw": "randrw", "rwmixread": "75", "percentage_random": "80,40"}, (75, 70)),
        ({"rw": "read", "percentage_random": "80"}, (100, 0)),
        ({"rw": "randtrimwrite"}, (0, 100)),
        ({"bs": "4k"}, (100, 0)),
        ({"rw": "sideways"}, (None, None)),
        ({"rw": "rw", "rwmixread": "many"}, (None, None)),
        ({"rw": "randread", "percentage_random": "many"}, (100, None)),
    ],
)
def test_options_decide_read_and_random_percent(
    options: dict[str, str], expected: tuple[float | None, float | None]
) -> None:
    workload = build_workload({}, options, threads=1)
    assert (workload.read_percent, workload.random_percent) == expected


def test_block_sizes_are_weighted_over_directions() -> None:
    assert sizes(rw="read", bs="8k,64k") == {8192: 100}
    assert sizes(rw="write", bs="8k,64k") == {65536: 100}
    assert sizes(rw="rw", rwmixread="70", bs="8k,64k") == {8192: 70, 65536: 30}
    assert sizes(rw="rw", bs=",8k") == {4096: 50, 8192: 50}
    assert sizes(rw="randrw", rwmixread="80", bssplit="4k/50:8k/50,16k/100") == {4096: 40, 8192: 40, 16384: 20}
    assert sizes(rw="read", blocksize="8k") == {8192: 100}
    assert sizes(rw="read") == {4096: 100}
    assert sizes(rw="read", bsrange="4k-64k") is None
    assert sizes(rw="read", bs="much") is None


def test_own_options_stand_over_shared_ones() -> None:
    workload = build_workload({"rw": "rw", "rwmixwrite": "10", "iodepth": "4"}, {"rwmixread": "30"}, threads=2)
    assert (workload.read_percent, workload.queue_depth, workload.threads) == (30, 4, 2)


@pytest.mark.parametrize(
    ("options", "threads", "expected"),
    [
        ({"rw": "read", "rate_iops": "500"}, 1, 500),
        ({"rw": "read", "rate_iops": "500"}, 4, 2000),
        ({"rw": "rw", "rate_iops": "700,300"}, 2, 2000),
        ({"rw": "rw", "rate_iops": "500"}, 1, 1000),
        ({"rw": "rw", "rate_iops": ",300"}, 1, None),
        ({"rw": "write", "rate_iops": ",300"}, 1, 300),
        ({"rw": "read", "rate_iops": "500"}, None, None),
        ({"rw": "read"}, 4, None),
    ],
)
def test_offered_load_covers_all_threads_and_directions(
    options: dict[str, str], threads: int | None, expected: float | None
) -> None:
    assert build_workload({}, options, threads=threads).offered_iops == expected


@pytest.mark.parametrize("options", [{}, {"rw": "read", "read_iolog": "trace"}])
def test_missing_options_are_unknown(options: dict[str, str]) -> None:
    workload = build_workload({}, options, threads=None)
    assert (workload.block_sizes, workload.read_percent, workload.random_percent) == (None, None, None)
    assert (workload.queue_depth, workload.threads, workload.offered_iops) == (None, None, None)


def test_job_file_supports_global_sections_and_comments() -> None:
    text = "; words\n[global]\nbs=4k\nrw=read # more\n[a]\niodepth=2\n"
    text += "[global again]\nbs=8k\n[b]\ngroup_reporting\nrw=write\n"
    assert read_job_file(text) == {
        "a": {"bs": "4k", "rw": "read", "iodepth": "2"},
        "b": {"rw": "write", "bs": "8k", "group_reporting": ""},
    }
