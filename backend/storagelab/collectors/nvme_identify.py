"""Identify data of NVMe controllers and namespaces, in the JSON of nvme-cli."""

from __future__ import annotations

from dataclasses import dataclass

from storagelab.collectors.base import Settings, SettingValue
from storagelab.collectors.drive_values import convert_to_bytes, parse_world_wide_name, read_counter, read_mappings
from storagelab.domain.json_values import JsonObject

#: Exponents of sizes of blocks that the specification allows and drives have: 512 bytes to 64 KiB.
_EXPONENTS = range(9, 17)
_BUFFER_UNIT_BYTES = 4096
#: With more formats than four bits can count, two more bits of `flbas` belong to the number of the format in use.
_MAX_SHORT_FORMATS = 16


@dataclass(frozen=True, slots=True)
class NamespaceFormat:
    """The format in use; `metadata_bytes` go with each block."""

    number: int | None = None
    block_bytes: int | None = None
    metadata_bytes: int | None = None
    size_bytes: int | None = None


def read_namespace_format(namespace: JsonObject) -> NamespaceFormat:
    """Return the format in use of `nvme id-ns`; without its block size the capacity is unknown."""
    flags, last_format = read_counter(namespace.get("flbas")), read_counter(namespace.get("nlbaf"))
    formats = read_mappings(namespace.get("lbafs"))
    if flags is None:
        return NamespaceFormat()
    number = flags & 0xF
    if last_format is not None and last_format >= _MAX_SHORT_FORMATS:
        number |= flags >> 1 & 0x30
    used = formats[number] if number < len(formats) else {}
    exponent = read_counter(used.get("ds"))
    block = 1 << exponent if exponent is not None and exponent in _EXPONENTS else None
    return NamespaceFormat(
        number=number,
        block_bytes=block,
        metadata_bytes=read_counter(used.get("ms")),
        size_bytes=convert_to_bytes(namespace.get("nsze"), block) or None if block is not None else None,
    )


def read_namespace_name(namespace: JsonObject) -> str | None:
    """Return the world-wide name: the NGUID, else the EUI-64, in the order of the kernel."""
    return parse_world_wide_name(namespace.get("nguid")) or parse_world_wide_name(namespace.get("eui64"))


def drive_settings(identify: JsonObject, namespace: JsonObject, number: int | None) -> Settings:
    """Return the values of a namespace that can change a result; values that are not reported are left out."""
    used = read_namespace_format(namespace)
    cache, shared, protection = (
        read_counter(value) for value in (identify.get("vwc"), namespace.get("nmic"), namespace.get("dps"))
    )
    return _drop_none(
        namespace_id=number,
        most_namespaces=read_counter(identify.get("nn")) or None,
        lba_format=used.number,
        metadata_bytes=used.metadata_bytes,
        protection_type=None if protection is None else protection & 0x7,
        has_volatile_write_cache=None if cache is None else bool(cache & 1),
        may_be_shared=None if shared is None else bool(shared & 1),
        total_capacity_bytes=read_counter(identify.get("tnvmcap")) or None,
        unallocated_bytes=read_counter(identify.get("unvmcap")) if read_counter(identify.get("tnvmcap")) else None,
    )


def collect_controller_settings(identify: JsonObject, subsystem: str | None, number: int | None) -> Settings:
    """Return the values of a controller that can change a result on all its namespaces, without unreported ones."""
    return _drop_none(
        subsystem=subsystem,
        controller_number=number,
        nvme_version=_format_version(read_counter(identify.get("ver"))),
        host_memory_buffer_bytes=convert_to_bytes(identify.get("hmpre"), _BUFFER_UNIT_BYTES),
        max_power_watts=_compute_watts(next(iter(read_mappings(identify.get("psds"))), {})),
    )


def _format_version(number: int | None) -> str | None:
    """Return the version, such as 1.3; controllers older than 1.2 leave it at zero."""
    return f"{number >> 16}.{number >> 8 & 0xFF}" if number else None


def _compute_watts(state: JsonObject) -> float | None:
    """Return the maximum power of an NVMe power state in watts; None where it is not reported.

    `state` is a descriptor as `nvme id-ctrl` prints it. Its unit is a hundredth of a watt, or a ten-thousandth when a
    flag is set.
    """
    power, flags = read_counter(state.get("max_power")), read_counter(state.get("max_power_scale", state.get("flags")))
    if not power or flags is None:
        return None
    return power / (10_000 if flags & 1 else 100)


def _drop_none(**settings: SettingValue) -> Settings:
    return {key: value for key, value in settings.items() if value is not None}
