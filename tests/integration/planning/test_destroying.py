"""Jobs that write to drives: enrolment, protection and confirmation by whole serial numbers.

A job writes only to drives that are enrolled, not protected, and named by their whole serial numbers.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Sequence
from typing import Any

import pytest
from sqlalchemy import func, select
from sqlalchemy.orm import Session
from starlette.testclient import TestClient
from tests.factories import Factory

from storagelab.db.models import Attempt, AuditEvent, Drive, DriveStateEntry, Job, Server
from storagelab_runner.spec import parse_spec

GIB = 2**30
ADDRESS = "/api/v1/jobs"


@pytest.fixture
def server(make: Factory) -> Server:
    return make.server(name="lab1")


@pytest.fixture
def drives(make: Factory, server: Server) -> list[Drive]:
    """Provide two drives that may be destroyed."""
    drives = [
        make.drive(server, stable_id=f"nvme-{name}", serial=f"SERIAL-{name}", model="Fast One", size_bytes=size * GIB)
        for name, size in (("a", 16), ("b", 20))
    ]
    for drive in drives:
        make.enrolment(drive)
    return drives


def body(drives: Sequence[Drive], serials: Sequence[str] | None = None, **change: Any) -> dict[str, Any]:
    """Build a job that writes to the drives and names their serials."""
    return {
        "server_id": str(drives[0].server_id),
        "profile": {"name": "quick-4k"},
        "target": {"kind": "devices", "stable_ids": [drive.stable_id for drive in drives]},
        "confirm_serials": [drive.serial for drive in drives] if serials is None else list(serials),
    } | change


def jobs(session: Session) -> int:
    return session.scalar(select(func.count()).select_from(Job)) or 0


def test_enrolled_drives_are_written_side_by_side(operator: TestClient, drives: list[Drive], session: Session) -> None:
    answer = operator.post(ADDRESS, json=body(drives))
    assert answer.status_code == 202
    spec = session.scalars(select(Attempt.spec)).one()
    assert len(parse_spec(spec).phases) == len(spec["phases"])
    assert spec["format"] == 2
    assert spec["target"]["devices"] == [
        {"stable_id": f"nvme-{name}", "serial": f"SERIAL-{name}", "path": drive.path, "size_bytes": drive.size_bytes}
        for name, drive in zip("ab", drives, strict=True)
    ]
    # As much of each drive as the smaller one has.
    assert f"size={32 * GIB}\n" in spec["phases"][0]["job_file"]
    plan = answer.json()["plan"]
    assert plan["destroys"] == [
        {"stable_id": "nvme-a", "model": "Fast One", "serial_ending": "RIAL-a"},
        {"stable_id": "nvme-b", "model": "Fast One", "serial_ending": "RIAL-b"},
    ]
    assert any("Only the first 16G of each" in warning for warning in plan["warnings"])
    event = session.scalars(select(AuditEvent).where(AuditEvent.action == "job_submitted")).one()
    assert event.detail["destroys"] == ["SERIAL-a", "SERIAL-b"]


def test_the_deadline_leaves_room_beyond_the_plan(operator: TestClient, drives: list[Drive], session: Session) -> None:
    plan = operator.post(ADDRESS, json=body(drives)).json()["plan"]
    spec = session.scalars(select(Attempt.spec)).one()
    room = 900 + 10 * len(spec["phases"])
    assert spec["deadline_seconds"] == pytest.approx(plan["max_seconds"] * 1.2 + room, abs=1)


def test_reading_needs_no_permission(operator: TestClient, make: Factory, server: Server, session: Session) -> None:
    plain = make.drive(server, serial=None)
    target = {"kind": "devices", "stable_ids": [plain.stable_id]}
    request = {"server_id": str(server.id), "profile": {"name": "read-sweep"}, "target": target}
    answer = operator.post(ADDRESS, json=request)
    assert (answer.status_code, answer.json()["plan"]["destroys"]) == (202, [])
    spec = session.scalars(select(Attempt.spec)).one()
    assert spec["target"]["devices"][0]["serial"] is None


@pytest.mark.parametrize(
    ("serials", "words"),
    [
        ([], "the whole serial number of nvme-a is missing"),
        (["SERIAL-a"], "the whole serial number of nvme-b is missing"),
        (["SERIAL-a", "RIAL-b"], "the whole serial number of nvme-b is missing"),
        (["SERIAL-a", "SERIAL-a"], "the whole serial number of nvme-b is missing"),
        (["SERIAL-a", "serial-b"], "the whole serial number of nvme-b is missing"),
        (["SERIAL-a", "SERIAL-b", "SERIAL-c"], "belongs to none of the drives"),
        (["SERIAL-a", "SERIAL-b", "SERIAL-b"], "listed twice"),
    ],
)
def test_confirmed_serials_must_match_the_drives(
    operator: TestClient, drives: list[Drive], session: Session, serials: list[str], words: str
) -> None:
    answer = operator.post(ADDRESS, json=body(drives, serials))
    assert (answer.status_code, answer.json()["errors"][0]["path"]) == (422, "confirm_serials")
    assert words in answer.json()["detail"]
    assert "SERIAL-" not in answer.text
    assert jobs(session) == 0


def test_serials_are_accepted_in_any_order(operator: TestClient, drives: list[Drive]) -> None:
    assert operator.post(ADDRESS, json=body(drives, ["SERIAL-b", "SERIAL-a"])).status_code == 202


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"state": "proposed"}, "root has not enrolled it on lab1 yet"),
        ({"state": "withdrawn"}, "is not enrolled"),
        ({"state": "void", "void_reason": "Its size changed."}, "is no longer valid: Its size changed."),
        ({"expires_at": dt.datetime(2026, 1, 1, tzinfo=dt.UTC)}, "is no longer valid: It expired at 2026-01-01"),
        ({"serial": "OTHER"}, "had another serial number"),
    ],
)
def test_drive_without_valid_enrolment_is_not_written(
    operator: TestClient, make: Factory, server: Server, session: Session, change: dict[str, Any], words: str
) -> None:
    drive = make.drive(server, stable_id="nvme-x", serial="SERIAL-x")
    make.enrolment(drive, **change)
    answer = operator.post(ADDRESS, json=body([drive]))
    problem = answer.json()
    assert (answer.status_code, problem["code"], problem["responsible"]) == (422, "drive_not_enrolled", "lab")
    assert problem["errors"][0]["path"] == "target.stable_ids.0"
    assert words in problem["detail"]
    assert jobs(session) == 0


def test_every_obstacle_to_writing_is_named(
    operator: TestClient, make: Factory, server: Server, drives: list[Drive]
) -> None:
    never = make.drive(server, stable_id="nvme-n", serial="SERIAL-n")
    assert "nvme-n is not enrolled" in operator.post(ADDRESS, json=body([never])).json()["detail"]
    nameless = make.drive(server, stable_id="virtio-1", serial=None)
    assert "has no serial number" in operator.post(ADDRESS, json=body([nameless], [])).json()["detail"]
    drives[1].protected = True
    make.session.flush()
    answer = operator.post(ADDRESS, json=body(drives))
    assert (answer.json()["code"], answer.json()["errors"][0]["path"]) == ("drive_protected", "target.stable_ids.1")


def test_kernel_array_needs_enrolment_of_every_member(
    operator: TestClient, make: Factory, server: Server, drives: list[Drive]
) -> None:
    array = make.drive(
        server, stable_id="md-uuid-1", serial="1", resources=["dev:md-uuid-1", "dev:nvme-a", "dev:nvme-b", "ctrl:1"]
    )
    assert operator.post(ADDRESS, json=body([array])).status_code == 202
    drives[1].protected = True
    make.session.flush()
    assert "nvme-b is protected" in operator.post(ADDRESS, json=body([array])).json()["detail"]
    other = make.drive(server, stable_id="md-uuid-2", serial="2", resources=["dev:md-uuid-2", "dev:nvme-a", "dev:c"])
    answer = operator.post(ADDRESS, json=body([other]))
    assert (answer.json()["code"], answer.json()["detail"].split(": ")[1]) == (
        "drive_not_enrolled",
        "c is not enrolled",
    )


def test_drive_under_two_names_counts_once(operator: TestClient, make: Factory, drives: list[Drive]) -> None:
    drives[0].stable_ids = ["nvme-a", "wwn-a"]
    make.session.flush()
    target = {"kind": "devices", "stable_ids": ["wwn-a", "nvme-a"]}
    answer = operator.post(ADDRESS, json=body(drives[:1], target=target))
    assert (answer.status_code, answer.json()["errors"][0]["path"]) == (422, "target.stable_ids.1")
    alone = operator.post(ADDRESS, json=body(drives[:1], target={"kind": "devices", "stable_ids": ["wwn-a"]}))
    assert alone.json()["target"]["stable_ids"] == ["nvme-a"]


def test_dry_run_shows_the_plan_and_its_obstacles(
    operator: TestClient, make: Factory, server: Server, session: Session
) -> None:
    drive = make.drive(server, stable_id="nvme-x", serial="SERIAL-x")
    answer = operator.post(f"{ADDRESS}?dry_run=true", json=body([drive], []))
    assert answer.status_code == 200
    plan = answer.json()["plan"]
    assert plan["destroys"] == [{"stable_id": "nvme-x", "model": None, "serial_ending": "RIAL-x"}]
    refused = [warning for warning in plan["warnings"] if warning.startswith("The job would be refused: ")]
    assert ["is not enrolled" in refused[0], "serial number of nvme-x is missing" in refused[1]] == [True, True]
    assert jobs(session) == 0


def test_viewer_cannot_submit_a_destructive_job(viewer: TestClient, drives: list[Drive]) -> None:
    answer = viewer.post(ADDRESS, json=body(drives))
    assert answer.json()["detail"] == "This needs the role operator, you have the role viewer."


def test_plan_shows_reusable_drive_states(operator: TestClient, drives: list[Drive], session: Session) -> None:
    first, second = drives
    first.identity, second.identity = "wwn:a", "wwn:b"
    session.add(DriveStateEntry(identity="wwn:a", drive_id=first.id, state="filled", reason="fill of r-1"))
    session.commit()
    answer = operator.post(f"{ADDRESS}?dry_run=true", json=body(drives))
    assert answer.status_code == 200
    plan = answer.json()["plan"]["conditioning"]
    conditioning = [(entry["ordinal"], entry["wanted"], entry["stable_id"], entry["is_reusable"]) for entry in plan]
    assert conditioning == [
        (1, "filled", "nvme-a", True),
        (2, "steady", "nvme-a", False),
        (1, "filled", "nvme-b", False),
        (2, "steady", "nvme-b", False),
    ]
    reasons = [entry["reason"] for entry in plan]
    assert reasons[0].startswith("the drive is still filled")
    assert reasons[2] == "nothing is known of what was done to the drive before"
    changed = operator.post(f"{ADDRESS}?dry_run=true", json=body(drives, preparation=[{"kind": "discard"}]))
    assert changed.json()["plan"]["conditioning"] == []
