"""Tests of the spreadsheet charts drawn from the table of a chart."""

from __future__ import annotations

import pytest

from storagelab.shares.charts.registry import CHARTS
from storagelab.shares.page.model import PageCell, PageColumn, PageTable
from storagelab.shares.printing.chart_plans import find_curve_ranges, plan_panels


def table(columns: list[tuple[str, str | None]], *rows: tuple[object, ...]) -> PageTable:
    heads = tuple(PageColumn(title, unit) for title, unit in columns)  # type: ignore[arg-type]
    return PageTable(heads, tuple(tuple(PageCell(value) for value in row) for row in rows))  # type: ignore[arg-type]


def test_each_unit_gets_one_panel_without_range_edges() -> None:
    readings = table(
        [("Elapsed", "s"), ("IOPS", "1/s"), ("IOPS, lowest", "1/s"), ("Mean latency", "ns")],
        (1, 5.0, 4.0, 7.0),
        (2, 6.0, 5.0, None),
    )
    panels = plan_panels("preconditioning", readings)
    assert [(panel.over, panel.values, panel.unit) for panel in panels] == [((0,), (1,), "1/s"), ((0,), (3,), "ns")]


def test_settings_beside_figures_are_not_drawn() -> None:
    sweep = table(
        [("Configuration", None), ("Outstanding I/O", None), ("Threads", None), ("IOPS", "1/s")],
        ("RAID 0", 1, 1, 5.0),
        ("RAID 0", 2, 2, 6.0),
    )
    (panel,) = plan_panels("queue-depth", sweep)
    assert (panel.over, panel.values, panel.plan.log_x) == ((1,), (3,), 2)


@pytest.mark.parametrize("kind", ["queue-depth", "percentiles", "one of later", "bars"])
def test_table_of_other_columns_gets_default_plot(kind: str) -> None:
    words = table([("Level", None), ("State", None), ("IOPS", "1/s")], ("RAID 0", "new", 5.0), ("RAID 5", "new", 6.0))
    (panel,) = plan_panels(kind, words)
    assert (panel.plan.style, panel.over, panel.values) == ("columns", (0, 1), (2,))
    numbers = table([("Place", "bytes"), ("Throughput", "bytes/s")], (0, 5.0), (10, 6.0))
    (panel,) = plan_panels(kind, numbers)
    assert (panel.plan.style, panel.over, panel.values) == ("lines", (0,), (1,))


def test_table_without_figures_has_no_panels() -> None:
    for kind in (*(chart.kind for chart in CHARTS), "unknown"):
        assert plan_panels(kind, table([("Run", None), ("IOPS", "1/s")])) == []
        assert plan_panels(kind, table([("Run", None), ("IOPS", "1/s")], ("r-1", None))) == []


@pytest.mark.parametrize("title", ["Write share", "Share of writes"])
def test_surface_of_any_document_has_a_curve_for_each_load(title: str) -> None:
    surface = table(
        [(title, "percent"), ("Outstanding I/O", None), ("IOPS", "1/s")], (0, "1", 5.0), (100, "1", 4.0), (0, "8", 9.0)
    )
    (panel,) = plan_panels("write-share", surface)
    assert (panel.over, panel.plan.by, panel.values) == ((0,), "Outstanding I/O", (2,))


@pytest.mark.parametrize("title", ["Configuration", "Run"])
def test_depths_have_a_curve_for_each_configuration_or_run(title: str) -> None:
    depths = table(
        [(title, None), ("Outstanding I/O", None), ("IOPS", "1/s")],
        ("RAID 5", 1, 5.0),
        ("RAID 5", 8, 9.0),
        ("JBOD", 1, 4.0),
    )
    (panel,) = plan_panels("queue-depth", depths)
    assert (panel.over, panel.plan.by, panel.plan.style) == ((1,), "Configuration", "lines")


def test_curves_are_runs_of_equal_names() -> None:
    assert find_curve_ranges(["a", "a", "b", "c", "c"]) == [(0, 1), (2, 2), (3, 4)]
    assert find_curve_ranges([]) == []
