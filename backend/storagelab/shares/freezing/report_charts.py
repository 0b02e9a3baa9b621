"""The plots of the SNIA test that a run carried out; its tables are read in the report itself."""

from __future__ import annotations

from functools import partial
from typing import Any

from sqlalchemy.orm import Session

from storagelab.analysis.reports.build import build_report
from storagelab.db.models import Run
from storagelab.http.references import format_row_number
from storagelab.reports.input import read_report_input
from storagelab.reports.views import describe_report
from storagelab.results.reports import find_report
from storagelab.shares.freezing.subject import OfferedChart


def list_report_charts(session: Session, run: Run) -> list[OfferedChart]:
    """Return every plot of the report that has data to show, in its order; none for a run of any other profile.

    The profile of the run has to be loaded, as `results.queries.find_run` does.
    """
    test = find_report(run)
    if test is None:
        return []
    report = describe_report(build_report(read_report_input(session, run, test)))
    return [
        OfferedChart(
            f"report-{panel['id']}", f"report-{panel['kind']}", f"SNIA {report['title']}: {panel['title']}",
            panel["note"] or report["sentence"],
            partial(dict, panel), (format_row_number(run),), default=False, settings={"test": test},
        )
        for panel in report["panels"]
        if _is_plot(panel)
    ]  # fmt: skip


def _is_plot(panel: dict[str, Any]) -> bool:
    return panel["empty"] is None and panel["kind"] != "table"
