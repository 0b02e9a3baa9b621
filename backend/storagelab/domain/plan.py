"""Plan that a profile expands into: phases, their ends and durations, and a short form."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Literal, TypedDict

from storagelab.domain.loops import EndsEarly
from storagelab.domain.units import MIB
from storagelab.domain.workload import Workload

PhaseKind = Literal["fill", "precondition", "measure"]
StopKind = Literal["time", "volume", "steady"]
#: `smoke` has the names and the structure of `full`, and shows only that everything runs.
Scale = Literal["full", "smoke"]

#: Assumed rate for estimating a phase that ends by volume. The truth replaces it as soon as the phase runs.
NOMINAL_BYTES_PER_S = 200_000_000
MAX_PHASES = 2000

SMOKE_SECONDS = 2.0
SMOKE_ROUND_SECONDS = 1.0
SMOKE_VOLUME_BYTES = 64 * MIB
SMOKE_VOLUME_SECONDS = 10.0


class StopValues(TypedDict, total=False):
    """The end of a phase in the form of API, database and runner; empty for an imported result."""

    kind: StopKind
    seconds: float
    judged: bool
    passes: float
    limit_bytes: int
    round_seconds: float
    window: int
    max_rounds: int
    range_limit: float
    slope_limit: float
    metric: str
    spacing: int


@dataclass(frozen=True, slots=True)
class StopRule:
    """The end of a phase.

    - time: after `seconds`
    - volume: when the workload has covered `passes` times the target, or `limit_bytes`; `seconds` is then the limit
    - steady: when rounds of `round_seconds` are steady (SNIA PTS 2.1.24) over `window` of them, at `max_rounds` at last

    Of `spacing` rounds in a row the last one counts; `metric` is the tracked quantity. With `limit_passes` a steady
    phase also ends when it has covered the target that number of times, and at `seconds` in any case. `judged` means
    that the minutes of a phase that ends by time or volume are evaluated as rounds when it is over.
    """

    kind: StopKind
    seconds: float
    passes: float = 1.0
    round_seconds: float = 60.0
    window: int = 5
    max_rounds: int = 25
    range_limit: float = 0.2
    slope_limit: float = 0.1
    metric: str = "iops"
    judged: bool = False
    limit_bytes: int | None = None
    spacing: int = 1
    limit_passes: float | None = None

    @property
    def has_volume(self) -> bool:
        """Return whether a phase ends after a transferred volume."""
        return self.kind == "volume" or self.limit_passes is not None

    def compute_volume_bytes(self, region_bytes: int) -> float:
        """Return the bytes that a phase which ends by volume transfers when it addresses `region_bytes`."""
        volume = (self.passes if self.limit_passes is None else self.limit_passes) * region_bytes
        return volume if self.limit_bytes is None else min(volume, self.limit_bytes)

    def to_json(self) -> StopValues:
        """Return the rule in the form of API, database and runner; only the fields of its kind."""
        value: StopValues = {"kind": self.kind, "seconds": self.seconds}
        if self.judged:
            value["judged"] = True
        if self.kind == "volume":
            value["passes"] = self.passes
            if self.limit_bytes is not None:
                value["limit_bytes"] = self.limit_bytes
        if self.kind == "steady":
            value["round_seconds"] = self.round_seconds
            value["window"] = self.window
            value["max_rounds"] = self.max_rounds
            value["range_limit"] = self.range_limit
            value["slope_limit"] = self.slope_limit
            value["metric"] = self.metric
            if self.spacing > 1:
                value["spacing"] = self.spacing
            if self.limit_passes is not None:
                value["passes"] = self.limit_passes
        return value

    def shortened(self) -> StopRule:
        """Return the rule shortened for the smoke scale, at which a phase lasts seconds."""
        if self.kind == "steady":
            rounds = min(self.max_rounds, 2 * self.window if self.spacing == 1 else self.window)
            short = replace(self, round_seconds=SMOKE_ROUND_SECONDS, max_rounds=rounds, spacing=min(self.spacing, 2))
            seconds = rounds * SMOKE_ROUND_SECONDS * short.spacing
            # Seconds are limit enough: a volume would end it before there is a window to judge.
            return replace(short, seconds=seconds, limit_passes=None, limit_bytes=None)
        if self.kind == "volume":
            seconds = min(self.seconds, SMOKE_VOLUME_SECONDS)
            return replace(self, seconds=seconds, passes=min(self.passes, 1.0), limit_bytes=SMOKE_VOLUME_BYTES)
        return replace(self, seconds=min(self.seconds, SMOKE_SECONDS))


@dataclass(frozen=True, slots=True)
class PhasePlan:
    """One phase as it will run. `ordinal` counts from 1; `group` names the panel that its point belongs to.

    `load_of` is the ordinal of the phase whose measured IOPS are the 100 % of its workload's `load_percent`.
    A phase of a loop names it and its `round`, which counts from 1; points of a sweep may end early.
    """

    ordinal: int
    name: str
    kind: PhaseKind
    workload: Workload
    stop: StopRule
    ramp_seconds: float = 0.0
    group: str | None = None
    load_of: int | None = None
    loop: str | None = None
    round: int | None = None
    ends_early: EndsEarly | None = None

    @property
    def load_percent(self) -> float | None:
        """Return the load in percent of a maximum that another phase measures first.

        None where the load is known or has no limit.
        """
        return self.workload.load_percent

    @property
    def maximum_seconds(self) -> float:
        """Return the longest duration of the phase in seconds, with its ramp."""
        return self.stop.seconds + self.ramp_seconds

    def addressed_bytes(self, target_bytes: int) -> int:
        """Return the addressed bytes of a target of `target_bytes`; all of it where the range does not fit."""
        try:
            region = self.workload.address_range.resolve(target_bytes, self.workload.alignment_bytes)
        except ValueError:
            return target_bytes
        return region.size_bytes or target_bytes

    def estimated_seconds(self, target_bytes: int) -> float:
        """Return the typical duration of the phase in seconds on a target of `target_bytes`."""
        if self.workload.file_set is not None:
            return min(self.maximum_seconds, 1.0 + self.workload.file_set.moved_bytes / NOMINAL_BYTES_PER_S)
        if self.stop.has_volume:
            volume = self.stop.compute_volume_bytes(self.addressed_bytes(target_bytes))
            return min(self.maximum_seconds, 1.0 + volume / NOMINAL_BYTES_PER_S)
        return self.maximum_seconds

    @property
    def status_interval_seconds(self) -> int:
        """Return the seconds between the cumulative documents that the engine writes (decision 8)."""
        return 1 if self.maximum_seconds < 600 or self.workload.file_set is not None else 10

    def at(self, scale: Scale) -> PhasePlan:
        """Return the phase at a `scale`; at the smoke scale it lasts seconds, and no part is left out."""
        if scale == "full":
            return self
        files = self.workload.file_set
        workload = self.workload if files is None else replace(self.workload, file_set=files.shortened())
        return replace(self, workload=workload, stop=self.stop.shortened(), ramp_seconds=0.0)


def estimate(plans: Sequence[PhasePlan], target_bytes: int) -> tuple[float, float]:
    """Return typical and longest duration of the whole plan in seconds."""
    return (
        sum(plan.estimated_seconds(target_bytes) for plan in plans),
        sum(plan.maximum_seconds for plan in plans),
    )
