"""The lab and the server judge a drive by one rule: the lab adds only what it alone knows."""

from __future__ import annotations

import uuid
from typing import Any

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st
from sqlalchemy import select
from sqlalchemy.orm import Session
from starlette.testclient import TestClient
from tests.factories import Factory
from tests.integration.planning.drive_layouts import SERIAL, STABLE_ID, DriveLayout, add_drive, layouts, refusals

from storagelab.db.models import Attempt, Drive, Run, TargetCheck

READING, WRITING = "read-sweep", "quick-4k"
UNUSED_EXT4 = DriveLayout(
    content="ext4",
    is_partitioned=False,
    is_used=False,
    is_read_only=False,
    enrolment=None,
    is_protected=False,
    is_confirmed=False,
)
# One transaction for all examples: each has a server of its own.
of_layouts = settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])


def body(drive: Drive, profile: str) -> dict[str, Any]:
    target = {"kind": "devices", "stable_ids": [STABLE_ID]}
    return {"server_id": str(drive.server_id), "profile": {"name": profile}, "target": target}


def is_own_reason(problem: dict[str, Any], layout: DriveLayout) -> bool:
    """Return whether a refusal follows from a fact that the server does not have."""
    if problem["code"] == "drive_protected" or problem["errors"][0]["path"] == "confirm_serials":
        return True
    return problem["code"] == "drive_not_enrolled" and layout.enrolment == "withdrawn"


@pytest.mark.in_turn
@of_layouts
@given(layout=layouts(), writes=st.booleans())
@example(layout=UNUSED_EXT4, writes=False)
def test_lab_refuses_no_more_than_the_server(
    operator: TestClient, make: Factory, session: Session, layout: DriveLayout, writes: bool
) -> None:
    drive = add_drive(make, layout)
    request = body(drive, WRITING if writes else READING)
    serials = [SERIAL] if layout.is_confirmed and writes else []
    job = operator.post("/api/v1/jobs", json={**request, "confirm_serials": serials})
    check = operator.post("/api/v1/target-probes", json=request)
    assert check.status_code == 202, check.text
    if not writes:
        # The lab owns no reason against reading, so the server alone decides.
        assert job.status_code == 202, job.text
    if job.status_code == 202:
        question = session.get_one(TargetCheck, uuid.UUID(check.json()["id"])).question
        spec = session.scalars(select(Attempt.spec).join(Run).where(Run.job_id == uuid.UUID(job.json()["id"]))).one()
        assert question["target"] == spec["target"]
        assert question["writes"] == any(phase["writes"] for phase in spec["phases"])
    elif not is_own_reason(job.json(), layout):
        assert refusals(layout, writes=writes), job.text


@given(layout=layouts())
def test_reading_is_refused_for_use_alone(layout: DriveLayout) -> None:
    refused = refusals(layout, writes=False)
    assert bool(refused) == (layout.is_used and layout.content is not None), refused


@given(layout=layouts())
def test_missing_enrolment_refuses_on_the_server_too(layout: DriveLayout) -> None:
    assert ("I3" in refusals(layout, writes=True)) == (layout.enrolment not in ("active", "withdrawn"))


def test_drive_use_at_last_discovery_is_a_warning(operator: TestClient, make: Factory) -> None:
    drive = add_drive(make, UNUSED_EXT4)
    plan = operator.post("/api/v1/jobs?dry_run=true", json=body(drive, READING)).json()["plan"]
    [warning] = [sentence for sentence in plan["warnings"] if "last discovery" in sentence]
    assert "holds a file system: ext4" in warning
    assert "The server decides" in warning
