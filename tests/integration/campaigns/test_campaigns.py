"""Campaigns over drives: their plan, their order, the filing of results, and their decisions."""

from __future__ import annotations

import csv
import datetime as dt
import io
import uuid
from typing import Any

import pytest
from sqlalchemy import func, select
from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm import Session
from starlette.testclient import TestClient
from tests.factories import Factory
from tests.integration.campaigns.campaign_requests import (
    ADDRESS,
    READ,
    body,
    jbod,
    matrix,
    measure_one,
    new_firmware,
    raid5,
    states,
    submit,
)
from tests.integration.campaigns.machine import Machine

from storagelab.db.models import Campaign, CampaignCell, Drive, Job, Server


def test_dry_run_shows_plan_and_stores_no_campaign(operator: TestClient, drives: list[Drive], session: Session) -> None:
    request = body(drives, confirm_serials=[], axes={"layouts": ["jbod", "raid6", "raid5"], "drive_counts": [2, 4]})
    answer = operator.post(f"{ADDRESS}?dry_run=true", json=request)
    assert answer.status_code == 200, answer.text
    plan = answer.json()["plan"]
    assert (plan["cells_total"], plan["cells_impossible"]) == (24, 12)
    cells = {(cell["row"], cell["column"]): cell for cell in plan["matrix"]["cells"]}
    raid6_of_two = next(row["row"] for row in plan["matrix"]["rows"] if (row["layout"], row["drives"]) == ("raid6", 2))
    assert cells[raid6_of_two, 0]["state"] == "impossible"
    assert "RAID 6 needs 4 drives" in cells[raid6_of_two, 0]["reason"]
    assert len(plan["order"]) == 12
    assert plan["estimated_seconds"] == pytest.approx(sum(cell["estimated_seconds"] for cell in plan["order"]))
    assert {drive["stable_id"] for drive in plan["destroys"]} == {drive.stable_id for drive in drives}
    assert any("serial number" in warning for warning in plan["warnings"])
    assert session.scalars(select(func.count()).select_from(Campaign)).one() == 0


def test_rows_of_two_models_use_their_own_drives(operator: TestClient, drives: list[Drive], session: Session) -> None:
    for drive in drives[2:]:
        drive.model = "PM9A3"
    session.flush()
    axes = {"layouts": ["jbod"], "drive_counts": [2, 3], "models": ["P5520", "PM9A3"]}
    named = {"stable_ids": [drive.stable_id for drive in drives]}
    request = body(drives, axes=axes, drives=named, states=["optimal"], workloads=[READ])
    plan = operator.post(f"{ADDRESS}?dry_run=true", json=request).json()["plan"]
    assert [(row["name"], row["model"]) for row in plan["matrix"]["rows"]] == [
        ("JBOD of 2 drives, P5520", "P5520"),
        ("JBOD of 3 drives, P5520", "P5520"),
        ("JBOD of 2 drives, PM9A3", "PM9A3"),
        ("JBOD of 3 drives, PM9A3", "PM9A3"),
    ]
    assert {cell["row"]: cell["drives"] for cell in plan["order"]} == {0: ["nvme-a", "nvme-b"], 2: ["nvme-c", "nvme-d"]}
    assert submit(operator, request)["cell_states"] == [["planned"], ["impossible"], ["planned"], ["impossible"]]


def test_a_plan_parts_building_from_measuring(operator: TestClient, drives: list[Drive]) -> None:
    plan = operator.post(f"{ADDRESS}?dry_run=true", json=raid5(drives, workloads=[READ])).json()["plan"]
    first, second = plan["order"]
    assert first["preparation"]
    assert 0 < first["preparation_seconds"] < first["estimated_seconds"]
    assert 0 < second["preparation_seconds"] < second["estimated_seconds"]


