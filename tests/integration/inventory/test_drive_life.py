"""The life of a drive: wear, temperature, bytes written by cause, places, and what each run wrote."""

from __future__ import annotations

import datetime as dt
from typing import Any

from starlette.testclient import TestClient
from tests.factories import Factory
from tests.query_count import counted_queries

from storagelab.db.models import Drive, DriveStateEntry, HardwareModel, HealthReading, Lease, Run, Server

TB = 10**12
#: A Monday.
START = dt.datetime(2026, 3, 2, tzinfo=dt.UTC)


def read(make: Factory, identity: str, day: float, *, run: Run | None = None, **values: Any) -> None:
    """File a health reading of a drive, `day` days after the start."""
    make.session.add(
        HealthReading(
            identity=identity,
            run_id=run.id if run is not None else None,
            at=START + dt.timedelta(days=day),
            taken_during="discovery" if run is None else "during_run",
            values=values,
        )
    )
    make.session.flush()


def wrote(make: Factory, drive: Drive, run: Run, day: float, written: int | None, **values: Any) -> None:
    """File what the lab counted for a step of a run."""
    make.session.add(
        DriveStateEntry(
            identity=drive.identity,
            drive_id=drive.id,
            run_id=run.id,
            at=START + dt.timedelta(days=day),
            state="dirty",
            reason="A step",
            written_bytes=written,
            **values,
        )
    )
    make.session.flush()


def life_of(client: TestClient, drive: Drive, **params: Any) -> Any:
    """Return the answer to a request for the life of a drive."""
    answer = client.get(f"/api/v1/drives/d-{drive.number}/life", params=params)
    assert answer.status_code == 200, answer.text
    return answer.json()


def rated_drive(make: Factory, **values: Any) -> Drive:
    """Return a drive that is rated for 100 TB."""
    make.session.add(HardwareModel(component="drive", model="P5520", rated_endurance_bytes=100 * TB))
    return make.drive(make.server(), identity="wwn:1", model="P5520", **values)


def test_wear_has_a_forecast_with_its_interval(viewer: TestClient, make: Factory) -> None:
    drive = rated_drive(make)
    # 1 TB in even weeks and 2 TB in odd ones.
    for week, written in enumerate((10, 11, 13, 14, 16)):
        read(make, "wwn:1", 7 * week, written_bytes=written * TB, temperature_c=30 + week)
    shown = life_of(viewer, drive)
    assert [point["used_percent"] for point in shown["wear"]] == [10, 11, 13, 14, 16]
    forecast = shown["forecast"]
    assert (forecast["basis"], forecast["week_count"], forecast["used_percent"]) == ("rated_endurance", 4, 16)
    # 84 % at 6 % in 28 days, counted from the last reading.
    last = START + dt.timedelta(days=28)
    middle = dt.datetime.fromisoformat(forecast["exhausted_at"])
    assert round((middle - last) / dt.timedelta(days=1)) == 84 * 28 / 6
    assert forecast["exhausted_earliest_at"] < forecast["exhausted_at"] < forecast["exhausted_latest_at"]
    assert round((dt.datetime.fromisoformat(forecast["alert_at"]) - last) / dt.timedelta(days=1)) == round(74 * 28 / 6)
    assert (shown["since"], shown["neighbours"]) == (None, None)


def test_too_few_readings_have_no_interval(viewer: TestClient, make: Factory) -> None:
    drive = rated_drive(make)
    for day in (0, 3):
        read(make, "wwn:1", day, written_bytes=(10 + day) * TB)
    forecast = life_of(viewer, drive)["forecast"]
    assert forecast["remaining_days"] == 87
    assert (forecast["exhausted_earliest_at"], forecast["exhausted_latest_at"]) == (None, None)
    nothing = life_of(viewer, make.drive(make.server()))
    assert nothing["forecast"]["exhausted_at"] is None
    assert (nothing["wear"], nothing["temperature"], nothing["weeks"]) == ([], [], [])


