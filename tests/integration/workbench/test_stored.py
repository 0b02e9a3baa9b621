"""Stored workbenches over HTTP: one for each document, never changed, read by all of the lab."""

from __future__ import annotations

from typing import Any

from starlette.testclient import TestClient

WORKBENCHES = "/api/v1/workbenches"
PANELS = [
    {"id": f"p{number}", "chart": "over_time", "phase": "x" * 300, "x": 0, "y": 9 * number, "w": 6, "h": 9}
    for number in range(24)
]
DOCUMENT: dict[str, Any] = {"version": 1, "entries": {"runs": ["r-1", "r-2"]}, "align": "phase", "panels": PANELS}


def test_a_document_is_stored_once(viewer: TestClient, operator: TestClient) -> None:
    answer = viewer.post(WORKBENCHES, json={"document": DOCUMENT})
    stored = answer.json()
    assert (answer.status_code, answer.headers["location"]) == (201, f"{WORKBENCHES}/{stored['digest']}")
    assert (stored["document"]["align"], len(stored["document"]["panels"])) == ("phase", 24)
    assert operator.post(WORKBENCHES, json={"document": stored["document"]}).json() == stored
    other = viewer.post(WORKBENCHES, json={"document": DOCUMENT | {"linked": False}}).json()
    assert other["digest"] != stored["digest"]

    read = operator.get(f"{WORKBENCHES}/{stored['digest']}")
    assert (read.json(), "immutable" in read.headers["cache-control"]) == (stored, True)


def test_strangers_and_faults_are_refused(viewer: TestClient, anonymous: TestClient) -> None:
    assert anonymous.post(WORKBENCHES, json={"document": DOCUMENT}).status_code == 401
    assert anonymous.get(f"{WORKBENCHES}/{'0' * 32}").status_code == 401
    assert viewer.get(f"{WORKBENCHES}/{'0' * 32}").status_code == 404
    assert viewer.get(f"{WORKBENCHES}/r-1").status_code == 422
    refused = viewer.post(WORKBENCHES, json={"document": DOCUMENT | {"align": "end"}})
    assert (refused.status_code, refused.json()["errors"][0]["path"]) == (422, "document.align")
