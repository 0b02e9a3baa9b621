"""Comparisons by several metrics: frozen, charted, verified, and shared again."""

from __future__ import annotations

import copy
from typing import Any

import pytest
from starlette.testclient import TestClient
from tests.factories import Factory
from tests.integration.shares.checked import check, make_measured_run, read_zip
from tests.integration.shares.sharing import freeze, read_document
from tests.integration.shares.subjects import Place, make_subject, other_configuration

from storagelab.db.models import Run
from storagelab.db.references import format_row_number

OPTIONS = "/api/v1/shares/options"


@pytest.fixture
def numbers(make: Factory, place: Place) -> list[str]:
    """Provide the numbers of runs on two configurations, with a depth and two block sizes."""
    configurations = (place.configuration, other_configuration(make))
    runs: list[Run] = [
        make_measured_run(make, depths=(4,), blocks=(4096, 65_536), configuration_id=configuration.id)
        for configuration in configurations
    ]
    return [format_row_number(run) for run in runs]


def compared(numbers: list[str], **view: Any) -> dict[str, Any]:
    return {"kind": "comparison", "run_ids": numbers, "view": view}


def test_comparison_carries_all_metrics_of_its_runs(
    operator: TestClient, anonymous: TestClient, numbers: list[str]
) -> None:
    share = freeze(operator, **compared(numbers))
    document = read_document(anonymous, share)
    view = document["view"]
    assert view["answer"]["metric"] == "iops"
    assert [other["metric"] for other in view["others"]] == ["bandwidth", "lat_mean", "lat_p99", "lat_p999"]
    assert all(other["n"] == [1, 1] and other["points"] for other in view["others"])
    opened = read_zip(anonymous, share)
    outcome = check(opened)
    assert outcome["differences"] == []
    assert any(line["place"].startswith("view/others/1/points") for line in outcome["lineage"])

    changed = copy.deepcopy(document)
    changed["view"]["others"][1]["points"][0]["cells"][0]["median"] += 1000
    (difference,) = check(opened, changed)["differences"]
    assert difference["place"].startswith("view/others/1/points")

    older = copy.deepcopy(document)
    del older["view"]["others"]
    assert check(opened, older)["differences"] == []


def test_named_metrics_have_their_charts(operator: TestClient, anonymous: TestClient, numbers: list[str]) -> None:
    subject = compared(numbers, metrics=["lat_p99", "throughput_bytes_per_s"])
    offered = operator.post(OPTIONS, json=subject).json()["charts"]
    bars = {chart["key"]: chart for chart in offered if chart["kind"] == "bars"}
    assert list(bars) == ["bars", "bars-bandwidth"]
    assert bars["bars"]["title"].startswith("p99 latency")
    assert all("curve" not in chart["caption"] for chart in bars.values())
    share = freeze(operator, **subject, body=[{"chart": key} for key in [*bars, "block-size"]])
    document = read_document(anonymous, share)
    assert document["view"]["settings"]["metric"] == "lat_p99"
    assert [other["metric"] for other in document["view"]["others"]] == ["bandwidth"]
    assert check(read_zip(anonymous, share))["differences"] == []

    again = operator.get(f"/api/v1/shares/{share['number']}/options").json()
    assert again["view"]["metrics"] == ["latency_p99_ns", "throughput_bytes_per_s"]


def test_metric_without_figures_is_refused_with_those_available(
    operator: TestClient, make: Factory, place: Place
) -> None:
    runs = [format_row_number(make_subject(make, place)) for _ in range(2)]
    refused = operator.post(OPTIONS, json=compared(runs, metrics=["iops", "latency_p99_ns"]))
    (fault,) = refused.json()["errors"]
    assert (refused.status_code, fault["path"]) == (422, "view.metrics.1")
    assert "has p99 latency. Available: iops, " in fault["message"]


def test_metrics_of_other_subjects_are_refused(operator: TestClient, numbers: list[str]) -> None:
    for subject in ({"kind": "run", "run_id": numbers[0]}, {"kind": "ranking", "run_ids": numbers}):
        refused = operator.post(OPTIONS, json={**subject, "view": {"metrics": ["iops"]}})
        assert (refused.status_code, refused.json()["errors"][0]["path"]) == (422, "view.metrics")


def test_figure_has_exactly_one_chart(operator: TestClient, anonymous: TestClient, numbers: list[str]) -> None:
    subject = {**compared(numbers), "layout": "figure"}
    first = freeze(operator, **subject)
    document = read_document(anonymous, first)
    assert (document["share"]["layout"], len(document["charts"])) == ("figure", 1)
    chosen = freeze(operator, **subject, body=[{"text": "Why"}, {"chart": "bars-lat_mean"}])
    assert list(read_document(anonymous, chosen)["charts"]) == ["bars-lat_mean"]
    for body in ([{"text": "none"}], [{"chart": "bars"}, {"chart": "bars-lat_mean"}]):
        refused = operator.post("/api/v1/shares", json={**subject, "title": "Two", "body": body})
        (fault,) = refused.json()["errors"]
        assert (refused.status_code, fault["path"]) == (422, "body")
        assert "Available: bars, " in fault["message"]


def test_many_bars_begin_with_those_of_one_workload(
    operator: TestClient, anonymous: TestClient, make: Factory, place: Place
) -> None:
    sizes = tuple(4096 << shift for shift in range(9))
    runs = [
        make_measured_run(make, depths=(4,), blocks=sizes, configuration_id=configuration.id)
        for configuration in (place.configuration, other_configuration(make))
    ]
    subject = compared([format_row_number(run) for run in runs], metrics=["iops"])
    offered = operator.post(OPTIONS, json=subject).json()["charts"]
    bars = {chart["key"]: chart["default"] for chart in offered if chart["kind"] == "bars"}
    assert bars == {"bars-lead": True, "bars": False}
    share = freeze(operator, **subject)
    document = read_document(anonymous, share)
    frozen = document["charts"]["bars-lead"]
    assert frozen["title"].endswith(frozen["settings"]["workload"])
    assert check(read_zip(anonymous, share))["differences"] == []


def test_options_list_the_metrics_to_choose(operator: TestClient, numbers: list[str]) -> None:
    usual = operator.post(OPTIONS, json=compared(numbers)).json()
    named = operator.post(OPTIONS, json=compared(numbers, metrics=["latency_p99_ns", "iops"])).json()
    names = [metric["name"] for metric in usual["metrics"] if metric["selected"]]
    assert names[:2] == ["iops", "throughput_bytes_per_s"]
    assert [metric["name"] for metric in named["metrics"] if metric["selected"]] == ["latency_p99_ns", "iops"]
    assert {metric["name"] for metric in named["metrics"]} == {metric["name"] for metric in usual["metrics"]}
    assert usual["max_metrics"] == len(usual["metrics"])
    every = [metric["name"] for metric in usual["metrics"]]
    assert operator.post(OPTIONS, json=compared(numbers, metrics=every)).status_code == 200
    run = operator.post(OPTIONS, json={"kind": "run", "run_id": numbers[0]}).json()
    assert (run["metrics"], run["max_metrics"]) == ([], 0)
