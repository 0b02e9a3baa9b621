"""State of a drive's flash after its real workloads, and whether a plan can build on it.

States follow the SNIA PTS: purged, filled once in sequence, conditioned by random writes, steady under a workload,
dirty with anything else, and unknown when the writes were not observed.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from storagelab.domain.operations import PURGES
from storagelab.domain.units import format_size

State = Literal["unknown", "purged", "filled", "random_conditioned", "steady", "dirty"]

#: Operations that change what is on the drives without losing data, or while an array is put together.
_WRITES = frozenset(
    {
        *("make_file_system", "mdadm_add_spare", "mdadm_create", "mdadm_readd", "mdadm_stop", "storcli_hot_spare"),
        *("storcli_jbod", "storcli_rebuild_start", "storcli_vd_create", "storcli_vd_delete", "write_zeroes"),
    }
)
#: Engines leave out a last piece that is smaller than a block: this much of a drive counts as all of it.
WHOLE = 0.99
#: What makes two workloads one for a steady state; how long they ran and how they ended does not.
_SAME_WORKLOAD = (
    *("block_sizes", "read_percent", "random_percent", "threads", "queue_depth", "range", "offered_iops"),
    *("distribution", "streams", "arrival", "block_align_bytes", "compress_percent", "per_device", "load_percent"),
)
#: Beyond this share of a drive written since, it is no longer what it was left as.
NEGLIGIBLE_SHARE = 0.01


@dataclass(frozen=True, slots=True)
class OperationDone:
    """A typed operation of a preparation and how it ended: `finished`, `failed`, `cancelled`, `lost` or `skipped`."""

    kind: str
    outcome: str
    passes: int = 1


@dataclass(frozen=True, slots=True)
class PhaseDone:
    """A phase that began. `written_bytes` are those on the whole target, None when they were not counted.

    `addressed_bytes` is the size of the target, None when it does not reach all of the drive or is not known; `steady`
    is the verdict of a phase that had a rule; `cut_short` means that its time was over before it had moved its volume.
    """

    name: str
    workload: Mapping[str, Any]
    written_bytes: int | None
    addressed_bytes: int | None
    steady: bool | None = None
    lost: bool = False
    cut_short: bool = False


@dataclass(frozen=True, slots=True)
class Maker:
    """The run that left a drive in a state: its number, None while it is only planned.

    `target` are the stable ids under its load, None when that was something it had made of them; `stop` is the rule
    by which its phase ended.
    """

    run: int | None
    target: frozenset[str] | None
    stop: Mapping[str, Any] | None = None


@dataclass(frozen=True, slots=True)
class DriveStateEvent:
    """State in which something left a drive; `written_bytes` are its own writes, None when not counted."""

    state: State
    reason: str
    workload: Mapping[str, Any] | None = None
    written_bytes: int | None = None
    maker: Maker | None = None


@dataclass(frozen=True, slots=True)
class ConditioningState:
    """Conditioning of a drive: its last state that was made, and the bytes written since (None when not counted)."""

    state: State
    workload: Mapping[str, Any] | None
    written_since_bytes: int | None
    reason: str


@dataclass(frozen=True, slots=True)
class Redo:
    """Decision whether a plan can build on the state of a drive or must make it again, with the reason."""

    reuse: bool
    reason: str


def derive_state_after_operation(done: OperationDone, *, capacity_bytes: int | None) -> DriveStateEvent | None:
    """Return the drive state after an operation; None when it changes nothing on the drive."""
    words = done.kind.replace("_", " ")
    changes = done.kind in PURGES or done.kind in _WRITES or done.kind == "fill"
    if not changes or done.outcome in ("skipped", "planned"):
        return None
    if done.outcome != "finished":
        return DriveStateEvent("unknown", f"{words} {_format_outcome(done.outcome)}")
    if done.kind in PURGES:
        return DriveStateEvent("purged", words, written_bytes=0)
    if done.kind == "fill":
        written = None if capacity_bytes is None else capacity_bytes * done.passes
        return DriveStateEvent("filled", f"{words}, {done.passes} times", written_bytes=written)
    return DriveStateEvent("dirty", words)


def derive_state_after_phase(before: ConditioningState | None, done: PhaseDone) -> DriveStateEvent | None:
    """Return the drive state after a phase, however it ended; None for a phase that only reads.

    `before` is the conditioning of the drive before the phase.
    """
    if done.workload.get("read_percent") == 100:
        return None
    if done.lost:
        return DriveStateEvent("unknown", f"the run was lost in {done.name}")
    if done.steady:
        return DriveStateEvent("steady", f"{done.name} was steady", done.workload, done.written_bytes)
    if before is not None and before.state == "steady" and _is_same_workload(before.workload, done.workload):
        return DriveStateEvent(
            "steady", f"{done.name} continued with the same workload", done.workload, done.written_bytes
        )
    if _is_whole_drive_write(done):
        random = done.workload.get("random_percent")
        if random == 0 and done.workload.get("read_percent") == 0:
            return DriveStateEvent("filled", done.name, written_bytes=done.written_bytes)
        if random == 100:
            return DriveStateEvent("random_conditioned", done.name, done.workload, done.written_bytes)
    reason = f"{done.name}, which reached its time limit before its volume" if done.cut_short else done.name
    return DriveStateEvent("dirty", reason, written_bytes=done.written_bytes)


def derive_conditioning(entries: Sequence[DriveStateEvent]) -> ConditioningState | None:
    """Return the conditioning of a drive from its state entries, oldest first; None without entries.

    Writes that only made the drive dirty add up on top of the last made state. Without such a state the drive is dirty.
    """
    if not entries:
        return None
    made = next((index for index in reversed(range(len(entries))) if entries[index].state != "dirty"), None)
    since = entries if made is None else entries[made + 1 :]
    counts = [entry.written_bytes for entry in since]
    written = None if None in counts else sum(count for count in counts if count is not None)
    if made is None:
        return ConditioningState("dirty", None, written, entries[-1].reason)
    base = entries[made]
    if not since:
        return ConditioningState(base.state, base.workload, 0, base.reason)
    state: State = "unknown" if base.state == "unknown" else "dirty"
    return ConditioningState(state, base.workload, written, f"{_format_entry(base)}, then {since[-1].reason}")


def check_reuse(
    entries: Sequence[DriveStateEvent],
    wanted: State,
    *,
    workload: Mapping[str, Any] | None = None,
    capacity_bytes: int | None,
) -> Redo:
    """Decide whether a drive still has the state `wanted` by a plan; `entries` are oldest first.

    Later writes of 1 % of the drive or less spoil only a purge. A steady state counts only for the same `workload`. A
    drive that is steady under random writes also counts as conditioned by random writes.
    """
    now = derive_conditioning(entries)
    if now is None:
        return Redo(False, "nothing is known of what was done to the drive before")
    base = find_base_event(entries)
    if base is None or base.state == "unknown":
        return Redo(False, f"its state is not known: {now.reason}")
    if not _is_usable_base(base, wanted, workload):
        return Redo(False, f"the drive is {_format_entry(base)}, not {_format_state(wanted)}")
    if _is_of_a_part(base, capacity_bytes):
        return Redo(False, f"only a part of the drive is {_format_entry(base)}")
    if now.state == "dirty":
        written = now.written_since_bytes
        share = None if written is None or not capacity_bytes else written / capacity_bytes
        if wanted == "purged" or share is None or share > NEGLIGIBLE_SHARE:
            amount = "an unknown amount" if written is None else format_size(written)
            return Redo(False, f"{amount} was written since the drive was {_format_entry(base)}: {entries[-1].reason}")
    return Redo(True, f"the drive is still {_format_entry(base)}")


def find_base_event(entries: Sequence[DriveStateEvent]) -> DriveStateEvent | None:
    """Return the entry that made the drive's last state; None without one.

    Later entries only made the drive dirty.
    """
    return next((entry for entry in reversed(entries) if entry.state != "dirty"), None)


def split_state_makers(
    entries: Sequence[DriveStateEvent],
) -> tuple[Sequence[DriveStateEvent], Sequence[DriveStateEvent]]:
    """Split state entries: those that made and maintained the last state, and earlier ones.

    The first part is consecutive; later entries that only made the drive dirty are in neither part.
    """
    end = next((index + 1 for index in reversed(range(len(entries))) if entries[index].state != "dirty"), 0)
    begin = max(end - 1, 0)
    while begin > 0 and _is_maintaining(entries[begin - 1], entries[begin]):
        begin -= 1
    return entries[begin:end], entries[:begin]


def describe_state(entry: DriveStateEvent) -> str:
    """Describe a made state for people, as in `steady under 4K random write, 1T/32Q`."""
    described = (entry.workload or {}).get("description")
    under = f" under {described}" if entry.state == "steady" and described else ""
    return f"{_format_state(entry.state)}{under}"


def _is_maintaining(before: DriveStateEvent, entry: DriveStateEvent) -> bool:
    if entry.state == "steady":
        return before.state == "steady" and _is_same_workload(before.workload, entry.workload)
    return before.state == entry.state


def _is_of_a_part(base: DriveStateEvent, capacity_bytes: int | None) -> bool:
    """Return whether a state that requires the whole drive was made by writing only a part of it.

    A target that is smaller than the drive has that effect.
    """
    if base.state not in ("filled", "random_conditioned") or base.written_bytes is None or not capacity_bytes:
        return False
    return base.written_bytes < WHOLE * capacity_bytes


def _is_usable_base(base: DriveStateEvent, wanted: State, workload: Mapping[str, Any] | None) -> bool:
    if wanted == "steady":
        return base.state == "steady" and _is_same_workload(base.workload, workload)
    if wanted == "random_conditioned" and base.state == "steady":
        return (base.workload or {}).get("random_percent") == 100
    return base.state == wanted


def _is_whole_drive_write(done: PhaseDone) -> bool:
    """Return whether a phase wrote to all of its target, and the target is the whole drive."""
    if done.cut_short:
        return False
    span = done.workload.get("range") or {}
    addressed, written = done.addressed_bytes, done.written_bytes
    if addressed is None or written is None or span.get("offset_bytes") or span.get("offset_percent"):
        return False
    if span.get("size_percent", 100) < 100 * WHOLE or done.workload.get("distribution"):
        return False
    size = span.get("size_bytes")
    return (size is None or size >= WHOLE * addressed) and written >= WHOLE * addressed


def _is_same_workload(first: Mapping[str, Any] | None, second: Mapping[str, Any] | None) -> bool:
    if first is None or second is None:
        return False
    return all(first.get(field) == second.get(field) for field in _SAME_WORKLOAD)


def _format_entry(entry: DriveStateEvent) -> str:
    return f"{describe_state(entry)} ({entry.reason})"


def _format_state(state: State) -> str:
    return {"random_conditioned": "conditioned by random writes"}.get(state, state)


def _format_outcome(outcome: str) -> str:
    return {"failed": "failed", "cancelled": "was cancelled", "lost": "was lost"}.get(outcome, "did not end")
