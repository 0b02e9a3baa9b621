"""Contract of a chart of shares: its offer for a run, its check, and its plan for prints. Pure."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

from storagelab.domain.finding import Finding
from storagelab.shares.charts.material import DocumentMaterial, Json, LabMaterial
from storagelab.shares.verification.formulas import Formula
from storagelab.shares.verification.results import Results
from storagelab.shares.verification.verification_report import VerificationReport


@dataclass(frozen=True, slots=True)
class OfferedChart:
    """A chart that a subject has data for. `data` computes what the option function of its `kind` takes."""

    key: str
    kind: str
    title: str
    caption: str
    data: Callable[[], Mapping[str, Any]]
    #: Numbers of the runs that it draws.
    runs: tuple[str, ...]
    default: bool = True
    settings: Mapping[str, Any] = field(default_factory=dict)


@dataclass(slots=True)
class CheckedChart:
    """A chart of a share document, whose data are compared with data drawn from the material of the document.

    `results` are all results of the share, `described` is the chart in the document. `checked` are the fields of the
    data that were compared, or that are without a source for a reason of their own.
    """

    key: str
    described: Json
    data: Json
    material: DocumentMaterial
    results: Results
    report: VerificationReport
    checked: set[str] = field(default_factory=set)

    @property
    def kind(self) -> str:
        """The kind of the chart."""
        return str(self.described["kind"])

    @property
    def runs(self) -> Sequence[str]:
        """Numbers of the runs that it draws."""
        runs: Sequence[str] = self.described["runs"]
        return runs

    @property
    def settings(self) -> Json:
        """The settings that it was made with."""
        settings: Json = self.described["settings"]
        return settings

    @property
    def answer(self) -> Json:
        """The answer of the view. Raises TypeError for a share without a view."""
        answer: Json = self.material.view["answer"]  # type: ignore[index]
        return answer

    def find_place(self, at: str = "") -> str:
        """Return the place of the chart in the document, or of `at` in its data."""
        return f"charts/{self.key}/{at}" if at else f"charts/{self.key}"

    def compare(self, frozen: Any, computed: Any, *, at: str = "", formula: Formula, source: str) -> None:
        """Compare frozen values at a place in the data, or fields of the data, with the computed ones."""
        self._mark(frozen, at)
        self.report.compare(self.find_place(at), frozen, computed, formula=formula, source=source)

    def compare_fields(self, computed: Json, *, formula: Formula, source: str) -> None:
        """Compare the fields of the data that `computed` has."""
        self.compare({name: self.data[name] for name in computed}, computed, formula=formula, source=source)

    def leave_out(self, frozen: Any, reason: str, *, at: str = "") -> None:
        """Record that values at a place in the data cannot be checked, because of `reason`."""
        self._mark(frozen, at)
        self.report.add_unverified(self.find_place(at), frozen, reason)

    def leave_out_rest(self, reason: str) -> None:
        """Record that all fields of the data that were not checked cannot be, because of `reason`."""
        self.leave_out({name: value for name, value in self.data.items() if name not in self.checked}, reason)

    def _mark(self, frozen: Any, at: str) -> None:
        self.checked.update((at.partition("/")[0],) if at else frozen if isinstance(frozen, Mapping) else ())


@dataclass(frozen=True, slots=True)
class Plan:
    """Plan of a kind of chart in a PDF and a workbook.

    `over` are titles of columns: one of numbers for lines, any of words for columns. `by` names the column that
    separates curves, `without` the columns that appear only in the table. `log_x` is the base of a logarithmic axis.
    `joined` curves continue over empty cells, because each has cells in some rows only.
    """

    style: Literal["lines", "columns"]
    over: tuple[str, ...]
    by: str | None = None
    without: frozenset[str] = frozenset()
    log_x: int | None = None
    log_y: bool = False
    joined: bool = False


@dataclass(frozen=True, slots=True)
class FindingDrawing:
    """A chart of the findings of a share: `draw` returns its data, and None where the findings do not fill it."""

    title: str
    caption: str
    draw: Callable[[Sequence[Finding]], Json | None]


@dataclass(frozen=True, slots=True)
class ChartKind:
    """A kind of chart: `check` compares the data of a frozen one, `plan` draws its table in a PDF and a workbook.

    `offer` yields the charts that a run has data for. Kinds that are offered together share it. `of_findings` draws the
    findings of a share, whatever its subject. Without a plan of its own a chart is drawn by the columns of its table.
    """

    kind: str
    check: Callable[[CheckedChart], None]
    offer: Callable[[LabMaterial, str], Iterable[OfferedChart]] | None = None
    plan: Plan | None = None
    of_findings: FindingDrawing | None = None
