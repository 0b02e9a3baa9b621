"""Typed answers about attempts from reports of the runner; missing reports are unknown or empty."""

from __future__ import annotations

from typing import Any

from starlette.testclient import TestClient
from tests.factories import Factory

from storagelab.db.models import Attempt

FINDING = {"id": "I1", "device": "nvme-x", "title": "Identity", "verdict": "pass", "reason": "It is that drive."}
OPERATION = {
    "ordinal": 1,
    "kind": "discard",
    "title": "Discard every block",
    "state": "finished",
    "message": None,
    "started_realtime_ns": 1_767_225_600_000_000_000,
    "ended_realtime_ns": None,
    "evidence": {"blocks": 1},
}


def shown(client: TestClient, attempt: Attempt) -> dict[str, Any]:
    answer = client.get(f"/api/v1/runs/{attempt.run_id}")
    assert answer.status_code == 200, answer.text
    item: dict[str, Any] = answer.json()["attempts"][0]
    return item


def test_checks_operations_and_neighbours_are_shown(viewer: TestClient, make: Factory) -> None:
    attempt = make.attempt(
        make.run(make.job()),
        checks={"prepare": [FINDING], "start": [FINDING, FINDING]},
        status={
            "operations": [OPERATION],
            "neighbours": None,
            "stuck": True,
            "warnings": ["No lingering."],
            "telemetry": {"available": False, "reason": "tmpfs has no block device."},
        },
        exit_record={"neighbours": {"state": "changed", "changed": [{"device": "sdb", "what": "its first MiB"}]}},
    )
    item = shown(viewer, attempt)
    assert item["probe_results"] == {"prepare": [FINDING], "start": [FINDING, FINDING]}
    [operation] = item["operations"]
    assert (operation["started_at"], operation["finished_at"]) == ("2026-01-01T00:00:00Z", None)
    assert operation["evidence"] == {"blocks": 1}
    assert item["neighbours"] == {"state": "changed", "changed": [{"device": "sdb", "difference": "its first MiB"}]}
    assert (item["stuck"], item["warnings"]) == (True, ["No lingering."])
    assert item["telemetry"] == {"available": False, "reason": "tmpfs has no block device."}
    assert (item["cancel_mode"], item["resumed_from"]) == (None, None)


def test_attempt_without_reports_shows_planned_operations(viewer: TestClient, make: Factory) -> None:
    spec = {"preparation": [{"kind": "discard"}, {"kind": "write_zeroes"}]}
    item = shown(
        viewer, make.attempt(make.run(make.job()), spec=spec, requested_state="cancel", cancel_when="after_phase")
    )
    assert [(operation["ordinal"], operation["state"]) for operation in item["operations"]] == [
        (1, "planned"),
        (2, "planned"),
    ]
    assert item["probe_results"] == {"prepare": [], "start": []}
    assert (item["neighbours"], item["telemetry"], item["stuck"], item["warnings"]) == (None, None, False, [])
    assert item["cancel_mode"] == "after_phase"


def test_unreadable_reports_do_not_hide_readable_ones(viewer: TestClient, make: Factory) -> None:
    attempt = make.attempt(
        make.run(make.job()),
        checks={"prepare": ["no finding", FINDING], "start": "none"},
        status={
            "operations": ["no operation", {"kind": "discard", "state": "melted", "started_realtime_ns": "early"}],
            "neighbours": {"state": "odd", "changed": [1]},
            "telemetry": [],
            "warnings": {"a": 1},
        },
    )
    item = shown(viewer, attempt)
    assert item["probe_results"] == {"prepare": [FINDING], "start": []}
    [operation] = item["operations"]
    assert (operation["kind"], operation["state"], operation["started_at"]) == ("discard", "lost", None)
    assert item["neighbours"] == {"state": "unknown", "changed": []}
    assert (item["telemetry"], item["warnings"]) == (None, [])
