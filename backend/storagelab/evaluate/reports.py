"""Reports of tests from the results of a run: phases and points, rules, and tails."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from msgspec import Struct

from storagelab.analysis.distributions import compute_supported_percentiles
from storagelab.analysis.latency_slices import Slices
from storagelab.analysis.reports.figures import ReportPoint, Tail, Test, merge_directions
from storagelab.domain.lifecycle import PhaseState
from storagelab.domain.loops import LoopRule, parse_round_name
from storagelab.domain.result import PhaseMeasurement, PhaseResult
from storagelab.domain.samples import LatencyStatistics, ObservedPart
from storagelab.evaluate.latency import PartBins

#: A phase that was stopped half-way is no round, but its curve up to there is worth looking at.
_ROUNDS = (PhaseState.FINISHED, PhaseState.FAILED)
_RAN = (*_ROUNDS, PhaseState.CANCELLED, PhaseState.LOST)
_OF_CURVES: tuple[Test, ...] = ("wsat", "hir", "xsr", "dirth")
_OF_HISTOGRAMS: tuple[Test, ...] = ("lat", "wsat", "dirth")
_TAIL_PERCENT = 99.999


class ChosenPhases(Struct, frozen=True):
    """The phases that a report is of, in order, those outside of loops, and those of which more than figures count.

    That is the histogram of a phase with bins, the samples of one with a curve, histograms over time of one with tails.
    """

    phases: Sequence[PhaseResult]
    outside: Sequence[PhaseResult]
    with_bins: Sequence[PhaseResult]
    with_curves: Sequence[PhaseResult]
    with_tails: Sequence[PhaseResult]


def choose_phases(everything: Sequence[PhaseResult], test: Test) -> ChosenPhases:
    """Return the phases of a run that the report of a test covers, by their use in the report."""
    phases = [phase for phase in everything if phase.state in (_ROUNDS if phase.round is not None else _RAN)]
    outside = [phase for phase in phases if phase.round is None]
    with_bins = {"lat": phases}.get(test, outside) if test in _OF_HISTOGRAMS else []
    return ChosenPhases(
        phases=phases,
        outside=outside,
        with_bins=[phase for phase in with_bins if phase.kind == "measure"],
        with_curves=outside if test in _OF_CURVES else [],
        with_tails=outside if test == "wsat" else [],
    )


def collect_report_points(
    phases: Sequence[PhaseResult], bins: PartBins, processor: Mapping[int, float | None]
) -> tuple[ReportPoint, ...]:
    """Return a report point for every phase, in order. `processor` is the mean processor time by ordinal."""
    return tuple(_build_report_point(phase, bins, processor.get(phase.ordinal)) for phase in phases)


def _build_report_point(phase: PhaseResult, bins: PartBins, cpu_percent: float | None) -> ReportPoint:
    # A phase that was cut short has figures of a part of its time: they are no round and no point.
    is_measured = phase.measurement is not None and phase.state == PhaseState.FINISHED
    return ReportPoint(
        ordinal=phase.ordinal,
        name=parse_round_name(phase.name, phase.round),
        kind=phase.kind,
        loop=phase.loop if phase.round is not None else None,
        round=phase.round,
        group=phase.group,
        block_bytes=phase.load.block_bytes,
        read_percent=phase.load.read_percent,
        random_percent=phase.load.random_percent,
        threads=phase.load.threads,
        queue_depth=phase.load.queue_depth,
        total=_merge_measurement(phase, bins) if is_measured else ObservedPart(),
        cpu_percent=cpu_percent,
    )


def _merge_measurement(phase: PhaseResult, bins: PartBins) -> ObservedPart:
    """Return the figures of a measured phase over all directions, with the histogram where `bins` have it."""
    measurement = phase.measurement
    if measurement is None:
        return ObservedPart()
    if not measurement.parts:
        return _convert_figures(measurement)
    return merge_directions(
        replace(part.part, bins=bins.get((phase.ordinal, part.direction, part.group))) for part in measurement.parts
    )


def _convert_figures(measurement: PhaseMeasurement) -> ObservedPart:
    """Return the figures of a measurement whose source prints no parts of it."""
    figures = measurement.figures
    return ObservedPart(
        iops=figures["iops"],
        bandwidth_bytes_per_s=figures["bandwidth_bytes_per_s"],
        latency=LatencyStatistics(
            n=measurement.latency_n, mean=figures["latency_mean_ns"], max=figures["latency_max_ns"]
        ),
    )


def list_stop_rules(loops: Iterable[Mapping[str, Any]], phases: Sequence[PhaseResult]) -> dict[str, LoopRule]:
    """Return the steady-state rules that stopped a run, by the name of the loop or phase.

    They are the rules of its loops, and of phases that are judged by themselves.
    """
    alone = {
        phase.name: LoopRule(
            phase.name,
            (),
            window=phase.stop["window"],
            range_limit=phase.stop["range_limit"],
            slope_limit=phase.stop["slope_limit"],
        )
        for phase in phases
        if phase.stop.get("kind") == "steady"
    }
    return {**alone, **{loop["name"]: LoopRule.from_json(loop) for loop in loops}}


def tail_of(slices: Slices) -> Tail:
    """Return the far latency percentile, in ns, of each time slice of a phase over all directions."""
    return Tail(
        start_seconds=tuple(float(ms) / 1000 for ms in slices.t0_ms),
        end_seconds=tuple(float(ms) / 1000 for ms in slices.t1_ms),
        ns=tuple(
            compute_supported_percentiles(slices.histogram(place, place), [_TAIL_PERCENT])[0]
            for place in range(len(slices))
        ),
    )
