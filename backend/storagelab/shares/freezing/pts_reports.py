"""Reports of SNIA PTS tests among the runs of a subject: header, verdict, plots and tables."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import msgspec
from sqlalchemy import select
from sqlalchemy.orm import Session

from storagelab.analysis.reports.build import build_report
from storagelab.analysis.reports.figures import Test
from storagelab.db.models import Job, Run, User
from storagelab.errors import InvalidInput
from storagelab.http.references import format_row_number
from storagelab.reports.input import read_report_input
from storagelab.reports.views import describe_report
from storagelab.results.queries import find_run
from storagelab.results.reports import find_report
from storagelab.shares.charts.chart import OfferedChart
from storagelab.shares.charts.reports import build_plot, list_plots
from storagelab.shares.document.share import FrozenReport
from storagelab.shares.freezing.subject import Subject

#: What a panel has beside what its chart takes.
_PANEL_FIELDS = ("id", "title", "kind", "empty", "note")
#: More reports are too many for one page, and their charts would not be drawn in time.
MAX_REPORTS = 8


@dataclass(frozen=True, slots=True)
class _Made:
    report: FrozenReport
    charts: tuple[OfferedChart, ...]


def lay_out_reports(session: Session, subject: Subject) -> Subject:
    """Return the subject in the layout of reports: the plots of the reports are its charts.

    All other charts remain available beside the plots. Raises InvalidInput for a subject without such a test, or with
    more of them than MAX_REPORTS.
    """
    # The runs of a subject may have been read without what a report needs.
    runs = [find_run(session, str(run.id)) for run in subject.runs]
    tests = [(run, test) for run in runs if (test := find_report(run)) is not None]
    if not tests:
        subject_text = "the profile of this run" if subject.kind == "run" else "no profile of these runs"
        is_none = "is not a test" if subject.kind == "run" else "is a test"
        raise InvalidInput(f"cannot be snia: {subject_text} {is_none} of SNIA PTS", path="layout")
    if len(tests) > MAX_REPORTS:
        raise InvalidInput(
            f"cannot be snia: these are {len(tests)} runs of tests of SNIA PTS, and a page has at most {MAX_REPORTS} "
            "reports: share the runs one by one",
            path="layout",
        )
    made = [_make(session, run, test, is_alone=len(tests) == 1) for run, test in tests]
    others = [replace(chart, default=False) for chart in subject.charts]
    return replace(
        subject,
        layout="snia",
        charts=(*(chart for report in made for chart in report.charts), *others),
        reports=tuple(report.report for report in made),
    )


def _make(session: Session, run: Run, test: Test, *, is_alone: bool) -> _Made:
    number = format_row_number(run)
    described = describe_report(build_report(read_report_input(session, run, test)))
    charts = tuple(_generate_charts(described, number, is_alone=is_alone))
    keys = {chart.settings["panel"]: chart.key for chart in charts}
    fields = {name: described[name] for name in ("test", "title", "steady", "sentence", "header")}
    panels = [_describe_panel(panel, keys.get(panel["id"])) for panel in described["panels"]]
    report = {"run": number, **fields, "operator": _find_operator(session, run), "panels": panels}
    return _Made(msgspec.convert(report, FrozenReport), charts)


def _find_operator(session: Session, run: Run) -> str | None:
    """Return the name of the user who submitted the job; None for a run that was not measured here."""
    query = select(User.name).join(Job, Job.submitted_by == User.id).where(Job.id == run.job_id)
    return session.scalar(query) if run.job_id is not None else None


def _generate_charts(described: Mapping[str, Any], number: str, *, is_alone: bool) -> Iterator[OfferedChart]:
    for panel in list_plots(described):
        yield build_plot(
            panel, number, key=f"report-{number}-{panel['id']}",
            title=panel["title"] if is_alone else f"{described['title']}: {panel['title']}",
            caption=panel["note"] or "", default=True, settings={"test": described["test"], "panel": panel["id"]},
        )  # fmt: skip


def _describe_panel(panel: Mapping[str, Any], chart: str | None) -> dict[str, object]:
    """Return a panel of a report in the form of a page.

    It has the numbers of its table, or the key of its chart.
    """
    rows: Sequence[Any] = panel.get("rows", ()) if panel["kind"] == "table" else ()
    columns = panel["columns"] if panel["kind"] == "table" else []
    return {**{name: panel[name] for name in _PANEL_FIELDS}, "chart": chart, "columns": columns, "rows": list(rows)}
