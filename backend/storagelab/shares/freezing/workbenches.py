"""Workbenches as subjects of shares, saved as dashboards or not, with all of their panels."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import msgspec
from msgspec import structs
from sqlalchemy.orm import Session

from storagelab.auth.service import Identity
from storagelab.db.models import Run
from storagelab.db.references import format_row_number
from storagelab.domain.lifecycle import RUN_TERMINAL
from storagelab.domain.metrics import METRICS
from storagelab.errors import InvalidInput
from storagelab.http.rest_names import get_rest_metric_name
from storagelab.shares.document.answers import ComparisonView
from storagelab.shares.freezing.comparison import share_comparison
from storagelab.shares.freezing.material import LiveMaterial
from storagelab.shares.freezing.panels import draw_panel_charts
from storagelab.shares.freezing.subject import OmittedRun, Subject, list_run_numbers
from storagelab.workbench.document import FixedEntries, WorkbenchDocument, WorkbenchPanel
from storagelab.workbench.queries import MeantRuns, find_dashboard, find_entries
from storagelab.workbench.stored import find_workbench


def share_dashboard(
    session: Session, reference: str, *, user: Identity, metric: str | None, metrics: Sequence[str] | None = None
) -> Subject:
    """Return the current content of a dashboard as the subject of a share.

    Raises NotFound for a dashboard that `user` does not see, and InvalidInput.
    """
    row = find_dashboard(session, reference, user=user)
    return _share(
        session, WorkbenchDocument.model_validate(row.document), metric=metric, metrics=metrics, path="dashboard"
    )


def share_workbench(
    session: Session, named: WorkbenchDocument | str, *, metric: str | None, metrics: Sequence[str] | None = None
) -> Subject:
    """Return the current content of a workbench as the subject of a share.

    `named` is a document, or the digest of a stored one. Raises NotFound and InvalidInput.
    """
    document = named
    if isinstance(document, str):
        document = WorkbenchDocument.model_validate(find_workbench(session, document).document)
    return _share(session, document, metric=metric, metrics=metrics, path="workbench")


def _share(
    session: Session, document: WorkbenchDocument, *, metric: str | None, metrics: Sequence[str] | None, path: str
) -> Subject:
    """Return the comparison of the runs of a workbench, with a chart for each panel.

    `left_out` has the runs and panels that the share cannot carry. `path` is the field that names the document. Raises
    InvalidInput for a document that shows no run.
    """
    meant = find_entries(session, document.entries, path=f"{path}.entries")
    shareable = [run for run in meant.runs if run.state in RUN_TERMINAL and run.trashed_at is None]
    if not shareable:
        raise InvalidInput("must show at least one run that has ended. It shows none now", path=path)
    chosen = metric if metric is not None or metrics is not None else _find_main_metric(document.panels)
    subject = _compare_shown(session, shareable, document, metric=chosen, metrics=metrics)
    view = subject.view
    if not isinstance(view, ComparisonView):
        return subject
    material = LiveMaterial(session, subject.runs, msgspec.to_builtins(view))
    drawn = draw_panel_charts(session, material, document)
    # What is shared stays: a later version has the same runs.
    frozen = document.model_copy(
        update={"entries": FixedEntries(runs=list(list_run_numbers(subject.runs))), "hidden": []}
    )
    settings = structs.replace(view.settings, workbench=frozen.to_json())
    return replace(
        subject,
        charts=(
            *drawn.charts,
            *(replace(chart, default=chart.default and not drawn.charts) for chart in subject.charts),
        ),
        view=structs.replace(view, settings=settings),
        left_out=(*_list_omitted_runs(meant), *drawn.left_out),
    )


def _list_omitted_runs(meant: MeantRuns) -> list[OmittedRun]:
    left_out = [OmittedRun(number, "is not in the lab any more") for number in meant.missing]
    for run in meant.runs:
        if run.trashed_at is not None:
            left_out.append(OmittedRun(format_row_number(run), "is in the trash"))
        elif run.state not in RUN_TERMINAL:
            left_out.append(OmittedRun(format_row_number(run), f"is still {run.state}"))
    if meant.newest is not None and meant.total > len(meant.runs):
        older = meant.total - len(meant.runs)
        words = f"{older:,} older runs" if older > 1 else "1 older run"
        left_out.append(OmittedRun(words, f"of the query: the workbench shows the newest {meant.newest}"))
    return left_out


def _find_main_metric(panels: Sequence[WorkbenchPanel]) -> str | None:
    """Return the metric of the first panel whose metric a comparison supports; None where no panel has one."""
    keys = {get_rest_metric_name(key): key for key in METRICS}
    first = sorted(panels, key=lambda panel: (panel.y, panel.x))
    return next((keys[panel.metric] for panel in first if panel.metric in keys), None)


def _compare_shown(
    session: Session,
    runs: Sequence[Run],
    document: WorkbenchDocument,
    *,
    metric: str | None,
    metrics: Sequence[str] | None,
) -> Subject:
    """Compare the runs without the entries that the document hides."""

    def compare(compared: Sequence[Run]) -> Subject:
        numbers = [format_row_number(run) for run in compared]
        baseline = document.baseline if document.baseline in numbers else None
        return share_comparison(
            session,
            compared,
            metric=metric,
            metrics=metrics,
            baseline=baseline,
            pooled=document.pooled,
            min_runs=1,
            # The names that the author saw.
            short_names=False,
        )

    subject = compare(runs)
    if not isinstance(subject.view, ComparisonView) or not document.hidden:
        return subject
    entries = subject.view.answer.entries
    hidden = {run.number for entry in entries if entry.key in document.hidden for run in entry.runs}
    shown = [run for run in runs if format_row_number(run) not in hidden]
    return subject if not shown or not hidden else compare(shown)
