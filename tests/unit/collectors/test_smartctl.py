"""Drives from smartctl: three families, behind a RAID controller, failing, unreadable and malformed."""

import json
from pathlib import Path

import pytest

from storagelab.collectors import registry, smartctl
from storagelab.collectors.base import ToolReport

DATA = Path(__file__).parents[2] / "data" / "smartctl"
MIB_32 = 32 << 20
#: The smallest answer that identifies the drive, written by hand.
PLAIN = {"device": {"protocol": "ATA"}, "model_name": "A drive", "serial_number": "S1", "smartctl": {"exit_status": 0}}


def _text(name):
    return (DATA / f"{name}.json").read_text()


def _facts(answer, output="smartctl/sda"):
    return smartctl.parse({output: answer if answer is None or isinstance(answer, str) else json.dumps(answer)})


def _detail(answer):
    (detail,) = _facts(answer).details
    return detail


def _with_attribute(number, name, raw, value=100, family=None):
    row = {"id": number, "name": name, "value": value, "thresh": 0, "raw": {"value": raw, "string": str(raw)}}
    return {**PLAIN, "model_family": family, "ata_smart_attributes": {"table": [row]}}


def test_ata_flash_with_all_log_pages():
    facts = _facts(_text("ata-ssd-samsung-860-evo"))
    (detail,) = facts.details
    assert (detail.kernel_name, detail.serial, detail.wwn) == ("sda", "S3YZNB0KB00864E", "5002538e40a22954")
    assert (detail.model, detail.firmware) == ("Samsung SSD 860 EVO 500GB", "RVT02B6Q")
    assert (detail.size_bytes, detail.logical_block_bytes, detail.physical_block_bytes) == (500107862016, 512, 512)
    assert (detail.transport, detail.medium, detail.rotation_rpm, detail.link_speed_gts) == ("sata", "flash", None, 6)
    assert detail.settings["write_cache"] is True
    assert detail.settings["form_factor"] == "2.5 inches"
    wear = detail.settings["smart_attributes"]["177 Wear_Leveling_Count"]
    assert wear == {"value": 81, "threshold": 0, "raw": "278"}
    health = detail.health
    # By the log pages of the standard, not by the attribute of the vendor.
    assert health.used_percent == 19
    assert (health.written_bytes, health.read_bytes) == (64777770148 * 512, 34909544344 * 512)
    assert (health.passed, health.power_on_hours, health.power_cycles, health.temperature_c) == (True, 14551, 13, 36)
    assert (health.reallocated_sectors, health.link_errors, health.media_errors, health.warnings) == (0, 0, 0, ())
    assert (facts.warnings, facts.tools) == ((), ())


def test_ata_disk():
    detail = _detail(_text("ata-hdd-wd-14tb"))
    assert (detail.medium, detail.rotation_rpm, detail.wwn) == ("rotating", 5400, "5000cca264eb01d7")
    assert (detail.health.pending_sectors, detail.health.reallocated_sectors) == (0, 0)
    assert (detail.health.used_percent, detail.health.written_bytes) == (None, None)


@pytest.mark.parametrize(
    ("name", "identity", "wwn", "rpm", "transport", "written"),
    [
        ("sas-hdd-seagate-6.7", ("SEAGATE", "SEAGATE ST1200MM0088", "N004"), None, 10500, None, 806827000000),
        (
            "sas-hdd-hitachi-7.3",
            ("HITACHI", "HITACHI H109060SESUN600G", "A690"),
            "1234567890abcdef",
            10020,
            "sas",
            292086584000000,
        ),
        # Its world-wide name was shortened where it was made anonymous.
        ("sas-hdd-seagate-7.4", ("XYZZZZZZ", "SEAGATE ST0000000", "RSL5"), None, 7200, "sas", 132824923000000),
    ],
)
def test_sas_disks_of_three_versions(name, identity, wwn, rpm, transport, written):
    detail = _detail(_text(name))
    assert (detail.vendor, detail.model, detail.firmware) == identity
    assert (detail.wwn, detail.rotation_rpm, detail.transport, detail.health.written_bytes) == (
        wwn,
        rpm,
        transport,
        written,
    )
    assert (detail.health.reallocated_sectors, detail.health.media_errors, detail.medium) == (0, 0, "rotating")


