"""Panels of a workbench as charts of a share, drawn by the code of the pages."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

import msgspec
from sqlalchemy.orm import Session

from storagelab.domain.metrics import METRICS, TELEMETRY_METRICS
from storagelab.errors import InvalidInput, RequestRefused
from storagelab.http.rest_names import get_rest_metric_name
from storagelab.pivots.pivot import PivotRequest, build_pivot
from storagelab.pivots.rows import read_results, select_fitting
from storagelab.rankings.ranking import describe_ranking, make_ranking
from storagelab.results.queries import find_runs
from storagelab.shares.charts.chart import OfferedChart
from storagelab.shares.charts.panels import build_panels_input, draw_panel
from storagelab.shares.freezing.material import LiveMaterial
from storagelab.shares.freezing.subject import OmittedRun, remove_ids
from storagelab.shares.pictures import draw_panels
from storagelab.workbench.document import ChartKind, WorkbenchDocument, WorkbenchPanel

_NAMES: Mapping[ChartKind, str] = {
    "queue_depth": "queue depths",
    "multiples": "small multiples",
    "latest": "latest against usual",
    "night_map": "nights by configuration",
}


@dataclass(frozen=True, slots=True)
class PanelCharts:
    """The charts of panels in the order of reading, and the panels that have none."""

    charts: tuple[OfferedChart, ...]
    left_out: tuple[OmittedRun, ...]


def draw_panel_charts(session: Session, material: LiveMaterial, document: WorkbenchDocument) -> PanelCharts:
    """Return the charts of the panels of a workbench document, drawn from the comparison that `material` is of.

    Panels without data are left out with the reason. Raises ChartImagesUnavailable.
    """
    panels = sorted(document.panels, key=lambda panel: (panel.y, panel.x))
    if not panels:
        return PanelCharts((), ())
    drawn = _draw(session, material, document, panels)
    by_id = {item["id"]: item for item in drawn["panels"]}
    charts: list[OfferedChart] = []
    left_out: list[OmittedRun] = []
    for panel in panels:
        drawn_panel = by_id[panel.id]
        if "reason" in drawn_panel:
            left_out.append(
                OmittedRun(_format_panel_name(panel), f"has nothing to draw: {_embed_sentence(drawn_panel['reason'])}")
            )
        else:
            charts.append(_build_chart(material, panel, drawn_panel))
    return PanelCharts(tuple(charts), tuple(left_out))


def _draw(
    session: Session, material: LiveMaterial, document: WorkbenchDocument, panels: Sequence[WorkbenchPanel]
) -> dict[str, Any]:
    """Draw the panels, and answer their questions until no panel has one left.

    The answer to one question may be the reason for another.
    """
    described = [panel.model_dump(mode="json") for panel in panels]
    request = build_panels_input(material, tuple(material.numbers), document, described)
    answers: dict[str, dict[str, Any]] = {}
    while True:
        drawn = draw_panels({**request, "answers": list(answers.values())})
        questions = {
            drawn_panel["key"]: drawn_panel["question"] for drawn_panel in drawn["panels"] if "question" in drawn_panel
        }
        if not questions:
            break
        answers |= {key: {"key": key, **_answer(session, question)} for key, question in questions.items()}
    for drawn_panel in drawn["panels"]:
        if "ranking" in drawn_panel:
            drawn_panel["data"]["ranking"] = answers[drawn_panel["ranking"]]["frozen"]
    return drawn


def _answer(session: Session, question: Mapping[str, Any]) -> dict[str, Any]:
    """Return the answer to a question of a panel: a `pivot` or a `ranking`.

    Where the lab refuses the question, the answer is `refused` with the reason and the field.
    """
    try:
        if "pivot" in question:
            return {"pivot": _answer_pivot(session, **question["pivot"])}
        ranking = question["ranking"]
        runs = find_runs(session, ranking["runs"])
        ranked = make_ranking(session, runs, everything=True, reference=ranking["reference"])
        # Pages know its fields by their names in REST, documents by others.
        described = describe_ranking(session, ranked).model_dump(mode="json", by_alias=True)
        return {"ranking": remove_ids(described), "frozen": msgspec.to_builtins(ranked)}
    except (InvalidInput, RequestRefused) as refused:
        return {"refused": {"message": refused.message, "path": getattr(refused, "path", None) or ""}}


def _answer_pivot(
    session: Session,
    *,
    runs: Sequence[str],
    metric: str,
    fixed: Sequence[str],
    rows: str | None = None,
    columns: str | None = None,
    panel: str | None = None,
    max_panels: int | None = None,
) -> dict[str, Any]:
    chosen = select_fitting(session, find_runs(session, runs))
    pairs = (pair.partition("=") for pair in fixed)
    choice = PivotRequest(rows, columns, panel, metric, {key: value for key, _, value in pairs}, max_panels=max_panels)
    pivot = build_pivot(read_results(session, chosen), choice, runs=chosen)
    answered: dict[str, Any] = remove_ids(pivot.model_dump(mode="json", by_alias=True))
    return answered


def _build_chart(material: LiveMaterial, panel: WorkbenchPanel, drawn: Mapping[str, Any]) -> OfferedChart:
    of = drawn["subtitle"]
    if panel.workload is not None and panel.workload not in of:
        of = ", ".join(filter(None, (panel.workload, of)))
    # Several panels may have one title, and a picture leaves its page: what it is of belongs to it.
    title = ": ".join(filter(None, (drawn["title"], of)))
    return OfferedChart(
        make_panel_key(panel.id), drawn["chart"], title, drawn["remark"], partial(draw_panel, material, drawn),
        tuple(drawn["runs"]), settings={"panel": panel.model_dump(mode="json")},
    )  # fmt: skip


def make_panel_key(panel_id: str) -> str:
    """Return the key of the chart of a panel."""
    return f"panel-{panel_id}"


def _embed_sentence(reason: str) -> str:
    """Return a sentence in the form of a clause, without full stop and initial capital."""
    text = reason.rstrip(".")
    return text if text[:2].isupper() else text[:1].lower() + text[1:]


def _format_panel_name(panel: WorkbenchPanel) -> str:
    labels = {get_rest_metric_name(key): metric.label for key, metric in (TELEMETRY_METRICS | METRICS).items()}
    name = _NAMES.get(panel.chart, panel.chart.replace("_", " ")).capitalize()
    return ", ".join(filter(None, (name, labels.get(panel.metric, panel.metric), panel.workload)))
