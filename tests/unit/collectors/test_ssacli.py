"""HPE Smart Array controllers from captured output of hpssacli, and from the wording of ssacli."""

from __future__ import annotations

from pathlib import Path

import pytest

from storagelab.collectors import ssacli
from storagelab.collectors.base import CollectedFacts, Policy

DATA = Path(__file__).parents[2] / "data" / "ssacli"
P822 = (DATA / "p822-raid5-raid1.txt").read_text()
P816 = (DATA / "p816i-raid6-raid1.txt").read_text()
P420 = (DATA / "p420-raid1.txt").read_text()
#: Made by hand after the form of public reports of ssacli 4 and 5.
GEN10 = """
HPE Smart Array P408i-a SR Gen10 in Slot 0 (Embedded)  (sn: PEYHC0CRHD80F8)
   Bus Interface: PCI
   Serial Number: PEYHC0CRHD80F8
   Controller Mode: Mixed
   Firmware Version: 3.00-0
   Drive Write Cache: Enabled
   No-Battery Write Cache: Disabled
   Cache Status: Temporarily Disabled
   Total Cache Size: 2.0
   Cache Backup Power Source: Batteries
   Battery/Capacitor Count: 1
   Battery/Capacitor Status: Failed (Replace Batteries)
   PCI Address (Domain:Bus:Device.Function): 0000:5C:00.0
   Driver Name: smartpqi
   Driver Version: Linux 1.2.8-026

   Internal Drive Cage at Port 1I, Box 1, OK

      Power Supply Status: Not Redundant
      Drive Bays: 4
      Port: 1I
      Box: 1
      Location: Internal

   Array: A
      Interface Type: Solid State SATA
      Status: OK

      Logical Drive: 1
         Size: 1.8 TB
         Fault Tolerance: 1+0
         Strip Size: 256 KB
         Status: Recovering, 12.5% complete
         Caching:  Enabled
         Unique Identifier: 600508B1001C32F2D4D2D9A9A0C7B8B7
         Disk Name: /dev/sda
         Mirror Group 1:
            physicaldrive 1I:1:1 (port 1I:box 1:bay 1, SATA SSD, 960 GB, OK)
            physicaldrive 1I:1:2 (port 1I:box 1:bay 2, SATA SSD, 960 GB, Rebuilding)
         Mirror Group 2:
            physicaldrive 1I:1:3 (port 1I:box 1:bay 3, SATA SSD, 960 GB, OK)
            physicaldrive 1I:1:4 (port 1I:box 1:bay 4, SATA SSD, 960 GB, Predictive Failure)

      physicaldrive 1I:1:1
         Port: 1I
         Box: 1
         Bay: 1
         Status: OK
         Drive Type: Data Drive
         Interface Type: Solid State SATA
         Logical/Physical Block Size: 512/4096
         WWID: 31402EC0017F6D01
         Model: ATA     MK000960GWTTK
         Serial Number: S1
         Usage remaining: 99.73%
         Power On Hours: 40698
         PHY Transfer Rate: 6.0Gbps

      physicaldrive 1I:1:2
         Status: Rebuilding
         Drive Type: Data Drive
         Serial Number: S2

      physicaldrive 1I:1:4
         Status: Predictive Failure
         Drive Type: Data Drive
         Serial Number: S4
         SSD Smart Trip Wearout: True

   HBA Drives

      physicaldrive 2I:1:5
         Status: OK
         Drive Type: HBA Mode Drive
         Interface Type: SAS
         WWID: 5000CCA02D8943F5
         Serial Number: S5
"""


def test_a_controller():
    (controller,) = ssacli.parse({"ssacli": P822}).controllers
    assert (controller.key, controller.kind, controller.model) == ("serial:PDVTF0BRH5T0MO", "raid", "Smart Array P822")
    assert (controller.firmware, controller.driver, controller.driver_version) == ("4.68", "hpsa", "3.4.4")
    assert (controller.cache_bytes, controller.battery, controller.cache_module) == (2 << 30, "optimal", "Capacitors")
    assert controller.settings["rebuild_priority"] == "Medium"