def test_unconfirmed_drive_is_never_written(operator: TestClient, drives: list[Drive]) -> None:
    few = operator.post(ADDRESS, json=body(drives, confirm_serials=["SERIAL-a"]))
    assert few.status_code == 422
    assert "1 free enrolled drives whose serial number was confirmed, and 4 are needed" in few.text
    named = body(drives, drives={"stable_ids": [drive.stable_id for drive in drives]}, confirm_serials=["SERIAL-a"])
    assert "whole serial number of nvme-b is missing" in operator.post(ADDRESS, json=named).text
    wrong = operator.post(ADDRESS, json=body(drives, confirm_serials=[*(d.serial for d in drives), "SERIAL-x"]))
    assert "belongs to none of the drives" in wrong.text


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"drives": {}}, "exactly one of"),
        ({"axes": None}, "either configurations or axes"),
        ({"workloads": [READ, READ]}, "is listed twice"),
        ({"workloads": [{"profile": {"name": "nothing"}}]}, "unknown profile"),
        ({"workloads": [{"profile": {"name": "read-sweep", "parameters": {"x": 1}}}]}, "x"),
        ({"deadline": "2020-01-01T00:00:00Z"}, "must be in the future"),
        ({"states": ["optimal", "optimal"]}, "must not list an item twice"),
        ({"axes": {"layouts": ["raid6"], "drive_counts": [2]}}, "no cell of this campaign can be measured"),
        ({"server_id": "s-999"}, "There is no server"),
        ({"decide_after_seconds": 3600, "on_drive_failure": "redo"}, "only where on_drive_failure is ask"),
        ({"decide_after_seconds": 5}, "must be at least 60"),
        ({"drives": {"stable_ids": ["nvme-z"]}}, "has no drive nvme-z"),
    ],
)
def test_bad_input_gets_a_sentence(
    operator: TestClient, drives: list[Drive], change: dict[str, Any], words: str
) -> None:
    answer = operator.post(ADDRESS, json={key: value for key, value in (body(drives) | change).items() if value != []})
    assert answer.status_code == 422
    assert words in answer.text


@pytest.mark.in_turn
def test_campaign_runs_cell_by_cell_into_review_table(
    operator: TestClient, drives: list[Drive], machine: Machine, session: Session
) -> None:
    campaign = submit(operator, body(drives))
    assert (campaign["state"], campaign["number"][:2]) == ("planned", "m-")
    assert "confirm_serials" not in campaign["request"]
    assert machine.run_to_end(uuid.UUID(campaign["id"])) == "finished"

    cells = matrix(operator, campaign)
    assert states(cells) == {
        **{(row, column): "measured" for row in range(3) for column in range(4)},
        **{(0, column): "impossible" for column in (1, 3)},
    }
    short = [(name.split(": ", 1)[1], kinds, len(target)) for name, kinds, target in machine.jobs]
    again = ["wait_quiet", "mdadm_fail", "mdadm_readd"]
    assert [kinds for _, kinds, _ in short] == [
        [], [],
        ["mdadm_create", "wait_quiet"], ["wait_quiet"], again, again, ["mdadm_stop"],
        ["mdadm_create", "wait_quiet"], ["wait_quiet"], again, again, ["mdadm_stop"],
    ]  # fmt: skip
    assert [count for _, _, count in short] == [4, 4, 4, 1, 1, 1, 1, 4, 1, 1, 1, 1]
    jobs = session.scalars(select(Job).where(Job.campaign_id == uuid.UUID(campaign["id"]))).all()
    assert {job.labels["storagelab/campaign"] for job in jobs} == {campaign["number"]}
    assert len({job.campaign_cell_id for job in jobs}) == len(jobs) == 12

    results = operator.get(f"{ADDRESS}/{campaign['number']}/results").json()
    assert results["states"] == ["optimal", "rebuilding"]
    raid5 = [line for line in results["lines"] if line["layout"] == "raid5" and line["workload"] == "write"]
    assert all([figures["state"] for figures in line["figures"]] == ["optimal", "rebuilding"] for line in raid5)
    assert all(figures["iops"] and figures["latency_p99_ns"] for line in raid5 for figures in line["figures"])
    table = list(csv.DictReader(io.StringIO(operator.get(f"{ADDRESS}/{campaign['number']}/results?format=csv").text)))
    assert len(table) == len(results["lines"])
    assert {row["rebuilding_condition"] for row in table if row["layout"] == "raid5"} == {"rebuilding"}
    shown = operator.get(f"{ADDRESS}/{campaign['number']}").json()
    assert (shown["state"], shown["cells_done"], shown["cells_impossible"]) == ("finished", 10, 2)
    calendar = operator.get(f"{ADDRESS}/{campaign['number']}/calendar").json()["items"]
    assert {slot["certainty"] for slot in calendar} == {"known"}
    assert len(calendar) == 12


