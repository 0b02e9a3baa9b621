"""Sweep charts of a campaign: curves over depths or loads of a run of each cell."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

from sqlalchemy.orm import Session

from storagelab.db.models import Run
from storagelab.http.references import format_row_number
from storagelab.shares.campaign_lines import METRIC_OF, Lines
from storagelab.shares.document.share import ChartData
from storagelab.shares.freezing.campaign_curves import CampaignPanel, build_panels, find_curves, format_caption
from storagelab.shares.freezing.measured_charts import DEPTH_LATENCY
from storagelab.shares.freezing.run_charts import has_sweep_of_depths, has_sweep_of_loads, read_measurements
from storagelab.shares.freezing.subject import OfferedChart

_MIN_POINTS = 3
_PATTERN = ("run_number", "block_bytes", "read_percent", "random_percent")


@dataclass(frozen=True, slots=True)
class _Drawn:
    panel: CampaignPanel
    runs: Sequence[Run]
    columns: dict[str, list[Any]]
    kind: str


def sweep_charts(session: Session, lines: Lines, runs: Sequence[Run]) -> Iterator[OfferedChart]:
    """Yield the charts of each workload that is a sweep.

    A workload has one chart, or with too many curves a chart for each array state. The caption names the curves without
    data.
    """
    by_number = {format_row_number(run): run for run in runs}
    for place, label in enumerate(dict.fromkeys(work[0] for work in lines.works), 1):
        names, missing = find_curves(lines, label)
        drawn: list[_Drawn] = []
        for panel in build_panels(lines, names):
            chosen = [by_number[number] for number in panel.names if number in by_number]
            columns = read_measurements(session, chosen) if chosen else None
            kind = _find_chart_kind(columns) if columns is not None else None
            if columns is not None and kind is not None:
                drawn.append(_Drawn(panel, chosen, columns, kind))
            left = panel.names if kind is None else [number for number in panel.names if number not in by_number]
            missing += [panel.format_full_name(number) for number in left]
        yield from _generate_charts(lines, label, place, drawn, missing)


def _generate_charts(
    lines: Lines, label: str, place: int, drawn: Sequence[_Drawn], missing: Sequence[str]
) -> Iterator[OfferedChart]:
    figure = lines.get_main_figure(next(work for work in lines.works if work[0] == label))
    count = sum(len(item.runs) for item in drawn)
    for number, item in enumerate(drawn, 1):
        data: ChartData = {
            "source": item.columns,
            "runs": [_describe_curve(run, item.panel) for run in item.runs],
            **({"metric": METRIC_OF[figure].name, **DEPTH_LATENCY} if item.kind == "queue-depth" else {}),
        }
        title = "Offered load" if item.kind == "load-curve" else "IOPS and latency over outstanding I/O"
        state = item.panel.state
        yield OfferedChart(
            f"sweep-{place}" if len(drawn) == 1 else f"sweep-{place}-{number}",
            item.kind,
            f"{title}: {label}" if state is None else f"{title}: {label}, {state}",
            format_caption(state, missing, count=count, place=number, charts=len(drawn)),
            partial(dict, data), tuple(format_row_number(run) for run in item.runs),
            settings={"workload": label, **({"state": state} if state is not None else {})},
        )  # fmt: skip


def _find_chart_kind(columns: dict[str, list[Any]]) -> str | None:
    if not columns["run_number"]:
        return None
    if has_sweep_of_loads(columns):
        return "load-curve"
    return "queue-depth" if has_sweep_of_depths(columns) and _has_curve(columns) else None


def _has_curve(columns: Mapping[str, Sequence[Any]]) -> bool:
    """Return whether one access pattern was measured at three depths or more.

    `columns` are the columns of measurements. Two patterns at two depths are no curve.
    """
    depths: dict[tuple[Any, ...], set[Any]] = {}
    patterns = zip(*(columns[name] for name in _PATTERN), strict=True)
    for pattern, depth in zip(patterns, columns["outstanding_ios"], strict=True):
        depths.setdefault(pattern, set()).add(depth)
    return any(len(measured - {None}) >= _MIN_POINTS for measured in depths.values())


def _describe_curve(run: Run, panel: CampaignPanel) -> dict[str, Any]:
    """Return name, look and baseline of the curve of a run in the form of the chart."""
    number = format_row_number(run)
    return {
        "number": number,
        "name": panel.names[number],
        "order": panel.orders[number],
        "baseline": panel.orders[number] == 0,
        "single": True,
        "linkLimit": None,
    }
