"""Parser that cuts the text of `arcconf getconfig` into blocks.

A block is one controller, one logical device or one physical device.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from storagelab.collectors.raid_words import pair, read_tool_word

_HEADS = (
    ("controller", re.compile(r"controller information()", re.IGNORECASE)),
    ("logical", re.compile(r"logical (?:device|drive) number (\d{1,6})", re.IGNORECASE)),
    ("physical", re.compile(r"device #(\d{1,6})", re.IGNORECASE)),
    ("", re.compile(r"array number (\d{1,6})", re.IGNORECASE)),
    ("", re.compile(r"(?:array|(?:logical|physical) (?:device|drive)|connector) information()", re.IGNORECASE)),
)
_DEVICE = re.compile(r"device is an? (.+)", re.IGNORECASE)
#: A list of channels and devices that is too long for its line goes on in the next.
_CONTINUED = re.compile(r"[\d,\s]+")


@dataclass(slots=True)
class ArcconfBlock:
    """Values of one component by lower-case key; those below a heading have the key `heading/key`."""

    kind: str
    number: int | None
    values: dict[str, str] = field(default_factory=dict)

    def get(self, *keys: str) -> str | None:
        """Return the first value that is not empty among `keys`; None without one."""
        return next((text for key in keys if (text := read_tool_word(self.values.get(key))) is not None), None)

    def find_anywhere(self, key: str) -> str | None:
        """Return the first non-empty value of `key` below any heading of the block; None without one."""
        named = (value for name, value in self.values.items() if name.rpartition("/")[2] == key)
        return next((text for value in named if (text := read_tool_word(value)) is not None), None)


def parse_blocks(text: str) -> list[ArcconfBlock]:
    """Split an arcconf output into its blocks, in order; lines before the first block are ignored."""
    result: list[ArcconfBlock] = []
    heading, ruled = "", False
    for line in (raw.strip() for raw in text.splitlines()):
        if not line:
            continue
        if not line.strip("-"):
            ruled = True
            continue
        head = _parse_head(line)
        if head is not None:
            result.append(head)
            heading = ""
        elif result:
            heading = _add(result[-1], line, heading, ruled=ruled)
        ruled = False
    return [block for block in result if block.kind]


def _parse_head(line: str) -> ArcconfBlock | None:
    for kind, pattern in _HEADS:
        match = pattern.fullmatch(line)
        if match is not None:
            return ArcconfBlock(kind, int(match[1]) if match[1] else None)
    return None


def _add(block: ArcconfBlock, line: str, heading: str, *, ruled: bool) -> str:
    """Add a line of output to a block; return the heading that is valid for the next line."""
    device, entry = _DEVICE.fullmatch(line), pair(line)
    if device is not None:
        block.values.setdefault("device", device[1].lower())
    elif entry is not None:
        # The heading distinguishes equal keys of different sections; the first value is valid.
        block.values.setdefault(f"{heading}/{entry[0].lower()}" if heading else entry[0].lower(), entry[1])
    elif ruled:
        return line.lower()
    elif block.values and _CONTINUED.fullmatch(line):
        last = next(reversed(block.values))
        block.values[last] = f"{block.values[last]} {line}"
    return heading
