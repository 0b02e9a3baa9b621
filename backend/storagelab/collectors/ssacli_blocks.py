"""Parser that cuts the text of `ssacli ... show config detail` into blocks.

A block is a controller, a logical drive, a physical drive or a cage.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from storagelab.collectors.raid_words import pair, read_tool_word

_CONTROLLER = re.compile(r"(?P<model>\S.*?) in Slot (?P<slot>\w+)(?: \([^)]*\))?(?:\s+\(sn: (?P<serial>[^)]*)\))?\s*")
_LOGICAL = re.compile(r"Logical Drive: (\d{1,6})")
_PHYSICAL = re.compile(r"physicaldrive ([\w:.-]{1,64})")
_MEMBER = re.compile(r"physicaldrive ([\w:.-]{1,64}) \(.*\)")
_ARRAY = re.compile(r"array:? (\S+)", re.IGNORECASE)
_CAGE = re.compile(r"(?P<kind>Internal|External) Drive Cage at Port (?P<port>\w+), Box (?P<box>\d{1,4}), .*")
_UNASSIGNED = re.compile(r"unassigned|HBA Drives", re.IGNORECASE)
#: Other headings have lines of their own, which are not needed here.
_OTHER = re.compile(r"(?:SEP|Expander|Enclosure SEP|Port Name)\b.*")


@dataclass(slots=True)
class SsacliBlock:
    """Values of one component by lower-case key. `array` is the letter of the array that it is in.

    `members` of a logical drive are the names of its drives, where they are listed in its mirror or parity groups.
    """

    name: str
    array: str | None = None
    values: dict[str, str] = field(default_factory=dict)
    members: list[str] = field(default_factory=list)

    def get(self, key: str) -> str | None:
        """Return the value of `key`; None when it is missing or empty."""
        return read_tool_word(self.values.get(key))


@dataclass(slots=True)
class Cage(SsacliBlock):
    """A box of drive bays."""

    port: str = ""
    box: str = ""
    internal: bool = True


@dataclass(slots=True)
class SsacliController:
    """One controller and all that is below it."""

    model: str
    slot: str
    serial: str | None
    about: SsacliBlock
    logical: list[SsacliBlock] = field(default_factory=list)
    drives: list[SsacliBlock] = field(default_factory=list)
    cages: list[Cage] = field(default_factory=list)

    @property
    def address(self) -> str:
        """Return the address of this controller in ssacli commands."""
        return f"ssacli/slot={self.slot}"


def parse_controllers(text: str) -> list[SsacliController]:
    """Parse the controllers of an ssacli output, in order; lines before the first one are ignored."""
    result: list[SsacliController] = []
    block, array = SsacliBlock(""), None
    for line in text.splitlines():
        head = _CONTROLLER.fullmatch(line)
        if head is not None:
            block, array = SsacliBlock("controller"), None
            result.append(
                SsacliController(
                    read_tool_word(head["model"]) or "", head["slot"], read_tool_word(head["serial"]), block
                )
            )
        elif result and line.strip():
            block, array = _read(result[-1], line.strip(), block, array)
    return result


def _read(
    controller: SsacliController, line: str, block: SsacliBlock, array: str | None
) -> tuple[SsacliBlock, str | None]:
    """Add a line to its controller or block; return the block and the array of the next line."""
    letter, member = _ARRAY.fullmatch(line), _MEMBER.fullmatch(line)
    if letter is not None or _UNASSIGNED.fullmatch(line) or _OTHER.fullmatch(line):
        return SsacliBlock(""), letter[1] if letter else None
    if member is not None:
        block.members.append(member[1])
        return block, array
    started = next(_start_block(controller, line, array), None)
    if started is not None:
        return started, array
    entry = pair(line)
    if entry is not None:
        block.values.setdefault(entry[0].lower(), entry[1])
    return block, array


def _start_block(controller: SsacliController, line: str, array: str | None) -> Iterator[SsacliBlock]:
    logical, physical, cage = _LOGICAL.fullmatch(line), _PHYSICAL.fullmatch(line), _CAGE.fullmatch(line)
    if logical is not None:
        controller.logical.append(SsacliBlock(logical[1], array))
        yield controller.logical[-1]
    elif physical is not None:
        controller.drives.append(SsacliBlock(physical[1], array))
        yield controller.drives[-1]
    elif cage is not None:
        controller.cages.append(Cage(line, port=cage["port"], box=cage["box"], internal=cage["kind"] == "Internal"))
        yield controller.cages[-1]
