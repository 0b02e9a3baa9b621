"""LSI host bus adapters and their volumes, from `sas3ircu <n> display` or `sas2ircu`."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from storagelab.collectors.base import (
    ArrayFacts,
    CollectedFacts,
    ControllerFacts,
    DriveDetail,
    DriveHealthFacts,
    EnclosureFacts,
    MemberFacts,
    ToolReport,
)
from storagelab.collectors.drive_values import parse_world_wide_name
from storagelab.collectors.raid_words import (
    find_exact_size,
    find_first_number,
    is_refusal,
    merge_controller_facts,
    pair,
    parse_raid_level,
    parse_tool_size,
    read_tool_word,
    read_whole,
)
from storagelab.collectors.values import iterate_output_texts

name = "sas3ircu"
inputs: tuple[str, ...] = ("sas3ircu/*",)

_HEADS = {
    "controller information": "controller",
    "ir volume information": "",
    "physical device information": "",
    "enclosure information": "",
}
_VOLUME = re.compile(r"IR volume \d{1,6}", re.IGNORECASE)
_DEVICE = re.compile(r"Device is an? (.+)", re.IGNORECASE)
_PHY = re.compile(r"phy\[(\d{1,6})\] enclosure#/slot#")
_SEAT = re.compile(r"(\d{1,6}):(\d{1,6})")
_CODE = re.compile(r".*\((?P<code>[A-Z]{2,6})\)")
_SECTORS = re.compile(r"(?P<megabytes>\d{1,12})/(?P<last>\d{1,15})")
_NO_CONTROLLER = re.compile(r"no controller|not found|invalid controller|no adapters", re.IGNORECASE)
_END = re.compile(r"(?:command display|utility) completed successfully", re.IGNORECASE)
_CONDITIONS = {"OKY": "optimal", "DGD": "degraded", "RBLD": "rebuilding", "FLD": "failed", "MIS": "failed"}
_STATES = {
    "OPT": "online",
    "ONL": "online",
    "RDY": "jbod",
    "HSP": "hot_spare",
    "RBLD": "rebuilding",
    "FLD": "failed",
    "MIS": "missing",
}
_MEDIA = {"SSD": "flash", "HDD": "rotating"}


@dataclass(slots=True)
class _Block:
    kind: str
    device: str = ""
    values: dict[str, str] = field(default_factory=dict)

    def get(self, key: str) -> str | None:
        return read_tool_word(self.values.get(key))


def parse(outputs: Mapping[str, str | None]) -> CollectedFacts:
    """Parse the adapters of sas3ircu with their drives and volumes; each adapter has its own output."""
    return merge_controller_facts(
        name, [_parse_adapter(number, text) for number, text in iterate_output_texts(outputs, name)]
    )


def _parse_adapter(number: str, text: str) -> CollectedFacts:
    blocks = _parse_blocks(text)
    controller_block = next((block for block in blocks if block.kind == "controller"), None)
    if controller_block is None or controller_block.get("controller type") is None:
        if is_refusal(text):
            return CollectedFacts(tools=(ToolReport(name, "not_permitted"),))
        unknown = CollectedFacts(warnings=("The output of sas3ircu was not understood.",))
        return CollectedFacts() if _NO_CONTROLLER.search(text) else unknown
    controller = _build_controller(number, controller_block)
    enclosures = tuple(_iterate_enclosures(controller.key, blocks))
    enclosure_keys = {enclosure.key for enclosure in enclosures}
    disks = [block for block in blocks if block.kind == "device" and "disk" in block.device]
    details = tuple(_drive(number, controller.key, block, enclosure_keys) for block in disks)
    states = {detail.location: detail.state for detail in details}
    volumes = [block for block in blocks if block.kind == "volume"]
    ended = _END.search(text) is not None
    return CollectedFacts(
        controllers=(controller,),
        warnings=() if ended else ("The output of sas3ircu ends early. Drives and volumes may be missing.",),
        enclosures=enclosures,
        details=details,
        arrays=tuple(
            _build_array(number, index, controller.key, block, states) for index, block in enumerate(volumes, 1)
        ),
    )


def _parse_blocks(text: str) -> list[_Block]:
    result: list[_Block] = []
    for line in (raw.strip() for raw in text.splitlines()):
        head, device, entry = _HEADS.get(line.lower()), _DEVICE.fullmatch(line), pair(line)
        if head is not None:
            result.append(_Block(head))
        elif _VOLUME.fullmatch(line):
            result.append(_Block("volume"))
        elif device is not None:
            result.append(_Block("device", device[1].lower()))
        elif entry is not None and result:
            key = entry[0].lower()
            if key == "enclosure#":
                result.append(_Block("enclosure"))
            result[-1].values.setdefault(key, entry[1])
    return result


def _build_controller(number: str, block: _Block) -> ControllerFacts:
    parts = [read_whole(block.get(key)) for key in ("segment", "bus", "device", "function")]
    address = None
    if None not in parts:
        segment, bus, device, function = (part or 0 for part in parts)
        address = f"{segment:04x}:{bus:02x}:{device:02x}.{function:x}"
    settings = {"bios_version": block.get("bios version"), "raid_support": block.get("raid support")}
    return ControllerFacts(
        key=f"sas3ircu:{number}" if address is None else f"pci:{address}",
        kind="raid" if settings["raid_support"] == "Yes" else "hba",
        model=block.get("controller type"),
        firmware=block.get("firmware version"),
        pci_address=address,
        settings={key: value for key, value in settings.items() if value is not None},
    )


def _iterate_enclosures(controller_key: str, blocks: list[_Block]) -> Iterator[EnclosureFacts]:
    products = {
        block.get("enclosure #"): block.get("model number")
        for block in blocks
        if block.kind == "device" and "enclosure" in block.device
    }
    for block in blocks:
        number = read_whole(block.get("enclosure#"))
        if block.kind == "enclosure" and number is not None:
            product, logical = products.get(str(number)), block.get("logical id")
            yield EnclosureFacts(
                key=f"{controller_key}/e{number}",
                kind="expander" if re.match(r"SAS\dx", product or "") else "enclosure",
                controller_key=controller_key,
                product=product,
                slot_count=read_whole(block.get("numslots")),
                settings={} if logical is None else {"logical_id": logical},
            )


def _drive(number: str, controller_key: str, block: _Block, enclosures: set[str]) -> DriveDetail:
    maker, kind = block.get("manufacturer"), (block.get("drive type") or "").rpartition("_")
    seat = (read_whole(block.get("enclosure #")), read_whole(block.get("slot #")))
    enclosure = f"{controller_key}/e{seat[0]}"
    temperature = find_first_number(block.get("drive temperature"))
    return DriveDetail(
        serial=block.get("unit serial no(vpd)") or block.get("serial no"),
        wwn=parse_world_wide_name(block.get("guid")),
        vendor=None if maker == "ATA" else maker,
        model=block.get("model number"),
        firmware=block.get("firmware revision"),
        size_bytes=_parse_size(block.get("size (in mb)/(in sectors)")),
        transport=(block.get("protocol") or "").lower() or None,
        medium=_MEDIA.get(kind[2]),
        state=_STATES.get(_parse_state_code(block.get("state"))),
        controller_key=controller_key,
        enclosure_key=enclosure if enclosure in enclosures else None,
        slot=None if seat[1] is None else str(seat[1]),
        location=None if None in seat else f"sas3ircu/{number}/{seat[0]}:{seat[1]}",
        health=None if temperature is None else DriveHealthFacts(temperature_c=temperature),
    )


def _parse_size(value: str | None) -> int | None:
    """Return the size in bytes from a text such as `457862/937703087`.

    The second number, labelled sectors, is the address of the last sector.
    """
    match = _SECTORS.fullmatch(value or "")
    return None if match is None else find_exact_size(int(match["last"]) + 1, f"{match['megabytes']} MB")


def _build_array(
    number: str, index: int, controller_key: str, block: _Block, states: Mapping[str | None, str | None]
) -> ArrayFacts:
    """Build an array from a sas3ircu volume.

    The wwid is the adapter's own; the kernel sees another name.
    """
    address = f"sas3ircu/{number}/volume {index}"
    wwid = parse_world_wide_name(block.get("volume wwid"))
    size = block.get("size (in mb)")
    members = []
    for key, value in block.values.items():
        phy, seat = _PHY.fullmatch(key), _SEAT.fullmatch(value)
        if phy is not None and seat is not None:
            place = f"sas3ircu/{number}/{int(seat[1])}:{int(seat[2])}"
            members.append(MemberFacts(kind="drive", key=place, slot=int(phy[1]), state=states.get(place)))
    return ArrayFacts(
        key=wwid or address,
        name=block.get("volume name") or address,
        implementation="mpt",
        controller_key=controller_key,
        level=parse_raid_level(block.get("raid level")),
        size_bytes=None if size is None else parse_tool_size(f"{size} MB"),
        condition=_CONDITIONS.get(_parse_state_code(block.get("status of volume"))),
        members=tuple(sorted(members, key=lambda member: (member.slot or 0, member.key))),
    )


def _parse_state_code(value: str | None) -> str:
    match = _CODE.fullmatch(value or "")
    return "" if match is None else match["code"]
