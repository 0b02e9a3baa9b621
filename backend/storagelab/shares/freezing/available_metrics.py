"""Metrics that the author of a share can choose, for its tables and its charts."""

from __future__ import annotations

from dataclasses import dataclass

from sqlalchemy.orm import Session

from storagelab.comparisons.entries import load_compared_runs
from storagelab.domain.metrics import METRICS
from storagelab.evaluate.comparison import compare_runs
from storagelab.shares.document.answers import CampaignView, ComparisonView
from storagelab.shares.freezing.comparison import has_figures
from storagelab.shares.freezing.subject import Subject
from storagelab.shares.options import MAX_RUNS


@dataclass(frozen=True, slots=True)
class MetricChoice:
    """A metric by its key, and whether the page has it."""

    name: str
    label: str
    is_selected: bool


def list_available_metrics(session: Session, subject: Subject) -> list[MetricChoice]:
    """Return the metrics that a share of `subject` can have: the selected ones in their order, then the others.

    A run and a ranking have none to choose.
    """
    view = subject.view
    if isinstance(view, CampaignView):
        pivot = view.answer.pivot
        labels = {metric.name: metric.label for metric in pivot.metrics}
        return _order(labels, [pivot.choice.metric.name])
    if not isinstance(view, ComparisonView) or len(subject.runs) > MAX_RUNS:
        return []
    selected = {view.answer.metric: view.answer.label} | {other.metric: other.label for other in view.others}
    runs = load_compared_runs(session, subject.runs)
    settings = view.settings
    others = {
        name: metric.label
        for name, metric in METRICS.items()
        if name not in selected
        and has_figures(compare_runs(runs, baseline=settings.baseline, metric=metric, pooled=settings.pooled))
    }
    return _order(selected | others, list(selected))


def _order(labels: dict[str, str], selected: list[str]) -> list[MetricChoice]:
    named = [*selected, *(name for name in labels if name not in selected)]
    return [MetricChoice(name, labels.get(name, name), name in selected) for name in named]