def test_externally_degraded_array_yields_no_optimal_figure(
    operator: TestClient, drives: list[Drive], machine: Machine
) -> None:
    campaign = submit(
        operator,
        body(drives, axes={"layouts": ["raid5"], "drive_counts": [4]}, states=["optimal"], on_drive_failure="ask"),
    )
    machine.spoil = "degraded"
    assert machine.run_to_end(uuid.UUID(campaign["id"])) == "waiting_for_decision"
    shown = operator.get(f"{ADDRESS}/{campaign['number']}").json()
    assert "is degraded, and this campaign did not cause that" in shown["pending_decision"]["reason"]
    assert shown["pending_decision"]["cells"] == [[0, 0]]
    withheld = next(cell for cell in matrix(operator, campaign) if cell["state"] == "withheld")
    assert (withheld["value"], withheld["condition"]) == (None, "degraded")
    assert "degraded throughout" in withheld["reason"]
    lines = operator.get(f"{ADDRESS}/{campaign['number']}/results").json()["lines"]
    assert [figures["iops"] for line in lines for figures in line["figures"]] == [None] * len(lines)

    answer = operator.post(f"{ADDRESS}/{campaign['number']}/decision", json={"choice": "redo"})
    assert (answer.status_code, answer.json()["state"]) == (200, "running")
    assert machine.run_to_end(uuid.UUID(campaign["id"])) == "finished"
    cells = matrix(operator, campaign)
    assert set(states(cells).values()) == {"measured"}
    assert [(cell["generation"], cell["state"]) for cell in cells if cell["superseded"]] == [(1, "withheld")]
    assert [kinds[0] for _, kinds, _ in machine.jobs] == [
        "mdadm_create", "mdadm_stop", "mdadm_create", "wait_quiet", "mdadm_stop"
    ]  # fmt: skip


@pytest.mark.parametrize(("choice", "generations"), [("redo", [2]), ("keep_both", [1, 2])])
def test_firmware_change_requests_a_decision(
    operator: TestClient, drives: list[Drive], machine: Machine, session: Session, choice: str, generations: list[int]
) -> None:
    campaign = submit(operator, jbod(drives))
    measure_one(machine, uuid.UUID(campaign["id"]))
    new_firmware(session, drives)
    assert machine.run_to_end(uuid.UUID(campaign["id"])) == "waiting_for_decision"
    reason = operator.get(f"{ADDRESS}/{campaign['number']}").json()["pending_decision"]["reason"]
    assert "The firmware of nvme-a was 1.0 and is now 2.0." in reason
    assert operator.post(f"{ADDRESS}/{campaign['number']}/decision", json={"choice": choice}).status_code == 200
    assert machine.run_to_end(uuid.UUID(campaign["id"])) == "finished"
    lines = operator.get(f"{ADDRESS}/{campaign['number']}/results").json()["lines"]
    read = {line["generation"] for line in lines if line["workload"] == "read (smoke)"}
    assert sorted(read) == generations
    again = operator.post(f"{ADDRESS}/{campaign['number']}/decision", json={"choice": choice})
    assert again.status_code == 409


def test_campaign_stops_automatically_after_a_drive_change(
    operator: TestClient, drives: list[Drive], machine: Machine, session: Session
) -> None:
    campaign = submit(operator, jbod(drives, on_drive_failure="stop"))
    measure_one(machine, uuid.UUID(campaign["id"]))
    new_firmware(session, drives)
    assert machine.run_to_end(uuid.UUID(campaign["id"])) == "finished"
    assert states(matrix(operator, campaign)) == {(0, 0): "measured", (0, 1): "not_measured"}


