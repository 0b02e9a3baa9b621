"""Gunther's Universal Scalability Law, fitted to throughput over drives, threads or outstanding I/Os."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from storagelab.analysis.downsample import FloatArray

MINIMUM_POINTS = 5
#: Three parameters need as many different loads.
MINIMUM_LOADS = 3
#: Below it the law has a ceiling and no peak (methodology 3.2).
NO_COHERENCE = 1e-6
#: The fit is not valid for loads beyond twice the largest measured.
EXTRAPOLATION = 2


@dataclass(frozen=True, slots=True)
class USLFit:
    """Fitted law X(N) = `lambda_`*N / (1 + `sigma`*(N-1) + `kappa`*N*(N-1)), in the unit of the measured throughput.

    `n_peak` is the load of the highest throughput, None when there is none; `asymptote` the ceiling of a curve without
    a peak, None when it has neither. `r_squared` is that of the throughput, None when all values are the same.
    `largest_n` is the largest load to which the fit may be drawn.
    """

    lambda_: float
    sigma: float
    kappa: float
    n_peak: float | None
    asymptote: float | None
    r_squared: float | None
    largest_n: float

    def throughput(self, n: float) -> float:
        """Return the fitted throughput at load `n`."""
        return self.lambda_ * n / (1 + self.sigma * (n - 1) + self.kappa * n * (n - 1))


def fit_usl(n: Sequence[float | None], throughput: Sequence[float | None]) -> USLFit:
    """Fit the Universal Scalability Law to throughput over load `n`.

    The fit needs no iteration or start values: least squares of the relative error under sigma, kappa >= 0. The law is
    linear in 1/lambda, sigma/lambda and kappa/lambda: X/N * (a + b*(N-1) + c*N*(N-1)) = 1. Points that are unknown or
    non-finite do not count. Raises ValueError for fewer than five points or three different loads, for loads below 1,
    for throughput that is not positive, and for points that no law of this form fits.
    """
    # Loading scipy.optimize takes longer than everything else that the analysis needs together.
    from scipy.optimize import nnls  # noqa: PLC0415

    loads, values = _list_known_points(n, throughput)
    scale = float(values.max())
    with np.errstate(over="ignore", invalid="ignore"):
        powers = np.column_stack([np.ones_like(loads), loads - 1, loads * (loads - 1)])
        columns = (values / scale / loads)[:, None] * powers
        # Columns of equal length keep small parameters from being lost beside large ones.
        norms = np.linalg.norm(columns, axis=0)
    if not (np.isfinite(norms).all() and (norms > 0).all()):
        raise ValueError("the points span more orders of magnitude than can be fitted")
    solution, _ = nnls(columns / norms, np.ones_like(loads))
    a, b, c = (float(value) for value in solution / norms)
    if a <= 0:
        raise ValueError("throughput does not start like a law of this form: no fit")
    fit = USLFit(
        lambda_=scale / a,
        sigma=b / a,
        kappa=c / a,
        n_peak=math.sqrt((1 - b / a) * a / c) if c / a >= NO_COHERENCE and b < a else None,
        asymptote=scale / b if c / a < NO_COHERENCE and b > 0 else None,
        r_squared=None,
        largest_n=EXTRAPOLATION * float(loads.max()),
    )
    fitted = np.array([fit.throughput(load) for load in loads.tolist()])
    return replace(fit, r_squared=_compute_r_squared(values / scale, fitted / scale))


def _list_known_points(n: Sequence[float | None], throughput: Sequence[float | None]) -> tuple[FloatArray, FloatArray]:
    """Return loads and throughput of the points whose two figures are known and finite."""
    if len(n) != len(throughput):
        raise ValueError(f"{len(n)} loads do not fit {len(throughput)} values of throughput")
    points = [
        (load, value)
        for load, value in zip(n, throughput, strict=True)
        if load is not None and value is not None and math.isfinite(load) and math.isfinite(value)
    ]
    if any(load < 1 or value <= 0 for load, value in points):
        raise ValueError("loads begin at 1, and throughput is positive")
    if len(points) < MINIMUM_POINTS or len({load for load, _ in points}) < MINIMUM_LOADS:
        raise ValueError(
            f"{len(points)} points are too few: at least {MINIMUM_POINTS} at {MINIMUM_LOADS} different loads are needed"
        )
    return np.array([load for load, _ in points], dtype=np.float64), np.array([value for _, value in points])


def _compute_r_squared(values: FloatArray, fitted: FloatArray) -> float | None:
    total = float(np.sum((values - values.mean()) ** 2))
    return 1 - float(np.sum((values - fitted) ** 2)) / total if total > 0 else None
