"""Requests of the campaign tests, and readers of the answers."""

from __future__ import annotations

import uuid
from typing import Any

from sqlalchemy.orm import Session
from starlette.testclient import TestClient
from tests.integration.campaigns.machine import Machine

from storagelab.db.models import Drive

ADDRESS = "/api/v1/campaigns"
READ: dict[str, Any] = {"profile": {"name": "read-sweep", "scale": "smoke"}, "label": "read"}
WRITE: dict[str, Any] = {"profile": {"name": "quick-4k", "scale": "smoke"}, "label": "write"}


def body(drives: list[Drive], /, **change: Any) -> dict[str, Any]:
    return {
        "name": "PERC 12, shortened",
        "server_id": str(drives[0].server_id),
        "drives": {"any": 4},
        "axes": {"layouts": ["jbod", "raid10", "raid5"], "drive_counts": [4]},
        "states": ["optimal", "rebuilding"],
        "workloads": [READ, WRITE],
        "confirm_serials": [drive.serial for drive in drives],
    } | change


def submit(operator: TestClient, request: dict[str, Any]) -> dict[str, Any]:
    answer = operator.post(ADDRESS, json=request)
    assert answer.status_code == 202, answer.text
    campaign: dict[str, Any] = answer.json()
    return campaign


def matrix(operator: TestClient, campaign: dict[str, Any]) -> list[dict[str, Any]]:
    cells: list[dict[str, Any]] = operator.get(f"{ADDRESS}/{campaign['number']}/matrix").json()["cells"]
    return cells


def states(cells: list[dict[str, Any]]) -> dict[tuple[int, int], str]:
    return {(cell["row"], cell["column"]): cell["state"] for cell in cells if not cell["superseded"]}


def new_firmware(session: Session, drives: list[Drive]) -> None:
    for drive in drives:
        session.get_one(Drive, drive.id, populate_existing=True).firmware = "2.0"
    session.flush()


def jbod(drives: list[Drive], /, **change: Any) -> dict[str, Any]:
    usual = {"axes": {"layouts": ["jbod"], "drive_counts": [4]}, "states": ["optimal"]}
    return body(drives, **(usual | change))


def measure_one(machine: Machine, campaign_id: uuid.UUID) -> None:
    machine.advance(campaign_id)
    assert machine.play()


def raid5(drives: list[Drive], /, **change: Any) -> dict[str, Any]:
    return body(drives, axes={"layouts": ["raid5"], "drive_counts": [4]}, **change)