def test_missing_drive_is_replaced_or_campaign_stops(
    operator: TestClient, drives: list[Drive], machine: Machine, session: Session
) -> None:
    request = jbod(drives, on_drive_failure="redo", axes={"layouts": ["jbod"], "drive_counts": [3]}, drives={"any": 3})
    campaign = submit(operator, request)
    measure_one(machine, uuid.UUID(campaign["id"]))
    session.get_one(Drive, drives[1].id, populate_existing=True).present = False
    session.flush()
    assert machine.run_to_end(uuid.UUID(campaign["id"])) == "finished"
    assert [target for _, _, target in machine.jobs] == [
        ["nvme-a", "nvme-b", "nvme-c"],
        ["nvme-a", "nvme-d", "nvme-c"],
        ["nvme-a", "nvme-d", "nvme-c"],
    ]
    other = submit(operator, {**request, "confirm_serials": ["SERIAL-a", "SERIAL-c", "SERIAL-d"]})
    measure_one(machine, uuid.UUID(other["id"]))
    session.get_one(Drive, drives[2].id, populate_existing=True).present = False
    session.flush()
    assert machine.run_to_end(uuid.UUID(other["id"])) == "waiting_for_decision"
    assert (
        "The campaign needs 3 drives, and 2 can be used"
        in operator.get(f"{ADDRESS}/{other['number']}").json()["waiting_reason"]
    )


def test_a_server_under_maintenance_is_waited_for(
    operator: TestClient, drives: list[Drive], machine: Machine, session: Session
) -> None:
    campaign = submit(operator, jbod(drives))
    measure_one(machine, uuid.UUID(campaign["id"]))
    server = session.get_one(Server, drives[0].server_id, populate_existing=True)
    server.state = "maintenance"
    session.flush()
    for _ in range(3):
        machine.advance(uuid.UUID(campaign["id"]))
    shown = operator.get(f"{ADDRESS}/{campaign['number']}").json()
    assert (shown["state"], shown["cells_done"]) == ("running", 1)
    assert "under maintenance" in shown["waiting_reason"]
    assert not machine.play()
    server.state = "ready"
    session.flush()
    assert machine.run_to_end(uuid.UUID(campaign["id"])) == "finished"


def test_foreign_arrays_are_never_dismantled(
    operator: TestClient, drives: list[Drive], machine: Machine, make: Factory
) -> None:
    campaign = submit(operator, jbod(drives))
    make.array(make.session.get_one(Server, drives[0].server_id), name="md9", members=[{"drive_id": str(drives[0].id)}])
    machine.advance(uuid.UUID(campaign["id"]))
    assert not machine.play()
    reason = operator.get(f"{ADDRESS}/{campaign['number']}").json()["waiting_reason"]
    assert "members of md9, which this campaign did not create" in reason


def test_pause_resume_and_cancel(operator: TestClient, drives: list[Drive], machine: Machine) -> None:
    campaign = submit(operator, jbod(drives))
    address = f"{ADDRESS}/{campaign['number']}"
    assert operator.post(f"{address}/pause").json()["state"] == "paused"
    machine.advance(uuid.UUID(campaign["id"]))
    assert not machine.play()
    assert operator.post(f"{address}/resume").json()["state"] == "running"
    machine.advance(uuid.UUID(campaign["id"]))
    assert operator.post(f"{address}/cancel").json()["state"] == "cancelled"
    assert operator.post(f"{address}/cancel").status_code == 202
    assert operator.post(f"{address}/resume").status_code == 409
    machine.advance(uuid.UUID(campaign["id"]))
    assert set(states(matrix(operator, campaign)).values()) == {"not_measured"}
    listed = operator.get(f"{ADDRESS}?state=cancelled&limit=1").json()
    assert [item["number"] for item in listed["items"]] == [campaign["number"]]


