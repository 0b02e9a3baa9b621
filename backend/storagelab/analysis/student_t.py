"""Student's t distribution by the incomplete beta function, for intervals and tests of few values."""

from __future__ import annotations

import math

# Loading scipy.special takes a tenth of the start of the API, and few answers need it: the first of them loads it.


def compute_two_sided_p(t: float, df: float) -> float:
    """Return the probability, 0 to 1, that `df` degrees of freedom give a t at least as far from 0 by chance."""
    from scipy.special import betainc  # noqa: PLC0415

    return float(betainc(df / 2, 0.5, df / (df + t * t)))


def compute_two_sided_quantile(confidence: float, df: float) -> float:
    """Return the t that chance does not exceed on either side with this confidence (0 to 1).

    It is 1.96 for 0.95 and large `df`.
    """
    from scipy.special import betaincinv  # noqa: PLC0415

    x = float(betaincinv(df / 2, 0.5, 1 - confidence))
    return math.sqrt(df * (1 / x - 1))
