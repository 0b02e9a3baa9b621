"""RAID controllers and enclosures as storcli and perccli describe them."""

from __future__ import annotations

import re
from collections.abc import Mapping

from storagelab.collectors.base import ControllerFacts, EnclosureFacts, Settings
from storagelab.collectors.drive_values import read_mappings
from storagelab.collectors.raid_words import parse_tool_size, read_tool_word, read_whole
from storagelab.collectors.storcli_answers import Answers, get_section, read_properties, walk_rows
from storagelab.domain.json_values import JsonObject, JsonValue

_ADDRESS = re.compile(r"([0-9a-f]{1,4}):([0-9a-f]{1,2}):([0-9a-f]{1,2}):([0-7]{1,2})", re.IGNORECASE)
_POWER = re.compile(r"(?:cachevault|bbu|energy[ _]?pack)_info", re.IGNORECASE)
_BATTERIES = {
    **dict.fromkeys(("optimal", "opt", "operational", "ok"), "optimal"),
    **dict.fromkeys(("degraded", "dgd"), "degraded"),
    **dict.fromkeys(("failed", "fld", "replace"), "failed"),
    **dict.fromkeys(("missing", "msng", "absent"), "missing"),
    **dict.fromkeys(("learning", "learn"), "learning"),
    "charging": "charging",
}
_RATES = {
    "Rebuild Rate": "rebuild_rate_percent",
    "PR Rate": "patrol_read_rate_percent",
    "BGI Rate": "background_initialisation_rate_percent",
    "Check Consistency Rate": "consistency_check_rate_percent",
    "Reconstruction Rate": "reconstruction_rate_percent",
    "Transformation Rate": "reconstruction_rate_percent",
}
_FLAGS = {**dict.fromkeys(("on", "yes", "enabled"), True), **dict.fromkeys(("off", "no", "disabled"), False)}
_EXPANDER = re.compile(r"x\d+-.*")
_BACKPLANES = ("SGPIO", "VIRTUALSES", "VSES", "BP")


def build_controllers(by_subject: Answers) -> dict[int, ControllerFacts]:
    """Return the controllers with a model or serial number, by their number in the tool."""
    described = {}
    for answer in by_subject.get("storcli_controllers", ()):
        if answer.controller is not None and isinstance(answer.data, dict):
            facts = _build_controller(answer.controller, answer.data, by_subject)
            if facts.model is not None or facts.serial is not None:
                described[answer.controller] = facts
    return described


def build_enclosures(by_subject: Answers, keys: Mapping[int, str]) -> tuple[EnclosureFacts, ...]:
    """Return the enclosures of the controllers in `keys`, which maps storcli numbers to keys."""
    described: dict[str, EnclosureFacts] = {}
    for name in ("storcli_enclosures", "storcli_controllers"):
        for answer in by_subject.get(name, ()):
            key = None if answer.controller is None else keys.get(answer.controller)
            for row in walk_rows(answer.data, "EID") if key is not None else ():
                number = read_whole(row.get("EID"))
                if number is not None and "Slots" in row:
                    described.setdefault(f"{key}/e{number}", _build_enclosure(f"{key}/e{number}", key, row))
    return tuple(described.values())


def find_patrol_reads(by_subject: Answers) -> set[int]:
    """Return the numbers of the controllers whose patrol read is running now."""
    return {
        answer.controller
        for answer in by_subject.get("storcli_patrol", ())
        if answer.controller is not None
        and (read_tool_word(_read_patrol_properties(answer.data).get("PR Current State")) or "")
        .lower()
        .startswith("active")
    }


def _build_controller(number: int, data: JsonObject, by_subject: Answers) -> ControllerFacts:
    basics, version = get_section(data, "Basics") or data, get_section(data, "Version") or data
    address = _parse_pci_address(basics.get("PCI Address"))
    serial = read_tool_word(basics.get("Serial Number"))
    cache = parse_tool_size(get_section(data, "HwCfg").get("On Board Memory Size"))
    driver = read_tool_word(version.get("Driver Name"))
    battery, module = _read_battery(number, data, by_subject, has_cache=bool(cache))
    return ControllerFacts(
        key=_build_key(number, address, serial),
        kind="hba" if (driver or "").startswith("mpt") else "raid",
        model=read_tool_word(basics.get("Model", basics.get("Product Name"))),
        serial=serial,
        firmware=read_tool_word(version.get("Firmware Package Build", version.get("FW Package Build")))
        or _read_firmware(version),
        driver=driver,
        driver_version=read_tool_word(version.get("Driver Version")),
        pci_address=address,
        cache_bytes=cache,
        battery=battery,
        cache_module=module,
        settings=_collect_settings(number, data, version, by_subject),
    )


def _build_key(number: int, address: str | None, serial: str | None) -> str:
    if address is not None:
        return f"pci:{address}"
    return f"storcli:{number}" if serial is None else f"serial:{serial}"


def _read_firmware(version: JsonObject) -> str | None:
    return read_tool_word(version.get("Firmware Version", version.get("FW Version")))


