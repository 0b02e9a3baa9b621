"""Health log of an NVMe drive, as nvme-cli and smartctl print it."""

from __future__ import annotations

from typing import Any

from storagelab.collectors.base import DriveHealthFacts
from storagelab.collectors.drive_values import convert_to_bytes, read_celsius, read_counter, read_endurance_used
from storagelab.collectors.values import read_number, read_percentage
from storagelab.domain.json_values import JsonObject

#: The bits of the critical warning, from the lowest on.
CRITICAL_BITS = (
    "spare_below_threshold",
    "temperature_out_of_range",
    "reliability_degraded",
    "media_read_only",
    "volatile_memory_backup_failed",
    "persistent_memory_region_unreliable",
)
#: The unit is a thousand blocks of 512 bytes, whatever the format of the namespace.
_DATA_UNIT_BYTES = 1000 * 512
_KELVIN = 273
#: Fewer kelvins than this are not a temperature: the drive does not report one, or uses another unit.
_COLDEST_KELVIN = 200


def read_health(log: JsonObject, *, kelvin: bool) -> DriveHealthFacts:
    """Parse the health log of an NVMe drive, as nvme-cli or smartctl prints it.

    `kelvin` means temperatures in kelvin, which nvme-cli prints. `throttled_minutes` are the minutes above the
    temperature limits that the drive set for itself.
    """
    critical = _read_critical_bits(log.get("critical_warning"))
    return DriveHealthFacts(
        passed=None if critical is None else critical == 0,
        used_percent=read_endurance_used(_get_either(log, "percent_used", "percentage_used")),
        spare_percent=read_percentage(_get_either(log, "avail_spare", "available_spare")),
        spare_threshold_percent=read_percentage(_get_either(log, "spare_thresh", "available_spare_threshold")),
        written_bytes=convert_to_bytes(log.get("data_units_written"), _DATA_UNIT_BYTES),
        read_bytes=convert_to_bytes(log.get("data_units_read"), _DATA_UNIT_BYTES),
        power_on_hours=read_counter(log.get("power_on_hours")),
        power_cycles=read_counter(log.get("power_cycles")),
        unsafe_shutdowns=read_counter(log.get("unsafe_shutdowns")),
        temperature_c=_read_temperature(read_number(log.get("temperature")), kelvin),
        throttled_minutes=_sum_hot_minutes(log),
        media_errors=read_counter(log.get("media_errors")),
        warnings=tuple(name for bit, name in enumerate(CRITICAL_BITS) if critical is not None and critical >> bit & 1),
    )


def _read_critical_bits(value: object) -> int | None:
    """Return the bits of the critical warning; nvme-cli also prints them one by one, beside their sum."""
    return read_counter(value.get("value") if isinstance(value, dict) else value)


def _get_either(log: JsonObject, name: str, other: str) -> Any:
    return log[name] if name in log else log.get(other)


def _read_temperature(value: float | None, kelvin: bool) -> float | None:
    if value is None or not kelvin:
        return read_celsius(value)
    return read_celsius(value - _KELVIN) if value >= _COLDEST_KELVIN else None


def _sum_hot_minutes(log: JsonObject) -> int | None:
    counts = [read_counter(log.get(name)) for name in ("warning_temp_time", "critical_comp_time")]
    return None if None in counts else sum(minutes for minutes in counts if minutes is not None)
