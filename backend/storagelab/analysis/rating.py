"""Rating over many metrics: the weighted geometric mean of ratios to a reference.

Source: Fleming and Wallace 1986.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from storagelab.domain.metrics import Better

#: Ratings nearer to each other than this share a rank: rounding alone must not order systems.
_TIE = 1e-9
#: No float holds the exponential of more.
_LARGEST_LOGARITHM = 709.0


@dataclass(frozen=True, slots=True)
class Rating:
    """Result of a rating: `rating` and `rank` by system.

    The reference is 100, rank 1 is best, ties share the better rank.

    Only `common_metrics`, those with a positive value for every system, count; `dropped_metrics` are the others.
    `ratios` are the ratios behind the rating by system and common metric, above 1 where the system is better than the
    reference. Without a common metric of positive weight all ratings and ranks are None.
    """

    rating: dict[str, float | None]
    rank: dict[str, int | None]
    common_metrics: tuple[str, ...]
    dropped_metrics: tuple[str, ...]
    ratios: dict[str, dict[str, float]]


def rate(
    metrics: Mapping[str, Better],
    systems: Mapping[str, Mapping[str, float | None]],
    *,
    reference: str,
    weights: Mapping[str, float] | None = None,
) -> Rating:
    """Rate systems by their values of the metrics; a metric without a weight counts once.

    The order of the systems does not depend on the reference, which no arithmetic mean promises. Ratios and ratings too
    large for a float are infinite. Raises ValueError for a reference that is not one of the systems and for weights
    that are negative or not finite.
    """
    if reference not in systems:
        raise ValueError("the reference is none of the systems")
    shares = _compute_weights(metrics, weights or {})
    common = [metric for metric in metrics if all(_is_usable(values.get(metric)) for values in systems.values())]
    gains = {
        name: {metric: _compute_gain(values[metric], systems[reference][metric], metrics[metric]) for metric in common}
        for name, values in systems.items()
    }
    total = math.fsum(shares[metric] for metric in common)
    scores = {
        name: math.fsum(shares[metric] / total * gain for metric, gain in by_metric.items()) if total > 0 else None
        for name, by_metric in gains.items()
    }
    return Rating(
        rating={name: None if score is None else 100 * _compute_exponential(score) for name, score in scores.items()},
        rank={name: _compute_rank(score, scores.values()) for name, score in scores.items()},
        common_metrics=tuple(common),
        dropped_metrics=tuple(metric for metric in metrics if metric not in common),
        ratios={
            name: {metric: _compute_exponential(gain) for metric, gain in by_metric.items()}
            for name, by_metric in gains.items()
        },
    )


def _compute_weights(metrics: Mapping[str, Better], weights: Mapping[str, float]) -> dict[str, float]:
    """Return the weight of every metric, 1 unless stated."""
    shares = {metric: float(weights.get(metric, 1.0)) for metric in metrics}
    if not all(math.isfinite(weight) and weight >= 0 for weight in shares.values()):
        raise ValueError("a weight is not a number of at least 0")
    return shares


def _is_usable(value: float | None) -> bool:
    return value is not None and math.isfinite(value) and value > 0


def _compute_gain(value: float | None, reference: float | None, better: Better) -> float:
    """Return the logarithm of value / reference, with the sign positive where `value` is better."""
    assert value is not None  # noqa: S101 - common metrics hold usable values only.
    assert reference is not None  # noqa: S101
    gain = math.log(value) - math.log(reference)
    return gain if better == "higher" else -gain


def _compute_rank(score: float | None, scores: Iterable[float | None]) -> int | None:
    if score is None:
        return None
    return 1 + sum(other is not None and other > score + _TIE for other in scores)


def _compute_exponential(logarithm: float) -> float:
    """Return the exponential of `logarithm`, infinite where it is too large for a float."""
    return math.exp(logarithm) if logarithm <= _LARGEST_LOGARITHM else math.inf
