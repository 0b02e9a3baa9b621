"""Campaigns as plans: which cells can be, in which order they run, and what each of them prepares."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from storagelab.domain.operations import KINDS, OperationValues
from storagelab.domain.plan import NOMINAL_BYTES_PER_S

OPTIMAL, DEGRADED, REBUILDING = "optimal", "degraded", "rebuilding"
#: States of one array in the order in which each of them spoils the least for the next.
STATES = (OPTIMAL, DEGRADED, REBUILDING)
FILE, JBOD, DEVICE = "file", "jbod", "device"
_MIN_DRIVES = {"file": 0, "device": 1, "jbod": 1, "raid0": 2, "raid1": 2, "raid5": 3, "raid6": 4, "raid10": 4}
_REDUNDANT = frozenset({"raid1", "raid5", "raid6", "raid10"})
_PARITY = frozenset({"raid5", "raid6"})
_STRIPED = frozenset({"raid0", "raid5", "raid6", "raid10"})
_NAMES = {FILE: "File", JBOD: "JBOD"}

#: How long the short operations on an array typically take.
_STEP_SECONDS = 5.0
_SLOWEST_BYTES_PER_S = 20 << 20
_LONGEST_WAIT_SECONDS = 30 * 86_400


class CampaignState(StrEnum):
    """State of a campaign."""

    PLANNED = "planned"
    RUNNING = "running"
    WAITING_FOR_DECISION = "waiting_for_decision"
    PAUSED = "paused"
    FINISHED = "finished"
    CANCELLED = "cancelled"


class CellState(StrEnum):
    """State of one cell: `withheld` was measured in another array condition than requested."""

    IMPOSSIBLE = "impossible"
    PLANNED = "planned"
    WAITING = "waiting"
    RUNNING = "running"
    MEASURED = "measured"
    FAILED = "failed"
    NOT_MEASURED = "not_measured"
    WITHHELD = "withheld"


CAMPAIGN_TERMINAL = frozenset({CampaignState.FINISHED, CampaignState.CANCELLED})
CELL_OPEN = frozenset({CellState.PLANNED, CellState.WAITING, CellState.RUNNING})
CELL_UNDER_WAY = frozenset({CellState.WAITING, CellState.RUNNING})
#: A job of the cell ended.
CELL_ENDED = frozenset({CellState.MEASURED, CellState.WITHHELD, CellState.FAILED})


@dataclass(frozen=True, slots=True)
class CampaignLayout:
    """One configuration: a number of drives as JBOD or as an array of the kernel, a file, or existing block devices.

    With `controllers` the drives are taken evenly from that number of controllers. `stable_ids` are those of the
    devices; `drives` is then their number, whatever is below them. `copy_to` is a second place of a file, on another
    file system. With `model` only drives of that model are taken.
    """

    name: str
    layout: str
    drives: int
    chunk_bytes: int | None = None
    over_provisioned_percent: int = 0
    size_bytes: int | None = None
    controllers: int | None = None
    stable_ids: tuple[str, ...] = ()
    copy_to: str | None = None
    model: str | None = None

    @property
    def is_array(self) -> bool:
        """Return whether the drives of the layout are assembled into an array."""
        return self.layout.startswith("raid")


def format_configuration_name(
    layout: str,
    drives: int,
    *,
    chunk_bytes: int | None = None,
    over_provisioned_percent: int = 0,
    controllers: int | None = None,
    stable_ids: Sequence[str] = (),
    model: str | None = None,
) -> str:
    """Return the readable name of a configuration: `RAID 5 of 4 drives over 2 controllers, 20 % over-provisioned`."""
    if layout == FILE:
        return "File"
    if layout == DEVICE:
        return f"{', '.join(stable_ids)} as {'it stands' if len(stable_ids) == 1 else 'they stand'}"
    kind = _NAMES.get(layout) or f"RAID {layout.removeprefix('raid')}"
    over = f" over {_count(controllers, 'controller')}" if controllers is not None else ""
    parts = [f"{kind} of {_count(drives, 'drive')}{over}"]
    if model is not None:
        parts.append(model)
    if chunk_bytes is not None and layout in _STRIPED:
        parts.append(f"chunk {chunk_bytes >> 10} KiB")
    if over_provisioned_percent:
        parts.append(f"{over_provisioned_percent} % over-provisioned")
    return ", ".join(parts)


def find_cell_obstacle(
    row: CampaignLayout, state: str, *, available: int, by_controller: Mapping[str, int] | None = None
) -> str | None:
    """Return the reason why a configuration cannot be measured in `state`; None when it can.

    `available` is the number of drives. `by_controller` counts the drives on each controller, without drives that have
    no controller.
    """
    if row.layout == DEVICE:
        if state == OPTIMAL:
            return None
        return f"The lab does not fail members of an array that it did not create: {row.name} cannot be {state}."
    kind = format_configuration_name(row.layout, row.drives)
    if row.layout != FILE and row.drives > available:
        there = f"there {'is' if available == 1 else 'are'} {available or 'none'}"
        of_model = f" of the model {row.model}" if row.model is not None else ""
        return f"{kind} needs {_count(row.drives, 'drive')}{of_model}, and {there}."
    if row.drives < _MIN_DRIVES[row.layout]:
        return f"RAID {row.layout.removeprefix('raid')} needs {_MIN_DRIVES[row.layout]} drives at least."
    if row.layout == "raid10" and row.drives % 2:
        return "RAID 10 is made of pairs, and the number of drives is odd."
    if state != OPTIMAL and row.layout not in _REDUNDANT:
        return f"{kind} has no redundancy: it cannot be {state}."
    if row.over_provisioned_percent and row.layout == FILE:
        return "A file has no drives of its own that could be over-provisioned."
    if row.over_provisioned_percent and row.layout in _PARITY:
        return "The kernel passes no discard through an array with parity: its drives cannot be over-provisioned."
    return _find_spread_obstacle(row, by_controller or {}) if row.controllers is not None else None


def _find_spread_obstacle(row: CampaignLayout, by_controller: Mapping[str, int]) -> str | None:
    """Return the reason why drives cannot be taken evenly from controllers; None when they can.

    `by_controller` counts the drives on each controller.
    """
    wanted = row.controllers or 1
    if row.drives % wanted:
        return f"{_count(row.drives, 'drive')} cannot be taken evenly from {_count(wanted, 'controller')}."
    if len(by_controller) < wanted:
        there = "none" if not by_controller else str(len(by_controller))
        return (
            f"{_count(wanted, 'controller')} {'is' if wanted == 1 else 'are'} needed, and the drives hang on {there}: "
            "a drive that is its own NVMe controller counts for none."
        )
    share = row.drives // wanted
    enough = sum(count >= share for count in by_controller.values())
    if enough < wanted:
        where = "one controller" if wanted == 1 else f"each of {wanted} controllers"
        return f"{_count(share, 'drive')} of {where} {'is' if share == 1 else 'are'} needed, and {enough} " + (
            "has as many." if enough == 1 else "have as many."
        )
    return None


def _count(number: int, noun: str) -> str:
    return f"{number} {noun}{'' if number == 1 else 's'}"


def order_rows(rows: Sequence[CampaignLayout]) -> list[int]:
    """Return the indexes of configurations in the order in which the fewest drive states are lost.

    Existing devices are measured before any array is created. Over-provisioning discards written data, so stock
    configurations come first; drives without an array come before arrays, whose resynchronisation writes to all.
    """
    return sorted(
        range(len(rows)),
        key=lambda index: (
            rows[index].layout != DEVICE,
            rows[index].over_provisioned_percent,
            rows[index].is_array,
        ),
    )


def order_columns(columns: Sequence[tuple[str, bool]]) -> list[int]:
    """Return the indexes of columns in the order in which the fewest drive states are lost.

    A column is (state, whether random writes condition it). All workloads of one state come before the next, workloads
    on sequentially written drives before the others.
    """
    return sorted(range(len(columns)), key=lambda index: (STATES.index(columns[index][0]), columns[index][1]))


def build(row: CampaignLayout, *, size_bytes: int) -> list[OperationValues]:
    """Return the operations that create the array of a layout and wait until it is complete.

    `size_bytes` is the size of one drive.
    """
    return [
        {
            "kind": "mdadm_create",
            "level": row.layout,
            "chunk_bytes": row.chunk_bytes if row.layout in _STRIPED else None,
            "name": f"c-{row.layout}-{row.drives}",
        },
        _build_quiet_wait(size_bytes),
    ]


def prepare(
    row: CampaignLayout, wanted: str, *, condition: str | None, victim: str | None, size_bytes: int, repeats: int = 1
) -> list[OperationValues]:
    """Return the typed operations that run before a cell and again before each of its repeats.

    `wanted` is the array condition of the cell. `condition` is the one in which the campaign left the array, None when
    the array must be created first. `victim` is the stable id of the member that is failed and added again. Failing a
    member that has failed already changes nothing.
    """
    operations: list[OperationValues] = []
    if row.is_array:
        is_failed = condition == DEGRADED and (wanted == DEGRADED or repeats == 1)
        if not is_failed:
            operations += build(row, size_bytes=size_bytes) if condition is None else [_build_quiet_wait(size_bytes)]
        if wanted != OPTIMAL and not is_failed:
            operations.append({"kind": "mdadm_fail", "member": victim})
        if wanted == REBUILDING:
            operations.append({"kind": "mdadm_readd", "member": victim, "full": True})
    if row.over_provisioned_percent:
        operations.append({"kind": "over_provision", "percent": row.over_provisioned_percent})
    return operations


def must_be_rebuilt(condition: str, wanted: str) -> bool:
    """Return whether an array in `condition` must be created again for a cell in `wanted`.

    A lost member that is added again does not make the array whole.
    """
    return condition == DEGRADED and wanted == OPTIMAL


def find_condition_after(condition: str | None, done: Iterable[Mapping[str, Any]]) -> str | None:
    """Return the condition of an array after the operations `done`, in order; None without an array."""
    left = {"mdadm_create": OPTIMAL, "mdadm_fail": DEGRADED, "mdadm_readd": REBUILDING, "mdadm_stop": None}
    for operation in done:
        condition = left.get(operation["kind"], condition)
    return condition


def take_apart() -> list[OperationValues]:
    """Return the operations that take an array apart and release its drives."""
    return [{"kind": "mdadm_stop", "erase_superblocks": True}]


def compute_max_wait(size_bytes: int) -> int:
    """Return the maximum seconds until an array is whole, with members of `size_bytes` each."""
    return min(600 + size_bytes // _SLOWEST_BYTES_PER_S, _LONGEST_WAIT_SECONDS)


def compute_typical_seconds(
    operations: Iterable[Mapping[str, Any]], *, layout: str, size_bytes: int, syncing: bool = False
) -> float:
    """Return the typical seconds of operations.

    An array with redundancy is resynchronised over all of each member. `syncing` means that a resynchronisation runs
    when the first operation begins.
    """
    total = 0.0
    for operation in operations:
        kind = operation["kind"]
        syncing = syncing or (kind == "mdadm_create" and layout in _REDUNDANT) or kind == "mdadm_readd"
        if kind == "wait_quiet":
            total += size_bytes / NOMINAL_BYTES_PER_S if syncing else 1.0
            syncing = False
        elif kind in KINDS:
            total += _STEP_SECONDS
    return total


def _build_quiet_wait(size_bytes: int) -> OperationValues:
    return {"kind": "wait_quiet", "max_seconds": compute_max_wait(size_bytes)}


@dataclass(frozen=True, slots=True)
class RebuildTimes:
    """When a member came back, when phases began (both in seconds of the Unix epoch), and when the array was at rest.

    The last is in ms since phases began.
    """

    member_returned_s: float
    phases_began_s: float
    at_rest_ms: float

    @property
    def seconds(self) -> float | None:
        """Return the seconds from the member's return until the array is at rest.

        None where the clocks disagree on which came first.
        """
        seconds = self.phases_began_s + self.at_rest_ms / 1000 - self.member_returned_s
        return seconds if seconds > 0 else None
