"""The facts of a configuration, where it was measured last, and whether it is still in place there."""

from __future__ import annotations

import datetime as dt
from typing import Any

from starlette.testclient import TestClient
from tests.factories import LONG_AGO, Factory
from tests.result_factories import make_configuration
from tests.unit.domain.configuration_samples import make_controller, make_snapshot

from storagelab.db.base import generate_uuid7
from storagelab.db.models import Configuration, InventoryChange, Run, Server


def configuration(make: Factory, **values: Any) -> Configuration:
    snapshot = make_snapshot(**values)
    del snapshot["name"]
    return make_configuration(make, "system", **snapshot)


def run_on(make: Factory, filed: Configuration, server: Server, *, day: int, drive: str = "nvme-a") -> Run:
    job = make.job(server, target={"kind": "devices", "stable_ids": [drive]})
    started = LONG_AGO + dt.timedelta(days=day)
    return make.run(job, state="finished", completeness="complete", configuration_id=filed.id, started_at=started)


def read(client: TestClient, filed: Configuration) -> dict[str, Any]:
    answer = client.get(f"/api/v1/configurations/c-{filed.number}")
    assert answer.status_code == 200, answer.text
    body: dict[str, Any] = answer.json()
    return body


def test_facts_are_named_and_unknown_facts_are_null(viewer: TestClient, make: Factory) -> None:
    facts = {fact["key"]: fact for fact in read(viewer, configuration(make, bios=None))["facts"]}
    assert facts["array.level"] == {"key": "array.level", "label": "RAID level", "group": "array", "value": "RAID 5"}
    assert facts["server.bios"]["value"] is None


def test_last_measured_configuration_is_in_place(viewer: TestClient, make: Factory) -> None:
    filed, server = configuration(make), make.server()
    assert read(viewer, filed)["use"] is None
    first, last = run_on(make, filed, server, day=1), run_on(make, filed, server, day=3)
    # Other drives of the same server are no evidence about these.
    run_on(make, configuration(make, bios="3.0"), server, day=4, drive="nvme-b")
    use = read(viewer, filed)["use"]
    assert (use["last_run"], use["server"]["name"], use["is_in_place"]) == (f"r-{last.number}", server.name, True)
    assert first.started_at is not None
    assert dt.datetime.fromisoformat(use["first_run_at"]) == first.started_at


def test_later_configuration_of_same_drives_takes_over(viewer: TestClient, make: Factory) -> None:
    filed, server = configuration(make), make.server()
    run_on(make, filed, server, day=1)
    run_on(make, configuration(make, controllers=[make_controller(firmware="8.5")]), server, day=2)
    assert read(viewer, filed)["use"]["is_in_place"] is False


def test_configuration_is_not_in_place_after_inventory_change(viewer: TestClient, make: Factory) -> None:
    filed, server = configuration(make), make.server()
    run_on(make, filed, server, day=1)
    change = {
        "component": "drive",
        "piece_id": generate_uuid7(),
        "kind": "changed",
        "field": "firmware",
        "source": "discovery",
    }
    make.session.add(InventoryChange(server_id=server.id, at=LONG_AGO + dt.timedelta(days=2), **change))
    make.session.flush()
    assert read(viewer, filed)["use"]["is_in_place"] is False


def test_runs_are_listed_by_configuration(viewer: TestClient, make: Factory) -> None:
    filed, server = configuration(make), make.server()
    own = run_on(make, filed, server, day=1)
    run_on(make, configuration(make, bios="3.0"), server, day=2)
    answer = viewer.get("/api/v1/runs", params={"configuration": f"c-{filed.number}"})
    assert [item["number"] for item in answer.json()["items"]] == [f"r-{own.number}"]
    assert viewer.get("/api/v1/runs", params={"configuration": "c-999999"}).status_code == 404