def test_logical_drives_with_their_members():
    first, second = ssacli.parse({"ssacli": P822}).arrays
    assert (first.key, first.kernel_name, first.level) == ("600508b1001cc42cdf101f06e5563967", "sda", "raid5")
    assert (first.implementation, first.strip_bytes, first.size_bytes) == ("smartarray", 256 << 10, None)
    # Its parity is still to be written, and the order of the listing is not that of the array.
    assert (first.condition, [(member.key, member.slot) for member in first.members]) == (
        "initialising",
        [(f"ssacli/slot=2/{name}", None) for name in ("5I:1:3", "5I:1:4", "6I:1:5")],
    )
    assert (second.level, second.condition) == ("raid1", "optimal")
    assert [(member.key, member.slot, member.state) for member in second.members] == [
        ("ssacli/slot=2/5I:1:1", 0, "online"),
        ("ssacli/slot=2/5I:1:2", 1, "online"),
    ]
    assert second.policies == {
        "read": Policy("on", None),
        "write": Policy("wb", "wb"),
        "drive_cache": Policy("off", "off"),
    }


def test_drive_details_are_parsed_with_state_and_health():
    drives = {drive.location: drive for drive in ssacli.parse({"ssacli": P822}).details}
    drive = drives["ssacli/slot=2/5I:1:3"]
    assert (drive.serial, drive.vendor, drive.model, drive.firmware) == (
        *("6SL7G4ZN0000B41707PD", "HP", "EF0600FARNA", "HPD6"),
    )
    assert (drive.state, drive.slot, drive.transport, drive.medium) == ("online", "3", "sas", "rotating")
    assert (drive.rotation_rpm, drive.link_speed_gts, drive.logical_block_bytes) == (15000, 6.0, 512)
    assert drive.health is not None
    assert drive.health.temperature_c == 35.0
    assert drives["ssacli/slot=2/6I:1:6"].state == "unconfigured"
    assert len(drives) == 6


def test_the_answer_about_one_logical_drive():
    (array,) = ssacli.parse({"ssacli": P420}).arrays
    assert (array.level, [member.key for member in array.members], array.policies["write"]) == (
        *("raid1", ["ssacli/slot=2/2I:1:7", "ssacli/slot=2/2I:1:8"], Policy("wb", None)),
    )


def test_later_version_rebuild_and_failed_battery_are_parsed():
    facts = ssacli.parse({"ssacli": GEN10})
    (controller,), (array,) = facts.controllers, facts.arrays
    assert (controller.key, controller.vendor, controller.battery) == ("pci:0000:5c:00.0", "HPE", "failed")
    assert (array.level, array.condition, array.progress_percent) == ("raid10", "rebuilding", 12.5)
    assert array.policies["write"] == Policy("wb", "wt")
    assert [(member.key, member.slot, member.state) for member in array.members] == [
        ("ssacli/slot=0/1I:1:1", 0, "online"),
        ("ssacli/slot=0/1I:1:2", 1, "rebuilding"),
        ("ssacli/slot=0/1I:1:3", 2, None),
        ("ssacli/slot=0/1I:1:4", 3, "online"),
    ]
    assert [(enclosure.key, enclosure.slot_count) for enclosure in facts.enclosures] == [("pci:0000:5c:00.0/e1I:1", 4)]


def test_output_of_a_later_version():
    facts = ssacli.parse({"ssacli": P816})
    (controller,), (first, second) = facts.controllers, facts.arrays
    assert facts.warnings == ()
    assert (controller.key, controller.kind, controller.vendor) == ("pci:0000:5c:00.0", "raid", "HPE")
    assert (controller.battery, controller.driver, controller.cache_bytes) == ("optimal", "smartpqi", 4 << 30)
    assert (first.key, first.kernel_name, first.level, first.condition) == (
        *("600508b1001ccd7b72db95e459cddccc", "sdb", "raid6", "optimal"),
    )
    assert first.policies["write"] == Policy("wb", "wb")
    assert (second.level, second.condition, second.policies["write"]) == ("raid1", "optimal", Policy("wt", "wt"))
    assert [(member.key, member.slot, member.state) for member in second.members] == [
        ("ssacli/slot=0/3I:6:1", 0, "online"),
        ("ssacli/slot=0/3I:6:2", 1, "online"),
    ]
    drives = {drive.slot: drive for drive in facts.details if drive.medium == "flash"}
    assert drives["2"].health is not None
    assert (drives["2"].serial, drives["2"].health.used_percent) == ("BTYS8253008L960CGN", 10.56)


