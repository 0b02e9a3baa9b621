"""Context that every check of a chart receives."""

from __future__ import annotations

from dataclasses import dataclass

from storagelab.shares.verification.frozen import FrozenShare, Json
from storagelab.shares.verification.measured import MeasuredCharts
from storagelab.shares.verification.reports import Reports
from storagelab.shares.verification.results import Results
from storagelab.shares.verification.verification_report import VerificationReport
from storagelab.shares.verification.workbench_panels import WorkbenchPanels


@dataclass(frozen=True, slots=True)
class Drawing:
    """A chart of a share with its data; `place` is where it is called so, the rest is of all runs."""

    share: FrozenShare
    chart: Json
    data: Json
    place: str
    results: Results
    reports: Reports
    measured: MeasuredCharts
    panels: WorkbenchPanels
    verification: VerificationReport

    @property
    def key(self) -> str:
        """The key of the chart."""
        return self.place.removeprefix("charts/")

    def run(self, number: str) -> Json:
        """Return a run of the share by its number. Raises StopIteration for an unknown number."""
        return self.share.run(number)
