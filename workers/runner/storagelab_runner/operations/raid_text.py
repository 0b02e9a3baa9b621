"""Parser of the JSON that storcli and perccli print with J. Pure: text in, facts out.

Raises for anything that is not understood.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

_DRIVE = re.compile(r"Drive (?P<address>/c\d+(?:/e\d+)?/s\d+)")
_VOLUME = re.compile(r"/c(?P<controller>\d+)/v(?P<number>\d+)")
_SIZE = re.compile(r"(?P<count>\d+)\s*(?P<unit>KB|MB)")
_FACTORS = {"KB": 1 << 10, "MB": 1 << 20}
_CACHE = re.compile(r"(?P<read>NR|R)(?P<write>AWB|WB|WT)(?P<io>[DC])?")
_READ = {"NR": "nora", "R": "ra"}
_IO = {"D": "direct", "C": "cached"}
_DRIVE_CACHE = {"enabled": "on", "disabled": "off", "disk's default": "default"}
_BATTERY_STATES = ("State", "Battery State")
_HEALTHY = frozenset({"Optimal", "Operational"})
_ABSENT = re.compile(
    r"absent|un-?supported|not (?:present|found|supported)|no (?:bbu|cachevault|energy pack|vd|drive|controller)",
    re.IGNORECASE,
)
_IDLE = frozenset({"Not in progress", "Not in Progress", "Not In Progress"})


class NotUnderstood(Exception):
    """Output that is not an answer, or an answer that reports a failed command; the message is a sentence."""


class RaidDrive(NamedTuple):
    """One physical drive; `address` is what commands call it, `state` the tool's word, such as UGood, Onln, JBOD."""

    address: str
    controller: int
    enclosure: str
    slot: str
    state: str
    serial: str
    wwn: str | None


class RaidVolume(NamedTuple):
    """One virtual drive; `members` are `enclosure:slot`, `cache` the policies as operations name them or None each."""

    controller: int
    number: int
    level: str
    state: str
    members: tuple[str, ...]
    strip_bytes: int | None
    naa: str | None
    read_policy: str | None
    write_policy: str | None
    io_policy: str | None
    drive_cache: str | None
    activity: str | None

    @property
    def address(self) -> str:
        """Return the address of the virtual drive in commands of the RAID tool, such as `/c0/v1`."""
        return f"/c{self.controller}/v{self.number}"


def parse_sections(text: str, *, but_absent: bool = False) -> list[tuple[int | None, Any]]:
    """Parse the RAID tool's JSON into (controller number, data) of every controller that answered.

    Raises NotUnderstood when one reports a failure. With `but_absent`, controllers are left out that report nothing of
    the kind: no such part, no drive, no volume.
    """
    answered = []
    for number, complaint, data in _parse_answers(text):
        if complaint is None:
            answered.append((number, data))
        elif not (but_absent and _ABSENT.search(complaint)):
            raise NotUnderstood(complaint)
    return answered


def parse_drives(text: str) -> list[RaidDrive]:
    """Parse the physical drives of `/call/eall/sall show all J`. Raises NotUnderstood."""
    return [drive for _, data in parse_sections(text, but_absent=True) for drive in _iterate_drives(data)]


def parse_volumes(text: str) -> list[RaidVolume]:
    """Parse the virtual drives of `/call/vall show all J`. Raises NotUnderstood."""
    result = []
    for _, data in parse_sections(text, but_absent=True):
        for key, rows in (data or {}).items():
            match = _VOLUME.fullmatch(key)
            if match is not None:
                result.append(_parse_volume(int(match["controller"]), int(match["number"]), rows, data))
    return result


def parse_properties(text: str) -> list[dict[str, str]]:
    """Parse the output of `show NAME J` into a mapping of property to value for each controller.

    Raises NotUnderstood.
    """
    controllers = []
    for _, data in parse_sections(text, but_absent=True):
        try:
            pairs = data["Controller Properties"]
            controllers.append({str(pair["Ctrl_Prop"]).strip(): str(pair["Value"]).strip() for pair in pairs})
        except (KeyError, TypeError):
            raise NotUnderstood("its output holds no properties of a controller") from None
    return controllers


def list_unfinished_operations(text: str) -> list[str]:
    """Return the unfinished operations that `show init|rebuild|copyback|cc J` lists, in words.

    The output is that of drives or volumes. Raises NotUnderstood.
    """
    operations = []
    for _, data in parse_sections(text, but_absent=True):
        rows = data.get("VD Operation Status") if isinstance(data, dict) else data
        if not isinstance(rows, list):
            raise NotUnderstood("its output holds no list of operations")
        for row in rows:
            status = row.get("Status") if isinstance(row, dict) else None
            if not isinstance(status, str):
                raise NotUnderstood("its output holds an operation without a state")
            if status.strip() not in _IDLE:
                subject = row.get("Drive-ID") or f"VD {row.get('VD')}"
                operations.append(f"{subject} {status.strip().lower()} ({row.get('Progress%', '-')} %)")
    return operations


