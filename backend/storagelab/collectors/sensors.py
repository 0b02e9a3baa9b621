"""Temperatures from `sensors -j`: of NVMe drives, and of components above their limit."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from storagelab.collectors.base import CollectedFacts, DriveDetail, DriveHealthFacts
from storagelab.collectors.pci_functions import parse_functions
from storagelab.collectors.values import get_output_text, parse_json_object, read_number, read_word

name = "sensors"
inputs: tuple[str, ...] = ("sensors", "pci")

_NVME = re.compile(r"nvme-pci-(?P<place>[0-9a-fA-F]{4,8})")
_INPUT = re.compile(r"temp\d+_input")
_WHOLE_DRIVE = "Composite"
#: Drives without limits of their own report the ends of what the field can hold.
_SENSIBLE = (-60.0, 250.0)


@dataclass(frozen=True, slots=True)
class Temperature:
    """One reading in degrees Celsius; `high` and `critical` are the limits of that sensor, None where it has none."""

    chip: str
    label: str
    celsius: float
    high: float | None
    critical: float | None


def parse(outputs: Mapping[str, str | None]) -> CollectedFacts:
    """Return temperatures of drives as their health, and warnings about sensors above their limits."""
    text = get_output_text(outputs, "sensors")
    if text is None:
        return CollectedFacts()
    readings = parse_sensors(text)
    if readings is None:
        return CollectedFacts(warnings=("The output of the sensors was not understood: a JSON object was expected.",))
    devices = {function.address: function.block_devices for function in parse_functions(outputs).values()}
    return CollectedFacts(
        details=tuple(_iterate_drive_details(readings, devices)),
        warnings=tuple(doubt for reading in readings for doubt in _iterate_warnings(reading)),
    )


def parse_sensors(text: str | None) -> tuple[Temperature, ...] | None:
    """Parse every plausible temperature; None when the text is not the known JSON."""
    chips = parse_json_object(text)
    return tuple(_iterate_readings(chips)) if chips is not None else None


def _iterate_readings(chips: Mapping[str, object]) -> Iterator[Temperature]:
    for chip, labels in chips.items():
        for label, values in labels.items() if isinstance(labels, dict) else ():
            fields = values if isinstance(values, dict) else {}
            for field in filter(_INPUT.fullmatch, fields):
                prefix = field.removesuffix("_input")
                celsius = _read_sensible_temperature(fields[field])
                if celsius is not None:
                    yield Temperature(
                        chip=read_word(chip) or "",
                        label=read_word(label) or "",
                        celsius=celsius,
                        high=_read_sensible_temperature(fields.get(f"{prefix}_max")),
                        critical=_read_sensible_temperature(fields.get(f"{prefix}_crit")),
                    )


def _read_sensible_temperature(value: object) -> float | None:
    celsius = read_number(value)
    return celsius if celsius is not None and _SENSIBLE[0] < celsius < _SENSIBLE[1] else None


def _iterate_drive_details(
    readings: tuple[Temperature, ...], devices: Mapping[str, tuple[str, ...]]
) -> Iterator[DriveDetail]:
    for reading in readings:
        if reading.label == _WHOLE_DRIVE:
            for device in devices.get(_parse_chip_address(reading.chip) or "", ()):
                yield DriveDetail(kernel_name=device, health=DriveHealthFacts(temperature_c=reading.celsius))


def _parse_chip_address(chip: str) -> str | None:
    """Return the PCI address of a chip: `nvme-pci-0400` is the function 0000:04:00.0.

    The digits are the bus, then five bits of device and three of function.
    """
    match = _NVME.fullmatch(chip)
    if match is None:
        return None
    place = int(match["place"], 16)
    return f"{place >> 16:04x}:{place >> 8 & 0xFF:02x}:{place >> 3 & 0x1F:02x}.{place & 7}"


def _iterate_warnings(reading: Temperature) -> Iterator[str]:
    limit = reading.critical if reading.critical is not None else reading.high
    # A limit of zero or below is one that was never set.
    if limit is not None and 0 < limit <= reading.celsius:
        yield f"{reading.label} of {reading.chip} is at {reading.celsius:g} degrees, its limit is {limit:g}."
