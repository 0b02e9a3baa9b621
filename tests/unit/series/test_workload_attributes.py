"""Attributes of a stored workload besides its sizes, shares and depth."""

from __future__ import annotations

from typing import Any

import pytest

from storagelab.domain.access import AddressRange, Bursts, RequestDistribution
from storagelab.domain.workload import BlockSize, Workload
from storagelab.evaluate.workload_attributes import COVERED, PARTICULARS, read_particulars

TARGET = 1_000_000_000


def read(workload: dict[str, Any], target_bytes: int | None = TARGET) -> dict[str, Any]:
    attributes = read_particulars(workload, target_bytes=target_bytes)
    assert list(attributes) == [name for name, *_ in PARTICULARS]
    return attributes


def stored(**fields: Any) -> dict[str, Any]:
    """Return a workload in the form of the database, without the values of other columns."""
    whole = {"read_percent": 100.0, "random_percent": 100.0} | fields
    value = Workload(whole.pop("block_sizes", (BlockSize(4096),)), **whole).to_json()
    return {name: value[name] for name in value if name not in COVERED}


def test_usual_workload_has_default_attributes() -> None:
    assert read(stored()) == {
        "block_mix": None,
        "streams": 1,
        "range_offset_bytes": 0,
        "range_size_bytes": TARGET,
        "range_offset_percent": 0.0,
        "range_size_percent": 100.0,
        "particulars": None,
    }


def test_value_missing_in_source_is_unknown() -> None:
    assert set(read({"range": None, "block_sizes": None}, None).values()) == {None}


@pytest.mark.parametrize(
    ("fields", "words"),
    [
        ({"distribution": RequestDistribution("zipf", 1.2)}, "zipf 1.2"),
        ({"bursts": Bursts(5, 10)}, "bursts of 5 s every 15 s"),
        ({"offered_iops": 100, "arrival": "poisson"}, "poisson arrivals"),
        ({"block_align_bytes": 65536, "compress_percent": 50}, "aligned to 64K, data compressible by 50 %"),
    ],
)
def test_unusual_attributes_are_described(fields: dict[str, Any], words: str) -> None:
    assert read(stored(**fields))["particulars"] == words


def test_percent_range_resolves_to_engine_addresses() -> None:
    region = AddressRange(offset_percent=33.0, size_percent=1.0)
    attributes = read(stored(address_range=region, block_sizes=(BlockSize(65536),)))

    resolved = region.resolve(TARGET, 65536)
    assert (attributes["range_offset_bytes"], attributes["range_size_bytes"]) == (
        resolved.offset_bytes,
        resolved.size_bytes,
    )
    assert (attributes["range_offset_percent"], attributes["range_size_percent"]) == (33.0, 1.0)


def test_range_beyond_target_is_shown_as_requested() -> None:
    attributes = read(stored(address_range=AddressRange(offset_bytes=2 * TARGET, size_bytes=4096)))

    assert (attributes["range_offset_bytes"], attributes["range_size_bytes"]) == (2 * TARGET, 4096)
    assert attributes["range_offset_percent"] is None
