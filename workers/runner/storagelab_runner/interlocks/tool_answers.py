"""Answers of tools about a drive: smartctl, sg_persist, and the tools of RAID controllers."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from typing import Any

from storagelab_runner.interlocks.facts import Answered, VolumeOfController
from storagelab_runner.tools import ToolAnswer, run_tool

RAID_PROGRAMS = ("storcli64", "storcli", "perccli64", "perccli", "storcli2", "perccli2")
_STRIP = re.compile(r"(\d+) ?(KB|MB)", re.IGNORECASE)
_STRIP_UNITS = {"kb": 1 << 10, "mb": 1 << 20}
#: smartctl(8): bit 0 wrong use, bit 1 the device could not be opened; other bits speak about its health.
_SMART_UNUSABLE = 0b11


def query_smart_health(path: str) -> Answered | None:
    """Query smartctl whether a drive reports itself healthy (bool), or the doubt why it is unknown.

    Return None when smartctl is not installed.
    """
    answer = run_tool(["smartctl", "--json", "--health", path])
    if answer.missing:
        return None
    if answer.exit_code is None or answer.exit_code & _SMART_UNUSABLE:
        return Answered(None, answer.last_words)
    passed = (document_of(answer).get("smart_status") or {}).get("passed")
    return Answered(passed, None) if isinstance(passed, bool) else Answered(None, "smartctl does not report its health")


def query_scsi_reservations(path: str) -> Answered | None:
    """Query how many hosts registered a persistent reservation key of a SCSI drive (int).

    Return None when sg_persist is not installed.
    """
    answer = run_tool(["sg_persist", "--in", "--read-keys", "--no-inquiry", path])
    if answer.missing:
        return None
    if answer.exit_code != 0:
        return Answered(None, answer.last_words)
    return count_reservation_keys(answer.stdout)


def count_reservation_keys(text: str) -> Answered:
    """Count the keys in the output of `sg_persist --read-keys`."""
    if re.search(r"there are NO registered reservation keys", text):
        return Answered(0, None)
    match = re.search(r"(\d+) registered reservation keys? follows?", text)
    return Answered(int(match[1]), None) if match else Answered(None, "sg_persist printed something unknown")


def query_raid_volume(wwid: str | None) -> Answered:
    """Query storcli or a related program for the virtual drive that has the WWN `wwid`.

    The answer holds a VolumeOfController, or a doubt.
    """
    for program in RAID_PROGRAMS:
        volumes = run_tool([program, "/call/vall", "show", "all", "J"])
        if volumes.missing:
            continue
        drives = run_tool([program, "/call/eall/sall", "show", "all", "J"])
        boot = run_tool([program, "/call", "show", "bootdrive", "J"])
        for answer in (volumes, drives, boot):
            if answer.exit_code is None:
                return Answered(None, answer.last_words)
        return find_volume(wwid, document_of(volumes), document_of(drives), document_of(boot))
    return Answered(None, f"none of {', '.join(RAID_PROGRAMS)} is installed")


def find_volume(
    wwid: str | None, volumes: Mapping[str, Any], drives: Mapping[str, Any], boot: Mapping[str, Any]
) -> Answered:
    """Find the virtual drive whose NAA id equals the WWN `wwid` in three documents of storcli.

    `volumes`, `drives` and `boot` list virtual drives, physical drives and boot drives. The answer holds a
    VolumeOfController, or a doubt.
    """
    identity = (wwid or "").lower().partition("naa.")[2]
    if not identity:
        return Answered(None, "the drive has no NAA id by which the RAID controller could name it")
    serials = dict(_iterate_serials(drives))
    matches = []
    for number, data in iterate_responses(volumes):
        for key, properties in data.items():
            match = re.fullmatch(r"VD ?(\d+) Properties", key)
            if match and str(properties.get("SCSI NAA Id", "")).strip().lower() == identity:
                matches.append(_parse_volume(number, match[1], data, properties, serials, boot))
    if len(matches) != 1:
        return Answered(None, f"{len(matches)} virtual drives of the RAID controllers have the NAA id {identity}")
    if isinstance(matches[0], str):
        return Answered(None, matches[0])
    return Answered(matches[0], None)


def _parse_volume(
    controller: int,
    number: str,
    data: Mapping[str, Any],
    properties: Mapping[str, Any],
    serials: Mapping[str, str],
    boot: Mapping[str, Any],
) -> VolumeOfController | str:
    name = f"/c{controller}/v{number}"
    rows, members = data.get(name), data.get(f"PDs for VD {number}")
    if not isinstance(rows, list) or len(rows) != 1 or not isinstance(members, list) or not members:
        return f"the RAID controller does not list {name} with its drives"
    pairs = [str(row.get("EID:Slt")).partition(":") for row in members]
    member_serials = [serials.get(f"/c{controller}/e{enclosure}/s{slot}") for enclosure, _, slot in pairs]
    if None in member_serials:
        return f"the serial of a drive of {name} is not known"
    strip = _STRIP.fullmatch(str(properties.get("Strip Size", "")).strip())
    return VolumeOfController(
        name=name,
        state=str(rows[0].get("State")),
        level=str(rows[0].get("TYPE")) if rows[0].get("TYPE") else None,
        strip_bytes=int(strip[1]) * _STRIP_UNITS[strip[2].lower()] if strip else None,
        members=tuple(sorted(str(serial) for serial in member_serials)),
        is_boot=_is_boot(controller, number, boot),
    )


def _is_boot(controller: int, number: str, document: Mapping[str, Any]) -> bool | None:
    """Return whether the controller boots from the virtual drive; None when it does not report it."""
    for other, data in iterate_responses(document):
        if other != controller:
            continue
        for row in data.get("Controller Properties") or []:
            if isinstance(row, dict) and row.get("Ctrl_Prop") in ("Boot Drive", "BootDrive"):
                value = str(row.get("Value", "")).strip()
                if re.fullmatch(r"VD ?: ?\d+", value):
                    return value.rpartition(":")[2].strip() == number
                return False if re.fullmatch(r"No Boot ?Drive|PD ?:.*", value, re.IGNORECASE) else None
    return None


def _iterate_serials(document: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    """Yield the seat and the serial of each physical drive that storcli lists.

    A seat is like /c0/e252/s1. The padding of storcli's serials is removed.
    """
    for _, data in iterate_responses(document):
        for key, details in data.items():
            match = re.fullmatch(r"Drive (/c\d+(?:/e\d+)?/s\d+) - Detailed Information", key)
            if match and isinstance(details, dict):
                attributes = details.get(f"Drive {match[1]} Device attributes")
                serial = attributes.get("SN") if isinstance(attributes, dict) else None
                if isinstance(serial, str) and serial.strip():
                    yield match[1], serial.strip()


def find_member_numbers(wwid: str | None, volumes: Mapping[str, Any]) -> tuple[int, list[int]] | None:
    """Return the controller number and member numbers (DID) of a virtual drive, None if unknown.

    The WWN `wwid` is compared with the NAA id of each virtual drive.
    """
    identity = (wwid or "").lower().partition("naa.")[2]
    for controller, data in iterate_responses(volumes):
        for key, properties in data.items():
            match = re.fullmatch(r"VD ?(\d+) Properties", key)
            if not identity or not match or not isinstance(properties, dict):
                continue
            if str(properties.get("SCSI NAA Id", "")).strip().lower() == identity:
                rows = data.get(f"PDs for VD {match[1]}")
                numbers = [row.get("DID") for row in rows if isinstance(row, dict)] if isinstance(rows, list) else []
                return controller, [number for number in numbers if isinstance(number, int)]
    return None


def iterate_responses(document: Mapping[str, Any]) -> Iterator[tuple[int, Mapping[str, Any]]]:
    """Yield the controller number and the response data of each part of a storcli document."""
    controllers = document.get("Controllers")
    for part in controllers if isinstance(controllers, list) else []:
        status = part.get("Command Status") if isinstance(part, dict) else None
        data = part.get("Response Data") if isinstance(part, dict) else None
        if isinstance(status, dict) and isinstance(data, dict) and isinstance(status.get("Controller"), int):
            yield status["Controller"], data


def document_of(answer: ToolAnswer) -> Mapping[str, Any]:
    """Return the JSON object that a tool printed; an empty object where it printed none."""
    try:
        value = json.loads(answer.stdout)
    except (ValueError, RecursionError):
        return {}
    return value if isinstance(value, dict) else {}
