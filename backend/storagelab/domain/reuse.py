"""Phases of a plan that can be left out, because its drives already have the state they would make.

A conditioning phase is left out when every drive is in its state, and went through the conditioning phases directly
before it. As soon as a remaining phase writes, its effect is unknown, and all that follow stay.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import takewhile
from typing import Any

from storagelab.domain.drive_state import (
    WHOLE,
    DriveStateEvent,
    Maker,
    PhaseDone,
    Redo,
    State,
    check_reuse,
    derive_conditioning,
    derive_state_after_phase,
    describe_state,
    find_base_event,
    split_state_makers,
)
from storagelab.domain.units import format_size

#: What makes two rules for steady state one; for how many rounds they have patience does not.
_SAME_RULE = ("round_seconds", "window", "range_limit", "slope_limit", "metric")


@dataclass(frozen=True, slots=True)
class Step:
    """A phase of a plan; `wanted` is the only state that it makes, None for one that measures."""

    ordinal: int
    name: str
    workload: Mapping[str, Any]
    stop: Mapping[str, Any]
    wanted: State | None

    @classmethod
    def of(cls, ordinal: int, name: str, kind: str, workload: Mapping[str, Any], stop: Mapping[str, Any]) -> Step:
        """Build a step from the values of a phase in its plan and its row."""
        return cls(ordinal, name, workload, stop, _get_wanted_state(kind, workload, stop))

    @property
    def writes(self) -> bool:
        """Return whether the phase leaves the drives in another state than before."""
        return derive_state_after_phase(None, self.to_completed_phase) is not None

    @property
    def to_completed_phase(self) -> PhaseDone:
        """Return this step as a completed phase with unknown written bytes and addressed range."""
        return PhaseDone(self.name, self.workload, written_bytes=None, addressed_bytes=None)


@dataclass(frozen=True, slots=True)
class History:
    """A drive under the load and what was done to it, oldest first; no entries where it is not known which drive."""

    stable_id: str
    entries: tuple[DriveStateEvent, ...]
    capacity_bytes: int | None


@dataclass(frozen=True, slots=True)
class ReusedPhase:
    """A phase that is left out, and by what its state was made: `filled by r-12, 0 B written since`."""

    ordinal: int
    reason: str


def judge(step: Step, drive: History, *, target: frozenset[str]) -> Redo:
    """Decide whether a drive still has the state that the conditioning phase `step` makes.

    `target` has the stable ids of all drives under the load. Raises ValueError for a phase without a `wanted` state.
    """
    entries = drive.entries
    if step.wanted is None:
        raise ValueError(f"{step.name} conditions nothing")
    decision = check_reuse(entries, step.wanted, workload=step.workload, capacity_bytes=drive.capacity_bytes)
    if not decision.reuse:
        return decision
    makers, _ = split_state_makers(entries)
    if step.wanted != "steady":
        passes = step.stop.get("passes", 1)
        if passes > 1 and not _was_written(makers, passes, drive.capacity_bytes):
            words = f"the drive is {describe_state(makers[-1])} ({makers[-1].reason})"
            return Redo(False, f"{words}, but was written less than {passes:g} times over")
        return decision
    if any(entry.maker is None or entry.maker.target != target for entry in makers):
        return Redo(False, "it became steady under a load on another target, or on an unknown one")
    rule = (makers[0].maker.stop if makers[0].maker is not None else None) or {}
    if any(rule.get(field) != step.stop.get(field) for field in _SAME_RULE):
        return Redo(False, "it was judged steady by another rule")
    return decision


def find_left_out(
    steps: Sequence[Step], drives: Sequence[History], *, target: frozenset[str], repeats: int = 1
) -> list[ReusedPhase]:
    """Return the conditioning phases that can be left out, in order, each with its reason.

    A phase can be left out where all `drives` already have its state. With several `repeats`, the list is empty unless
    the last repeat finds the drives in the same state as the first.
    """
    left = list(_leave_out(steps, drives, target))
    remaining = [step for step in steps if step.ordinal not in {phase.ordinal for phase in left}]
    if not left or repeats == 1:
        return left
    played = [_play(remaining, drive, target) for drive in drives]
    again = {phase.ordinal for phase in _leave_out(steps, played, target)}
    return left if again.issuperset(phase.ordinal for phase in left) else []


def find_reuse_obstacle(steps: Sequence[Step], drives: Sequence[History], *, target: frozenset[str]) -> str | None:
    """Return the reason why consecutive conditioning phases cannot be left out together; None when they can."""
    if not drives:
        return "it is not known which drives are under the load"
    reasons = (
        f"{drive.stable_id}: {reason}"
        for drive in drives
        if (reason := _find_drive_obstacle(steps, drive, target)) is not None
    )
    return next(reasons, None)


def iterate_phase_stretches(steps: Sequence[Step], ordinals: Iterable[int]) -> Iterator[list[Step]]:
    """Yield the phases with these ordinals, in stretches without another phase between them."""
    wanted = set(ordinals)
    rest = list(steps)
    while rest:
        stretch = list(takewhile(lambda step: step.ordinal in wanted, rest))
        if stretch:
            yield stretch
        rest = rest[len(stretch) + 1 :]


def _was_written(makers: Sequence[DriveStateEvent], passes: float, capacity_bytes: int | None) -> bool:
    """Return whether the events that made a state wrote the whole drive `passes` times.

    Only counted writes are included. Returns False for an unknown capacity.
    """
    written = sum(entry.written_bytes or 0 for entry in makers)
    return capacity_bytes is not None and written >= WHOLE * passes * capacity_bytes


def _leave_out(steps: Sequence[Step], drives: Sequence[History], target: frozenset[str]) -> Iterator[ReusedPhase]:
    rest = list(steps)
    while rest:
        stretch = list(takewhile(lambda step: step.wanted is not None, rest))
        # What the last of them makes is all that is left of those before it.
        lengths = range(len(stretch), 0, -1)
        length = next(
            (count for count in lengths if find_reuse_obstacle(stretch[:count], drives, target=target) is None), 0
        )
        yield from (
            ReusedPhase(step.ordinal, _format_drive_states(step, stretch[length - 1], drives))
            for step in stretch[:length]
        )
        following = rest[length : length + 1]
        if any(step.writes for step in following):
            return
        rest = rest[length + 1 :]


def _find_drive_obstacle(steps: Sequence[Step], drive: History, target: frozenset[str]) -> str | None:
    """Return the reason why a drive lacks the state that conditioning phases make, or None.

    The drive needs the state of the last step, and the state of each earlier step when the last step began.
    """
    for step in reversed(steps):
        decision = judge(step, drive, target=target)
        if not decision.reuse:
            return decision.reason
        _, before = split_state_makers(drive.entries)
        drive = replace(drive, entries=tuple(before))
    return None


def _play(steps: Sequence[Step], drive: History, target: frozenset[str]) -> History:
    """Return the history of the drive after these phases, as far as it is known before they run."""
    entries = list(drive.entries)
    for step in steps:
        entry = derive_state_after_phase(derive_conditioning(entries), step.to_completed_phase)
        if entry is not None:
            entries.append(replace(entry, maker=Maker(None, target, step.stop)))
    return replace(drive, entries=tuple(entries))


def _format_drive_states(step: Step, last: Step, drives: Sequence[History]) -> str:
    drives_by_state: dict[str, list[str]] = {}
    for drive in drives:
        drives_by_state.setdefault(_format_state_origin(drive.entries), []).append(drive.stable_id)
    words = (
        next(iter(drives_by_state))
        if len(drives_by_state) == 1
        else "; ".join(f"{', '.join(ids)}: {state}" for state, ids in drives_by_state.items())
    )
    return words if step is last else f"it prepares {last.name}, and the drives are {words}"


def _format_state_origin(entries: Sequence[DriveStateEvent]) -> str:
    base, now = find_base_event(entries), derive_conditioning(entries)
    if base is None or now is None:
        raise ValueError("no state was made")
    by = f" by r-{base.maker.run}" if base.maker is not None and base.maker.run is not None else ""
    return f"{describe_state(base)}{by}, {format_size(now.written_since_bytes or 0)} written since"


def _get_wanted_state(kind: str, workload: Mapping[str, Any], stop: Mapping[str, Any]) -> State | None:
    if kind == "fill":
        return "filled"
    if kind != "precondition" or workload["read_percent"] == 100:
        return None
    if stop["kind"] == "steady":
        return "steady"
    return "random_conditioned" if workload["random_percent"] == 100 else "filled"
