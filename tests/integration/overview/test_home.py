"""The home page in one answer: servers, runs at work, the queue, and results."""

from __future__ import annotations

import datetime as dt
from typing import Any

import pytest
from sqlalchemy import select
from sqlalchemy.orm import Session
from starlette.testclient import TestClient
from tests.factories import Factory
from tests.result_factories import make_configuration, make_measurement, make_run_with_series

from storagelab.db.base import generate_uuid7
from storagelab.db.models import (
    InventoryChange,
    LabSetting,
    LiveChunk,
    MaintenanceWindow,
    Phase,
    Reservation,
    Run,
    Server,
    User,
)
from storagelab.domain.telemetry import TELEMETRY_STREAM

NOW = dt.datetime.now(dt.UTC)
HOUR = dt.timedelta(hours=1)


@pytest.fixture(autouse=True)
def now(monkeypatch: pytest.MonkeyPatch) -> None:
    """Begin each test at its own moment: the tests before it may take longer than the quarter that is rounded away."""
    monkeypatch.setattr(f"{__name__}.NOW", dt.datetime.now(dt.UTC))


def overview(client: TestClient, **params: Any) -> Any:
    answer = client.get("/api/v1/overview", params=params)
    assert answer.status_code == 200, answer.text
    return answer.json()


def moment(text: str) -> dt.datetime:
    return dt.datetime.fromisoformat(text)


def hours(text: str | None) -> float | None:
    """Return how many hours from now a moment is, to a half: a slow run is late by minutes."""
    return round((moment(text) - NOW).total_seconds() / 1800) / 2 if text is not None else None


def test_server_shows_hardware_and_highest_temperature(viewer: TestClient, make: Factory) -> None:
    server = make.server(name="one", product_name="PowerEdge R760")
    for model in ("PERC 12", "PERC 12", None):
        make.controller(server, model=model)
    for temperature in (31, 48.5, "hot"):
        make.drive(server, model="PM9A3", health={"temperature_c": temperature}, last_seen_at=NOW - HOUR)
    array = make.drive(server, model="DELL VD")
    make.array(server, drive_id=array.id)
    make.drive(server, model="PM9A3", present=False, health={"temperature_c": 90})

    (item,) = overview(viewer)["servers"]["items"]

    assert (item["state"], item["product_name"]) == ("ready", "PowerEdge R760")
    assert item["hardware"] == [
        {"component": "controller", "model": "PERC 12", "count": 2},
        {"component": "drive", "model": "PM9A3", "count": 3},
    ]
    assert item["temperature_c"] == 48.5
    assert hours(item["temperature_at"]) == -1.0
    assert (item["unreachable_since"], item["rebuild"], item["next_run"]) == (None, None, None)


def test_rebuild_end_is_estimated_and_delays_jobs(viewer: TestClient, make: Factory) -> None:
    server = make.server()
    array = make.array(
        server, condition="rebuilding", progress_percent=25.0, last_seen_at=NOW, first_seen_at=NOW - 9 * HOUR
    )
    make.session.add(
        InventoryChange(
            at=NOW - HOUR, component="array", piece_id=array.id, server_id=server.id, kind="changed",
            field="condition", before="degraded", after="rebuilding", source="discovery",
        )
    )  # fmt: skip
    make.run(make.job(server, estimated_seconds=3600.0))

    answer = overview(viewer)

    rebuild = answer["servers"]["items"][0]["rebuild"]
    assert (rebuild["array"]["number"], rebuild["condition"], rebuild["percent"]) == (
        f"v-{array.number}",
        "rebuilding",
        25.0,
    )
    assert hours(rebuild["estimated_finish_at"]) == 3.0
    bars = answer["queue"]["lanes"][0]["bars"]
    assert [(bar["kind"], hours(bar["starts_at"]), hours(bar["ends_at"])) for bar in bars] == [
        ("rebuilding", -1.0, 3.0),
        ("queued", 3.0, 4.0),
    ]


def test_array_of_unknown_pace_delays_no_jobs(viewer: TestClient, make: Factory) -> None:
    server = make.server()
    make.array(server, condition="initialising")
    make.run(make.job(server))
    answer = overview(viewer)
    assert answer["servers"]["items"][0]["rebuild"]["estimated_finish_at"] is None
    assert hours(answer["servers"]["items"][0]["next_run"]["estimated_start_at"]) == 0.0


