"""Jobs that repeat until their runs agree, and the reading of that agreement."""

from __future__ import annotations

import datetime as dt
from typing import Any

import pytest
from sqlalchemy import func, select
from sqlalchemy.orm import Session
from starlette.testclient import TestClient
from tests.factories import Factory
from tests.result_factories import make_measurement

from storagelab.db.models import Job, Phase, Run
from storagelab.dispatch.repeating import read_points, settle_repeats
from storagelab.http.references import format_row_number

MIB = 2**20


def body(server: object, **change: Any) -> dict[str, Any]:
    """Build a job of the quick profile on a scratch file that repeats until its runs agree."""
    target = {"kind": "file", "path": None, "size_bytes": 256 * MIB}
    request = {"server_id": str(server), "profile": {"name": "quick-4k"}, "target": target, "name": "again"}
    return request | {"repeats": 7, "repeat_until": {"cv_percent": 4, "min_repeats": 3}} | change


def test_only_the_first_run_is_stored(operator: TestClient, make: Factory, session: Session) -> None:
    answer = operator.post("/api/v1/jobs", json=body(make.server().id))
    assert answer.status_code == 202, answer.text
    job = answer.json()
    assert (job["repeats"], job["repeat_until"]) == (7, {"cv_percent": 4.0, "min_repeats": 3})
    assert (job["repeat_verdict"], job["accuracy"]) == (None, None)
    assert [run["title"] for run in job["runs"]] == ["again (1 of at most 7)"]
    assert session.scalar(select(func.count()).select_from(Run)) == 1
    # As long as the fewest that can agree, and at most as long as all of them.
    assert job["estimated_seconds"] == pytest.approx(3 * job["plan"]["estimated_seconds"])
    assert job["max_seconds"] == pytest.approx(7 * job["plan"]["max_seconds"])


def test_a_rule_has_defaults(operator: TestClient, make: Factory) -> None:
    job = operator.post("/api/v1/jobs", json=body(make.server().id, repeat_until={})).json()
    assert job["repeat_until"] == {"cv_percent": 5.0, "min_repeats": 3}


@pytest.mark.parametrize(
    ("change", "path", "words"),
    [
        ({"repeats": 2}, "", "repeats is the limit of repeat_until"),
        ({"repeat_until": {"min_repeats": 2}}, "repeat_until.min_repeats", "must be at least 3"),
        ({"repeat_until": {"cv_percent": 0}}, "repeat_until.cv_percent", "must be more than 0"),
        ({"repeat_until": {"cv": 1}}, "repeat_until.cv", "unknown field"),
    ],
)
def test_invalid_repeat_rule_is_refused(
    operator: TestClient, make: Factory, session: Session, change: dict[str, Any], path: str, words: str
) -> None:
    answer = operator.post("/api/v1/jobs", json=body(make.server().id, **change))
    assert answer.status_code == 422
    assert answer.json()["errors"][0]["path"].endswith(path)
    assert words in answer.text
    assert session.scalar(select(func.count()).select_from(Job)) == 0


def repeated(make: Factory, *iops: float | None, **job: Any) -> Job:
    """Return a job with a finished run for each figure, and one that failed; a fill does not count as a point."""
    row = make.job(repeats=len(iops) + 1, **job)
    for index, value in enumerate(iops, start=1):
        run = make.run(row, repeat_index=index, state="finished")
        fill = make.phase(run, kind="fill", name="fill", state="finished")
        make_measurement(make, fill, iops=9999.0 * index)
        point = make.phase(run, ordinal=2, name="read", group="Reads", state="finished")
        if value is not None:
            make_measurement(make, point, iops=value, latency_mean_ns=1e9 / value)
    failed = make.run(row, repeat_index=len(iops) + 1, state="failed")
    make_measurement(make, make.phase(failed, ordinal=2, name="read"), iops=1.0)
    return row


@pytest.mark.parametrize(
    ("values", "interval"),
    [((50_000.0, 69_000.0), None), ((1_000.0, 50_000.0, 120_000.0), [0.0, pytest.approx(205_571, rel=1e-3)])],
    ids=["two repeats", "wide"],
)
def test_interval_needs_three_repeats_and_stops_at_zero(
    viewer: TestClient, make: Factory, values: tuple[float, ...], interval: list[float] | None
) -> None:
    job = repeated(make, *values)
    repeats = viewer.get(f"/api/v1/jobs/{format_row_number(job)}/repeats").json()
    point = next(item for item in repeats["items"] if item["metric"] == "iops")
    assert (point["n"], point["interval"]) == (len(values), interval)


def test_job_repeats_have_medians_and_intervals(viewer: TestClient, make: Factory) -> None:
    job = repeated(make, 100.0, 110.0, 105.0, 101.0)
    repeats = viewer.get(f"/api/v1/jobs/{format_row_number(job)}/repeats").json()
    assert (repeats["job_number"], len(repeats["runs"]), repeats["target_percent"]) == (format_row_number(job), 4, 5.0)
    (point,) = repeats["items"]
    assert (point["name"], point["phase_ordinal"], point["group"]) == ("read", 2, "Reads")
    assert (point["metric"], point["unit"], point["n"]) == ("iops", "1/s", 4)
    assert point["values"] == [100.0, 110.0, 105.0, 101.0]
    assert (point["median"], point["mean"], point["min"], point["max"]) == (103.0, 104.0, 100.0, 110.0)
    # s = 4.5461, t(0.975, 3) = 3.1824: half the interval is 7.2337.
    assert point["interval"] == pytest.approx([104 - 7.23378, 104 + 7.23378], abs=1e-4)
    assert point["cv_percent"] == pytest.approx(4.37121, abs=1e-5)
    assert (point["verdict"], point["median_interval"], point["needed_repeats"]) == ("repeatable", None, 6)


