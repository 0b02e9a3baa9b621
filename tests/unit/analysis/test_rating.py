"""Ratings by geometric means."""

from __future__ import annotations

import math

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from storagelab.analysis.rating import rate
from storagelab.domain.metrics import Better

METRICS: dict[str, Better] = {"iops": "higher", "latency": "lower"}

systems_of_two = st.dictionaries(
    st.sampled_from("ABCDE"),
    st.fixed_dictionaries({name: st.floats(min_value=1e-3, max_value=1e6) for name in METRICS}),
    min_size=2,
)


def test_twice_as_good_in_both_is_200() -> None:
    got = rate(METRICS, {"A": {"iops": 10, "latency": 4}, "B": {"iops": 20, "latency": 2}}, reference="A")
    assert got.rating == {"A": 100, "B": pytest.approx(200)}
    assert got.rank == {"A": 2, "B": 1}
    assert got.ratios["B"] == {"iops": pytest.approx(2), "latency": pytest.approx(2)}


def test_metric_missing_in_one_system_is_dropped() -> None:
    for useless in (None, 0.0, -1.0, math.nan, math.inf):
        got = rate(METRICS, {"A": {"iops": 10, "latency": 4}, "B": {"iops": 20, "latency": useless}}, reference="A")
        assert (got.common_metrics, got.dropped_metrics) == (("iops",), ("latency",))
        assert got.rating["B"] == pytest.approx(200)
    assert rate(METRICS, {"A": {"iops": 10}}, reference="A").dropped_metrics == ("latency",)


def test_weights_count_and_default_to_one() -> None:
    systems = {"A": {"iops": 1.0, "latency": 1.0}, "B": {"iops": 16.0, "latency": 1.0}}
    assert rate(METRICS, systems, reference="A", weights={"iops": 3.0}).rating["B"] == pytest.approx(800)
    assert rate(METRICS, systems, reference="A", weights={"iops": 0.0}).rating["B"] == pytest.approx(100)


def test_systems_without_a_common_metric_have_no_rating() -> None:
    for got in (
        rate(METRICS, {"A": {"iops": 1}, "B": {"latency": 1}}, reference="A"),
        rate(METRICS, {"A": {"iops": 1}, "B": {"iops": 1}}, reference="A", weights={"iops": 0.0}),
        rate({}, {"A": {}, "B": {}}, reference="A"),
    ):
        assert got.rating == {"A": None, "B": None}
        assert got.rank == {"A": None, "B": None}


def test_ties_share_the_better_rank() -> None:
    systems = {name: {"iops": value} for name, value in {"A": 2.0, "B": 3.0, "C": 3.0, "D": 1.0}.items()}
    assert rate({"iops": "higher"}, systems, reference="A").rank == {"A": 3, "B": 1, "C": 1, "D": 4}


def test_ratio_beyond_float_range_is_infinite() -> None:
    got = rate({"iops": "higher"}, {"A": {"iops": 1e-300}, "B": {"iops": 1e300}}, reference="A")
    assert got.rating["B"] == math.inf


def test_unknown_references_and_odd_weights_are_refused() -> None:
    with pytest.raises(ValueError, match="none of the systems"):
        rate(METRICS, {"A": {}}, reference="B")
    for weight in (-1.0, math.nan, math.inf):
        with pytest.raises(ValueError, match="weight"):
            rate(METRICS, {"A": {}}, reference="A", weights={"iops": weight})


@given(systems_of_two)
@settings(derandomize=True)
def test_ranking_is_independent_of_the_reference(systems: dict[str, dict[str, float]]) -> None:
    rankings = [rate(METRICS, systems, reference=name).rank for name in systems]
    assert all(ranking == rankings[0] for ranking in rankings)


@given(systems_of_two, st.floats(min_value=1e-3, max_value=1e3))
@settings(derandomize=True)
def test_rating_is_independent_of_the_unit(systems: dict[str, dict[str, float]], factor: float) -> None:
    reference = next(iter(systems))
    scaled = {name: {**values, "latency": values["latency"] * factor} for name, values in systems.items()}
    before, after = rate(METRICS, systems, reference=reference), rate(METRICS, scaled, reference=reference)
    assert after.rating == pytest.approx(before.rating, rel=1e-9)
