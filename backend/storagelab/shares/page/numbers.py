"""Measured figures: all of them in one table, and in the appendix the runs with their phases."""

from __future__ import annotations

from collections.abc import Sequence

from storagelab.domain.metrics import METRICS
from storagelab.domain.published import describe_published
from storagelab.shares.document.answers import ComparisonView
from storagelab.shares.document.run import FrozenMeasurement, FrozenPhase, FrozenRun
from storagelab.shares.document.share import ShareDocument
from storagelab.shares.page.all_numbers import build_all_numbers
from storagelab.shares.page.caveats import build_counts
from storagelab.shares.page.model import Block, PageCell, PageColumn, PageSection, PageTable, Sentence, find_unit
from storagelab.shares.page.published import is_all_published
from storagelab.shares.page.steadiness import build_steadiness
from storagelab.shares.page.views import generate_view_tables
from storagelab.shares.page.words import find_common_value, format_count, format_list
from storagelab.shares.shown_names import map_configuration_names

#: Of more runs than these only the list is printed; their phases are in the JSON.
MAX_RUNS = 16
_METRICS = ("iops", "bandwidth", "lat_mean", "lat_p99", "lat_p999", "lat_max")
_LITTLE = "little_ratio"
_LATENCIES = frozenset({"lat_mean", "lat_p99", "lat_p999", "lat_max"})
_PERCENTILES = frozenset(name for name in _METRICS if METRICS[name].is_percentile)
_HINT = "Percentiles come from merged bins."
_LITTLE_HINT = "Little's law compares IOPS x latency with the outstanding I/O: 1 is consistent."
_LOOP_HINT = "Rounds in the window of their loop count: {count} of {all} rounds here."


def build_numbers(document: ShareDocument, *, is_appendix: bool = False) -> PageSection:
    """Return the section with all figures: those of the runs, or the tables of a ranking or campaign."""
    blocks: list[Block] = list(generate_view_tables(document))
    if document.view is None or isinstance(document.view, ComparisonView):
        blocks = [*build_all_numbers(document), *blocks]
    blocks = blocks or [Sentence("No measurements.", "warn")]
    return PageSection("numbers", "All numbers", tuple(blocks), is_appendix=is_appendix)


def build_phases(document: ShareDocument) -> PageSection:
    """Return the section of the appendix with the phases of each run, which are too many for paper."""
    # The printed figures of a publication are in a table of their own, each with its phase.
    runs = [run for run in document.runs if run.phases and not is_all_published(run)]
    blocks: list[Block] = []
    if len(runs) <= MAX_RUNS:
        blocks += [_build_measurement_table(run, is_alone=len(document.runs) == 1) for run in runs]
    else:
        blocks.append(Sentence(f"The phases of these {format_count(len(runs), 'run')} are in the JSON of this page."))
    return PageSection("phases", "Phases of each run", tuple(blocks), is_appendix=True, is_printed=False)


def build_runs(document: ShareDocument) -> PageSection:
    """Return the section of the appendix with the runs, those that are left out, and the verdicts on steady state."""
    blocks: list[Block] = [_build_run_table(document)] if len(document.runs) > 1 else []
    return PageSection(
        "runs", "Runs", (*blocks, *build_counts(document), *build_steadiness(document)), is_appendix=True
    )


def _build_run_table(document: ShareDocument) -> PageTable:
    """Return the table of the runs with their configurations and fingerprints; a column without a value is absent."""
    configurations = {item.key: item for item in document.configurations}
    names = map_configuration_names(document)
    rows = []
    for run in document.runs:
        configuration = configurations.get(run.configuration or "")
        name = names[configuration.key] if configuration is not None else None
        hashes = (configuration.class_hash, configuration.instance_hash) if configuration is not None else ("", "")
        # Published figures name no pieces, so one of the two fingerprints is enough.
        rows.append(
            {
                "Run": run.number,
                "Title": run.title,
                "Configuration": name,
                "Profile": f"{run.profile.name}, version {run.profile.version}" if run.profile else None,
                "State": _format_state(run),
                "Class fingerprint": hashes[0][:16] or None,
                "Instance fingerprint": hashes[1][:16] or None if hashes[1] != hashes[0] else None,
            }
        )
    titles = [title for title in rows[0] if any(row[title] is not None for row in rows)]
    cells = tuple(tuple(PageCell(row[title]) for title in titles) for row in rows)
    return PageTable(tuple(map(PageColumn, titles)), cells, dense=True)


