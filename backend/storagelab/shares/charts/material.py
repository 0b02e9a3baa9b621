"""Material of charts: of the lab when a share is made, of its document when it is verified."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Any, Protocol

from storagelab.analysis.reports.figures import Test
from storagelab.domain.finding import Finding
from storagelab.domain.result import RunResult
from storagelab.evaluate.columns import Columns
from storagelab.evaluate.latency import ResultLatency
from storagelab.evaluate.latency_over_time import TimedDirection

Json = Mapping[str, Any]


class MaterialMissing(Exception):
    """A document cannot give the material of a chart; `reason` is the clause that a verification prints."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


class Material(Protocol):
    """Everything that charts are drawn from; runs are named by their numbers.

    A document gives what it holds, in the same form as the lab. Where it is too old, or its raw files are missing, its
    methods raise MaterialMissing.
    """

    @property
    def view(self) -> Json | None:
        """The `settings` and the `answer` of a view in the form of the document; None for a share of one run."""

    def run(self, number: str) -> RunResult:
        """Return a run with all of its phases, and with the parts of their measurements without bins."""

    def link_limit(self, number: str) -> Json | None:
        """Return the limit of the links of the configuration of a run; None where it is unknown."""

    def columns(self, numbers: Sequence[str]) -> Columns:
        """Return the columns of measurements of these runs, with run numbers in place of ids."""

    def curve(self, number: str, metric: str, *, of: str = "all", telemetry: bool = False) -> Json:
        """Return the drawn curve of one metric over the phases that `of` names in `GET /series`.

        With `telemetry` it is drawn from the readings of the server.
        """

    def latencies(
        self, number: str, *, ordinals: Collection[int] | None = None, cdf: bool = True
    ) -> list[ResultLatency]:
        """Return the latency distributions of the results of a run, or of those with these `ordinals`."""

    def timed(self, number: str, ordinal: int) -> TimedDirection:
        """Return the latency histograms over time of a phase, all directions together."""

    def report_panel(self, number: str, test: Test, panel: str) -> Json | None:
        """Return a panel of the report of a test by its id; None for an unknown one."""

    def varied(self, numbers: Sequence[str], metric: str) -> list[Json]:
        """Return the charts that the chart code finds in the measurements of these runs, with their data."""

    def drawn_runs(self, numbers: Sequence[str]) -> list[Json]:
        """Return the facts of runs that panels of a workbench need, in the form of `GET /comparison`."""


class LabMaterial(Material, Protocol):
    """Material of the lab, which also states what a run has to be drawn."""

    def has_curves(self, number: str) -> bool:
        """Return whether any phase of a run has samples of an engine."""

    def curve_metrics(self, number: str) -> Collection[str]:
        """Return the metrics of which a run has samples of an engine."""

    def has_telemetry(self, number: str) -> bool:
        """Return whether a run has readings of the server."""

    def whole_curve(self, number: str, metric: str) -> Json:
        """Return one metric over the whole run.

        Where only one phase has a curve, it is drawn from the beginning of that phase.
        """

    def timed_phases(self, number: str) -> list[Json]:
        """Return the phases of a run that have latency histograms over time, in order."""

    def report(self, number: str) -> Json | None:
        """Return the report of the SNIA test that a run carried out; None for any other run."""


class DocumentMaterial(Material, Protocol):
    """Material of a document, whose charts state which curves and panels they show."""

    @property
    def findings(self) -> Sequence[Finding]:
        """The findings of the document, in its order."""

    def axis(self, number: str, of: str) -> Json:
        """Return the marks on the axis of a curve: the phases that `of` names, and the window of the verdict."""

    def timed_source(self, number: str, ordinal: int) -> str:
        """Return the name of the raw file behind the latency histograms over time of a phase."""

    def panel(self, panel_id: str) -> Json:
        """Return a panel of the workbench as the chart code draws it; empty for an unknown one."""
