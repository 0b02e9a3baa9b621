"""Printed figures as results: one for each configuration, with measurements and statements."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence

from storagelab.domain.published import PublishedFigure
from storagelab.domain.results import NumberReading, ObservedMeasurement, ParsedResult, Statement
from storagelab.domain.samples import LatencyStatistics, ObservedPart
from storagelab.formats.table.figures import PrintedFigure, TableReading
from storagelab.formats.table.grouping import FigureGroup, build_group_titles, group_figures
from storagelab.formats.table.sheet import prefix_warnings
from storagelab.formats.table.snapshot import RUN_COLUMNS, snapshot

#: Figures are interpreted in this way unless their source states otherwise.
_AS_OTHERS = frozenset({"steady", "steady state", "steady-state"})
#: Columns that a statement carries with it, because it may join another configuration.
_CONDITION_COLUMNS = (
    "configuration", "controller", "drives", "drive_model", "firmware", "raid_level", "state", "os",
    "workload", "block_size", "rw_mix", "qd", "threads", *RUN_COLUMNS,
)  # fmt: skip


def build_results(reading: TableReading, *, member: str, warnings: Sequence[str]) -> list[ParsedResult]:
    """Build the results of a table in its order. Warnings and numbers that belong to no figure are with the first."""
    groups = group_figures(reading.figures)
    numbers: defaultdict[int, list[NumberReading]] = defaultdict(list)
    for line, number in reading.numbers:
        numbers[line].append(number)
    shown = [[number for line in sorted(set(group.lines)) for number in numbers.pop(line, ())] for group in groups]
    shown[0][:0] = [number for loose in numbers.values() for number in loose]
    results = []
    for place, (group, title) in enumerate(zip(groups, build_group_titles(groups), strict=True)):
        source = group.first.row["source"] or None
        results.append(
            ParsedResult(
                format="table",
                version=None,
                title=title if group.entries else f"{title}: statements",
                members=(member,),
                measurements=tuple(_build_measurement(entry, phase) for phase, entry in enumerate(group.entries)),
                statements=tuple(_build_statement(figure) for figure in group.statements),
                numbers=tuple(shown[place]),
                configuration=snapshot(group.first, name=title, source=source or member),
                source=source,
                warnings=prefix_warnings(member, warnings) if place == 0 else (),
            )
        )
    return results


def _build_measurement(entry: FigureGroup, phase: int) -> ObservedMeasurement:
    first = entry.figures[0]
    name = first.row["workload"] or first.row["configuration"]
    odd = [figure.row["oddity"] for figure in entry.figures if figure.row["oddity"]]
    reconstructed = any(figure.reconstructed for figure in entry.figures)
    notes = [*_collect_notes(entry.figures), *odd, *first.words, *map(_describe_restated, entry.restated)]
    return ObservedMeasurement(
        name=f"{name}, {first.moment}" if first.moment else name,
        phase=phase,
        workload=first.workload,
        total=_build_total(entry.figures),
        value_kind=first.value_kind,
        printed="; ".join(figure.printed for figure in entry.figures),
        published=tuple(_iterate_published(entry)),
        note=". ".join(dict.fromkeys(notes)) or None,
        moment=first.moment if first.moment and first.moment.lower() not in _AS_OTHERS else None,
        badges=("reconstructed",) * reconstructed + ("as_printed",) * bool(odd),
    )


def _iterate_published(entry: FigureGroup) -> Iterator[PublishedFigure]:
    for figures, restated in ((entry.figures, False), (entry.restated, True)):
        for figure in figures:
            if (published := figure.build_published(restated=restated)) is not None:
                yield published


def _describe_restated(figure: PrintedFigure) -> str:
    reconstructed = ", reconstructed" if figure.reconstructed else ""
    return f"text: {figure.printed} ({figure.value_kind}{reconstructed})"


def _collect_notes(figures: Sequence[PrintedFigure]) -> list[str]:
    """Return the notes of the rows; where several rows are joined, each note names its figure."""
    noted = [(figure.metric, figure.row["note"]) for figure in figures if figure.row["note"]]
    alike = len({note for _, note in noted}) == 1 and len(noted) == len(figures)
    return [note if alike else f"{metric}: {note}" for metric, note in noted]


def _build_total(figures: Sequence[PrintedFigure]) -> ObservedPart:
    part: dict[str, float] = {}
    latency: dict[str, float] = {}
    percentiles: dict[float, float] = {}
    for figure in figures:
        quantity = figure.quantity
        if quantity is None:
            continue
        if quantity.percent is not None:
            percentiles[quantity.percent] = figure.value
        elif quantity.field in ("iops", "bandwidth_bytes_per_s"):
            part[quantity.field] = figure.value
        elif quantity.field is not None:
            latency[quantity.field] = figure.value
    return ObservedPart(
        iops=part.get("iops"),
        bandwidth_bytes_per_s=part.get("bandwidth_bytes_per_s"),
        latency=LatencyStatistics(
            mean=latency.get("mean"),
            stddev=latency.get("stddev"),
            min=latency.get("min"),
            max=latency.get("max"),
        ),
        percentiles_ns=percentiles,
        percentiles_of="lat" if percentiles else None,
    )


def _build_statement(figure: PrintedFigure) -> Statement:
    row = figure.row
    is_named = not figure.reconstructed or row["note"].lower().startswith("reconstructed")
    notes = [row["note"], row["oddity"], "" if is_named else "reconstructed from a damaged source"]
    return Statement(
        subject=_format_subject(figure),
        metric=figure.metric,
        printed=figure.printed,
        value=figure.value,
        unit=figure.unit,
        value_kind=figure.value_kind,
        conditions={column: row[column] for column in _CONDITION_COLUMNS if row[column]},
        note=". ".join(filter(None, notes)) or None,
        place=row["place"] or None,
        source_reads=row["source_reads"] or None,
    )


def _format_subject(figure: PrintedFigure) -> str:
    """Return the subject of a statement: the sentence itself for running text, else configuration and load."""
    workload, configuration = figure.row["workload"], figure.row["configuration"]
    if workload.lower().startswith("text:"):
        return workload.partition(":")[2].strip()
    return f"{configuration}, {workload}" if workload and workload.lower() != "text" else configuration
