"""Agreement of the runs of a job: every measured point over the runs that finished."""

from __future__ import annotations

from typing import Literal

from sqlalchemy import select
from sqlalchemy.orm import Session

from storagelab.analysis.repeatability import (
    REPEATABLE_COV_PCT,
    Repeatability,
    compute_needed_repeats,
    judge_repeatability,
)
from storagelab.analysis.repeating import is_within_target
from storagelab.db.models import Job, Run
from storagelab.db.references import format_row_number
from storagelab.dispatch.repeating import MeasuredPoint, read_points
from storagelab.domain.lifecycle import RunState
from storagelab.domain.metrics import METRICS
from storagelab.planning.repeat_schemas import MIN_JUDGED_REPEATS, JobRepeats, RepeatPoint, RepeatVerdictOut
from storagelab.runs.validity import find_exclusion_reason, is_counted

_METRIC_OF_COLUMN: dict[str, Literal["iops", "bandwidth", "lat_mean"]] = {
    "iops": "iops",
    "bandwidth_bytes_per_s": "bandwidth",
    "latency_mean_ns": "lat_mean",
}


def describe_repeats(session: Session, job: Job) -> JobRepeats:
    """Return the repeats of a job as the API shows them; a job without a rule is judged by the lab's own limit."""
    finished = session.scalars(
        select(Run).where(Run.job_id == job.id, Run.state == RunState.FINISHED).order_by(Run.repeat_index)
    ).all()
    runs = [run for run in finished if is_counted(run)]
    target = job.repeat_until["cv_percent"] if job.repeat_until else REPEATABLE_COV_PCT
    return JobRepeats(
        job_number=format_row_number(job),
        runs=[format_row_number(run) for run in runs],
        left_out=[reason for run in finished if (reason := find_exclusion_reason(run)) is not None],
        target_percent=target,
        items=[_describe(point, target) for point in read_points(session, runs)],
        verdict=RepeatVerdictOut.model_validate(job.repeat_verdict) if job.repeat_verdict else None,
    )


def _describe(measured: MeasuredPoint, target_percent: float) -> RepeatPoint:
    values = measured.point.values
    agreement = judge_repeatability(values)
    metric = _METRIC_OF_COLUMN[measured.metric]
    return RepeatPoint(
        phase_ordinal=measured.ordinal,
        name=measured.point.name,
        group=measured.group,
        metric=metric,
        unit=METRICS[metric].unit,
        values=list(values),
        n=agreement.n,
        median=agreement.median,
        mean=agreement.mean,
        min=agreement.min,
        max=agreement.max,
        interval=_compute_mean_interval(agreement),
        median_interval=list(agreement.median_interval) if agreement.median_interval is not None else None,
        cv_percent=agreement.cov_pct,
        outliers=list(agreement.outlier_indexes),
        needed_repeats=compute_needed_repeats(values, target_percent / 100),
        verdict=_judge_repeatability(agreement.n, agreement.cov_pct, target_percent),
    )


def _compute_mean_interval(agreement: Repeatability) -> list[float] | None:
    """Return the 95 % confidence interval of the mean, cut off at 0; None below three repeats."""
    if agreement.ci95 is None or agreement.n < MIN_JUDGED_REPEATS:
        return None
    low, high = agreement.ci95
    return [max(low, 0.0), high]


def _judge_repeatability(
    n: int, cv_percent: float | None, target_percent: float
) -> Literal["repeatable", "not_repeatable", "too_few"]:
    if n < MIN_JUDGED_REPEATS or cv_percent is None:
        return "too_few"
    return "repeatable" if is_within_target(cv_percent, target_percent) else "not_repeatable"
