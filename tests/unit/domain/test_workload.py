"""Workloads: what they refuse, how they read, and their JSON form."""

from __future__ import annotations

import pytest

from storagelab.domain.workload import AddressRange, BlockSize, CpuPolicy, RequestDistribution, Workload

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
        ({"arrival": "poisson"}, "arrival: requests are spaced only under an offered load"),
        ({"arrival": "bursts", "offered_iops": 1}, "arrival: 'bursts' is not one of even, poisson"),
        (
            {"distribution": RequestDistribution("zipf", 1.2), "random_percent": 0},
            "distribution: it places random requests",
        ),
        ({"streams": 0, "random_percent": 0}, "streams: 0 is not between"),
        ({"streams": 2, "threads": 2}, "streams: a stream is sequential, and 100 % of the requests are not"),
        ({"streams": 2, "threads": 3, "random_percent": 0}, "streams: 3 threads cannot be shared evenly by 2"),
        ({"block_align_bytes": 1000}, "block_align_bytes: 1000 is not a multiple of 512"),
        ({"compress_percent": 101}, "compress_percent: 101 is not between 0 and 100"),
    ],
)
def test_impossible_workload_is_refused_with_its_field(changes: dict[str, object], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        workload(**changes)


@pytest.mark.parametrize(
    ("changes", "text"),
    [
        ({"read_percent": 0, "queue_depth": 32}, "4K random write, 1T/32Q"),
        ({"random_percent": 0, "threads": 16, "queue_depth": 16}, "4K sequential read, 16T/16Q"),
        ({"read_percent": 70, "random_percent": 80}, "4K 80 % random 70/30 read/write, 1T/1Q"),
        ({"block_sizes": MIXED}, "mixed sizes random read, 1T/1Q"),
        ({"offered_iops": 1000}, "4K random read, 1T/1Q, 1000 IOPS offered"),
        (
            {
                "distribution": RequestDistribution("zipf", 1.2),
                "offered_iops": 500,
                "arrival": "poisson",
                "per_device": True,
            },
            "4K random read, 1T/1Q on each drive, zipf 1.2, 500 IOPS offered at random moments",
        ),
        (
            {"random_percent": 0, "threads": 4, "streams": 4, "address_range": AddressRange(size_percent=50)},
            "4K sequential read, 4T/1Q, 4 streams, the first 50 %",
        ),
        (
            {"block_align_bytes": 8192, "compress_percent": 40, "cpu_policy": CpuPolicy((0, 1))},
            "4K random read, 1T/1Q, aligned to 8K, data compressible by 40 %, on CPUs 0 1",
        ),
    ],
)
def test_a_workload_reads_as_one_line(changes: dict[str, object], text: str) -> None:
    assert workload(**changes).describe() == text


def test_outstanding_ios_are_threads_times_queue_depth() -> None:
    assert workload(threads=16, queue_depth=16).outstanding_ios == 256


@pytest.mark.parametrize(("read_percent", "writes"), [(100, False), (99, True), (0, True)])
def test_workload_writes_unless_reads_are_100_percent(read_percent: float, writes: bool) -> None:
    assert workload(read_percent=read_percent).writes is writes


def test_block_bytes_requires_a_single_block_size() -> None:
    assert workload().block_bytes == 4096
    assert workload(block_sizes=MIXED).block_bytes is None


def test_default_values_are_not_in_the_json() -> None:
    """Check that workloads stored before these fields existed remain equal to those of today."""
    assert set(workload().to_json()) == {
        *("block_sizes", "read_percent", "random_percent", "threads", "queue_depth", "outstanding_ios", "range"),
        *("offered_iops", "description"),
    }
    assert set(workload().to_json()["range"]) == {"offset_bytes", "size_bytes"}


@pytest.mark.parametrize(
    ("changes", "stored"),
    [
        (
            {"random_percent": 0, "threads": 4, "streams": 4, "per_device": True, "compress_percent": 30},
            {"streams": 4, "per_device": True, "compress_percent": 30},
        ),
        (
            {"offered_iops": 100, "arrival": "poisson", "cpu_policy": CpuPolicy((1,), polling=True)},
            {"arrival": "poisson", "cpu_policy": {"cpus": [1], "numa_node": None, "polling": True}},
        ),
        ({"address_range": AddressRange(4096, 8192)}, {"range": {"offset_bytes": 4096, "size_bytes": 8192}}),
    ],
)
def test_unusual_values_are_in_the_json(changes: dict[str, object], stored: dict[str, object]) -> None:
    value = workload(**changes).to_json()
    assert {name: value[name] for name in stored} == stored


@pytest.mark.parametrize(
    ("changes", "expected"),
    [
        ({"threads": 2, "queue_depth": 4}, (2, 4)),
        ({"threads": 2, "queue_depth": 4, "per_device": True}, (6, 4)),
        ({"random_percent": 0, "queue_depth": 4, "per_device": True}, (1, 12)),
    ],
)
def test_per_device_load_is_totalled_over_all_drives(changes: dict[str, object], expected: tuple[int, int]) -> None:
    total = workload(**changes).over(3)
    assert (total.threads, total.queue_depth, total.per_device) == (*expected, False)


def test_excessive_total_load_over_drives_is_refused() -> None:
    with pytest.raises(ValueError, match="threads: 1200 is not between 1 and 1024"):
        workload(threads=400, per_device=True).over(3)


def test_alignment_defaults_to_the_smallest_block_size() -> None:
    assert workload(block_sizes=MIXED).alignment_bytes == 512
    assert workload(block_sizes=MIXED, block_align_bytes=4096).alignment_bytes == 4096
