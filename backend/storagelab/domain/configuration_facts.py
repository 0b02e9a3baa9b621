"""Facts of a snapshot by name, comparable side by side whatever its version or source.

A key that is absent does not apply (no array has no strip); a value of None applies and is unknown.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Literal, get_args

from storagelab.domain.components import (
    Describe,
    Piece,
    Pieces,
    collect_pieces,
    count_missing_members,
    is_whole,
    iterate_counted,
    list_arrays,
    list_drives,
)
from storagelab.domain.formatting import (
    format_array_condition,
    format_binary_size,
    format_decimal_size,
    format_link,
    format_plain,
    format_policy,
    format_preparation,
    format_raid_level,
)
from storagelab.domain.free_text_facts import read_free_text
from storagelab.domain.prepared_snapshot import apply_preparation
from storagelab.domain.printed_firmware import read_printed_firmware

Group = Literal["server", "controller", "array", "drives", "profile", "settings"]
GROUPS: tuple[Group, ...] = get_args(Group)


@dataclass(frozen=True, slots=True)
class Fact:
    """One thing that can differ; `value` None is unknown.

    `among` is set for a fact that only some systems report, such as a setting: it applies wherever the fact of that key
    does, and is unknown where it is not reported.
    """

    label: str
    group: Group
    value: str | Pieces | None
    among: str | None = None


Facts = dict[str, Fact]

#: Settings of the block layer that people know by their names in sysfs.
_BY_THEIR_NAMES = frozenset({
    "io_poll", "io_poll_delay", "io_timeout", "max_sectors_kb", "nomerges", "nr_requests", "read_ahead_kb",
    "rq_affinity", "wbt_lat_usec",
})  # fmt: skip
#: Parts of other names that are no words.
_SHORT = {"bbu": "BBU", "io": "I/O", "ncq": "NCQ", "nvme": "NVMe", "pci": "PCI", "raid": "RAID"}
_POLICIES = {
    "read": "Read policy",
    "write": "Write policy",
    "io": "I/O policy",
    "drive_cache": "Drive cache policy",
}


def collect_facts(snapshot: Mapping[str, Any]) -> Facts:
    """Return every fact of a snapshot by key; arrays are in their state after the preparation."""
    snapshot = apply_preparation(snapshot)
    drives, missing = list_drives(snapshot)
    facts = {
        **_collect_server_facts(snapshot),
        **_collect_controller_facts(snapshot),
        **_collect_array_facts(snapshot),
        **_drive_facts(drives, missing),
        **_profile_facts(snapshot),
        **_collect_setting_facts(snapshot),
    }
    for piece, version in read_printed_firmware(str(snapshot.get("firmware_as_printed") or "")).items():
        if (fact := facts.get(piece)) is not None and fact.value is None:
            facts[piece] = replace(fact, value=version)
    # A snapshot of another lab is its words (`shares.receiving`); where models go by other names, nothing is known.
    if isinstance(free_text := snapshot.get("told"), Mapping) and not snapshot.get("blind"):
        for key, (label, value) in read_free_text(free_text, {fact.label: key for key, fact in facts.items()}).items():
            unasked = Fact(label, "settings", value, among="server.kernel")
            facts[key] = replace(facts[key], value=value) if key in facts else unasked
    return facts


def format_field(piece: Piece, field: str) -> str | None:
    """Return the value of a component's field in words; None if unknown."""
    return format_plain(piece.get(field))


def _collect_server_facts(snapshot: Mapping[str, Any]) -> Facts:
    system = snapshot.get("system") if isinstance(snapshot.get("system"), Mapping) else {}
    merged = {**(system or {}), **{key: value for key, value in snapshot.items() if value is not None}}
    memory = merged.get("memory_bytes", merged.get("memory"))
    values = {
        "model": ("Server", format_plain(snapshot.get("product_name", (system or {}).get("model")))),
        "board": ("Board", format_field(merged, "board")),
        "bios": ("BIOS", format_field(merged, "bios")),
        "cpu": ("CPU", _format_cpu(merged.get("cpu"))),
        "memory": ("Memory", format_binary_size(memory)),
        "os": ("Operating system", format_plain(merged.get("os_name", merged.get("os")))),
        "kernel": ("Kernel", _format_literal(merged.get("kernel"))),
        "architecture": ("Architecture", _format_literal(merged.get("architecture"))),
    }
    return {f"server.{key}": Fact(label, "server", value) for key, (label, value) in values.items()}


