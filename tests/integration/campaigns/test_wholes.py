"""Campaigns over several servers: stored all or none, run side by side, shown as one."""

from __future__ import annotations

import csv
import io
import itertools
import uuid
from typing import Any

import pytest
from sqlalchemy import func, select
from sqlalchemy.orm import Session
from starlette.testclient import TestClient
from tests.factories import LONG_AGO, Factory
from tests.integration.campaigns.campaign_requests import ADDRESS, READ, WRITE, matrix, new_firmware, submit
from tests.integration.campaigns.conftest import Scope
from tests.integration.campaigns.machine import Machine

from storagelab.campaigns.reading import select_campaigns
from storagelab.campaigns.scheduler import find_due
from storagelab.db.base import generate_uuid7
from storagelab.db.clock import read_clock
from storagelab.db.models import AuditEvent, Campaign, CampaignCell, Drive, Job, Server
from storagelab.domain.campaign_parts import derive_parent_state
from storagelab.domain.campaigns import CampaignState


@pytest.fixture
def others(make: Factory) -> list[Drive]:
    """Provide four drives of another server."""
    server = make.server(name="direct", discovered_at=LONG_AGO)
    drives = [
        make.drive(server, stable_id=f"nvme-{name}", serial=f"SERIAL-{name}", model="P5520", firmware="1.0")
        for name in "wxyz"
    ]
    for drive in drives:
        make.enrolment(drive)
    return drives


def share(drives: list[Drive], /, **change: Any) -> dict[str, Any]:
    usual = {"drives": {"any": 4}, "confirm_serials": [drive.serial for drive in drives]}
    return {"server_id": str(drives[0].server_id), **(usual | change)}


def over(*shares: dict[str, Any], **change: Any) -> dict[str, Any]:
    return {
        "name": "Two servers",
        "servers": list(shares),
        "axes": {"layouts": ["jbod"], "drive_counts": [4]},
        "workloads": [READ],
    } | change


def shown(operator: TestClient, reference: str) -> dict[str, Any]:
    answer: dict[str, Any] = operator.get(f"{ADDRESS}/{reference}").json()
    return answer


def machines(scope: Scope, drives: list[Drive], others: list[Drive]) -> list[Machine]:
    return [Machine(scope, server_drives[0].server_id) for server_drives in (drives, others)]


def test_dry_run_plans_every_server_with_longest_time(
    operator: TestClient, drives: list[Drive], others: list[Drive], session: Session
) -> None:
    two = {"axes": {"layouts": ["jbod", "raid5"], "drive_counts": [4]}}
    request = over(share(drives), share(others, **two), workloads=[READ, WRITE])
    answer = operator.post(f"{ADDRESS}?dry_run=true", json=request)
    assert answer.status_code == 200, answer.text
    plan = answer.json()["plan"]
    assert [(row["row"], row["server"]["name"], row["name"]) for row in plan["matrix"]["rows"]] == [
        (0, plan["parts"][0]["server"]["name"], "JBOD of 4 drives"),
        (1, "direct", "JBOD of 4 drives"),
        (2, "direct", "RAID 5 of 4 drives"),
    ]
    assert {(cell["row"], cell["column"]) for cell in plan["matrix"]["cells"]} == set(
        itertools.product(range(3), range(2))
    )
    first, second = plan["parts"]
    assert plan["estimated_seconds"] == second["estimated_seconds"] > first["estimated_seconds"]
    of_direct = [cell for cell in plan["order"] if cell["server"]["name"] == "direct"]
    assert second["estimated_seconds"] == pytest.approx(sum(cell["estimated_seconds"] for cell in of_direct))
    assert {drive["stable_id"] for drive in plan["destroys"]} == {f"nvme-{name}" for name in "abcdwxyz"}
    assert plan["sample_count"] > 0
    assert plan["expected_writes"]["typical_bytes"] > 0
    assert {item["drive"] for item in plan["endurance"]} == {f"nvme-{name}" for name in "abcdwxyz"}
    # The endurance of these drives is unknown.
    assert {item["typical_percent"] for item in plan["endurance"]} == {None}
    assert session.scalars(select(func.count()).select_from(Campaign)).one() == 0


