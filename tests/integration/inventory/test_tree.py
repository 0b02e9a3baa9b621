"""The hardware of a server as a tree, with slots, and arrays beside it."""

from __future__ import annotations

import pytest
from starlette.testclient import TestClient
from tests.factories import Factory

from storagelab.db.models import Drive
from storagelab.inventory.tree import build_natural_key, map_slots


def behind(make: Factory, server: object, slot: str | None, **values: object) -> Drive:
    """Return a drive in a slot behind a controller."""
    place = {"kernel_name": None, "path": None, "location": f"/c0/e8/s{slot}", "slot": slot}
    return make.drive(server, **(place | values))  # type: ignore[arg-type]


def test_controllers_hold_enclosures_with_slots_and_drives(viewer: TestClient, make: Factory) -> None:
    server, other = make.server(), make.server()
    controller = make.controller(server)
    box = make.enclosure(server, controller_id=controller.id, slot_count=4, product="BP14G")
    at = {"controller_id": controller.id, "enclosure_id": box.id}
    second, first = (
        behind(make, server, "2", **at, health={"passed": False}),
        behind(make, server, "0", **at, firmware="7.1"),
    )
    loose = behind(make, server, None, controller_id=controller.id)
    free = make.drive(server, kernel_name="sda", path="/dev/sda")
    make.drive(server, present=False)
    make.drive(other)
    array = make.array(
        server, members=[{"kind": "drive", "key": "x", "drive_id": str(row.id)} for row in (first, second)]
    )
    tree = viewer.get(f"/api/v1/servers/s-{server.number}/tree").json()
    node = tree["controllers"][0]
    assert node["controller"]["drive_count"] == 3
    slots = node["enclosures"][0]["slots"]
    assert [slot["slot"] for slot in slots] == ["0", "1", "2", "3"]
    assert [slot["drive"] and slot["drive"]["id"] for slot in slots] == [str(first.id), None, str(second.id), None]
    assert (slots[2]["drive"]["passed"], slots[2]["drive"]["arrays"][0]["id"]) == (False, str(array.id))
    assert (slots[0]["drive"]["firmware"], slots[0]["drive"]["condition"]) == ("7.1", "unknown")
    assert [drive["id"] for drive in node["drives"]] == [str(loose.id)]
    assert [drive["id"] for drive in tree["drives"]] == [str(free.id)]
    assert [member["link"]["id"] for member in tree["arrays"][0]["members"]] == [str(first.id), str(second.id)]


def test_drives_remain_when_their_controller_is_missing(viewer: TestClient, make: Factory) -> None:
    server = make.server()
    missing = make.controller(server, present=False)
    box = make.enclosure(server, controller_id=missing.id)
    make.drive(server, kernel_name="sda", controller_id=missing.id)
    behind(make, server, "1", controller_id=missing.id, enclosure_id=box.id)
    tree = viewer.get(f"/api/v1/servers/{server.id}/tree").json()
    assert tree["controllers"] == []
    assert [slot["slot"] for slot in tree["enclosures"][0]["slots"]] == ["1"]
    assert [drive["kernel_name"] for drive in tree["drives"]] == ["sda"]


def test_virtual_drive_is_listed_under_its_array(viewer: TestClient, make: Factory) -> None:
    server = make.server()
    volume = make.drive(server, kernel_name="md0", path="/dev/md0")
    make.drive(server, kernel_name="sda", path="/dev/sda")
    make.array(server, drive_id=volume.id)
    tree = viewer.get(f"/api/v1/servers/{server.id}/tree").json()
    assert [drive["kernel_name"] for drive in tree["drives"]] == ["sda"]
    assert tree["arrays"][0]["drive"]["id"] == str(volume.id)


@pytest.mark.parametrize(
    ("occupied", "slot_count", "shown"),
    [
        (["0", "2"], 4, ["0", "1", "2", "3"]),
        (["4", "1"], 4, ["1", "2", "3", "4"]),
        (["2"], 4, ["2", None, None, None]),
        ([], 2, [None, None]),
        (["0", "0"], 2, ["0", "0"]),
        (["s10", "s2"], 3, ["s2", "s10", None]),
        (["1", "0"], None, ["0", "1"]),
        (["0", "9"], 4, ["0", "9", None, None]),
    ],
)
def test_empty_slots_show_only_known_numbers(
    viewer: TestClient, make: Factory, occupied: list[str], slot_count: int | None, shown: list[str | None]
) -> None:
    server = make.server()
    box = make.enclosure(server, slot_count=slot_count)
    for index, slot in enumerate(occupied):
        behind(make, server, slot, enclosure_id=box.id, location=f"/x/{index}")
    tree = viewer.get(f"/api/v1/servers/{server.id}/tree").json()
    assert [slot["slot"] for slot in tree["enclosures"][0]["slots"]] == shown


def test_slots_are_counted_as_people_count() -> None:
    assert sorted(["s10", "s2", "1", "10", "2"], key=build_natural_key) == ["1", "2", "10", "s2", "s10"]
    assert map_slots([], 10**9)[-1] == (None, None)
    assert len(map_slots([], 10**9)) == 1000
