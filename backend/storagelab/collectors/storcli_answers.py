"""JSON answers of storcli and perccli (option `J`), one for each controller, read without raising."""

from __future__ import annotations

import json
import re
from collections import deque
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from storagelab.collectors.drive_values import read_mapping, read_mappings
from storagelab.collectors.raid_words import read_tool_word, read_whole
from storagelab.domain.json_values import JsonObject

_SEAT = re.compile(r"(?P<enclosure>\d{1,6})?\s*:\s*(?P<slot>\d{1,6})")
#: Complaints which only report that no such object exists, or that this model does not support the command.
_ABSENT = re.compile(
    r"absent|un-?supported|not (?:present|found|supported)|use /c|"
    r"no (?:bbu|cachevault|energy pack|vd|virtual drive|drive|enclosure|controller)",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class StorcliAnswer:
    """Answer of one controller; `complaint` is its reason for a failed command, None when it worked."""

    controller: int | None
    data: Any
    complaint: str | None = None

    @property
    def failed(self) -> bool:
        """Return whether the command failed; a report that no such object exists is no failure."""
        return self.complaint is not None and _ABSENT.search(self.complaint) is None


#: The answers by the name of the output that holds them.
Answers = Mapping[str, tuple[StorcliAnswer, ...]]


def read(text: str) -> tuple[StorcliAnswer, ...] | None:
    """Parse all answers in one JSON output of storcli; None when the JSON is not in the known form."""
    try:
        document = json.loads(text, strict=False)
    except (ValueError, RecursionError):
        return None
    if not isinstance(read_mapping(document).get("Controllers"), list):
        return None
    return tuple(_answer(entry) for entry in read_mappings(document["Controllers"]))


def get_section(data: object, *names: str) -> JsonObject:
    """Return the object at this path of names; empty when there is none."""
    for name in names:
        data = read_mapping(data).get(name)
    return read_mapping(data)


def read_properties(value: object) -> JsonObject:
    """Return a list of storcli properties as one dict of names and values.

    Each item has the key `Property` or `Ctrl_Prop`, and `Value`.
    """
    pairs = ((row.get("Property", row.get("Ctrl_Prop")), row.get("Value")) for row in read_mappings(value))
    return {key.strip(): content for key, content in pairs if isinstance(key, str)}


def format_location(controller: int | None, seat: object) -> str | None:
    """Return the location of a drive: `/c0/e252/s3` for the seat `252:3`, `/c0/s3` for ` :3`.

    Return None when `seat` names no place.
    """
    match = _SEAT.fullmatch(seat.strip()) if isinstance(seat, str) else None
    if match is None or controller is None:
        return None
    enclosure = "" if match["enclosure"] is None else f"/e{int(match['enclosure'])}"
    return f"/c{controller}{enclosure}/s{int(match['slot'])}"


def walk_rows(data: object, key: str) -> Iterator[JsonObject]:
    """Yield every object below `data`, at any depth, that has the key `key`.

    `read` limits the nesting.
    """
    waiting = deque([data])
    while waiting:
        node = waiting.popleft()
        if isinstance(node, dict):
            if key in node:
                yield node
            waiting.extend(node.values())
        elif isinstance(node, list):
            waiting.extend(node)


def _answer(document: JsonObject) -> StorcliAnswer:
    status = get_section(document, "Command Status")
    worked = read_tool_word(status.get("Status")) in (None, "Success")
    return StorcliAnswer(
        read_whole(status.get("Controller")),
        document.get("Response Data"),
        None if worked else _format_complaint(status),
    )


def _format_complaint(status: JsonObject) -> str:
    reasons = [read_tool_word(detail.get("ErrMsg")) for detail in read_mappings(status.get("Detailed Status"))]
    distinct = dict.fromkeys(reason for reason in reasons if reason is not None)
    return "; ".join(distinct) or read_tool_word(status.get("Description")) or "it gives no reason"
