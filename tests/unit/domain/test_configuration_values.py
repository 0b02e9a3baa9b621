"""The values of a configuration as text and as numbers."""

from __future__ import annotations

from storagelab.domain.configuration_values import FactValue, read_fact_values


def test_values_have_numbers_in_base_units() -> None:
    snapshot = {
        "snapshot_version": 2,
        "memory_bytes": 64 * 2**30,
        "arrays": [{"role": "under", "level": "raid6", "strip_bytes": 262144}],
        "drives": [
            {"model": "PM9A3", "vendor": "Samsung", "size_bytes": 1920383410176, "over_provisioned_percent": 7.5},
            {"model": "PM9A3", "vendor": "Samsung", "size_bytes": 1920383410176, "over_provisioned_percent": 7.5},
        ],
    }
    values = read_fact_values(snapshot)
    assert {
        FactValue("server.memory", "64 GiB", 64.0 * 2**30),
        FactValue("array.level", "RAID 6", None),
        FactValue("array.strip", "256 KiB", 262144.0),
        FactValue("drives.count", "2", 2.0),
        FactValue("drives.size", "1920383410176", 1920383410176.0),
        FactValue("drives.over_provisioning", "7.5 %", 7.5),
        FactValue("drives.model", "PM9A3", None),
        FactValue("drives.vendor", "Samsung", None),
    } <= set(values)
    assert len(values) == len(set(values))


def test_unknown_values_are_absent() -> None:
    drives = [{"model": "PM9A3", "firmware": None}, {"model": "PM9A3", "firmware": "A"}]
    firmware = [value for value in read_fact_values({"drives": drives}) if value.key == "drives.firmware"]
    assert firmware == [FactValue("drives.firmware", "A", None)]
