"""Same workload by fio and by Vdbench on one target: one chart, and their difference in words."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import select
from starlette.testclient import TestClient
from tests.integration.workers.lab import Lab
from tests.integration.workers.test_vdbench import MIB, api, stand_in

from storagelab.db.models import Run

__all__ = ["api"]


@pytest.mark.evidence
def test_comparison_shows_the_difference_of_two_engines(
    lab: Lab, api: TestClient, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    stand_in(tmp_path / "vdbench", monkeypatch)
    server_id = lab.add_local_server()
    lab.start_worker()
    lab.start_reconciler()
    for engine in ("fio", "vdbench"):
        body: dict[str, Any] = {
            "server_id": str(server_id),
            "engine": engine,
            "profile": {"name": "quick-4k", "parameters": {"round_seconds": 1, "max_rounds": 5, "point_seconds": 4}},
            "target": {"kind": "file", "path": None, "size_bytes": 64 * MIB},
        }
        answer = api.post("/api/v1/jobs", json=body)
        assert answer.status_code == 202, answer.text
    states = select(Run.state)
    lab.wait(
        lambda: set(lab.read(lambda session: session.scalars(states).all())) <= {"finished", "failed"}, seconds=400
    )
    runs = lab.read(lambda session: session.scalars(select(Run).order_by(Run.number)).all())
    assert [(run.engine, run.state, run.failure_message) for run in runs] == [
        ("fio", "finished", None),
        ("vdbench", "finished", None),
    ]
    chosen = {"run_id": [str(run.id) for run in runs]}

    comparison = api.get("/api/v1/comparison", params=chosen).json()
    ours, theirs = (run.engine_version for run in runs)
    assert comparison["factors"]["sentence"].startswith("One factor differs: Engine")
    assert [(entry["label"], entry["group"]) for entry in comparison["entries"]] == [(ours, 0), (theirs, 0)]
    # All six queue depths of the profile are side by side, each with its figure.
    assert len(comparison["points"]) == 6
    for point in comparison["points"]:
        measured, other = point["cells"]
        assert other["ratio"] == pytest.approx(other["median"] / measured["median"])
        assert (measured["estimated"], other["estimated"]) == (False, False)
    (verdict,) = comparison["verdicts"]
    assert verdict["sentence"].startswith(f"{theirs} has ")
    assert (
        f" % higher IOPS than {ours} at " in verdict["sentence"]
        or f" % lower IOPS than {ours} at " in (verdict["sentence"])
    )
    assert verdict["spread"].startswith("Over 6 shared workloads: from ")

    source = api.get("/api/v1/measurements", params=chosen).json()["source"]
    by_run = {run: source["run_number"].count(run) for run in set(source["run_number"])}
    assert sorted(by_run.values()) == [6, 6]

    (proposal,) = api.get(f"/api/v1/runs/{runs[0].id}/comparable").json()["proposals"]
    assert (proposal["id"], proposal["factors"]) == (str(runs[1].id), ["Engine"])
    assert f"({ours} here, {theirs} there)" in proposal["reason"]

    tails = api.get("/api/v1/comparison", params={**chosen, "metric": "latency_p99_ns"}).json()
    both = [point["cells"] for point in tails["points"] if point["cells"][1]["median"] is not None]
    assert both
    for measured, other in both:
        assert (measured["estimated"], other["estimated"]) == (False, True)
    assert " has about " in tails["verdicts"][0]["sentence"]
