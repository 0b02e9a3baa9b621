"""Scaling efficiency, marginal gain and the ceiling."""

from __future__ import annotations

import pytest

from storagelab.analysis.scaling import Scaling, judge_scaling


def test_flat_after_eight_drives() -> None:
    got = judge_scaling([1, 2, 4, 8, 12], [50, 100, 200, 400, 400])
    assert got.efficiency == pytest.approx((1, 1, 1, 1, 2 / 3))
    assert got.marginal_gain == (None, 1, 1, 1, 0)
    assert (got.ceiling_count, got.ceiling) == (8, 400)


def test_late_recovery_moves_the_ceiling_behind_it() -> None:
    got = judge_scaling([1, 2, 4, 8, 16], [100, 110, 220, 230, 235])
    assert (got.ceiling_count, got.ceiling) == (4, 235)


def test_gain_of_a_quarter_counts_as_growth() -> None:
    assert judge_scaling([1, 2], [100, 125]).ceiling_count is None
    assert judge_scaling([1, 2], [100, 124.9]).ceiling_count == 1


def test_one_point_and_none_have_no_ceiling() -> None:
    assert judge_scaling([4], [100]) == Scaling((1.0,), (None,), None, None)
    assert judge_scaling([], []) == Scaling((), (), None, None)


def test_points_may_be_unordered_or_unknown() -> None:
    got = judge_scaling([8, 1, None, 2, 4], [210, 100, 7, 200, None])
    assert got.efficiency == (pytest.approx(0.2625), 1, None, 1, None)
    assert got.marginal_gain == (pytest.approx(0.05 / 3), None, None, 1, None)
    assert (got.ceiling_count, got.ceiling) == (2, 210)


def test_unknown_efficiency_gives_no_ceiling() -> None:
    assert judge_scaling([1, 2, 2], [100, 200, 200]).ceiling_count is None
    got = judge_scaling([1, 2], [0, 100])
    assert (got.efficiency, got.marginal_gain, got.ceiling_count) == ((None, None), (None, None), None)


@pytest.mark.parametrize(("counts", "values"), [([0, 1], [1, 2]), ([-1, 1], [1, 2]), ([1, 2], [1, -2]), ([1], [])])
def test_invalid_scaling_is_refused(counts: list[float], values: list[float]) -> None:
    with pytest.raises(ValueError, match=r"counts are positive|do not fit"):
        judge_scaling(counts, values)
