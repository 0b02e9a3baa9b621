"""Adaptec controllers from captured output of arcconf, old and new."""

from __future__ import annotations

from pathlib import Path

import pytest

from storagelab.collectors import arcconf
from storagelab.collectors.base import CollectedFacts, Policy

DATA = Path(__file__).parents[2] / "data" / "arcconf"
RAID6 = (DATA / "serveraid-8k-raid6.txt").read_text()
RAID1 = (DATA / "serveraid-8kl-raid1.txt").read_text()
#: Parts of two machines, in the order in which `getconfig 1` prints them.
SMART_RAID = (
    "".join(
        (DATA / f"smartraid-{part}.txt").read_text() for part in ("3204-controller", "raid1-raid10-logical", "physical")
    )
    + "\nCommand completed successfully.\n"
)
SEGMENT = "Present (11444224MB, SAS, HDD, Connector:CN0, Enclosure:1, Slot:5) 8DG76EGD"


def test_a_controller_of_today():
    (controller,) = arcconf.parse({"arcconf/1": SMART_RAID}).controllers
    assert (controller.key, controller.kind) == ("pci:0000:60:00.0", "raid")
    assert (controller.model, controller.serial) == ("Adaptec SmartRAID 3204-8i", "1A5535F3324002BA")
    assert (controller.firmware, controller.driver, controller.driver_version) == (
        *("03.01.02.042", "smartpqi", "1.2.10-025"),
    )
    assert (controller.link_speed_gts, controller.link_width, controller.cache_bytes) == (8.0, 8, 3644 << 20)
    assert controller.battery is None
    assert controller.settings == {
        "mode": "Mixed",
        "physical_drive_write_cache": "Default",
        "write_cache_without_battery": "Disabled",
    }


def test_legacy_controllers_have_serial_battery_and_cache():
    facts = arcconf.parse({"arcconf/2": RAID1, "arcconf/1": RAID6})
    assert [(controller.key, controller.battery, controller.cache_bytes) for controller in facts.controllers] == [
        ("serial:5AB49E0", "optimal", 256 << 20),
        ("serial:1BC953C0", "missing", 32 << 20),
    ]
    assert facts.warnings == ()


def test_logical_devices_with_their_members_in_order():
    first, second = arcconf.parse({"arcconf/1": SMART_RAID}).arrays
    assert (first.key, first.name, first.kernel_name) == ("600508b1001cf1a2e058530ba221fbbb", "RAID1", "sdb")
    assert (first.level, first.strip_bytes, first.size_bytes) == ("raid1", 64 << 10, 11364320 << 20)
    assert (first.implementation, first.condition, first.controller_key) == ("adaptec", "optimal", "pci:0000:60:00.0")
    assert [(member.key, member.slot, member.state) for member in first.members] == [
        ("arcconf/1/0,8", 0, "online"),
        ("arcconf/1/0,9", 1, "online"),
    ]
    # The recording of that machine does not contain the drives of the second.
    assert (second.level, len(second.members)) == ("raid10", 4)
    assert first.policies["write"] == Policy("wt", "wt")


def test_legacy_members_are_located_by_channel_and_device():
    first, second = arcconf.parse({"arcconf/1": RAID6, "arcconf/2": RAID1}).arrays
    assert (first.level, first.strip_bytes, first.condition) == ("raid6", 256 << 10, "optimal")
    assert [member.key for member in first.members] == [f"arcconf/1/0,{device}" for device in range(8)]
    assert first.policies == {"read": Policy("on", "on"), "write": Policy("awb", "awb")}
    assert [(member.key, member.state) for member in second.members] == [
        ("arcconf/2/0,0", "online"),
        ("arcconf/2/0,1", "online"),
    ]
    assert second.policies["write"] == Policy(None, None)


@pytest.mark.parametrize(
    ("setting", "status", "write"),
    [
        ("On when protected by battery/ZMM", "On", Policy("wb", "wb")),
        ("On when protected by battery/ZMM", "Off", Policy("wb", "wt")),
        ("Enabled (write-back) when protected by battery", "Disabled (write-through)", Policy("wb", "wt")),
        ("Enabled (write-back)", "Enabled (write-back)", Policy("awb", "awb")),
        ("Disabled (write-through)", "Disabled (write-through)", Policy("wt", "wt")),
        ("Nicht bekannt", "Nicht bekannt", Policy(None, None)),
    ],
)
def test_write_cache_has_requested_and_effective_policy(setting, status, write):
    text = RAID6.replace("Write-cache mode : Enabled (write-back)", f"Write-cache status : {status}")
    text = text.replace("Write-cache setting : Enabled (write-back)", f"Write-cache setting : {setting}")
    assert arcconf.parse({"arcconf/1": text}).arrays[0].policies["write"] == write


@pytest.mark.parametrize(
    ("status", "condition"),
    [("Degraded", "degraded"), ("Suboptimal, Rebuilding", "rebuilding"), ("Failed", "failed"), ("Impacted", None)],
)
def test_logical_device_status_maps_to_array_condition(status, condition):
    text = SMART_RAID.replace(
        "Status of Logical Device                   : Optimal", f"Status of Logical Device : {status}"
    )
    assert [array.condition for array in arcconf.parse({"arcconf/1": text}).arrays] == [condition] * 2


def status(operation: str, logical: str = "   Logical device : 1\n") -> str:
    task = f"{logical}   Current operation : {operation}\n   Percentage complete : 92\n"
    return f"Controllers found: 1\nLogical Device Task:\n{task}\nCommand completed successfully.\n"


