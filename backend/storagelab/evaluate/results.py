"""Results of a run: measured phases, and loop points over the rounds that count."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

from storagelab.analysis.loop_cells import merge_rounds
from storagelab.domain.loops import parse_round_name
from storagelab.domain.metrics import METRICS
from storagelab.domain.result import (
    RESULT_KINDS,
    Figures,
    PhaseMeasurement,
    PhaseResult,
    RequestedLoad,
    RunResult,
)

#: Columns of the figures of a result, in the order of the table of metrics.
FIGURES = tuple(metric.column for metric in METRICS.values())
#: Figures that qualify the others, merged as they are.
QUALIFIERS = ("latency_n", "little_ratio")


class MeasuredResult(Struct, frozen=True, kw_only=True):
    """One result: a measured phase, or a loop point merged over those of its rounds that count.

    `rounds` are the measured phases behind it in order, one outside of loops. Everything but the figures is that of the
    last one. The `name` of a loop point has no round.
    """

    name: str
    is_loop_point: bool
    rounds: tuple[PhaseResult, ...]
    measurement: PhaseMeasurement
    figures: Figures
    latency_n: int | None
    little_ratio: float | None

    @property
    def phase(self) -> PhaseResult:
        """Return the phase of the result, of a loop point the last round that counts."""
        return self.rounds[-1]

    @property
    def measurements(self) -> list[PhaseMeasurement]:
        """Return the measurements of all rounds behind the result."""
        return [phase.measurement for phase in self.rounds if phase.measurement is not None]

    @property
    def load(self) -> RequestedLoad:
        """Return the load as it was measured."""
        return self.measurement.load


def list_results(
    run: RunResult, *, kinds: Sequence[str] = RESULT_KINDS, every_round: bool = False
) -> list[MeasuredResult]:
    """Return the results of a run in order of the first phases behind them.

    Phases of other `kinds` are no results. The rounds of a loop are one result for each point, over those that count,
    unless `every_round` is set. Rounds that do not count change nothing: a loader may leave them out.
    """
    phases = [phase for phase in run.phases if phase.kind in kinds and phase.measurement is not None]
    if every_round:
        return [build_result([phase], is_merged=False) for phase in phases]
    return [build_result(rounds) for rounds in _group_points(list_counted(phases))]


def group_rounds(run: RunResult, *, kinds: Sequence[str] = RESULT_KINDS) -> list[list[PhaseResult]]:
    """Return the phases that may have a result in order: a phase alone, or all rounds of one point of a loop."""
    return _group_points([phase for phase in run.phases if phase.kind in kinds])


def _group_points(phases: Sequence[PhaseResult]) -> list[list[PhaseResult]]:
    points: dict[tuple[object, ...], list[PhaseResult]] = {}
    for phase in phases:
        is_alone = phase.loop is None
        point = (phase.ordinal,) if is_alone else (phase.loop, parse_round_name(phase.name, phase.round))
        points.setdefault(point, []).append(phase)
    return list(points.values())


def list_counted(rounds: Sequence[PhaseResult]) -> list[PhaseResult]:
    """Return the measured phases among `rounds`, of a loop those that count."""
    return [phase for phase in rounds if phase.measurement is not None and (phase.loop is None or phase.is_counted)]


def build_result(rounds: Sequence[PhaseResult], *, is_merged: bool = True) -> MeasuredResult:
    """Return the result of measured phases: one phase, or the rounds of a loop point that count.

    Without `is_merged` a round remains a result of its own, under its whole name. Raises ValueError for a phase without
    a measurement.
    """
    last, measurements = rounds[-1], [phase.measurement for phase in rounds if phase.measurement is not None]
    if len(measurements) != len(rounds):
        raise ValueError("a phase without a measurement has no result")
    measurement = measurements[-1]
    if last.loop is None or not is_merged:
        return MeasuredResult(
            name=last.name,
            is_loop_point=False,
            rounds=tuple(rounds),
            measurement=measurement,
            figures=measurement.figures,
            latency_n=measurement.latency_n,
            little_ratio=measurement.little_ratio,
        )
    counts = [round_.latency_n for round_ in measurements if round_.latency_n is not None]
    return MeasuredResult(
        name=parse_round_name(last.name, last.round),
        is_loop_point=True,
        rounds=tuple(rounds),
        measurement=measurement,
        figures=merge_rounds([round_.figures for round_ in measurements]),
        latency_n=sum(counts) if counts else None,
        little_ratio=None,
    )
