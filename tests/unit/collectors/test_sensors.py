"""Temperatures of drives and of everything that is too hot."""

from __future__ import annotations

import json
from typing import Any

import pytest

from storagelab.collectors import sensors
from storagelab.collectors.base import CollectedFacts, DriveDetail, DriveHealthFacts

PCI = json.dumps({"0000:04:00.0": {"class": "0x010802", "block_devices": ["nvme0n1"]}})
NVME = {
    "Adapter": "PCI adapter",
    "Composite": {
        "temp1_input": 42.85,
        "temp1_max": 77.85,
        "temp1_min": -20.15,
        "temp1_crit": 81.85,
        "temp1_alarm": 0.0,
    },
    "Sensor 1": {"temp2_input": 42.85, "temp2_max": 65261.85, "temp2_min": -273.15},
}
CORES = {
    "Adapter": "ISA adapter",
    "Package id 0": {"temp1_input": 38.0, "temp1_max": 100.0, "temp1_crit": 100.0},
    "fan1": {"fan1_input": 1986.0},
}


def chips(**readings: Any) -> dict[str, str | None]:
    return {"sensors": json.dumps({name.replace("_", "-"): chip for name, chip in readings.items()}), "pci": PCI}


def test_drive_temperature_is_part_of_its_health() -> None:
    assert sensors.parse(chips(nvme_pci_0400=NVME, coretemp_isa_0000=CORES)) == CollectedFacts(
        details=(DriveDetail(kernel_name="nvme0n1", health=DriveHealthFacts(temperature_c=42.85)),)
    )


@pytest.mark.parametrize(
    ("chip", "address"),
    [("nvme-pci-0400", "0000:04:00.0"), ("nvme-pci-10105e18", "1010:5e:03.0"), ("nvme-pci-04", None), ("k10", None)],
)
def test_drive_chip_is_matched_by_pci_address(chip: str, address: str | None) -> None:
    functions = json.dumps({address or "0000:04:00.0": {"block_devices": ["nvme9n1"]}})
    facts = sensors.parse({"sensors": json.dumps({chip: NVME}), "pci": functions})
    assert [detail.kernel_name for detail in facts.details] == (["nvme9n1"] if address else [])


def test_limits_that_make_no_sense_are_unknown() -> None:
    readings = sensors.parse_sensors(json.dumps({"nvme-pci-0400": NVME}))
    assert readings == (
        sensors.Temperature("nvme-pci-0400", "Composite", 42.85, 77.85, 81.85),
        sensors.Temperature("nvme-pci-0400", "Sensor 1", 42.85, None, None),
    )


def test_temperature_over_its_limit_is_a_warning() -> None:
    hot = {"Package id 0": {"temp1_input": 101.0, "temp1_crit": 100.0}, "temp1": {"temp1_input": 30, "temp1_max": 0}}
    assert sensors.parse(chips(coretemp_isa_0000=hot)).warnings == (
        "Package id 0 of coretemp-isa-0000 is at 101 degrees, its limit is 100.",
    )


@pytest.mark.parametrize("answer", ["No sensors found!", "[]", '{"nvme-pci-0400": {', "Keine Sensoren"])
def test_unreadable_output_is_a_warning(answer: str) -> None:
    facts = sensors.parse({"sensors": answer, "pci": PCI})
    assert facts == CollectedFacts(
        warnings=("The output of the sensors was not understood: a JSON object was expected.",)
    )


@pytest.mark.parametrize(
    "chip", [None, 3, [], {"Composite": 5}, {"Composite": {"temp1_input": "hot"}}, {"Composite": {"temp1_input": True}}]
)
def test_non_numeric_readings_are_left_out(chip: Any) -> None:
    assert sensors.parse(chips(nvme_pci_0400=chip)) == CollectedFacts()


def test_numbers_as_text_are_numbers() -> None:
    facts = sensors.parse(chips(nvme_pci_0400={"Composite": {"temp1_input": "41.5"}}))
    assert facts.details[0].health == DriveHealthFacts(temperature_c=41.5)


def test_empty_output_gives_no_facts() -> None:
    assert sensors.parse({"sensors": None, "pci": PCI}) == CollectedFacts()
