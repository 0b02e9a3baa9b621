"""Tests of sweep curves of a campaign: in one chart or one for each state, with missing curves named."""

from __future__ import annotations

from typing import Any

from tests.unit.shares.campaigns import JBOD, RAID5, RAID6, figures_of, line_of, lines_of

from storagelab.shares.campaign_lines import Lines
from storagelab.shares.freezing.campaign_curves import MAX_CURVES, build_panels, find_curves, format_caption

STATES = ("optimal", "degraded", "rebuilding")


def _figures(row: int, state: str) -> dict[str, Any]:
    """Return one repeat of a cell, of a run that belongs to no other cell."""
    figures = figures_of([100.0], state=state)
    number = f"r-{10 * row + STATES.index(state) + 1}"
    return figures | {"run_numbers": [number], "repeats": [figures["repeats"][0] | {"run_number": number}]}


def _campaign(count: int, *, states: tuple[str, ...] = STATES) -> Lines:
    lines = [line_of(row, f"Array {row}", *(_figures(row, state) for state in states)) for row in range(count)]
    return lines_of(*lines, states=states)


def test_few_curves_share_one_chart_with_state_names() -> None:
    lines = _campaign(2)
    curves, missing = find_curves(lines, "write")
    (panel,) = build_panels(lines, curves)

    assert missing == []
    assert list(panel.names.values()) == [
        "Array 0", "Array 0, degraded", "Array 0, rebuilding", "Array 1", "Array 1, degraded", "Array 1, rebuilding",
    ]  # fmt: skip
    assert list(panel.orders.values()) == [0, 1, 2, 3, 4, 5]
    assert panel.state is None


def test_many_curves_get_uniform_charts_per_state() -> None:
    lines = _campaign(3)
    curves, _ = find_curves(lines, "write")
    panels = build_panels(lines, curves)

    assert [panel.state for panel in panels] == list(STATES)
    assert {tuple(panel.names.values()) for panel in panels} == {("Array 0", "Array 1", "Array 2")}
    assert {tuple(panel.orders.values()) for panel in panels} == {(0, 1, 2)}
    assert sorted(number for panel in panels for number in panel.names) == sorted(curves.values())
    assert panels[1].format_full_name("r-2") == "Array 0, degraded"


def test_excess_configurations_are_split_across_charts() -> None:
    lines = _campaign(12, states=("optimal",))
    curves, _ = find_curves(lines, "write")
    panels = build_panels(lines, curves)

    assert [len(panel.names) for panel in panels] == [MAX_CURVES, 4]
    assert [order for panel in panels for order in panel.orders.values()] == list(range(12))


def test_only_possible_missing_curves_are_named() -> None:
    curves, missing = find_curves(lines_of(JBOD, RAID5, RAID6), "write")

    assert set(curves.values()) == {"r-1"}
    assert missing == ["RAID 6", "RAID 6, rebuilding"]
    caption = format_caption(None, missing, count=3, place=1, charts=1)
    assert caption.endswith("2 are without a curve: RAID 6; RAID 6, rebuilding.")
    assert "too many" not in caption


def test_caption_counts_charts_and_truncates_names() -> None:
    caption = format_caption("degraded", [f"Array {row}" for row in range(8)], count=12, place=2, charts=3)

    assert "arrays degraded" in caption
    assert "There are 12 curves" in caption
    assert "chart 2 of 3" in caption
    assert caption.endswith("8 are without a curve: Array 0; Array 1; Array 2; Array 3; Array 4; Array 5; and 2 more.")


def test_campaign_without_measurements_has_no_chart() -> None:
    lines = lines_of(RAID6)
    curves, missing = find_curves(lines, "write")
    assert (build_panels(lines, curves), missing) == ([], ["RAID 6", "RAID 6, rebuilding"])
