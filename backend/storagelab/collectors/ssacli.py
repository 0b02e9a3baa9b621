"""HPE Smart Array controllers from `ssacli ctrl all show config detail`.

The indentation of the text is its structure.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from storagelab.collectors.base import ControllerFacts, DriveDetail, EnclosureFacts, Facts, Health, ToolReport
from storagelab.collectors.drive_values import world_wide_name
from storagelab.collectors.raid_words import (
    first_number,
    is_refusal,
    rate_gts,
    size_bytes,
    whole,
    word,
)
from storagelab.collectors.ssacli_arrays import array
from storagelab.collectors.ssacli_blocks import Block, Controller, controllers
from storagelab.collectors.values import text_of

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


def parse(outputs: Mapping[str, str | None]) -> Facts:
    """All Smart Array controllers with what is behind them."""
    text = text_of(outputs, name)
    if text is None:
        return Facts()
    found = controllers(text)
    if not found:
        if is_refusal(text):
            return Facts(tools=(ToolReport(name, "not_permitted", message="ssacli needs more rights."),))
        return Facts() if _NONE_FOUND.search(text) else Facts(warnings=("The output of ssacli was not understood.",))
    told = [(each, _controller(each)) for each in found]
    enclosures = {facts.key: _enclosures(each, facts.key) for each, facts in told}
    return Facts(
        controllers=tuple(facts for _, facts in told),
        enclosures=tuple(box for boxes in enclosures.values() for box in boxes),
        details=tuple(
            _drive(each, facts.key, block, {box.key for box in enclosures[facts.key]})
            for each, facts in told
            for block in each.drives
        ),
        arrays=tuple(array(each, facts, block) for each, facts in told for block in each.logical),
    )


def _controller(told: Controller) -> ControllerFacts:
    block = told.about
    address, serial = _pci_address(block), block.get("serial number") or told.serial
    mode, cache = (block.get("controller mode") or "").lower(), _cache_bytes(block)
    return ControllerFacts(
        key=f"pci:{address}" if address else f"serial:{serial}" if serial else f"ssacli:slot={told.slot}",
        kind="hba" if mode == "hba" or (not mode and " hba " in f" {told.model.lower()} ") else "raid",
        vendor="HPE" if told.model.startswith("HPE ") else None,
        model=told.model or None,
        serial=serial,
        firmware=block.get("firmware version"),
        driver=block.get("driver name"),
        driver_version=block.get("driver version"),
        pci_address=address,
        cache_bytes=cache,
        battery=_battery(block, has_cache=bool(cache)),
        cache_module=block.get("cache backup power source"),
        settings={known: value for key, known in _SETTINGS.items() if (value := block.get(key)) is not None},
    )


def _cache_bytes(block: Block) -> int | None:
    """Versions that leave out the unit count gibibytes."""
    told = block.get("total cache size") or ""
    return size_bytes(f"{told} GB" if told.replace(".", "", 1).isdigit() else told)


def _pci_address(block: Block) -> str | None:
    match = _ADDRESS.fullmatch(block.get("pci address (domain:bus:device.function)") or "")
    return None if match is None else match[0].lower()


def _battery(block: Block, *, has_cache: bool) -> str | None:
    """A controller that counts no battery has none to miss, unless it has a cache."""
    state = (block.get("battery/capacitor status") or "").lower()
    if has_cache and not state and whole(block.get("battery/capacitor count")) == 0:
        return "missing"
    return "failed" if state.startswith("failed") else _BATTERIES.get(state)


def _enclosures(told: Controller, controller_key: str) -> tuple[EnclosureFacts, ...]:
    return tuple(
        EnclosureFacts(
            key=f"{controller_key}/e{cage.port}:{cage.box}",
            kind="backplane" if cage.internal else "enclosure",
            controller_key=controller_key,
            slot_count=whole(cage.get("drive bays")),
        )
        for cage in told.cages
    )


def _drive(told: Controller, controller_key: str, block: Block, enclosures: set[str]) -> DriveDetail:
    maker, model = _maker_and_model(block.values.get("model"))
    interface = (block.get("interface type") or "").lower()
    transport = next((each for each in ("nvme", "sata", "sas") if each in interface), None)
    blocks = (block.get("logical/physical block size") or block.get("native block size") or "").partition("/")
    enclosure = f"{controller_key}/e{block.get('port')}:{block.get('box')}"
    rotation = whole(block.get("rotational speed"))
    return DriveDetail(
        serial=block.get("serial number"),
        # What is told of a SATA drive is the address that the controller gave it.
        wwn=world_wide_name(block.get("wwid")) if transport == "sas" else None,
        vendor=maker,
        model=model,
        firmware=block.get("firmware revision"),
        logical_block_bytes=size_bytes(blocks[0]),
        physical_block_bytes=size_bytes(blocks[2]),
        transport=transport,
        medium="flash" if "solid state" in interface or transport == "nvme" else "rotating" if rotation else None,
        rotation_rpm=rotation,
        state=_state(block),
        controller_key=controller_key,
        enclosure_key=enclosure if enclosure in enclosures else None,
        slot=block.get("bay"),
        location=f"{told.address}/{block.name}",
        link_speed_gts=rate_gts((block.get("phy transfer rate") or "").split(",")[0]),
        health=_health(block),
    )


def _maker_and_model(value: str | None) -> tuple[str | None, str | None]:
    """`HP      EF0600FARNA`: the maker is what stands before the wide gap; ATA is none."""
    match = _MAKER.fullmatch((value or "").strip())
    if match is None:
        return None, word(value)
    return None if match["maker"] in ("ATA", "NVMe") else match["maker"], word(match["model"])


def _state(block: Block) -> str | None:
    status = (block.get("status") or "").lower()
    bad = next((known for words, known in _BAD_STATES.items() if status.startswith(words)), None)
    return bad or _STATES.get((block.get("drive type") or "").lower())


def _health(block: Block) -> Health:
    status, remaining = (block.get("status") or "").lower(), first_number(block.get("usage remaining"))
    worn = (block.get("ssd smart trip wearout") or "").lower() == "true"
    predicted = status.startswith("predictive failure")
    return Health(
        used_percent=None if remaining is None else round(100 - remaining, 2),
        power_on_hours=whole(block.get("power on hours")),
        temperature_c=first_number(block.get("current temperature (c)")),
        warnings=(*(("predictive_failure",) if predicted else ()), *(("wear_out",) if worn else ())),
    )