@pytest.mark.parametrize(
    ("change", "path", "words"),
    [
        ({"drives": {"any": 9}}, "servers.1.drives.any", "direct has 4 free enrolled drives"),
        ({"drives": {"stable_ids": ["nvme-a"]}}, "servers.1.drives.stable_ids.0", "direct has no drive nvme-a"),
        ({"server_id": "s-999"}, "servers.1.server_id", "There is no server s-999"),
        (
            {"configurations": [{"layout": "device", "stable_ids": ["nope"]}]},
            "servers.1.configurations.0.stable_ids.0",
            "direct has no drive nope",
        ),
        ({"axes": {"layouts": ["raid6"], "drive_counts": [2]}}, "servers.1", "can be measured on direct: RAID 6 needs"),
        (
            {"drives": {"stable_ids": ["nvme-w", "nvme-x", "nvme-y", "nvme-z"]}, "confirm_serials": ["SERIAL-w"]},
            "servers.1.confirm_serials",
            "direct: the whole serial number of nvme-x is missing",
        ),
    ],
)
def test_error_of_one_server_stores_no_campaign(
    operator: TestClient,
    drives: list[Drive],
    others: list[Drive],
    session: Session,
    change: dict[str, Any],
    path: str,
    words: str,
) -> None:
    request = over(share(drives), share(others, **change), workloads=[WRITE])
    answer = operator.post(ADDRESS, json=request)
    assert answer.status_code == 422, answer.text
    assert [error["path"] for error in answer.json()["errors"]] == [path]
    assert words in answer.json()["errors"][0]["message"]
    for table in (Campaign, CampaignCell, Job):
        assert session.scalars(select(func.count()).select_from(table)).one() == 0


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"server_id": "s-1"}, "either server_id or servers"),
        ({"drives": {"any": 1}}, "drives and confirm_serials with each of its servers"),
        ({"axes": None}, "servers.0 must have either configurations or axes"),
        ({"servers": None}, "either server_id or servers"),
    ],
)
def test_contradicting_request_is_refused_with_a_sentence(
    operator: TestClient, drives: list[Drive], others: list[Drive], change: dict[str, Any], words: str
) -> None:
    answer = operator.post(ADDRESS, json=over(share(drives), share(others)) | change)
    assert answer.status_code == 422
    assert words in answer.text


def test_server_given_by_two_identifiers_is_refused(
    operator: TestClient, drives: list[Drive], session: Session
) -> None:
    number = f"s-{session.get_one(Server, drives[0].server_id).number}"
    answer = operator.post(ADDRESS, json=over(share(drives), share(drives, server_id=number)))
    assert (answer.status_code, answer.json()["errors"][0]["path"]) == (422, "servers.1.server_id")


def test_child_campaigns_run_in_parallel_and_share_results(
    operator: TestClient, drives: list[Drive], others: list[Drive], scope: Scope, session: Session
) -> None:
    raid = {"axes": {"layouts": ["raid5"], "drive_counts": [4]}}
    campaign = submit(operator, over(share(drives), share(others, **raid), labels={"review": "perc"}))
    assert (campaign["state"], campaign["server"], len(campaign["parts"])) == ("planned", None, 2)
    assert "SERIAL" not in str(campaign["request"])
    parts = [uuid.UUID(part["id"]) for part in campaign["parts"]]
    both = machines(scope, drives, others)
    for part, machine in zip(parts, both, strict=True):
        machine.advance(part)
    open_jobs = session.scalars(select(Job).where(Job.state == "queued")).all()
    assert {job.server_id for job in open_jobs} == {drives[0].server_id, others[0].server_id}
    lanes = operator.get(f"{ADDRESS}/{campaign['number']}/calendar").json()["items"]
    assert {slot["server"]["name"]: slot["job_number"] for slot in lanes} == {
        lane["server"]["name"]: lane["job_number"] for lane in lanes if lane["job_number"]
    }
    for part, machine in zip(parts, both, strict=True):
        assert machine.run_to_end(part) == "finished"

    ended = shown(operator, campaign["number"])
    assert (ended["state"], ended["cells_done"], ended["finished_at"] is not None) == ("finished", 2, True)
    assert ended["estimated_seconds"] == 0
    cells = matrix(operator, campaign)
    assert [(cell["row"], cell["state"]) for cell in cells] == [(0, "measured"), (1, "measured")]
    lines = operator.get(f"{ADDRESS}/{campaign['number']}/results").json()["lines"]
    assert {(line["row"], line["server"]["name"] == "direct", line["layout"]) for line in lines} == {
        (0, False, "jbod"),
        (1, True, "raid5"),
    }
    table = list(csv.DictReader(io.StringIO(operator.get(f"{ADDRESS}/{campaign['number']}/results?format=csv").text)))
    assert {(row["server"] == "direct", row["layout"]) for row in table} == {(False, "jbod"), (True, "raid5")}
    part = shown(operator, campaign["parts"][1]["number"])
    assert part["parent"]["number"] == campaign["number"]
    assert (part["name"], part["server"]["name"], part["parts"]) == ("Two servers on direct", "direct", [])
    assert {event.subject for event in session.scalars(select(AuditEvent)) if event.action == "campaign_submitted"} == {
        f"campaign {number}" for number in (campaign["number"], *(part["number"] for part in campaign["parts"]))
    }


