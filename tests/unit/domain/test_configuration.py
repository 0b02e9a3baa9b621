"""What changes the identity of a configuration and what does not."""

from __future__ import annotations

import copy
import math
from typing import Any

import pytest

from storagelab.domain.configuration import (
    DESCRIPTIVE_KEYS,
    INSTANCE_KEYS,
    canonical_json,
    class_hash,
    instance_hash,
)

SNAPSHOT: dict[str, Any] = {
    "server": "s-1",
    "machine_id": "m",
    "hostname": "alpha",
    "kernel": "6.1",
    "controllers": [{"model": "H740P", "firmware": "51", "serial": "C1", "temperature_c": 40}],
    "drives": [
        {
            "model": "PM893",
            "firmware": "A",
            "size_bytes": 960,
            "serial": "D1",
            "stable_id": "wwn-1",
            "path": "/dev/sda",
        },
        {
            "model": "PM893",
            "firmware": "A",
            "size_bytes": 960,
            "serial": "D2",
            "stable_id": "wwn-2",
            "path": "/dev/sdb",
        },
    ],
    "array": {"level": 5, "strip_bytes": 65536, "write_policy": {"requested": "wb", "effective": "wt"}},
}


def with_key(key: str, value: object, where: str) -> dict[str, Any]:
    """The snapshot with one key set at the top, inside an object or inside a list."""
    snapshot = copy.deepcopy(SNAPSHOT)
    place = {"top": snapshot, "object": snapshot["array"], "list": snapshot["drives"][0]}[where]
    place[key] = value
    return snapshot


@pytest.mark.parametrize("where", ["top", "object", "list"])
@pytest.mark.parametrize("key", sorted(INSTANCE_KEYS))
def test_which_piece_it_is_changes_the_instance_only(key: str, where: str) -> None:
    other = with_key(key, "another", where)
    assert class_hash(other) == class_hash(SNAPSHOT)
    assert instance_hash(other) != instance_hash(SNAPSHOT)


@pytest.mark.parametrize("where", ["top", "object", "list"])
@pytest.mark.parametrize("key", sorted(DESCRIPTIVE_KEYS))
def test_what_only_describes_changes_neither(key: str, where: str) -> None:
    other = with_key(key, "another", where)
    assert class_hash(other) == class_hash(SNAPSHOT)
    assert instance_hash(other) == instance_hash(SNAPSHOT)


@pytest.mark.parametrize(
    ("key", "where"),
    [("kernel", "top"), ("level", "object"), ("strip_bytes", "object"), ("firmware", "list"), ("model", "list")],
)
def test_what_can_change_a_result_changes_both(key: str, where: str) -> None:
    other = with_key(key, "another", where)
    assert class_hash(other) != class_hash(SNAPSHOT)
    assert instance_hash(other) != instance_hash(SNAPSHOT)


def test_the_number_of_drives_changes_both() -> None:
    fewer = SNAPSHOT | {"drives": SNAPSHOT["drives"][:1]}
    assert class_hash(fewer) != class_hash(SNAPSHOT)
    assert instance_hash(fewer) != instance_hash(SNAPSHOT)


def test_the_order_of_keys_changes_nothing() -> None:
    turned = dict(reversed(SNAPSHOT.items()))
    assert class_hash(turned) == class_hash(SNAPSHOT)
    assert instance_hash(turned) == instance_hash(SNAPSHOT)


def test_the_two_hashes_are_different_figures() -> None:
    assert class_hash(SNAPSHOT) != instance_hash(SNAPSHOT)
    assert len(class_hash(SNAPSHOT)) == 64


def test_there_is_one_byte_form_of_json() -> None:
    assert canonical_json({"b": 1, "a": [None, "é"]}) == '{"a":[null,"é"],"b":1}'.encode()
    with pytest.raises(ValueError, match="not JSON compliant"):
        canonical_json(math.nan)
