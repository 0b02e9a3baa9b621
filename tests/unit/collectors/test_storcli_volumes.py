"""Virtual drives and their policies from captured output of storcli and perccli."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from storagelab.collectors import storcli
from storagelab.collectors.base import ArrayFacts, Policy

DATA = Path(__file__).parents[2] / "data"
RAID10 = (DATA / "storcli" / "volumes.json").read_text()
CONTROLLER = (DATA / "storcli" / "controller_cachevault.json").read_text()
CHECKED = (DATA / "storcli" / "volumes_raid5_check.json").read_text()


def arrays(volumes: str, **outputs: str) -> dict[str, ArrayFacts]:
    facts = storcli.parse({"storcli_volumes": volumes, **outputs})
    return {array.name: array for array in facts.arrays}


def test_raid10_lists_spans_and_members_in_order():
    array = arrays(RAID10)["HOME"]
    assert (array.level, array.strip_bytes, array.size_bytes) == ("raid10", 256 << 10, 7499284480 * 512)
    assert (array.key, array.wwn, array.kernel_name) == (*(["6a0042bb0fccfec02c14e04218ae3545"] * 2), "sdb")
    assert (array.implementation, array.condition, array.activity) == ("megaraid", "optimal", "none")
    assert [(member.key, member.slot, member.state) for member in array.members] == [
        (f"/c0/e252/s{seat}", index, "online") for index, seat in enumerate((6, 7, 8, 9))
    ]
    assert (array.settings["span_depth"], array.settings["drives_per_span"]) == (2, 2)


@pytest.mark.parametrize(
    ("file", "levels", "strip_bytes"),
    [
        ("perccli/volumes_raid0_raid1_raid5.json", ["raid1", "raid0", "raid5"], 64 << 10),
        ("storcli/volumes_raid0_raid1.json", ["raid1", "raid1", "raid0"], 256 << 10),
    ],
)
def test_levels_of_captured_volumes(file, levels, strip_bytes):
    volumes = arrays((DATA / file).read_text()).values()
    assert [array.level for array in volumes] == levels
    assert {array.strip_bytes for array in volumes} == {strip_bytes}
    assert all(array.condition == "optimal" and array.size_bytes for array in volumes)


def test_the_short_form_has_rows_only():
    """Check an output made by hand after the form of `/call/vall show J`."""
    row = {"DG/VD": "2/1", "TYPE": "RAID0", "State": "Optl", "Cache": "RWTD", "Size": "7.275 TB", "Name": "scratch"}
    text = {"Command Status": {"Controller": 3, "Status": "Success"}, "Response Data": {"Virtual Drives": [row]}}
    array = arrays(json.dumps({"Controllers": [text]}))["scratch"]
    assert (array.key, array.level, array.members) == ("/c3/v1", "raid0", ())
    assert (array.activity, array.strip_bytes, array.policies["write"]) == (None, None, Policy("wt", "wt"))


def test_a_check_that_is_under_way():
    facts = storcli.parse({"storcli_controllers": CONTROLLER, "storcli_volumes": CHECKED})
    (array,) = facts.arrays
    assert (array.condition, array.activity, array.progress_percent) == ("optimal", "consistency_check", 36.0)
    assert array.controller_key == "pci:0000:01:00.0"
    assert facts.warnings == ("The virtual drive /c0/v0 is busy with Consistency Check (36%).",)


@pytest.mark.parametrize(
    ("operation", "condition", "activity", "progress"),
    [
        ("None", "optimal", "none", None),
        ("Background Initialization (22%)", "initialising", "none", 22.0),
        ("Foreground Initialization (3.5%)", "initialising", "none", 3.5),
        ("Copyback (7%)", "optimal", "copyback", 7.0),
        ("Reconstruction (10%)", "optimal", None, 10.0),
    ],
)
def test_volume_activity_beside_serving(operation, condition, activity, progress):
    array = arrays(CHECKED.replace("Consistency Check (36%)", operation))["/c0/v0"]
    assert (array.condition, array.activity, array.progress_percent) == (condition, activity, progress)


@pytest.mark.parametrize(
    ("state", "condition"),
    [
        ("Optl", "optimal"),
        ("Dgrd", "degraded"),
        ("Pdgd", "degraded"),
        ("OfLn", "failed"),
        ("Rec", "rebuilding"),
        ("Neu", None),
    ],
)
def test_volume_state_maps_to_array_condition(state, condition):
    assert arrays(RAID10.replace('"Optl"', f'"{state}"'))["HOME"].condition == condition


def test_rebuild_with_progress_and_a_missing_member():
    """Check states that were changed by hand; the progress has the form that was captured for another operation."""
    document = json.loads(RAID10)
    data = document["Controllers"][0]["Response Data"]
    data["/c0/v0"][0]["State"] = "Dgrd"
    data["PDs for VD 0"][1]["State"] = "Rbld"
    data["PDs for VD 0"][2] |= {"EID:Slt": "-", "State": "Msng"}
    rebuild = {"Drive-ID": "/c0/e252/s7", "Progress%": "39", "Status": "In progress", "Estimated Time Left": "-"}
    idle = {"Drive-ID": "/c0/e252/s6", "Progress%": "-", "Status": "Not in progress"}
    answer = {"Command Status": {"Controller": 0, "Status": "Success"}, "Response Data": [rebuild, idle]}
    progress = json.dumps({"Controllers": [answer]})
    array = arrays(json.dumps(document), storcli_rebuild=progress)["HOME"]
    assert (array.condition, array.progress_percent) == ("rebuilding", 39.0)
    assert [(member.key, member.state) for member in array.members] == [
        ("/c0/e252/s6", "online"),
        ("/c0/e252/s7", "rebuilding"),
        ("/c0/v0/2", "missing"),
        ("/c0/e252/s9", "online"),
    ]


def test_patrol_read_is_an_activity_of_controller_arrays():
    text = (DATA / "storcli" / "patrol_read.json").read_text().replace('"Stopped"', '"Active 0"')
    assert arrays(RAID10, storcli_patrol=text)["HOME"].activity == "patrol_read"
    text = text.replace('"Controller" : 0', '"Controller" : 7')
    assert arrays(RAID10, storcli_patrol=text)["HOME"].activity == "none"


def test_policies_are_requested_and_effective():
    policies = arrays(CHECKED, storcli_controllers=CONTROLLER)["/c0/v0"].policies
    assert policies == {
        "read": Policy("ra", "ra"),
        "write": Policy("wb", "wb"),
        "io": Policy("direct", "direct"),
        "drive_cache": Policy("off", "off"),
    }
    assert arrays(RAID10)["HOME"].policies["drive_cache"] == Policy("default", None)


@pytest.mark.parametrize(
    ("battery", "cache", "initial", "write"),
    [
        ("Optimal", "RWBD", "WriteBack", Policy("wb", "wb")),
        ("Failed", "RWBD", "WriteBack", Policy("wb", "wt")),
        ("Failed", "RAWBD", "AlwaysWriteBack", Policy("awb", "awb")),
        ("Failed", "RWTD", "WriteBack", Policy("wb", "wt")),
        ("Optimal", "NRWTC", "WriteThrough", Policy("wt", "wt")),
        ("Charging", "RWBD", "WriteBack", Policy("wb", None)),
        ("Nanu", "RWBD", "WriteBack", Policy("wb", None)),
    ],
)
def test_effective_write_policy_depends_on_the_battery(battery, cache, initial, write):
    controller = json.loads(CONTROLLER)
    controller["Controllers"][0]["Response Data"]["Cachevault_Info"][0]["State"] = battery
    volumes = CHECKED.replace('"RWBD"', f'"{cache}"').replace('"WriteBack"', f'"{initial}"')
    volume = arrays(volumes, storcli_controllers=json.dumps(controller))["/c0/v0"]
    assert volume.policies["write"] == write


def test_forced_write_back_holds_without_a_battery():
    text = CONTROLLER.replace('"Cache When BBU Bad": "Off"', '"Cache When BBU Bad": "On"').replace(
        '"State": "Optimal"', '"State": "Failed"'
    )
    assert arrays(CHECKED, storcli_controllers=text)["/c0/v0"].policies["write"] == Policy("wb", "wb")


def test_effective_write_policy_is_unknown_without_battery():
    assert arrays(CHECKED)["/c0/v0"].policies["write"] == Policy("wb", None)
