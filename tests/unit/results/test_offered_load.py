"""Requested against achieved load: the notes on a point of a load curve."""

from __future__ import annotations

import pytest

from storagelab.results.offered_load import load_badges


@pytest.mark.parametrize(
    ("percent", "requested", "achieved", "codes"),
    [
        (80.0, 1000.0, 1000.0, []),
        (80.0, 1000.0, 980.0, []),
        (80.0, 1000.0, 979.0, ["off_rate"]),
        (80.0, 1000.0, 1021.0, ["off_rate"]),
        (100.0, 1000.0, 0.0, ["off_rate"]),
        (110.0, 1000.0, 700.0, ["requested"]),
        (110.0, 1000.0, 1000.0, ["requested"]),
        (None, 1000.0, 500.0, []),
        (80.0, None, 500.0, []),
        (80.0, 1000.0, None, []),
    ],
)
def test_point_off_its_requested_load_is_marked(
    percent: float | None, requested: float | None, achieved: float | None, codes: list[str]
) -> None:
    assert [badge["code"] for badge in load_badges(percent, requested, achieved)] == codes


def test_the_figures_are_in_the_badge() -> None:
    (off,) = load_badges(80.0, 12_300.0, 11_000.0)
    assert off["detail"].startswith("12,300 IOPS were requested, 80 % of the maximum, and 11,000 achieved, more than")
    (beyond,) = load_badges(120.0, 12_300.0, 11_000.0)
    assert beyond["level"] == "info"
