"""Systems in the order of their rating over named workloads, with everything the order rests on."""

from __future__ import annotations

import statistics
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from storagelab.analysis.rating import rate
from storagelab.domain.metrics import Better

#: Blocks under this many bytes are judged by the number of I/Os, larger ones by the bytes moved (methodology 2.1).
SMALL_BLOCK_BYTES = 64 * 1024
#: Ratings within this share of the one before share its place: repeats of one system differ by as much.
NEAR = 0.02
_PLACES = 3
_PREFERRED = ("iops", "bandwidth", "lat_mean")


@dataclass(frozen=True, slots=True)
class Result:
    """Result of one run of a system under one workload: its metrics by name, None where unknown."""

    system: str
    workload: str
    run: str
    figures: Mapping[str, float | None]


@dataclass(frozen=True, slots=True)
class RankedCell:
    """One system under one workload: the median over `n` runs, its spread, and its ratio to the reference.

    A run that has several figures counts once, by their median: they are no repeats of it.
    `ratio` is above 1 where the system is better, whichever direction of the metric that is; None where the workload
    does not count, as some system has no value for it.
    """

    value: float
    n: int
    min: float
    max: float
    ratio: float | None
    runs: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class RankedSystem:
    """A system with its rating (the reference is 100), its rank, and its place on the podium; None for no place.

    `worst` and `best` are the extremes of its ratios: a rating alone hides a system that is good at one thing only.
    """

    system: str
    rating: float | None
    rank: int | None
    place: int | None
    worst: float | None
    best: float | None
    cells: Mapping[str, RankedCell]


@dataclass(frozen=True, slots=True)
class Ranking:
    """Systems, best first; those without a rating come last. `dropped` workloads lack a value of some system."""

    reference: str | None
    metrics: Mapping[str, str]
    systems: tuple[RankedSystem, ...]
    counted: tuple[str, ...]
    dropped: tuple[str, ...]


def find_preferred_metric(
    *, block_bytes: int | None, random_percent: float | None, metrics: Iterable[str]
) -> str | None:
    """Return the metric by which to rank a workload, among its known `metrics`; None without one.

    Small random blocks are ranked by IOPS, everything else by throughput where known, else by IOPS, else by latency.
    """
    available = [name for name in _PREFERRED if name in set(metrics)]
    small = block_bytes is None or block_bytes < SMALL_BLOCK_BYTES
    if (not small or random_percent == 0) and "bandwidth" in available:
        return "bandwidth"
    return available[0] if available else None


def rank_systems(
    results: Sequence[Result],
    metrics: Mapping[str, tuple[str, Better]],
    *,
    reference: str | None = None,
) -> Ranking:
    """Rank systems by the geometric mean of their ratios over the workloads that every system has.

    `metrics` gives, for each workload, the ranked figure and the better direction. Without a `reference` the best
    system is the reference: the order does not depend on it. Raises ValueError for a reference that is not one of the
    systems.
    """
    by_system: dict[str, dict[str, dict[str, list[float]]]] = defaultdict(
        lambda: defaultdict(lambda: defaultdict(list))
    )
    for result in results:
        metric = metrics.get(result.workload)
        value = result.figures.get(metric[0]) if metric is not None else None
        if value is not None and value > 0:
            by_system[result.system][result.workload][result.run].append(value)
    gathered = {
        system: {
            name: {run: statistics.median(values) for run, values in by_run.items()}
            for name, by_run in by_workload.items()
        }
        for system, by_workload in by_system.items()
    }
    if not gathered:
        if reference is not None:
            raise ValueError("the reference is none of the systems")
        return Ranking(None, {name: metric for name, (metric, _) in metrics.items()}, (), (), tuple(metrics))
    medians = {
        system: {name: statistics.median(figures.values()) for name, figures in by_workload.items()}
        for system, by_workload in gathered.items()
    }
    better = {name: direction for name, (_, direction) in metrics.items()}
    rating = rate(better, medians, reference=reference if reference is not None else next(iter(medians)))
    if reference is None:
        best = min(medians, key=lambda system: (rating.rank[system] or len(medians), system))
        reference = best
        rating = rate(better, medians, reference=best)
    places = _compute_places({system: rating.rating[system] for system in medians})
    systems = [
        RankedSystem(
            system=system,
            rating=rating.rating[system],
            rank=rating.rank[system],
            place=places.get(system),
            worst=min(rating.ratios[system].values(), default=None),
            best=max(rating.ratios[system].values(), default=None),
            cells={
                name: RankedCell(
                    value=medians[system][name],
                    n=len(figures),
                    min=min(figures.values()),
                    max=max(figures.values()),
                    ratio=rating.ratios[system].get(name),
                    runs=tuple(figures),
                )
                for name, figures in by_workload.items()
            },
        )
        for system, by_workload in gathered.items()
    ]
    systems.sort(key=lambda ranked: (ranked.rank is None, ranked.rank or 0, ranked.system))
    return Ranking(
        reference=reference,
        metrics={name: metric for name, (metric, _) in metrics.items()},
        systems=tuple(systems),
        counted=rating.common_metrics,
        dropped=rating.dropped_metrics,
    )


def _compute_places(ratings: Mapping[str, float | None]) -> dict[str, int]:
    """Return the podium place (1 to 3) of each system that has one.

    Ratings within NEAR of the best one of a place share it. A shared place takes up as many places as systems share it:
    two on place 1 leave place 3 to the next.
    """
    rated = sorted(((rating, system) for system, rating in ratings.items() if rating is not None), reverse=True)
    places: dict[str, int] = {}
    if len(rated) <= 1:
        return places
    place, leader = 1, rated[0][0]
    for index, (rating, system) in enumerate(rated):
        if rating < leader * (1 - NEAR):
            place, leader = index + 1, rating
        if place > _PLACES:
            break
        places[system] = place
    return places
