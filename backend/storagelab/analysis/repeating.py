"""Decision on another repeat of a test: its worst point must be repeatable."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from storagelab.analysis.repeatability import compute_needed_repeats, judge_repeatability

#: Limits that are met but for rounding are met.
_TIE = 1e-9
#: This many consecutive failures show that the next repeat would fail too.
MAX_CONSECUTIVE_FAILURES = 2

Outcome = Literal["going_on", "repeatable", "limit_reached", "failing", "ended"]


@dataclass(frozen=True, slots=True)
class RepeatRule:
    """Repeat until every point varies by `cv_percent` at most over `at_least` repeats or more; `limit` runs at most."""

    limit: int
    at_least: int
    cv_percent: float


@dataclass(frozen=True, slots=True)
class RepeatedPoint:
    """The figure of one measured point in every repeat that counts, in order; None where one has no such figure."""

    name: str
    values: tuple[float | None, ...]


@dataclass(frozen=True, slots=True)
class RepeatVerdict:
    """Verdict on the repeats of a job.

    `worst_point` is the point with the largest coefficient of variation, `cv_percent`. A point without a coefficient is
    worse than any other. `needed_repeats` predicts the repeats that bring the 95 % interval of every mean within the
    target.
    """

    outcome: Outcome
    repeats_done: int
    failed: int
    limit: int
    worst_point: str | None
    cv_percent: float | None
    target_percent: float
    needed_repeats: int | None
    sentence: str


def judge_repeats(
    points: Sequence[RepeatedPoint],
    rule: RepeatRule,
    *,
    succeeded: Sequence[bool],
    left_out: int = 0,
    ended: str | None = None,
) -> RepeatVerdict:
    """Decide after a repeat of a job whether another one follows.

    `points` has the figures of each measured point in every repeat that counts. `succeeded` has one flag for every run
    so far, in order: true for a run that ended well. A failed run counts towards the limit and is not replaced. The
    same applies to the `left_out` runs that ended well and that a person excluded. `ended` is the reason that no
    further run may follow, whatever the figures show, as in `the job was cancelled`.
    """
    done, failed = sum(succeeded) - left_out, len(succeeded) - sum(succeeded)
    worst = _find_worst(points)
    cv_percent = judge_repeatability(worst.values).cov_pct if worst is not None and _is_whole(worst) else None
    enough = done >= rule.at_least and cv_percent is not None and is_within_target(cv_percent, rule.cv_percent)
    outcome = _determine_outcome(succeeded, rule, enough=enough, ended=ended)
    needed = predict_repeats(points, rule.cv_percent)
    return RepeatVerdict(
        outcome=outcome,
        repeats_done=done,
        failed=failed,
        limit=rule.limit,
        worst_point=worst.name if worst is not None else None,
        cv_percent=cv_percent,
        target_percent=rule.cv_percent,
        needed_repeats=needed,
        sentence=" ".join(
            (
                _format_spread(done, worst, cv_percent, rule),
                _format_outcome(outcome, done, rule, ended),
                *_format_failures(failed),
                *_format_left_out(left_out),
                *_format_need(needed, rule),
            )
        ),
    )


def predict_repeats(points: Sequence[RepeatedPoint], target_percent: float) -> int | None:
    """Return the fewest repeats whose 95 % interval of the mean is within the target at every point (methodology 3.3).

    None while one of the points does not allow a prediction.
    """
    needed = [compute_needed_repeats(point.values, target_percent / 100) for point in points]
    predicted = [count for count in needed if count is not None]
    return max(predicted) if predicted and len(predicted) == len(needed) else None


def is_within_target(cv_percent: float, target_percent: float) -> bool:
    """Return whether the coefficient of variation is at most its target, both in percent."""
    return cv_percent <= target_percent + _TIE


def _find_worst(points: Sequence[RepeatedPoint]) -> RepeatedPoint | None:
    def spread(point: RepeatedPoint) -> tuple[bool, float]:
        cov_pct = judge_repeatability(point.values).cov_pct
        return not _is_whole(point) or cov_pct is None, cov_pct or 0.0

    return max(points, key=spread, default=None)


def _is_whole(point: RepeatedPoint) -> bool:
    return judge_repeatability(point.values).n == len(point.values)


def _determine_outcome(succeeded: Sequence[bool], rule: RepeatRule, *, enough: bool, ended: str | None) -> Outcome:
    if enough:
        return "repeatable"
    if ended is not None:
        return "ended"
    if len(succeeded) >= rule.limit:
        return "limit_reached"
    if len(succeeded) >= MAX_CONSECUTIVE_FAILURES and not any(succeeded[-MAX_CONSECUTIVE_FAILURES:]):
        return "failing"
    return "going_on"


def _format_spread(done: int, worst: RepeatedPoint | None, cv_percent: float | None, rule: RepeatRule) -> str:
    count = f"{done} repeat{'s' if done != 1 else ''} of at most {rule.limit} count{'s' if done == 1 else ''}"
    if worst is None or done < 2:
        return f"{count}."
    if cv_percent is None:
        return f"{count}; the variation of {worst.name} is unknown."
    return f"{count}; {worst.name} varies most, by {cv_percent:.2g} % where {rule.cv_percent:g} % is the target."


def _format_outcome(outcome: Outcome, done: int, rule: RepeatRule, ended: str | None) -> str:
    match outcome:
        case "repeatable":
            return "Every point is repeatable."
        case "going_on" if done < rule.at_least:
            return f"Another one follows: at least {rule.at_least} are needed."
        case "going_on":
            return "Another one follows."
        case "limit_reached":
            return "The limit is reached without that."
        case "failing":
            return f"No more follow: the last {MAX_CONSECUTIVE_FAILURES} failed one after the other."
        case "ended":
            return f"No more follow: {ended}."


def _format_failures(failed: int) -> list[str]:
    if not failed:
        return []
    if failed == 1:
        return ["1 more failed or was lost: it does not count and is not repeated."]
    return [f"{failed} more failed or were lost: they do not count and are not repeated."]


def _format_left_out(left_out: int) -> list[str]:
    if not left_out:
        return []
    if left_out == 1:
        return ["1 more is marked invalid or in the trash and does not count."]
    return [f"{left_out} more are marked invalid or in the trash and do not count."]


def _format_need(needed: int | None, rule: RepeatRule) -> list[str]:
    if needed is None:
        return []
    return [f"By their spread, {needed} would bring every mean within {rule.cv_percent:g} % with 95 % confidence."]
