"""Sums over the cells of a campaign: expected writes, endurance and samples."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, field

from storagelab.campaigns.cell_planning import PlannedCell
from storagelab.domain.campaign_deadlines import CHANGING
from storagelab.jobs.cost_schemas import EnduranceUse, ExpectedWrites
from storagelab.jobs.schemas import JobPlan
from storagelab.jobs.wear import Basis

_WEAKEST_FIRST: tuple[Basis, ...] = ("nominal", "measured", "exact")


@dataclass(frozen=True, slots=True)
class PlanSums:
    """`writes` is None where it is not known of each cell; `endurance` names every drive that is written to."""

    sample_count: int = 0
    writes: ExpectedWrites | None = None
    endurance: list[EnduranceUse] = field(default_factory=list)


def add_up(cells: Sequence[PlannedCell], *, measures: Collection[str], repeats: int) -> PlanSums:
    """Sums over all runs of these cells as they are planned under these measures."""
    changing = frozenset(measures) & frozenset(CHANGING)
    plans = [cell.outs[changing] for cell in cells if cell.outs]
    return PlanSums(
        sample_count=sum(plan.sample_count for plan in plans) * repeats,
        writes=sum_writes(plan.expected_writes for plan in plans),
        endurance=_sum_endurance(plans),
    )


def join_sums(sums: Sequence[PlanSums]) -> PlanSums:
    """Sums over several servers, which have no drive in common."""
    return PlanSums(
        sample_count=sum(each.sample_count for each in sums),
        writes=sum_writes(each.writes for each in sums),
        endurance=[drive for each in sums for drive in each.endurance],
    )


def sum_writes(parts: Iterable[ExpectedWrites | None]) -> ExpectedWrites | None:
    """The sum of what is written; None where one of the parts is not known, and where there are none."""
    given = list(parts)
    known = [each for each in given if each is not None]
    if not known or len(known) < len(given):
        return None
    most = [each.maximum_bytes for each in known if each.maximum_bytes is not None]
    basis = next(each for each in _WEAKEST_FIRST if any(part.basis == each for part in known))
    weakest = [each.sentence for each in known if each.basis == basis and each.typical_bytes]
    return ExpectedWrites(
        typical_bytes=sum(each.typical_bytes for each in known),
        maximum_bytes=sum(most) if len(most) == len(known) else None,
        basis=basis,
        sentence=_SENTENCES[basis] if weakest else "Nothing is written: every phase only reads.",
    )


_SENTENCES = {
    "exact": "By the volumes and rates of the plan.",
    "measured": "By volumes, and by rates that were measured on these configurations.",
    "nominal": "For some writing phases no rate is known, so one was assumed.",
}


def _sum_endurance(plans: Sequence[JobPlan]) -> list[EnduranceUse]:
    """Return the endurance used of each drive by all cells; None where one cell's use is unknown."""
    found: dict[str, list[EnduranceUse]] = {}
    for plan in plans:
        for each in plan.endurance:
            found.setdefault(each.drive, []).append(each)
    return [_sum_drive(each) for each in found.values()]


def _sum_drive(parts: Sequence[EnduranceUse]) -> EnduranceUse:
    first = parts[0]
    typical = _sum([each.typical_percent for each in parts])
    most = _sum([each.maximum_percent for each in parts])
    if typical is None:
        sentence = next((each.sentence for each in parts if each.typical_percent is None), first.sentence)
    elif most is None:
        sentence = f"Typically {typical:.2g} % of its rated endurance, maximum unknown."
    else:
        sentence = f"Typically {typical:.2g} %, at most {most:.2g} % of its rated endurance."
    return EnduranceUse(
        drive=first.drive,
        model=first.model,
        rated_bytes=first.rated_bytes,
        typical_percent=typical,
        maximum_percent=most,
        sentence=sentence,
    )


def _sum(values: Sequence[float | None]) -> float | None:
    known = [value for value in values if value is not None]
    return sum(known) if len(known) == len(values) else None
