"""Comparisons, rankings and campaigns: a share shows exactly what the lab shows."""

from __future__ import annotations

import json
from typing import Any

import pytest
from sqlalchemy.orm import Session
from starlette.testclient import TestClient
from tests.factories import Factory
from tests.integration.shares.document_names import as_frozen
from tests.integration.shares.sharing import freeze, path_of, read_document, read_parts
from tests.integration.shares.subjects import Place, make_subject, other_configuration

from storagelab.db.models import Run


@pytest.fixture
def runs(make: Factory, place: Place, whole_run: Run) -> list[Run]:
    """Provide two runs on each of two configurations that differ in one factor."""
    other = other_configuration(make)
    return [
        whole_run,
        make_subject(make, place, iops=1010.0),
        make_subject(make, place, iops=1300.0, configuration=other),
        make_subject(make, place, iops=1290.0, configuration=other),
    ]


def shown(value: Any) -> Any:
    """Return an answer of the lab without the keys that point at its rows."""
    if isinstance(value, dict):
        return {key: shown(item) for key, item in value.items() if key not in ("id", "run_id")}
    return [shown(item) for item in value] if isinstance(value, list) else value


SHOWN = {"redaction": {"serials": True, "names": True}}


@pytest.mark.parametrize("pooled", [True, False])
def test_shared_comparison_equals_the_lab_comparison(
    operator: TestClient, anonymous: TestClient, runs: list[Run], pooled: bool
) -> None:
    references = [str(run.id) for run in runs]
    lab = operator.get(
        "/api/v1/comparison", params={"run_id": references, "metric": "latency_mean_ns", "pooled": pooled}
    )
    share = freeze(
        operator, kind="comparison", run_ids=references, view={"metric": "latency_mean_ns", "pooled": pooled}, **SHOWN
    )
    document = read_document(anonymous, share)
    # What a page of the lab draws the runs from is no part of what was found: a share has the charts themselves.
    answer = {key: value for key, value in lab.json().items() if key != "runs"}
    # Measured runs are those of the lab that froze the share.
    assert [entry.pop("lab") for entry in answer["entries"]] == [None] * len(answer["entries"])
    assert document["view"]["answer"] == as_frozen(shown(answer))
    assert document["view"]["settings"]["baseline"] == f"r-{runs[0].number}"
    assert [run["number"] for run in document["runs"]] == [f"r-{run.number}" for run in runs]
    assert len(document["configurations"]) == 2
    parts = read_parts(anonymous, share, document)
    data = json.loads(parts["charts/queue-depth"])
    assert data["latencyMetric"] == "lat_p99"
    if pooled:
        assert data["source"]["n"] == [2, 2, 2, 2]
        assert data["source"]["iops"] == [1005.125, 16080.125, 1295.125, 20720.125]
        assert [run["name"] for run in data["runs"]] == ["A1 (n = 2)", "B2 (n = 2)"]
    else:
        assert data["source"]["iops"] == lab_column(operator, references, "iops")
    codes = [caveat["code"] for caveat in document["caveats"]]
    assert codes.index("cpu_bound") < codes.index("few_repeats") < codes.index("one_factor")
    first = document["headline"][0]
    if pooled:
        assert first["relative_percent"] == pytest.approx((first["value"] / first["baseline_value"] - 1) * 100)
        assert (first["metric"], first["workload"]) == ("iops", "4K random read, QD 16")
    else:
        # A single run on each side has values and no change.
        tiles = [(tile["baseline"], tile["relative_percent"]) for tile in document["headline"][:2]]
        assert tiles == [(False, None), (True, None)]


def lab_column(operator: TestClient, references: list[str], column: str) -> list[Any]:
    """Return a column of the measurements as the lab returns them."""
    answer = operator.get("/api/v1/measurements", params={"run_id": references}).json()
    values: list[Any] = answer["source"][column]
    return values


def test_every_run_of_a_comparison_is_held(operator: TestClient, runs: list[Run], session: Session) -> None:
    share = freeze(operator, kind="comparison", run_ids=[str(run.id) for run in runs])
    assert share["runs"] == [f"r-{run.number}" for run in runs]
    assert (share["run_id"], share["run_number"]) == (None, None)
    for run in runs:
        listed = operator.get("/api/v1/shares", params={"run_id": str(run.id)}).json()["items"]
        assert [item["number"] for item in listed] == [share["number"]]


def test_a_comparison_of_one_run_is_refused(operator: TestClient, whole_run: Run) -> None:
    answer = freeze(operator, kind="comparison", run_ids=[str(whole_run.id)], status=422)
    assert answer["errors"][0]["path"] == "run_ids"


def test_comparison_of_too_many_runs_is_refused(operator: TestClient) -> None:
    answer = freeze(operator, kind="comparison", run_ids=[f"r-{number}" for number in range(1, 52)], status=422)
    assert answer["errors"][0]["path"] == "run_ids"


@pytest.mark.parametrize("by_profile", [True, False])
def test_shared_ranking_equals_the_lab_ranking(
    operator: TestClient, anonymous: TestClient, runs: list[Run], by_profile: bool
) -> None:
    chosen: dict[str, Any] = {"run_id": [str(run.id) for run in runs], "all": True}
    body: dict[str, Any] = {"run_ids": chosen["run_id"], "view": {"everything": True}}
    if by_profile:
        chosen = {"profile": "write-saturation@3", "all": True}
        body = {"view": {"profile": "write-saturation@3", "everything": True}}
    lab = operator.get("/api/v1/rankings", params=chosen).json()
    assert len(lab["configurations"]) == 2
    assert lab.pop("profiles") == []
    share = freeze(operator, kind="ranking", **body, **SHOWN)
    document = read_document(anonymous, share)
    assert document["view"]["answer"] == as_frozen(shown(lab))
    bars = json.loads(read_parts(anonymous, share, document)["charts/rank"])
    assert [bar["rating"] for bar in bars["bars"]] == [row["rating"] for row in lab["configurations"]]
    assert bars["reference"] == lab["reference"]
    assert anonymous.get(path_of(share)).status_code == 200


def test_ranking_without_runs_is_refused(operator: TestClient) -> None:
    answer = freeze(operator, kind="ranking", view={"profile": "nobody@1"}, status=422)
    assert answer["errors"][0]["path"] == "view.profile"


@pytest.mark.parametrize("kind", ["comparison", "ranking", "campaign"])
def test_missing_subject_is_refused_with_its_field(operator: TestClient, kind: str) -> None:
    answer = freeze(operator, kind=kind, status=422)
    assert answer["errors"][0]["path"] == {"campaign": "campaign"}.get(kind, "run_ids")
