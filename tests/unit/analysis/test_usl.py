"""The fit of the Universal Scalability Law."""

from __future__ import annotations

import math

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from storagelab.analysis.usl import fit_usl

LOADS = [1, 2, 4, 8, 16, 32, 64]


def law(n: float, lambda_: float, sigma: float, kappa: float) -> float:
    return lambda_ * n / (1 + sigma * (n - 1) + kappa * n * (n - 1))


@given(
    st.floats(min_value=1e-3, max_value=1e7),
    st.floats(min_value=0, max_value=0.9),
    st.floats(min_value=0, max_value=0.1),
)
@settings(derandomize=True)
def test_fit_recovers_the_parameters_of_the_law(lambda_: float, sigma: float, kappa: float) -> None:
    fit = fit_usl(LOADS, [law(n, lambda_, sigma, kappa) for n in LOADS])
    assert fit.lambda_ == pytest.approx(lambda_, rel=1e-6)
    assert fit.sigma == pytest.approx(sigma, abs=1e-6)
    assert fit.kappa == pytest.approx(kappa, abs=1e-6)
    assert fit.r_squared == pytest.approx(1, abs=1e-6)


def test_contention_gives_a_ceiling_and_coherence_a_peak() -> None:
    ceiling = fit_usl(LOADS, [law(n, 1000, 0.1, 0) for n in LOADS])
    assert (ceiling.n_peak, ceiling.asymptote) == (None, pytest.approx(10_000))
    peak = fit_usl(LOADS, [law(n, 1000, 0.1, 0.001) for n in LOADS])
    assert (peak.n_peak, peak.asymptote) == (pytest.approx(math.sqrt(0.9 / 0.001)), None)
    assert peak.throughput(30) == pytest.approx(law(30, 1000, 0.1, 0.001))
    assert peak.largest_n == 128


def test_linear_growth_has_neither_contention_nor_coherence() -> None:
    fit = fit_usl(LOADS, [1000 * n for n in LOADS])
    assert (fit.sigma, fit.kappa) == (pytest.approx(0, abs=1e-9), pytest.approx(0, abs=1e-9))
    assert fit.n_peak is None


def test_superlinear_growth_is_fitted_without_negative_parameters() -> None:
    fit = fit_usl(LOADS, [1000 * n**1.2 for n in LOADS])
    assert fit.sigma >= 0
    assert fit.kappa >= 0
    assert fit.r_squared is not None
    assert fit.r_squared < 1


def test_unknown_points_do_not_count() -> None:
    values: list[float | None] = [law(n, 1000, 0.1, 0.001) for n in LOADS]
    values[2] = None
    assert fit_usl(LOADS, values).sigma == pytest.approx(0.1, rel=1e-6)
    values[3:5] = [None, math.nan]
    with pytest.raises(ValueError, match="4 points are too few"):
        fit_usl(LOADS, values)


@pytest.mark.parametrize(
    ("n", "throughput", "reason"),
    [
        ([], [], "0 points are too few"),
        ([1, 1, 1, 2, 2], [1, 1, 1, 2, 2], "3 different loads"),
        ([0, 1, 2, 4, 8], [1, 1, 2, 4, 8], "loads begin at 1"),
        ([1, 2, 4, 8, 16], [1, 2, 0, 8, 16], "throughput is positive"),
        ([1, 2, 4], [1, 2], "do not fit"),
        ([1, 2, 4, 8, 1e300], [1, 2, 4, 8, 16], "orders of magnitude"),
    ],
)
def test_values_that_cannot_be_fitted_are_refused(n: list[float], throughput: list[float], reason: str) -> None:
    with pytest.raises(ValueError, match=reason):
        fit_usl(n, throughput)
