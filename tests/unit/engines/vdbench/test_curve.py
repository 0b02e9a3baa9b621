"""Points of a curve as Vdbench sets them."""

from __future__ import annotations

import pytest
from tests.unit.engines.vdbench.recorded import CURVE

from storagelab.domain.workload import BlockSize, Workload
from storagelab.engines.vdbench import cannot_express
from storagelab.engines.vdbench.curve import CURVE_PERCENTS, at_rate, curve_rate
from storagelab.engines.vdbench.flatfile import read_flatfile


@pytest.mark.parametrize(
    ("max_iops", "percent", "rate"),
    [
        (43_629.7, 100, 43_700),
        (43_629.7, 10, 4400),
        (24_485.0, 120, 29_400),
        (10_000.0, 10, 1000),
        (10_010.9, 10, 1100),
        (9_999.0, 10, 1000),
        (900.0, 50, 450),
        (901.0, 50, 450),
        (910.0, 50, 460),
        (5.0, 10, 10),
    ],
)
def test_a_rate_is_rounded_up(max_iops: float, percent: int, rate: int) -> None:
    assert curve_rate(max_iops, percent) == rate


def test_the_rates_are_those_that_vdbench_asked_itself_for() -> None:
    first, *points = read_flatfile((CURVE / "flatfile.html").read_text()).runs
    assert first.average is not None
    asked = [point.average["reqrate"] for point in points if point.average is not None]
    assert asked == [curve_rate(first.average["rate"], percent) for percent in range(10, 101, 10)]


@pytest.mark.parametrize(("max_iops", "percent"), [(0.0, 10), (-5.0, 10), (1000.0, 0)])
def test_no_load_is_no_point(max_iops: float, percent: int) -> None:
    with pytest.raises(ValueError, match="is no rate"):
        curve_rate(max_iops, percent)


def test_points_keep_the_workload() -> None:
    workload = Workload((BlockSize(4096),), read_percent=70, random_percent=100, threads=64)
    points = [at_rate(workload, curve_rate(250_000, percent)) for percent in CURVE_PERCENTS]
    assert [point.offered_iops for point in points][-1] == 300_000
    assert {point.arrival for point in points} == {"poisson"}
    assert {point.outstanding_ios for point in points} == {64}
    assert [cannot_express(point) for point in points] == [[]] * len(points)
