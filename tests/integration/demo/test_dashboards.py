"""Dashboards of the demo: filed, removed and restored with the demo data, pins included."""

from __future__ import annotations

from typing import Any

import pytest
from sqlalchemy import delete
from sqlalchemy.orm import Session
from starlette.testclient import TestClient

from storagelab.db.models import Dashboard, LabSetting
from storagelab.demo.dashboards import DASHBOARDS
from storagelab.demo.load import SETTING, ensure_demo_data, remove_demo_data, restore_demo_data

pytestmark = pytest.mark.usefixtures("settings")
ADDRESS = "/api/v1/dashboards"


def listed(client: TestClient, **filters: Any) -> list[dict[str, Any]]:
    items: list[dict[str, Any]] = client.get(ADDRESS, params=filters).json()["items"]
    return sorted(items, key=lambda item: int(item["number"].removeprefix("b-")))


def missing_data(client: TestClient, dashboard: dict[str, Any]) -> list[str]:
    """Return the panels whose workload no run of the dashboard has in their metric."""
    entries = client.get(f"{ADDRESS}/{dashboard['number']}/entries").json()
    assert entries["missing"] == []
    numbers = [run["number"] for run in entries["runs"]]
    columns = client.get("/api/v1/measurements", params=[("run_id", number) for number in numbers]).json()["source"]
    available = {
        (phase, metric)
        for metric in columns
        for phase, value in zip(columns["phase_name"], columns[metric], strict=True)
        if value is not None
    }
    return [
        f"{dashboard['name']} {panel['id']}"
        for panel in dashboard["document"]["panels"]
        if panel["workload"] is not None and (panel["workload"], panel["metric"]) not in available
    ]


@pytest.mark.in_turn
def test_dashboards_have_data_and_are_restored_pinned(session: Session, viewer: TestClient, admin: TestClient) -> None:
    ensure_demo_data(session)
    before = listed(viewer)
    assert [item["name"] for item in before] == [demo.title for demo in DASHBOARDS]
    assert {(item["owner"], item["shared"], item["can_change"]) for item in before} == {(None, True, False)}
    for demo, item in zip(DASHBOARDS, before, strict=True):
        titles = [title for chosen in demo.runs.values() for title in chosen or ()]
        runs = viewer.get(f"{ADDRESS}/{item['number']}/entries").json()["runs"]
        assert len(runs) >= max(len(titles), 2), demo.name
    assert [fault for item in before for fault in missing_data(viewer, item)] == []
    pinned = viewer.put(f"{ADDRESS}/{before[0]['number']}/pin").json()
    assert admin.delete(f"{ADDRESS}/{before[1]['number']}").status_code == 200
    ensure_demo_data(session)
    session.expire_all()
    assert len(listed(viewer)) == len(before) - 1, "what somebody deleted stays deleted"

    remove_demo_data(session)
    session.expire_all()
    assert listed(viewer) == []

    restore_demo_data(session)
    after = listed(viewer)
    assert [item["number"] for item in after] == [item["number"] for item in before]
    assert after[0]["pin_position"] == pinned["pin_position"] == 1
    assert [fault for item in after for fault in missing_data(viewer, item)] == []


@pytest.mark.in_turn
def test_nightly_runs_span_a_firmware_update(session: Session, viewer: TestClient) -> None:
    ensure_demo_data(session)
    item = next(item for item in listed(viewer) if item["document"]["panels"][0]["chart"] == "nightly")
    assert "query" in item["document"]["entries"]
    runs = viewer.get(f"{ADDRESS}/{item['number']}/entries").json()["runs"]
    answer = viewer.get("/api/v1/comparison", params=[("run_id", run["number"]) for run in runs] + [("pooled", True)])
    compared = answer.json()
    differing = {row["key"]: row["cells"] for row in compared["factors"]["rows"] if row["state"] == "differs"}
    assert {key: {cell["value"] for cell in cells} for key, cells in differing.items()} == {
        "drives.firmware": {"1.0", "1.1"}
    }
    assert all({"cpu", "utilisation"} <= set(run["readings"]) and run["started_at"] for run in compared["runs"])


@pytest.mark.in_turn
def test_earlier_release_lab_gets_the_dashboards(session: Session, viewer: TestClient) -> None:
    ensure_demo_data(session)
    session.execute(delete(Dashboard))
    setting = session.get_one(LabSetting, SETTING)
    setting.value = {name: value for name, value in setting.value.items() if name != "dashboards"}
    session.flush()
    ensure_demo_data(session)
    assert len(listed(viewer)) == len(DASHBOARDS)
