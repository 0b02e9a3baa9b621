"""HPE Smart Array controllers from `ssacli ctrl all show config detail`.

The indentation of the text is its structure.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from storagelab.collectors.base import (
    CollectedFacts,
    ControllerFacts,
    DriveDetail,
    DriveHealthFacts,
    EnclosureFacts,
    ToolReport,
)
from storagelab.collectors.drive_values import parse_world_wide_name
from storagelab.collectors.raid_words import (
    find_first_number,
    is_refusal,
    parse_line_rate,
    parse_tool_size,
    read_tool_word,
    read_whole,
)
from storagelab.collectors.ssacli_arrays import build_logical_array
from storagelab.collectors.ssacli_blocks import SsacliBlock, SsacliController, parse_controllers
from storagelab.collectors.values import get_output_text

name = "ssacli"
inputs: tuple[str, ...] = ("ssacli",)

_NONE_FOUND = re.compile(r"no controllers (?:detected|found)", re.IGNORECASE)
_ADDRESS = re.compile(r"([0-9a-f]{4}):([0-9a-f]{2}):([0-9a-f]{2})\.([0-7])", re.IGNORECASE)
_MAKER = re.compile(r"(?P<maker>\S+)\s{2,}(?P<model>.+)")
_BATTERIES = {"ok": "optimal", "recharging": "charging", "charging": "charging", "not present": "missing"}
_STATES = {
    "data drive": "online",
    "spare drive": "hot_spare",
    "unassigned drive": "unconfigured",
    "hba mode drive": "jbod",
    "hba drive": "jbod",
}
_BAD_STATES = {"failed": "failed", "rebuilding": "rebuilding", "missing": "missing", "offline": "offline"}
_SETTINGS = {
    "controller mode": "mode",
    "rebuild priority": "rebuild_priority",
    "surface scan mode": "surface_scan_mode",
    "queue depth": "queue_depth",
    "elevator sort": "elevator_sort",
    "degraded performance optimization": "degraded_performance_optimisation",
    "cache ratio": "cache_ratio",
    "cache status": "cache_status",
    "drive write cache": "drive_write_cache",
    "no-battery write cache": "write_cache_without_battery",
}


def parse(outputs: Mapping[str, str | None]) -> CollectedFacts:
    """Parse all Smart Array controllers with their drives, enclosures and arrays."""
    text = get_output_text(outputs, name)
    if text is None:
        return CollectedFacts()
    parsed = parse_controllers(text)
    if not parsed:
        if is_refusal(text):
            return CollectedFacts(tools=(ToolReport(name, "not_permitted", message="ssacli needs more rights."),))
        return (
            CollectedFacts()
            if _NONE_FOUND.search(text)
            else CollectedFacts(warnings=("The output of ssacli was not understood.",))
        )
    described = [(controller, _build_controller(controller)) for controller in parsed]
    enclosures = {facts.key: _build_enclosures(controller, facts.key) for controller, facts in described}
    return CollectedFacts(
        controllers=tuple(facts for _, facts in described),
        enclosures=tuple(box for boxes in enclosures.values() for box in boxes),
        details=tuple(
            _drive(controller, facts.key, block, {box.key for box in enclosures[facts.key]})
            for controller, facts in described
            for block in controller.drives
        ),
        arrays=tuple(
            build_logical_array(controller, facts, block)
            for controller, facts in described
            for block in controller.logical
        ),
    )


def _build_controller(controller: SsacliController) -> ControllerFacts:
    block = controller.about
    address, serial = _parse_pci_address(block), block.get("serial number") or controller.serial
    mode, cache = (block.get("controller mode") or "").lower(), _cache_bytes(block)
    return ControllerFacts(
        key=f"pci:{address}" if address else f"serial:{serial}" if serial else f"ssacli:slot={controller.slot}",
        kind="hba" if mode == "hba" or (not mode and " hba " in f" {controller.model.lower()} ") else "raid",
        vendor="HPE" if controller.model.startswith("HPE ") else None,
        model=controller.model or None,
        serial=serial,
        firmware=block.get("firmware version"),
        driver=block.get("driver name"),
        driver_version=block.get("driver version"),
        pci_address=address,
        cache_bytes=cache,
        battery=_parse_battery(block, has_cache=bool(cache)),
        cache_module=block.get("cache backup power source"),
        settings={setting: value for key, setting in _SETTINGS.items() if (value := block.get(key)) is not None},
    )


def _cache_bytes(block: SsacliBlock) -> int | None:
    """Return the size of the cache in bytes. Versions that leave out the unit mean gibibytes."""
    size = block.get("total cache size") or ""
    return parse_tool_size(f"{size} GB" if size.replace(".", "", 1).isdigit() else size)


def _parse_pci_address(block: SsacliBlock) -> str | None:
    match = _ADDRESS.fullmatch(block.get("pci address (domain:bus:device.function)") or "")
    return None if match is None else match[0].lower()


def _parse_battery(block: SsacliBlock, *, has_cache: bool) -> str | None:
    """Return the battery state of a controller; None if unknown.

    A battery is `missing` only on a controller with a cache that reports a count of 0.
    """
    state = (block.get("battery/capacitor status") or "").lower()
    if has_cache and not state and read_whole(block.get("battery/capacitor count")) == 0:
        return "missing"
    return "failed" if state.startswith("failed") else _BATTERIES.get(state)


def _build_enclosures(controller: SsacliController, controller_key: str) -> tuple[EnclosureFacts, ...]:
    return tuple(
        EnclosureFacts(
            key=f"{controller_key}/e{cage.port}:{cage.box}",
            kind="backplane" if cage.internal else "enclosure",
            controller_key=controller_key,
            slot_count=read_whole(cage.get("drive bays")),
        )
        for cage in controller.cages
    )


def _drive(controller: SsacliController, controller_key: str, block: SsacliBlock, enclosures: set[str]) -> DriveDetail:
    maker, model = _split_maker_model(block.values.get("model"))
    interface = (block.get("interface type") or "").lower()
    transport = next((kind for kind in ("nvme", "sata", "sas") if kind in interface), None)
    blocks = (block.get("logical/physical block size") or block.get("native block size") or "").partition("/")
    enclosure = f"{controller_key}/e{block.get('port')}:{block.get('box')}"
    rotation = read_whole(block.get("rotational speed"))
    return DriveDetail(
        serial=block.get("serial number"),
        # For a SATA drive this is the address that the controller assigned.
        wwn=parse_world_wide_name(block.get("wwid")) if transport == "sas" else None,
        vendor=maker,
        model=model,
        firmware=block.get("firmware revision"),
        logical_block_bytes=parse_tool_size(blocks[0]),
        physical_block_bytes=parse_tool_size(blocks[2]),
        transport=transport,
        medium="flash" if "solid state" in interface or transport == "nvme" else "rotating" if rotation else None,
        rotation_rpm=rotation,
        state=_parse_drive_state(block),
        controller_key=controller_key,
        enclosure_key=enclosure if enclosure in enclosures else None,
        slot=block.get("bay"),
        location=f"{controller.address}/{block.name}",
        link_speed_gts=parse_line_rate((block.get("phy transfer rate") or "").split(",")[0]),
        health=_build_health(block),
    )


def _split_maker_model(value: str | None) -> tuple[str | None, str | None]:
    """Return maker and model of `HP EF0600FARNA`: the maker is before the wide gap; ATA is not a maker."""
    match = _MAKER.fullmatch((value or "").strip())
    if match is None:
        return None, read_tool_word(value)
    return None if match["maker"] in ("ATA", "NVMe") else match["maker"], read_tool_word(match["model"])


def _parse_drive_state(block: SsacliBlock) -> str | None:
    status = (block.get("status") or "").lower()
    bad = next((meaning for words, meaning in _BAD_STATES.items() if status.startswith(words)), None)
    return bad or _STATES.get((block.get("drive type") or "").lower())


def _build_health(block: SsacliBlock) -> DriveHealthFacts:
    status, remaining = (block.get("status") or "").lower(), find_first_number(block.get("usage remaining"))
    worn = (block.get("ssd smart trip wearout") or "").lower() == "true"
    predicted = status.startswith("predictive failure")
    return DriveHealthFacts(
        used_percent=None if remaining is None else round(100 - remaining, 2),
        power_on_hours=read_whole(block.get("power on hours")),
        temperature_c=find_first_number(block.get("current temperature (c)")),
        warnings=(*(("predictive_failure",) if predicted else ()), *(("wear_out",) if worn else ())),
    )
