"""Every reference case, through the function that `storagelab analyze` calls."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from storagelab.analysis.cases.kinds import KINDS, compute_cases

#: Kind, file, list in the file, and how many cases it holds.
LISTS = [
    ("steady-state", "steady_state", "cases", 92),
    ("steady-state", "steady_state", "multi_cases", 4),
    ("latency", "latency_aggregation", "cases", 15),
    ("latency-difference", "latency_aggregation", "difference_cases", 6),
    ("littles-law", "latency_aggregation", "littles_law", 5),
    ("bin-mapping", "percentile_merge", "bin_mapping", 44),
    ("percentiles", "percentile_merge", "cases", 12),
    ("knee", "knee", "cases", 23),
    ("usl", "knee", "usl_fits", 4),
    ("rating", "rating", "cases", 9),
    ("change-points", "change_points", "cases", 24),
    ("z-score", "change_points", "z_cases", 5),
    ("raid-model", "scaling", "raid_model", 45),
    ("raid-reference", "scaling", "perc12_reference", 12),
    ("scaling", "scaling", "scaling", 3),
    ("repeatability", "scaling", "repeatability", 7),
    ("welch", "scaling", "welch", 3),
]
TOTAL = 313
#: Fields of `expected` that speak about the case.
ABOUT = ("wrong_", "true_", "reference_")
NOTES = ("note", "tolerance")
#: The change that was put in is met within this.
CHANGE_TOLERANCE = 0.02


def expected_of(case: dict[str, Any]) -> Any:
    """Return the expected values of the case; a case of the mapping holds them beside its input."""
    if "expected" in case:
        return case["expected"]
    return {name: case[name] for name in ("index", "value", "low")}


def input_of(case: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in case.items() if name not in ("expected", "index", "value", "low")}


def speaks_of_case(name: str) -> bool:
    return name.startswith(ABOUT) or name in NOTES


class Agreement:
    """Compares a result with what is expected; `scale` is the size of the values around a figure."""

    def __init__(self, rel_tol: float, abs_tol: float) -> None:
        self.rel_tol = rel_tol
        self.abs_tol = abs_tol

    def check(self, got: Any, expected: Any, where: str, scale: float = 0.0) -> None:
        if isinstance(expected, dict):
            self.check_object(got, expected, where, scale)
        elif isinstance(expected, list):
            assert isinstance(got, list), where
            assert len(got) == len(expected), where
            for place, value in enumerate(expected):
                self.check(got[place], value, f"{where}[{place}]", scale)
        elif isinstance(expected, float) and not isinstance(got, bool):
            assert got is not None, where
            tolerance = max(self.rel_tol * max(abs(expected), scale), self.abs_tol)
            if where.endswith("_pct"):
                tolerance = max(tolerance, 1e-7)
            if where.endswith("relative_change"):
                tolerance = CHANGE_TOLERANCE
            assert abs(got - expected) <= tolerance, where
        else:
            assert got == expected, where
            assert type(got) is type(expected) or not isinstance(got, bool), where

    def check_object(self, got: Any, expected: dict[str, Any], where: str, scale: float) -> None:
        assert isinstance(got, dict), where
        wanted = [name for name in expected if not speaks_of_case(name)]
        assert set(got) == set(wanted), where
        inner = abs(expected.get("average") or 0.0) or scale
        for name in wanted:
            # `tolerance` limits how far an index may be off: it is that of the first run of a new level, or of a knee.
            if "tolerance" in expected and name in ("index", "knee_index"):
                assert abs(got[name] - expected[name]) <= expected["tolerance"], f"{where}.{name}"
            elif "tolerance" in expected and name == "knee_x":
                continue
            else:
                self.check(got[name], expected[name], f"{where}.{name}", inner)


def avoids_mistakes(got: Any, expected: Any, where: str) -> None:
    """Check that the result has the value of a common mistake only where that happens to be right."""
    if not isinstance(expected, dict):
        return
    for name, figures in (("wrong_unweighted_mean", mean_of), ("wrong_average_of_p99", p99_of)):
        wrong = expected.get(name)
        if wrong is not None and figures(expected) != pytest.approx(wrong, rel=1e-9):
            assert figures(got) != pytest.approx(wrong, rel=1e-9), f"{where}: {name}"


def mean_of(result: dict[str, Any]) -> float:
    return result["mean"]


def p99_of(result: dict[str, Any]) -> float:
    return result["percentiles"]["99.0"]


def test_all_reference_cases_are_met(
    vectors: Callable[[str], dict[str, Any]], capsys: pytest.CaptureFixture[str]
) -> None:
    met = {f"{file} {name}": met_cases(vectors(file)[name], kind) for kind, file, name, _ in LISTS}
    with capsys.disabled():
        print(f"\n{sum(met.values())} of {TOTAL} reference cases met: {met}")
    assert met == {f"{file} {name}": count for _, file, name, count in LISTS}


def met_cases(cases: list[dict[str, Any]], kind: str) -> int:
    """Check all cases and return their number.

    Fails at the first case that is not met, or that has the value of a known mistake.
    """
    results = compute_cases(kind, [input_of(case) for case in cases])
    for case, got in zip(cases, results, strict=True):
        expected = expected_of(case)
        where = f"{kind} {case.get('id', case.get('ns'))}"
        if expected == "error":
            assert set(got) == {"error"}, where
            assert got["error"], where
            continue
        scale = abs(expected.get("result_average") or 0.0) if isinstance(expected, dict) else 0.0
        Agreement(case.get("rel_tol", 1e-9), case.get("abs_tol", 1e-12)).check(got, expected, where, scale)
        avoids_mistakes(got, expected, where)
    return len(cases)


def test_every_kind_has_reference_cases() -> None:
    assert {kind for kind, *_ in LISTS} == set(KINDS)
    assert sum(count for *_, count in LISTS) == TOTAL


def test_published_windows_follow_from_their_fit(vectors: Callable[[str], dict[str, Any]]) -> None:
    """Check the windows of a published report: it states average, range and slope of five rounds, not the rounds."""
    summaries = vectors("steady_state")["published_summaries"]
    for summary in summaries:
        first, last = summary["rounds"]
        expected = summary["expected"]
        middle = (first + last) / 2
        # Rounds on the fitted line have the same average and slope as those that were measured.
        line = [summary["average"] + summary["slope"] * (round_ - middle) for round_ in range(first, last + 1)]
        [window] = compute_cases("steady-state", [{"values": line}])[0]["windows"]
        assert window["intercept"] == pytest.approx(expected["intercept"], rel=1e-9)
        assert window["slope_excursion"] == pytest.approx(expected["slope_excursion"], rel=1e-9)
        assert window["steady"] is expected["steady"]
        assert 0.2 * window["average"] == pytest.approx(expected["allowed_range"], rel=1e-9)
        assert 0.1 * window["average"] == pytest.approx(expected["allowed_slope_excursion"], rel=1e-9)
    assert len(summaries) == 3
