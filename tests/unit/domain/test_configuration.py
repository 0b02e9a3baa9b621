"""Identity of a configuration: the values that change it and those that do not."""

from __future__ import annotations

import copy
import math
from collections.abc import Iterator
from typing import Any

import pytest
from tests.unit.domain.configuration_samples import make_array, make_controller, make_drive, make_member, make_snapshot

from storagelab.domain.configuration import FIELDS, compute_class_hash, compute_instance_hash, encode_canonical_json

PLACES = ("top", "cpu", "controllers", "arrays", "policies", "members", "member drive", "inner array", "target drive")

#: A snapshot from before there were versions, and its hashes as the database has them.
UNVERSIONED: dict[str, Any] = {
    "server": "s-1",
    "machine_id": "m",
    "hostname": "alpha",
    "kernel": "6.1",
    "controllers": [{"model": "H740P", "firmware": "51", "serial": "C1", "temperature_c": 40, "slot": "1"}],
    "drives": [
        {"model": "PM893", "firmware": "A", "size_bytes": 960, "serial": "D1", "path": "/dev/sda"},
        {"model": "PM893", "firmware": "A", "size_bytes": 960, "serial": "D2", "path": "/dev/sdb"},
    ],
    "array": {"level": 5, "strip_bytes": 65536},
}
UNVERSIONED_HASHES = (
    "14e591fe7e6dd1dff17f03ebfd16f709877ba33ee3206a342d31745c49bd0cb9",
    "cdf6ef406739ff0c39e5dd868a57db636727b21b4d9aeb6157c7fc52c78ce911",
)


def nested() -> dict[str, Any]:
    """Return a snapshot in which every place of PLACES exists."""
    inner = make_array(key="inner", policies={})
    outer_member = {"kind": "array", "key": "inner", "slot": 0, "state": "online", "drive": None, "array": inner}
    return make_snapshot(arrays=[make_array(members=[make_member(1), outer_member])])


def place_in(snapshot: dict[str, Any], where: str) -> dict[str, Any]:
    array = snapshot["arrays"][0]
    places = {
        "top": snapshot,
        "cpu": snapshot["cpu"],
        "controllers": snapshot["controllers"][0],
        "arrays": array,
        "policies": array["policies"]["write"],
        "members": array["members"][0],
        "member drive": array["members"][0]["drive"],
        "inner array": array["members"][1]["array"],
        "target drive": snapshot["target"]["drives"][0],
    }
    place: dict[str, Any] = places[where]
    return place


def changed(field: str, where: str) -> dict[str, Any]:
    snapshot = nested()
    # What is there is left whole, so that no other place is taken away with it.
    place_in(snapshot, where)[field] = "another"
    return snapshot


def cases(wanted: str) -> list[Any]:
    return [
        pytest.param(field, where, id=f"{field}-{where}")
        for field, place in sorted(FIELDS.items())
        if place == wanted
        for where in PLACES
    ]


@pytest.mark.parametrize(("field", "where"), cases("class"))
def test_performance_relevant_values_change_both_hashes(field: str, where: str) -> None:
    other, before = changed(field, where), nested()
    assert compute_class_hash(other) != compute_class_hash(before)
    assert compute_instance_hash(other) != compute_instance_hash(before)


@pytest.mark.parametrize(("field", "where"), cases("instance"))
def test_component_identity_changes_only_the_instance_hash(field: str, where: str) -> None:
    other, before = changed(field, where), nested()
    assert compute_class_hash(other) == compute_class_hash(before)
    assert compute_instance_hash(other) != compute_instance_hash(before)


@pytest.mark.parametrize(("field", "where"), cases("neither"))
def test_descriptive_values_change_neither_hash(field: str, where: str) -> None:
    other, before = changed(field, where), nested()
    assert compute_class_hash(other) == compute_class_hash(before)
    assert compute_instance_hash(other) == compute_instance_hash(before)


