"""Board, BIOS and memory modules as the firmware reports them, from `dmidecode -t 0,1,2,4,16,17`."""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from storagelab.collectors.base import CollectedFacts, MemoryModule, ServerFacts, ToolReport
from storagelab.collectors.values import count, get_output_text, read_word

name = "dmidecode"
inputs: tuple[str, ...] = ("dmidecode",)

_HANDLE = re.compile(r"Handle 0x[0-9A-Fa-f]+, DMI type (?P<type>\d{1,3}),")
_VERSION = re.compile(r"^# dmidecode (?P<version>\S+)", re.MULTILINE)
_SIZE = re.compile(r"(?P<count>\d{1,9}) (?P<unit>[kMGT]?)i?B")
_FACTORS = {"": 1, "k": 1 << 10, "M": 1 << 20, "G": 1 << 30, "T": 1 << 40}
_SPEED = re.compile(r"(?P<count>\d{1,6}) (?:MT/s|MHz)")
_BIOS, _SYSTEM, _BOARD, _MODULE = "0", "1", "2", "17"
#: Placeholders of firmware whose maker filled in nothing.
_FILLERS = frozenset(
    ("not specified", "not provided", "unknown", "none", "default string", "to be filled by o.e.m.", "o.e.m.", "other")
)


@dataclass(frozen=True, slots=True)
class _Structure:
    """One structure of the table: its type and its fields of one line."""

    type: str
    fields: Mapping[str, str]


def parse(outputs: Mapping[str, str | None]) -> CollectedFacts:
    """Parse the server and its memory modules; report the tool when it could not read the table."""
    text = get_output_text(outputs, "dmidecode")
    if text is None:
        return CollectedFacts()
    structures = list(_iterate_structures(text))
    if not structures:
        return CollectedFacts(tools=(_build_refusal_report(text),))
    bios, system, board = (_find_first_structure(structures, type_) for type_ in (_BIOS, _SYSTEM, _BOARD))
    sockets = [structure.fields for structure in structures if structure.type == _MODULE]
    modules = [module for module in map(_build_memory_module, sockets) if module is not None]
    server = ServerFacts(
        product_name=_read_value(system, "Product Name"),
        system_vendor=_read_value(system, "Manufacturer"),
        board_name=_read_value(board, "Product Name"),
        board_vendor=_read_value(board, "Manufacturer"),
        bios_vendor=_read_value(bios, "Vendor"),
        bios_version=_read_value(bios, "Version"),
        bios_date=_parse_date(_read_value(bios, "Release Date")),
        memory_modules=tuple(modules),
        memory_slots=len(sockets) or None,
    )
    return CollectedFacts(
        server=server,
        tools=(ToolReport("dmidecode", "ok", _parse_version(text)),),
        warnings=tuple(_iterate_warnings(modules)),
    )


def _iterate_structures(text: str) -> Iterator[_Structure]:
    """Yield the structures of the DMI table.

    A structure that is cut off at the end of the text has only its first fields.
    """
    type_: str | None = None
    fields: dict[str, str] = {}
    for line in (*text.splitlines(), "Handle 0x0, DMI type 127,"):
        match = _HANDLE.match(line)
        if match is None:
            field, colon, value = line.strip().partition(": ")
            # Lines that are further in list what belongs to the field above them.
            if colon and line.startswith("\t") and not line.startswith("\t\t"):
                fields.setdefault(field, value)
            continue
        if type_ is not None and fields:
            yield _Structure(type_, fields)
        type_, fields = match["type"], {}


def _build_refusal_report(text: str) -> ToolReport:
    """Build the tool report for a dmidecode output without a table.

    The state is `not_permitted` without rights, else `failed`.
    """
    if "No SMBIOS nor DMI entry point found" in text:
        return ToolReport("dmidecode", "failed", _parse_version(text), "The firmware has no table that it could read.")
    if "Permission denied" in text or "Scanning /dev/mem" in text:
        return ToolReport(
            "dmidecode", "not_permitted", _parse_version(text), "The table of the firmware may not be read."
        )
    return ToolReport("dmidecode", "failed", _parse_version(text), "Its output was not understood.")


def _parse_version(text: str) -> str | None:
    match = _VERSION.search(text)
    return read_word(match["version"]) if match is not None else None


def _find_first_structure(structures: list[_Structure], type_: str) -> Mapping[str, str]:
    return next((structure.fields for structure in structures if structure.type == type_), {})


def _read_value(fields: Mapping[str, str], field: str) -> str | None:
    value = read_word(fields.get(field))
    return None if value is None or value.lower() in _FILLERS else value


def _parse_date(text: str | None) -> str | None:
    """Convert `03/01/2013` to 2013-03-01; a date in another format is unchanged."""
    try:
        month, day, year = (int(part) for part in (text or "").split("/"))
        return dt.date(year, month, day).isoformat()
    except ValueError:
        return text


def _build_memory_module(fields: Mapping[str, str]) -> MemoryModule | None:
    """Return a memory module; None for an empty socket."""
    size = _SIZE.fullmatch(fields.get("Size", "").strip())
    if size is None:
        return None
    return MemoryModule(
        locator=_read_value(fields, "Locator"),
        size_bytes=int(size["count"]) * _FACTORS[size["unit"]],
        speed_mts=_parse_speed(fields, "Configured Memory Speed", "Configured Clock Speed"),
        rated_speed_mts=_parse_speed(fields, "Speed"),
        kind=_read_value(fields, "Type"),
        vendor=_read_value(fields, "Manufacturer"),
        part_number=_read_value(fields, "Part Number"),
    )


def _parse_speed(fields: Mapping[str, str], *names: str) -> int | None:
    for field in names:
        match = _SPEED.fullmatch(fields.get(field, "").strip())
        if match is not None:
            return count(match["count"])
    return None


def _iterate_warnings(modules: list[MemoryModule]) -> Iterator[str]:
    speeds = [(module.speed_mts, module.rated_speed_mts) for module in modules]
    slow = [(speed, rated) for speed, rated in speeds if speed is not None and rated is not None and speed < rated]
    if slow:
        speed, rated = slow[0]
        yield f"{len(slow)} memory modules run at {speed} MT/s although they can run at {rated}."
    if len({module.size_bytes for module in modules}) > 1:
        yield "The memory modules are of different sizes."