def _collect_controller_facts(snapshot: Mapping[str, Any]) -> Facts:
    listed = snapshot.get("controllers")
    if listed is None:
        unknown = {"controllers": Fact("Controllers", "controller", None)}
        return unknown | {f"controllers.{key}": Fact(label, "controller", None) for key, label, _ in _CONTROLLER_FACTS}
    pieces = list(iterate_counted(listed))
    if not pieces:
        return {"controllers": Fact("Controllers", "controller", "none")}
    facts = {"controllers": Fact("Controllers", "controller", collect_pieces(pieces, _format_model, counted=True))}
    for key, label, describe in _CONTROLLER_FACTS:
        facts[f"controllers.{key}"] = Fact(label, "controller", collect_pieces(pieces, describe))
    return facts | _collect_named_facts(
        "controllers", "controller", pieces, "settings", "{} of the controller", among="controllers.firmware"
    )


def _collect_array_facts(snapshot: Mapping[str, Any]) -> Facts:
    arrays = list_arrays(snapshot)
    if arrays is None:
        return {
            "array.level": Fact("RAID level", "array", None),
            "array.strip": Fact("Strip size", "array", None),
            "array.condition": Fact("Array condition", "array", None),
        }
    above = [array for array in snapshot.get("arrays") or [] if array.get("role") == "above"]
    facts = {}
    if above:
        facts["array.above"] = Fact(
            "Array that the target is part of", "array", collect_pieces(above, _format_level, counted=True)
        )
    if not arrays:
        return facts | {"array.level": Fact("RAID level", "array", "no array")}
    facts["array.level"] = Fact("RAID level", "array", collect_pieces(arrays, _format_level, counted=True))
    for key, label, describe in _ARRAY_FACTS:
        facts[f"array.{key}"] = Fact(label, "array", collect_pieces(arrays, describe))
    for name in sorted({name for array in arrays for name in array.get("policies") or {}}):
        label = _POLICIES.get(name, f"{_format_label(name)} policy")
        facts[f"array.policies.{name}"] = Fact(
            label, "array", collect_pieces(arrays, _build_policy_describer(name)), among="array.strip"
        )
    facts["array.condition"] = Fact(
        "Array condition",
        "array",
        collect_pieces(arrays, lambda it: format_array_condition(it, count_missing_members(it))),
    )
    if is_whole(snapshot):
        spares = sum(member.get("state") == "hot_spare" for array in arrays for member in array.get("members") or [])
        facts["array.spares"] = Fact("Hot spares", "array", str(spares) if "arrays" in snapshot else None)
    facts |= _collect_named_facts("array", "array", arrays, "settings", "{} of the array", among="array.strip")
    return facts | _collect_named_facts(
        "array.block", "settings", arrays, "block", "{} of the array", among="array.strip"
    )


def _drive_facts(drives: Sequence[Piece] | None, missing: int) -> Facts:
    if drives is None:
        facts = {"drives": Fact("Drives", "drives", None)}
        return facts | {f"drives.{key}": Fact(label, "drives", None) for key, label, _ in _DRIVE_FACTS}
    facts = {"drives": Fact("Drives", "drives", collect_pieces(drives, _drive_model, missing=missing, counted=True))}
    for key, name, describe in _DRIVE_FACTS:
        facts[f"drives.{key}"] = Fact(name, "drives", collect_pieces(drives, describe, missing=missing))
    for key, name, describe in _PUBLISHED_DRIVE_FACTS:
        # Only tables with these columns state them: elsewhere they do not apply.
        if any(key in drive for drive in drives):
            facts[f"drives.{key}"] = Fact(name, "drives", collect_pieces(drives, describe, missing=missing))
    facts |= _collect_named_facts(
        "drives", "drives", drives, "settings", "{} of the drives", among="drives.firmware", missing=missing
    )
    return facts | _collect_named_facts(
        "drives.block", "settings", drives, "block", "{} of the drives", among="drives.firmware", missing=missing
    )


