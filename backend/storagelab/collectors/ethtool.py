"""Drivers and firmware of network cards, from `ethtool -i`.

Drives of other machines are reached over these cards.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from storagelab.collectors.base import CollectedFacts
from storagelab.collectors.values import iterate_output_texts, read_word

name = "ethtool"
inputs: tuple[str, ...] = ("ethtool/*",)

_FIELDS = {
    "driver": "driver",
    "version": "driver_version",
    "firmware-version": "firmware",
    "bus-info": "pci_address",
}
_UNKNOWN = ("N/A", "n/a", "-")


def parse(outputs: Mapping[str, str | None]) -> CollectedFacts:
    """Parse the settings of network cards, such as `network.eth0.driver`.

    A card without a driver has no settings.
    """
    return CollectedFacts(settings=dict(_iterate_settings(outputs)))


def _iterate_settings(outputs: Mapping[str, str | None]) -> Iterator[tuple[str, Any]]:
    for device, text in iterate_output_texts(outputs, "ethtool"):
        lines = (line.partition(":") for line in text.splitlines())
        values = {field.strip(): read_word(value) for field, _, value in lines}
        for field, called in _FIELDS.items():
            value = values.get(field)
            if value is not None and value not in _UNKNOWN:
                yield f"network.{device}.{called}", value
