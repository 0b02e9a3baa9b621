"""Address ranges, distributions and processors: what they refuse, how they resolve, how they read."""

from __future__ import annotations

import itertools
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from storagelab.domain.access import AddressRange, CpuPolicy, RequestDistribution

GIB = 1 << 30


@pytest.mark.parametrize(
    ("span", "expected"),
    [
        (AddressRange(), (0, GIB)),
        (AddressRange(4096), (4096, GIB - 4096)),
        (AddressRange(4096, 8192), (4096, 8192)),
        (AddressRange(offset_percent=50), (GIB // 2, GIB // 2)),
        (AddressRange(size_percent=25), (0, GIB // 4)),
        (AddressRange(offset_percent=50, size_percent=25), (GIB // 2, GIB // 4)),
        (AddressRange(offset_percent=50, size_bytes=4096), (GIB // 2, 4096)),
        (AddressRange(4096, size_percent=25), (4096, GIB // 4)),
        (AddressRange(offset_percent=33.3), (357552128, GIB - 357552128)),
    ],
)
def test_a_range_becomes_bytes(span: AddressRange, expected: tuple[int, int]) -> None:
    assert span.resolve(GIB, 4096) == AddressRange(*expected)


@given(target=st.integers(1 << 20, 1 << 44), parts=st.sampled_from([2, 4, 5, 10, 20, 50, 100]))
def test_parts_in_percent_lie_end_to_end(target: int, parts: int) -> None:
    step = 100 / parts
    ranges = [
        AddressRange(offset_percent=step * index, size_percent=step).resolve(target, 512) for index in range(parts)
    ]
    assert ranges[0].offset_bytes == 0
    for before, after in itertools.pairwise(ranges):
        assert before.offset_bytes + (before.size_bytes or 0) == after.offset_bytes
    assert 0 <= target - ranges[-1].offset_bytes - (ranges[-1].size_bytes or 0) < 512
    assert all(part.offset_bytes % 512 == 0 for part in ranges)


@pytest.mark.parametrize("span", [AddressRange(0, GIB + 1), AddressRange(GIB), AddressRange(GIB - 4096, 8192)])
def test_range_beyond_the_target_is_refused(span: AddressRange) -> None:
    with pytest.raises(ValueError, match=r"range: .* do not fit the 1073741824 of the target"):
        span.resolve(GIB, 4096)


@pytest.mark.parametrize(
    ("fields", "message"),
    [
        ({"offset_bytes": 1, "offset_percent": 1}, "its offset is given in bytes and in percent"),
        ({"size_bytes": 1, "size_percent": 1}, "its size is given in bytes and in percent"),
        ({"offset_bytes": -1}, "an offset of -1 bytes"),
        ({"size_bytes": 0}, "a size of 0 bytes"),
        ({"offset_percent": 100}, "an offset of 100 %"),
        ({"offset_percent": -1}, "an offset of -1 %"),
        ({"size_percent": 0}, "a size of 0 %"),
        ({"size_percent": 101}, "a size of 101 %"),
        ({"offset_percent": 60, "size_percent": 50}, "it ends at 110 %"),
    ],
)
def test_impossible_range_is_refused(fields: dict[str, Any], message: str) -> None:
    with pytest.raises(ValueError, match=f"range: {message}"):
        AddressRange(**fields)


@pytest.mark.parametrize(
    ("span", "text"),
    [
        (AddressRange(), None),
        (AddressRange(offset_percent=0, size_percent=100), None),
        (AddressRange(size_bytes=32 * GIB), "the first 32G"),
        (AddressRange(size_percent=25), "the first 25 %"),
        (AddressRange(GIB), "the rest from 1G on"),
        (AddressRange(offset_percent=50, size_percent=10), "10 % from 50 % on"),
    ],
)
def test_a_range_reads_in_words(span: AddressRange, text: str | None) -> None:
    assert span.describe() == text


def test_byte_range_preserves_its_stored_form() -> None:
    assert AddressRange(4096, 8192).to_json() == {"offset_bytes": 4096, "size_bytes": 8192}
    assert AddressRange(size_percent=5).to_json() == {"offset_bytes": 0, "size_bytes": None, "size_percent": 5}


@pytest.mark.parametrize(
    ("fields", "message"),
    [
        ({"kind": "even"}, "'even' is not one of uniform, zipf"),
        ({"kind": "zipf"}, "zipf needs a theta between 0.01 and 10 that is not 1, not None"),
        ({"kind": "zipf", "parameter": 1.0}, "that is not 1, not 1"),
        ({"kind": "zipf", "parameter": 11}, "not 11"),
        ({"kind": "pareto", "parameter": 1}, "an h between 0.01 and 0.99, not 1"),
        ({"kind": "normal", "parameter": 101}, "a deviation between 0.01 and 100 %"),
        ({"parameter": 1}, "uniform has no parameter"),
        ({"kind": "zoned"}, "zoned needs zones"),
        ({"kind": "zoned", "parameter": 1, "zones": ((100, 100),)}, "zoned has no parameter"),
        ({"zones": ((100, 100),)}, "uniform has no zones"),
        ({"kind": "zoned", "zones": ((50, 50), (49, 50))}, "the shares of the requests sum to 99 %"),
        ({"kind": "zoned", "zones": ((50, 50), (50, 40))}, "the shares of the range sum to 90 %"),
        ({"kind": "zoned", "zones": ((50, 0), (50, 100))}, "a zone of 0 % of the range"),
        ({"kind": "zoned", "zones": ((0.1, 0.1),) * 257}, "257 zones are more than 256"),
    ],
)
def test_a_distribution_that_cannot_be_is_refused(fields: dict[str, Any], message: str) -> None:
    with pytest.raises(ValueError, match=f"distribution: .*{message}"):
        RequestDistribution(**fields)


@pytest.mark.parametrize(
    ("distribution", "text"),
    [
        (RequestDistribution("zipf", 1.2), "zipf 1.2"),
        (RequestDistribution("normal", 1), "normal 1"),
        (RequestDistribution("zoned", zones=((50, 5), (30, 15), (20, 80))), "zoned 50/5 30/15 20/80"),
    ],
)
def test_distribution_is_described_and_survives_json(distribution: RequestDistribution, text: str) -> None:
    assert distribution.describe() == text
    assert RequestDistribution.from_json(distribution.to_json()) == distribution


@pytest.mark.parametrize(
    ("fields", "message"),
    [
        ({}, "is empty"),
        ({"cpus": (-1,)}, "-1 is not between"),
        ({"cpus": (5000,)}, "5000 is not between"),
        ({"cpus": (1, 1)}, "listed twice"),
        ({"cpus": (1,), "numa_node": 0}, "give one of them"),
    ],
)
def test_processors_that_cannot_be_are_refused(fields: dict[str, Any], message: str) -> None:
    with pytest.raises(ValueError, match=f"cpu_policy: .*{message}"):
        CpuPolicy(**fields)


@pytest.mark.parametrize(
    ("policy", "text"),
    [
        (CpuPolicy((0, 2)), "on CPUs 0 2"),
        (CpuPolicy((3,), polling=True), "on CPU 3, polling"),
        (CpuPolicy(numa_node=1), "on NUMA node 1"),
        (CpuPolicy(polling=True), "on any CPU, polling"),
    ],
)
def test_cpu_policy_is_described_and_survives_json(policy: CpuPolicy, text: str) -> None:
    assert policy.describe() == text
    assert CpuPolicy.from_json(policy.to_json()) == policy
