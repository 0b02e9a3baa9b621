"""The results of loop points over the rounds that count."""

from __future__ import annotations

import pytest

from storagelab.analysis.loop_cells import merge_rounds

FIGURES = ("iops", "latency_mean_ns", "latency_min_ns", "latency_max_ns", "latency_stddev_ns", "latency_p99_ns")


def build_figures(*values: float | None) -> dict[str, float | None]:
    return dict(zip(FIGURES, values, strict=True))


def test_rates_are_averaged_and_percentiles_never_are() -> None:
    rounds = [build_figures(100, 10, 5, 50, 7, 40), build_figures(200, 20, 4, 90, 9, 60)]
    assert merge_rounds(rounds) == build_figures(150, 15, 4, 90, None, None)


def test_missing_figure_is_not_averaged_as_zero() -> None:
    rounds = [build_figures(100, None, None, None, None, None), build_figures(*[None] * 6)]
    assert merge_rounds(rounds) == build_figures(100, *[None] * 5)


def test_loop_point_without_rounds_is_refused() -> None:
    with pytest.raises(ValueError, match="no round"):
        merge_rounds([])
