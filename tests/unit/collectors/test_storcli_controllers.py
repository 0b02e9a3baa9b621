"""RAID controllers, enclosures and drives from captured output of storcli."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from storagelab.collectors import storcli

DATA = Path(__file__).parents[2] / "data" / "storcli"


def captured(**names: str) -> dict[str, str]:
    """Return outputs by their names without `storcli_`, from files of these names."""
    return {f"storcli_{output}": (DATA / f"{file}.json").read_text() for output, file in names.items()}


MACHINE = captured(
    controllers="controller_cachevault",
    volumes="volumes_raid5_check",
    drives="drives_links",
    cv="cachevault",
    bbu="battery_is_cachevault",
)


def changed(output: str, before: str, after: str) -> dict[str, str]:
    assert before in MACHINE[output]
    return MACHINE | {output: MACHINE[output].replace(before, after)}


def test_a_controller_with_its_cache_and_battery():
    (controller,) = storcli.parse(MACHINE).controllers
    assert (controller.key, controller.kind, controller.pci_address) == ("pci:0000:01:00.0", "raid", "0000:01:00.0")
    assert (controller.model, controller.serial) == ("LSI MegaRAID SAS 9270CV-8i", "SV00000001")
    assert (controller.firmware, controller.driver, controller.driver_version) == (
        *("23.34.0-0019", "megaraid_sas", "07.727.03.00-rc1"),
    )
    assert (controller.cache_bytes, controller.battery, controller.cache_module) == (1 << 30, "optimal", "CVPM02")
    assert controller.settings["firmware_version"] == "3.460.115-6465"
    assert controller.settings["rebuild_rate_percent"] == 30
    assert (controller.settings["jbod"], controller.settings["alarm"]) == (False, "on")


@pytest.mark.parametrize(
    ("state", "battery"),
    [
        ("Optimal", "optimal"),
        ("Degraded (Need Attention)", "degraded"),
        ("Failed", "failed"),
        ("Learning", "learning"),
        ("Charging", "charging"),
        ("Weiss nicht", None),
    ],
)
def test_the_state_of_the_cache_module(state, battery):
    outputs = changed("storcli_cv", '"Value": "Optimal"', f'"Value": "{state}"')
    del outputs["storcli_controllers"]
    controllers = storcli.parse(outputs | captured(controllers="controller_failure")).controllers
    assert [controller.battery for controller in controllers] == [battery]


def test_missing_battery_is_reported_only_with_a_cache():
    document = json.loads(MACHINE["storcli_controllers"])
    data = document["Controllers"][0]["Response Data"]
    del data["Cachevault_Info"]
    data["HwCfg"]["BBU"] = "Absent"
    (controller,) = storcli.parse({"storcli_controllers": json.dumps(document)}).controllers
    assert controller.battery == "missing"
    data["HwCfg"]["On Board Memory Size"] = "0MB"
    (controller,) = storcli.parse({"storcli_controllers": json.dumps(document)}).controllers
    assert (controller.battery, controller.cache_bytes) == (None, 0)


def test_the_patrol_read_of_two_controllers():
    outputs = MACHINE | captured(patrol="patrol_read")
    (controller,) = storcli.parse(outputs).controllers
    assert controller.settings["patrol_read_mode"] == "auto"
    assert (controller.settings["patrol_read_state"], controller.settings["patrol_read_on_ssd"]) == ("stopped", False)


def test_failing_controller_still_has_its_facts():
    facts = storcli.parse(captured(controllers="controller_failure"))
    (controller,) = facts.controllers
    assert (controller.model, controller.firmware) == ("Intel(R) RAID Controller RS3DC080", "24.15.0-0034")
    assert controller.pci_address == "0000:3b:00.0"
    assert facts.warnings == ("The RAID tool reports a failure of controller 0: Incomplete foreign configuration.",)
    assert [(drive.location, drive.model, drive.state) for drive in facts.details] == [
        ("/c0/e35/s12", "HUS726040AL5210", "unconfigured"),
        ("/c0/e35/s13", "HUS726040AL5210", "unconfigured"),
    ]


def test_enclosures_and_recognised_expanders():
    facts = storcli.parse(captured(controllers="controller_failure", enclosures="enclosures"))
    assert [
        (enclosure.key, enclosure.kind, enclosure.product, enclosure.slot_count) for enclosure in facts.enclosures
    ] == [
        ("pci:0000:3b:00.0/e35", "expander", "SC846P", 24),
        ("pci:0000:3b:00.0/e44", "expander", "SAS3x28", 12),
        ("pci:0000:3b:00.0/e252", "backplane", "SGPIO", 8),
    ]


def test_drive_has_link_size_and_health():
    drives = {drive.location: drive for drive in storcli.parse(MACHINE).details}
    drive = drives["/c0/e252/s1"]
    assert (drive.serial, drive.wwn, drive.vendor) == ("WD-WM00000002", "500000000000000f", None)
    assert (drive.model, drive.firmware, drive.size_bytes) == ("WDC WD30EFRX-68EUZN0", "80.00A80", 3_000_592_982_016)
    assert (drive.logical_block_bytes, drive.physical_block_bytes) == (512, 4096)
    assert (drive.transport, drive.medium, drive.state, drive.slot) == ("sata", "rotating", "online", "1")
    assert (drive.link_speed_gts, drive.link_width) == (6.0, 1)
    assert (drive.controller_key, drive.enclosure_key) == ("pci:0000:01:00.0", "pci:0000:01:00.0/e252")
    assert drive.health is not None
    assert (drive.health.passed, drive.health.temperature_c, drive.health.media_errors) == (True, 58.0, 0)
    # Those that the list of drives leaves out are known from their controller.
    assert len(drives) == 8
    assert drives["/c0/e252/s7"].serial is None


def test_padded_serials_and_predicted_failures_are_read():
    text = (DATA / "drives.json").read_text().replace('"Predictive Failure Count": 0', '"Predictive Failure Count": 2')
    drives = storcli.parse({"storcli_drives": text.replace('drive": "No"', 'drive": "Yes"')}).details
    assert [drive.serial for drive in drives] == ["14070C01A4DF", "Z4DS105ZTM3W", "Z4DS101FTM3W"]
    assert drives[0].size_bytes == 0xDF94BB0 * 512
    assert drives[0].health is not None
    assert drives[0].health.warnings == ("predictive_failure", "smart_alert")
    assert drives[0].health.passed is False


def test_jbod_and_foreign_drives_are_distinguished():
    drives = storcli.parse(captured(drives="drives_jbod_foreign")).details
    assert [(drive.location, drive.state, drive.medium) for drive in drives[2:4]] == [
        ("/c0/e65/s6", "unconfigured", "flash"),
        ("/c0/e65/s7", "jbod", "flash"),
    ]
    assert drives[2].settings["foreign"] is True
    # Sizes that are only printed rounded are no sizes.
    assert drives[0].size_bytes is None


def test_drives_without_enclosure_come_from_the_controller():
    """Check the form in which direct attached drives are listed; the slot was changed to it by hand."""
    document = json.loads((DATA / "controller_failure.json").read_text())
    data = document["Controllers"][0]["Response Data"]
    data["PD LIST"][0]["EID:Slt"] = " :3"
    data["JBOD LIST"] = [{"EID:Slt": " :5", "State": "Onln", "Intf": "SATA", "Med": "SSD", "Model": "X"}]
    drives = storcli.parse({"storcli_controllers": json.dumps(document)}).details
    assert [(drive.location, drive.enclosure_key, drive.slot, drive.state) for drive in drives] == [
        ("/c0/s3", None, "3", "unconfigured"),
        ("/c0/e35/s13", "pci:0000:3b:00.0/e35", "13", "unconfigured"),
        ("/c0/s5", None, "5", "jbod"),
    ]
