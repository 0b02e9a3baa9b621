"""Campaigns as plans: which cells can be, in which order they run, what each prepares, and where a result is filed."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from storagelab.domain.operations import KINDS
from storagelab.domain.plan import NOMINAL_BYTES_PER_S

OPTIMAL, DEGRADED, REBUILDING = "optimal", "degraded", "rebuilding"
#: States of one array in the order in which each of them spoils the least for the next.
STATES = (OPTIMAL, DEGRADED, REBUILDING)
FILE, JBOD = "file", "jbod"
_LEAST_DRIVES = {"file": 0, "jbod": 1, "raid0": 2, "raid1": 2, "raid5": 3, "raid6": 4, "raid10": 4}
_REDUNDANT = frozenset({"raid1", "raid5", "raid6", "raid10"})
_PARITY = frozenset({"raid5", "raid6"})
_STRIPED = frozenset({"raid0", "raid5", "raid6", "raid10"})
_NAMES = {FILE: "File", JBOD: "JBOD"}

#: How long the short operations on an array typically take.
_STEP_SECONDS = 5.0
_SLOWEST_BYTES_PER_S = 20 << 20
_LONGEST_WAIT_SECONDS = 30 * 86_400


class CampaignState(StrEnum):
    """Where a campaign stands."""

    PLANNED = "planned"
    RUNNING = "running"
    WAITING_FOR_DECISION = "waiting_for_decision"
    PAUSED = "paused"
    FINISHED = "finished"
    CANCELLED = "cancelled"


class CellState(StrEnum):
    """What became of one cell: `withheld` was measured, and on another array condition than asked for."""

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


@dataclass(frozen=True, slots=True)
class Layout:
    """One configuration: so many drives as JBOD or as an array of the kernel, or a file."""

    name: str
    layout: str
    drives: int
    chunk_bytes: int | None = None
    over_provisioned_percent: int = 0
    size_bytes: int | None = None

    @property
    def is_array(self) -> bool:
        """Whether its drives are made into an array."""
        return self.layout.startswith("raid")


@dataclass(frozen=True, slots=True)
class Verdict:
    """Whether a measured cell is filed as what was asked for; `seen` is what the array was found in, in words."""

    filed: bool
    seen: str | None
    reason: str | None


def name_of(layout: str, drives: int, *, chunk_bytes: int | None = None, over_provisioned_percent: int = 0) -> str:
    """What people call a configuration: `RAID 5 of 4 drives, chunk 64 KiB, 20 % over-provisioned`."""
    if layout == FILE:
        return "File"
    kind = _NAMES.get(layout) or f"RAID {layout.removeprefix('raid')}"
    parts = [f"{kind} of {drives} drive{'s' if drives > 1 else ''}"]
    if chunk_bytes is not None and layout in _STRIPED:
        parts.append(f"chunk {chunk_bytes >> 10} KiB")
    if over_provisioned_percent:
        parts.append(f"{over_provisioned_percent} % over-provisioned")
    return ", ".join(parts)


def why_impossible(row: Layout, state: str, *, available: int) -> str | None:
    """Why a configuration cannot be measured in a state with so many drives; None when it can."""
    kind = name_of(row.layout, row.drives)
    if row.layout != FILE and row.drives > available:
        return f"{kind} needs {row.drives} drives, and there {'is' if available == 1 else 'are'} {available}."
    if row.drives < _LEAST_DRIVES[row.layout]:
        return f"RAID {row.layout.removeprefix('raid')} needs {_LEAST_DRIVES[row.layout]} drives at least."
    if row.layout == "raid10" and row.drives % 2:
        return "RAID 10 is made of pairs, and the number of drives is odd."
    if state != OPTIMAL and row.layout not in _REDUNDANT:
        return f"{kind} has no redundancy: it cannot be {state}."
    if row.over_provisioned_percent and row.layout == FILE:
        return "A file has no drives of its own that could be over-provisioned."
    if row.over_provisioned_percent and row.layout in _PARITY:
        return "The kernel passes no discard through an array with parity: its drives cannot be over-provisioned."
    return None


def order_rows(rows: Sequence[Layout]) -> list[int]:
    """Indexes of configurations in the order that loses least.

    Over-provisioning discards what was written, so stock configurations come first; drives without an array come before
    arrays, whose resynchronisation writes to all of them.
    """
    return sorted(range(len(rows)), key=lambda index: (rows[index].over_provisioned_percent, rows[index].is_array))


def order_columns(columns: Sequence[tuple[str, bool]]) -> list[int]:
    """Indexes of columns, given as (state, whether random writes condition it), in the order that loses least.

    All workloads of one state come before the next, those on sequentially written drives before the others.
    """
    return sorted(range(len(columns)), key=lambda index: (STATES.index(columns[index][0]), columns[index][1]))


def build(row: Layout, *, size_bytes: int) -> list[dict[str, Any]]:
    """The operations that make a row's array and wait until it is whole; `size_bytes` is that of one drive."""
    return [
        {
            "kind": "mdadm_create",
            "level": row.layout,
            "chunk_bytes": row.chunk_bytes if row.layout in _STRIPED else None,
            "name": f"c-{row.layout}-{row.drives}",
        },
        _quiet(size_bytes),
    ]


