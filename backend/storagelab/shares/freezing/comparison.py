"""Several runs side by side: the answers of the comparison unchanged, and the charts of its page."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

import msgspec
from sqlalchemy.orm import Session

from storagelab.comparisons.entries import load_compared_runs
from storagelab.db.models import Run
from storagelab.domain.metrics import METRICS, SERIES_METRICS
from storagelab.errors import InvalidInput
from storagelab.evaluate.columns import Columns
from storagelab.evaluate.comparison import ComparedRun, ComparisonAnswer, compare_runs
from storagelab.http.references import format_row_number
from storagelab.http.rest_names import get_rest_metric_name
from storagelab.results.queries import find_runs, load_snapshots
from storagelab.shares.charts.chart import OfferedChart
from storagelab.shares.charts.defaults import choose_defaults
from storagelab.shares.charts.latencies import list_compared_timed
from storagelab.shares.charts.material import Json
from storagelab.shares.charts.over_time import draw_overlay
from storagelab.shares.charts.sweeps import build_charted_columns, draw_sweep, find_sweep, have_one_block_size
from storagelab.shares.charts.varied import describe_looks, list_varied_charts
from storagelab.shares.document.answers import ComparisonSettings, ComparisonView, MetricAnswer
from storagelab.shares.freezing.factor_charts import ChartedMetric, list_factor_charts
from storagelab.shares.freezing.finding_results import SubjectFindings
from storagelab.shares.freezing.history_charts import list_history_charts
from storagelab.shares.freezing.material import LiveMaterial
from storagelab.shares.freezing.subject import Subject, list_run_numbers, require_shareable
from storagelab.shares.options import RATES, USUAL_METRICS

#: Titles of charts of sweeps; bars are titled by their metric.
_TITLES = {"load-curve": "Offered load", "queue-depth": "{} over outstanding I/O"}
#: The lower panel of every chart over depths.
_BELOW_DEPTHS = "lat_p99"
#: More bars than these fill a screen: the chart of a metric then has those of one workload, unless the author adds all.
_MAX_LEADING_BARS = 16
#: More names than these are counted in a title.
_NAMED_ENTRIES = 2
_BARS = "A bar for each run and workload."
_LEADING_BARS = "A bar for each run at the workload of the largest difference."
_POOLED_BARS = "A bar for each configuration and workload, the median of its repeats."
_PUBLISHED = "As printed in the source, not measured by this lab."
_CURVES = "One curve for each run."
_POOLED_CURVES = "One curve for each configuration, the median of its repeats."


@dataclass(frozen=True, slots=True)
class _Metric:
    """A metric of the comparison."""

    name: str
    label: str
    is_main: bool


def share_comparison(
    session: Session,
    runs: Sequence[Run],
    *,
    metric: str | None,
    baseline: str | None,
    pooled: bool,
    metrics: Sequence[str] | None = None,
    min_runs: int = 2,
    short_names: bool = True,
) -> Subject:
    """Return a comparison as the subject of a share.

    `metric` is the main one, and `metrics` are all that the author names: without them, the usual ones that the runs
    have. With `short_names` entries have the shorter of the names of their configurations and of their factors, else
    the latter. Raises Conflict and InvalidInput.
    """
    if len(runs) < min_runs:
        raise InvalidInput("must list at least two runs", path="run_ids")
    for run in runs:
        require_shareable(run)
    first = runs[0] if baseline is None else find_runs(session, [baseline])[0]
    if all(run is not first for run in runs):
        raise InvalidInput("must be one of the runs", path="view.baseline")
    answers = _compare(
        load_compared_runs(session, runs),
        partial(compare_runs, baseline=format_row_number(first), pooled=pooled, short_names=short_names),
        metric=metric,
        metrics=metrics,
    )
    answer = answers[0]
    settings = ComparisonSettings(
        runs=list(list_run_numbers(runs)),
        metric=answer.metric,
        baseline=format_row_number(first),
        pooled=pooled,
        names={entry.key: entry.label for entry in answer.entries},
        joins_rows=True,
    )
    view = ComparisonView(settings=settings, answer=answer, others=[_shorten(other) for other in answers[1:]])
    load_snapshots(session, runs)
    material = LiveMaterial(session, runs, msgspec.to_builtins(view))
    named = [_Metric(other.metric, other.label, other is answer) for other in answers]
    findings = SubjectFindings()
    leads: dict[str, str] = {}
    for finding in findings.compute(session, runs, view).values():
        leads.setdefault(finding.basis.metric, finding.basis.phase or finding.basis.workload)
    charted = [ChartedMetric(item.name, item.is_main, leads.get(item.name)) for item in named]
    charts = [
        *_list_charts(material, msgspec.to_builtins(answer), named, leads),
        *list_factor_charts(session, runs, charted),
        *list_history_charts(session, material, runs, findings.load_results(session, runs), charted),
    ]
    return Subject("comparison", tuple(runs), tuple(choose_defaults(charts)), view, findings=findings)


def _compare(
    runs: Sequence[ComparedRun],
    compare: Callable[..., ComparisonAnswer],
    *,
    metric: str | None,
    metrics: Sequence[str] | None,
) -> list[ComparisonAnswer]:
    """Return the comparison by the main metric, then by the others. Raises InvalidInput for one without figures."""
    named = [*([metric] if metric is not None else []), *(metrics or ())]
    chosen = dict.fromkeys(named if metrics is not None else (*named, *USUAL_METRICS))
    answers = [compare(runs, metric=METRICS[name]) for name in chosen]
    filled = [answer for answer in answers if has_figures(answer)]
    for place, name in enumerate(metrics or ()):
        if all(answer.metric != name for answer in filled):
            available = ", ".join(_list_available(runs, compare)) or "none"
            raise InvalidInput(
                f"no workload that the runs share has {METRICS[name].label}. Available: {available}",
                path=f"view.metrics.{place}",
            )
    main = answers[0] if metric is not None or not filled else filled[0]
    return [main, *(answer for answer in filled if answer is not main)]


def _list_available(runs: Sequence[ComparedRun], compare: Callable[..., ComparisonAnswer]) -> list[str]:
    answers = (compare(runs, metric=metric) for metric in METRICS.values())
    return [get_rest_metric_name(answer.metric) for answer in answers if has_figures(answer)]


def has_figures(answer: ComparisonAnswer) -> bool:
    """Return whether any entry has a figure of the metric."""
    return any(cell.median is not None for point in answer.points for cell in point.cells)


def _shorten(answer: ComparisonAnswer) -> MetricAnswer:
    """Return a further answer without what it has in common with the first."""
    return MetricAnswer(
        metric=answer.metric,
        label=answer.label,
        unit=answer.unit,
        better=answer.better,
        n=[entry.n for entry in answer.entries],
        points=answer.points,
        verdicts=answer.verdicts,
    )


def _list_charts(
    material: LiveMaterial, answer: Mapping[str, Any], metrics: Sequence[_Metric], leads: Mapping[str, str]
) -> list[OfferedChart]:
    """Return the charts of the comparison page, for each group of entries that may share a chart.

    `leads` has the workload of the first finding of each metric.
    """
    groups = sorted({entry["group"] for entry in answer["entries"]})
    charts: list[OfferedChart] = []
    for place, group in enumerate(groups, 1):
        entries = [entry for entry in answer["entries"] if entry["group"] == group]
        suffix = "" if len(groups) == 1 else f"-{place}"
        of = "" if len(groups) == 1 else ", " + _format_names(entries)
        by = answer["factors"]["by"]
        charts += [
            replace(
                chart,
                key=f"{chart.key}{suffix}",
                title=f"{chart.title}{of}" if by is None else f"{chart.title}{of} by {by}",
            )
            for chart in _generate_charts(material, entries, metrics, leads, pooled=answer["pooled"])
        ]
    return charts


def _format_names(entries: Sequence[Mapping[str, Any]]) -> str:
    names = [entry["label"] for entry in entries]
    if len(names) <= _NAMED_ENTRIES:
        return ", ".join(names)
    return f"{names[0]} and {len(names) - 1} others"


def _generate_charts(
    material: LiveMaterial,
    entries: Sequence[Mapping[str, Any]],
    metrics: Sequence[_Metric],
    leads: Mapping[str, str],
    *,
    pooled: bool,
) -> Iterator[OfferedChart]:
    """Yield the charts of entries that may share them, the main metric first.

    Of a metric with many bars the chart of the workload in `leads` is the default one.
    """
    numbers = tuple(run["number"] for entry in entries for run in entry["runs"])
    columns = build_charted_columns(material, numbers)
    looks = describe_looks(material, entries)
    kind = find_sweep(columns) or "bars"
    filled = [metric for metric in metrics if any(value is not None for value in columns[METRICS[metric.name].column])]
    rates = [metric.name for metric in filled if metric.name in RATES]
    is_proportional = have_one_block_size(columns) and len(rates) == len(RATES)
    charted = [metric for metric in metrics if metric in filled or (metric.is_main and kind != "bars")]
    for metric in charted:
        if not metric.is_main and (kind == "load-curve" or (kind == "queue-depth" and metric.name == _BELOW_DEPTHS)):
            continue
        is_default = not (is_proportional and metric.name == rates[-1])
        leading = _select_leading_bars(columns, metric, leads.get(metric.name)) if kind == "bars" else None
        if leading is not None:
            yield OfferedChart(
                "bars-lead" if metric.is_main else f"bars-lead-{metric.name}", kind,
                f"{metric.label}, {leads[metric.name]}", _LEADING_BARS,
                partial(draw_sweep, kind, leading, looks=looks, metric=metric.name), numbers, default=is_default,
                settings={"metric": metric.name, "pooled": pooled, "workload": leads[metric.name]},
            )  # fmt: skip
        yield OfferedChart(
            kind if metric.is_main else f"{kind}-{metric.name}", kind,
            _TITLES.get(kind, "{}").format(_format_charted(kind, metric)),
            _describe_sweep(kind, entries, is_pooled=pooled),
            partial(draw_sweep, kind, columns, looks=looks, metric=metric.name), numbers,
            default=is_default and leading is None,
            settings={"metric": metric.name, "pooled": pooled},
        )  # fmt: skip
    yield from _generate_varied(material, numbers, metrics, sweep=kind, pooled=pooled)
    yield from _generate_over_time(material, entries, looks, metrics)


def _generate_over_time(
    material: LiveMaterial, entries: Sequence[Mapping[str, Any]], looks: Sequence[Json], metrics: Sequence[_Metric]
) -> Iterator[OfferedChart]:
    """Yield the curves of entries one above the other, also of latencies that are no metric of the comparison.

    Latency heat maps of each follow.
    """
    drawn = tuple(entry["key"] for entry in entries)
    curves = frozenset[str]().union(*(material.curve_metrics(number) for number in drawn))
    named = {metric.name for metric in metrics}
    others = [_Metric(name, METRICS[name].label, is_main=False) for name in SERIES_METRICS if name.startswith("lat_")]
    for metric in (*metrics, *(other for other in others if other.name not in named)):
        if metric.name in curves and metric.name in SERIES_METRICS:
            yield OfferedChart(
                "overlay" if metric.is_main else f"overlay-{metric.name}", "overlay", f"{metric.label} over time",
                "Each run counted from its own start; of repeats, the first.",
                partial(draw_overlay, material, drawn, looks, metric.name), drawn, default=metric.is_main,
                settings={"metric": metric.name},
            )  # fmt: skip
    yield from list_compared_timed(material, {entry["key"]: entry["label"] for entry in entries})


def _select_leading_bars(columns: Columns, metric: _Metric, phase_name: str | None) -> Columns | None:
    """Return the rows of the phases of one name; None for few bars, and where none of these has a figure."""
    figures = columns[METRICS[metric.name].column]
    places = [place for place, name in enumerate(columns["phase_name"]) if name == phase_name]
    if sum(value is not None for value in figures) <= _MAX_LEADING_BARS or all(
        figures[place] is None for place in places
    ):
        return None
    return {name: [column[place] for place in places] for name, column in columns.items()}


def _format_charted(kind: str, metric: _Metric) -> str:
    return f"{metric.label} and latency" if kind == "queue-depth" and metric.name in RATES else metric.label


def _describe_sweep(kind: str, entries: Sequence[Mapping[str, Any]], *, is_pooled: bool) -> str:
    """Return the caption of a chart of a sweep or of bars: what a curve or a bar is."""
    has_repeats = is_pooled and any(entry["n"] > 1 for entry in entries)
    if kind != "bars":
        return _POOLED_CURVES if has_repeats else _CURVES
    caption = _POOLED_BARS if has_repeats else _BARS
    return f"{caption} {_PUBLISHED}" if all(entry["origin"] == "published" for entry in entries) else caption


def _generate_varied(
    material: LiveMaterial, numbers: tuple[str, ...], metrics: Sequence[_Metric], *, sweep: str, pooled: bool
) -> Iterator[OfferedChart]:
    """Yield the charts of varied parameters by each metric, without those that are equal by any metric."""
    first: dict[str, Mapping[str, Any]] = {}
    for metric in metrics:
        charts = list_varied_charts(material, numbers, metric.name, without=(sweep,), default=True)
        for chart in charts:
            data = chart.data()
            if first.setdefault(chart.key, data) == data and not metric.is_main:
                continue
            yield replace(
                chart,
                key=chart.key if metric.is_main else f"{chart.key}-{metric.name}",
                title=chart.title if metric.is_main else f"{chart.title}, {metric.label}",
                # A map is of one entry, curves are of all.
                default=chart.default and metric.is_main and chart.kind != "thread-queue",
                settings={**chart.settings, "pooled": pooled},
            )
        if all(chart.kind == "parallel" for chart in charts):
            # Parallel coordinates show all metrics.
            break
