"""A campaign as a share: its result set, its table by factors, and every run behind them."""

from __future__ import annotations

import datetime as dt
import json
import uuid
from collections.abc import Callable
from contextlib import AbstractContextManager
from typing import Any

import pytest
from sqlalchemy.orm import Session
from starlette.testclient import TestClient
from tests.factories import Factory
from tests.integration.campaigns.campaign_requests import body, submit
from tests.integration.campaigns.machine import Machine
from tests.integration.shares.document_names import as_frozen
from tests.integration.shares.sharing import all_of, freeze, path_of, read_document, read_parts

from storagelab.db.models import Drive


@pytest.fixture
def drives(make: Factory) -> list[Drive]:
    """Provide four drives that may be destroyed."""
    server = make.server(name="atlas-17", discovered_at=dt.datetime(2026, 1, 1, tzinfo=dt.UTC))
    created = [
        make.drive(server, stable_id=f"nvme-{name}", serial=f"SERIAL-{name}", model="P5520", firmware="1.0")
        for name in "abcd"
    ]
    for drive in created:
        make.enrolment(drive)
    return created


@pytest.fixture
def machine(drives: list[Drive], scope: Callable[[], AbstractContextManager[Session]]) -> Machine:
    """Return the machine that carries out the jobs."""
    return Machine(scope, drives[0].server_id)


def without_ids(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: without_ids(item) for key, item in value.items() if key not in ("id", "run_id")}
    return [without_ids(item) for item in value] if isinstance(value, list) else value


@pytest.mark.in_turn
def test_campaign_is_shared_with_its_results_and_charts(
    operator: TestClient, anonymous: TestClient, drives: list[Drive], machine: Machine
) -> None:
    campaign = submit(operator, body(drives))
    refused = freeze(operator, kind="campaign", campaign=campaign["number"], status=409)
    assert "share it when one has" in refused["detail"]
    assert machine.run_to_end(uuid.UUID(campaign["id"])) == "finished"

    results = operator.get(f"/api/v1/campaigns/{campaign['number']}/results").json()
    pivot = operator.get("/api/v1/pivot", params={"campaign": campaign["number"]}).json()
    share = freeze(operator, kind="campaign", campaign=campaign["number"], redaction={"names": True, "serials": True})
    document = read_document(anonymous, share)
    assert document["view"]["answer"]["results"] == as_frozen(without_ids(results))
    assert document["view"]["answer"]["pivot"] == as_frozen(without_ids(pivot))
    numbers = {number for line in results["lines"] for figures in line["figures"] for number in figures["run_numbers"]}
    assert numbers <= {run["number"] for run in document["runs"]} == set(share["runs"])
    parts = read_parts(anonymous, share, document)
    # No configuration was recorded: results of different layouts would be one cell of the table by factors.
    assert {key.partition("-")[0] for key in document["charts"]} == {"results", "left"}
    drawn = {cell["value"] for cell in json.loads(parts["charts/results-1"])["cells"]}
    assert drawn <= {figures["iops"] for line in results["lines"] for figures in line["figures"]}
    assert anonymous.get(path_of(share)).status_code == 200

    hidden = all_of(anonymous, freeze(operator, kind="campaign", campaign=campaign["number"]))
    assert "atlas-17" not in hidden
    assert "serial-a" not in hidden
