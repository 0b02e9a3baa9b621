"""Tests of the charts that a share has by default."""

from __future__ import annotations

import pytest

from storagelab.shares.charts.chart import OfferedChart
from storagelab.shares.charts.defaults import MAX_DEFAULTS, choose_defaults


def offered(*keys: str) -> list[OfferedChart]:
    """Return charts of the kinds before the colons; a key with `!` is no default."""
    return [
        OfferedChart(key, key.rstrip("!").partition(":")[0], "", "", dict, ("r-1",), default=not key.endswith("!"))
        for key in keys
    ]


@pytest.mark.parametrize(
    ("keys", "expected"),
    [
        pytest.param(
            ("preconditioning", "rounds", "queue-depth", "write-share", "write-share-slice", "load-steps"),
            ("write-share", "queue-depth", "preconditioning", "rounds"),
            id="a database profile begins with its shares of writes",
        ),
        pytest.param(
            ("preconditioning", "rounds", "bars!", "percentiles", "telemetry!"),
            ("preconditioning", "rounds", "percentiles"),
            id="a preconditioning begins with its curve",
        ),
        pytest.param(
            ("preconditioning", "percentiles", "report-lines:1", "report-lines:2", "report-lines:3", "report-matrix"),
            ("report-matrix", "report-lines:1", "report-lines:2", "preconditioning", "percentiles"),
            id="a SNIA test begins with its plots",
        ),
        pytest.param(
            ("preconditioning", "block-size"),
            ("block-size", "preconditioning"),
            id="a sweep of block sizes comes first",
        ),
        pytest.param(("bars:iops", "bars:latency"), ("bars:iops", "bars:latency"), id="bars by metric"),
        pytest.param(("thread-queue", "load-steps"), ("thread-queue",), id="steps show what the map shows"),
        pytest.param(
            ("preconditioning", "queue-depth", "thread-queue:1", "thread-queue:2"),
            ("thread-queue:1", "queue-depth", "preconditioning"),
            id="threads by depth begin with their map",
        ),
        pytest.param(
            ("queue-depth", "overlay", "history:1", "history:2!"),
            ("history:1", "queue-depth", "overlay"),
            id="runs of one configuration begin with their history",
        ),
        pytest.param(("bars", "factor-map:1", "factor-map:2"), ("bars", "factor-map:1"), id="bars before their table"),
        pytest.param((), (), id="nothing"),
    ],
)
def test_first_default_is_the_chart_of_the_sweep(keys: tuple[str, ...], expected: tuple[str, ...]) -> None:
    chosen = choose_defaults(offered(*keys))
    assert tuple(chart.key for chart in chosen if chart.default) == expected
    assert {chart.key for chart in chosen} == set(keys)


def test_defaults_are_few_and_come_first() -> None:
    kinds = ("bars", "queue-depth", "percentiles", "block-size", "preconditioning", "rounds", "load-curve")
    chosen = choose_defaults(offered("telemetry", *(f"{kind}:{number}" for kind in kinds for number in range(9))))
    flags = [chart.default for chart in chosen]
    assert flags == [True] * MAX_DEFAULTS + [False] * (len(flags) - MAX_DEFAULTS)