def has_active_learn_cycle(text: str) -> bool | None:
    """Return whether `show all J` of the cache's battery or capacitor reports a learn cycle.

    Return None where there is no battery or capacitor. Capacitors report only their state, which is Optimal whenever no
    cycle is active. Raises NotUnderstood.
    """
    data = [data for _, data in parse_sections(text, but_absent=True)]
    if not data:
        return None
    answers = [value for part in data for value in _iterate_values(part, "Learn Cycle Active")]
    if answers:
        return any(answer.strip().lower() != "no" for answer in answers)
    states = {value.strip() for part in data for name in _BATTERY_STATES for value in _iterate_values(part, name)}
    if states and states <= _HEALTHY:
        return False
    listed = ", ".join(sorted(states)) or "not reported"
    raise NotUnderstood(f"the state of the cache's battery is {listed}")


def _parse_answers(text: str) -> list[tuple[int | None, str | None, Any]]:
    """Parse the RAID tool's JSON into (number, complaint, data) of every controller.

    The complaint is None unless the controller reports a failure. Raises NotUnderstood.
    """
    try:
        answers = []
        for controller in json.loads(text)["Controllers"]:
            status = controller["Command Status"]
            number = status.get("Controller")
            complaint = None if status["Status"] == "Success" else _format_complaint(status)
            answers.append((number if isinstance(number, int) else None, complaint, controller.get("Response Data")))
    except (ValueError, KeyError, TypeError, AttributeError):
        raise NotUnderstood("its output is not the JSON that is known") from None
    return answers


def _format_complaint(status: Mapping[str, Any]) -> str:
    details = status.get("Detailed Status") or [{}]
    reasons = [str(detail["ErrMsg"]) for detail in details if isinstance(detail, dict) and detail.get("ErrMsg")]
    return "; ".join(dict.fromkeys(reasons)) or str(status.get("Description") or "it reports a failure")


def _iterate_drives(data: Any) -> Iterator[RaidDrive]:
    for key, rows in (data or {}).items():
        match = _DRIVE.fullmatch(key)
        if match is None:
            continue
        try:
            row, name = rows[0], match["address"]
            details = data[f"Drive {name} - Detailed Information"][f"Drive {name} Device attributes"]
            enclosure, _, slot = str(row["EID:Slt"]).partition(":")
            yield RaidDrive(
                address=name,
                controller=int(name.split("/")[1][1:]),
                enclosure=enclosure.strip(),
                slot=slot.strip(),
                state=str(row["State"]).strip(),
                # Serial numbers are padded with spaces, in front or behind.
                serial=str(details["SN"]).strip(),
                wwn=str(details["WWN"]).strip().lower() or None if "WWN" in details else None,
            )
        except (KeyError, IndexError, TypeError, ValueError):
            raise NotUnderstood(f"its output about drive {match['address']} is incomplete") from None


def _parse_volume(controller: int, number: int, rows: Any, data: Mapping[str, Any]) -> RaidVolume:
    try:
        row = rows[0]
        details = data.get(f"VD{number} Properties") or {}
        policies = _CACHE.match(str(row["Cache"]))
        naa = details.get("SCSI NAA Id")
        return RaidVolume(
            controller=controller,
            number=number,
            level=str(row["TYPE"]).strip().lower(),
            state=str(row["State"]).strip(),
            members=tuple(str(drive["EID:Slt"]).strip() for drive in data.get(f"PDs for VD {number}", [])),
            strip_bytes=_parse_bytes(details.get("Strip Size")),
            naa=str(naa).strip().lower() if naa else None,
            read_policy=_READ.get(policies["read"]) if policies else None,
            write_policy=policies["write"].lower() if policies else None,
            io_policy=_IO.get(policies["io"] or "") if policies else None,
            drive_cache=_DRIVE_CACHE.get(str(details.get("Disk Cache Policy")).strip().lower()),
            activity=_parse_activity(details.get("Active Operations")),
        )
    except (KeyError, IndexError, TypeError):
        raise NotUnderstood(f"its output about virtual drive {number} is incomplete") from None


def _parse_activity(text: Any) -> str | None:
    word = str(text).strip() if text is not None else ""
    return None if word in ("", "None") else word


def _parse_bytes(text: Any) -> int | None:
    match = _SIZE.fullmatch(str(text).strip()) if text is not None else None
    return None if match is None else int(match["count"]) * _FACTORS[match["unit"]]


def _iterate_values(data: Any, name: str) -> Iterator[str]:
    """Yield every value under a name, wherever it appears: as a key, or as the pair Property and Value."""
    if isinstance(data, dict):
        if str(data.get("Property", data.get("Ctrl_Prop", ""))).strip() == name and "Value" in data:
            yield str(data["Value"])
        for key, value in data.items():
            if str(key).strip() == name:
                yield str(value)
            yield from _iterate_values(value, name)
    elif isinstance(data, list):
        for value in data:
            yield from _iterate_values(value, name)