def test_unclassified_field_changes_both_hashes() -> None:
    before = make_snapshot()
    other = make_snapshot(controllers=[make_controller(settings={"rebuild_rate": 30, "read_ahead_limit": 2})])
    assert compute_class_hash(other) != compute_class_hash(before)
    assert compute_instance_hash(other) != compute_instance_hash(before)


def test_every_field_of_a_snapshot_is_placed() -> None:
    free = {"settings", "block", "policies"}

    def fields(value: Any) -> Iterator[str]:
        if isinstance(value, dict):
            for key, item in value.items():
                yield key
                yield from () if key in free else fields(item)
        elif isinstance(value, list):
            for item in value:
                yield from fields(item)

    assert set(fields(nested())) <= FIELDS.keys()


@pytest.mark.parametrize("hash_of", [compute_class_hash, compute_instance_hash])
def test_pieces_have_no_order_but_a_number(hash_of: Any) -> None:
    one, other = make_drive(1), make_drive(2, firmware="B2")

    def targeting(*drives: dict[str, Any]) -> str:
        return str(hash_of(make_snapshot(target={"kind": "devices", "drives": list(drives)})))

    assert targeting(one, other) == targeting(other, one)
    assert len({targeting(one), targeting(one, one), targeting(one, other), targeting(one, one, other)}) == 4


def test_members_have_no_order() -> None:
    turned = make_snapshot(arrays=[make_array(members=list(reversed(make_array()["members"])))])
    assert compute_class_hash(turned) == compute_class_hash(make_snapshot())
    assert compute_instance_hash(turned) == compute_instance_hash(make_snapshot())


def test_same_model_drives_share_the_class_hash() -> None:
    other = make_snapshot(arrays=[make_array(members=[make_member(number) for number in range(5, 9)])])
    assert compute_class_hash(other) == compute_class_hash(make_snapshot())
    assert compute_instance_hash(other) != compute_instance_hash(make_snapshot())


def test_preparation_step_order_changes_the_class_hash() -> None:
    stop, create = {"ordinal": 1, "kind": "mdadm_stop"}, {"ordinal": 2, "kind": "mdadm_create"}
    turned = [{**create, "ordinal": 1}, {**stop, "ordinal": 2}]
    assert compute_class_hash(make_snapshot(preparation=[stop, create])) != compute_class_hash(
        make_snapshot(preparation=turned)
    )


def test_key_order_does_not_change_hashes() -> None:
    turned = dict(reversed(make_snapshot().items()))
    assert compute_class_hash(turned) == compute_class_hash(make_snapshot())
    assert compute_instance_hash(turned) == compute_instance_hash(make_snapshot())


def test_integer_and_float_form_hash_equally() -> None:
    other = make_snapshot(controllers=[make_controller(link_speed_gts=16)])
    assert compute_instance_hash(other) == compute_instance_hash(make_snapshot())


def test_unversioned_snapshot_preserves_stored_hashes() -> None:
    assert (compute_class_hash(UNVERSIONED), compute_instance_hash(UNVERSIONED)) == UNVERSIONED_HASHES


def test_unversioned_snapshot_uses_its_original_hash_rule() -> None:
    other = copy.deepcopy(UNVERSIONED)
    other["drives"][0]["serial"] = "D9"
    other["drives"][1]["path"] = "/dev/sdz"
    assert compute_class_hash(other) == compute_class_hash(UNVERSIONED)
    assert compute_instance_hash(other) != compute_instance_hash(UNVERSIONED)
    # A slot was a field like any other then.
    other["controllers"][0]["slot"] = "2"
    assert compute_class_hash(other) != compute_class_hash(UNVERSIONED)


def test_the_two_hashes_are_different_figures() -> None:
    assert compute_class_hash(make_snapshot()) != compute_instance_hash(make_snapshot())
    assert len(compute_class_hash(make_snapshot())) == 64


def test_canonical_json_has_one_byte_form() -> None:
    assert encode_canonical_json({"b": 1, "a": [None, "é"]}) == '{"a":[null,"é"],"b":1}'.encode()
    with pytest.raises(ValueError, match="not JSON compliant"):
        encode_canonical_json(math.nan)
