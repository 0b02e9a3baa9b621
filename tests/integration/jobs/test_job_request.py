"""Request of a job: enough to submit it again, without the confirmations that a person gave."""

from __future__ import annotations

from typing import Any

from starlette.testclient import TestClient
from tests.factories import Factory

from storagelab.db.models import Job

MIB = 2**20


def test_job_is_resubmitted_from_its_request(operator: TestClient, make: Factory) -> None:
    body = {
        "name": "again",
        "labels": {"customer": "acme"},
        "server_id": str(make.server().id),
        "profile": {"name": "quick-4k", "parameters": {"point_seconds": 7}, "scale": "smoke"},
        "target": {"kind": "file", "path": None, "size_bytes": 256 * MIB, "copy_to": None},
        "configuration_name": "scratch",
        "repeats": 5,
        "repeat_until": {"cv_percent": 4.0, "min_repeats": 3},
        "priority": 70,
        "on_lost": "requeue_once",
        "note": "the first try",
        "accept_wear": True,
    }
    first = operator.post("/api/v1/jobs", json=body)
    assert first.status_code == 202, first.text
    request: dict[str, Any] = operator.get(f"/api/v1/jobs/{first.json()['number']}").json()["request"]
    for name in ("name", "labels", "server_id", "target", "configuration_name", "repeats", "repeat_until", "note"):
        assert request[name] == body[name]
    assert (request["profile"]["name"], request["profile"]["scale"]) == ("quick-4k", "smoke")
    assert request["profile"]["version"] == first.json()["profile"]["version"]
    assert request["profile"]["parameters"]["point_seconds"] == 7
    # A confirmation or an agreement of one person does not count for another.
    assert (request["confirm_serials"], request["accept_wear"]) == ([], False)
    assert (request["start_after"], request["start_before"]) == (None, None)

    second = operator.post("/api/v1/jobs", json=request)
    assert second.status_code == 202, second.text
    assert second.json()["number"] != first.json()["number"]
    assert second.json()["request"] == request


def test_request_excludes_labels_of_the_lab(operator: TestClient, make: Factory) -> None:
    job = make.job(labels={"storagelab/campaign": "m-1", "customer": "acme"}, profile_id=make.profile(name="x").id)
    assert operator.get(f"/api/v1/jobs/{job.id}").json()["request"]["labels"] == {"customer": "acme"}


def test_job_over_the_label_limit_is_resubmitted(operator: TestClient, make: Factory) -> None:
    labels: dict[str, str | None] = {f"key-{number}": "value" for number in range(32)}
    labels |= {f"tag {number}": None for number in range(20)}
    first = operator.post(
        "/api/v1/jobs",
        json={
            "server_id": str(make.server().id),
            "profile": {"name": "quick-4k", "parameters": {}, "scale": "smoke"},
            "target": {"kind": "file", "path": None, "size_bytes": 256 * MIB, "copy_to": None},
        },
    )
    assert first.status_code == 202, first.text
    # Migration 0024 merges 32 labels and 20 tags of a job, without a limit.
    make.session.get_one(Job, first.json()["id"]).labels = labels
    make.session.flush()
    request = operator.get(f"/api/v1/jobs/{first.json()['number']}").json()["request"]
    assert request["labels"] == labels

    second = operator.post("/api/v1/jobs", json=request)
    assert (second.status_code, second.json()["labels"]) == (202, labels), second.text


def test_invalid_stored_job_has_no_request(operator: TestClient, make: Factory) -> None:
    job = make.job(priority=1000)
    shown = operator.get(f"/api/v1/jobs/{job.id}")
    assert (shown.status_code, shown.json()["request"]) == (200, None)
