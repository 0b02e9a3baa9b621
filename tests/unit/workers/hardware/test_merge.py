"""Merging of many tools' facts about one server into one inventory.

Contradictions are reported, not guessed.
"""

from __future__ import annotations

from typing import Any

import pytest

from storagelab.collectors.base import (
    ArrayFacts,
    CollectedFacts,
    ControllerFacts,
    DriveDetail,
    DriveFacts,
    DriveHealthFacts,
    EnclosureFacts,
    MemberFacts,
    Policy,
)
from storagelab_workers.hardware.inventory import DiscoveredHardware, FoundDrive
from storagelab_workers.hardware.merge import merge

PCI = "pci:0000:3b:00.0"


def drive(kernel_name: str, **values: Any) -> DriveFacts:
    """Return a drive as the kernel shows it, with its name as its only fact."""
    empty = dict.fromkeys(DriveFacts.__slots__) | {
        "path": f"/dev/{kernel_name}", "stable_ids": (), "mountpoints": (), "in_use_reasons": (), "resources": (),
    }  # fmt: skip
    return DriveFacts(**(empty | {"kernel_name": kernel_name} | values))


def only(hardware: DiscoveredHardware) -> FoundDrive:
    assert len(hardware.drives) == 1
    return hardware.drives[0]


def test_controllers_merge_by_address_serial_and_key() -> None:
    bus = ControllerFacts("pci:0000:3b:00.0", "raid", model="MegaRAID SAS-3", pci_address="0000:3B:00.0", numa_node=1)
    tool = ControllerFacts(PCI, "raid", model="PERC H965i", serial="S1", firmware="8.4", pci_address="0000:3b:00.0")
    by_serial = ControllerFacts("perc:0", "raid", serial="S1", cache_bytes=8 << 30)
    by_key = ControllerFacts("perc:0", "raid", battery="optimal")
    for order in ((bus, tool, by_serial, by_key), (by_key, by_serial, tool, bus)):
        hardware = merge(CollectedFacts(controllers=order))
        assert len(hardware.controllers) == 1
        controller = hardware.controllers[0]
        assert (controller.key, controller.pci_address, controller.numa_node, controller.battery) == (
            PCI,
            "0000:3b:00.0",
            1,
            "optimal",
        )
        assert (controller.model, controller.firmware, controller.cache_bytes) == ("PERC H965i", "8.4", 8 << 30)
        assert controller.settings == {"also_called": ["MegaRAID SAS-3"]}
        assert hardware.warnings == ()


def test_shared_serial_does_not_identify_a_controller() -> None:
    ports = [ControllerFacts(f"pci:0000:0{n}:00.0", "nvme", serial="S", pci_address=f"0000:0{n}:00.0") for n in (1, 2)]
    third = ControllerFacts("tool:0", "nvme", serial="S", firmware="1")
    hardware = merge(CollectedFacts(controllers=(*ports, third)))
    assert [controller.key for controller in hardware.controllers] == [
        "pci:0000:01:00.0",
        "pci:0000:02:00.0",
        "serial:S",
    ]
    assert [controller.firmware for controller in hardware.controllers] == [None, None, "1"]


def test_system_overrides_tools_on_controllers_with_a_warning() -> None:
    bus = ControllerFacts(PCI, "raid", driver="megaraid_sas", driver_version="07.1", pci_address="0000:3b:00.0")
    tool = ControllerFacts(PCI, "raid", serial="S", driver_version="06.9", pci_address="0000:3b:00.0")
    hardware = merge(CollectedFacts(controllers=(tool, bus)))
    assert hardware.controllers[0].driver_version == "07.1"
    assert hardware.warnings == (f"Tools disagree on the driver version of the controller {PCI}: 07.1 or 06.9.",)


def test_enclosures_go_with_their_controller() -> None:
    facts = CollectedFacts(
        controllers=(
            ControllerFacts(PCI, "raid", serial="S", pci_address="0000:3b:00.0"),
            ControllerFacts("serial:S", "raid", serial="S"),
        ),
        enclosures=(
            EnclosureFacts("serial:S/e252", "backplane", "serial:S", slot_count=8),
            EnclosureFacts(f"{PCI}/e252", "backplane", PCI, product="BP14G", slot_count=9),
        ),
    )
    (enclosure,) = merge(facts).enclosures
    assert (enclosure.key, enclosure.controller_key) == (f"{PCI}/e252", PCI)
    assert (enclosure.product, enclosure.slot_count) == ("BP14G", 8)


