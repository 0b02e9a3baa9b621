"""Charts that the front end computes from measurements, frozen as its functions return them.

The functions run in the V8 that draws (`shares.pictures`): a share shows what the page does, and nothing has a second
rule.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from functools import partial
from typing import Any

from storagelab.db.models import Configuration
from storagelab.domain.link_limit import find_link_limit
from storagelab.shares.freezing.subject import OfferedChart
from storagelab.shares.pictures import offer_charts

#: Mark of a chart over depths for its lower panel. Data frozen without it are drawn with the mean latency.
DEPTH_LATENCY = {"latencyMetric": "lat_p99"}
#: A figure alone was not varied, and is no line between others.
_MIN_ROWS = 2
#: Charts from measurements, each with its caption.
CAPTIONS = {
    "queue-depth": "IOPS and latency over outstanding I/O, a curve for each workload.",
    "write-share": "A cell for each share of writes and each load that were measured together.",
    "write-share-slice": "One cut through shares of writes and loads.",
    "thread-queue": "A cell for each number of threads and each queue depth that were measured together.",
    "block-size": "Small requests as IOPS, large ones as throughput.",
    "load-steps": "A step for each number of threads and queue depth, or of streams.",
    "address-space": "A point for each part of the target that was read or written, at its beginning.",
    "parallel": "A line for each run across its figures under one workload; better is higher on every axis.",
}


def list_measured_charts(
    columns: Mapping[str, Sequence[Any]],
    chosen: Sequence[Mapping[str, Any]],
    *,
    metric: str,
    numbers: tuple[str, ...],
    baseline: str | None = None,
    without: Collection[str] = (),
    default: bool,
) -> list[OfferedChart]:
    """Return the charts that the columns of `GET /measurements` fill, without the kinds in `without`.

    `chosen` has the name and look of each run, `numbers` the runs of the figures. Raises ChartImagesUnavailable.
    """
    if len(columns["run_number"]) < _MIN_ROWS:
        return []
    offered = offer_charts(columns, chosen, metric=metric, baseline=baseline)
    return [
        OfferedChart(
            chart["key"], chart["chart"], chart["title"],
            " ".join(filter(None, (CAPTIONS[chart["chart"]], chart["note"]))),
            partial(dict, chart["data"]), numbers, default=default and chart["chart"] != "parallel",
            settings={"metric": metric, **chart["settings"]},
        )
        for chart in offered
        if chart["chart"] not in without
    ]  # fmt: skip


def find_chart_link_limit(configuration: Configuration | None) -> dict[str, Any] | None:
    """Return the limit of the links of a configuration as charts read it; None where it is unknown."""
    limit = find_link_limit(configuration.snapshot) if configuration is not None else None
    return {"bytes_per_s": limit.bytes_per_s, "words": limit.words} if limit is not None else None
