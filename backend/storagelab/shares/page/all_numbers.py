"""All figures of a page in tables: workload and metric by row, configurations side by side."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from statistics import median

from storagelab.analysis.loop_cells import merge_rounds
from storagelab.analysis.repeatability import MINIMUM_REPEATS
from storagelab.domain.configuration_diff import build_workload_key, identify_workload
from storagelab.domain.loops import parse_round_name
from storagelab.domain.metrics import METRICS, Metric
from storagelab.domain.printed_engine import read_printed_engine
from storagelab.domain.published import PublishedFigure
from storagelab.evaluate.points import WorkloadId, count_up, disambiguate_names
from storagelab.evaluate.workload_words import format_load_generator
from storagelab.shares import figures
from storagelab.shares.document.answers import ComparisonView
from storagelab.shares.document.run import FrozenMeasurement, FrozenPhase, FrozenRun
from storagelab.shares.document.share import ShareDocument
from storagelab.shares.page.model import PageCell, PageColumn, PageTable, find_unit
from storagelab.shares.page.words import format_list, join_workload
from storagelab.shares.repeats import is_valid
from storagelab.shares.shown_names import find_configuration_name, name_compared_entries

#: A longer table opens on demand.
MAX_OPEN_ROWS = 60
#: Metrics in the order of their rows.
_METRICS = ("iops", "bandwidth", "lat_mean", "lat_p50", "lat_p90", "lat_p99", "lat_p999", "lat_p9999", "lat_max")
_COLUMNS = tuple(METRICS[name].column for name in _METRICS)
_KINDS = ("measure", "published")
#: A smaller change in percent is no change.
_NO_CHANGE = 0.5
#: From this many columns on a row is named in one of them.
_MANY = 4
_NO_GENERATOR = "Load generator not stated"


@dataclass(frozen=True, slots=True)
class _Result:
    """Figures of one workload of a run, those of its counted rounds merged.

    `settings` has the workload in words where its name has less, else the name of its phase.
    """

    name: str
    settings: str | None
    figures: Mapping[str, float | None]
    measurement: FrozenMeasurement
    rounds: int
    generator: str | None


@dataclass(frozen=True, slots=True)
class _Side:
    """A column: a configuration, or an entry of a comparison, with its results by workload."""

    name: str
    results: Mapping[WorkloadId, list[_Result]]


def build_all_numbers(document: ShareDocument) -> list[PageTable]:
    """Return the tables of all measured figures; empty without a figure.

    Of several repeats a cell has the median, as comparisons have it. One configuration has its metrics as columns. Of
    many configurations each load generator has a table of those that it measured.
    """
    sides = _list_sides(document)
    workloads = list(dict.fromkeys(workload for side in sides for workload in side.results))
    metrics = [METRICS[name] for name in _METRICS if _is_measured(sides, METRICS[name])]
    if not metrics:
        return []
    labels = disambiguate_names(_find_names(workloads, sides))
    if len(sides) == 1:
        return [_build_single(sides[0], labels, metrics)]
    is_published = all(run.origin == "published" for run in document.runs)
    groups = _group_by_generator(sides, workloads)
    if len(sides) <= _MANY or all(len(group) == len(sides) for group in groups.values()):
        return [_build_compared(sides, labels, metrics, is_published=is_published)]
    return [
        _build_compared(group, labels, metrics, is_published=is_published, title=title)
        for title, group in groups.items()
    ]


def _group_by_generator(sides: Sequence[_Side], workloads: Sequence[WorkloadId]) -> dict[str, list[_Side]]:
    """Return by load generator the sides that have a result of it, each with these results alone."""
    by_generator: dict[str, set[WorkloadId]] = {}
    for workload in workloads:
        results = next(side.results[workload] for side in sides if workload in side.results)
        generator = results[0].generator
        name = format_load_generator(generator) if generator is not None else _NO_GENERATOR
        by_generator.setdefault(name, set()).add(workload)
    groups = {
        name: [_Side(side.name, {key: of for key, of in side.results.items() if key in own}) for side in sides]
        for name, own in by_generator.items()
    }
    return {name: [side for side in group if side.results] for name, group in groups.items()}


def _list_sides(document: ShareDocument) -> list[_Side]:
    runs = {run.number: run for run in document.runs}
    if isinstance(document.view, ComparisonView):
        answer = document.view.answer
        names = name_compared_entries(document.view)
        named = [
            (names[entry.key], [runs[run.number] for run in entry.runs if run.number in runs])
            for entry in answer.entries
        ]
    else:
        by_configuration: dict[str, list[FrozenRun]] = {}
        for run in document.runs:
            by_configuration.setdefault(run.configuration or run.number, []).append(run)
        named = [
            (find_configuration_name(document, key) or format_list(run.number for run in of), of)
            for key, of in by_configuration.items()
        ]
    return [_Side(name, _collect_results(of)) for name, of in named]


def _collect_results(runs: Sequence[FrozenRun]) -> dict[WorkloadId, list[_Result]]:
    """Return the results of repeats by workload; invalid runs are left out where there are valid ones."""
    chosen = [run for run in runs if is_valid(run)] or runs
    results: dict[WorkloadId, list[_Result]] = {}
    for run in chosen:
        for workload, result in _generate_results(run):
            results.setdefault(workload, []).append(result)
    return results


def _generate_results(run: FrozenRun) -> Iterator[tuple[WorkloadId, _Result]]:
    """Yield the result of each measured phase of a run, and of each loop point over its counted rounds.

    A workload that was measured twice is two workloads, as comparisons have it.
    """
    points: dict[tuple[str, str] | int, list[FrozenPhase]] = {}
    for phase in run.phases:
        if phase.kind in _KINDS:
            point = phase.ordinal if phase.loop is None else (phase.loop, parse_round_name(phase.name, phase.round))
            points.setdefault(point, []).append(phase)
    source = run.source.title if run.source is not None and run.origin != "measured" else None
    keys = count_up([_identify(of[0], source) for of in points.values()])
    for key, phases in zip(keys, points.values(), strict=True):
        counted = [phase for phase in phases if phase.measurement and (phase.loop is None or phase.in_window)]
        measured = [phase.measurement for phase in counted if phase.measurement is not None]
        if not measured:
            continue
        columns = [{name: measurement.get_figure(name) for name in _COLUMNS} for measurement in measured]
        merged = merge_rounds(columns) if phases[0].loop is not None else columns[0]
        if key is not None:
            name, settings = _name_workload(counted[-1]), counted[-1].description
            settings = settings if settings != name else parse_round_name(counted[-1].name, counted[-1].round)
            generator = _find_generator(run, counted[-1])
            yield key, _Result(name, settings, merged, measured[-1], len(measured), generator)


def _find_generator(run: FrozenRun, phase: FrozenPhase) -> str | None:
    """Return the program that made the load of a phase in lower case; None where no source states it."""
    printed = read_printed_engine(phase.name) if run.origin != "measured" else None
    return printed or (run.engine.lower() if run.engine else None)


def _identify(phase: FrozenPhase, source: str | None) -> bytes:
    """Return the identity of a workload; one whose settings are unknown has its name within its source."""
    name = parse_round_name(phase.name, phase.round)
    return identify_workload(phase.workload, name, source) or f"{source}\n{name}".encode("utf-8", "surrogatepass")


def _name_workload(phase: FrozenPhase) -> str:
    """Return the workload in words where it is fully known, else the name of the phase."""
    is_known = build_workload_key(phase.workload) is not None
    return phase.description if is_known and phase.description else parse_round_name(phase.name, phase.round)


def _find_names(workloads: Sequence[WorkloadId], sides: Sequence[_Side]) -> dict[WorkloadId, str]:
    """Return the names of workloads; several of one name have their settings, such as the block size.

    Settings that are not the same in all columns are in no name.
    """
    results = {
        workload: [result for side in sides for result in side.results.get(workload, ())] for workload in workloads
    }
    counts = Counter(of[0].name for of in results.values())
    return {
        workload: _add_settings(of[0])
        if counts[of[0].name] > 1 and len({result.settings for result in of}) == 1
        else of[0].name
        for workload, of in results.items()
    }


def _add_settings(result: _Result) -> str:
    if result.settings is None:
        return result.name
    return join_workload(result.name, result.settings)


def _is_measured(sides: Sequence[_Side], metric: Metric) -> bool:
    return any(
        result.figures[metric.column] is not None
        for side in sides
        for results in side.results.values()
        for result in results
    )


def _build_hint(sides: Sequence[_Side]) -> str | None:
    """Return how the figures of a table were made of repeats, rounds and bins."""
    repeated = [results for side in sides for results in side.results.values()]
    results = [result for of in repeated for result in of]
    repeats = {len(of) for of in repeated}
    hints = []
    if repeats - {1}:
        low, high = min(repeats), max(repeats)
        hints.append(f"Medians of {low if low == high else f'{low} to {high}'} runs.")
    rounds = {result.rounds for result in results} - {1}
    if rounds:
        low, high = min(rounds), max(rounds)
        hints.append(f"Loops: means over the {low if low == high else f'{low} to {high}'} rounds of their window.")
    sources = {of for result in results if (of := result.measurement.percentiles_of)}
    if sources:
        hints.append(f"Percentiles of the engine's {format_list(sorted(sources))} from merged bins.")
    return " ".join(hints) or None


def _build_single(side: _Side, labels: Mapping[WorkloadId, str], metrics: Sequence[Metric]) -> PageTable:
    columns = (PageColumn("Workload"), *(PageColumn(metric.label, find_unit(metric.unit)) for metric in metrics))
    rows = tuple(
        (PageCell(label), *(_build_cell(side.results[workload], metric) for metric in metrics))
        for workload, label in labels.items()
    )
    return PageTable(columns, rows, hint=_build_hint([side]), folded=len(rows) > MAX_OPEN_ROWS)


def _build_compared(
    sides: Sequence[_Side],
    labels: Mapping[WorkloadId, str],
    metrics: Sequence[Metric],
    *,
    is_published: bool,
    title: str | None = None,
) -> PageTable:
    has_change, is_wide = len(sides) == 2, len(sides) > _MANY
    columns = [PageColumn("Workload"), *([] if is_wide else [PageColumn("Metric")])]
    columns += [PageColumn(side.name) for side in sides]
    if has_change:
        columns.append(PageColumn("Change", "percent", signed=True))
    rows = []
    for workload, label in labels.items():
        for metric in metrics:
            cells = [_build_cell(side.results.get(workload, []), metric) for side in sides]
            if all(cell.value is None for cell in cells):
                continue
            if is_published:
                cells = [cell if cell.value is not None else PageCell(None, note="not published") for cell in cells]
            named = (PageCell(label, note=metric.label),) if is_wide else (PageCell(label), PageCell(metric.label))
            change = (_build_change(cells[0], cells[1], metric),) if has_change else ()
            rows.append((*named, *cells, *change))
    return PageTable(
        tuple(columns), tuple(rows), title=title, hint=_build_hint(sides), folded=len(rows) > MAX_OPEN_ROWS
    )


def _build_cell(results: Sequence[_Result], metric: Metric) -> PageCell:
    """Return the cell of a metric: the value of one run, or the median of several."""
    unit = find_unit(metric.unit)
    having = [result for result in results if result.figures[metric.column] is not None]
    values = [value for result in having if (value := result.figures[metric.column]) is not None]
    if not values:
        return PageCell(None, unit=unit)
    notes = [note for result in having for note in _list_notes(result, metric)]
    if len(values) >= MINIMUM_REPEATS:
        low, high = (figures.format_exact(edge(values), metric.unit) for edge in (min, max))
        notes.append(f"{low} to {high}, n = {len(values)}")
    elif len(values) > 1:
        notes.append(f"n = {len(values)}")
    value = median(values) if len(values) > 1 else values[0]
    return PageCell(value, note=", ".join(dict.fromkeys(notes)) or None, unit=unit)


def _list_notes(result: _Result, metric: Metric) -> list[str]:
    """Return what a reader must know of a figure: its precision, and the characters of its source."""
    measurement = result.measurement
    notes = []
    if measurement.value_kind != "exact":
        notes.append(measurement.value_kind.replace("_", " "))
    elif metric.is_percentile and (
        measurement.estimated or any(badge.code == "estimated_percentiles" for badge in measurement.badges)
    ):
        notes.append("estimated")
    for figure in measurement.list_published():
        if figure.metric == metric.name and not figure.restated:
            notes += ["reconstructed"] if figure.reconstructed else []
            notes += [f"published as “{figure.text}”"] if figure.text and _is_another_number(figure) else []
    return notes


def _is_another_number(figure: PublishedFigure) -> bool:
    """Return whether the characters of a source have other digits than the value that was read from them."""
    digits = re.sub(r"\D", "", figure.text or "").strip("0")
    return digits != re.sub(r"\D", "", f"{Decimal(repr(figure.value)):f}").strip("0")


def _build_change(before: PageCell, after: PageCell, metric: Metric) -> PageCell:
    """Return the change from the first column to the second in percent; a better one has the tone good.

    Without one of the two the cell is empty.
    """
    if not isinstance(before.value, int | float) or not isinstance(after.value, int | float) or not before.value:
        return PageCell("")
    percent = (after.value / before.value - 1) * 100
    if abs(percent) < _NO_CHANGE:
        return PageCell(percent)
    return PageCell(percent, tone="good" if (percent > 0) == (metric.better == "higher") else "warn")
