"""Permalinks of workbenches: each panel is a chart that verify computes."""

from __future__ import annotations

import datetime as dt
import json
from typing import Any

import pytest
from sqlalchemy.orm import Session
from starlette.testclient import TestClient
from tests.factories import LONG_AGO, Factory
from tests.integration.shares.checked import add_readings, check, make_measured_run, read_zip
from tests.integration.shares.sharing import freeze, path_of, read_document, read_parts
from tests.integration.shares.subjects import Place, other_configuration

from storagelab.db.models import Run
from storagelab.db.references import format_row_number
from storagelab.shares.archive.reading import ShareZip

OPTIONS = "/api/v1/shares/options"
#: Every kind of panel, each with a choice of its own, and the chart that it becomes.
PANELS = {
    "queue-depth": {"chart": "queue_depth", "metric": "latency_p99_ns", "options": {"log": True}},
    "rate-latency": {"chart": "scatter"},
    "overlay": {"chart": "over_time", "metric": "latency_mean_ns"},
    "multiples": {"chart": "multiples", "phase": "measure"},
    "percentiles": {"chart": "percentiles", "workload": "4K mixed, depth 16"},
    "bars": {"chart": "bars", "metric": "throughput_bytes_per_s"},
    "factor-map": {"chart": "heat_map", "factors": ["drives.firmware", "workload.name"]},
    "rank": {"chart": "rank"},
    "values": {"chart": "table", "metric": "latency_p99_ns"},
}
#: Charts over time draw readings of telemetry as well.
OF_TELEMETRY = (
    {"chart": "over_time", "metric": "temperature"},
    {"chart": "multiples", "metric": "cpu", "phase": "measure"},
)


