"""Duration of a campaign and the measures, one after the other, that make it end in time."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Literal

Measure = Literal["shorter_points", "until_steady", "shared_conditioning", "cells_dropped"]
#: The order in which they are tried: what costs the least of the result set comes first.
MEASURES: tuple[Measure, ...] = ("shorter_points", "until_steady", "shared_conditioning", "cells_dropped")
TITLES: dict[Measure, str] = {
    "shorter_points": "Shorter points",
    "until_steady": "Until steady instead of a fixed time",
    "shared_conditioning": "Shared conditioning",
    "cells_dropped": "Cells dropped",
}


#: The measures that change the parameters of a job, and with them how long its phases take.
CHANGING: tuple[Measure, ...] = ("shorter_points", "until_steady")


@dataclass(frozen=True, slots=True)
class Phases:
    """Seconds that all phases of a cell take, and that its conditioning takes in one run."""

    seconds: float
    conditioning_seconds: float
    #: What its drives are made of first, None for nothing.
    conditioning: str | None


@dataclass(frozen=True, slots=True)
class Cost:
    """Cost of a cell, in the order in which cells run.

    `phases` has the plan as requested without measures, and the plans under each set of measures that changes it.
    Consecutive cells of one `array` may share their conditioning.
    """

    preparation_seconds: float
    phases: Mapping[frozenset[str], Phases]
    array: int
    dropped: bool = False

    def under(self, measures: Collection[str]) -> Phases:
        """Return the phases of the cell when `measures` are applied."""
        return self.phases[frozenset(measures) & frozenset(CHANGING)]

    def takes(self, measures: Collection[str], *, shared: bool) -> float:
        """Return the seconds of preparation and phases together when `measures` are applied.

        `shared` means that conditioning is shared with another cell and takes no time here.
        """
        phases = self.under(measures)
        seconds = phases.seconds - (phases.conditioning_seconds if shared else 0.0)
        return self.preparation_seconds + max(seconds, 0.0)


@dataclass(frozen=True, slots=True)
class Proposal:
    """One measure: what it saves after those before it, and whether the whole then ends in time."""

    measure: Measure
    available: bool
    accepted: bool
    saves_seconds: float | None
    fits: bool | None
    reason: str
    drops: tuple[int, ...] = ()


def compute_durations(costs: Sequence[Cost], *, measures: Collection[str] = (), shared: bool) -> list[float]:
    """Return the duration in seconds of each campaign cell when `measures` are applied.

    A dropped cell has 0; its preparation moves to the next cell of its array. `shared` means that conditioning is
    shared.
    """
    return _walk(costs, measures, shared=shared)[0]


def solve(
    costs: Sequence[Cost],
    *,
    available_seconds: float | None,
    accepted: Sequence[str],
    shared: bool,
    can_share: bool = True,
) -> tuple[list[float], list[Proposal]]:
    """Return the seconds of each cell with the `accepted` measures, and a proposal for every measure.

    `available_seconds` is the time until the deadline, None without one. `shared` means that conditioning is shared
    anyway. A measure that was not accepted counts in the savings of the following measures, not in the durations.
    """
    wanted = _Way(list(costs), shared=shared)
    tried = _Way(list(costs), shared=shared)
    proposals: list[Proposal] = []
    now = tried.total()
    for measure in MEASURES:
        before = now
        is_accepted = measure in accepted
        ways = [tried, *([wanted] if is_accepted else [])]
        drops: tuple[int, ...] = ()
        if measure in CHANGING:
            for way in ways:
                way.measures.add(measure)
            reason = _REASONS[measure]
        elif measure == "shared_conditioning":
            for way in ways:
                way.shared = way.shared or can_share
            reason = _REASONS[measure]
        elif available_seconds is not None:
            drops, *mine = [way.drop(available_seconds) for way in ways]
            words = f"{len(drops)} of {len(costs)} cells no longer fit and are left out."
            reason = words if drops else "The campaign fits without this step."
            drops = mine[0] if mine else drops
        else:
            reason = "There is no deadline to meet."
        now = tried.total()
        if measure == "until_steady" and before - now <= 0:
            reason = _NEVER_STEADY
        proposals.append(
            Proposal(
                measure,
                available=before - now > 0,
                accepted=is_accepted,
                saves_seconds=before - now,
                fits=None if available_seconds is None else now <= available_seconds,
                reason=reason,
                drops=drops,
            )
        )
    return compute_durations(wanted.costs, measures=wanted.measures, shared=wanted.shared), proposals


_REASONS: dict[Measure, str] = {
    "shorter_points": "Points of more than a minute last a minute. Preconditioning lasts as long as before.",
    "until_steady": "Twice the capacity is written, then minutes follow until five are steady, 25 at most.",
    "shared_conditioning": "An upper limit: the state of the drives at the start of a cell decides.",
}
_NEVER_STEADY = "None of these profiles saves time by ending its preconditioning at steady state."


@dataclass
class _Way:
    """A campaign under some of the measures."""

    costs: list[Cost]
    shared: bool
    measures: set[str] = field(default_factory=set)

    def total(self) -> float:
        return sum(compute_durations(self.costs, measures=self.measures, shared=self.shared))

    def drop(self, available_seconds: float) -> tuple[int, ...]:
        """Drop the configurations that do not fit into `available_seconds`, and return their indexes."""
        drops = _walk(self.costs, self.measures, shared=self.shared, available_seconds=available_seconds)[1]
        self.costs = [replace(cost, dropped=index in drops) for index, cost in enumerate(self.costs)]
        return drops


def _walk(
    costs: Sequence[Cost], measures: Collection[str], *, shared: bool, available_seconds: float | None = None
) -> tuple[list[float], tuple[int, ...]]:
    """Return the seconds of each cell in order, and the indexes of cells that do not fit.

    Without `available_seconds` every cell fits.
    """
    takes: list[float] = []
    dropped: list[int] = []
    array, last, carried, total = -1, None, 0.0, 0.0
    for index, cost in enumerate(costs):
        if cost.array != array:
            array, last, carried = cost.array, None, 0.0
        conditioning = cost.under(measures).conditioning
        mine = carried + cost.takes(measures, shared=shared and last is not None and last == conditioning)
        if cost.dropped or (available_seconds is not None and total + mine > available_seconds):
            # The array has to be made all the same, so its time is carried to the next row.
            carried += cost.preparation_seconds
            takes.append(0.0)
            dropped.append(index)
            continue
        takes.append(mine)
        total += mine
        last, carried = conditioning, 0.0
    return takes, tuple(dropped)
