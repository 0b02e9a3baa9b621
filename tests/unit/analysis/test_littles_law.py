"""IOPS times latency against the configured queue."""

from __future__ import annotations

import pytest

from storagelab.analysis.littles_law import check


def test_the_check_agrees_with_the_reference_cases(vectors) -> None:
    for case in vectors("latency_aggregation")["littles_law"]:
        got = check(case["iops"], case["mean_latency_ms"] * 1e6, case["configured_oio"])
        assert got.oio == pytest.approx(case["expected"]["oio"], rel=1e-9)
        assert got.ratio == pytest.approx(case["expected"]["ratio"], rel=1e-9)
        assert got.consistent is case["expected"]["consistent"]


@pytest.mark.parametrize(
    ("latency_ns", "consistent"), [(949_999, False), (950_000, True), (1_050_000, True), (1_050_001, False)]
)
def test_five_percent_either_way_is_consistent(latency_ns: int, consistent: bool) -> None:
    assert check(1000, latency_ns, 1).consistent is consistent


def test_zero_queue_depth_is_refused() -> None:
    with pytest.raises(ValueError, match="at least 1 is needed"):
        check(1000, 1, 0)