@pytest.mark.parametrize(
    "detail",
    [
        DriveDetail(kernel_name="sda", medium="flash"),
        DriveDetail(wwn="5000c500a1b2c3d4", medium="flash"),
        DriveDetail(serial=" Z1 ", model="ST4000", medium="flash"),
        DriveDetail(serial="Z1", medium="flash"),
    ],
    ids=["kernel name", "world-wide name", "serial and model", "the only such serial"],
)
def test_a_detail_finds_its_drive(detail: DriveDetail) -> None:
    facts = CollectedFacts(
        drives=(drive("sda", serial="Z1", model="ST4000NM", wwn="0x5000C500A1B2C3D4"), drive("sdb", serial="Z2")),
        details=(detail,),
    )
    hardware = merge(facts)
    assert [entry.medium for entry in hardware.drives] == ["flash", None]
    assert hardware.warnings == ()


@pytest.mark.parametrize(
    "detail",
    [
        DriveDetail(serial="SAME", model="Fast", health=DriveHealthFacts(used_percent=3)),
        DriveDetail(serial="SAME", health=DriveHealthFacts(used_percent=3)),
        DriveDetail(serial="OTHER", model="Fast", health=DriveHealthFacts(used_percent=3)),
        DriveDetail(kernel_name="sdz", health=DriveHealthFacts(used_percent=3)),
    ],
)
def test_unmatched_drive_detail_is_omitted_with_warning(detail: DriveDetail) -> None:
    drives = (drive("sda", serial="SAME", model="Fast"), drive("sdb", serial="SAME", model="Fast"))
    hardware = merge(CollectedFacts(drives=drives, details=(detail,)))
    assert [entry.health for entry in hardware.drives] == [None, None]
    assert len(hardware.warnings) == 1
    assert "which the kernel does not list, so it is left out." in hardware.warnings[0]


def test_same_serial_of_another_model_is_another_drive() -> None:
    detail = DriveDetail(serial="1", model="Slow", location="/c0/e1/s2")
    hardware = merge(CollectedFacts(drives=(drive("sda", serial="1", model="Fast"),), details=(detail,)))
    assert [(entry.model, entry.location) for entry in hardware.drives] == [("Fast", None), ("Slow", "/c0/e1/s2")]


def test_drives_behind_a_controller_cannot_be_tested() -> None:
    facts = CollectedFacts(
        controllers=(ControllerFacts(PCI, "raid", model="PERC H965i", pci_address="0000:3b:00.0"),),
        enclosures=(EnclosureFacts(f"{PCI}/e252", "backplane", PCI),),
        details=(
            DriveDetail(
                serial="S3", model="PM1743", wwn="500a075100000003", state="online", slot="3", location="/c0/e252/s3",
                controller_key=PCI, enclosure_key=f"{PCI}/e252", size_bytes=960 * 10**9, medium="flash",
            ),
            DriveDetail(serial="S3", model="PM1743", controller_key="megaraid:0",
                health=DriveHealthFacts(used_percent=7.0)),
            DriveDetail(serial="S4", model="PM1743", slot="4", location="/c0/e252/s4", controller_key=PCI),
        ),
    )  # fmt: skip
    hardware = merge(facts)
    third, fourth = hardware.drives
    assert (third.kernel_name, third.path, third.stable_id, third.location) == (None, None, None, "/c0/e252/s3")
    assert (third.controller_key, third.enclosure_key, third.drive_state) == (PCI, f"{PCI}/e252", "online")
    assert third.health is not None
    assert third.health.used_percent == 7.0
    assert (third.rotational, fourth.rotational) == (False, None)
    assert third.in_use_reasons == (
        f"is behind the controller PERC H965i ({PCI}), only its virtual drives can be tested",
    )
    assert (third.identity, fourth.identity) == ("wwn:500a075100000003", "serial:PM1743|S4")
    assert hardware.warnings == ()


def test_slot_and_kernel_details_merge_into_one_drive() -> None:
    details = (
        DriveDetail(serial="S", model="PM", location="/c0/e8/s1", slot="1", state="jbod"),
        DriveDetail(kernel_name="sda", health=DriveHealthFacts(passed=True)),
    )
    merged = only(merge(CollectedFacts(drives=(drive("sda", serial="S", model="PM"),), details=details)))
    assert (merged.kernel_name, merged.location, merged.drive_state) == ("sda", "/c0/e8/s1", "jbod")
    assert merged.in_use_reasons == ()


