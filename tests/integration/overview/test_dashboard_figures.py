"""Entries of a dashboard: the newest result of each against what was usual before."""

from __future__ import annotations

import datetime as dt
from typing import Any

from starlette.testclient import TestClient
from tests.factories import Factory
from tests.result_factories import make_configuration, make_measurement

from storagelab.db.models import Job, Run
from storagelab.db.references import format_row_number

DASHBOARDS = "/api/v1/dashboards"
FIRST = dt.datetime(2026, 11, 1, 22, tzinfo=dt.UTC)
NIGHT = dt.timedelta(days=1)
PANEL = {"id": "p1", "chart": "bars", "metric": "iops", "x": 0, "y": 0, "w": 6, "h": 10}


def measured(make: Factory, job: Job, iops: float, *, night: int, **values: Any) -> Run:
    """Return a run of one night with one figure."""
    began = FIRST + night * NIGHT
    defaults = {"started_at": began, "finished_at": began + NIGHT / 24, "created_at": began, "state": "finished"}
    run = make.run(job, **(defaults | values))
    phase = make.phase(run, state="finished", t0_ms=0, t1_ms=10_000)
    conditions = {"block_bytes": 4096, "read_percent": 100.0, "random_percent": 100.0, "outstanding_ios": 4}
    make_measurement(make, phase, iops=iops, **conditions)
    return run


def nights(make: Factory, *iops: float, **values: Any) -> list[Run]:
    """Return the runs of one test on one server, a night after the other."""
    server, profile = make.server(), make.profile()
    return [
        measured(make, make.job(server, profile_id=profile.id, state="finished"), value, night=night, **values)
        for night, value in enumerate(iops)
    ]


def save(client: TestClient, entries: dict[str, Any], **values: Any) -> str:
    """Save a dashboard and return its address."""
    document = {"version": 1, "entries": entries, "panels": [PANEL]} | values
    saved = client.post(DASHBOARDS, json={"name": "Nightly", "document": document})
    assert saved.status_code == 201, saved.text
    return f"{DASHBOARDS}/{saved.json()['number']}"


def test_worse_entry_names_the_first_worse_run(operator: TestClient, make: Factory) -> None:
    runs = nights(make, 100_000, 101_000, 99_000, 100_500, 88_000, 87_500)
    address = save(operator, {"runs": [format_row_number(runs[-1])]})
    (item,) = operator.get(f"{address}/figures").json()["items"]
    assert (item["entry"], item["run_number"], item["comparison"]) == (*[format_row_number(runs[-1])] * 2, "worse")
    assert (item["figure"]["value"], item["figure"]["metric"]) == (87_500, "iops")
    assert item["usual"] == {"median": 100_250, "low": 99_000, "high": 101_000, "run_count": 4}
    assert round(item["change_percent"], 1) == -12.7
    assert item["since"] == {
        "run_number": format_row_number(runs[4]),
        "started_at": "2026-11-05T22:00:00Z",
        "value": 88_000,
    }
    assert [entry["run_number"] for entry in item["history"]] == [format_row_number(run) for run in runs]


def test_too_few_comparable_runs_have_no_usual_range(operator: TestClient, make: Factory) -> None:
    runs = nights(make, 100_000, 101_000, 99_000)
    nights(make, 1.0, 2.0, 3.0)
    address = save(operator, {"runs": [format_row_number(runs[-1])]})
    (item,) = operator.get(f"{address}/figures").json()["items"]
    assert (item["usual"], item["comparison"], item["since"], item["change_percent"]) == (None,) * 4
    assert len(item["history"]) == 3


def test_run_without_a_result_has_no_figure(operator: TestClient, make: Factory) -> None:
    running = make.run(make.job(), state="running", started_at=FIRST)
    (invalid,) = nights(make, 5.0, invalid_at=FIRST, invalid_reason="Hot.")
    numbers = [format_row_number(running), format_row_number(invalid)]
    items = operator.get(f"{save(operator, {'runs': numbers})}/figures").json()["items"]
    assert [(item["entry"], item["state"], item["figure"], item["history"]) for item in items] == [
        (numbers[0], "running", None, []),
        (numbers[1], "finished", None, []),
    ]


def test_pooled_repeats_show_their_newest_run(operator: TestClient, make: Factory) -> None:
    configuration = make_configuration(make, "c").id
    runs = nights(make, 100, 101, 102, 103, configuration_id=configuration)
    entries = {"runs": [format_row_number(run) for run in runs]}
    pooled = operator.get(f"{save(operator, entries)}/figures").json()["items"]
    assert [(item["entry"], item["run_number"]) for item in pooled] == [
        (format_row_number(runs[0]), format_row_number(runs[3]))
    ]
    document = {"version": 1, "entries": entries, "pooled": False}
    alone = operator.post(DASHBOARDS, json={"name": "Apart", "document": document}).json()["number"]
    assert len(operator.get(f"{DASHBOARDS}/{alone}/figures").json()["items"]) == 4


def test_query_narrows_the_shown_runs_without_saving(operator: TestClient, make: Factory) -> None:
    runs = nights(make, 100, 101, 102)
    numbers = [format_row_number(run) for run in runs]
    queried = save(operator, {"query": "state:finished"})
    narrowed = {"q": "started:2026-11-02..2026-11-03"}
    shown = operator.get(f"{queried}/entries", params=narrowed).json()
    assert ([run["number"] for run in shown["runs"]], shown["total"]) == ([numbers[2], numbers[1]], 2)
    assert len(operator.get(f"{queried}/entries").json()["runs"]) == 3
    assert [item["entry"] for item in operator.get(f"{queried}/figures", params=narrowed).json()["items"]] == [
        numbers[2], numbers[1],
    ]  # fmt: skip
    body = {"name": "Fixed", "document": {"version": 1, "entries": {"runs": numbers[:2]}}}
    fixed = f"{DASHBOARDS}/{operator.post(DASHBOARDS, json=body).json()['number']}"
    shown = operator.get(f"{fixed}/entries", params=narrowed).json()
    assert ([run["number"] for run in shown["runs"]], shown["missing"], shown["total"]) == ([numbers[1]], [], 1)
    for part in ("entries", "figures"):
        refused = operator.get(f"{queried}/{part}", params={"q": "iops>many"})
        assert (refused.status_code, refused.json()["start"], refused.json()["parameter"]) == (422, 5, "q")
