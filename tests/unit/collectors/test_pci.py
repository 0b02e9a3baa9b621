"""Controllers on the PCI bus, and links that are slower than they could be."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from storagelab.collectors import pci
from storagelab.collectors.base import CollectedFacts, ControllerFacts, DriveDetail

DATA = Path(__file__).parents[2] / "data" / "pci"
LSPCI = """Slot:\t0000:3b:00.0
Class:\tRAID bus controller
Vendor:\tBroadcom / LSI
Device:\tMegaRAID 12GSAS/PCIe Secure SAS39xx
SVendor:\tDell
SDevice:\tPERC H755 Front
PhySlot:\t2
Driver:\tmegaraid_sas
Module:\tmegaraid_sas
NUMANode:\t0

Slot:\t0000:5e:00.0
Class:\tNon-Volatile memory controller
Vendor:\tSamsung Electronics Co Ltd
Device:\tNVMe SSD Controller PM9A1/PM9A3/980PRO
SVendor:\tSamsung Electronics Co Ltd
SDevice:\tDevice a801
Driver:\tnvme
NUMANode:\t1
"""


def raid(**fields: Any) -> dict[str, Any]:
    return {
        "class": "0x010400",
        "vendor": "0x1000",
        "device": "0x10e2",
        "subsystem_vendor": "0x1028",
        "subsystem_device": "0x1ae1",
        "driver": "megaraid_sas",
        "driver_version": "07.719.03.00-rc1",
        "link_speed": "8.0 GT/s PCIe",
        "link_width": "8",
        "max_link_speed": "8.0 GT/s PCIe",
        "max_link_width": "8",
        "numa_node": 0,
        "block_devices": ["sda", "sdb"],
    } | fields


def port(**fields: Any) -> dict[str, Any]:
    return {"class": "0x060400", "max_link_speed": "16.0 GT/s PCIe", "max_link_width": "16"} | fields


def read(*functions: dict[str, Any], **more: dict[str, Any]) -> dict[str, str | None]:
    numbered = {f"0000:{0x3B + index:02x}:00.0": function for index, function in enumerate(functions)}
    return {"pci": json.dumps({**numbered, **{f"0000:00:{name[1:]}.0": bridge for name, bridge in more.items()}})}


def only(outputs: dict[str, str | None]) -> ControllerFacts:
    (controller,) = pci.parse(outputs).controllers
    return controller


def test_raid_controller_has_its_card_name() -> None:
    facts = pci.parse({"lspci": LSPCI.partition("\n\n")[0], **read(raid())})
    assert facts == CollectedFacts(
        controllers=(
            ControllerFacts(
                key="pci:0000:3b:00.0",
                kind="raid",
                vendor="Dell",
                model="PERC H755 Front",
                driver="megaraid_sas",
                driver_version="07.719.03.00-rc1",
                pci_address="0000:3b:00.0",
                link_speed_gts=8.0,
                link_width=8,
                max_link_speed_gts=8.0,
                max_link_width=8,
                numa_node=0,
                settings={
                    "chip": "MegaRAID 12GSAS/PCIe Secure SAS39xx",
                    "pci_ids": "1000:10e2",
                    "subsystem_ids": "1028:1ae1",
                    "slot": "2",
                },
            ),
        ),
        details=(
            DriveDetail(kernel_name="sda", controller_key="pci:0000:3b:00.0"),
            DriveDetail(kernel_name="sdb", controller_key="pci:0000:3b:00.0"),
        ),
    )


def test_nvme_drive_has_its_controller_link() -> None:
    function = {
        "class": "0x010802",
        "link_speed": "16.0 GT/s PCIe",
        "link_width": 4,
        "max_link_speed": "16.0 GT/s PCIe",
        "max_link_width": 4,
        "numa_node": -1,
        "block_devices": ["nvme0n1"],
    }
    facts = pci.parse({"lspci": LSPCI, "pci": json.dumps({"0000:5E:00.0": function})})
    controller = next(controller_facts for controller_facts in facts.controllers if controller_facts.kind == "nvme")
    assert (controller.vendor, controller.model) == (
        "Samsung Electronics Co Ltd",
        "NVMe SSD Controller PM9A1/PM9A3/980PRO",
    )
    assert (controller.numa_node, controller.driver) == (None, "nvme")
    assert facts.details == (
        DriveDetail(kernel_name="nvme0n1", controller_key="pci:0000:5e:00.0", link_speed_gts=16.0, link_width=4),
    )


def test_lspci_names_alone_give_controllers() -> None:
    facts = pci.parse({"lspci": (DATA / "lspci-virtual.txt").read_text()})
    assert [
        (controller.kind, controller.model, controller.pci_address, controller.numa_node)
        for controller in facts.controllers
    ] == [
        ("other", "82371AB/EB/MB PIIX4 IDE", "0000:00:07.1", None),
        ("hba", "LSI Logic Parallel SCSI Controller", "0000:00:10.0", None),
        ("ahci", "SATA AHCI controller", "0000:02:05.0", None),
    ]
    assert facts.warnings == ()


def test_numbers_behind_names_are_left_out() -> None:
    controller = only(
        {
            "lspci": "Slot:\t05:00.0\nClass:\tNon-Volatile memory controller [0108]\n"
            "Vendor:\tToshiba America Info Systems [1179]\nDevice:\tDevice [0115]\nSDevice:\tDevice [0001]\n"
        }
    )
    assert (controller.kind, controller.vendor, controller.model) == ("nvme", "Toshiba America Info Systems", None)


@pytest.mark.parametrize(
    ("class_code", "driver", "kind"),
    [
        ("0x010400", "ahci", "ahci"),
        ("0x010400", "vmd", "other"),
        ("0x010700", "megaraid_sas", "raid"),
        ("0x010700", "mpt3sas", "hba"),
        ("0x010000", "virtio-pci", "other"),
        ("0x010601", None, "ahci"),
        ("0x018000", None, "other"),
    ],
)
def test_driver_decides_the_kind_of_a_function(class_code: str, driver: str | None, kind: str) -> None:
    assert only(read(raid(**{"class": class_code, "driver": driver}))).kind == kind


@pytest.mark.parametrize(
    ("fields", "warning"),
    [
        ({"link_width": "4"}, "The link of raid at 0000:3b:00.0 runs at x4 although the card can run at x8."),
        (
            {"link_speed": "5.0 GT/s PCIe"},
            "The link of raid at 0000:3b:00.0 runs at 5 GT/s although the card can run at 8 GT/s.",
        ),
        (
            {"link_width": "4", "upstream": "0000:00:01.0"},
            "The link of raid at 0000:3b:00.0 runs at x4 although card and slot can both run at x8.",
        ),
        (
            {"link_width": "4", "upstream": "0000:00:02.0"},
            "raid at 0000:3b:00.0 is a card of x8 in a slot of x4.",
        ),
        (
            {"link_width": "2", "upstream": "0000:00:02.0"},
            "raid at 0000:3b:00.0 is a card of x8 in a slot of x4 and runs only at x2.",
        ),
    ],
)
def test_reduced_link_gives_a_warning_with_both_figures(fields: dict[str, str], warning: str) -> None:
    ports = {"p01": port(), "p02": port(max_link_width="4")}
    assert pci.parse(read(raid(**fields), **ports)).warnings == (warning,)


@pytest.mark.parametrize(
    "fields",
    [
        {"link_width": "0", "link_speed": "Unknown"},
        {"link_width": "255"},
        {"max_link_width": None, "max_link_speed": None},
        {"link_width": "acht", "link_speed": "schnell"},
        {"link_width": 16},
    ],
)
def test_unknown_link_gives_no_warning(fields: dict[str, Any]) -> None:
    assert pci.parse(read(raid(**fields))).warnings == ()


def test_unrelated_devices_are_not_controllers() -> None:
    assert pci.parse(read({"class": "0x020000", "driver": "ice"}, {"class": "0x050800"}, {})) == CollectedFacts()


@pytest.mark.parametrize(
    ("outputs", "warning"),
    [
        ({"pci": "{"}, "Links and drivers of PCI devices could not be read: pci is not a JSON object."),
        ({"pci": "[]"}, "Links and drivers of PCI devices could not be read: pci is not a JSON object."),
        ({"lspci": "pcilib: Cannot open"}, "The names of PCI devices could not be read: lspci was not understood."),
    ],
)
def test_unreadable_output_is_a_warning(outputs: dict[str, str | None], warning: str) -> None:
    assert pci.parse(outputs) == CollectedFacts(warnings=(warning,))


def test_fields_of_unexpected_type_are_unknown() -> None:
    facts = pci.parse({"pci": json.dumps({"0000:3b:00.0": raid(block_devices="sda", numa_node="x", vendor=5), "x": 1})})
    assert facts.details == ()
    assert (facts.controllers[0].numa_node, "pci_ids" in facts.controllers[0].settings) == (None, False)


def test_mark_up_and_control_characters_in_names() -> None:
    assert only({"lspci": LSPCI.partition("\n\n")[0].replace("Front", "<b>\x07\0Front</b>")}).model == (
        "PERC H755 <b> Front</b>"
    )


def test_truncated_output_is_parsed_without_error() -> None:
    for end in range(len(LSPCI)):
        assert len(pci.parse({"lspci": LSPCI[:end], "pci": LSPCI[end:]}).controllers) <= 2
