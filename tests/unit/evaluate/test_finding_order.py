"""Order of findings on a page."""

from __future__ import annotations

from storagelab.evaluate.finding_order import FindingOrderKey, order_findings


def _build_key(gain: float, entry: int, *, is_alike: bool = True) -> FindingOrderKey:
    return FindingOrderKey(gain, True, True, entry, "4K random write", "iops", is_alike=is_alike)


def test_rebuilding_array_does_not_lead_against_a_whole_one() -> None:
    items = [
        (_build_key(0.07, 3, is_alike=False), "rebuilding"),
        (_build_key(3.3, 1), "win"),
        (_build_key(0.25, 2), "loss"),
    ]
    assert order_findings(items) == ["win", "loss", "rebuilding"]


def test_rebuilding_arrays_lead_where_nothing_else_is_compared() -> None:
    items = [(_build_key(0.5, 1, is_alike=False), "half"), (_build_key(0.07, 2, is_alike=False), "less")]
    assert order_findings(items) == ["less", "half"]
