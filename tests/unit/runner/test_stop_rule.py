"""The stop rule against the reference vectors, and rounds from cumulative counts."""

import json
from pathlib import Path

import pytest

from storagelab_runner.stop_rule import Count, find_steady_round, is_steady, round_values

VECTORS = Path(__file__).parents[3].parent / "shared" / "vectors" / "steady_state.json"


def _number(value):
    return float(value) if isinstance(value, str) else value


def _cases():
    return json.loads(VECTORS.read_text())["cases"] if VECTORS.exists() else []


@pytest.mark.skipif(not VECTORS.exists(), reason="the reference vectors are not beside the checkout")
def test_verdicts_match_every_reference_window():
    windows = 0
    for case in _cases():
        params, values = case["params"], [_number(value) for value in case["values"]]
        limits = (params["window"], params["range_limit"], params["slope_limit"])
        for window in case["expected"]["windows"]:
            windows += 1
            verdict = is_steady(values[: window["end_round"]], *limits)
            assert verdict == window["steady"], (case["id"], window["end_round"])
    assert windows > 500


@pytest.mark.skipif(not VECTORS.exists(), reason="the reference vectors are not beside the checkout")
def test_the_first_steady_round_of_the_vectors():
    for case in _cases():
        params = case["params"]
        values = [_number(value) for value in case["values"]][: params["max_rounds"]]
        steady_round = find_steady_round(values, params["window"], params["range_limit"], params["slope_limit"])
        assert steady_round == case["expected"]["first_steady_round"], case["id"]


@pytest.mark.parametrize(
    "values",
    [
        [100.0] * 4,
        [0.0] * 5,
        [100, 100, None, 100, 100],
        [100, 100, float("nan"), 100, 100],
        [100, 100, float("inf"), 100, 100],
        [100, 100, -100, 100, 100],
    ],
)
def test_windows_that_are_never_steady(values):
    assert not is_steady(values)


def test_deviation_is_steady_only_within_the_range():
    assert is_steady([100, 100, 118, 100, 100])
    assert not is_steady([100, 100, 130, 100, 100])


def test_slope_is_judged_by_its_window_excursion():
    assert is_steady([98, 99, 100, 101, 102])
    assert not is_steady([94, 97, 100, 103, 106.1])


def test_rates_are_interpolated_at_round_borders():
    counts = [Count(900, 900), Count(1900, 2900), Count(2900, 2900)]
    # 900 + 0.1 * 2000 at 1 s, and nothing is completed after 1.9 s.
    assert round_values(counts, 1) == pytest.approx([1100, 1800])


def test_round_without_observed_end_is_incomplete():
    assert round_values([Count(1980, 100)], 2) == pytest.approx([100 * 1000 / 1980])
    assert round_values([Count(1900, 100)], 2) == []
    assert round_values([], 2) == []


def test_stall_yields_rounds_of_zero():
    assert round_values([Count(1000, 500), Count(4000, 500)], 1) == pytest.approx([500, 0, 0, 0])


def test_round_throughput_and_latency_follow_from_counts():
    counts = [Count(1000, 100, 409_600, 1e9), Count(2000, 300, 1_228_800, 5e9), Count(3000, 300, 1_228_800, 5e9)]
    assert round_values(counts, 1, "bytes_per_s") == pytest.approx([409_600, 819_200, 0])
    # Nothing completed in the last second, so nothing is known of its response times.
    assert round_values(counts, 1, "latency") == [1e7, 2e7, None]
    assert round_values([Count(500, 100, 800, 2e9), Count(1500, 300, 1600, 6e9)], 1, "latency") == [2e7]


def test_unreported_value_is_missing():
    counts = [Count(1000, 100), Count(2000, 200)]
    assert round_values(counts, 1, "bytes_per_s") == [None, None]
    assert round_values(counts, 1, "latency") == [None, None]
    assert round_values(counts, 1) == [100, 100]
