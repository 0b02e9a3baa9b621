"""Charts that a share has by default: the sweep of its data first, then what explains it. Pure."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Sequence
from dataclasses import replace

from storagelab.shares.charts.chart import OfferedChart

MAX_DEFAULTS = 6
#: Kinds in the order of a page. The first of them that a subject has is its first chart.
_ORDER = (
    "report-matrix",
    "report-lines",
    "report-bars",
    "history",
    "write-share",
    "load-curve",
    "thread-queue",
    "queue-depth",
    "block-size",
    "load-steps",
    "address-space",
    "write-share-slice",
    "preconditioning",
    "overlay",
    "rounds",
    "factor-bars",
    "raid-scaling",
    "scaling-efficiency",
    "optimal-rebuild",
    "bars",
    "factor-map",
    "percentiles",
    "rank",
    "report-histogram",
)
#: More charts of these kinds repeat each other.
_MAX_OF_KIND = {
    "report-matrix": 2, "report-lines": 2, "report-bars": 1, "history": 1, "thread-queue": 1, "queue-depth": 2,
    "overlay": 1, "bars": 4, "factor-map": 1,
}  # fmt: skip
_MAX_OF_OTHER_KIND = 2
_SWEEPS = frozenset({"write-share", "load-curve", "queue-depth"})
#: Kinds that show the same as one of these in another way.
_INSTEAD = {
    "thread-queue": frozenset({"write-share", "load-curve"}),
    "load-steps": _SWEEPS | {"thread-queue"},
    "write-share-slice": frozenset({"write-share"}),
    "overlay": frozenset({"preconditioning"}),
    "report-histogram": frozenset({"percentiles"}),
}


def choose_defaults(charts: Sequence[OfferedChart]) -> list[OfferedChart]:
    """Return the charts with the default ones first, in the order of their page, and no others as default.

    A chart that is offered as no default stays none. The order of charts of one kind stays.
    """
    kinds = {chart.kind for chart in charts if chart.default}
    eligible = [chart for chart in charts if chart.default and chart.kind in _ORDER and not _is_shown(chart, kinds)]
    counted: Counter[str] = Counter()
    chosen: list[OfferedChart] = []
    for chart in sorted(eligible, key=lambda item: _ORDER.index(item.kind)):
        counted[chart.kind] += 1
        if counted[chart.kind] <= _MAX_OF_KIND.get(chart.kind, _MAX_OF_OTHER_KIND) and len(chosen) < MAX_DEFAULTS:
            chosen.append(chart)
    keys = {chart.key for chart in chosen}
    return [*chosen, *(replace(chart, default=False) for chart in charts if chart.key not in keys)]


def _is_shown(chart: OfferedChart, kinds: Collection[str]) -> bool:
    return not _INSTEAD.get(chart.kind, frozenset()).isdisjoint(kinds)
