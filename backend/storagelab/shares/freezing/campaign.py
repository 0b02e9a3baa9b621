"""A campaign: its result set, its table by factors, and every run that a figure of it comes from."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import Any

import msgspec
from sqlalchemy.orm import Session

from storagelab.campaigns.results import read_results
from storagelab.db.models import Campaign
from storagelab.domain.lifecycle import RUN_TERMINAL, RunState
from storagelab.errors import Conflict
from storagelab.http.references import format_row_number
from storagelab.pivots.campaign import read_gaps, select_runs_of
from storagelab.pivots.pivot import PivotRequest, build_pivot
from storagelab.pivots.rows import read_results as read_pivot_rows
from storagelab.results.queries import find_runs
from storagelab.shares.campaign_lines import Lines
from storagelab.shares.campaign_verdicts import describe_verdicts
from storagelab.shares.charts.answers import draw_cells, draw_losses, draw_scaling
from storagelab.shares.charts.campaign_results import LEFT, generate_result_charts
from storagelab.shares.charts.chart import OfferedChart
from storagelab.shares.document.answers import (
    CampaignAnswer,
    CampaignSettings,
    CampaignView,
    FrozenPivot,
    FrozenResults,
)
from storagelab.shares.freezing.campaign_sweeps import generate_sweep_charts
from storagelab.shares.freezing.factor_charts import lower_first
from storagelab.shares.freezing.finding_results import SubjectFindings
from storagelab.shares.freezing.material import LiveMaterial
from storagelab.shares.freezing.subject import Subject, list_run_numbers, remove_ids
from storagelab.shares.options import Layout

#: More groups than this are read in the table.
_MAX_PANELS = 12


def share_campaign(session: Session, campaign: Campaign, *, metric: str | None, layout: Layout = "plain") -> Subject:
    """Return the ended runs of a campaign as the subject of a share.

    Several repeats are represented by their mean everywhere, as in the campaign itself. Raises Conflict where no run
    has ended.
    """
    ids = list(session.scalars(select_runs_of(campaign)))
    all_runs = find_runs(session, [str(run_id) for run_id in ids]) if ids else []
    runs = [run for run in all_runs if RunState(run.state) in RUN_TERMINAL and run.trashed_at is None]
    if not runs:
        raise Conflict(f"No run of {format_row_number(campaign)} has ended: share it when one has.")
    choice = PivotRequest(None, None, None, metric, {}, "mean")
    pivot = build_pivot(read_pivot_rows(session, runs), choice, runs=runs, gaps=read_gaps(session, campaign))
    results = msgspec.convert(
        read_results(session, campaign).model_dump(mode="json", exclude_unset=True), FrozenResults
    )
    lines = Lines(results)
    is_recorded = all(run.configuration_id is not None for run in runs)
    described = remove_ids(pivot.model_dump(mode="json"))
    charts = [
        *generate_result_charts(lines, default=layout == "review" or not is_recorded),
        *generate_sweep_charts(LiveMaterial(session, runs), lines),
        # Results without a recorded configuration would be mistaken for repeats of one another.
        *(_list_charts(described, list_run_numbers(runs), default=layout != "review") if is_recorded else ()),
    ]
    settings = CampaignSettings(
        campaign=format_row_number(campaign), name=campaign.name, metric=pivot.choice.metric.name, statistic="mean"
    )
    answer = CampaignAnswer(
        results=results,
        pivot=msgspec.convert(described, FrozenPivot),
        **describe_verdicts(lines)._asdict(),
    )
    view = CampaignView(settings=settings, answer=answer)
    findings = SubjectFindings()
    lead = next((finding.basis.phase for finding in findings.compute(session, runs, view).values()), None)
    return Subject("campaign", tuple(runs), tuple(_put_lead_first(charts, lead)), view, findings=findings)


def _put_lead_first(charts: Sequence[OfferedChart], phase: str | None) -> list[OfferedChart]:
    """Return the charts with that of a phase first, as a default one; `phase` is that of the first finding."""
    lead = next((chart for chart in charts if phase is not None and chart.settings.get("phase") == phase), None)
    if lead is None:
        return list(charts)
    return [replace(lead, default=True), *(chart for chart in charts if chart is not lead)]


def _list_charts(pivot: Mapping[str, Any], runs: tuple[str, ...], *, default: bool) -> list[OfferedChart]:
    """Return the charts of a pivot table.

    The charts are one for each panel, scaling over drives, and losses of degraded arrays.
    """
    choice = pivot["choice"]
    axes = " and ".join(lower_first(axis) for axis in (choice["row_label"], choice["column_label"]) if axis)
    label = choice["metric"]["label"]
    title = f"{label} by {axes}" if axes else label
    settings = {"metric": choice["metric"]["name"], "statistic": "mean", "fixed": choice["fixed"]}
    charts: list[OfferedChart] = []
    for place, panel in enumerate(pivot["panels"][:_MAX_PANELS], 1):
        data = draw_cells(pivot, panel)
        if any(cell["state"] == "measured" for cell in data["cells"]):
            used = tuple(dict.fromkeys(number for cell in data["cells"] for number in cell["run_numbers"]))
            caption = "Means where a cell has several runs; a cell without a bar says why."
            charts.append(
                OfferedChart(
                    f"factors-{place}", "factor-bars", title if panel is None else f"{title}, {panel}", caption,
                    partial(dict, data), used, settings=settings,
                )
            )  # fmt: skip
    charts += _list_scalings(pivot, runs, settings)
    if pivot["losses"]:
        charts.append(
            OfferedChart(
                "losses", "optimal-rebuild", f"Optimal, degraded, rebuilding: {label}", LEFT,
                partial(draw_losses, pivot),
                tuple(dict.fromkeys(number for loss in pivot["losses"] for number in loss["run_numbers"])),
                settings=settings,
            )
        )  # fmt: skip
    return [replace(chart, default=default) for chart in charts]


def _list_scalings(
    pivot: Mapping[str, Any], runs: tuple[str, ...], settings: Mapping[str, Any]
) -> Iterator[OfferedChart]:
    """Yield the scaling chart of each panel that was measured with two or more numbers of drives."""
    choice = pivot["choice"]
    caption = "Measured against so many single drives behind the same RAID level, where a single one was measured."
    for place, panel in enumerate(pivot["panels"][:_MAX_PANELS], 1):
        data = draw_scaling(pivot, panel)
        points = data["points"]
        if len({point["drives"] for point in points if point["value"] is not None}) < 2:
            continue
        of = choice["metric"]["label"] + ("" if panel is None else f", {panel}")
        if "array.level" in (choice["rows"], choice["columns"]):
            yield OfferedChart(
                f"scaling-{place}", "raid-scaling", f"Scaling over drives: {of}", caption, partial(dict, data), runs,
                settings=settings,
            )  # fmt: skip
        if any(point["efficiency_percent"] is not None for point in points):
            yield OfferedChart(
                f"efficiency-{place}", "scaling-efficiency", f"Efficiency over drives: {of}", caption,
                partial(dict, data), runs, settings=settings,
            )  # fmt: skip