def test_equal_serials_behind_a_controller_stay_apart() -> None:
    details = [DriveDetail(serial="0", model="M", location=f"/c0/e1/s{slot}", controller_key=PCI) for slot in (1, 2)]
    health = DriveDetail(serial="0", model="M", controller_key=PCI, health=DriveHealthFacts(passed=False))
    hardware = merge(
        CollectedFacts(controllers=(ControllerFacts(PCI, "raid"),), drives=(drive("sda"),), details=(*details, health))
    )
    assert [entry.location for entry in hardware.drives] == [None, "/c0/e1/s1", "/c0/e1/s2", f"{PCI}/0"]
    assert [entry.health is None for entry in hardware.drives] == [True, True, True, False]


def test_equal_locations_of_two_controllers_stay_distinct() -> None:
    keys = ("pci:0000:01:00.0", "pci:0000:02:00.0")
    facts = CollectedFacts(
        controllers=tuple(ControllerFacts(key, "raid") for key in keys),
        details=tuple(DriveDetail(serial=key, location="1:0", controller_key=key) for key in keys),
        arrays=(ArrayFacts("a", "a", "adaptec", controller_key=keys[1], members=(MemberFacts("drive", "1:0"),)),),
    )
    hardware = merge(facts)
    assert [entry.location for entry in hardware.drives] == [f"{key} 1:0" for key in keys]
    assert hardware.arrays[0].members[0].drive == 1


def test_kernel_overrides_contradicting_tools() -> None:
    kernel = drive("sda", serial="S", model="ST4000", firmware="SN04", size_bytes=4_000_787_030_016, transport="sas")
    details = (
        DriveDetail(kernel_name="sda", serial="T", model="ST4000NM0035", firmware="HPG0SN04", size_bytes=4 * 10**12),
        DriveDetail(kernel_name="sda", transport="SATA", size_bytes=10**12, rotation_rpm=7200),
        DriveDetail(kernel_name="sda", rotation_rpm=5400),
    )
    hardware = merge(CollectedFacts(drives=(kernel,), details=details))
    merged = only(hardware)
    assert (merged.serial, merged.model, merged.size_bytes, merged.transport) == (
        "S",
        "ST4000",
        4_000_787_030_016,
        "sas",
    )
    assert merged.firmware == "HPG0SN04", "the kernel shows the last letters of it"
    assert merged.settings == {"interface": "sata"}
    assert hardware.warnings == (
        "Tools disagree on the rotation rpm of sda: 7200 or 5400.",
        "Tools disagree on the serial of sda: S or T.",
        "Tools disagree on the size bytes of sda: 4000787030016 or 1000000000000.",
    )


@pytest.mark.parametrize(
    ("wwn", "identity"),
    [
        ("0x5000C500A1B2C3D4", "wwn:5000c500a1b2c3d4"),
        ("eui.0025388b01234567", "wwn:0025388b01234567"),
        ("uuid.12345678-1234-1234-1234-123456789abc", "wwn:12345678123412341234123456789abc"),
        ("0x0000000000000000", "serial:Fast 1000|S 1"),
        ("0xffffffffffffffff", "serial:Fast 1000|S 1"),
        ("nvme.1b36-30-51454d55-00000001", "serial:Fast 1000|S 1"),
        (None, "serial:Fast 1000|S 1"),
    ],
)
def test_identity_is_wwn_or_model_and_serial(wwn: str | None, identity: str) -> None:
    merged = only(merge(CollectedFacts(drives=(drive("sda", wwn=wwn, model="  Fast   1000 ", serial=" S  1 "),))))
    assert merged.identity == identity
    assert merged.serial == "S  1", "the runner compares it letter by letter"


def test_shared_wwn_does_not_identify_a_drive() -> None:
    wwn = "0x5000c500a1b2c3d4"
    drives = (drive("sda", wwn=wwn, serial="1"), drive("sdb", wwn=wwn, serial="2"), drive("md0"))
    assert [entry.identity for entry in merge(CollectedFacts(drives=drives)).drives] == ["serial:|1", "serial:|2", None]


