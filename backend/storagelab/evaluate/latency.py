"""Response times of results: bins of parts merged over groups, rounds and directions."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from msgspec import Struct, structs

from storagelab.analysis.bins import Bins
from storagelab.analysis.distributions import (
    PERCENTS,
    Cdf,
    ResponseTimeDistribution,
    compute_cumulative_shares,
    compute_supported_percentiles,
    merge_distributions,
)
from storagelab.domain.metrics import PERCENTILES
from storagelab.domain.result import PartResult, PhaseResult, RequestedLoad
from storagelab.domain.samples import DIRECTIONS, TOTAL
from storagelab.evaluate.results import MeasuredResult

#: The bins of parts, by the ordinal of their phase, direction and group.
PartBins = Mapping[tuple[int, str, int], Bins]
#: What one direction of one measurement was timed as; None where that is not known.
Timed = Mapping[str, ResponseTimeDistribution | None]


class DirectionLatency(Struct, frozen=True, kw_only=True):
    """Response times of one direction. `percentiles_ns` are at the percents of a table of percentiles.

    Those of `bins` are read from merged histograms, `printed` ones are as their source has them. `of` is what was
    timed.
    """

    direction: str
    source: str
    of: str | None
    estimated: bool
    n: int | None
    percentiles_ns: Sequence[float | None]
    cdf: Cdf | None


class ResultLatency(RequestedLoad, frozen=True, kw_only=True):
    """The response times of one result by direction; those over all directions come first.

    `rounds` are empty outside of loops. `phase_ordinal` and `state` are those of the last round.
    """

    phase_ordinal: int
    name: str
    state: str
    group: str | None
    loop: str | None
    rounds: tuple[int | None, ...]
    distributions: tuple[DirectionLatency, ...]

    @property
    def whole(self) -> DirectionLatency | None:
        """Return the distribution over all directions, else of the first direction; None without any."""
        total = (distribution for distribution in self.distributions if distribution.direction == TOTAL)
        return next(total, self.distributions[0] if self.distributions else None)


def describe_latency(result: MeasuredResult, bins: PartBins, *, cdf: bool) -> ResultLatency:
    """Return the response times of a result from the bins of its parts; `cdf` adds their cumulative shares."""
    phase = result.phase
    return ResultLatency(
        phase_ordinal=phase.ordinal,
        name=result.name,
        state=phase.state,
        group=phase.group,
        loop=phase.loop,
        rounds=tuple(round_.round for round_ in result.rounds) if phase.loop is not None else (),
        distributions=tuple(
            _merge_rounds(result, [_merge_groups(round_, bins) for round_ in result.rounds], cdf=cdf)
            or _find_printed_percentiles(result)
        ),
        **structs.asdict(result.load),
    )


def _merge_groups(phase: PhaseResult, bins: PartBins) -> Timed:
    """Return what each direction of a measured phase was timed as, and a total.

    Directions without I/O are left out. The total is merged from the others where none is given.
    """
    groups: dict[str, list[ResponseTimeDistribution | None]] = {}
    for part in phase.measurement.parts if phase.measurement is not None else ():
        if own := bins.get((phase.ordinal, part.direction, part.group)):
            groups.setdefault(part.direction, []).append(ResponseTimeDistribution(own, part.part.percentiles_of))
        elif part.part.latency.n != 0 and part.part.ios != 0:
            groups.setdefault(part.direction, []).append(None)
    timed = {direction: merge_distributions(of_groups) for direction, of_groups in groups.items()}
    total = timed.pop(TOTAL, None)
    return {**timed, TOTAL: total if total is not None else merge_distributions(list(timed.values()))}


def _merge_rounds(result: MeasuredResult, rounds: Sequence[Timed], *, cdf: bool) -> list[DirectionLatency]:
    estimated = any(
        round_.measurement is not None and round_.measurement.has_estimated_percentiles for round_ in result.rounds
    )
    distributions = []
    for direction in (TOTAL, *DIRECTIONS):
        if direction != TOTAL and any(set(timed) == {TOTAL} for timed in rounds):
            continue  # A round without figures by direction may have had I/O in this one.
        # A round without this direction did no I/O in it; one whose bins are unknown makes the whole unknown.
        merged = merge_distributions([timed[direction] for timed in rounds if direction in timed])
        if merged is not None:
            distributions.append(describe_bins(merged.bins, direction, of=merged.of, estimated=estimated, cdf=cdf))
    return distributions


def describe_bins(
    bins: Bins, direction: str, *, of: str | None, estimated: bool = False, cdf: bool = True
) -> DirectionLatency:
    """Return the response times of one direction that were counted in `bins`."""
    return DirectionLatency(
        direction=direction,
        source="bins",
        of=of,
        estimated=estimated,
        n=sum(bins.values()),
        percentiles_ns=compute_supported_percentiles(bins),
        cdf=compute_cumulative_shares(bins) if cdf else None,
    )


def _find_printed_percentiles(result: MeasuredResult) -> list[DirectionLatency]:
    """Return the percentiles that a source printed for all directions together, or nothing where it printed none."""
    measurement = result.measurement
    printed = {percent: measurement.figures[column] for column, percent in PERCENTILES.items()}
    if len(result.rounds) > 1 or all(value is None for value in printed.values()):
        return []
    return [
        DirectionLatency(
            direction=TOTAL,
            source="printed",
            of=measurement.percentiles_of,
            estimated=measurement.has_estimated_percentiles,
            n=measurement.latency_n,
            percentiles_ns=[printed.get(percent) for percent in PERCENTS],
            cdf=None,
        )
    ]


def format_curve_name(latency: ResultLatency, distribution: DirectionLatency) -> str:
    """Return the name of the curve of a result, with the direction if it is of one direction only."""
    name = f"{latency.phase_ordinal}. {latency.name}"
    if latency.loop is not None:
        first, last = (latency.rounds or (0,))[0], (latency.rounds or (0,))[-1]
        rounds = f"round {first}" if first == last else f"rounds {first} to {last}"
        name = f"{latency.name} ({latency.loop}, {rounds})"
    return name if distribution.direction == TOTAL else f"{name}, {distribution.direction}s alone"


def find_timed_interval(parts: Sequence[PartResult], direction: str) -> tuple[str | None, int | None]:
    """Return what the parts of a result timed in one direction, and their number of I/Os.

    Each is None where it is unknown or differs.
    """
    own = [part.part for part in parts if direction in (TOTAL, part.direction)]
    kinds = {part.percentiles_of for part in own if part.latency.n}
    counts = [part.latency.n for part in own]
    stated = [count for count in counts if count is not None]
    return (kinds.pop() if len(kinds) == 1 else None), (sum(stated) if stated and len(stated) == len(counts) else None)