def test_nvme_drive_has_identity_and_health():
    detail = _detail(_text("nvme-force-mp510"))
    assert (detail.transport, detail.medium, detail.wwn) == ("nvme", "flash", "6479a72801424331")
    assert (detail.size_bytes, detail.logical_block_bytes) == (480103981056, 512)
    health = detail.health
    assert (health.written_bytes, health.used_percent, health.temperature_c) == (16093122 * 512_000, 1, 38)
    assert (health.passed, health.unsafe_shutdowns, health.throttled_minutes) == (True, 4, 0)
    assert _detail(_text("nvme-micron-7450")).health.written_bytes == 60979236 * 512_000


def test_drives_behind_a_raid_controller():
    facts = smartctl.parse(
        {
            "smartctl_raid/0/0": _text("megaraid-0-wd4000fyyx"),
            "smartctl_raid/1/14": _text("megaraid-14-seagate"),
            "smartctl_raid/x": "{}",
        }
    )
    first, second = facts.details
    assert (first.kernel_name, first.controller_key, first.model) == (None, "storcli:0", "WD4000FYYX")
    assert (second.controller_key, second.serial, second.wwn) == ("storcli:1", "ZAD2C11G", "5000c500a496983d")
    assert (first.settings["device_id"], second.settings["device_id"]) == (0, 14)
    # Both maker's counters of LBAs have no written unit, so their raw text is all there is.
    assert (first.health.written_bytes, second.health.written_bytes) == (None, None)
    assert first.settings["smart_attributes"]["241 Total_LBAs_Written"]["raw"] == "2754608750246"
    assert facts.warnings == ()


def test_a_volume_has_no_health():
    detail = _detail(_text("raid-volume-intel"))
    assert (detail.model, detail.vendor, detail.health) == ("Intel Raid 1 Volume", "Intel", None)


def test_a_failing_drive():
    facts = _facts(_text("ata-hdd-usb-failing"))
    (detail,) = facts.details
    assert (detail.transport, detail.health.passed, detail.health.reallocated_sectors) == ("usb", False, 1975)
    assert set(detail.health.warnings) == {"failing", "attribute_below_threshold", "errors_logged", "self_test_failed"}
    assert facts.warnings == (
        "smartctl: sda reports that it is failing.",
        "smartctl: sda has an attribute below the threshold of its maker.",
        "smartctl: sda has failed a self-test.",
    )


def test_counters_with_their_unit_in_the_name():
    health = _detail(_text("ata-ssd-intel-s4610")).health
    assert (health.written_bytes, health.read_bytes) == (18612 * MIB_32, 200257 * MIB_32)
    assert health.media_written_bytes == 110747 * MIB_32
    assert health.used_percent == 0


def test_counters_of_a_maker_with_written_rules():
    health = _detail(_text("ata-ssd-micron-5300")).health
    assert (health.written_bytes, health.used_percent) == (400292112400 * 512, 0)


def test_ambiguous_lba_counter_is_not_read_as_writes():
    detail = _detail(_text("ata-ssd-dell-intel"))
    assert (detail.health.written_bytes, detail.health.used_percent) == (None, None)
    attributes = detail.settings["smart_attributes"]
    assert attributes["233 Total_LBAs_Written"] == attributes["241 Total_LBAs_Written"]
    assert attributes["241 Total_LBAs_Written"]["raw"] == "46482"


@pytest.mark.parametrize(
    ("number", "name", "family", "used"),
    [
        (233, "Media_Wearout_Indicator", "Intel S3520 Series SSDs", 7),
        (233, "Media_Wearout_Indicator", "Some other SSDs", None),
        (233, "Media_Wearout_Indicator", None, None),
        (202, "Percent_Lifetime_Remain", "Crucial/Micron Client SSDs", 7),
        (202, "End_of_Life", "Crucial/Micron Client SSDs", None),
        (177, "Wear_Leveling_Count", "Samsung based SSDs", None),
        (231, "SSD_Life_Left", "Phison Driven SSDs", None),
    ],
)
def test_wear_attribute_is_read_only_by_known_rule(number, name, family, used):
    answer = _with_attribute(number, name, raw=55, value=93, family=family)
    # What smartctl derives itself from a normalized value counts for nothing either.
    detail = _detail({**answer, "endurance_used": {"current_percent": 7}, "spare_available": {"current_percent": 93}})
    assert (detail.health.used_percent if detail.health else None) == used
    assert detail.settings["smart_attributes"][f"{number} {name}"]["raw"] == "55"


