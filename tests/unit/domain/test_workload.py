"""Workloads: what they refuse, how they read, and their JSON form."""

from __future__ import annotations

import pytest

from storagelab.domain.workload import AddressRange, BlockSize, Workload

MIXED = (BlockSize(512, 10), BlockSize(4096, 90))


def workload(**changes: object) -> Workload:
    return Workload(**({"block_sizes": (BlockSize(4096),), "read_percent": 100, "random_percent": 100} | changes))


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"block_sizes": ()}, "block_sizes: at least one"),
        ({"block_sizes": (BlockSize(0),)}, "block_sizes: 0 bytes is not a multiple of 512"),
        ({"block_sizes": (BlockSize(4095),)}, "block_sizes: 4095 bytes"),
        ({"block_sizes": (BlockSize(2 << 30),)}, "block_sizes: 2147483648 bytes"),
        ({"block_sizes": (BlockSize(4096, 0), BlockSize(512, 100))}, "block_sizes: a share of 0 %"),
        ({"block_sizes": (BlockSize(4096, 50), BlockSize(512, 49))}, "block_sizes: the shares sum to 99 %"),
        ({"read_percent": -1}, "read_percent: -1 is not between 0 and 100"),
        ({"random_percent": 101}, "random_percent: 101 is not between"),
        ({"threads": 0}, "threads: 0 is not between 1 and 1024"),
        ({"threads": 1025}, "threads: 1025"),
        ({"queue_depth": 0}, "queue_depth: 0 is not between 1 and 65536"),
        ({"offered_iops": 0}, "offered_iops: 0 is not positive"),
    ],
)
def test_what_no_engine_could_do_is_refused_with_the_field(changes: dict[str, object], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        workload(**changes)


@pytest.mark.parametrize(
    ("changes", "text"),
    [
        ({"read_percent": 0, "queue_depth": 32}, "4K random write, 1T/32Q"),
        ({"random_percent": 0, "threads": 16, "queue_depth": 16}, "4K sequential read, 16T/16Q"),
        ({"read_percent": 70, "random_percent": 80}, "4K 80 % random 70/30 read/write, 1T/1Q"),
        ({"block_sizes": MIXED}, "mixed sizes random read, 1T/1Q"),
    ],
)
def test_a_workload_reads_as_one_line(changes: dict[str, object], text: str) -> None:
    assert workload(**changes).describe() == text


def test_outstanding_ios_are_threads_times_queue_depth() -> None:
    assert workload(threads=16, queue_depth=16).outstanding_ios == 256


@pytest.mark.parametrize(("read_percent", "writes"), [(100, False), (99, True), (0, True)])
def test_anything_but_pure_reading_writes(read_percent: float, writes: bool) -> None:
    assert workload(read_percent=read_percent).writes is writes


def test_only_a_single_size_is_the_block_size() -> None:
    assert workload().block_bytes == 4096
    assert workload(block_sizes=MIXED).block_bytes is None


@pytest.mark.parametrize(
    "changes",
    [
        {},
        {"block_sizes": MIXED, "read_percent": 70.0, "threads": 4, "queue_depth": 8, "offered_iops": 1000},
        {"address_range": AddressRange(4096, 8192)},
    ],
)
def test_json_brings_it_back(changes: dict[str, object]) -> None:
    original = workload(**changes)
    assert Workload.from_json(original.as_json()) == original
