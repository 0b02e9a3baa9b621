"""The report of a run as the API gives it: panels of plain numbers in base units. Unknown is null."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from storagelab.analysis.reports.figures import Test
from storagelab.analysis.reports.panels import Unit
from storagelab.http.rest_names import Renamed
from storagelab.http.schemas import Strict


class ReportFact(Strict):
    """One line of a report's header. `value` is null where it was not recorded."""

    name: str
    value: str | None


class ReportBlock(Strict):
    """A part of a report's header."""

    title: str
    facts: list[ReportFact]


class ReportAxis(Strict):
    """Label, unit and base of an axis. `base` is that of a logarithmic one, null for a linear one."""

    label: str
    unit: Unit
    base: Literal[2, 10] | None


class ReportLine(Strict):
    """One line of a panel: as many `x` as `y`, in the order they are joined. A y of null is a gap."""

    name: str
    x: list[float]
    y: list[float | None]


class ReportMarks(Renamed):
    """Marks of a measurement window: its rounds, its average, 110 % and 90 % of it, the best linear fit.

    `fit_first` and `fit_last` are the values of the fit at the first and the last round.
    """

    first: int
    last: int
    average: float
    high: float
    low: float
    fit_first: float
    fit_last: float


class ReportPanel(Strict):
    """Common fields of all panels. `empty` is the reason for an empty panel, `note` a remark for readers."""

    id: str
    title: str
    empty: str | None
    note: str | None


class LinesPanel(ReportPanel):
    """Lines over one pair of axes."""

    kind: Literal["lines"]
    x: ReportAxis
    y: ReportAxis
    lines: list[ReportLine]
    marks: ReportMarks | None


class MatrixPanel(ReportPanel):
    """Values by row and column. `bars` is a plot of bars, which the specification draws in three dimensions."""

    kind: Literal["matrix", "bars"]
    row_label: str
    column_label: str
    rows: list[str]
    columns: list[str]
    values: list[list[float | None]]
    value: ReportAxis


class ReportBin(Strict):
    """I/Os of about this response time, and the percent of all that were not slower."""

    ns: float
    ios: int
    percent: float


class ReportMark(Strict):
    """A named latency, null with too few I/Os behind it."""

    label: str
    ns: float | None


class HistogramPanel(ReportPanel):
    """Response times with their confidence level."""

    kind: Literal["histogram"]
    bins: list[ReportBin]
    marks: list[ReportMark]


class ReportColumn(Strict):
    """A column of a table. Without a unit it is text or a plain number."""

    label: str
    unit: Unit | None


class TablePanel(ReportPanel):
    """Rows of text and numbers."""

    kind: Literal["table"]
    columns: list[ReportColumn]
    rows: list[list[str | float | None]]


AnyPanel = Annotated[LinesPanel | MatrixPanel | HistogramPanel | TablePanel, Field(discriminator="kind")]


class Report(Strict):
    """Report of a test of SNIA PTS. `steady` is null where there is none or too few rounds."""

    test: Test
    title: str
    header: list[ReportBlock]
    steady: bool | None
    sentence: str
    panels: list[AnyPanel]
