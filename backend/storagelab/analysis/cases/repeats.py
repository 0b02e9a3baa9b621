"""Cases of repeated results: repeatability, comparison, histories and ratings."""

from __future__ import annotations

from storagelab.analysis.cases.fields import CaseResult, Fields
from storagelab.analysis.change_points import change_points, judge_newest
from storagelab.analysis.comparison import compare
from storagelab.analysis.rating import rate
from storagelab.analysis.repeatability import judge_repeatability
from storagelab.domain.metrics import Better

_DIRECTIONS: tuple[Better, ...] = ("higher", "lower")


def evaluate_repeatability_case(case: Fields) -> CaseResult:
    """Judge the repeatability of the repeats in `values` of a reference case.

    Returns statistics of the repeats, such as mean, cov_pct and ci95, and whether they are `repeatable`.
    """
    result = judge_repeatability(case.numbers("values"))
    return {
        "n": result.n,
        "mean": result.mean,
        "median": result.median,
        "stddev": result.stddev,
        "cov_pct": result.cov_pct,
        "ci95_halfwidth": result.ci95_halfwidth,
        "ci95": result.ci95,
        "mad": result.mad,
        "outlier_indexes": result.outlier_indexes,
        "repeatable": result.repeatable,
    }


def evaluate_welch_case(case: Fields) -> CaseResult:
    """Compare the repeats `a` and `b` of a reference case with Welch's t-test.

    Returns t, df, p, diff, diff_ci95 and ratio.
    """
    result = compare(case.numbers("a"), case.numbers("b"))
    return {
        "t": result.t,
        "df": result.df,
        "p": result.p,
        "diff": result.diff,
        "diff_ci95": result.diff_ci95,
        "ratio": result.ratio,
    }


def change_points_case(case: Fields) -> list[CaseResult]:
    """Find the changes of level in the history `values` of a reference case, oldest first.

    Returns index, direction and relative_change of each.
    """
    return [
        {"index": change.index, "direction": change.direction, "relative_change": change.relative_change}
        for change in change_points(case.numbers("values"))
    ]


def evaluate_z_score_case(case: Fields) -> CaseResult:
    """Judge whether the result `contender` of a reference case departs from its `history`.

    `higher_is_better` gives the better direction. Returns z, regression and improvement.
    """
    result = judge_newest(
        case.numbers("history"), case.read_known_number("contender"), higher_is_better=case.flag("higher_is_better")
    )
    return {"z": result.z, "regression": result.regression, "improvement": result.improvement}


def evaluate_rating_case(case: Fields) -> CaseResult:
    """Rate the `systems` of a reference case by their values of `metrics`, against the `reference`.

    The case may have `weights` of the metrics. Returns rating, common_metrics and, where known, rank.
    """
    metrics, systems = case.object("metrics"), case.object("systems")
    weights = case.read_optional_object("weights")
    result = rate(
        {name: metrics.choice(name, _DIRECTIONS) for name in metrics.values},
        {name: _read_values(systems.object(name)) for name in systems.values},
        reference=case.text("reference"),
        weights={name: weights.read_known_number(name) for name in weights.values} if weights else None,
    )
    rated: dict[str, object] = {"rating": result.rating, "common_metrics": result.common_metrics}
    if any(rank is not None for rank in result.rank.values()):
        rated["rank"] = result.rank
    return rated


def _read_values(system: Fields) -> dict[str, float | None]:
    return {name: system.number(name) for name in system.values}