def test_sas_wear_comes_from_the_log_page():
    scsi = {**PLAIN, "device": {"protocol": "SCSI"}}
    for endurance in ({"scsi_percentage_used_endurance_indicator": 4}, {"endurance_used": {"current_percent": 4}}):
        assert _detail({**scsi, **endurance}).health.used_percent == 4


@pytest.mark.parametrize("spaced", [False, True])
def test_the_link_of_a_sas_drive(spaced):
    phy = {
        "negotiated_logical_link_rate": "phy enabled; 12 Gbps",
        "invalid_dword_count": 2,
        "running_disparity_error_count": 1,
        "loss_of_dword_synchronization_count": 0,
        "phy_reset_problem_count": 0,
    }
    fields = {key.replace("_", " ").capitalize(): value for key, value in phy.items()} if spaced else phy
    off = {**fields, next(iter(fields)): "phy enabled, unknown rate"}
    scsi = {**PLAIN, "device": {"protocol": "SCSI"}, "scsi_sas_port_0": {"phy_0": fields}}
    detail = _detail({**scsi, "scsi_sas_port_1": {"number_of_phys": 1, "phy_0": off}})
    assert (detail.link_speed_gts, detail.health.link_errors) == (12, 6)


def test_invalid_statistics_are_not_read():
    entry = {"offset": 24, "name": "Logical Sectors Written", "value": 5, "flags": {"valid": False}}
    answer = {**PLAIN, "ata_device_statistics": {"pages": [{"number": 1, "table": [entry]}]}}
    assert _detail(answer).health is None


def test_a_device_that_cannot_be_opened():
    facts = _facts(_text("open-failed"))
    assert facts.details == ()
    assert [(report.name, report.state, report.version) for report in facts.tools] == [("smartctl", "failed", "7.0")]
    assert facts.warnings[0].startswith("smartctl could not read sda: Smartctl open device: /dev/sda failed:")


@pytest.mark.parametrize("reason", ["Permission denied", "Operation not permitted"])
def test_missing_rights_are_reported(reason):
    message = f"Smartctl open device: /dev/sda failed: {reason}"
    tool = {"version": [7, 4], "exit_status": 2, "messages": [{"string": message, "severity": "error"}]}
    facts = _facts({"smartctl": tool})
    assert facts.tools == (ToolReport("smartctl", "not_permitted", "7.4", message),)
    assert facts.warnings == (f"smartctl could not read sda: {message}.",)


def test_permission_fault_of_one_drive_is_a_warning():
    denied = {"smartctl": {"exit_status": 2, "messages": [{"string": "x: Permission denied", "severity": "error"}]}}
    facts = smartctl.parse({"smartctl/sda": json.dumps(PLAIN), "smartctl/sdb": json.dumps(denied)})
    assert facts.tools == ()
    assert facts.warnings == ("smartctl could not read sdb: x: Permission denied.",)


def test_an_unknown_bridge():
    message = "/dev/sda: Unknown USB bridge [0x152d:0x0578 (0x100)]"
    tool = {"exit_status": 1, "messages": [{"string": message, "severity": "error"}]}
    assert _facts({"smartctl": tool}).warnings == (f"smartctl could not read sda: {message}.",)


def test_verdict_without_drive_identity_is_discarded():
    facts = _facts({"smartctl": {"exit_status": 0}, "smart_status": {"passed": True}})
    assert facts.details == ()
    assert facts.warnings == ("smartctl could not read sda: it does not name the drive.",)


@pytest.mark.parametrize(
    ("answer", "warning"),
    [
        (None, "smartctl returned nothing about sda."),
        (" \n", "smartctl returned nothing about sda."),
        (_text("nvme-force-mp510")[:-20], "smartctl printed unknown output about sda."),
        ("smartctl: Zugriff verweigert", "smartctl printed unknown output about sda."),
        ("[1]", "smartctl printed unknown output about sda."),
        ("{}", "smartctl printed unknown output about sda."),
        ('{"a":' * 100_000, "smartctl printed unknown output about sda."),
        ('{"a":' + "9" * 5000 + "}", "smartctl printed unknown output about sda."),
    ],
)
def test_an_answer_that_is_not_understood(answer, warning):
    facts = _facts(answer)
    assert (facts.details, facts.warnings) == ((), (warning,))
    assert [report.state for report in facts.tools] == ["failed"]


