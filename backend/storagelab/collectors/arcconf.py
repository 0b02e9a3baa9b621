"""Adaptec and Microchip RAID controllers from `arcconf getconfig` and `getstatus`.

The text differs by version of the tool.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from storagelab.collectors.arcconf_arrays import STATES, build_arrays
from storagelab.collectors.arcconf_blocks import ArcconfBlock, parse_blocks
from storagelab.collectors.arcconf_tasks import Task, parse_tasks
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
    merge_controller_facts,
    parse_kernel_name,
    parse_line_rate,
    parse_tool_size,
    read_whole,
)
from storagelab.collectors.values import iterate_output_texts

name = "arcconf"
inputs: tuple[str, ...] = ("arcconf/*", "arcconf_status/*")

_ADDRESS = re.compile(r"([0-9a-f]{1,4}):([0-9a-f]{1,2}):([0-9a-f]{1,2}):([0-7])", re.IGNORECASE)
_PCIE = re.compile(r"PCIe (?P<generation>[1-6])\.\d(?: x(?P<lanes>\d{1,2}))?", re.IGNORECASE)
_GENERATIONS = {"1": 2.5, "2": 5.0, "3": 8.0, "4": 16.0, "5": 32.0, "6": 64.0}
_LOCATION = re.compile(r"enclosure (?P<enclosure>\d{1,6}), slot (?P<slot>\d{1,6})", re.IGNORECASE)
_CHANNEL = re.compile(r"(?P<channel>\d{1,6}),(?P<device>\d{1,6})")
_NONE_FOUND = re.compile(r"controllers found:\s*0\b", re.IGNORECASE)
#: How every answer ends that is whole.
_END = "Command completed successfully."
_BATTERIES = {
    **dict.fromkeys(("optimal", "okay", "ok", "ready"), "optimal"),
    **dict.fromkeys(("not installed", "not present", "missing"), "missing"),
    **dict.fromkeys(("charging", "recharging"), "charging"),
    **dict.fromkeys(("failed", "not ready"), "failed"),
    **dict.fromkeys(("degraded", "low"), "degraded"),
    **dict.fromkeys(("learning", "in learn cycle"), "learning"),
}
_BATTERY_KEYS = (
    "controller battery information/status",
    "controller cache backup unit information/overall backup unit status",
    "controller zmm information/status",
)


def parse(outputs: Mapping[str, str | None]) -> CollectedFacts:
    """Parse the controllers of arcconf with their drives and arrays.

    Each controller has its own output.
    """
    doing = {number: parse_tasks(text) for number, text in iterate_output_texts(outputs, "arcconf_status")}
    facts = [
        _parse_controller_output(number, text, doing.get(number))
        for number, text in iterate_output_texts(outputs, name)
    ]
    return merge_controller_facts(name, facts)


def _parse_controller_output(number: str, text: str, doing: tuple[Task, ...] | None) -> CollectedFacts:
    sections = parse_blocks(text)
    controller_block = next((block for block in sections if block.kind == "controller"), None)
    if controller_block is None or controller_block.get("controller model", "controller status") is None:
        if is_refusal(text):
            return CollectedFacts(tools=(ToolReport(name, "not_permitted"),))
        # The runner passes the number before it knows whether such a controller exists.
        return (
            CollectedFacts()
            if _NONE_FOUND.search(text)
            else CollectedFacts(warnings=("The output of arcconf was not understood.",))
        )
    controller = _build_controller(number, controller_block)
    devices = [block for block in sections if block.kind == "physical"]
    enclosures = tuple(_build_enclosure(controller.key, block) for block in devices if _is_enclosure(block))
    enclosure_keys = {enclosure.key for enclosure in enclosures}
    details = tuple(
        _drive(number, controller.key, block, enclosure_keys)
        for block in devices
        if "drive" in (block.get("device") or "")
    )
    logical = [block for block in sections if block.kind == "logical"]
    ended = text.rstrip().endswith(_END)
    return CollectedFacts(
        controllers=(controller,),
        warnings=() if ended else ("The output of arcconf ends early. Drives and arrays may be missing.",),
        enclosures=tuple({enclosure.key: enclosure for enclosure in enclosures}.values()),
        details=details,
        arrays=build_arrays(number, controller, logical, details, doing),
    )


def _build_controller(number: str, block: ArcconfBlock) -> ControllerFacts:
    address, serial = _parse_pci_address(block), block.get("controller serial number")
    cache = parse_tool_size(block.find_anywhere("cache memory") or block.get("installed memory"))
    speed, width = _parse_link(block)
    driver = block.get("controller version information/driver")
    return ControllerFacts(
        key=f"pci:{address}" if address else f"serial:{serial}" if serial else f"arcconf:{number}",
        kind="raid",
        model=block.get("controller model"),
        serial=serial,
        firmware=block.get("controller version information/firmware"),
        driver=block.get("driver name"),
        driver_version=None if driver is None else driver.removeprefix("Linux "),
        pci_address=address,
        link_speed_gts=speed,
        link_width=width,
        cache_bytes=cache,
        battery=_parse_battery(block, has_cache=bool(cache)),
        cache_module=block.find_anywhere("backup unit type"),
        settings=_collect_settings(block),
    )


def _parse_pci_address(block: ArcconfBlock) -> str | None:
    address = block.get("pci address (domain:bus:device:function)", "pci address (bus:device:function)")
    match = _ADDRESS.fullmatch(address or "")
    if match is None:
        return None
    domain, bus, device, function = (int(part, 16) for part in match.groups())
    return f"{domain:04x}:{bus:02x}:{device:02x}.{function:x}"


def _parse_link(block: ArcconfBlock) -> tuple[float | None, int | None]:
    match = _PCIE.match(block.get("negotiated pcie data rate", "host bus type") or "")
    if match is None:
        return None, None
    lanes = match["lanes"] or block.get("host bus link width")
    return _GENERATIONS[match["generation"]], read_whole(lanes)


def _parse_battery(block: ArcconfBlock, *, has_cache: bool) -> str | None:
    state = _BATTERIES.get((block.get(*_BATTERY_KEYS) or "").lower())
    return None if state == "missing" and not has_cache else state


def _collect_settings(block: ArcconfBlock) -> dict[str, str]:
    settings = {
        "mode": block.get("controller mode"),
        "rebuild_priority": block.find_anywhere("rebuild priority"),
        "consistency_check": block.find_anywhere("background consistency check"),
        "copyback": block.find_anywhere("copyback"),
        "automatic_failover": block.find_anywhere("automatic failover"),
        "queue_depth": block.get("queue depth"),
        "physical_drive_write_cache": block.find_anywhere("global physical device write cache policy")
        or block.find_anywhere("configured drives"),
        "write_cache_without_battery": block.find_anywhere("no-battery write cache"),
    }
    return {key: value for key, value in settings.items() if value is not None}


def _is_enclosure(block: ArcconfBlock) -> bool:
    return "enclosure" in (block.get("device") or "") and read_whole(block.get("enclosure id")) is not None


def _build_enclosure(controller_key: str, block: ArcconfBlock) -> EnclosureFacts:
    product = block.get("model")
    kind = "expander" if block.get("expander id") is not None else "enclosure"
    return EnclosureFacts(
        key=f"{controller_key}/e{read_whole(block.get('enclosure id'))}",
        kind="backplane" if "sgpio" in (product or "").lower() else kind,
        controller_key=controller_key,
        product=product,
        slot_count=read_whole(block.get("number of slots", "slot count")),
    )


def _drive(number: str, controller_key: str, block: ArcconfBlock, enclosures: set[str]) -> DriveDetail:
    place = _LOCATION.search(block.get("reported location") or "")
    channel = _CHANNEL.match(block.get("reported channel,device(t:l)", "reported channel,device") or "")
    seat = f"{channel['channel']},{channel['device']}" if channel else f"#{block.number}"
    vendor, speed = block.get("vendor"), block.get("transfer speed")
    enclosure = None if place is None else f"{controller_key}/e{int(place['enclosure'])}"
    flash = (block.get("ssd") or "").lower()
    return DriveDetail(
        kernel_name=parse_kernel_name(block.get("disk name")),
        serial=block.get("serial number"),
        wwn=parse_world_wide_name(block.get("world-wide name")),
        vendor=None if vendor == "ATA" else vendor,
        model=block.get("model"),
        firmware=block.get("firmware"),
        size_bytes=parse_tool_size(block.get("total size", "size")),
        logical_block_bytes=parse_tool_size(block.get("block size")),
        physical_block_bytes=parse_tool_size(block.get("physical block size")),
        transport=(speed or "").split(" ")[0].lower() or None,
        medium={"yes": "flash", "no": "rotating"}.get(flash),
        rotation_rpm=read_whole(block.get("rotational speed")),
        state=_parse_drive_state(block),
        controller_key=controller_key,
        enclosure_key=enclosure if enclosure in enclosures else None,
        slot=None if place is None else place["slot"],
        location=f"arcconf/{number}/{seat}",
        link_speed_gts=parse_line_rate(speed),
        settings={} if (cache := block.get("write cache")) is None else {"write_cache": cache},
        health=_build_health(block),
    )


def _parse_drive_state(block: ArcconfBlock) -> str | None:
    """Return the state of a drive in an arcconf block; None for an unknown state.

    A `Ready` drive is `jbod` when the operating system sees it, and `unconfigured` otherwise.
    """
    state = (block.get("state") or "").lower()
    if state == "ready":
        return "jbod" if (block.get("drive exposed to os") or "").lower() == "true" else "unconfigured"
    return next((meaning for words, meaning in STATES.items() if words in state), None)


def _build_health(block: ArcconfBlock) -> DriveHealthFacts:
    predicted = read_whole(block.find_anywhere("predictive failures"))
    alerts = read_whole(block.get("s.m.a.r.t. warnings")) or read_whole(block.find_anywhere("smart warning count"))
    errors = block.find_anywhere("medium error count")
    return DriveHealthFacts(
        temperature_c=find_first_number(block.get("current temperature", "temperature")),
        power_on_hours=read_whole(block.find_anywhere("service hours")),
        media_errors=read_whole(block.find_anywhere("media failures") if errors is None else errors),
        link_errors=read_whole(block.find_anywhere("link failure count")),
        warnings=(*(("predictive_failure",) if predicted else ()), *(("smart_alert",) if alerts else ())),
    )