def _profile_facts(snapshot: Mapping[str, Any]) -> Facts:
    target = snapshot.get("target")
    preparation = snapshot.get("preparation")
    prepared = format_preparation(preparation) if preparation is not None else None
    facts = {
        "engine": Fact("Engine", "profile", _format_engine(snapshot)),
        "target": Fact("Target", "profile", None),
        "preparation": Fact("Preparation", "profile", prepared),
    }
    if isinstance(target, Mapping):
        is_file = target.get("kind") == "file"
        words = f"file of {format_binary_size(target.get('size_bytes')) or 'unknown size'}" if is_file else "drives"
        facts["target"] = Fact("Target", "profile", words)
        if is_file:
            facts["filesystem"] = Fact("File system", "settings", format_field(target, "filesystem"))
            facts["copy_to"] = Fact("File system of copies", "settings", _copy_target(target.get("copy_to")))
    return facts


def _copy_target(place: Mapping[str, Any] | None) -> str | None:
    """Return the file system to which a job copies files; `none` for a job without a copy target."""
    if place is None:
        return "none"
    kind, drive, arrays = format_field(place, "filesystem"), place.get("drive") or {}, place.get("arrays") or []
    levels = [format_raid_level(array.get("level")) for array in arrays if array.get("role") == "under"]
    below = next((level for level in levels if level), None) or format_field(drive, "model")
    return kind if kind is None or below is None else f"{kind} on {below}"


def _collect_setting_facts(snapshot: Mapping[str, Any]) -> Facts:
    return {
        f"settings.{name}": Fact(name, "settings", _format_literal(value), among="server.kernel")
        for name, value in (snapshot.get("settings") or {}).items()
    }


def _collect_named_facts(
    prefix: str, group: Group, pieces: Sequence[Piece], field: str, label: str, *, among: str, missing: int = 0
) -> Facts:
    """Return one fact for each name in the mapping that `field` of the components contains.

    Fact keys are `prefix` and the name; `label` is a template for the name.
    """
    names = sorted({name for piece in pieces for name in piece.get(field) or {}})
    return {
        f"{prefix}.{name}": Fact(
            label.format(_format_label(name)),
            group,
            collect_pieces(pieces, _build_entry_describer(field, name), missing=missing),
            among=among,
        )
        for name in names
    }


def _build_entry_describer(field: str, name: str) -> Describe:
    return lambda it: _format_literal((it.get(field) or {}).get(name))


def _build_policy_describer(name: str) -> Describe:
    return lambda it: format_policy((it.get("policies") or {}).get(name))


def _format_label(name: str) -> str:
    if name in _BY_THEIR_NAMES:
        return name
    words = " ".join(_SHORT.get(word, word) for word in name.replace("_", " ").replace(".", " ").split(" "))
    return words[:1].upper() + words[1:]


def _format_literal(value: Any) -> str | None:
    """Return a value as text, with its underscores unchanged, such as a version."""
    return value if isinstance(value, str) else format_plain(value)


def _format_engine(snapshot: Mapping[str, Any]) -> str | None:
    """Return `fio-3.33` or `Vdbench 5.04.07`: most programs include their name in their version."""
    name, version = snapshot.get("engine"), snapshot.get("engine_version")
    if name is not None and version is not None and str(name).lower() in str(version).lower():
        return str(version)
    return _join_words(name, version)


def _join_words(*words: Any) -> str | None:
    return " ".join(str(word) for word in words if word is not None) or None


def _format_percent(value: Any) -> str | None:
    return None if value is None else f"{value:g} %"


def _format_model(piece: Piece) -> str | None:
    return _format_literal(piece.get("model"))