def _format_state(run: FrozenRun) -> str:
    words = [run.state if run.origin == "measured" else run.origin]
    if run.data == "partial":
        words.append("partial data")
    if run.invalid:
        words.append("marked invalid")
    return ", ".join(words)


def _build_measurement_table(run: FrozenRun, *, is_alone: bool) -> PageTable:
    phases = run.phases
    in_rounds = [phase for phase in phases if phase.round is not None]
    of = find_common_value(phase.measurement.percentiles_of for phase in phases if phase.measurement)
    measured = [phase.measurement for phase in phases if phase.measurement]
    # A source that prints one figure of each test would have a column of unknowns for every other.
    recorded = [
        name
        for name in (*_METRICS, _LITTLE)
        if any(measurement.get_figure(_get_metric_field(name)) is not None for measurement in measured)
    ]
    shown = recorded or [*_METRICS, _LITTLE]
    hints = []
    if _LATENCIES.intersection(shown):
        hints.append(f"Latency is completion time measured by the engine ({of or 'lat'}).")
    if _PERCENTILES.intersection(shown):
        hints.append(_HINT)
    if _LITTLE in shown:
        hints.append(_LITTLE_HINT)
    columns = [PageColumn("Phase"), PageColumn("Workload")]
    if in_rounds:
        columns.append(PageColumn("Counts"))
        counting = sum(phase.in_window is True for phase in in_rounds)
        hints.append(_LOOP_HINT.format(count=counting, all=len(in_rounds)))
    columns += [_build_column(name) for name in shown]
    unknown = [_build_column(name).title for name in (*_METRICS, _LITTLE) if name not in shown]
    if unknown:
        words = "Not published" if run.origin == "published" else "Not recorded"
        hints.append(f"{words}: {', '.join(unknown)}.")
    rows = tuple(_build_row(phase, shown, has_rounds=bool(in_rounds)) for phase in phases)
    title = None if is_alone else f"Phases of {run.number}"
    return PageTable(tuple(columns), rows, title=title, hint=" ".join(hints), folded=not is_alone)


def _build_column(name: str) -> PageColumn:
    return (
        PageColumn("Little's law", "ratio")
        if name == _LITTLE
        else PageColumn(METRICS[name].label, find_unit(METRICS[name].unit))
    )


def _get_metric_field(name: str) -> str:
    """Return the field of a measurement that holds a metric."""
    return _LITTLE if name == _LITTLE else METRICS[name].column


def _build_row(phase: FrozenPhase, shown: Sequence[str], *, has_rounds: bool) -> tuple[PageCell, ...]:
    measurement = phase.measurement
    cells = [
        PageCell(f"{phase.ordinal}. {phase.name}", note=_format_remarks(phase)),
        PageCell(phase.description or "unknown"),
    ]
    if has_rounds:
        cells.append(PageCell(_format_inclusion(phase)))
    if measurement is None:
        return (*cells, *[PageCell(None)] * len(shown))
    estimated = "estimated" if _is_estimated(measurement) else None
    published = _describe_published_figures(measurement)
    for name in shown:
        value = measurement.get_figure(_get_metric_field(name))
        note = estimated if name in _PERCENTILES and value is not None else published.get(name)
        cells.append(PageCell(value, note=note))
    return tuple(cells)


def _describe_published_figures(measurement: FrozenMeasurement) -> dict[str, str | None]:
    """Return the characters of the source in words, by the metric of its figure."""
    figures = [figure for figure in measurement.list_published() if not figure.restated]
    return {figure.metric: describe_published(figure) for figure in figures}


def _is_estimated(measurement: FrozenMeasurement) -> bool:
    return bool(measurement.estimated) or any(badge.code == "estimated_percentiles" for badge in measurement.badges)


def _format_inclusion(phase: FrozenPhase) -> str:
    if phase.round is None:
        return "yes"
    return {True: "yes", False: "no, outside the window", None: "not checked"}[phase.in_window]


def _format_remarks(phase: FrozenPhase) -> str | None:
    """Return the remarks on a phase: unfinished, without figures, or figures that are not exact."""
    measurement = phase.measurement
    words = []
    if phase.state != "finished":
        words.append(phase.state)
    if phase.message:
        words.append(phase.message)
    if measurement is None:
        words.append("no measurement")
    elif measurement.value_kind != "exact":
        words.append(measurement.value_kind.replace("_", " "))
    return format_list(words) if words else None
