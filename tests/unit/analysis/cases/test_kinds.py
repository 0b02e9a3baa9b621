"""Cases that are not of their kind, and cases that cannot be computed."""

from __future__ import annotations

from typing import Any

import pytest

from storagelab.analysis.cases.kinds import compute_cases
from storagelab.errors import InvalidInput

KNEE = {"x": [1, 2, 4, 8], "y": [1, 2, 2, 2], "x_scale": "log2", "shape": "concave"}
PART = {"n": 2, "mean": 1.0, "stddev": 0.5, "min": 0.5, "max": 1.5}


@pytest.mark.parametrize(
    ("kind", "case", "path", "sentence"),
    [
        ("steady-state", {"id": "a"}, "[1].values", "Case 1 ('a'): values is missing."),
        ("steady-state", {"values": 3}, "[1].values", "Case 1: values has to be a list, not a number."),
        (
            "steady-state",
            {"values": [1, "2"]},
            "[1].values[1]",
            "Case 1: values[1] has to be a number, null, NaN, Infinity or -Infinity, not '2'.",
        ),
        ("steady-state", {"values": [], "params": []}, "[1].params", "Case 1: params has to be an object, not a list."),
        ("steady-state", 7, "[1].", "Case 1: it has to be an object, not a number."),
        ("latency", {"parts": [PART, {}]}, "[1].parts[1].n", "Case 1: parts[1].n is missing."),
        ("latency", {"parts": [None]}, "[1].parts[0]", "Case 1: parts[0] has to be an object, not null."),
        ("knee", {**KNEE, "shape": "odd"}, "[1].shape", "Case 1: shape has to be concave or convex, not 'odd'."),
        (
            "percentiles",
            {"components": [{"p99": 1}]},
            "[1].components[0].p99",
            "Case 1: 'components[0].p99' is not a bin: bins are named by whole nanoseconds.",
        ),
        ("z-score", {"history": [], "contender": 1, "higher_is_better": 1}, "[1].higher_is_better", "true or false"),
        ("rating", {"metrics": {"a": "up"}, "systems": {}, "reference": "A"}, "[1].metrics.a", "higher or lower"),
        ("rating", {"metrics": {}, "systems": {}, "reference": None}, "[1].reference", "a text, not null"),
        ("raid-model", {"level": "RAID7"}, "[1].level", "RAID0 or RAID1"),
        ("littles-law", {"iops": 1, "mean_latency_ms": 1, "configured_oio": "4"}, "[1].configured_oio", "not '4'"),
        ("bin-mapping", {"ns": True}, "[1].ns", "not true or false"),
    ],
)
def test_a_case_of_another_shape_is_named(kind: str, case: Any, path: str, sentence: str) -> None:
    good: dict[str, Any] = {
        "steady-state": {"values": []},
        "latency": {"parts": [PART]},
        "knee": KNEE,
        "percentiles": {"components": []},
        "z-score": {"history": [], "contender": 1, "higher_is_better": True},
        "rating": {"metrics": {}, "systems": {"A": {}}, "reference": "A"},
        "raid-model": {
            "level": "RAID5", "drives": 3, "write_fraction": 0, "drive_read_iops": 1, "drive_write_iops": 1,
        },
        "littles-law": {"iops": 1, "mean_latency_ms": 1, "configured_oio": 4},
        "bin-mapping": {"ns": 1},
    }[kind]  # fmt: skip
    with pytest.raises(InvalidInput) as refusal:
        compute_cases(kind, [good, case])
    assert refusal.value.path == path
    assert sentence in refusal.value.message


def test_unknown_kind_error_lists_the_available_kinds() -> None:
    with pytest.raises(InvalidInput, match="no kind of case 'median': the kinds are steady-state, latency"):
        compute_cases("median", [])