def test_members_and_block_devices_are_found() -> None:
    facts = CollectedFacts(
        controllers=(ControllerFacts(PCI, "raid"),),
        drives=(
            drive("sda"),
            drive("nvme0n1", stable_ids=("nvme-Fast_1",)),
            drive("md0"),
            drive("sdx", wwn="0x600062b200000001"),
        ),
        details=(DriveDetail(location="/c0/e252/s3", controller_key=PCI),),
        arrays=(
            ArrayFacts(
                "uuid-0", "md0", "mdadm", kernel_name="md0",
                members=(
                    MemberFacts("drive", "sda1", 0, "online"),
                    MemberFacts("drive", "nvme0n1p2", 1, "rebuilding"),
                    MemberFacts("drive", "slot-2", 2, "missing"),
                ),
            ),
            ArrayFacts(
                "naa.1", "Virtual Disk 0", "megaraid", wwn="600062b200000001", controller_key=PCI,
                members=(MemberFacts("drive", "/c0/e252/s3", 0),),
            ),
            ArrayFacts(
                "vg", "data", "lvm",
                members=(
                    MemberFacts("drive", "/dev/md0"),
                    MemberFacts("array", "naa.1"),
                    MemberFacts("lun", "/dev/disk/by-id/nvme-Fast_1-part1"),
                ),
            ),
        ),
    )  # fmt: skip
    hardware = merge(facts)
    soft, hard, volume = hardware.arrays
    assert (soft.drive, hard.drive, volume.drive) == (2, 3, None)
    assert [(member.drive, member.slot, member.state) for member in soft.members] == [
        (0, 0, "online"), (1, 1, "rebuilding"), (None, 2, "missing"),
    ]  # fmt: skip
    assert [member.drive for member in hard.members] == [4]
    assert [(member.kind, member.key, member.drive) for member in volume.members] == [
        ("array", "uuid-0", 2), ("array", "naa.1", 3), ("lun", "/dev/disk/by-id/nvme-Fast_1-part1", 1),
    ]  # fmt: skip


def test_virtual_drive_matches_by_wwn_with_its_controller() -> None:
    wwn = "600062b2000000010000000000000001"
    facts = CollectedFacts(
        controllers=(ControllerFacts(PCI, "raid", serial="S"), ControllerFacts("storcli:0", "raid", serial="S")),
        drives=(drive("sdx", wwn=f"0x{wwn}"),),
        arrays=(ArrayFacts(f"naa.{wwn}", "vd0", "megaraid", wwn=wwn, controller_key="storcli:0"),),
    )
    hardware = merge(facts)
    assert (hardware.arrays[0].drive, hardware.arrays[0].controller_key) == (0, PCI)
    assert only(hardware).controller_key == PCI


def test_two_tools_report_one_array() -> None:
    first = ArrayFacts("u", "md0", "mdadm", kernel_name="md0", level="raid5", strip_bytes=65536, condition="optimal")
    second = ArrayFacts(
        "u", "md0", "mdadm", condition="degraded", progress_percent=3.5, policies={"write": Policy("wb", "wt")}
    )
    hardware = merge(CollectedFacts(arrays=(first, second)))
    (array,) = hardware.arrays
    assert (array.level, array.condition, array.progress_percent) == ("raid5", "optimal", 3.5)
    assert array.policies == {"write": Policy("wb", "wt")}
    assert hardware.warnings == ("Tools disagree on the condition of the array md0: optimal or degraded.",)


def test_unstorable_value_is_unknown() -> None:
    evil = "<script>alert(1)</script>\x00\ud800"
    facts = CollectedFacts(
        drives=(drive("sda", serial=evil, model=" ", size_bytes=1 << 70), drive("")),
        details=(DriveDetail(kernel_name="sda", link_speed_gts=float("nan"), settings={"a\x00": ["\x00b", 1]}),),
        controllers=(ControllerFacts("\x00", "raid"),),
    )
    hardware = merge(facts)
    merged = only(hardware)
    assert (merged.serial, merged.model, merged.size_bytes) == ("<script>alert(1)</script>", None, None)
    assert (merged.link_speed_gts, merged.settings, hardware.controllers) == (None, {"a": ["b", 1]}, ())


def test_empty_facts_give_empty_hardware() -> None:
    assert merge(CollectedFacts()) == DiscoveredHardware()
