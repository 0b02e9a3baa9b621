"""Network cards, over which drives of other machines are reached."""

from __future__ import annotations

from storagelab.collectors import ethtool
from storagelab.collectors.base import CollectedFacts

CARD = """driver: mlx5_core
version: 24.04-0.6.6
firmware-version: 22.41.1000 (MT_0000000437)
expansion-rom-version:
bus-info: 0000:98:00.0
supports-statistics: yes
"""


def test_driver_and_firmware_of_each_card() -> None:
    assert ethtool.parse({"ethtool/eth0": CARD, "ethtool/lo": "Cannot get driver information\n"}) == CollectedFacts(
        settings={
            "network.eth0.driver": "mlx5_core",
            "network.eth0.driver_version": "24.04-0.6.6",
            "network.eth0.firmware": "22.41.1000 (MT_0000000437)",
            "network.eth0.pci_address": "0000:98:00.0",
        }
    )


def test_missing_values_of_a_card_are_unknown() -> None:
    answer = "driver: virtio_net\nversion: 1.0.0\nfirmware-version: N/A\nbus-info:\n<b>: x\n"
    assert ethtool.parse({"ethtool/ens3": answer, "ethtool/x": None}).settings == {
        "network.ens3.driver": "virtio_net",
        "network.ens3.driver_version": "1.0.0",
    }


def test_truncated_output_is_parsed_without_error() -> None:
    for end in range(len(CARD)):
        assert len(ethtool.parse({"ethtool/eth0": CARD[:end]}).settings) <= 4
