"""Cells of a campaign whose runs are marked invalid or put into the trash, and counted again."""

from __future__ import annotations

import uuid
from typing import Any

from sqlalchemy import select
from starlette.testclient import TestClient
from tests.factories import Factory
from tests.integration.campaigns.campaign_requests import ADDRESS, READ, jbod, matrix, submit
from tests.integration.campaigns.machine import Machine

from storagelab.db.models import Drive, Run

RUNS = "/api/v1/runs"


def test_cell_is_withheld_until_a_run_is_valid(operator: TestClient, drives: list[Drive], machine: Machine) -> None:
    campaign = submit(operator, jbod(drives, workloads=[READ]))
    assert machine.run_to_end(uuid.UUID(campaign["id"])) == "finished"
    (before,) = matrix(operator, campaign)
    results = _results(operator, campaign)
    assert (before["state"], before["value"] is None) == ("measured", False)

    run = before["run_number"]
    assert (
        operator.put(
            f"{RUNS}/{run}/validity", json={"validity": "invalid", "reason": "The wrong firmware."}
        ).status_code
        == 200
    )
    (cell,) = matrix(operator, campaign)
    assert (cell["state"], cell["value"], cell["metric"]) == ("withheld", None, None)
    assert cell["reason"] == f"{run} was marked invalid: The wrong firmware."
    assert all(figures["iops"] is None for line in _results(operator, campaign) for figures in line["figures"])
    shown = operator.get(f"{ADDRESS}/{campaign['number']}").json()
    assert (shown["cells_done"], shown["cells_withheld"]) == (0, 1)

    assert operator.put(f"{RUNS}/{run}/validity", json={"validity": "valid"}).status_code == 200
    assert matrix(operator, campaign) == [before]
    assert _results(operator, campaign) == results

    assert operator.delete(f"{RUNS}/{run}").status_code == 200
    assert matrix(operator, campaign)[0]["reason"] == f"{run} is in the trash."
    assert operator.post(f"{RUNS}/{run}/restore").status_code == 200
    assert matrix(operator, campaign) == [before]


def test_cell_shows_verdict_of_its_valid_runs(
    operator: TestClient, drives: list[Drive], machine: Machine, make: Factory
) -> None:
    campaign = submit(operator, jbod(drives, workloads=[READ], repeats=2))
    assert machine.run_to_end(uuid.UUID(campaign["id"])) == "finished"
    runs = make.session.scalars(select(Run).order_by(Run.repeat_index)).all()
    assert [cell["verdict"] for cell in matrix(operator, campaign)] == [None]

    for run, status in zip(runs, ("steady", "not_steady"), strict=True):
        run.verdict = {"status": status, "metric": "iops", "rounds": [], "sentence": f"It is {status}."}
    make.session.flush()
    assert [cell["verdict"] for cell in matrix(operator, campaign)] == ["not_steady"]

    reason = {"reason": "The wrong firmware."}
    assert (
        operator.put(f"{RUNS}/r-{runs[1].number}/validity", json={"validity": "invalid", **reason}).status_code == 200
    )
    assert [cell["verdict"] for cell in matrix(operator, campaign)] == ["steady"]


def _results(operator: TestClient, campaign: dict[str, Any]) -> list[dict[str, Any]]:
    lines: list[dict[str, Any]] = operator.get(f"{ADDRESS}/{campaign['number']}/results").json()["lines"]
    return lines