def test_child_waits_for_a_decision_while_another_runs(
    operator: TestClient, drives: list[Drive], others: list[Drive], scope: Scope, session: Session
) -> None:
    campaign = submit(operator, over(share(drives), share(others), workloads=[READ, WRITE]))
    first, second = (uuid.UUID(part["id"]) for part in campaign["parts"])
    machine, other = machines(scope, drives, others)
    for part, simulated in ((first, machine), (second, other)):
        simulated.advance(part)
        assert simulated.play()
    new_firmware(session, others)
    assert other.run_to_end(second) == "waiting_for_decision"
    assert machine.run_to_end(first) == "finished"

    whole = shown(operator, campaign["number"])
    assert (whole["state"], [part["state"] for part in whole["parts"]]) == (
        "waiting_for_decision",
        ["finished", "waiting_for_decision"],
    )
    # The cells are those of the whole, and the answer goes to the part.
    assert whole["pending_decision"]["cells"] == [[1, 0]]
    assert whole["pending_decision"]["campaign"] == campaign["parts"][1]["number"]
    assert shown(operator, campaign["parts"][1]["number"])["pending_decision"]["cells"] == [[0, 0]]
    assert (
        operator.post(f"{ADDRESS}/{campaign['parts'][0]['number']}/decision", json={"choice": "redo"}).status_code
        == 409
    )
    answer = operator.post(f"{ADDRESS}/{campaign['number']}/decision", json={"choice": "redo"})
    assert (answer.status_code, answer.json()["state"]) == (200, "running")
    assert other.run_to_end(second) == "finished"
    assert shown(operator, campaign["number"])["state"] == "finished"
    assert operator.post(f"{ADDRESS}/{campaign['number']}/decision", json={"choice": "redo"}).status_code == 409


def test_parent_state_commands_apply_to_all_children(
    operator: TestClient, drives: list[Drive], others: list[Drive], scope: Scope
) -> None:
    campaign = submit(operator, over(share(drives), share(others)))
    address = f"{ADDRESS}/{campaign['number']}"
    paused = operator.post(f"{address}/pause").json()
    assert [paused["state"], *(part["state"] for part in paused["parts"])] == ["paused"] * 3
    assert operator.post(f"{ADDRESS}/{campaign['parts'][0]['number']}/resume").json()["state"] == "running"
    whole = shown(operator, campaign["number"])
    assert (whole["state"], whole["waiting_reason"]) == ("running", None)
    assert operator.post(f"{address}/resume").json()["state"] == "running"
    assert operator.post(f"{ADDRESS}/{campaign['parts'][1]['number']}/cancel").json()["state"] == "cancelled"
    machine, _ = machines(scope, drives, others)
    assert shown(operator, campaign["number"])["state"] == "running"
    assert machine.run_to_end(uuid.UUID(campaign["parts"][0]["id"])) == "finished"
    ended = shown(operator, campaign["number"])
    assert (ended["state"], [part["state"] for part in ended["parts"]]) == ("finished", ["finished", "cancelled"])
    assert operator.post(f"{address}/cancel").status_code == 202
    assert operator.post(f"{address}/pause").status_code == 409


def test_lists_show_a_whole_once(
    operator: TestClient, drives: list[Drive], others: list[Drive], session: Session
) -> None:
    campaign = submit(operator, over(share(drives), share(others)))
    for query in ("", "?state=planned", f"?server_id={others[0].server_id}"):
        items = operator.get(f"{ADDRESS}{query}").json()["items"]
        assert [(item["number"], len(item["parts"])) for item in items] == [(campaign["number"], 2)]
    assert operator.get(f"{ADDRESS}?state=running").json()["items"] == []
    parts = {uuid.UUID(part["id"]) for part in campaign["parts"]}
    assert set(find_due(session, read_clock(session))) == parts


def test_state_filter_uses_combined_state_of_children(make: Factory, session: Session) -> None:
    server = make.server()
    expected: dict[str, set[uuid.UUID]] = {state: set() for state in CampaignState}
    for states in itertools.combinations_with_replacement(CampaignState, 2):
        whole = Campaign(id=generate_uuid7(), name="whole", has_children=True)
        session.add(whole)
        session.flush()
        for state in states:
            session.add(
                Campaign(id=generate_uuid7(), name="part", server_id=server.id, parent_id=whole.id, state=state)
            )
        expected[derive_parent_state(states)].add(whole.id)
    session.flush()
    for state, ids in expected.items():
        assert {row.id for row in session.scalars(select_campaigns(state=state))} == ids, state


def test_accepted_deadline_measure_applies_to_every_child(
    operator: TestClient, drives: list[Drive], others: list[Drive], session: Session
) -> None:
    long = {"profile": {"name": "read-sweep", "parameters": {"point_seconds": 600}}, "label": "long"}
    own = {"axes": {"layouts": ["jbod"], "drive_counts": [1, 2, 4]}}
    soon = "2099-01-01T00:00:00Z"
    request = over(share(drives), share(others, **own), workloads=[long], deadline=soon, accept=["shorter_points"])
    campaign = submit(operator, request)
    [shorter] = [proposal for proposal in campaign["proposals"] if proposal["measure"] == "shorter_points"]
    # That of the longest part, which has three of these cells.
    assert (shorter["accepted"], shorter["saves_seconds"], campaign["fits"]) == (True, 3 * 9 * 540, True)
    for stored in session.scalars(select(Campaign).where(Campaign.parent_id.is_not(None))):
        assert stored.columns[0]["profile"]["parameters"]["point_seconds"] == 60
