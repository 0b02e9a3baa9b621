"""Physical drives behind RAID controllers as storcli and perccli describe them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import replace

from storagelab.collectors.base import DriveDetail, DriveHealthFacts, Settings
from storagelab.collectors.drive_values import parse_world_wide_name, read_mappings
from storagelab.collectors.raid_words import (
    find_exact_size,
    find_first_number,
    parse_line_rate,
    parse_tool_size,
    read_tool_word,
    read_whole,
)
from storagelab.collectors.storcli_answers import Answers, StorcliAnswer, format_location, get_section
from storagelab.domain.json_values import JsonObject

_DRIVE = re.compile(r"Drive (?P<place>/c\d{1,6}(?:/e\d{1,6})?/s\d{1,6})\s*")
_PLACE = re.compile(r"/c(?P<controller>\d{1,6})(?:/e(?P<enclosure>\d{1,6}))?/s(?P<slot>\d{1,6})")
_SECTORS = re.compile(r"\[(0x[0-9a-f]{1,16}) Sectors\]", re.IGNORECASE)
_LANES = re.compile(r"\bx(\d{1,2})\s*")
#: The words of the tool for `DRIVE_STATES`.
STATES = {
    "Onln": "online",
    "Offln": "offline",
    "UGood": "unconfigured",
    "UGUnsp": "unconfigured",
    "UGShld": "unconfigured",
    "UBad": "failed",
    "UBUnsp": "failed",
    "Failed": "failed",
    "Rbld": "rebuilding",
    "Cpybck": "copyback",
    "GHS": "hot_spare",
    "DHS": "hot_spare",
    "HSPShld": "hot_spare",
    "JBOD": "jbod",
    "Msng": "missing",
}
_MEDIA = {"SSD": "flash", "HDD": "rotating"}
_POWER = {"U": "up", "D": "down", "T": "in_transition", "F": "power_save"}
#: Placeholder for the maker where the interface has no field for it.
_NO_MAKERS = frozenset(("ATA", "NVME"))


def build_drives(by_subject: Answers, keys: Mapping[int, str]) -> tuple[DriveDetail, ...]:
    """Return the drives of all controllers that storcli reports, each once with its location.

    Descriptions of drives, the physical drive lists and the JBOD lists of controllers are merged. Drives without an
    enclosure are in the lists only. `keys` maps the number that storcli gives a controller to its key.
    """
    described: dict[str, DriveDetail] = {}
    for answer in by_subject.get("storcli_drives", ()):
        for place, row, details in _iterate_described_drives(answer):
            described.setdefault(place, _drive(place, row, details, keys))
    for answer in by_subject.get("storcli_controllers", ()):
        for place, row in _iterate_seated_rows(answer, "PD LIST"):
            described.setdefault(place, _drive(place, row, {}, keys))
        for place, row in _iterate_seated_rows(answer, "JBOD LIST"):
            listed = described.get(place) or _drive(place, row, {}, keys)
            described[place] = replace(listed, state="jbod" if listed.state in (None, "online") else listed.state)
    return tuple(described.values())


def rebuild_progress(by_subject: Answers) -> dict[str, float]:
    """Return the rebuild progress of drives in percent, by location; drives that are not rebuilt are left out."""
    return {
        place: percent
        for answer in by_subject.get("storcli_rebuild", ())
        for row in read_mappings(answer.data)
        if (place := read_tool_word(row.get("Drive-ID"))) is not None
        and (read_tool_word(row.get("Status")) or "").lower() == "in progress"
        and (percent := find_first_number(row.get("Progress%"))) is not None
    }


def _iterate_described_drives(answer: StorcliAnswer) -> Iterator[tuple[str, JsonObject, JsonObject]]:
    data = get_section(answer.data)
    for key, value in data.items():
        match, row = _DRIVE.fullmatch(key), next(iter(read_mappings(value)), None)
        if match is not None and row is not None:
            yield match["place"], row, get_section(data, f"{key} - Detailed Information")
    yield from ((place, row, {}) for place, row in _iterate_seated_rows(answer, "Drive Information"))


def _iterate_seated_rows(answer: StorcliAnswer, name: str) -> Iterator[tuple[str, JsonObject]]:
    """Yield (location, row) for each row of the drive list `name` that has a seat."""
    for row in read_mappings(get_section(answer.data).get(name)):
        place = format_location(answer.controller, row.get("EID:Slt"))
        if place is not None:
            yield place, row


def _drive(place: str, row: JsonObject, details: JsonObject, keys: Mapping[int, str]) -> DriveDetail:
    match = _PLACE.fullmatch(place)
    controller = None if match is None else keys.get(int(match["controller"]))
    enclosure = None if match is None or controller is None or match["enclosure"] is None else match["enclosure"]
    attributes = get_section(details, f"Drive {place} Device attributes")
    maker, media = read_tool_word(attributes.get("Manufacturer Id")), read_tool_word(row.get("Med")) or ""
    lanes = _LANES.search(read_tool_word(attributes.get("Connector Name")) or "")
    return DriveDetail(
        serial=read_tool_word(attributes.get("SN")),
        wwn=parse_world_wide_name(attributes.get("WWN")),
        vendor=None if (maker or "").upper() in _NO_MAKERS else maker,
        model=read_tool_word(attributes.get("Model Number")) or read_tool_word(row.get("Model")),
        firmware=read_tool_word(attributes.get("Firmware Revision")),
        size_bytes=_parse_size(attributes.get("Raw size")),
        logical_block_bytes=parse_tool_size(attributes.get("Logical Sector Size", row.get("SeSz"))),
        physical_block_bytes=parse_tool_size(attributes.get("Physical Sector Size")),
        transport=(read_tool_word(row.get("Intf")) or "").lower() or None,
        medium=_MEDIA.get(media.upper()),
        state=STATES.get(read_tool_word(row.get("State")) or ""),
        controller_key=controller,
        enclosure_key=None if enclosure is None else f"{controller}/e{int(enclosure)}",
        slot=None if match is None else str(int(match["slot"])),
        location=place,
        link_speed_gts=parse_line_rate(attributes.get("Link Speed")),
        link_width=None if lanes is None else int(lanes[1]),
        settings=_collect_settings(row, attributes),
        health=_build_health(get_section(details, f"Drive {place} State")),
    )


def _parse_size(value: object) -> int | None:
    """Return the size of `111.790 GB [0xdf94bb0 Sectors]` in bytes: the sectors are exact."""
    text = read_tool_word(value) or ""
    sectors = _SECTORS.search(text)
    return None if sectors is None else find_exact_size(int(sectors[1], 16), text.partition("[")[0])


def _collect_settings(row: JsonObject, attributes: JsonObject) -> Settings:
    settings = {
        "write_cache": read_tool_word(attributes.get("Write Cache", attributes.get("Write cache"))),
        "power_state": _POWER.get(read_tool_word(row.get("Sp")) or ""),
        "foreign": True if read_tool_word(row.get("DG")) == "F" else None,
    }
    return {name: value for name, value in settings.items() if value is not None}


def _build_health(state: JsonObject) -> DriveHealthFacts | None:
    if not state:
        return None
    alert = (read_tool_word(state.get("S.M.A.R.T alert flagged by drive")) or "").lower()
    warnings = ("predictive_failure",) if read_whole(state.get("Predictive Failure Count")) else ()
    return DriveHealthFacts(
        passed={"yes": False, "no": True}.get(alert),
        temperature_c=find_first_number(state.get("Drive Temperature")),
        media_errors=read_whole(state.get("Media Error Count")),
        warnings=(*warnings, *(("smart_alert",) if alert == "yes" else ())),
    )
