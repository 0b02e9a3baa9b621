"""Controllers and enclosures merged from several tools, with the keys that the tools use."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from storagelab.collectors.base import ControllerFacts, EnclosureFacts
from storagelab_workers.hardware.agreement import Agreement

_NAMES = ("kind", "vendor", "model")
_FIELDS = (
    "serial",
    "firmware",
    "driver",
    "driver_version",
    "link_speed_gts",
    "link_width",
    "max_link_speed_gts",
    "max_link_width",
    "numa_node",
    "cache_bytes",
    "battery",
    "cache_module",
)
_PCI_KEY = "pci:"


@dataclass(frozen=True, slots=True)
class Boxes:
    """Controllers and enclosures by the keys they are stored under. `keys` leads from every key a tool used to it."""

    controllers: tuple[ControllerFacts, ...]
    enclosures: tuple[EnclosureFacts, ...]
    keys: Mapping[str, str]
    warnings: tuple[str, ...]

    def find_name(self, key: str | None) -> str | None:
        """Return the name of a controller for people; None where the key leads to none."""
        for controller in self.controllers:
            if controller.key == key:
                return f"{controller.model} ({key})" if controller.model else key
        return None


@dataclass(slots=True)
class _Group:
    """Facts of several tools about one controller."""

    facts: list[ControllerFacts] = field(default_factory=list)

    def claims(self, name: str) -> set[str]:
        return {value for entry in self.facts if (value := getattr(entry, name)) is not None}


def merge_boxes(controllers: Sequence[ControllerFacts], enclosures: Sequence[EnclosureFacts]) -> Boxes:
    """Merge the reports of tools about controllers and enclosures, each controller once.

    Reports belong together with the same PCI address, else the same serial number, else the same key.
    """
    groups: list[_Group] = []
    normalised = [replace(facts, pci_address=_find_pci_address(facts)) for facts in controllers]
    # Who names an address first, then who names a serial number: the order of the tools decides nothing.
    for facts in sorted(normalised, key=lambda item: (item.pci_address is None, item.serial is None)):
        _get_group(facts, groups).facts.append(facts)
    merged: list[ControllerFacts] = []
    keys: dict[str, str] = {}
    warnings: list[str] = []
    for group in groups:
        controller, doubts = _merge(group, _choose_key(group, {other.key for other in merged}))
        merged.append(controller)
        warnings += doubts
        for name in (controller.key, *sorted(group.claims("key"))):
            keys.setdefault(name, controller.key)
    boxes = _merge_enclosures(enclosures, keys)
    return Boxes(tuple(merged), tuple(boxes.values()), keys, tuple(warnings))


def _find_pci_address(facts: ControllerFacts) -> str | None:
    address = facts.pci_address or (facts.key.removeprefix(_PCI_KEY) if facts.key.startswith(_PCI_KEY) else None)
    return address.lower() if address else None


def _get_group(facts: ControllerFacts, groups: list[_Group]) -> _Group:
    for name in ("pci_address", "serial", "key"):
        value = getattr(facts, name)
        claimants = [group for group in groups if value is not None and value in group.claims(name)]
        # A serial number that two controllers share identifies neither.
        if len(claimants) == 1 and not _has_other_address(facts, claimants[0]):
            return claimants[0]
    groups.append(_Group())
    return groups[-1]


def _has_other_address(facts: ControllerFacts, group: _Group) -> bool:
    """Return whether a report and a group of reports have PCI addresses, and not the same.

    Two controllers of one drive have one serial number.
    """
    addresses = group.claims("pci_address")
    return facts.pci_address is not None and bool(addresses) and facts.pci_address not in addresses


def _choose_key(group: _Group, taken: set[str]) -> str:
    """Return the best key for a controller that is not in `taken`.

    The order is PCI address, serial number, key of a tool.
    """
    names = [f"{_PCI_KEY}{address}" for address in sorted(group.claims("pci_address"))]
    names += [f"serial:{serial}" for serial in sorted(group.claims("serial"))]
    names += [facts.key for facts in group.facts]
    return next((name for name in names if name not in taken), f"{names[-1]}#{len(taken)}")


def _merge(group: _Group, key: str) -> tuple[ControllerFacts, list[str]]:
    """Merge the reports about one controller; return it and warnings about contradictions.

    The system's values win, but its names are those that it gives itself.
    """
    system_first = sorted(group.facts, key=_is_own_report)
    itself_first = sorted(group.facts, key=_is_own_report, reverse=True)
    address = next(iter(group.claims("pci_address")), None)
    agreement = Agreement(f"the controller {key}")
    names = {
        name: next((v for facts in itself_first if (v := getattr(facts, name)) is not None), None) for name in _NAMES
    }
    values = {name: agreement.on(name, [getattr(facts, name) for facts in system_first]) for name in _FIELDS}
    settings = agreement.agree_on_all("setting", [facts.settings for facts in system_first])
    others = sorted({facts.model for facts in group.facts if facts.model} - {names["model"]})
    if others:
        settings.setdefault("also_called", others)
    kind = str(names.pop("kind"))
    merged = ControllerFacts(key=key, kind=kind, pci_address=address, settings=settings, **names, **values)
    return merged, agreement.warnings


def _is_own_report(facts: ControllerFacts) -> bool:
    """Return whether the facts come from the controller's own firmware, not only from its bus."""
    return facts.serial is not None or facts.firmware is not None


def _merge_enclosures(enclosures: Sequence[EnclosureFacts], keys: dict[str, str]) -> dict[str, EnclosureFacts]:
    """Merge enclosures by key, with the key of their controller in it; the first reported value wins."""
    merged: dict[str, EnclosureFacts] = {}
    for enclosure in enclosures:
        controller = keys.get(enclosure.controller_key or "")
        key = enclosure.key
        if controller is not None and enclosure.controller_key is not None and key.startswith(enclosure.controller_key):
            key = controller + key.removeprefix(enclosure.controller_key)
        keys.setdefault(enclosure.key, key)
        earlier = merged.get(key, enclosure)
        merged[key] = replace(
            earlier,
            key=key,
            controller_key=controller if earlier is enclosure else earlier.controller_key or controller,
            product=earlier.product or enclosure.product,
            slot_count=enclosure.slot_count if earlier.slot_count is None else earlier.slot_count,
            settings={**enclosure.settings, **earlier.settings},
        )
    return merged
