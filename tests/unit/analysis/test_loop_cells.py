"""The results of cells over the rounds that count."""

from __future__ import annotations

import pytest

from storagelab.analysis.loop_cells import merge_rounds

FIGURES = ("iops", "latency_mean_ns", "latency_min_ns", "latency_max_ns", "latency_n", "latency_p99_ns")


def row(round_: int, *values: float | None) -> dict[str, object]:
    return {"round": round_, "name": "4K", **dict(zip(FIGURES, values, strict=True))}


def test_rates_are_averaged_and_percentiles_never_are() -> None:
    merged = merge_rounds([row(3, 100, 10, 5, 50, 1000, 40), row(4, 200, 20, 4, 90, 2000, 60)], figures=FIGURES)
    assert merged == row(4, 150, 15, 4, 90, 3000, None)


def test_missing_figure_is_not_averaged_as_zero() -> None:
    merged = merge_rounds([row(1, 100, None, None, None, None, None), row(2, *[None] * 6)], figures=FIGURES)
    assert merged == row(2, 100, *[None] * 5)


def test_a_cell_has_rounds() -> None:
    with pytest.raises(ValueError, match="no round"):
        merge_rounds([], figures=FIGURES)