def test_the_target_of_the_job_judges(viewer: TestClient, make: Factory) -> None:
    job = repeated(make, 100.0, 110.0, 105.0, repeat_until={"cv_percent": 1.0, "at_least": 3})
    repeats = viewer.get(f"/api/v1/jobs/{format_row_number(job)}/repeats").json()
    assert (repeats["target_percent"], repeats["items"][0]["verdict"]) == (1.0, "not_repeatable")


def test_two_repeats_are_too_few_for_a_verdict(viewer: TestClient, make: Factory) -> None:
    two = viewer.get(f"/api/v1/jobs/{format_row_number(repeated(make, 100.0, 110.0))}/repeats").json()
    assert two["items"][0]["verdict"] == "too_few"
    one = viewer.get(f"/api/v1/jobs/{format_row_number(repeated(make, 100.0))}/repeats").json()["items"][0]
    assert (one["median"], one["interval"], one["cv_percent"]) == (100.0, None, None)
    assert viewer.get(f"/api/v1/jobs/{format_row_number(make.job())}/repeats").json()["items"] == []


def test_offered_load_is_judged_by_its_latency(make: Factory, session: Session) -> None:
    job = repeated(make, 100.0, 100.0, 100.0)
    runs = session.scalars(select(Run).where(Run.job_id == job.id, Run.state == "finished")).all()
    for phase in session.scalars(select(Phase).where(Phase.kind == "measure")):
        phase.offered_iops = 100.0
    session.flush()
    (point,) = read_points(session, runs)
    assert (point.metric, point.point.values) == ("latency_mean_ns", (1e7, 1e7, 1e7))


def test_missing_figure_is_none_and_skipped_point_absent(make: Factory, session: Session) -> None:
    job = repeated(make, 100.0, None, 100.0)
    runs = session.scalars(
        select(Run).where(Run.job_id == job.id, Run.state == "finished").order_by(Run.repeat_index)
    ).all()
    (point,) = read_points(session, runs)
    assert point.point.values == (100.0, None, 100.0)
    skipped = session.scalars(select(Phase).where(Phase.run_id == runs[1].id, Phase.kind == "measure")).one()
    skipped.state = "skipped"
    session.flush()
    assert read_points(session, runs) == []


def test_job_compares_planned_and_actual_duration(viewer: TestClient, make: Factory, session: Session) -> None:
    job = repeated(make, 100.0, 100.0, 100.0)
    runs = session.scalars(select(Run).where(Run.job_id == job.id).order_by(Run.repeat_index))
    for run, seconds in zip(runs, (10, 14, 12, 99), strict=True):
        run.started_at = job.created_at
        run.finished_at = job.created_at + dt.timedelta(seconds=seconds)
    session.flush()
    accuracy = viewer.get(f"/api/v1/jobs/{format_row_number(job)}").json()["accuracy"]
    assert accuracy == {"planned_seconds": 10.0, "duration_seconds": 12.0, "runs": 3}


LOOPED = {"kind": "measure", "loop": "Write saturation", "state": "finished"}


def looped(make: Factory, job: Job, index: int, *iops: float, window: tuple[int, int]) -> Run:
    """Return a finished run with a loop of one cell, of whose rounds only those in the window count."""
    run = make.run(job, repeat_index=index, state="finished")
    for number, value in enumerate(iops, start=1):
        counts = window[0] <= number <= window[1]
        phase = make.phase(
            run, ordinal=number, name=f"Round {number}: 4 KiB", round=number, in_measurement_window=counts, **LOOPED
        )
        make_measurement(make, phase, iops=value)
    return run


def test_counted_rounds_of_a_loop_form_one_point(make: Factory, session: Session) -> None:
    job = make.job(repeats=3)
    runs = [
        looped(make, job, 1, 900.0, 100.0, 104.0, window=(2, 3)),
        looped(make, job, 2, 300.0, 200.0, 104.0, 100.0, window=(3, 4)),
    ]
    (point,) = read_points(session, runs)
    assert (point.ordinal, point.point.name, point.point.values) == (1, "4 KiB", (102.0, 102.0))
    # A loop that was not judged has no result.
    unjudged = looped(make, job, 3, 100.0, window=(0, 0))
    (point,) = read_points(session, [*runs, unjudged])
    assert point.point.values == (102.0, 102.0, None)


def test_next_repeat_discards_derived_values_of_the_first(make: Factory, session: Session) -> None:
    job = make.job(repeats=5, repeat_until={"cv_percent": 5.0, "at_least": 3})
    run = looped(make, job, 1, 900.0, 100.0, window=(2, 2))
    attempt = make.attempt(run, state="succeeded")
    share = {"load_percent": 50.0, "read_percent": 100}
    make.phase(run, ordinal=3, name="half", workload=share, offered_iops=5000.0, state="finished")
    make.phase(run, ordinal=4, name="given", offered_iops=700.0, state="finished")
    assert settle_repeats(session, job=job, attempt_id=attempt.id, actor="worker", now=job.created_at)
    following = session.scalars(
        select(Phase).join(Run).where(Run.job_id == job.id, Run.repeat_index == 2).order_by(Phase.ordinal)
    ).all()
    assert [phase.in_measurement_window for phase in following] == [None] * 4
    assert [phase.offered_iops for phase in following] == [None, None, None, 700.0]
    assert {phase.state for phase in following} == {"planned"}
