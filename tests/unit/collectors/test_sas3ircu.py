"""LSI host bus adapters from sas3ircu; the texts are made by hand after the form of public reports."""

from __future__ import annotations

import pytest

from storagelab.collectors import sas3ircu
from storagelab.collectors.base import CollectedFacts

RULE = "-" * 72


def section(title: str, *lines: str) -> str:
    return "\n".join((RULE, title, RULE, *lines, ""))


def disk(seat: str, state: str, **values: str) -> str:
    enclosure, _, slot = seat.partition(":")
    fields = {"Enclosure #": enclosure, "Slot #": slot, "State": state} | values
    return "\n".join(("Device is a Hard disk", *(f"  {key:<40}: {value}" for key, value in fields.items()), ""))


CONTROLLER = section(
    "Controller information",
    "  Controller type                         : SAS3008",
    "  BIOS version                            : 8.37.00.00",
    "  Firmware version                        : 16.00.10.00",
    "  Segment                                 : 0",
    "  Bus                                     : 193",
    "  Device                                  : 0",
    "  Function                                : 1",
    "  RAID Support                            : Yes",
)
VOLUME = section(
    "IR Volume information",
    "IR volume 1",
    "  Volume ID                               : 322",
    "  Volume Name                             : scratch",
    "  Status of volume                        : Degraded (DGD)",
    "  Volume wwid                             : 0123456789abcdef",
    "  RAID level                              : RAID10",
    "  Size (in MB)                            : 915488",
    "  Physical hard disks                     :",
    "  PHY[0] Enclosure#/Slot#                 : 2:0",
    "  PHY[1] Enclosure#/Slot#                 : 2:1",
    "  PHY[2] Enclosure#/Slot#                 : 0:0",
)
SATA = {
    "Size (in MB)/(in sectors)": "457862/937703087",
    "Manufacturer": "ATA     ",
    "Model Number": "MODEL-SSD",
    "Firmware Revision": "0101",
    "Serial No": "SERIAL1",
    "Unit Serial No(VPD)": "SERIAL1LONG",
    "GUID": "5000000000000a01",
    "Protocol": "SATA",
    "Drive Type": "SATA_SSD",
}
DRIVES = section(
    "Physical device information",
    "Initiator at ID #0",
    "",
    disk("2:0", "Optimal (OPT)", **SATA),
    disk("2:1", "Rebuilding (RBLD)", **{"Serial No": "SERIAL2", "Drive Type": "SAS_HDD", "Protocol": "SAS"}),
    disk("0:0", "Missing (MIS)", **{"Serial No": "SERIAL3", "GUID": "N/A"}),
    disk("2:4", "Ready (RDY)", **{"Serial No": "SERIAL4", "Drive Temperature": "34C (93.20F)"}),
    "Device is a Enclosure services device",
    "  Enclosure #                             : 2",
    "  Slot #                                  : 24",
    "  Model Number                            : SAS3x28",
)
ENCLOSURES = section(
    "Enclosure information",
    "  Enclosure#                              : 1",
    "  Logical ID                              : 50000000:00000001",
    "  Numslots                                : 8",
    "  StartSlot                               : 0",
    "  Enclosure#                              : 2",
    "  Logical ID                              : 50000000:00000002",
    "  Numslots                                : 25",
)
END = f"{RULE}\nSAS3IRCU: Command DISPLAY Completed Successfully.\n"
TEXT = CONTROLLER + VOLUME + DRIVES + ENCLOSURES + END


def test_raid_support_distinguishes_raid_from_hba():
    plain = TEXT.replace("RAID Support                            : Yes", "RAID Support : No").replace(": 193", ": 1")
    facts = sas3ircu.parse({"sas3ircu/0": TEXT, "sas3ircu/1": plain})
    assert [
        (controller.key, controller.kind, controller.model, controller.firmware) for controller in facts.controllers
    ] == [
        ("pci:0000:c1:00.1", "raid", "SAS3008", "16.00.10.00"),
        ("pci:0000:01:00.1", "hba", "SAS3008", "16.00.10.00"),
    ]