def test_slow_drive_has_no_date_beyond_a_century(viewer: TestClient, make: Factory) -> None:
    drive = rated_drive(make)
    for day in (0, 28):
        read(make, "wwn:1", day, written_bytes=TB + day)
    forecast = life_of(viewer, drive)["forecast"]
    assert forecast["remaining_days"] > 36_500
    assert (forecast["exhausted_at"], forecast["alert_at"]) == (None, None)


def test_neighbours_on_the_same_server_precede_lab_neighbours(viewer: TestClient, make: Factory) -> None:
    drive = rated_drive(make)
    make.drive(make.server(), identity="wwn:9", model="P5520", health={"used_percent": 90, "temperature_c": 60})
    read(make, "wwn:9", 1, written_bytes=90 * TB)
    assert life_of(viewer, drive)["neighbours"] == {
        "scope": "lab",
        "drive_count": 1,
        "wear": [{"at": "2026-03-03T00:00:00Z", "used_percent": 90.0}],
        "used_percent": 90.0,
        "temperature_c": 60.0,
    }
    for place, used in enumerate((10, 30)):
        health = {"used_percent": used, "temperature_c": 30 + place}
        make.drive(server_of(make, drive), identity=f"wwn:{place + 2}", model="P5520", health=health)
        read(make, f"wwn:{place + 2}", 1 + place, written_bytes=used * TB)
    make.drive(server_of(make, drive), identity="wwn:7", model="another", health={"used_percent": 99})
    neighbours = life_of(viewer, drive)["neighbours"]
    assert (
        neighbours["scope"],
        neighbours["drive_count"],
        neighbours["used_percent"],
        neighbours["temperature_c"],
    ) == (
        "server",
        2,
        20,
        30.5,
    )
    assert neighbours["wear"] == [{"at": "2026-03-04T00:00:00Z", "used_percent": 20.0}]


def server_of(make: Factory, drive: Drive) -> Server:
    """Return the server that a drive is in."""
    return make.session.get_one(Server, drive.server_id)


def test_temperature_is_a_span_for_each_day(viewer: TestClient, make: Factory) -> None:
    drive = rated_drive(make)
    for day, heat in ((0, 30), (0.5, 50), (2, 41)):
        read(make, "wwn:1", day, temperature_c=heat)
    read(make, "wwn:1", 3, temperature_c="hot")
    assert life_of(viewer, drive)["temperature"] == [
        {"day": "2026-03-02", "low_c": 30.0, "mean_c": 40.0, "high_c": 50.0},
        {"day": "2026-03-04", "low_c": 41.0, "mean_c": 41.0, "high_c": 41.0},
    ]


def test_written_bytes_are_split_by_week_and_cause(viewer: TestClient, make: Factory) -> None:
    drive = rated_drive(make)
    run = make.run(make.job(make.server()))
    fill, measured = make.phase(run, kind="fill", ordinal=1), make.phase(run, kind="measure", ordinal=2)
    read(make, "wwn:1", 0, written_bytes=0)
    read(make, "wwn:1", 1, run=run, written_bytes=TB)
    read(make, "wwn:1", 2, run=run, written_bytes=5 * TB)
    wrote(make, drive, run, 2, TB, phase_id=fill.id)
    wrote(make, drive, run, 2, 2 * TB, phase_id=measured.id)
    assert life_of(viewer, drive)["weeks"] == [
        {"start": "2026-03-02", "run_bytes": 3 * TB, "preparation_bytes": TB, "other_bytes": TB}
    ]


def test_a_replaced_counter_is_never_negative(viewer: TestClient, make: Factory) -> None:
    drive = rated_drive(make)
    for day, written in ((0, 90 * TB), (8, TB), (15, 2 * TB)):
        read(make, "wwn:1", day, written_bytes=written)
    weeks = life_of(viewer, drive)["weeks"]
    assert [week["other_bytes"] for week in weeks[:2]] == [None, None]
    assert all(week["other_bytes"] is None or week["other_bytes"] >= 0 for week in weeks)