def workbench(entries: dict[str, Any], *panels: dict[str, Any], **document: Any) -> dict[str, Any]:
    """Return a document with two panels in each row."""
    placed = [
        {"id": f"p{number}", "x": number % 2 * 6, "y": number // 2 * 9, "w": 6, "h": 9, **panel}
        for number, panel in enumerate(panels)
    ]
    return {"version": 1, "entries": entries, "panels": placed, "pooled": False, **document}


@pytest.fixture
def runs(make: Factory, place: Place) -> list[Run]:
    configurations = (place.configuration, other_configuration(make))
    return [make_measured_run(make, configuration_id=configuration.id) for configuration in configurations]


def subject_of(runs: list[Run], *panels: dict[str, Any], **document: Any) -> dict[str, Any]:
    entries = {"runs": [format_row_number(run) for run in runs]}
    return {"kind": "comparison", "workbench": workbench(entries, *panels, **document)}


def test_verify_computes_the_chart_of_every_panel(operator: TestClient, anonymous: TestClient, runs: list[Run]) -> None:
    baseline = format_row_number(runs[1])
    view = {"align": "phase", "numbers": "relative", "grouped_by": "drives", "group_colours": True}
    subject = subject_of(runs, *PANELS.values(), baseline=baseline, **view)
    assert operator.post(OPTIONS, json=subject).json()["left_out"] == []
    share = freeze(operator, **subject)
    document = read_document(anonymous, share)
    assert [chart["kind"] for chart in document["charts"].values()] == list(PANELS)
    settings = document["view"]["settings"]
    assert (settings["workbench"]["align"], settings["baseline"]) == ("phase", baseline)
    opened = read_zip(anonymous, share)
    outcome = check(opened)
    assert outcome["differences"] == []
    checked = [line for line in outcome["lineage"] if line["place"].startswith("charts/panel")]
    assert {line["place"].split("/")[1] for line in checked if line["equal"]} == set(document["charts"])
    assert not any(line["without_source"] for line in checked)

    assert_changes_are_found(opened, document)


def test_workbench_of_one_run_is_shared(operator: TestClient, anonymous: TestClient, runs: list[Run]) -> None:
    share = freeze(operator, **subject_of(runs[:1], PANELS["queue-depth"], PANELS["overlay"]))
    document = read_document(anonymous, share)
    assert [chart["kind"] for chart in document["charts"].values()] == ["queue-depth", "overlay"]
    assert check(read_zip(anonymous, share))["differences"] == []


def test_verify_computes_the_chart_of_a_sweep(operator: TestClient, anonymous: TestClient, make: Factory) -> None:
    runs = [make_measured_run(make, depths=(4,), blocks=(4096, 16_384, 65_536)) for _ in range(2)]
    subject = subject_of(runs, {"chart": "sweep", "metric": "latency_mean_ns"})
    share = freeze(operator, **subject)
    document = read_document(anonymous, share)
    assert [chart["kind"] for chart in document["charts"].values()] == ["axis-sweep"]
    opened = read_zip(anonymous, share)
    assert check(opened)["differences"] == []
    assert_changes_are_found(opened, document)


def test_verify_computes_charts_of_server_telemetry(
    operator: TestClient, anonymous: TestClient, runs: list[Run], make: Factory
) -> None:
    for run in runs:
        add_readings(make, run)
    share = freeze(operator, **subject_of(runs, *OF_TELEMETRY))
    document = read_document(anonymous, share)
    assert [chart["kind"] for chart in document["charts"].values()] == ["overlay", "multiples"]
    opened = read_zip(anonymous, share)
    data = json.loads(opened.part(document["parts"][document["charts"]["panel-p0"]["data"]]["sha256"]))
    assert all(41 <= value <= 42.25 for value in data["runs"][0]["series"]["mean"] if value)
    assert check(opened)["differences"] == []
    assert_changes_are_found(opened, document)


def test_verify_computes_charts_of_runs_by_date(
    operator: TestClient, anonymous: TestClient, make: Factory, place: Place
) -> None:
    before, after = place.configuration, other_configuration(make)
    runs = [
        make_measured_run(make, depths=(4,), configuration_id=configuration.id)
        for configuration in (before,) * 3 + (after,)
    ]
    for night, run in enumerate(runs):
        run.started_at = LONG_AGO + night * dt.timedelta(days=1)
    make.session.flush()
    panels = ({"chart": chart} for chart in ("nightly", "latest", "night_map", "verdicts"))
    share = freeze(operator, **subject_of(runs, *panels, numbers="relative"))
    document = read_document(anonymous, share)
    kinds = [chart["kind"] for chart in document["charts"].values()]
    assert kinds == ["nightly", "latest-usual", "night-map", "night-verdicts"]
    opened = read_zip(anonymous, share)
    data = json.loads(opened.part(document["parts"][document["charts"]["panel-p0"]["data"]]["sha256"]))
    (line,) = data["lines"]
    changes = [run.get("firmware") for run in line["runs"]]
    assert changes == [None] * 3 + [[{"part": "Firmware of the drives", "from": "A1", "to": "B2"}]]
    assert check(opened)["differences"] == []
    assert_changes_are_found(opened, document)


def assert_changes_are_found(opened: ShareZip, document: dict[str, Any]) -> None:
    """Check that a changed number of each chart is named."""
    changed = dict(document["parts"])
    parts = {}
    for key, chart in document["charts"].items():
        data = json.loads(opened.part(document["parts"][chart["data"]]["sha256"]))
        _change_number(data, chart["kind"])
        changed[chart["data"]] = {**changed[chart["data"]], "sha256": key}
        parts[key] = json.dumps(data).encode()
    differing = check(opened, {**document, "parts": changed}, parts)["differences"]
    assert {difference["place"].split("/")[1] for difference in differing} == set(document["charts"])


def _change_number(data: dict[str, Any], kind: str) -> None:
    """Change one number that a chart of this kind draws."""
    match kind:
        case "queue-depth" | "rate-latency":
            data["source"]["latency_p99_ns"][0] += 1000
        case "overlay" | "multiples":
            mean = data["runs"][1]["series"]["mean"]
            place = next(place for place, value in enumerate(mean) if value)
            mean[place] *= 1.01
        case "percentiles":
            data["curves"][0]["distribution"]["percentiles_ns"][1] += 1000
        case "bars":
            data["measurements"]["source"]["bandwidth_bytes_per_s"][0] += 1000
        case "axis-sweep":
            data["curves"][0]["points"][0]["values"]["lat_mean"] += 1000
        case "nightly" | "latest-usual" | "night-map":
            data["lines"][0]["runs"][0]["value"] += 1000
        case "night-verdicts":
            data["runs"][0]["outcome"] = "failed"
        case "factor-map":
            data["cells"][0]["value"] *= 1.01
        case "rank":
            data["bars"][0]["rating"] += 1
        case _:
            data["rows"][0][1] += 1


def test_a_page_keeps_the_layout_of_panels(operator: TestClient, anonymous: TestClient, runs: list[Run]) -> None:
    panels = ({"chart": "bars"}, {"chart": "queue_depth"}, {"chart": "table", "w": 12})
    share = freeze(operator, **subject_of(runs, *panels))
    text = anonymous.get(path_of(share)).text
    assert text.count('<div class="panels">') == 1
    assert '<figure class="panel" style="grid-column:1/span 6;grid-row:1/span 9"' in text, "bars have their names above"
    assert '<figure class="panel beside" style="grid-column:7/span 6;grid-row:1/span 9"' in text
    assert '<div class="panel" style="grid-column:1/span 12;grid-row:10/span 9"' in text
    assert 'role="img" width="482" height="296"' in anonymous.get(f"{path_of(share)}/charts/panel-p1.svg").text
    assert anonymous.get(f"{path_of(share)}/charts/panel-p2.svg").status_code == 404
    assert anonymous.get(f"{path_of(share)}.pdf").status_code == 200

    turned = [{"chart": "panel-p1"}, {"chart": "panel-p0"}, {"text": "Between."}, {"chart": "panel-p2"}]
    other = anonymous.get(path_of(freeze(operator, **subject_of(runs, *panels), body=turned))).text
    assert other.count('<div class="panels">') == 2
    assert 'style="grid-column:span 6"' in other


def test_share_options_list_omitted_runs_and_panels(
    operator: TestClient, session: Session, runs: list[Run], make: Factory
) -> None:
    trashed = make_measured_run(make)
    trashed.trashed_at = LONG_AGO
    session.flush()
    panels = ({"chart": "over_time", "metric": "cpu"}, {"chart": "load_curve"}, {"chart": "bars"})
    subject = subject_of([*runs, trashed], *panels)
    subject["workbench"]["entries"]["runs"].append("r-99999")
    offered = operator.post(OPTIONS, json=subject).json()
    assert offered["left_out"] == [
        {"name": "r-99999", "reason": "is not in the lab any more"},
        {"name": format_row_number(trashed), "reason": "is in the trash"},
        {
            "name": "Over time, Processor utilisation",
            "reason": "has nothing to draw: these runs have no readings of Processor utilisation",
        },
        {
            "name": "Load curve, IOPS",
            "reason": "has nothing to draw: these runs have no measurements at percentages of a maximum",
        },
    ]
    newest = {"kind": "comparison", "workbench": workbench({"query": "state:finished", "newest": 2}, {"chart": "bars"})}
    make_measured_run(make)
    assert operator.post(OPTIONS, json=newest).json()["left_out"] == [
        {"name": "1 older run", "reason": "of the query: the workbench shows the newest 2"}
    ]


def test_runs_without_measurements_leave_their_panels_out(operator: TestClient, make: Factory) -> None:
    empty = [make.run(make.job(), state="failed") for _ in range(2)]
    offered = operator.post(OPTIONS, json=subject_of(empty, *PANELS.values())).json()
    assert len(offered["left_out"]) == len(PANELS)
    assert not any(chart["key"].startswith("panel-") for chart in offered["charts"])


@pytest.mark.parametrize(
    ("changes", "path"),
    [
        ({"workbench": "f" * 31}, "workbench"),
        ({"workbench": workbench({"runs": ["r-1"]}, {"chart": "pie"})}, "workbench.panels.0.chart"),
        ({"workbench": workbench({"runs": []}, *[{"chart": "bars"}] * 25)}, "workbench.panels"),
        ({"workbench": workbench({"query": "model:("})}, "workbench.entries.query"),
        ({"workbench": workbench({"runs": ["r-99999"]})}, "workbench"),
        ({"run_ids": ["r-1", "r-2"]}, "run_ids"),
    ],
    ids=["digest", "chart", "too many panels", "query", "unknown run", "two subjects"],
)
def test_workbench_fault_is_refused_with_its_path(operator: TestClient, changes: dict[str, Any], path: str) -> None:
    body = {"kind": "comparison", "workbench": workbench({"runs": ["r-1", "r-2"]}), **changes}
    refused = operator.post(OPTIONS, json=body)
    assert refused.status_code == 422, refused.text
    assert refused.json()["errors"][0]["path"] == path


def test_a_next_version_has_the_same_panels(operator: TestClient, anonymous: TestClient, runs: list[Run]) -> None:
    stored = operator.post("/api/v1/workbenches", json={"document": subject_of(runs, {"chart": "bars"})["workbench"]})
    share = freeze(operator, kind="comparison", workbench=stored.json()["digest"])
    options = operator.get(f"/api/v1/shares/{share['number']}/options").json()
    assert options["run_ids"] is None
    again = freeze(
        operator, kind="comparison", workbench=options["workbench"], body=options["body"], version_of=share["number"]
    )
    charts = [read_document(anonymous, version)["charts"] for version in (share, again)]
    assert list(charts[0]) == list(charts[1]) == ["panel-p0"]
    unknown = operator.post(OPTIONS, json={"kind": "comparison", "workbench": "0" * 32})
    assert unknown.status_code == 404


def test_panels_hide_facts_that_their_author_hides(
    operator: TestClient, anonymous: TestClient, runs: list[Run]
) -> None:
    share = freeze(operator, **subject_of(runs, *PANELS.values()))
    document = read_document(anonymous, share)
    content = b"".join(read_parts(anonymous, share, document).values()) + json.dumps(document).encode()
    assert b"atlas-17" not in content
