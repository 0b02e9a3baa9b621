"""Student's t against published tables."""

from __future__ import annotations

import math

import pytest

from storagelab.analysis.student_t import compute_two_sided_p, compute_two_sided_quantile


@pytest.mark.parametrize(
    ("df", "quantile"), [(1, 12.706), (2, 4.303), (4, 2.776), (9, 2.262), (30, 2.042), (1000, 1.962)]
)
def test_the_usual_table(df: float, quantile: float) -> None:
    assert compute_two_sided_quantile(0.95, df) == pytest.approx(quantile, abs=5e-4)
    assert compute_two_sided_p(compute_two_sided_quantile(0.95, df), df) == pytest.approx(0.05)


def test_the_ends_of_the_distribution() -> None:
    assert compute_two_sided_p(0, 5) == 1
    assert compute_two_sided_p(math.inf, 5) == 0
    assert compute_two_sided_p(1e200, 5) == 0
    assert compute_two_sided_p(-3, 5) == compute_two_sided_p(3, 5)
    # One degree of freedom is a Cauchy distribution: a half lies beyond 1.
    assert compute_two_sided_p(1, 1) == pytest.approx(0.5)