def test_a_lost_run_leaves_its_bytes_unknown(viewer: TestClient, make: Factory) -> None:
    drive = rated_drive(make)
    wrote(make, drive, make.run(make.job(make.server())), 1, None)
    assert life_of(viewer, drive)["weeks"] == [
        {"start": "2026-03-02", "run_bytes": None, "preparation_bytes": None, "other_bytes": None}
    ]


def test_places_go_with_the_drive(viewer: TestClient, make: Factory) -> None:
    old, new = make.server(name="old"), make.server(name="new")
    make.drive(old, identity="wwn:1", present=False, slot="3")
    drive = make.drive(new, identity="wwn:1", slot="7")
    places = life_of(viewer, drive)["places"]
    assert [(place["server"]["name"], place["slot"], place["present"]) for place in places] == [
        ("new", "7", True),
        ("old", "3", False),
    ]


def test_a_period_leaves_older_readings_out(viewer: TestClient, make: Factory) -> None:
    drive = rated_drive(make)
    now = dt.datetime.now(dt.UTC)
    for days in (400, 10):
        make.session.add(
            HealthReading(
                identity="wwn:1",
                at=now - dt.timedelta(days=days),
                taken_during="discovery",
                values={"temperature_c": 40, "written_bytes": TB},
            )
        )
    make.session.flush()
    assert [len(life_of(viewer, drive, **days)["temperature"]) for days in ({}, {"days": 365}, {"days": 5})] == [
        2,
        1,
        0,
    ]
    assert viewer.get(f"/api/v1/drives/{drive.id}/life", params={"days": 0}).status_code == 422
    assert viewer.get("/api/v1/drives/d-999999/life").status_code == 404


def test_runs_are_listed_with_their_written_bytes(viewer: TestClient, make: Factory) -> None:
    drive = rated_drive(make, stable_id="nvme-1")
    server = make.server()
    counted, filed, uncounted, using, other = (make.run(make.job(server)) for _ in range(5))
    read(make, "wwn:1", 1, run=counted, written_bytes=TB, temperature_c=40)
    read(make, "wwn:1", 2, run=counted, written_bytes=3 * TB, temperature_c=55)
    wrote(make, drive, counted, 2, TB)
    wrote(make, drive, filed, 3, 5 * TB)
    wrote(make, drive, uncounted, 4, None)
    make.session.add(Lease(resource="dev:nvme-1", attempt_id=make.attempt(using).id, fence=1))
    make.session.add(Lease(resource="dev:nvme-2", attempt_id=make.attempt(other).id, fence=1))
    make.session.flush()
    items = viewer.get(f"/api/v1/drives/d-{drive.number}/runs").json()["items"]
    by_number = {
        item["run"]["number"]: (item["written_bytes"], item["endurance_percent"], item["highest_temperature_c"])
        for item in items
    }
    assert by_number == {
        f"r-{counted.number}": (2 * TB, 2.0, 55.0),
        f"r-{filed.number}": (5 * TB, 5.0, None),
        f"r-{uncounted.number}": (None, None, None),
        f"r-{using.number}": (None, None, None),
    }
    first = viewer.get(f"/api/v1/drives/{drive.id}/runs", params={"limit": 3}).json()
    assert first["next_cursor"] is not None
    assert viewer.get("/api/v1/drives/d-999999/runs").status_code == 404


def test_drive_life_needs_constant_queries_for_many_runs(viewer: TestClient, make: Factory) -> None:
    connection = make.session.connection()
    drive = rated_drive(make)
    server = server_of(make, drive)

    def add(place: int) -> None:
        run = make.run(make.job(server))
        make.drive(server, identity=f"wwn:n{place}", model="P5520", health={"used_percent": 1})
        read(make, f"wwn:n{place}", place, written_bytes=TB)
        read(make, "wwn:1", place, run=run, written_bytes=place * TB)
        wrote(make, drive, run, place, TB)

    add(1)
    counts = []
    for _ in range(2):
        for address in ("life", "runs"):
            with counted_queries(connection) as queries:
                assert viewer.get(f"/api/v1/drives/d-{drive.number}/{address}").status_code == 200
            counts.append(len(queries))
        for place in range(2, 6):
            add(place)
    assert counts[:2] == counts[2:]