def prepare(
    row: Layout, wanted: str, *, standing: str | None, victim: str | None, size_bytes: int, repeats: int = 1
) -> list[dict[str, Any]]:
    """The typed operations before a cell, which are carried out again before each of its repeats.

    `standing` is what the campaign has left the row's array in, None when it has to be made first. `victim` is the
    stable id of the member that is failed and comes back. Failing a member that has failed already changes nothing.
    """
    operations: list[dict[str, Any]] = []
    if row.is_array:
        is_failed = standing == DEGRADED and (wanted == DEGRADED or repeats == 1)
        if not is_failed:
            operations += build(row, size_bytes=size_bytes) if standing is None else [_quiet(size_bytes)]
        if wanted != OPTIMAL and not is_failed:
            operations.append({"kind": "mdadm_fail", "member": victim})
        if wanted == REBUILDING:
            operations.append({"kind": "mdadm_readd", "member": victim, "full": True})
    if row.over_provisioned_percent:
        operations.append({"kind": "over_provision", "percent": row.over_provisioned_percent})
    return operations


def must_be_rebuilt(standing: str, wanted: str) -> bool:
    """Whether an array has to be made anew for a cell: one that lost a member is not made whole by adding it again."""
    return standing == DEGRADED and wanted == OPTIMAL


def standing_after(standing: str | None, done: Iterable[Mapping[str, Any]]) -> str | None:
    """What operations that finished, in order, leave an array in; None when there is none."""
    left = {"mdadm_create": OPTIMAL, "mdadm_fail": DEGRADED, "mdadm_readd": REBUILDING, "mdadm_stop": None}
    for operation in done:
        standing = left.get(operation["kind"], standing)
    return standing


def take_apart() -> list[dict[str, Any]]:
    """The operations that give the drives of an array back."""
    return [{"kind": "mdadm_stop", "erase_superblocks": True}]


def longest_wait(size_bytes: int) -> int:
    """How long an array may take to be whole, in seconds, when each member has that size."""
    return min(600 + size_bytes // _SLOWEST_BYTES_PER_S, _LONGEST_WAIT_SECONDS)


def typical_seconds(
    operations: Iterable[Mapping[str, Any]], *, layout: str, size_bytes: int, syncing: bool = False
) -> float:
    """How long operations typically take; an array with redundancy is resynchronised over all of each member.

    `syncing` says that it is when the first of them begins.
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


def judge(asked: str, layout: str, phases: Sequence[Mapping[str, Any] | None]) -> Verdict:
    """Whether figures may be filed as `asked`, from the conditions of every measuring phase (None: nobody looked).

    Prefers withholding: on an array everything has to have been seen.
    """
    seen = _seen(phases)
    if not layout.startswith("raid"):
        if any(each is not None and each.get("optimal") is False for each in phases):
            return Verdict(False, seen, "An array below the drives was not optimal while it was measured.")
        return Verdict(True, seen, None)
    if not phases:
        return Verdict(False, seen, "No phase was measured.")
    wrong = [reason for each in phases if (reason := _why_not(asked, each)) is not None]
    if wrong:
        many = f" ({len(wrong)} of {len(phases)} phases)" if len(phases) > 1 else ""
        return Verdict(False, seen, f"It was to be measured on the {asked} array, and {wrong[0]}{many}.")
    return Verdict(True, seen, None)


def _quiet(size_bytes: int) -> dict[str, Any]:
    return {"kind": "wait_quiet", "max_seconds": longest_wait(size_bytes)}


def _why_not(asked: str, conditions: Mapping[str, Any] | None) -> str | None:
    """Why one phase does not count as measured in the condition asked for."""
    arrays = (conditions or {}).get("arrays") or []
    if conditions is None or not arrays:
        return "nobody saw in what condition the array was"
    if asked == OPTIMAL:
        if conditions.get("optimal") is True:
            return None
        reason = next((each["reason"] for each in arrays if each.get("reason")), None)
        return reason or "nobody saw throughout whether the array was whole and at rest"
    for each in arrays:
        whole = (each.get("window") or {}).get("whole")
        # The figures of a window that was cut are of its one condition alone.
        counted = whole is True or (asked == REBUILDING and whole is False and conditions.get("measured") is not None)
        if each.get("condition") != asked or not counted:
            return each.get("reason") or f"the array was not {asked} throughout"
    return None


def _seen(phases: Sequence[Mapping[str, Any] | None]) -> str | None:
    found: dict[str, None] = {}
    for each in phases:
        for array in (each or {}).get("arrays") or []:
            condition = array.get("condition")
            if condition is not None:
                found[str(condition)] = None
            else:
                for moment in (array.get("start"), array.get("end")):
                    if moment and moment.get("condition"):
                        found[str(moment["condition"])] = None
    return ", then ".join(found) or None