def test_volume_with_a_missing_member():
    (array,) = sas3ircu.parse({"sas3ircu/0": TEXT}).arrays
    assert (array.key, array.name, array.implementation) == ("0123456789abcdef", "scratch", "mpt")
    assert (array.level, array.condition, array.size_bytes) == ("raid10", "degraded", 915488 << 20)
    # The kernel sees another name than the one that the adapter gives it.
    assert array.wwn is None
    assert [(member.key, member.slot, member.state) for member in array.members] == [
        ("sas3ircu/0/2:0", 0, "online"),
        ("sas3ircu/0/2:1", 1, "rebuilding"),
        ("sas3ircu/0/0:0", 2, "missing"),
    ]


@pytest.mark.parametrize(
    ("status", "condition"),
    [("Okay (OKY)", "optimal"), ("Rebuilding (RBLD)", "rebuilding"), ("Failed (FLD)", "failed"), ("Neu", None)],
)
def test_volume_status_maps_to_array_condition(status, condition):
    (array,) = sas3ircu.parse({"sas3ircu/0": TEXT.replace("Degraded (DGD)", status)}).arrays
    assert array.condition == condition


def test_drives_and_enclosures():
    facts = sas3ircu.parse({"sas3ircu/0": TEXT})
    assert facts.warnings == ()
    assert [(enclosure.key, enclosure.kind, enclosure.slot_count) for enclosure in facts.enclosures] == [
        ("pci:0000:c1:00.1/e1", "enclosure", 8),
        ("pci:0000:c1:00.1/e2", "expander", 25),
    ]
    drives = {drive.location: drive for drive in facts.details}
    drive = drives["sas3ircu/0/2:0"]
    assert (drive.serial, drive.wwn, drive.vendor) == ("SERIAL1LONG", "5000000000000a01", None)
    assert (drive.size_bytes, drive.transport, drive.medium) == (937703088 * 512, "sata", "flash")
    assert (drive.enclosure_key, drive.slot) == ("pci:0000:c1:00.1/e2", "0")
    assert (drives["sas3ircu/0/0:0"].enclosure_key, drives["sas3ircu/0/0:0"].wwn) == (None, None)
    assert drives["sas3ircu/0/2:4"].state == "jbod"
    assert drives["sas3ircu/0/2:4"].health is not None


@pytest.mark.parametrize("outputs", [{}, {"sas3ircu/0": None}, {"sas3ircu/0": ""}, {"sas3ircu": TEXT}])
def test_empty_output_gives_no_facts(outputs):
    assert sas3ircu.parse(outputs) == CollectedFacts()


@pytest.mark.parametrize("text", ["SAS3IRCU: MPTLib2 Error 1", "Unbekannter Fehler", VOLUME, "x\x00" * 99])
def test_unreadable_output_gives_one_warning(text):
    facts = sas3ircu.parse({"sas3ircu/0": text, "sas3ircu/1": text})
    assert facts == CollectedFacts(warnings=("The output of sas3ircu was not understood.",))


def test_missing_controller_gives_no_facts():
    assert sas3ircu.parse({"sas3ircu/7": "SAS3IRCU: No Controller Found at index 7."}) == CollectedFacts()


def test_missing_permission_is_recorded_for_the_tool():
    facts = sas3ircu.parse({"sas3ircu/0": "sas3ircu: Permission denied"})
    assert [(tool.name, tool.state) for tool in facts.tools] == [("sas3ircu", "not_permitted")]


def test_equal_serials_with_markup_stay_separate():
    text = TEXT.replace("SERIAL2", "<i>").replace("SERIAL3", "<i>")
    drives = [drive.location for drive in sas3ircu.parse({"sas3ircu/0": text}).details if drive.serial == "<i>"]
    assert drives == ["sas3ircu/0/2:1", "sas3ircu/0/0:0"]


def test_it_can_end_anywhere():
    for end in range(300, len(TEXT) - 40, 31):
        facts = sas3ircu.parse({"sas3ircu/0": TEXT[:end]})
        assert facts.controllers
        assert facts.warnings == ("The output of sas3ircu ends early. Drives and volumes may be missing.",)
