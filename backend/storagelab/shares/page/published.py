"""Table of the printed figures of an article, with precision, characters and place of each."""

from __future__ import annotations

from collections.abc import Iterator

from storagelab.domain.finding import PrintedFinding
from storagelab.domain.metrics import METRICS
from storagelab.domain.published import PublishedFigure
from storagelab.shares.document.run import FrozenPhase, FrozenRun
from storagelab.shares.document.share import ShareDocument
from storagelab.shares.page.model import PageCell, PageColumn, PageSection, PageTable, Unit, find_unit
from storagelab.shares.shown_names import map_configuration_names

_TITLES = (
    "Configuration", "Workload", "Metric", "Value", "Precision", "As published", "Place", "Source reads", "Note"
)  # fmt: skip
#: Columns that are shown only where a figure has something in them.
_OPTIONAL = frozenset({"Source reads", "Note"})
_HINT = "Value is the reading of the printed characters, which are beside it with their place in the source."
_RECONSTRUCTED = "reconstructed"

Row = dict[str, PageCell]


def is_all_published(run: FrozenRun) -> bool:
    """Return whether a run has measurements, and all of them are in the characters of its source."""
    measured = [phase.measurement for phase in run.phases if phase.measurement is not None]
    return bool(measured) and all(measurement.list_published() for measurement in measured)


def build_published(document: ShareDocument) -> PageSection:
    """Return the section of the appendix with every printed figure; empty where no run has any."""
    names = map_configuration_names(document)
    rows = [
        {"Configuration": PageCell(names.get(run.configuration or "", run.title)), **row}
        for run in document.runs
        for row in _generate_rows(run)
    ]
    is_alone = len(document.runs) == 1
    titles = [
        title
        for title in _TITLES
        if not (title == "Configuration" and is_alone)
        and not (title in _OPTIONAL and not any(row[title].value for row in rows))
    ]
    table = PageTable(
        tuple(map(PageColumn, titles)), tuple(tuple(row[title] for title in titles) for row in rows), hint=_HINT
    )
    # As long as a table of phases, so it is for screens and files.
    blocks = (table,) if rows else ()
    return PageSection("published", "As published", blocks, is_appendix=True, is_printed=False)


def _generate_rows(run: FrozenRun) -> Iterator[Row]:
    for phase in run.phases:
        for figure in phase.measurement.list_published() if phase.measurement is not None else ():
            yield _build_figure_row(phase, figure)
    for statement in run.statements or ():
        yield _build_statement_row(statement)


def _build_figure_row(phase: FrozenPhase, figure: PublishedFigure) -> Row:
    metric = METRICS.get(figure.metric)
    precision = [_format_kind(figure.value_kind)]
    precision += [_RECONSTRUCTED] if figure.reconstructed else []
    precision += ["restated"] if figure.restated else []
    description = phase.description if phase.description != phase.name else None
    return {
        "Workload": PageCell(phase.name, note=description),
        "Metric": PageCell(figure.label),
        "Value": _build_value(figure.value, metric.unit if metric is not None else None),
        "Precision": PageCell(", ".join(precision)),
        "As published": PageCell(figure.text or ""),
        "Place": PageCell(figure.place or ""),
        "Source reads": PageCell(figure.source_reads or ""),
        "Note": PageCell((phase.measurement.source_note if phase.measurement is not None else None) or ""),
    }


def _build_statement_row(statement: PrintedFinding) -> Row:
    """Return the row of a printed figure that is no measurement, such as a limit that the source states."""
    is_reconstructed = (statement.note or "").startswith(_RECONSTRUCTED)
    settings = [f"{key} {value}" for key, value in statement.workload.items() if key not in ("pattern", "metric")]
    settings += [value for value in (statement.raid_level, statement.state) if value]
    return {
        "Workload": PageCell(statement.subject, note=", ".join(settings) or None),
        "Metric": PageCell(_format_metric(statement.workload.get("metric", ""))),
        "Value": _build_value(statement.value, statement.unit),
        "Precision": PageCell(
            ", ".join([_format_kind(statement.value_kind), *([_RECONSTRUCTED] if is_reconstructed else [])])
        ),
        "As published": PageCell((None if is_reconstructed else statement.printed) or ""),
        "Place": PageCell(statement.place or ""),
        "Source reads": PageCell(statement.source_reads or ""),
        "Note": PageCell(statement.note or ""),
    }


def _build_value(value: float | None, unit: str | None) -> PageCell:
    """Return the cell of a reading in its base unit; one in another unit has that as its note."""
    base: Unit | None = "percent" if unit == "%" else find_unit(unit)
    number = int(value) if value is not None and value.is_integer() and base in (None, "count") else value
    return PageCell(number, note=unit if base is None else None, unit=base or "number")


def _format_metric(name: str) -> str:
    """Return the label of a metric of the lab; the name of any other in words."""
    metric = METRICS.get(name)
    words = name.replace("_", " ")
    return metric.label if metric is not None else words[:1].upper() + words[1:]


def _format_kind(kind: str) -> str:
    return kind.replace("_", " ")
