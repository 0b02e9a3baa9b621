"""Phases, attempts, artifacts and configurations, and the download of raw files."""

from __future__ import annotations

import datetime as dt
import hashlib
from typing import Any

import pytest
from sqlalchemy import Connection
from starlette.testclient import TestClient
from tests.factories import LONG_AGO, Factory
from tests.query_count import counted_queries
from tests.result_factories import make_artifact, make_configuration, make_measurement

from storagelab.config import Settings
from storagelab.db.models import MeasurementPart
from storagelab.results.download import download_name


def get(client: TestClient, address: str, **query: Any) -> dict[str, Any]:
    answer = client.get(f"/api/v1{address}", params=query)
    assert answer.status_code == 200, answer.text
    body: dict[str, Any] = answer.json()
    return body


def test_phases_come_in_order(viewer: TestClient, make: Factory) -> None:
    run = make.run(make.job())
    for ordinal in (3, 1, 2):
        make.phase(run, ordinal=ordinal)

    assert [phase["ordinal"] for phase in get(viewer, f"/runs/r-{run.number}")["phases"]] == [1, 2, 3]


def test_a_measurement_shows_its_parts(viewer: TestClient, make: Factory) -> None:
    phase = make.phase(make.run(make.job()))
    measurement = make_measurement(make, phase, iops=30.0, outstanding_ios=4, steady=True)
    for direction, ios in (("write", 20), ("read", 10)):
        make.session.add(
            MeasurementPart(
                measurement_id=measurement.id,
                direction=direction,
                ios=ios,
                bytes=ios * 4096,
                iops=float(ios),
                bandwidth_bytes_per_s=1.0,
                runtime_ms=1000,
                latency_n=ios,
                latency_mean_ns=5.0,
                bins=b"packed",
            )
        )
    make.session.flush()

    shown = get(viewer, f"/runs/{phase.run_id}")["phases"][0]["measurement"]

    assert (shown["iops"], shown["outstanding_ios"], shown["steady"], shown["latency_p99_ns"]) == (30.0, 4, True, None)
    assert [(part["direction"], part["ios"], part["latency_mean_ns"]) for part in shown["parts"]] == [
        ("read", 10, 5.0),
        ("write", 20, 5.0),
    ]


def test_attempts_show_their_own_events(viewer: TestClient, make: Factory) -> None:
    run = make.run(make.job())
    lost = make.attempt(run, ordinal=1, state="lost", created_at=LONG_AGO)
    current = make.attempt(run, ordinal=2, state="running")
    make.event(lost, "the server went away")
    make.event(current, "started again")

    items = get(viewer, f"/runs/{run.id}")["attempts"]

    assert [(item["ordinal"], item["state"]) for item in items] == [(1, "lost"), (2, "running")]
    assert [event["message"] for item in items for event in item["events"]] == ["the server went away", "started again"]
    assert items[1]["number"] == f"a-{current.number}"


def test_artifacts_have_their_phase(viewer: TestClient, make: Factory) -> None:
    run = make.run(make.job())
    phase = make.phase(run, ordinal=3)
    make_artifact(make, run, b"whole run", name="spec.json", created_at=LONG_AGO)
    make_artifact(make, run, b"one phase", name="phases/03/status.json", phase_id=phase.id)

    items = get(viewer, f"/runs/{run.id}/artifacts")["items"]

    assert [(item["name"], item["phase_ordinal"]) for item in items] == [
        ("phases/03/status.json", 3),
        ("spec.json", None),
    ]
    assert items[0]["sha256"] == hashlib.sha256(b"one phase").hexdigest()
    assert items[0]["size_bytes"] == 9


def test_artifact_download_is_byte_identical(viewer: TestClient, make: Factory) -> None:
    content = bytes(range(256)) * 5000
    run = make.run(make.job())
    artifact = make_artifact(make, run, content, name="phases/01/status.json")

    answer = viewer.get(f"/api/v1/artifacts/{artifact.id}/content")

    assert answer.content == content
    assert answer.headers["content-length"] == str(len(content))
    assert answer.headers["content-disposition"] == f'attachment; filename="r-{run.number}-phases-01-status.json"'
    assert answer.headers["x-content-type-options"] == "nosniff"
    assert answer.headers["content-security-policy"] == "sandbox; default-src 'none'"
    assert answer.headers["etag"] == f'"{artifact.sha256}"'