def _format_level(piece: Piece) -> str | None:
    return format_raid_level(piece.get("level"))


def _drive_model(piece: Piece) -> str | None:
    return (
        _join_words(_format_model(piece), format_decimal_size(piece.get("size_bytes"))) if piece.get("model") else None
    )


def _format_medium(piece: Piece) -> str | None:
    if piece.get("medium") is None and piece.get("rotational") is not None:
        return "rotating" if piece["rotational"] else "flash"
    return _join_words(piece.get("medium"), f"{piece['rotation_rpm']} rpm" if piece.get("rotation_rpm") else None)


def _format_block_sizes(piece: Piece) -> str | None:
    logical, physical = piece.get("logical_block_bytes"), piece.get("physical_block_bytes")
    if logical is None:
        return None
    return f"{logical} B" if physical in (None, logical) else f"{logical} B logical, {physical} B physical"


def _format_cpu(cpu: Any) -> str | None:
    if not isinstance(cpu, Mapping):
        return None if cpu is None else str(cpu)
    if cpu.get("model") is None:
        return None
    sockets = f"{cpu['sockets']} x " if (cpu.get("sockets") or 1) > 1 else ""
    counts = [f"{cpu[name]} {name}" for name in ("cores", "threads") if cpu.get(name) is not None]
    return ", ".join([f"{sockets}{cpu['model']}", *counts])


_CONTROLLER_FACTS: tuple[tuple[str, str, Describe], ...] = (
    ("firmware", "Firmware of the controller", lambda it: format_field(it, "firmware")),
    ("driver", "Driver of the controller", lambda it: _join_words(it.get("driver"), it.get("driver_version"))),
    ("cache", "Cache of the controller", lambda it: format_binary_size(it.get("cache_bytes"))),
    ("battery", "Battery of the controller", lambda it: format_field(it, "battery")),
    ("cache_module", "Cache module of the controller", lambda it: format_field(it, "cache_module")),
    ("link", "Link of the controller", lambda it: format_link(it.get("link_speed_gts"), it.get("link_width"))),
    (
        "max_link",
        "Fastest link of the controller",
        lambda it: format_link(it.get("max_link_speed_gts"), it.get("max_link_width")),
    ),
    ("numa_node", "NUMA node of the controller", lambda it: format_field(it, "numa_node")),
)
_DRIVE_FACTS: tuple[tuple[str, str, Describe], ...] = (
    ("firmware", "Firmware of the drives", lambda it: format_field(it, "firmware")),
    ("interface", "Interface of the drives", lambda it: format_field(it, "transport")),
    ("medium", "Medium of the drives", _format_medium),
    ("link", "Link of the drives", lambda it: format_link(it.get("link_speed_gts"), it.get("link_width"))),
    (
        "max_link",
        "Fastest link of the drives",
        lambda it: format_link(it.get("max_link_speed_gts"), it.get("max_link_width")),
    ),
    ("numa_node", "NUMA node of the drives", lambda it: format_field(it, "numa_node")),
    ("blocks", "Block size of the drives", _format_block_sizes),
    ("write_cache", "Write cache of the drives", lambda it: format_field(it, "write_cache")),
    ("over_provisioning", "Over-provisioning", lambda it: _format_percent(it.get("over_provisioned_percent"))),
)
_PUBLISHED_DRIVE_FACTS: tuple[tuple[str, str, Describe], ...] = (
    ("spare_area", "Spare area", lambda it: format_field(it, "spare_area")),
    ("cards", "Cards", lambda it: format_field(it, "cards")),
    ("devices", "Devices that the system sees", lambda it: format_field(it, "devices")),
)
_ARRAY_FACTS: tuple[tuple[str, str, Describe], ...] = (
    ("implementation", "Implementation of the array", lambda it: format_field(it, "implementation")),
    ("strip", "Strip size", lambda it: format_binary_size(it.get("strip_bytes"))),
    ("size", "Size of the array", lambda it: format_decimal_size(it.get("size_bytes"))),
)