@pytest.mark.parametrize(("mode", "activity"), [("Idle", "none"), ("Disabled", "none"), ("High", None), ("N/A", None)])
def test_surface_scan_mode_maps_to_array_activity(mode, activity):
    arrays = ssacli.parse({"ssacli": P816.replace("Scan Mode: Idle", f"Scan Mode: {mode}")}).arrays
    assert [array.activity for array in arrays] == [activity] * 2


def test_later_version_drive_details_are_parsed():
    drives = {drive.serial: drive for drive in ssacli.parse({"ssacli": GEN10}).details}
    assert (drives["S1"].medium, drives["S1"].wwn, drives["S1"].vendor, drives["S1"].physical_block_bytes) == (
        *("flash", None, None, 4096),
    )
    assert drives["S1"].enclosure_key == "pci:0000:5c:00.0/e1I:1"
    assert drives["S1"].health is not None
    assert (drives["S1"].health.used_percent, drives["S1"].health.power_on_hours) == (0.27, 40698)
    assert drives["S4"].health is not None
    assert drives["S4"].health.warnings == ("predictive_failure", "wear_out")
    assert (drives["S5"].state, drives["S5"].wwn, drives["S2"].state) == ("jbod", "5000cca02d8943f5", "rebuilding")


def test_two_controllers_have_their_own_arrays():
    facts = ssacli.parse({"ssacli": P822 + GEN10})
    assert len({controller.key for controller in facts.controllers}) == 2
    assert [array.controller_key for array in facts.arrays] == ["serial:PDVTF0BRH5T0MO"] * 2 + ["pci:0000:5c:00.0"]


@pytest.mark.parametrize("outputs", [{}, {"ssacli": None}, {"ssacli": ""}])
def test_empty_output_gives_no_facts(outputs):
    assert ssacli.parse(outputs) == CollectedFacts()


def test_missing_controller_gives_no_facts():
    assert ssacli.parse({"ssacli": "\nError: No controllers detected. Possible causes:\n"}) == CollectedFacts()


@pytest.mark.parametrize("text", ["Fehler: unbekannt", "   Status: OK\n", "x\x00" * 99, "{}"])
def test_unreadable_output_gives_one_warning(text):
    assert ssacli.parse({"ssacli": text}) == CollectedFacts(warnings=("The output of ssacli was not understood.",))


def test_missing_permission_is_recorded_for_the_tool():
    facts = ssacli.parse({"ssacli": "Error: You need to have administrator rights to continue."})
    assert [(tool.name, tool.state) for tool in facts.tools] == [("ssacli", "not_permitted")]
    assert facts.warnings == ()


def test_equal_serials_with_markup_stay_separate():
    markup = "<img src=x>"
    text = P822.replace("6SL7G4ZN0000B41707PD", markup).replace("6SL7H27F0000B41800S0", markup)
    assert [(drive.serial, drive.slot) for drive in ssacli.parse({"ssacli": text}).details[:2]] == [
        (markup, "3"),
        (markup, "4"),
    ]


def test_unstorable_characters_are_removed():
    text = GEN10.replace("P408i", "P\ud800").replace("physicaldrive 1I:1:2", "physicaldrive 1I:\ud800:2")
    assert "ud800" not in repr(ssacli.parse({"ssacli": text.replace("S1\n", "\ud800\n")}))


@pytest.mark.parametrize("text", [P822.strip(), GEN10.strip()])
def test_it_can_end_anywhere(text):
    for end in range(80, len(text), 173):
        assert ssacli.parse({"ssacli": text[:end]}).controllers