def _parse_pci_address(value: object) -> str | None:
    """Return `0000:3b:00.0` for `00:3b:00:00`, whose parts are hexadecimal."""
    match = _ADDRESS.fullmatch(read_tool_word(value) or "")
    if match is None:
        return None
    domain, bus, device, function = (int(part, 16) for part in match.groups())
    return f"{domain:04x}:{bus:02x}:{device:02x}.{function:x}"


def _read_battery(
    number: int, data: JsonObject, by_subject: Answers, *, has_cache: bool
) -> tuple[str | None, str | None]:
    """Return (state, type) of a controller's cache battery; None where unknown.

    A battery counts as missing only where the controller has a cache.
    """
    state, module = None, None
    for source in (
        *_list_controller_data("storcli_cv", number, by_subject),
        *_list_controller_data("storcli_bbu", number, by_subject),
        data,
    ):
        for supply in (_read_battery_table(source[key]) for key in source if _POWER.fullmatch(key)):
            state = state or _parse_battery_state(supply.get("State", supply.get("Battery State")))
            module = module or read_tool_word(supply.get("Type", supply.get("Model")))
        firmware = read_properties(source.get("BBU_Firmware_Status"))
        if _parse_flag(firmware.get("Learn Cycle Active")):
            return "learning", module
    hardware = get_section(data, "HwCfg")
    if state is None and has_cache and "absent" in (_lower(hardware.get("BBU")), _lower(hardware.get("Energy Pack"))):
        state = "missing"
    return state, module


def _list_controller_data(name: str, number: int, by_subject: Answers) -> list[JsonObject]:
    return [
        answer.data
        for answer in by_subject.get(name, ())
        if answer.controller == number and isinstance(answer.data, dict)
    ]


def _read_battery_table(value: object) -> JsonObject:
    """Return the battery table as one mapping.

    The battery command prints a list of pairs; the controller command prints one row.
    """
    pairs, listed = read_properties(value), read_mappings(value)
    return pairs or (listed[0] if listed else {})


def _parse_battery_state(value: object) -> str | None:
    return _BATTERIES.get(re.split(r"[^a-z]", _lower(value))[0])


def _collect_settings(number: int, data: JsonObject, version: JsonObject, by_subject: Answers) -> Settings:
    patrol: dict[str, JsonValue] = {}
    for entry in _list_controller_data("storcli_patrol", number, by_subject):
        patrol |= _read_patrol_properties(entry)
    policies, capabilities = get_section(data, "Policies"), get_section(data, "Capabilities")
    rates = {
        _RATES[name]: read_whole(row.get("Current"))
        for row in read_mappings(policies.get("Policies Table"))
        if (name := read_tool_word(row.get("Policy")) or "") in _RATES
    }
    alarm = _lower(get_section(data, "HwCfg").get("Alarm"))
    settings = {
        "firmware_version": _read_firmware(version),
        **rates,
        "auto_rebuild": _parse_flag(policies.get("Auto Rebuild")),
        "patrol_read_mode": _lower(patrol.get("PR Mode")) or None,
        "patrol_read_state": _lower(patrol.get("PR Current State")) or None,
        "patrol_read_on_ssd": _parse_flag(patrol.get("PR on SSD")),
        "consistency_check_every": read_tool_word(
            get_section(data, "Scheduled Tasks").get("Consistency Check Reoccurrence")
        ),
        "jbod": _parse_flag(capabilities.get("Enable JBOD", capabilities.get("Enable SystemPD"))),
        "alarm": alarm or None,
        "personality": read_tool_word(get_section(data, "Status").get("Current Personality")),
        "write_back_without_battery": _parse_flag(get_section(data, "Defaults").get("Cache When BBU Bad")),
        "cache_flush_interval": read_tool_word(policies.get("Flush Time(Default)")),
    }
    return {name: value for name, value in settings.items() if value is not None}


def _read_patrol_properties(data: object) -> JsonObject:
    return read_properties(get_section(data).get("Controller Properties"))


def _build_enclosure(key: str, controller_key: str | None, row: JsonObject) -> EnclosureFacts:
    product, vendor_specific = read_tool_word(row.get("ProdID")), read_tool_word(row.get("VendorSpecific"))
    kind = "enclosure"
    if vendor_specific is not None and _EXPANDER.fullmatch(vendor_specific):
        kind = "expander"
    elif (product or "").upper().startswith(_BACKPLANES):
        kind = "backplane"
    settings = {"vendor_specific": vendor_specific, "port": read_tool_word(row.get("Port#"))}
    return EnclosureFacts(
        key=key,
        kind=kind,
        controller_key=controller_key,
        product=product,
        slot_count=read_whole(row.get("Slots")),
        settings={name: value for name, value in settings.items() if value is not None},
    )


def _parse_flag(value: object) -> bool | None:
    return _FLAGS.get(_lower(value))


def _lower(value: object) -> str:
    return (read_tool_word(value) or "").lower()
