"""Health of a drive from the JSON of smartctl, by standard log pages or by written rules.

The rules are those of the makers, for names under which the database of smartctl lists an attribute. A vendor attribute
without such a rule has no known meaning. Values that smartctl itself derives from normalized values are not used.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from storagelab.collectors.base import DriveHealthFacts, Settings
from storagelab.collectors.drive_values import (
    LARGEST,
    convert_to_bytes,
    read_celsius,
    read_counter,
    read_endurance_used,
    read_mapping,
    read_mappings,
)
from storagelab.collectors.nvme_health import read_health
from storagelab.collectors.values import read_number, read_percentage, read_word
from storagelab.domain.json_values import JsonObject

_MIB = 1 << 20
_GIB = 1 << 30
#: Attributes whose names contain the unit, as bytes per unit.
_WRITTEN = {
    "Host_Writes_MiB": _MIB,
    "Host_Writes_32MiB": 32 * _MIB,
    "Host_Writes_GiB": _GIB,
    "Lifetime_Writes_GiB": _GIB,
    "Total_Writes_GiB": _GIB,
}
_READ = {
    "Host_Reads_MiB": _MIB,
    "Host_Reads_32MiB": 32 * _MIB,
    "Host_Reads_GiB": _GIB,
    "Lifetime_Reads_GiB": _GIB,
    "Total_Reads_GiB": _GIB,
}
_MEDIA_WRITTEN = {
    "NAND_Writes_32MiB": 32 * _MIB,
    "NAND_Writes_GiB": _GIB,
    "NAND_Writes_1GiB": _GIB,
    "Flash_Writes_32MiB": 32 * _MIB,
    "Flash_Writes_GiB": _GIB,
}
#: The unit of Total_LBAs_Written is up to the maker, on some drives 32 MiB. On these it is a sector of 512 bytes.
_SECTOR_COUNTERS = {("Samsung based SSDs", 241), ("Micron", 246), ("Crucial/Micron", 246)}
_SECTOR_BYTES = 512
#: Attributes whose normalized value is, by the maker, the percentage of the rated endurance that is left.
_ENDURANCE_LEFT = {
    ("Intel", 233, "Media_Wearout_Indicator"),
    ("Micron", 202, "Percent_Lifetime_Remain"),
    ("Crucial/Micron", 202, "Percent_Lifetime_Remain"),
}
_REALLOCATED = {(5, "Reallocated_Sector_Ct"), (5, "Reallocate_NAND_Blk_Cnt")}
_PENDING = {(197, "Current_Pending_Sector"), (197, "Pending_Sector_Count")}
_LINK_ERRORS = {(199, "UDMA_CRC_Error_Count"), (199, "CRC_Error_Count")}
_UNSAFE_SHUTDOWNS = {(174, "Unsafe_Shutdown_Count"), (174, "Unexpect_Power_Loss_Ct"), (192, "Unsafe_Shutdown_Count")}
#: Counters of a SAS phy that are errors of the link.
_PHY_ERRORS = (
    "invalid_dword_count",
    "running_disparity_error_count",
    "loss_of_dword_synchronization_count",
    "phy_reset_problem_count",
)
#: Bits of the exit status of smartctl for a fault of the drive.
_ALARMS = {
    3: "failing",
    4: "attribute_below_threshold",
    5: "attribute_was_below_threshold",
    6: "errors_logged",
    7: "self_test_failed",
}

_Attributes = Mapping[tuple[int, str], JsonObject]


def read_drive_health(answer: JsonObject) -> DriveHealthFacts | None:
    """Return the health of one drive; None when nothing is reported."""
    protocol = read_mapping(answer.get("device")).get("protocol")
    log = read_mapping(answer.get("nvme_smart_health_information_log"))
    if log:
        health = read_health(log, kelvin=False)
    elif protocol == "SCSI":
        health = _read_scsi_health(answer)
    else:
        health = _read_ata_health(answer)
    passed = read_mapping(answer.get("smart_status")).get("passed")
    hours = read_counter(read_mapping(answer.get("power_on_time")).get("hours"))
    cycles = read_counter(answer.get("power_cycle_count"))
    celsius = _read_temperature(read_mapping(answer.get("temperature")))
    health = replace(
        health,
        passed=passed if isinstance(passed, bool) else health.passed,
        power_on_hours=hours if hours is not None else health.power_on_hours,
        power_cycles=cycles if cycles is not None else health.power_cycles,
        temperature_c=celsius if celsius is not None else health.temperature_c,
        warnings=(*health.warnings, *_list_alarms(answer)),
    )
    return None if health == DriveHealthFacts() else health


def list_vendor_attributes(answer: JsonObject) -> Settings:
    """Return every attribute of the vendor as printed, by number and name: several may have the same name."""
    return {
        f"{number_of} {name}": {
            "value": read_counter(attribute.get("value")),
            "threshold": read_counter(attribute.get("thresh")),
            "raw": read_word(read_mapping(attribute.get("raw")).get("string")),
        }
        for (number_of, name), attribute in _index_attributes(answer).items()
    }


def list_sas_phys(answer: JsonObject) -> list[JsonObject]:
    """Return the phys of a SAS drive's ports with uniform keys.

    smartctl writes some keys with spaces.
    """
    ports = (read_mapping(port) for key, port in answer.items() if key.startswith("scsi_sas_port_"))
    return [
        {str(name).lower().replace(" ", "_"): value for name, value in phy.items()}
        for port in ports
        for key, phy in port.items()
        if key.startswith("phy_") and isinstance(phy, dict)
    ]


def _read_ata_health(answer: JsonObject) -> DriveHealthFacts:
    table = _index_attributes(answer)
    statistics = _index_statistics(answer)
    family = str(answer.get("model_family") or "")
    block = read_counter(answer.get("logical_block_size")) or _SECTOR_BYTES
    used = read_endurance_used(statistics.get((7, 8)))
    written = convert_to_bytes(statistics.get((1, 24)), block)
    read = convert_to_bytes(statistics.get((1, 40)), block)
    reallocated, crc = read_counter(statistics.get((3, 32))), read_counter(statistics.get((6, 24)))
    return DriveHealthFacts(
        used_percent=used if used is not None else _compute_endurance_used(table, family),
        written_bytes=written if written is not None else _compute_written_bytes(table, family),
        read_bytes=read if read is not None else _find_bytes_by_name(table, _READ),
        media_written_bytes=_find_bytes_by_name(table, _MEDIA_WRITTEN),
        unsafe_shutdowns=_find_raw_count(table, _UNSAFE_SHUTDOWNS),
        media_errors=read_counter(statistics.get((4, 8))),
        reallocated_sectors=reallocated if reallocated is not None else _find_raw_count(table, _REALLOCATED),
        pending_sectors=_find_raw_count(table, _PENDING),
        link_errors=crc if crc is not None else _find_raw_count(table, _LINK_ERRORS),
    )


def _read_scsi_health(answer: JsonObject) -> DriveHealthFacts:
    errors = read_mapping(answer.get("scsi_error_counter_log"))
    uncorrected = [
        read_counter(read_mapping(errors.get(kind)).get("total_uncorrected_errors")) for kind in ("read", "write")
    ]
    used = read_endurance_used(answer.get("scsi_percentage_used_endurance_indicator"))
    if used is None:
        # For these drives smartctl takes it from the log page of the standard, under a new name since 7.4.
        used = read_endurance_used(read_mapping(answer.get("endurance_used")).get("current_percent"))
    link = [read_counter(phy.get(name)) for phy in list_sas_phys(answer) for name in _PHY_ERRORS]
    return DriveHealthFacts(
        used_percent=used,
        written_bytes=_convert_gigabytes(read_mapping(errors.get("write")).get("gigabytes_processed")),
        read_bytes=_convert_gigabytes(read_mapping(errors.get("read")).get("gigabytes_processed")),
        media_errors=None if None in uncorrected else sum(count for count in uncorrected if count is not None),
        reallocated_sectors=read_counter(answer.get("scsi_grown_defect_list")),
        pending_sectors=read_counter(read_mapping(answer.get("scsi_pending_defects")).get("count")),
        link_errors=sum(count for count in link if count is not None) if link and None not in link else None,
    )


def _list_alarms(answer: JsonObject) -> tuple[str, ...]:
    status = read_counter(read_mapping(answer.get("smartctl")).get("exit_status")) or 0
    return tuple(alarm for bit, alarm in _ALARMS.items() if status >> bit & 1)


def _read_temperature(reading: JsonObject) -> float | None:
    """Return the temperature in degrees Celsius; None if unknown.

    A drive that knows neither temperature nor limit prints zeros.
    """
    current = read_celsius(reading.get("current"))
    return None if not current and not reading.get("drive_trip") else current


def _index_attributes(answer: JsonObject) -> _Attributes:
    return {
        (attribute_id, name): row
        for row in read_mappings(read_mapping(answer.get("ata_smart_attributes")).get("table"))
        if (attribute_id := read_counter(row.get("id"))) is not None
        and (name := read_word(row.get("name"))) is not None
    }


def _index_statistics(answer: JsonObject) -> dict[tuple[int, int], Any]:
    """Return the valid ATA device statistics by (page number, offset in the page).

    The ATA standard fixes both.
    """
    return {
        (page_number, offset): entry.get("value")
        for page in read_mappings(read_mapping(answer.get("ata_device_statistics")).get("pages"))
        for entry in read_mappings(page.get("table"))
        if read_mapping(entry.get("flags")).get("valid") is True
        and (page_number := read_counter(page.get("number"))) is not None
        and (offset := read_counter(entry.get("offset"))) is not None
    }


def _read_raw_value(attribute: JsonObject) -> int | None:
    return read_counter(read_mapping(attribute.get("raw")).get("value"))


def _find_raw_count(table: _Attributes, keys: set[tuple[int, str]]) -> int | None:
    return next((_read_raw_value(attribute) for key, attribute in table.items() if key in keys), None)


def _find_bytes_by_name(table: _Attributes, units: Mapping[str, int]) -> int | None:
    """Return the value in bytes of the first attribute whose name is in `units`; None without one.

    `units` are the bytes of one count by name. Two attributes of one name on a drive have the same value.
    """
    return next(
        (
            convert_to_bytes(_read_raw_value(attribute), units[name])
            for (_, name), attribute in table.items()
            if name in units
        ),
        None,
    )


def _compute_written_bytes(table: _Attributes, family: str) -> int | None:
    for (attribute_id, name), attribute in table.items():
        is_sector_count = any(family.startswith(start) and attribute_id == its for start, its in _SECTOR_COUNTERS)
        if name == "Total_LBAs_Written" and is_sector_count:
            return convert_to_bytes(_read_raw_value(attribute), _SECTOR_BYTES)
    return _find_bytes_by_name(table, _WRITTEN)


def _compute_endurance_used(table: _Attributes, family: str) -> float | None:
    for (attribute_id, name), attribute in table.items():
        left = read_percentage(attribute.get("value"))
        if left is not None and any(
            family.startswith(a) and (attribute_id, name) == (b, c) for a, b, c in _ENDURANCE_LEFT
        ):
            return 100 - left
    return None


def _convert_gigabytes(value: object) -> int | None:
    """Convert gigabytes to bytes. These gigabytes are of 1000 million bytes."""
    gigabytes = read_number(value)
    total = None if gigabytes is None or gigabytes < 0 or not math.isfinite(gigabytes) else round(gigabytes * 1e9)
    return total if total is not None and total <= LARGEST else None