def at_work(make: Factory, server: Server, **values: Any) -> Run:
    """Return a run that has been in its second phase for half an hour and has an hour and a half left."""
    job = make.job(server, name="nightly", state="running", estimated_seconds=9000.0)
    run = make.run(job, state="running", started_at=NOW - HOUR, **values)
    make.phase(run, ordinal=1, name="Fill", state="finished", planned_seconds=1800.0, started_at=NOW - HOUR)
    make.phase(
        run, ordinal=2, name="Precondition", state="running", planned_seconds=3600.0, started_at=NOW - HOUR / 2,
        t0_ms=1_800_000,
    )  # fmt: skip
    make.phase(run, ordinal=3, name="Read", planned_seconds=3600.0)
    return run


def test_queue_is_drawn_behind_running_jobs(viewer: TestClient, make: Factory) -> None:
    server = make.server(name="one")
    run = at_work(make, server)
    make.attempt(run, state="running", started_at=NOW - HOUR)
    later = make.job(server, name="later", priority=10, estimated_seconds=3600.0)
    sooner = make.job(server, name="sooner", priority=90, estimated_seconds=7200.0, repeats=2)
    for job in (later, sooner):
        make.attempt(make.run(job, title="waits"))
    make.session.add(
        MaintenanceWindow(
            id=generate_uuid7(), server_id=server.id, starts_at=NOW + 3 * HOUR, ends_at=NOW + 5 * HOUR, reason="Fans"
        )
    )
    make.session.flush()

    answer = overview(viewer)

    (lane,) = answer["queue"]["lanes"]
    assert (lane["server"]["name"], answer["queue"]["clear_at"] is None) == ("one", False)
    assert [(bar["kind"], bar["title"], hours(bar["starts_at"]), hours(bar["ends_at"])) for bar in lane["bars"]] == [
        ("running", "nightly", -1.0, 1.5),
        ("queued", "sooner", 1.5, 3.5),
        ("maintenance", "Fans", 3.0, 5.0),
        ("queued", "later", 5.0, 6.0),
    ]
    assert hours(answer["queue"]["clear_at"]) == 6.0
    assert answer["servers"]["items"][0]["next_run"]["title"] == "sooner"
    assert answer["under_way"]["items"][0]["number"] == f"r-{run.number}"


@pytest.mark.parametrize(("horizon", "shown"), [("24h", 1), ("3d", 2), ("7d", 3)])
def test_horizon_is_one_three_or_seven_days(viewer: TestClient, make: Factory, horizon: str, shown: int) -> None:
    server = make.server()
    for days in (0, 2, 6):
        make.run(make.job(server, start_after=NOW + dt.timedelta(days=days), estimated_seconds=60.0))
    queue = overview(viewer, horizon=horizon)["queue"]
    assert len(queue["lanes"][0]["bars"]) == shown
    assert moment(queue["from_at"]) < NOW < moment(queue["to_at"])


def test_an_unknown_horizon_is_refused(viewer: TestClient) -> None:
    assert viewer.get("/api/v1/overview", params={"horizon": "1y"}).status_code == 422


def test_paused_lab_and_unreachable_server_have_no_start(viewer: TestClient, make: Factory) -> None:
    away = make.server(name="away", state="unreachable", last_error="No route", last_seen_at=NOW - 2 * HOUR)
    job = make.job(away)
    make.run(job, title="waits")
    answer = overview(viewer)
    unreachable, queued = answer["queue"]["lanes"][0]["bars"]
    assert (unreachable["kind"], hours(unreachable["starts_at"]), unreachable["ends_at"]) == ("unreachable", -2.0, None)
    assert unreachable["reason"] == "No route"
    assert (queued["kind"], queued["starts_at"], queued["job_number"]) == ("queued", None, f"j-{job.number}")
    assert hours(answer["servers"]["items"][0]["unreachable_since"]) == -2.0
    assert answer["queue"]["clear_at"] is None

    make.run(make.job(make.server(name="ready")))
    make.session.add(LabSetting(key="paused", value={"reason": "Power", "since": NOW.isoformat(), "by": "ada"}))
    make.session.flush()
    bars = [bar for lane in overview(viewer)["queue"]["lanes"] for bar in lane["bars"] if bar["kind"] == "queued"]
    assert [bar["starts_at"] for bar in bars] == [None, None]