def test_cell_has_one_job_after_repeated_submission(
    operator: TestClient, drives: list[Drive], machine: Machine, session: Session, make: Factory
) -> None:
    campaign = submit(operator, jbod(drives))
    for _ in range(3):
        machine.advance(uuid.UUID(campaign["id"]))
    [cell_id] = session.scalars(select(Job.campaign_cell_id).where(Job.campaign_id == uuid.UUID(campaign["id"]))).all()
    assert session.get_one(CampaignCell, cell_id).state == "waiting"
    with pytest.raises(IntegrityError), session.begin_nested():
        make.job(campaign_cell_id=cell_id)


def test_only_accepted_deadline_measures_are_applied(
    operator: TestClient, drives: list[Drive], session: Session
) -> None:
    long = {"profile": {"name": "read-sweep", "parameters": {"point_seconds": 600}}, "label": "long"}
    soon = (dt.datetime.now(dt.UTC) + dt.timedelta(minutes=50)).isoformat()
    request = jbod(drives, workloads=[long, READ], deadline=soon)
    plan = operator.post(f"{ADDRESS}?dry_run=true", json=request).json()["plan"]
    assert plan["fits"] is False
    [shorter] = [proposal for proposal in plan["proposals"] if proposal["measure"] == "shorter_points"]
    assert (shorter["available"], shorter["fits"], shorter["saves_seconds"]) == (True, True, 9 * 540)
    accepted = submit(operator, {**request, "accept": ["shorter_points"]})
    assert accepted["fits"] is True
    stored = session.get_one(Campaign, uuid.UUID(accepted["id"]))
    assert stored.columns[0]["profile"]["parameters"]["point_seconds"] == 60
    soon = (dt.datetime.now(dt.UTC) + dt.timedelta(minutes=5)).isoformat()
    dropped = submit(operator, {**request, "deadline": soon, "accept": ["cells_dropped"]})
    assert "not_measured" in states(matrix(operator, dropped)).values()


def test_fixed_preconditioning_can_end_when_steady(operator: TestClient, drives: list[Drive], session: Session) -> None:
    soon = (dt.datetime.now(dt.UTC) + dt.timedelta(hours=5)).isoformat()
    request = jbod(drives, workloads=[{"profile": {"name": "storagereview-4k"}}], deadline=soon)
    plan = operator.post(f"{ADDRESS}?dry_run=true", json=request).json()["plan"]
    by_measure = {proposal["measure"]: proposal for proposal in plan["proposals"]}
    assert plan["fits"] is False
    # Two points of five minutes become two of a minute; the six hours before them stay.
    assert (by_measure["shorter_points"]["saves_seconds"], by_measure["shorter_points"]["fits"]) == (2 * 240, False)
    assert (by_measure["until_steady"]["available"], by_measure["until_steady"]["fits"]) == (True, True)
    accepted = submit(operator, {**request, "accept": ["until_steady"]})
    assert accepted["fits"] is True
    stored = session.get_one(Campaign, uuid.UUID(accepted["id"]))
    assert stored.columns[0]["profile"]["parameters"] == {"until_steady": 1}


def test_array_is_recreated_after_failed_job(operator: TestClient, drives: list[Drive], machine: Machine) -> None:
    campaign = submit(operator, raid5(drives, states=["optimal"]))
    machine.failure = "engine"
    assert machine.run_to_end(uuid.UUID(campaign["id"])) == "finished"
    cells = matrix(operator, campaign)
    assert [(cell["state"], cell["reason"]) for cell in cells] == [("failed", "It broke."), ("measured", None)]
    assert [kinds[0] for _, kinds, _ in machine.jobs] == ["mdadm_create", "mdadm_stop", "mdadm_create", "mdadm_stop"]


