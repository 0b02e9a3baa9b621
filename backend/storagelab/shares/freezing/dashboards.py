"""Dashboards as subjects of shares: comparisons of the runs that they show now."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from sqlalchemy.orm import Session

from storagelab.auth.service import Identity
from storagelab.db.models import Run
from storagelab.db.references import number_of
from storagelab.domain.lifecycle import RUN_TERMINAL
from storagelab.domain.metrics import METRICS, SERIES_METRICS
from storagelab.errors import InvalidInput
from storagelab.http.rest_names import metric_name
from storagelab.results.queries import find_runs
from storagelab.shares.freezing.comparison import share_comparison
from storagelab.shares.freezing.measured_charts import DEPTH_LATENCY
from storagelab.shares.freezing.subject import LeftOut, OfferedChart, Subject
from storagelab.workbench.document import ChartKind, WorkbenchDocument, WorkbenchPanel
from storagelab.workbench.queries import find_dashboard, read_entries

#: The chart of a comparison that shows the data of a panel. A page prints all values as a table in any case.
_CHARTS: Mapping[ChartKind, str] = {
    "queue_depth": "queue-depth",
    "over_time": "overlay",
    "multiples": "overlay",
    "bars": "bars",
    "load_curve": "load-curve",
}
_PRINTED: ChartKind = "table"
_NAMES: Mapping[ChartKind, str] = {"queue_depth": "queue depths", "multiples": "small multiples"}


def share_dashboard(session: Session, reference: str, *, user: Identity, metric: str | None) -> Subject:
    """Return the comparison that a dashboard shows now, with what it cannot carry as `left_out`.

    Raises NotFound for a dashboard that this person does not see, InvalidInput for one that shows fewer than two runs.
    """
    row = find_dashboard(session, reference, user=user)
    document = WorkbenchDocument.model_validate(row.document)
    entries = read_entries(session, row)
    runs = find_runs(session, [run.number for run in entries.runs]) if entries.runs else []
    shareable = [run for run in runs if run.state in RUN_TERMINAL and run.trashed_at is None]
    left_out = [LeftOut(number, "is not in the lab any more") for number in entries.missing]
    left_out += [_left_out_run(run) for run in runs if run not in shareable]
    if len(shareable) < 2:
        raise InvalidInput(
            f"must show at least two runs that have ended. {number_of(row)} shows {len(shareable)} now",
            path="dashboard",
        )
    chosen = metric or _main_metric(document.panels)
    subject = _compare_shown(session, shareable, document, metric=chosen)
    panels = sorted(document.panels, key=lambda panel: (panel.y, panel.x))
    charts, not_drawn = _charts_for(panels, subject.charts, metric=chosen)
    return replace(subject, charts=charts, left_out=(*left_out, *not_drawn))


def _left_out_run(run: Run) -> LeftOut:
    reason = "is in the trash" if run.trashed_at is not None else f"is still {run.state}"
    return LeftOut(number_of(run), reason)


def _main_metric(panels: Sequence[WorkbenchPanel]) -> str:
    """Return the metric of the first panel that a comparison can be of."""
    keys = {metric_name(key): key for key in SERIES_METRICS}
    return next((keys[panel.metric] for panel in panels if panel.metric in keys), "iops")


def _compare_shown(session: Session, runs: Sequence[Run], document: WorkbenchDocument, *, metric: str) -> Subject:
    """Compare the runs without the entries that the dashboard hides."""

    def compare(compared: Sequence[Run]) -> Subject:
        numbers = [number_of(run) for run in compared]
        baseline = document.baseline if document.baseline in numbers else None
        return share_comparison(session, compared, metric=metric, baseline=baseline, pooled=document.pooled)

    subject = compare(runs)
    if subject.view is None or not document.hidden:
        return subject
    entries = subject.view["answer"]["entries"]
    hidden = {run["number"] for entry in entries if entry["key"] in document.hidden for run in entry["runs"]}
    shown = [run for run in runs if number_of(run) not in hidden]
    return subject if len(shown) < 2 or not hidden else compare(shown)


def _charts_for(
    panels: Sequence[WorkbenchPanel], offered: Sequence[OfferedChart], *, metric: str
) -> tuple[tuple[OfferedChart, ...], list[LeftOut]]:
    """Return the charts, those of panels first and in their order, and the panels that no chart shows."""
    shown: dict[str, OfferedChart] = {}
    left_out: list[LeftOut] = []
    for panel in panels:
        found = [chart for chart in offered if _shows(chart, panel, metric)]
        shown |= {chart.key: replace(chart, default=True) for chart in found}
        if not found and panel.chart != _PRINTED:
            left_out.append(LeftOut(_name_of(panel), _reason_of(panel, offered, metric)))
    others = [replace(chart, default=False) for chart in offered if chart.key not in shown]
    return (*shown.values(), *others), left_out


def _shows(chart: OfferedChart, panel: WorkbenchPanel, metric: str) -> bool:
    kind = _CHARTS.get(panel.chart)
    drawn = {metric_name(metric)}
    if kind == "queue-depth":
        drawn |= {metric_name("iops"), metric_name(DEPTH_LATENCY["latencyMetric"])}
    return chart.kind == kind and panel.metric in drawn


def _name_of(panel: WorkbenchPanel) -> str:
    labels = {metric_name(key): each.label for key, each in METRICS.items()}
    name = _NAMES.get(panel.chart, panel.chart.replace("_", " ")).capitalize()
    return ", ".join(filter(None, (name, labels.get(panel.metric, panel.metric), panel.workload)))


def _reason_of(panel: WorkbenchPanel, offered: Sequence[OfferedChart], metric: str) -> str:
    kind = _CHARTS.get(panel.chart)
    if kind is None:
        return "has no chart in a permalink of several runs"
    if any(chart.kind == kind for chart in offered):
        return f"is of another metric: the permalink compares {METRICS[metric].label}"
    return "has no data in these runs"
