"""Physical drives behind RAID controllers as storcli and perccli describe them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

from storagelab.collectors.base import DriveDetail, DriveHealthFacts
from storagelab.collectors.drive_values import mappings, world_wide_name
from storagelab.collectors.raid_words import (
    blocks_that_agree,
    first_number,
    parse_line_rate,
    parse_tool_size,
    whole,
    word,
)
from storagelab.collectors.storcli_answers import Answers, StorcliAnswer, location, section

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


def drives(by_subject: Answers, keys: Mapping[int, str]) -> tuple[DriveDetail, ...]:
    """Return every drive that a controller lists, once, at its location.

    Drives without an enclosure appear only in the list of the controller. `keys` are the controllers' by number.
    """
    described: dict[str, DriveDetail] = {}
    for answer in by_subject.get("storcli_drives", ()):
        for place, row, details in _described(answer):
            described.setdefault(place, _drive(place, row, details, keys))
    for answer in by_subject.get("storcli_controllers", ()):
        for place, row in _seated(answer, "PD LIST"):
            described.setdefault(place, _drive(place, row, {}, keys))
        for place, row in _seated(answer, "JBOD LIST"):
            listed = described.get(place) or _drive(place, row, {}, keys)
            described[place] = replace(listed, state="jbod" if listed.state in (None, "online") else listed.state)
    return tuple(described.values())


def rebuild_progress(by_subject: Answers) -> dict[str, float]:
    """Return the rebuild progress of drives in percent, by location; drives that are not rebuilt are left out."""
    return {
        place: percent
        for answer in by_subject.get("storcli_rebuild", ())
        for row in mappings(answer.data)
        if (place := word(row.get("Drive-ID"))) is not None
        and (word(row.get("Status")) or "").lower() == "in progress"
        and (percent := first_number(row.get("Progress%"))) is not None
    }


def _described(answer: StorcliAnswer) -> Iterator[tuple[str, Mapping[str, Any], Mapping[str, Any]]]:
    data = section(answer.data)
    for key, value in data.items():
        match, row = _DRIVE.fullmatch(key), next(iter(mappings(value)), None)
        if match is not None and row is not None:
            yield match["place"], row, section(data, f"{key} - Detailed Information")
    yield from ((place, row, {}) for place, row in _seated(answer, "Drive Information"))


def _seated(answer: StorcliAnswer, name: str) -> Iterator[tuple[str, Mapping[str, Any]]]:
    """Yield the rows of a list of drives that name a seat, with the location of it."""
    for row in mappings(section(answer.data).get(name)):
        place = location(answer.controller, row.get("EID:Slt"))
        if place is not None:
            yield place, row


def _drive(place: str, row: Mapping[str, Any], details: Mapping[str, Any], keys: Mapping[int, str]) -> DriveDetail:
    match = _PLACE.fullmatch(place)
    controller = None if match is None else keys.get(int(match["controller"]))
    enclosure = None if match is None or controller is None or match["enclosure"] is None else match["enclosure"]
    attributes = section(details, f"Drive {place} Device attributes")
    maker, media = word(attributes.get("Manufacturer Id")), word(row.get("Med")) or ""
    lanes = _LANES.search(word(attributes.get("Connector Name")) or "")
    return DriveDetail(
        serial=word(attributes.get("SN")),
        wwn=world_wide_name(attributes.get("WWN")),
        vendor=None if (maker or "").upper() in _NO_MAKERS else maker,
        model=word(attributes.get("Model Number")) or word(row.get("Model")),
        firmware=word(attributes.get("Firmware Revision")),
        size_bytes=_size(attributes.get("Raw size")),
        logical_block_bytes=parse_tool_size(attributes.get("Logical Sector Size", row.get("SeSz"))),
        physical_block_bytes=parse_tool_size(attributes.get("Physical Sector Size")),
        transport=(word(row.get("Intf")) or "").lower() or None,
        medium=_MEDIA.get(media.upper()),
        state=STATES.get(word(row.get("State")) or ""),
        controller_key=controller,
        enclosure_key=None if enclosure is None else f"{controller}/e{int(enclosure)}",
        slot=None if match is None else str(int(match["slot"])),
        location=place,
        link_speed_gts=parse_line_rate(attributes.get("Link Speed")),
        link_width=None if lanes is None else int(lanes[1]),
        settings=_settings(row, attributes),
        health=_health(section(details, f"Drive {place} State")),
    )


def _size(value: object) -> int | None:
    """Return the size of `111.790 GB [0xdf94bb0 Sectors]` in bytes: the sectors are exact."""
    text = word(value) or ""
    sectors = _SECTORS.search(text)
    return None if sectors is None else blocks_that_agree(int(sectors[1], 16), text.partition("[")[0])


def _settings(row: Mapping[str, Any], attributes: Mapping[str, Any]) -> dict[str, Any]:
    settings = {
        "write_cache": word(attributes.get("Write Cache", attributes.get("Write cache"))),
        "power_state": _POWER.get(word(row.get("Sp")) or ""),
        "foreign": True if word(row.get("DG")) == "F" else None,
    }
    return {name: value for name, value in settings.items() if value is not None}


def _health(state: Mapping[str, Any]) -> DriveHealthFacts | None:
    if not state:
        return None
    alert = (word(state.get("S.M.A.R.T alert flagged by drive")) or "").lower()
    warnings = ("predictive_failure",) if whole(state.get("Predictive Failure Count")) else ()
    return DriveHealthFacts(
        passed={"yes": False, "no": True}.get(alert),
        temperature_c=first_number(state.get("Drive Temperature")),
        media_errors=whole(state.get("Media Error Count")),
        warnings=(*warnings, *(("smart_alert",) if alert == "yes" else ())),
    )
