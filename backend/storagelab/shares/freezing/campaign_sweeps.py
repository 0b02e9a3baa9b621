"""Sweep charts of a campaign: curves over depths or loads of a run of each cell."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

from storagelab.evaluate.columns import Columns
from storagelab.shares.campaign_lines import METRIC_OF, Lines
from storagelab.shares.charts.chart import OfferedChart
from storagelab.shares.charts.sweeps import draw_sweep, find_sweep
from storagelab.shares.freezing.campaign_curves import CampaignPanel, build_panels, find_curves, format_caption
from storagelab.shares.freezing.material import LiveMaterial

_MIN_POINTS = 3
_PATTERN = ("run_number", "block_bytes", "read_percent", "random_percent")


@dataclass(frozen=True, slots=True)
class _Drawn:
    panel: CampaignPanel
    runs: Sequence[str]
    columns: Columns
    kind: str


def generate_sweep_charts(material: LiveMaterial, lines: Lines) -> Iterator[OfferedChart]:
    """Yield the charts of each workload that is a sweep.

    A workload has one chart, or with too many curves a chart for each array state. The caption names the curves without
    data.
    """
    for place, label in enumerate(dict.fromkeys(work[0] for work in lines.works), 1):
        names, missing = find_curves(lines, label)
        drawn: list[_Drawn] = []
        for panel in build_panels(lines, names):
            chosen = [number for number in panel.names if number in material.numbers]
            columns = material.columns(chosen) if chosen else None
            kind = _find_chart_kind(columns) if columns is not None else None
            if columns is not None and kind is not None:
                drawn.append(_Drawn(panel, chosen, columns, kind))
            left = panel.names if kind is None else [number for number in panel.names if number not in chosen]
            missing += [panel.format_full_name(number) for number in left]
        yield from _generate_charts(lines, label, place, drawn, missing)


def _generate_charts(
    lines: Lines, label: str, place: int, drawn: Sequence[_Drawn], missing: Sequence[str]
) -> Iterator[OfferedChart]:
    figure = lines.get_main_figure(next(work for work in lines.works if work[0] == label))
    count = sum(len(item.runs) for item in drawn)
    for number, item in enumerate(drawn, 1):
        looks = [_describe_curve(run, item.panel) for run in item.runs]
        title = "Offered load" if item.kind == "load-curve" else "IOPS and latency over outstanding I/O"
        state = item.panel.state
        yield OfferedChart(
            f"sweep-{place}" if len(drawn) == 1 else f"sweep-{place}-{number}",
            item.kind,
            f"{title}: {label}" if state is None else f"{title}: {label}, {state}",
            format_caption(state, missing, count=count, place=number, charts=len(drawn)),
            partial(draw_sweep, item.kind, item.columns, looks=looks, metric=METRIC_OF[figure].name), tuple(item.runs),
            settings={"workload": label, **({"state": state} if state is not None else {})},
        )  # fmt: skip


def _find_chart_kind(columns: Columns) -> str | None:
    kind = find_sweep(columns)
    return None if kind == "queue-depth" and not _has_curve(columns) else kind


def _has_curve(columns: Mapping[str, Sequence[Any]]) -> bool:
    """Return whether one access pattern was measured at three depths or more.

    `columns` are the columns of measurements. Two patterns at two depths are no curve.
    """
    depths: dict[tuple[Any, ...], set[Any]] = {}
    patterns = zip(*(columns[name] for name in _PATTERN), strict=True)
    for pattern, depth in zip(patterns, columns["outstanding_ios"], strict=True):
        depths.setdefault(pattern, set()).add(depth)
    return any(len(measured - {None}) >= _MIN_POINTS for measured in depths.values())


def _describe_curve(number: str, panel: CampaignPanel) -> dict[str, Any]:
    """Return name, look and baseline of the curve of a run in the form of the chart."""
    return {
        "number": number,
        "name": panel.names[number],
        "order": panel.orders[number],
        "baseline": panel.orders[number] == 0,
        "single": True,
        "linkLimit": None,
    }