def test_logical_drive_activity_beside_serving():
    old = {"arcconf/1": RAID6, "arcconf_status/1": (DATA / "getstatus-tasks.txt").read_text()}
    (array,) = arcconf.parse(old).arrays
    # It is logical device 1; the other task is about logical device 0.
    assert (array.condition, array.activity, array.progress_percent) == ("rebuilding", "none", 3.0)
    (array,) = arcconf.parse(old | {"arcconf_status/1": (DATA / "getstatus-idle.txt").read_text()}).arrays
    assert (array.condition, array.activity, array.progress_percent) == ("optimal", "none", None)


@pytest.mark.parametrize(
    ("operation", "condition", "activity"),
    [
        ("Rebuild", "rebuilding", "none"),
        ("Build/Verify with fix", "initialising", "none"),
        ("Verify with fix", "optimal", "consistency_check"),
        ("Background Consistency Check", "optimal", "consistency_check"),
        ("Copyback", "optimal", "copyback"),
        ("Polieren", "optimal", None),
    ],
)
def test_tasks_map_to_condition_and_activity(operation, condition, activity):
    arrays = arcconf.parse({"arcconf/1": SMART_RAID, "arcconf_status/1": status(operation)}).arrays
    first, second = ((array.condition, array.activity) for array in arrays)
    assert (first, second) == (("optimal", "none"), (condition, activity))
    assert arrays[1].progress_percent == 92.0


def test_task_without_logical_device_leaves_activity_unknown():
    arrays = arcconf.parse({"arcconf/1": SMART_RAID, "arcconf_status/1": status("Verify", "")}).arrays
    assert [(array.condition, array.activity) for array in arrays] == [("optimal", None)] * 2


@pytest.mark.parametrize("text", ["", "Fehler", "Controllers found: 1\n   Current operation : None\n", None])
def test_controller_activity_without_tasks_is_unknown(text):
    arrays = arcconf.parse({"arcconf/1": SMART_RAID, "arcconf_status/1": text}).arrays
    assert [(array.condition, array.activity) for array in arrays] == [("optimal", None)] * 2


def test_missing_member_has_its_state():
    (_, array) = arcconf.parse({"arcconf/1": SMART_RAID.replace(SEGMENT, "Missing")}).arrays
    assert (array.members[1].key, array.members[1].state) == ("arcconf/1/logical 1/1", "missing")


def test_drive_details_are_parsed_with_state_and_health():
    drives = {drive.serial: drive for drive in arcconf.parse({"arcconf/1": SMART_RAID}).details}
    member, free = drives["8DGYNB3H"], drives["WSD55XT0054521231QWM"]
    assert (member.location, member.slot, member.state) == ("arcconf/1/0,8", "0", "online")
    assert (member.wwn, member.model, member.firmware) == ("5000cca25335ecbd", "HUH721212AL4204", "C3F0")
    assert (member.logical_block_bytes, member.physical_block_bytes) == (4096, 4096)
    assert (member.transport, member.link_speed_gts, member.medium, member.rotation_rpm) == (
        "sas",
        12.0,
        "rotating",
        7200,
    )
    assert member.health is not None
    assert (member.health.temperature_c, member.health.power_on_hours, member.health.media_errors) == (30.0, 24, 0)
    assert (free.state, free.kernel_name) == ("jbod", "sdd")


def test_an_enclosure_and_the_drives_in_it():
    facts = arcconf.parse({"arcconf/1": RAID1})
    assert [(enclosure.key, enclosure.product) for enclosure in facts.enclosures] == [("serial:1BC953C0/e0", "VSC7160")]
    assert {drive.enclosure_key for drive in facts.details} == {"serial:1BC953C0/e0"}


@pytest.mark.parametrize("outputs", [{}, {"arcconf/1": None}, {"arcconf/1": ""}, {"arcconf": RAID1}])
def test_empty_output_gives_no_facts(outputs):
    assert arcconf.parse(outputs) == CollectedFacts()


def test_missing_controller_gives_no_facts():
    assert arcconf.parse({"arcconf/1": "Controllers found: 0\n\nCommand completed successfully.\n"}) == CollectedFacts()


@pytest.mark.parametrize("text", ["Illegal controller", "Der Controller antwortet nicht.", RAID1[:200], "x\x00" * 99])
def test_unreadable_output_gives_one_warning(text):
    facts = arcconf.parse({"arcconf/1": text, "arcconf/2": text})
    assert facts == CollectedFacts(warnings=("The output of arcconf was not understood.",))


def test_missing_permission_is_recorded_for_the_tool():
    facts = arcconf.parse({"arcconf/1": "Error: arcconf must be run as root", "arcconf/2": "Permission denied"})
    assert [(tool.name, tool.state) for tool in facts.tools] == [("arcconf", "not_permitted")]
    assert facts.warnings == ()


def test_equal_serials_with_markup_stay_separate():
    markup = "<b>8DGYNB3H</b>"
    text = SMART_RAID.replace(": 8DGYNB3H", f": {markup}").replace(": 8HHWTJVH", f": {markup}")
    drives = arcconf.parse({"arcconf/1": text}).details
    assert [(drive.serial, drive.location) for drive in drives[:2]] == [
        (markup, "arcconf/1/0,8"),
        (markup, "arcconf/1/0,9"),
    ]


@pytest.mark.parametrize("text", [RAID6, RAID1, SMART_RAID])
def test_it_can_end_anywhere(text):
    for end in range(0, len(text), 173):
        assert len(arcconf.parse({"arcconf/1": text[:end]}).warnings) == (1 if end else 0)