@pytest.mark.parametrize(
    ("kind", "case", "reason"),
    [
        ("steady-state", {"values": [1] * 6, "params": {"window": 1}}, "at least 2 are needed"),
        ("steady-state", {"values": [1] * 6, "params": {"window": 2.5}}, "params.window is not a whole number"),
        ("steady-state", {"values": [1] * 6, "params": {"range_limit": -1}}, "params.range_limit is negative"),
        ("latency", {"parts": [{**PART, "n": -1}]}, "parts[0].n is not a whole number"),
        ("latency", {"parts": [{**PART, "stddev": -1}]}, "parts[0].stddev is negative"),
        ("latency", {"parts": [{**PART, "mean": 1e300}, PART]}, "too large to compute with"),
        ("latency-difference", {"before": {"n": 5}, "after": {"n": 4}}, "the count fell from 5 to 4"),
        ("littles-law", {"iops": 1, "mean_latency_ms": 1, "configured_oio": 0}, "at least 1 is needed"),
        ("bin-mapping", {"ns": -1}, "ns is not a whole number"),
        ("knee", {**KNEE, "x": [0, 1, 2, 4]}, "no place on a logarithmic axis"),
        ("knee", {**KNEE, "y": [1]}, "do not fit"),
        ("usl", {"n": [1, 2], "throughput": [1, 2]}, "2 points are too few"),
        ("rating", {"metrics": {}, "systems": {}, "reference": "A"}, "none of the systems"),
        ("scaling", {"drives": [0], "iops": [1]}, "counts are positive"),
        ("raid-reference", {"optimal": -1, "jbod_same_cards": 1, "rebuild": 1}, "negative"),
        ("z-score", {"history": [], "contender": None, "higher_is_better": True}, "contender is not known"),
    ],
)
def test_impossible_computation_has_an_error(kind: str, case: dict[str, Any], reason: str) -> None:
    [result] = compute_cases(kind, [case])
    assert set(result) == {"error"}
    assert reason in result["error"]


def test_invalid_case_does_not_affect_other_cases() -> None:
    results = compute_cases("bin-mapping", [{"ns": 5}, {"ns": -5}, {"ns": 6.0}])
    assert [result.get("index") for result in results] == [5, None, 6]


def test_special_strings_represent_non_finite_numbers() -> None:
    [result] = compute_cases("steady-state", [{"values": ["NaN", 1, "Infinity", 1, "-Infinity", 1, 1, 1, 1, 10**400]}])
    assert [window["reason"] for window in result["windows"]] == ["invalid_value"] * 6


def test_params_may_be_left_out() -> None:
    cases = [{"values": [1] * 5}, {"values": [1] * 5, "params": None}, {"values": [1] * 5, "params": {"window": 5}}]
    first, *others = compute_cases("steady-state", cases)
    assert first["status"] == "steady"
    assert others == [first, first]


def test_rates_are_summed_if_all_parts_have_rates() -> None:
    bare, rated = compute_cases("latency", [{"parts": [PART]}, {"parts": [{**PART, "iops": 5}, {**PART, "iops": 6}]}])
    assert "iops" not in bare
    assert (rated["iops"], "bw_bytes" in rated) == (11, False)
    [partly] = compute_cases("latency", [{"parts": [{**PART, "iops": 5}, PART]}])
    assert partly["iops"] is None


def test_flat_case_lacks_knee_and_convex_case_saturation() -> None:
    [flat, convex] = compute_cases("knee", [{**KNEE, "y": [1, 1, 1, 1]}, {**KNEE, "shape": "convex"}])
    assert flat == {
        "difference_max": 0.0, "knee_index": None, "saturation95_index": 0, "peak_index": 0, "retrograde": False,
    }  # fmt: skip
    assert set(convex) == {"difference_max", "knee_index"}


def test_empty_bins_are_excluded_from_the_bin_range() -> None:
    [result] = compute_cases("percentiles", [{"components": [{"10": 0, "20": 3}, {"30": 0}]}])
    assert (result["n"], result["first_bin"], result["last_bin"]) == (3, 20, 20)
    assert set(result["percentiles"].values()) == {20}
    assert compute_cases("percentiles", [{"components": [{"10": 0}]}])[0]["percentiles"] == {}