def test_cell_is_repeated_after_server_reboot(
    operator: TestClient, drives: list[Drive], machine: Machine, session: Session
) -> None:
    campaign = submit(operator, jbod(drives, workloads=[READ]))
    machine.failure = "infrastructure"
    measure_one(machine, uuid.UUID(campaign["id"]))
    server = session.get_one(Server, drives[0].server_id, populate_existing=True)
    server.state = "maintenance"
    session.flush()
    machine.advance(uuid.UUID(campaign["id"]))
    server.state = "ready"
    session.flush()
    assert machine.run_to_end(uuid.UUID(campaign["id"])) == "finished"
    cells = matrix(operator, campaign)
    assert [(cell["generation"], cell["state"], cell["superseded"]) for cell in cells] == [
        (1, "failed", True),
        (2, "measured", False),
    ]


def test_array_is_created_once_for_all_repeats(operator: TestClient, drives: list[Drive], machine: Machine) -> None:
    campaign = submit(operator, raid5(drives, repeats=2, workloads=[READ]))
    assert machine.run_to_end(uuid.UUID(campaign["id"])) == "finished"
    assert [kinds for _, kinds, _ in machine.jobs] == [
        ["mdadm_create", "wait_quiet"],
        ["wait_quiet"],
        ["wait_quiet", "mdadm_fail", "mdadm_readd"],
        ["mdadm_stop"],
    ]
    assert set(states(matrix(operator, campaign)).values()) == {"measured"}
    lines = operator.get(f"{ADDRESS}/{campaign['number']}/results").json()["lines"]
    assert {len(figures["run_numbers"]) for line in lines for figures in line["figures"]} == {2}
    titles = [slot["title"] for slot in operator.get(f"{ADDRESS}/{campaign['number']}/calendar").json()["items"]]
    assert titles[0] == "make RAID 5 of 4 drives"


def test_failed_step_between_cells_requests_decision(
    operator: TestClient, drives: list[Drive], machine: Machine
) -> None:
    campaign = submit(operator, raid5(drives, states=["optimal"], workloads=[READ]))
    measure_one(machine, uuid.UUID(campaign["id"]))
    machine.failure = "infrastructure"
    assert machine.run_to_end(uuid.UUID(campaign["id"])) == "waiting_for_decision"
    question = operator.get(f"{ADDRESS}/{campaign['number']}").json()["pending_decision"]
    assert "A step between two cells failed" in question["reason"]
    assert (
        operator.post(f"{ADDRESS}/{campaign['number']}/decision", json={"choice": "stop"}).json()["state"] == "finished"
    )
    assert set(states(matrix(operator, campaign)).values()) == {"measured"}


def test_plan_counts_every_rebuild_of_repeats_and_cells(operator: TestClient, drives: list[Drive]) -> None:
    def seconds(**change: Any) -> list[float]:
        request = raid5(drives, states=["rebuilding"], **change)
        plan = operator.post(f"{ADDRESS}?dry_run=true", json=request).json()["plan"]
        return [cell["estimated_seconds"] for cell in plan["order"]]

    other = {**READ, "label": "read again"}
    rebuild = min(drive.size_bytes or 0 for drive in drives) / 200e6
    first, second = seconds(workloads=[READ, other])
    # The first one makes the array, the second one waits until it is whole again.
    assert second == pytest.approx(first - 5)
    assert second > rebuild
    (twice,) = seconds(workloads=[READ], repeats=2)
    assert twice == pytest.approx(first + second)


def test_a_file_shares_no_conditioning(operator: TestClient, drives: list[Drive]) -> None:
    def seconds(conditioning: str) -> list[float]:
        workloads = [{"profile": {"name": "quick-4k"}, "label": label} for label in ("one", "two")]
        rows = [{"layout": "file", "size_bytes": 2**30}, {"layout": "jbod", "drives": 4}]
        request = jbod(drives, axes=None, configurations=rows, workloads=workloads, conditioning=conditioning)
        plan = operator.post(f"{ADDRESS}?dry_run=true", json=request).json()["plan"]
        return [cell["estimated_seconds"] for cell in plan["order"]]

    redo, reuse = seconds("redo"), seconds("reuse")
    assert len(redo) == 4
    saved = [before - after for before, after in zip(redo, reuse, strict=True)]
    assert (saved[:3], saved[3] > 0) == ([0.0, 0.0, 0.0], True)
