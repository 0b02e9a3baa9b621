"""Findings of one run: steady level, burst, shape of sweeps, growth of latency, best values."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Mapping, Sequence
from typing import Any

from storagelab.domain.finding import Finding, Relation
from storagelab.domain.loops import parse_round_name
from storagelab.domain.metrics import METRICS, Metric
from storagelab.domain.result import PhaseResult, RunResult
from storagelab.evaluate.finding_basis import ComputedFinding, FindingBasis, FindingSide, Support
from storagelab.evaluate.finding_figures import FindingFigure, list_figures
from storagelab.evaluate.finding_words import PreciseValue, format_short, format_value
from storagelab.evaluate.measured_runs import find_omission_reason
from storagelab.evaluate.workload_words import describe_phase_workload, find_load_generator, remove_depth

#: A round this many times as large as the steady level is a burst.
_BURST = 1.2
#: The last step of a rate that keeps rising, and the share of the maximum at which it levels off.
_RISING, _LEVEL = 1.05, 0.95
_MINIMUM_DEPTHS = 3
#: A percentile that grows by less over a sweep is no finding.
_GROWTH = 2.0
MAX_FINDINGS = 24

_RULES: Mapping[Support, str] = {
    "steady": (
        "Mean over the rounds of the measurement window, whose range and slope are within the limits of the "
        "steady-state rule."
    ),
    "sweep": "Values of one run over its queue depths. A rate levels off at the lowest depth with 95 % of the maximum.",
    "statement": "The best value of the run at workloads of one kind. A single run has no spread.",
}


def find_run_findings(run: RunResult, *, label: str) -> list[ComputedFinding]:
    """Return the findings of one run, named `label`, in the order of a page. One that does not count has none."""
    if find_omission_reason(run) is not None:
        return []
    rates = {name: list_figures(run, METRICS[name]) for name in ("iops", "bandwidth")}
    families = _group_families([figure for figure in rates["iops"] if figure.is_small and not figure.is_offered])
    sweeps = {key: points for key, points in families.items() if len(points) >= _MINIMUM_DEPTHS}
    return [
        *_find_steady_findings(run, label),
        *(_describe_sweep(points, label) for points in sweeps.values()),
        *_find_growth(list_figures(run, METRICS["lat_p99"]), label),
        *_find_best(rates, sweeps, label),
    ][:MAX_FINDINGS]


def _find_steady_findings(run: RunResult, label: str) -> Iterator[ComputedFinding]:
    """Yield the steady level of a run, and the burst before it."""
    verdict = run.verdict
    if verdict is None or verdict.get("status") != "steady" or verdict.get("metric") not in METRICS:
        return
    average, window, rounds = verdict.get("average"), verdict.get("window"), verdict.get("rounds") or []
    phase = _find_judged_phase(run, verdict)
    if average is None or not window or phase is None:
        return
    metric = METRICS[verdict["metric"]]
    begin, end = window
    words = describe_phase_workload(run, phase)
    steady = FindingSide(
        label=f"rounds {begin} to {end}",
        runs=[run.number],
        values=[value for value in rounds[begin - 1 : end] if value is not None],
        n=1,
        median=average,
    )
    level = format_value(PreciseValue(average), metric.unit)
    yield _build_finding(
        "holds", label, metric, value=average, unit=metric.unit, sides=(steady, None), words=words, phase=phase,
        support="steady", generator=find_load_generator(run, phase), state="steady",
        sentence=f"{label} holds {level} in steady state, rounds {begin} to {end}: {words}.",
    )  # fmt: skip
    early = [(value, place) for place, value in enumerate(rounds[: begin - 1], 1) if value is not None]
    if metric.better != "higher" or not early or not average or max(early)[0] / average < _BURST:
        return
    peak, place = max(early, key=lambda item: (item[0], -item[1]))
    burst = FindingSide(label=f"round {place}", runs=[run.number], values=[peak], n=1, median=peak)
    ratio = peak / average
    yield _build_finding(
        "times", f"Round {place}", metric, value=ratio, unit="x", other="steady state", sides=(burst, steady),
        words=words, phase=phase, support="steady", generator=find_load_generator(run, phase), state="burst",
        sentence=(
            f"Before steady state, round {place} reaches {format_value(PreciseValue(peak), metric.unit)}, "
            f"{ratio:.2g} times the steady level: {words}."
        ),
    )  # fmt: skip


def _find_judged_phase(run: RunResult, verdict: Mapping[str, Any]) -> PhaseResult | None:
    """Return the phase that a verdict is about, of a loop the point of its first tracked variable."""
    ordinal = verdict.get("phase_ordinal")
    if ordinal is not None:
        return run.find_phase(ordinal)
    for loop in verdict.get("loops") or []:
        for tracked in loop.get("tracked") or []:
            for phase in run.phases:
                if phase.loop == loop.get("name") and parse_round_name(phase.name, phase.round) == tracked.get("phase"):
                    return phase
    return None


def _group_families(figures: Sequence[FindingFigure]) -> dict[Hashable, list[FindingFigure]]:
    """Return the best figure at each depth, by family of workloads, in order of the depth."""
    best: dict[Hashable, dict[int, FindingFigure]] = {}
    for figure in figures:
        if figure.depth is not None and figure.value_kind == "exact":
            points = best.setdefault(figure.family, {})
            if figure.depth not in points or figure.value > points[figure.depth].value:
                points[figure.depth] = figure
    return {family: [points[depth] for depth in sorted(points)] for family, points in best.items()}


def _describe_sweep(points: Sequence[FindingFigure], label: str) -> ComputedFinding:
    """Return the shape of a rate over the depth: it keeps rising, levels off, or peaks."""
    metric = METRICS["iops"]
    best, last = max(points, key=lambda point: point.value), points[-1]
    words = remove_depth(last.words)
    relation: Relation = "peaks_at"
    if best is last and last.value >= _RISING * points[-2].value:
        relation, chosen = "keeps_rising_to", last
        shape = f"keeps rising to QD {last.depth}, with {_format_rate(last, metric)}"
    elif last.value < _LEVEL * best.value:
        chosen = best
        shape = (
            f"peaks at QD {best.depth} with {_format_rate(best, metric)} and has {_format_rate(last, metric)} "
            f"at QD {last.depth}"
        )
    else:
        chosen = next(point for point in points if point.value >= _LEVEL * best.value)
        shape = f"levels off at QD {chosen.depth} with {_format_rate(chosen, metric)}"
    side = FindingSide(
        label=label,
        runs=[chosen.run],
        values=[point.value for point in points],
        n=1,
        median=chosen.value,
    )
    return _build_finding(
        relation, label, metric, value=float(chosen.depth or 0), unit="QD", sides=(side, None), words=words,
        figure=chosen, support="sweep", sentence=f"{label} {shape}: {words}.",
    )  # fmt: skip


def _find_growth(figures: Sequence[FindingFigure], label: str) -> Iterator[ComputedFinding]:
    """Yield the growth of the p99 latency over the depths of a sweep."""
    metric = METRICS["lat_p99"]
    for points in _group_families([figure for figure in figures if not figure.is_offered]).values():
        first, last = points[0], points[-1]
        if len(points) < _MINIMUM_DEPTHS or last.value < _GROWTH * first.value:
            continue
        words = remove_depth(last.words)
        sides = tuple(
            FindingSide(label=f"QD {point.depth}", runs=[point.run], values=[point.value], n=1, median=point.value)
            for point in (last, first)
        )
        yield _build_finding(
            "times", f"p99 latency at QD {last.depth}", metric, value=last.value / first.value, unit="x",
            other=f"QD {first.depth}", sides=(sides[0], sides[1]), words=words, figure=last, support="sweep",
            sentence=(
                f"p99 latency of {label} rises from {format_short(first.value, 'ns')} at QD {first.depth} to "
                f"{format_short(last.value, 'ns')} at QD {last.depth}: {words}."
            ),
        )  # fmt: skip


def _find_best(
    rates: Mapping[str, Sequence[FindingFigure]], sweeps: Mapping[Hashable, object], label: str
) -> Iterator[ComputedFinding]:
    """Yield the best value of each kind of workload: random and other ones, by their direction."""
    best: dict[tuple[str, str | None, str | None, bool], tuple[Metric, FindingFigure]] = {}
    for name, figures in rates.items():
        for figure in figures:
            is_sequential = figure.conditions.get("pattern") == "sequential"
            main = "bandwidth" if is_sequential or not figure.is_small else "iops"
            has_main = any(other.workload == figure.workload for other in rates[main])
            if figure.is_offered or figure.family in sweeps or (name != main and has_main):
                continue
            if figure.value_kind not in ("exact", "approximate"):
                continue
            key = (name, figure.generator, figure.direction, is_sequential)
            if key not in best or figure.value > best[key][1].value:
                best[key] = (METRICS[name], figure)
    pure = {(name, generator) for name, generator, direction, _ in best if direction in ("read", "write")}
    for (name, generator, direction, _), (metric, figure) in best.items():
        if direction == "mixed" and (name, generator) in pure:
            continue
        side = FindingSide(
            label=label,
            runs=[figure.run],
            values=[figure.value],
            n=1,
            median=figure.value,
            value_kind=figure.value_kind,
        )
        yield _build_finding(
            "reaches", label, metric, value=figure.value, unit=metric.unit, sides=(side, None), words=figure.words,
            figure=figure, support="statement",
            sentence=f"{label} reaches {_format_rate(figure, metric)}: {figure.words}.",
        )  # fmt: skip


def _format_rate(figure: FindingFigure, metric: Metric) -> str:
    return format_value(PreciseValue(figure.value, figure.value_kind), metric.unit)


def _build_finding(
    relation: Relation,
    subject: str,
    metric: Metric,
    *,
    value: float,
    unit: str,
    sides: tuple[FindingSide, FindingSide | None],
    words: str,
    support: Support,
    sentence: str,
    other: str | None = None,
    state: str | None = None,
    figure: FindingFigure | None = None,
    phase: PhaseResult | None = None,
    generator: str | None = None,
) -> ComputedFinding:
    conditions = figure.conditions if figure is not None else {}
    entry, baseline = sides
    ratio = entry.median / baseline.median if baseline is not None and entry.median and baseline.median else None
    name = phase.name if phase is not None else figure.phase if figure is not None else None
    return ComputedFinding(
        finding=Finding(
            origin="computed",
            relation=relation,
            subject=subject,
            object=other,
            workload={**conditions, "metric": metric.name},
            state=state,
            value=value,
            unit=unit,
            strength="tested" if support == "steady" else "untested",
        ),
        sentence=sentence,
        basis=FindingBasis(
            metric=metric.name,
            metric_label=metric.label,
            unit=metric.unit,
            better=metric.better,
            workload=words,
            phase=name if name != words else None,
            load_generator=figure.generator if figure is not None else generator,
            entry=entry,
            baseline=baseline,
            ratio=ratio,
            support=support,
            rule=_RULES[support],
        ),
    )
