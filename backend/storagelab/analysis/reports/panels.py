"""Panels of a report: plain numbers in base units, drawn by a page or read by a program."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from storagelab.analysis.reports.figures import HeaderBlock, Test

Unit = Literal["1/s", "bytes/s", "bytes", "ns", "s", "percent", "round", "count", "fills"]
Cell = str | float | None


@dataclass(frozen=True, slots=True)
class PanelAxis:
    """Label, unit and base of an axis. `base` is that of a logarithmic one, None for a linear one."""

    label: str
    unit: Unit
    base: Literal[2, 10] | None = None


@dataclass(frozen=True, slots=True)
class PanelLine:
    """One line of a panel; a point without a value is a gap."""

    name: str
    points: tuple[tuple[float, float | None], ...]


@dataclass(frozen=True, slots=True)
class Marks:
    """Marks of a measurement window: first and last round, levels, and the ends of the best linear fit."""

    window: tuple[int, int]
    average: float
    high: float
    low: float
    fit: tuple[tuple[float, float], tuple[float, float]]


@dataclass(frozen=True, slots=True)
class ReportLines:
    """Lines over one pair of axes. `empty` is the reason that there is nothing to draw."""

    id: str
    title: str
    x: PanelAxis
    y: PanelAxis
    lines: tuple[PanelLine, ...]
    marks: Marks | None = None
    empty: str | None = None
    note: str | None = None
    kind: Literal["lines"] = "lines"


@dataclass(frozen=True, slots=True)
class ReportMatrix:
    """Values by row and column, None where unknown; as a table of coloured cells, or as `bars` for a P 3D plot."""

    id: str
    title: str
    row_label: str
    column_label: str
    rows: tuple[str, ...]
    columns: tuple[str, ...]
    values: tuple[tuple[float | None, ...], ...]
    value: PanelAxis
    empty: str | None = None
    note: str | None = None
    kind: Literal["matrix", "bars"] = "matrix"


@dataclass(frozen=True, slots=True)
class Bin:
    """I/Os of about this response time, and the percent of all that were not slower."""

    ns: float
    ios: int
    percent: float


@dataclass(frozen=True, slots=True)
class Mark:
    """A named response time; None with too few I/Os behind it."""

    label: str
    ns: float | None


@dataclass(frozen=True, slots=True)
class ReportHistogram:
    """Response times with their confidence level: the cumulative distribution."""

    id: str
    title: str
    bins: tuple[Bin, ...]
    marks: tuple[Mark, ...]
    empty: str | None = None
    note: str | None = None
    kind: Literal["histogram"] = "histogram"


@dataclass(frozen=True, slots=True)
class PanelColumn:
    """A column of a table. Without a unit it is text or a plain number."""

    label: str
    unit: Unit | None = None


@dataclass(frozen=True, slots=True)
class ReportTable:
    """Rows of text and numbers; None is unknown."""

    id: str
    title: str
    columns: tuple[PanelColumn, ...]
    rows: tuple[tuple[Cell, ...], ...]
    empty: str | None = None
    note: str | None = None
    kind: Literal["table"] = "table"


Panel = ReportLines | ReportMatrix | ReportHistogram | ReportTable


@dataclass(frozen=True, slots=True)
class ReportModel:
    """Model of a whole report: `steady` is None where the test has no steady state or too few rounds to judge."""

    test: Test
    title: str
    header: tuple[HeaderBlock, ...]
    steady: bool | None
    sentence: str
    panels: tuple[Panel, ...]
