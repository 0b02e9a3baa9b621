"""Charts of comparisons: tables by factors, latencies over time, histories of a configuration."""

from __future__ import annotations

import copy
import datetime as dt
import json
from typing import Any

import pytest
from starlette.testclient import TestClient
from tests.factories import LONG_AGO, Factory
from tests.integration.shares.checked import STATUS, add_slices, check, make_measured_run, read_zip
from tests.integration.shares.sharing import freeze, path_of, read_document, read_parts
from tests.integration.shares.subjects import Place, other_configuration
from tests.result_factories import make_configuration
from tests.unit.domain.configuration_samples import make_array, make_member, make_snapshot

from storagelab.db.models import Configuration
from storagelab.db.references import format_row_number

OPTIONS = "/api/v1/shares/options"


def offered(operator: TestClient, numbers: list[str], **view: Any) -> dict[str, dict[str, Any]]:
    subject = {"kind": "comparison", "run_ids": numbers, "view": view}
    answer = operator.post(OPTIONS, json=subject)
    assert answer.status_code == 200, answer.text
    return {chart["key"]: chart for chart in answer.json()["charts"]}


def make_layout(make: Factory, level: str, drives: int) -> Configuration:
    """Return a configuration whose array has this level and number of drives."""
    members = [make_member(number) for number in range(1, drives + 1)]
    snapshot = make_snapshot(arrays=[make_array(level=level, member_count=drives, members=members)])
    del snapshot["name"]
    return make_configuration(make, f"{level} of {drives}", **snapshot)


@pytest.fixture
def layouts(make: Factory) -> list[str]:
    """Provide the numbers of runs on two RAID levels of four and of eight drives."""
    runs = [
        make_measured_run(make, depths=(4,), blocks=(4096, 65_536), configuration_id=make_layout(make, *layout).id)
        for layout in (("raid5", 4), ("raid5", 8), ("raid10", 4), ("raid10", 8))
    ]
    return [format_row_number(run) for run in runs]


@pytest.fixture
def nights(make: Factory, place: Place) -> list[str]:
    """Provide the numbers of three runs of one profile on one configuration, the newest first."""
    target = {"kind": "file", "size_bytes": 1 << 30}
    runs = [make_measured_run(make, depths=(4,), configuration_id=place.configuration.id) for _ in range(3)]
    for run in runs:
        add_slices(make, run, STATUS.read_bytes())
    for age, run in enumerate(runs):
        run.job_id = make.job(place.server, profile_id=place.profile.id, target=target).id
        run.server_id, run.profile_id = place.server.id, place.profile.id
        run.started_at = LONG_AGO - dt.timedelta(days=age)
    make.session.flush()
    return [format_row_number(run) for run in runs]


def test_table_by_factors_is_frozen_drawn_and_verified(
    operator: TestClient, anonymous: TestClient, layouts: list[str]
) -> None:
    charts = offered(operator, layouts, metrics=["iops", "lat_mean"])
    maps = {key: chart for key, chart in charts.items() if chart["kind"] == "factor-map"}
    assert [key for key, chart in maps.items() if chart["default"]] == ["factors-1"]
    assert {"factors-2", "factors-lat_mean-1"} <= set(maps)
    assert maps["factors-1"]["title"].startswith("IOPS by RAID level and number of drives, ")

    keys = ["factors-1", "factors-lat_mean-1"]
    share = freeze(
        operator, kind="comparison", run_ids=layouts, view={"metrics": ["iops", "lat_mean"]},
        body=[{"chart": key} for key in keys],
    )  # fmt: skip
    document = read_document(anonymous, share)
    parts = read_parts(anonymous, share, document)
    data = json.loads(parts["charts/factors-1"])
    assert (data["rows"], data["columns"]) == (["RAID 10", "RAID 5"], ["4", "8"])
    assert [cell["run_numbers"] for cell in data["cells"]] == [[layouts[place]] for place in (2, 3, 0, 1)]
    assert len(json.loads(parts["charts/factors-1/table"])["rows"]) == 4
    assert anonymous.get(f"{path_of(share)}/charts/factors-1.svg").status_code == 200

    opened = read_zip(anonymous, share)
    assert check(opened)["differences"] == []
    changed = copy.deepcopy(document)
    (run,) = (run for run in changed["runs"] if run["number"] == layouts[3])
    for phase in run["phases"]:
        phase["measurement"]["iops"] *= 2
    places = {difference["place"] for difference in check(opened, changed)["differences"]}
    assert {place for place in places if place.startswith("charts/factors-1/cells/1/")} == {
        f"charts/factors-1/cells/1/{name}" for name in ("least", "most", "value")
    }


def test_latencies_over_time_of_several_runs(operator: TestClient, anonymous: TestClient, nights: list[str]) -> None:
    charts = offered(operator, nights[:2], metric="iops")
    keys = [f"response-times-{number}" for number in nights[:2]]
    assert [charts[key]["kind"] for key in keys] == ["histogram-over-time"] * 2
    assert [charts[key]["runs"] for key in keys] == [[number] for number in nights[:2]]
    # Latencies over time are offered where there are samples of them, also when they are no metric of the comparison.
    curves = {key for key, chart in charts.items() if chart["kind"] == "overlay"}
    assert {"overlay", "overlay-lat_mean", "overlay-lat_max", "overlay-lat_p99"} <= curves
    share = freeze(
        operator, kind="comparison", run_ids=nights[:2], raw_files=True,
        body=[{"chart": key} for key in [*keys, "overlay-lat_mean", "overlay-lat_max"]],
    )  # fmt: skip
    outcome = check(read_zip(anonymous, share))
    assert outcome["differences"] == []
    verified = sum(line["equal"] for line in outcome["lineage"] if line["place"].startswith(f"charts/{keys[1]}"))
    assert verified > 10


def test_history_of_a_configuration_goes_by_date(
    operator: TestClient, anonymous: TestClient, nights: list[str]
) -> None:
    charts = offered(operator, nights)
    assert [key for key, chart in charts.items() if chart["kind"] == "history" and chart["default"]] == ["history-1"]
    assert charts["history-1"]["title"].startswith("IOPS by date: ")
    # It leads, as the curves of so many nights would cover each other.
    assert next(iter(charts)) == "history-1"
    share = freeze(operator, kind="comparison", run_ids=nights, body=[{"chart": "history-1"}])
    document = read_document(anonymous, share)
    data = json.loads(read_parts(anonymous, share, document)["charts/history-1"])
    assert [point["run"] for point in data["points"]] == nights[::-1]
    assert [band["kind"] for band in data["bands"]] == ["usual"]
    opened = read_zip(anonymous, share)
    assert check(opened)["differences"] == []
    changed = copy.deepcopy(document)
    changed["runs"][0]["started_at"] = "2020-01-01T00:00:00Z"
    assert any(
        difference["place"].startswith("charts/history-1/points")
        for difference in check(opened, changed)["differences"]
    )


def test_histories_of_two_configurations_are_apart(
    operator: TestClient, make: Factory, place: Place, nights: list[str]
) -> None:
    other = make_measured_run(make, depths=(4,), configuration_id=other_configuration(make).id)
    charts = offered(operator, [*nights, format_row_number(other)])
    history = charts["history-1"]
    assert (history["default"], history["runs"]) == (False, nights[::-1])
