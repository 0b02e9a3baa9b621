"""Use of drive endurance by a campaign: an array counts only where it is created."""

from __future__ import annotations

from typing import Any

import pytest
from sqlalchemy import select
from sqlalchemy.orm import Session
from starlette.testclient import TestClient
from tests.integration.campaigns.campaign_requests import ADDRESS, READ, WRITE, raid5

from storagelab.config import get_settings
from storagelab.db.base import generate_uuid7
from storagelab.db.models import Drive, HardwareModel


def rate(session: Session, drives: list[Drive], *, writes: float) -> None:
    """Rate the drives for this number of complete writes."""
    rated = round((drives[0].size_bytes or 0) * writes)
    model = session.scalars(select(HardwareModel)).one_or_none()
    if model is None:
        model = HardwareModel(id=generate_uuid7(), component="drive", model=drives[0].model)
        session.add(model)
    model.rated_endurance_bytes = rated
    session.flush()


def warnings(operator: TestClient, request: dict[str, Any]) -> list[str]:
    plan = operator.post(f"{ADDRESS}?dry_run=true", json=request).json()["plan"]
    return [words for words in plan["warnings"] if "endurance" in words]


@pytest.mark.parametrize("repeats", [1, 3])
def test_wear_of_one_array_creation_counts_once(
    operator: TestClient, drives: list[Drive], session: Session, repeats: int
) -> None:
    budget = get_settings().wear_budget_percent
    request = raid5(drives, states=["optimal"], workloads=[READ, WRITE], repeats=repeats)
    # Making it writes the last member once, which is a little less than one job may take: too much for the job that
    # writes as well, which finds it made.
    rate(session, drives, writes=100 / budget * 1.03)
    assert warnings(operator, request) == []
    # A little more than that is refused, and reported once.
    rate(session, drives, writes=100 / budget * 0.9)
    assert len(warnings(operator, request)) == 1
    assert operator.post(ADDRESS, json=request).json()["code"] == "wear_not_accepted"
    assert operator.post(ADDRESS, json={**request, "accept_wear": True}).status_code == 202