def test_reservation_delays_jobs_of_other_users(viewer: TestClient, make: Factory, session: Session) -> None:
    server = make.server()
    ada = User(id=generate_uuid7(), name="ada", role="operator")
    make.session.add(ada)
    make.session.flush()
    reservation = {"server_id": server.id, "user_id": ada.id, "starts_at": NOW - HOUR, "ends_at": NOW + 2 * HOUR}
    make.session.add(Reservation(id=generate_uuid7(), reason="Tuning", **reservation))
    make.run(make.job(server, name="other", estimated_seconds=3600.0))
    make.run(make.job(server, name="own", submitted_by=ada.id, estimated_seconds=3600.0))
    bars = overview(viewer)["queue"]["lanes"][0]["bars"]
    assert [(bar["kind"], bar["title"], hours(bar["starts_at"])) for bar in bars] == [
        ("reservation", "ada: Tuning", -1.0),
        ("queued", "own", 0.0),
        ("queued", "other", 2.0),
    ]


def test_runs_that_ended_lately_stand_before_now(viewer: TestClient, make: Factory) -> None:
    server = make.server()
    for state, ago in (("finished", 0.5), ("failed", 1.0), ("finished", 9.0)):
        ended = {"started_at": NOW - (ago + 1) * HOUR, "finished_at": NOW - ago * HOUR}
        make.run(make.job(server, state=state), state=state, **ended)
    bars = overview(viewer)["queue"]["lanes"][0]["bars"]
    assert [bar["kind"] for bar in bars] == ["failed", "finished"]


def test_running_run_shows_phases_newest_figure_and_curve(viewer: TestClient, make: Factory) -> None:
    run = at_work(make, make.server(), configuration_id=make_configuration(make, "RAID 5, 16 drives").id)
    attempt = make.attempt(run, state="running", started_at=NOW - HOUR)
    current = make.session.scalars(select_phase(run, 2)).one()
    for second in range(1, 201):
        make.chunk(attempt, current, [second * 1000], ios=1000 + second)
    make.session.add(
        LiveChunk(
            attempt_id=attempt.id, phase_id=current.id, stream=TELEMETRY_STREAM, start_offset=1, end_offset=2,
            samples=[{"t_ms": 1000, "temperature_mc": 40_000}, {"t_ms": 2000, "temperature_mc": 41_500}],
        )
    )  # fmt: skip
    make.session.flush()

    (item,) = overview(viewer)["under_way"]["items"]

    assert item["configuration"]["name"] == "RAID 5, 16 drives"
    assert item["workload"].startswith("4K random read")
    assert [(segment["name"], segment["state"]) for segment in item["segments"]] == [
        ("Fill", "done"),
        ("Precondition", "running"),
        ("Read", "planned"),
    ]
    assert item["live"] == {
        "phase_ordinal": 2,
        "at_ms": 1_800_000 + 200_000,
        "iops": 1200.0,
        "throughput_bytes_per_s": 1200.0 * 4096,
        "latency_mean_ns": 1000.0,
    }
    assert item["temperature_c"] == 41.5
    (line,) = item["curve"]["lines"]
    assert 30 <= len(line) <= 60
    assert line == sorted(line)
    assert line[-1] == 1200.0


def select_phase(run: Run, ordinal: int) -> Any:
    return select(Phase).where(Phase.run_id == run.id, Phase.ordinal == ordinal)


def measured(make: Factory, iops: float, *, ago: float, **values: Any) -> Run:
    """Return a run that ended `ago` hours ago, with one figure."""
    ended = {"started_at": NOW - (ago + 1) * HOUR, "finished_at": NOW - ago * HOUR, "state": "finished"}
    job = values.pop("job")
    run = make.run(job, **(ended | values))
    phase = make.phase(run, state="finished", t0_ms=0, t1_ms=10_000)
    make_measurement(
        make, phase, iops=iops, block_bytes=4096, read_percent=100.0, random_percent=100.0, outstanding_ios=4
    )
    return run