def test_numbers_as_texts():
    size = {"user_capacity": {"bytes": "500107862016"}, "logical_block_size": "512", "power_on_time": {"hours": "7"}}
    detail = _detail({**PLAIN, **size})
    assert (detail.size_bytes, detail.logical_block_bytes, detail.health.power_on_hours) == (500107862016, 512, 7)


@pytest.mark.parametrize("value", [2**80, -1, 1.5, "NaN", "1e9", True, [], {"bytes": {}}, None])
def test_numbers_that_are_none_are_not_known(value):
    fields = {"user_capacity": {"bytes": value}, "rotation_rate": value, "power_on_time": {"hours": value}}
    detail = _detail({**PLAIN, **fields})
    assert (detail.size_bytes, detail.rotation_rpm, detail.medium, detail.health) == (None, None, None, None)


def test_not_a_number_spoils_only_its_field():
    text = json.dumps({**PLAIN, "temperature": {"current": 1}, "power_cycle_count": 3}).replace(
        '{"current": 1}', '{"current": NaN}'
    )
    detail = _detail(text)
    assert (detail.health.temperature_c, detail.health.power_cycles) == (None, 3)


@pytest.mark.parametrize(
    ("answer", "wwn"),
    [
        ({"wwn": {"naa": 5, "oui": 9528, "id": 1}}, "5002538000000001"),
        ({"wwn": {"naa": 0, "oui": 0, "id": 0}}, None),
        ({"wwn": {"naa": 5, "oui": 9528}}, None),
        ({"wwn": {"naa": 5, "oui": 9528, "id": 2**60}}, None),
        ({"wwn": "5002538000000001"}, None),
        ({"logical_unit_id": "0x5000C500A496983D"}, "5000c500a496983d"),
        ({"logical_unit_id": "0x0000000000000000"}, None),
        ({"nvme_namespaces": [{"eui64": {"oui": 0, "ext_id": 0}}]}, None),
        ({"nvme_namespaces": [{"eui64": {"oui": 1, "ext_id": 2}}] * 2}, None),
    ],
)
def test_the_world_wide_name(answer, wwn):
    assert _detail({**PLAIN, **answer}).wwn == wwn


def test_no_serial_number_padding_and_markup():
    assert _detail({**PLAIN, "serial_number": "   "}).serial is None
    assert _detail({**PLAIN, "serial_number": "      WD-1  2 "}).serial == "WD-1 2"
    assert _detail({**PLAIN, "serial_number": "<b onload=x>\u0000\ud800"}).serial == "<b onload=x>"


def test_drives_with_one_serial_number_stay_apart():
    facts = smartctl.parse({"smartctl/sda": json.dumps(PLAIN), "smartctl/sdb": json.dumps(PLAIN)})
    assert [(detail.kernel_name, detail.serial) for detail in facts.details] == [("sda", "S1"), ("sdb", "S1")]


def test_a_device_of_unknown_protocol_and_shape():
    shapes = {"device": [], "temperature": 3, "wwn": 1, "ata_smart_attributes": {"table": {"a": 1}}, "trim": "yes"}
    detail = _detail({**PLAIN, **shapes, "scsi_sas_port_0": 1, "form_factor": None})
    assert (detail.model, detail.transport, detail.settings, detail.health) == ("A drive", None, {}, None)


def test_smartctl_is_a_registered_collector():
    facts = registry.collect({"smartctl/sda": json.dumps(PLAIN)})
    assert [detail.serial for detail in facts.details] == ["S1"]


@pytest.mark.parametrize("fixture", sorted(path.stem for path in DATA.glob("*.json")))
def test_truncated_output_gives_warnings_without_details(fixture):
    text = _text(fixture)
    for end in range(1, len(text.rstrip()), len(text) // 20):
        facts = _facts(text[:end])
        assert facts.details == ()
        assert facts.warnings
