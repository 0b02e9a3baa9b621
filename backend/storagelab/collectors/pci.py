"""Controllers of drives on the PCI bus: models, drivers, and links below their possible speed."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from storagelab.collectors.base import CollectedFacts, ControllerFacts, DriveDetail, SettingValue
from storagelab.collectors.pci_functions import PciFunction, parse_functions
from storagelab.collectors.values import get_output_text, parse_json_object

name = "pci"
inputs: tuple[str, ...] = ("lspci", "pci")

_MASS_STORAGE = "01"
_KINDS = {"0100": "hba", "0104": "raid", "0106": "ahci", "0107": "hba", "0108": "nvme"}
#: A driver knows better than the class what a function is used as, such as a chipset in its RAID mode.
_KINDS_BY_DRIVER = {
    "ahci": "ahci",
    "megaraid_sas": "raid",
    "mpt2sas": "hba",
    "mpt3sas": "hba",
    "nvme": "nvme",
    "virtio-pci": "other",
    "vmd": "other",
}
#: Kinds that are sold as cards; the name of the card is more specific than that of its chip.
_CARDS = ("raid", "hba", "nvme")


def parse(outputs: Mapping[str, str | None]) -> CollectedFacts:
    """Return controllers, the drives attached to them, and a warning for each link slower than its card allows."""
    functions = parse_functions(outputs)
    storage = [function for function in functions.values() if (function.code or "").startswith(_MASS_STORAGE)]
    warnings = [
        doubt for function in storage for doubt in _iterate_warnings(function, functions.get(function.upstream or ""))
    ]
    if "Slot:" not in (get_output_text(outputs, "lspci") or "Slot:"):
        warnings.append("The names of PCI devices could not be read: lspci was not understood.")
    if get_output_text(outputs, "pci") is not None and parse_json_object(get_output_text(outputs, "pci")) is None:
        warnings.append("Links and drivers of PCI devices could not be read: pci is not a JSON object.")
    return CollectedFacts(
        controllers=tuple(_build_controller(function) for function in storage),
        details=tuple(detail for function in storage for detail in _iterate_details(function)),
        warnings=tuple(warnings),
    )


def _get_controller_kind(function: PciFunction) -> str:
    return _KINDS_BY_DRIVER.get(function.driver or "") or _KINDS.get(function.code or "", "other")


def _get_vendor_model(function: PciFunction) -> tuple[str | None, str | None]:
    """Return vendor and model of a PCI function: those of its card if the card is named, else those of its chip."""
    if _get_controller_kind(function) in _CARDS and function.card is not None:
        return function.card_vendor or function.vendor, function.card
    return function.vendor, function.device


def _build_key(function: PciFunction) -> str:
    return f"pci:{function.address}"


def _build_controller(function: PciFunction) -> ControllerFacts:
    vendor, model = _get_vendor_model(function)
    settings: dict[str, SettingValue] = {
        "chip": function.device if function.device != model else None,
        "pci_ids": function.ids,
        "subsystem_ids": function.subsystem_ids,
        "slot": function.slot,
    }
    return ControllerFacts(
        key=_build_key(function),
        kind=_get_controller_kind(function),
        vendor=vendor,
        model=model,
        driver=function.driver,
        driver_version=function.driver_version,
        pci_address=function.address,
        link_speed_gts=function.link_speed,
        link_width=function.link_width,
        max_link_speed_gts=function.max_link_speed,
        max_link_width=function.max_link_width,
        numa_node=function.numa_node,
        settings={field: value for field, value in settings.items() if value is not None},
    )


def _iterate_details(function: PciFunction) -> Iterator[DriveDetail]:
    """Yield a drive detail for each block device behind a controller.

    Only an NVMe drive has its controller's link to itself, and gets the link's speed and width.
    """
    own = _get_controller_kind(function) == "nvme"
    for device in function.block_devices:
        yield DriveDetail(
            kernel_name=device,
            controller_key=_build_key(function),
            link_speed_gts=function.link_speed if own else None,
            link_width=function.link_width if own else None,
        )


def _iterate_warnings(function: PciFunction, port: PciFunction | None) -> Iterator[str]:
    called = f"{_get_vendor_model(function)[1] or _get_controller_kind(function)} at {function.address}"
    slot_width = port.max_link_width if port is not None else None
    slot_speed = port.max_link_speed if port is not None else None
    yield from _iterate_link_shortfalls(called, function.link_width, function.max_link_width, slot_width, "x{:g}")
    yield from _iterate_link_shortfalls(called, function.link_speed, function.max_link_speed, slot_speed, "{:g} GT/s")


def _iterate_link_shortfalls(
    called: str, now: float | None, card: float | None, slot: float | None, form: str
) -> Iterator[str]:
    """Yield a sentence when a link runs below the limit of its card, with the cause if known.

    `now`, `card` and `slot` are the present value and the two limits, in speed or width; None if unknown.
    """
    if now is None or card is None or now >= card:
        return
    runs, could = form.format(now), form.format(card)
    if slot is None:
        yield f"The link of {called} runs at {runs} although the card can run at {could}."
    elif slot < card:
        at = "" if now == slot else f" and runs only at {runs}"
        yield f"{called} is a card of {could} in a slot of {form.format(slot)}{at}."
    else:
        yield f"The link of {called} runs at {runs} although card and slot can both run at {could}."
