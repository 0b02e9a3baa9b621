"""Recorded conditions of the arrays below a target, read by the collectors of the inventory."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from storagelab.collectors import arcconf, lvm, mdadm, sas3ircu, ssacli, storcli, zfs
from storagelab.collectors.base import ArrayFacts, Collector
from storagelab.collectors.drive_values import parse_world_wide_name

_READERS: dict[str, Collector] = {
    reader.name: reader for reader in (mdadm, lvm, zfs, storcli, arcconf, ssacli, sas3ircu)
}
#: Runners that recorded one answer for each array had these two kinds.
_SINGLE_ANSWERS = {"mdadm": "mdstat", "storcli": "storcli_volumes"}
#: Outputs needed as well before an array counts as free of background activity.
_ACTIVITY_OUTPUTS = {"storcli": "storcli_patrol"}


@dataclass(frozen=True, slots=True)
class ArrayObservation:
    """Observed state of one array; `problem` is the reason why it is not known.

    `kernel_name` is that of its device, or its own where it has none; `name` is the one that its program uses.
    """

    device: str
    kernel_name: str
    condition: str | None
    activity: str | None
    problem: str | None = None
    name: str | None = None


@dataclass(frozen=True, slots=True)
class _ProgramReport:
    """Layers that one program was queried about, and its answers."""

    kind: str
    layers: Sequence[Mapping[str, Any]]
    outputs: Mapping[str, str | None]
    problem: str | None

    def unknown(self, layer: Mapping[str, Any], problem: str | None = None) -> ArrayObservation:
        reason = self.problem or problem or "it was not reported"
        return ArrayObservation(str(layer["device"]), str(layer["kernel_name"]), None, None, reason)

    def seen(self, layer: Mapping[str, Any], array: ArrayFacts, kernel_name: str | None = None) -> ArrayObservation:
        activity, problem = array.activity, None
        needed = _ACTIVITY_OUTPUTS.get(self.kind)
        if activity == "none" and needed is not None and not self.outputs.get(needed):
            activity, problem = None, self.problem or "its background activity was not reported"
        name = kernel_name or str(layer["kernel_name"])
        return ArrayObservation(str(layer["device"]), name, array.condition, activity, problem, array.name)


def parse_record(text: bytes) -> tuple[ArrayObservation, ...]:
    """Return the state of each array in the runner's record. Raises ValueError for any other content."""
    try:
        entries = json.loads(text)["conditions"]
        return tuple(sight for entry in entries for sight in _iterate_observations(_read(entry)))
    except (KeyError, TypeError, AttributeError, IndexError) as problem:
        raise ValueError("expected a record of conditions") from problem


def _read(entry: Mapping[str, Any]) -> _ProgramReport:
    kind, problem = str(entry["kind"]), entry.get("problem")
    if "raw" in entry:
        return _ProgramReport(kind, [entry], {_SINGLE_ANSWERS[kind]: entry["raw"]}, problem)
    return _ProgramReport(kind, entry["layers"], dict(entry["outputs"]), problem)


def _iterate_observations(report: _ProgramReport) -> Iterator[ArrayObservation]:
    reader = _READERS.get(report.kind)
    arrays = () if reader is None else reader.parse(report.outputs).arrays
    if report.kind == "lvm":
        yield from _iterate_volume_observations(report, arrays)
    elif report.kind == "zfs":
        yield from _iterate_pool_observations(report, arrays)
    else:
        for layer in report.layers:
            array = _match_array(layer, arrays)
            missing = f"{layer['kernel_name']} is not in the output of {report.kind}"
            yield report.unknown(layer, missing) if array is None else report.seen(layer, array)


def _iterate_volume_observations(report: _ProgramReport, arrays: Sequence[ArrayFacts]) -> Iterator[ArrayObservation]:
    """Yield the state of each LVM volume that is spread over several devices.

    Any other volume has no condition of its own: the device below it has.
    """
    uuids = lvm.list_volume_uuids(report.outputs)
    spread = {array.key: array for array in arrays}
    topmost = {str(layer["device"]): layer for layer in reversed(report.layers)}
    for layer in report.layers if uuids else topmost.values():
        array = spread.pop(str(layer["identity"]), None)
        if array is not None:
            yield report.seen(layer, array)
        elif layer["identity"] not in uuids:
            yield report.unknown(layer, f"{layer['kernel_name']} is not in the output of LVM")


def _iterate_pool_observations(report: _ProgramReport, arrays: Sequence[ArrayFacts]) -> Iterator[ArrayObservation]:
    """Yield the state of a ZFS pool and of each mirror or raidz in it."""
    layer = report.layers[0]
    if not any(array.name == layer["kernel_name"] for array in arrays):
        yield report.unknown(layer, f"{layer['kernel_name']} is not in the output of ZFS")
    else:
        yield from (report.seen(layer, array, array.name) for array in arrays)


def _match_array(layer: Mapping[str, Any], arrays: Sequence[ArrayFacts]) -> ArrayFacts | None:
    """Return the one array that is the device `layer`; None unless exactly one matches.

    Matched by its world-wide name, else by its kernel name, else as the only array.
    """
    identity = parse_world_wide_name(str(layer.get("identity") or "").lower().removeprefix("naa."))
    same = [array for array in arrays if identity is not None and array.wwn == identity]
    if not same:
        rest = [array for array in arrays if identity is None or array.wwn is None]
        same = [array for array in rest if array.kernel_name == layer["kernel_name"]]
        # A controller with one virtual drive may leave out which block device it is.
        nameless = [array for array in rest if array.kernel_name is None]
        same = same or (nameless if len(arrays) == 1 else [])
    return same[0] if len(same) == 1 else None
