"""Knee, saturation, peak and retrograde curves."""

from __future__ import annotations

import math

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from storagelab.analysis.knee import Knee, Saturation, find_knee, find_saturation

DEPTHS = [1, 2, 4, 8, 16, 32, 64]
CORNER = [1000, 2000, 4000, 8000, 8000, 8000, 8000]

curves = st.lists(st.floats(min_value=1, max_value=1e6), min_size=4, max_size=12)


def test_corner_is_the_knee_on_both_axis_scales() -> None:
    assert find_knee(DEPTHS, CORNER, x_scale="log2") == Knee(pytest.approx(0.5), 3)
    assert find_knee(DEPTHS, CORNER, x_scale="linear") == Knee(pytest.approx(1 - 7 / 63), 3)


def test_the_axis_decides_about_a_gradual_curve() -> None:
    depths = [2**power for power in range(9)]
    gradual = [depth / (depth + 20) for depth in depths]
    assert find_knee(depths, gradual, x_scale="log2").index is None
    assert find_knee(depths, gradual, x_scale="linear").index == 6


@pytest.mark.parametrize(
    ("x", "y"),
    [
        ([], []),
        ([1], [5]),
        ([1, 2, 4], [1, 2, 2.1]),
        ([1, 2, 4, 8], [5, 5, 5, 5]),
        ([4, 4, 4, 4], [1, 2, 3, 4]),
        ([1, 2, 4, 8], [0, 0, 0, 0]),
        ([None, 2, 4, 8], [1, 2, 2.1, 2.2]),
    ],
)
def test_too_few_or_flat_points_have_no_knee(x: list[float | None], y: list[float | None]) -> None:
    assert find_knee(x, y) == Knee(0.0, None)


def test_a_line_has_no_knee() -> None:
    knee = find_knee([1, 2, 4, 8, 12], [10, 20, 40, 80, 120], x_scale="linear")
    assert knee.index is None
    assert knee.difference_max == pytest.approx(0, abs=1e-12)


def test_last_point_is_not_a_knee() -> None:
    # The first and the last point of the load are never inner points, however far from the chord they are.
    assert find_knee([1, 2, 3, 4], [10, 1, 1, 1], x_scale="linear").index is None


def test_difference_equal_to_threshold_is_not_a_knee() -> None:
    # The largest difference of these four points is 1/3, as large as the threshold.
    assert find_knee([0, 1, 2, 3], [0, 2, 3, 3], x_scale="linear") == Knee(pytest.approx(1 / 3), None)
    assert find_knee([0, 1, 2, 3], [0, 2.001, 3, 3], x_scale="linear").index == 1


def test_point_order_and_duplicates_do_not_matter() -> None:
    order = [5, 0, 3, 6, 1, 4, 2]
    x, y = [DEPTHS[place] for place in order], [CORNER[place] for place in order]
    assert find_knee(x, y).index == order.index(3)
    assert find_saturation(x, y) == Saturation(order.index(3), order.index(3), retrograde=False)
    assert find_knee([*DEPTHS, 8], [*CORNER, 7900]).index == 3


def test_unknown_points_are_ignored_and_keep_their_index() -> None:
    x = [1, None, 2, 4, 8, 16, 32, 64]
    y = [1000, 9e9, 2000, 4000, 8000, math.nan, 8000, 8000]
    assert find_knee(x, y).index == 4
    assert find_saturation(x, y) == Saturation(4, 4, retrograde=False)


def test_convex_knee_is_found_despite_bending_back() -> None:
    iops = [1000, 2000, 3000, 4000, 5000, 5100, 4900]
    latency = [1.0, 1.05, 1.1, 1.2, 1.5, 6.0, 9.0]
    assert find_knee(iops, latency, x_scale="linear", shape="convex").index == 4


def test_saturation_and_decline() -> None:
    assert find_saturation([1, 2, 4, 8], [50, 95, 100, 94]) == Saturation(1, 2, retrograde=True)
    assert find_saturation([1, 2, 4, 8], [50, 94, 100, 95]) == Saturation(2, 2, retrograde=False)
    assert find_saturation([1, 2], [0, 0]) == Saturation(0, 0, retrograde=False)
    assert find_saturation([], []) == Saturation(None, None, None)


@pytest.mark.parametrize(("x", "y"), [([1, 2], [1]), ([-1, 2], [1, 2]), ([1, 2], [1, -2])])
def test_invalid_curve_is_refused(x: list[float], y: list[float]) -> None:
    with pytest.raises(ValueError, match=r"do not fit|is negative"):
        find_saturation(x, y)


def test_zero_depth_is_refused_on_a_logarithmic_axis() -> None:
    with pytest.raises(ValueError, match="logarithmic"):
        find_knee([0, 1, 2, 4], [1, 2, 3, 4])


@given(curves, st.floats(min_value=1e-6, max_value=1e6))
@settings(derandomize=True)
def test_knee_is_independent_of_the_unit(y: list[float], factor: float) -> None:
    x = [float(place + 1) for place in range(len(y))]
    before = find_knee(x, y, x_scale="linear")
    after = find_knee(x, [value * factor for value in y], x_scale="linear")
    assert after.index == before.index
    assert after.difference_max == pytest.approx(before.difference_max, abs=1e-6)
