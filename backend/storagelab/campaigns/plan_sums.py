"""Sums over the cells of a campaign: expected writes, endurance and samples."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, field

from storagelab.campaigns.cell_planning import PlannedCell
from storagelab.domain.campaign_deadlines import CHANGING
from storagelab.planning.cost_schemas import EnduranceUse, ExpectedWrites
from storagelab.planning.endurance_budget import Basis
from storagelab.planning.schemas import JobPlan

_WEAKEST_FIRST: tuple[Basis, ...] = ("nominal", "measured", "exact")


@dataclass(frozen=True, slots=True)
class PlanSums:
    """Sums of a plan. `writes` is None unless it is known of each cell; `endurance` names every drive written to."""

    sample_count: int = 0
    writes: ExpectedWrites | None = None
    endurance: list[EnduranceUse] = field(default_factory=list)


def add_up(cells: Sequence[PlannedCell], *, measures: Collection[str], repeats: int) -> PlanSums:
    """Add up samples, expected writes and endurance use of all runs of these cells.

    The job plans are those under the `measures`.
    """
    changing = frozenset(measures) & frozenset(CHANGING)
    plans = [cell.outs[changing] for cell in cells if cell.outs]
    return PlanSums(
        sample_count=sum(plan.sample_count for plan in plans) * repeats,
        writes=sum_writes(plan.expected_writes for plan in plans),
        endurance=_sum_endurance(plans),
    )


def join_sums(sums: Sequence[PlanSums]) -> PlanSums:
    """Join sums over several servers, which have no drive in common."""
    return PlanSums(
        sample_count=sum(item.sample_count for item in sums),
        writes=sum_writes(item.writes for item in sums),
        endurance=[drive for item in sums for drive in item.endurance],
    )


def sum_writes(parts: Iterable[ExpectedWrites | None]) -> ExpectedWrites | None:
    """Return the sum of the writes; None where one of the summands is not known, and where there are none."""
    given = list(parts)
    present = [writes for writes in given if writes is not None]
    if not present or len(present) < len(given):
        return None
    maxima = [writes.maximum_bytes for writes in present if writes.maximum_bytes is not None]
    basis = next(candidate for candidate in _WEAKEST_FIRST if any(part.basis == candidate for part in present))
    weakest = [writes.sentence for writes in present if writes.basis == basis and writes.typical_bytes]
    return ExpectedWrites(
        typical_bytes=sum(writes.typical_bytes for writes in present),
        maximum_bytes=sum(maxima) if len(maxima) == len(present) else None,
        basis=basis,
        sentence=_SENTENCES[basis] if weakest else "Nothing is written: every phase only reads.",
    )


_SENTENCES = {
    "exact": "By the volumes and rates of the plan.",
    "measured": "By volumes, and by rates that were measured on these configurations.",
    "nominal": "For some writing phases no rate is known, so one was assumed.",
}


def _sum_endurance(plans: Sequence[JobPlan]) -> list[EnduranceUse]:
    """Return the endurance used of each drive by all jobs; None where the use by one job is unknown."""
    by_drive: dict[str, list[EnduranceUse]] = {}
    for plan in plans:
        for use in plan.endurance:
            by_drive.setdefault(use.drive, []).append(use)
    return [_sum_drive_endurance(uses) for uses in by_drive.values()]


def _sum_drive_endurance(parts: Sequence[EnduranceUse]) -> EnduranceUse:
    first = parts[0]
    typical = _sum_values([part.typical_percent for part in parts])
    maximum = _sum_values([part.maximum_percent for part in parts])
    if typical is None:
        sentence = next((part.sentence for part in parts if part.typical_percent is None), first.sentence)
    elif maximum is None:
        sentence = f"Typically {typical:.2g} % of its rated endurance, maximum unknown."
    else:
        sentence = f"Typically {typical:.2g} %, at most {maximum:.2g} % of its rated endurance."
    return EnduranceUse(
        drive=first.drive,
        model=first.model,
        rated_bytes=first.rated_bytes,
        typical_percent=typical,
        maximum_percent=maximum,
        sentence=sentence,
    )


def _sum_values(values: Sequence[float | None]) -> float | None:
    known_values = [value for value in values if value is not None]
    return sum(known_values) if len(known_values) == len(values) else None
