"""Permalinks of dashboards: their runs now, the charts of their panels, and what is left out."""

from __future__ import annotations

from typing import Any

import pytest
from sqlalchemy.orm import Session
from starlette.testclient import TestClient
from tests.factories import Factory
from tests.integration.shares.sharing import freeze, read_document
from tests.integration.shares.subjects import Place, make_subject, other_configuration
from tests.integration.workbench.test_dashboards import save, signed_in

from storagelab.db.models import Run
from storagelab.db.references import format_row_number

OPTIONS = "/api/v1/shares/options"


def panel(panel_id: str, chart: str, y: int, **values: Any) -> dict[str, Any]:
    return {"id": panel_id, "chart": chart, "x": 0, "y": y, "w": 6, "h": 8, **values}


@pytest.fixture
def runs(make: Factory, place: Place, whole_run: Run) -> list[Run]:
    other = other_configuration(make)
    made = [make_subject(make, place, iops=iops, configuration=other) for iops in (1300.0, 1400.0)]
    return [whole_run, *made]


def save_board(client: TestClient, entries: dict[str, Any], *panels: dict[str, Any], **document: Any) -> str:
    body = {"version": 1, "entries": entries, "panels": list(panels), "pooled": False, **document}
    number: str = save(client, document=body)["number"]
    return number


@pytest.mark.in_turn
def test_share_of_dashboard_has_its_runs_and_charts(
    operator: TestClient, anonymous: TestClient, runs: list[Run], make: Factory
) -> None:
    first, second, hidden = map(format_row_number, runs)
    going_on = format_row_number(make.run(make.job(), state="running"))
    board = save_board(
        operator,
        {"runs": [second, going_on, hidden, first, "r-99999"]},
        panel("p2", "queue_depth", 8, metric="latency_mean_ns"),
        panel("p1", "over_time", 0, metric="latency_mean_ns"),
        panel("p3", "percentiles", 16),
        panel("p4", "over_time", 24, workload="4K random read"),
        panel("p5", "table", 32),
        baseline=first,
        hidden=[hidden],
    )
    subject = {"kind": "comparison", "dashboard": board}
    offered = operator.post(OPTIONS, json=subject).json()
    assert offered["left_out"] == [
        {"name": "r-99999", "reason": "is not in the lab any more"},
        {"name": going_on, "reason": "is still running"},
    ]
    panels = ["overlay", "queue-depth", "percentiles", "overlay", "values"]
    assert [chart["kind"] for chart in offered["charts"] if chart["default"]] == panels

    share = freeze(operator, kind="comparison", dashboard=board)
    document = read_document(anonymous, share)
    assert share["runs"] == sorted([first, second])
    settings = document["view"]["settings"]
    assert (settings["runs"], settings["baseline"], settings["metric"]) == ([second, first], first, "lat_mean")
    assert list(document["charts"]) == ["panel-p1", "panel-p2", "panel-p3", "panel-p4", "panel-p5"]


def test_dashboard_without_runs_is_refused(operator: TestClient, runs: list[Run]) -> None:
    board = save_board(operator, {"query": "number:999999"})
    refused = operator.post(OPTIONS, json={"kind": "comparison", "dashboard": board})
    assert (refused.status_code, refused.json()["errors"][0]["path"]) == (422, "dashboard")
    both = {"kind": "comparison", "dashboard": board, "run_ids": [format_row_number(run) for run in runs]}
    assert operator.post(OPTIONS, json=both).status_code == 422
    assert operator.post(OPTIONS, json={"kind": "run", "dashboard": board}).json()["errors"][0]["path"] == "dashboard"


def test_private_dashboard_is_shared_only_by_owner(operator: TestClient, session: Session, runs: list[Run]) -> None:
    board = save_board(operator, {"runs": [format_row_number(run) for run in runs]})
    other = signed_in(session, "grace", "operator")
    body = {"kind": "comparison", "dashboard": board, "title": "Taken"}
    assert operator.post("/api/v1/shares", json=body, headers=other).status_code == 404