def test_known_artifact_is_not_sent_again(viewer: TestClient, make: Factory) -> None:
    artifact = make_artifact(make, make.run(make.job()), b"content")

    answer = viewer.get(f"/api/v1/artifacts/{artifact.id}/content", headers={"If-None-Match": f'"{artifact.sha256}"'})

    assert (answer.status_code, answer.content) == (304, b"")


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ('a"; filename="evil.exe', "r-7-a_filename_evil.exe"),
        ("x\r\nSet-Cookie: a=b", "r-7-x_Set-Cookie_a_b"),
        ("../../etc/passwd", "r-7-etc-passwd"),
        ("наблюдение.json", "r-7-json"),
        ("报告", "r-7-artifact"),
        ("..", "r-7-artifact"),
        ("n" * 400 + ".log", "r-7-" + "n" * 146 + ".log"),
    ],
)
def test_a_hostile_name_becomes_a_harmless_one(name: str, expected: str) -> None:
    assert download_name(7, name) == expected


def test_hostile_columns_do_not_reach_the_headers(viewer: TestClient, make: Factory) -> None:
    artifact = make_artifact(
        make, make.run(make.job()), b"<script>", name='q"\r\nX-Evil: 1', media_type="text/html\r\nX-Evil: 1"
    )

    answer = viewer.get(f"/api/v1/artifacts/{artifact.id}/content")

    assert answer.content == b"<script>"
    assert answer.headers["content-type"] == "application/octet-stream"
    assert "x-evil" not in answer.headers


def test_missing_artifact_is_a_fault_of_the_lab(viewer: TestClient, make: Factory, settings: Settings) -> None:
    run = make.run(make.job())
    lost = make_artifact(make, run, b"will be lost", name="a")
    cut = make_artifact(make, run, b"will be cut", name="b", size_bytes=99)
    (settings.data_dir / "artifacts" / lost.storage_key).unlink()

    for artifact in (lost, cut):
        answer = viewer.get(f"/api/v1/artifacts/{artifact.id}/content")
        assert (answer.status_code, answer.json()["responsible"]) == (503, "lab")
        assert answer.json()["preserved"] is not None


def test_an_artifact_that_never_was(viewer: TestClient) -> None:
    assert viewer.get("/api/v1/artifacts/00000000-0000-7000-8000-000000000000/content").status_code == 404
    assert viewer.get("/api/v1/artifacts/nonsense/content").status_code == 422


def test_configurations_count_their_runs(viewer: TestClient, make: Factory) -> None:
    used = make_configuration(make, "RAID 5", array={"level": "raid5"})
    used.created_at = LONG_AGO + dt.timedelta(days=1)
    unused = make_configuration(make, "RAID 6")
    job = make.job()
    for index in (1, 2):
        make.run(job, repeat_index=index, configuration_id=used.id)

    items = get(viewer, "/configurations")["items"]
    one = get(viewer, f"/configurations/c-{used.number}")

    assert {item["name"]: item["run_count"] for item in items} == {"RAID 6": 0, "RAID 5": 2}
    assert items[0]["id"] == str(unused.id)
    assert (one["snapshot"], one["run_count"], one["origin"]) == ({"array": {"level": "raid5"}}, 2, "discovered")


@pytest.mark.parametrize("count", [1, 20])
@pytest.mark.parametrize("address", ["/runs/{run}/artifacts", "/configurations"])
def test_lists_need_constant_queries(
    viewer: TestClient, make: Factory, connection: Connection, address: str, count: int
) -> None:
    run = make.run(make.job())
    for ordinal in range(1, count + 1):
        phase = make.phase(run, ordinal=ordinal)
        make_measurement(make, phase, iops=1.0)
        make.event(make.attempt(run, ordinal=ordinal, state="lost"), "tried")
        make_artifact(make, run, b"same", name=f"file {ordinal}", phase_id=phase.id)
        make_configuration(make, f"configuration {ordinal}", ordinal=ordinal)

    with counted_queries(connection) as queries:
        page = get(viewer, address.format(run=run.id))

    assert len(page["items"]) == count
    assert len(queries) <= 6, "\n".join(queries)


@pytest.mark.parametrize(("run", "query", "status"), [("r-999999", {}, 404), ("r-1", {"limit": 0}, 422)])
def test_a_wrong_request_is_a_problem(viewer: TestClient, run: str, query: dict[str, Any], status: int) -> None:
    answer = viewer.get(f"/api/v1/runs/{run}/artifacts", params=query)

    assert (answer.status_code, answer.headers["content-type"]) == (status, "application/problem+json")


def test_an_unknown_configuration_is_not_found(viewer: TestClient) -> None:
    assert viewer.get("/api/v1/configurations/c-999999").status_code == 404