def test_result_is_compared_with_the_last_matching_run(viewer: TestClient, make: Factory) -> None:
    server, profile = make.server(), make.profile()

    def job(**values: Any) -> Any:
        return make.job(server, profile_id=profile.id, state="finished", **values)

    drives = {"kind": "devices", "stable_ids": ["b", "a"], "layout": "parallel"}
    before = measured(make, 100_000.0, ago=3, job=job(target=drives))
    measured(make, 90_000.0, ago=5, job=job(target=drives))
    measured(make, 1.0, ago=2, job=job(target={**drives, "stable_ids": ["c"]}))
    measured(make, 2.0, ago=2, job=job(target=drives), invalid_at=NOW, invalid_reason="Hot.")
    own = job(target={**drives, "stable_ids": ["a", "b"]})
    measured(make, 3.0, ago=1.5, job=own)
    run = measured(make, 150_000.0, ago=1, job=own, repeat_index=2)

    shown = next(item for item in overview(viewer)["ended"] if item["number"] == f"r-{run.number}")

    assert (shown["figure"]["value"], shown["figure"]["unit"], shown["figure"]["metric"]) == (150_000.0, "1/s", "iops")
    assert shown["figure"]["workload"].startswith("4K random read")
    assert shown["change"] == {
        "percent": 50.0,
        "value": 100_000.0,
        "run_number": f"r-{before.number}",
        "run_title": before.title,
        "unusual": None,
    }
    assert shown["thumbnail"] == {"kind": "bars", "lines": [[150_000.0]], "window": None}


def test_result_far_below_earlier_runs_raises_an_alert(viewer: TestClient, make: Factory) -> None:
    server, profile = make.server(), make.profile()
    for ago, iops in ((9, 100_000.0), (8, 101_000.0), (7, 99_000.0), (1, 80_000.0)):
        last = measured(make, iops, ago=ago, job=make.job(server, profile_id=profile.id, state="finished"))
    answer = overview(viewer)
    assert answer["ended"][0]["change"]["unusual"] == "regression"
    (alert,) = answer["alerts"]["items"]
    assert (alert["kind"], alert["link"]["number"], alert["severity"]) == (
        "run_regression",
        f"r-{last.number}",
        "warning",
    )
    assert alert["message"] == (
        f"r-{last.number}: Random read IOPS \N{MINUS SIGN}19.2 % vs r-{last.number - 1}, outside the usual range."
    )


def test_thumbnail_is_the_curve_of_the_judged_phase(viewer: TestClient, make: Factory) -> None:
    verdict = {"status": "steady", "metric": "iops", "phase_ordinal": 1, "t0_ms": 60_000, "t1_ms": 120_000,
               "rounds": [], "average": 1050.0, "sentence": "Steady."}  # fmt: skip
    make_run_with_series(make, points=(120, 30), kinds=("precondition", "measure"), verdict=verdict)
    (shown,) = overview(viewer)["ended"]
    picture = shown["thumbnail"]
    assert (picture["kind"], len(picture["lines"][0])) == ("time", 60)
    assert picture["window"] == [pytest.approx(0.5, abs=0.02), 1.0]
    assert (shown["figure"]["label"], shown["figure"]["value"]) == ("IOPS at steady state", 1050.0)


def test_results_since_the_last_visit_are_new(viewer: TestClient, make: Factory, session: Session) -> None:
    measured(make, 1.0, ago=30, job=make.job())
    new = measured(make, 2.0, ago=2, job=make.job())
    assert overview(viewer)["last_visit_at"] is None
    user = session.scalars(select(User)).one()
    user.visited_at = NOW - dt.timedelta(days=1)
    session.flush()

    answer = overview(viewer)

    assert hours(answer["last_visit_at"]) == -24.0
    assert answer["new_result_count"] == 1
    assert [item["number"] for item in answer["ended"] if item["is_new"]] == [f"r-{new.number}"]
    # The page reports it once; what was new stays so until the visit is over.
    visit = viewer.patch("/api/v1/session", json={"visited": True})
    assert hours(visit.json()["last_visit_at"]) == -24.0
    assert overview(viewer)["new_result_count"] == 1
    user.visited_at = NOW - HOUR
    session.flush()
    assert overview(viewer)["new_result_count"] == 0
