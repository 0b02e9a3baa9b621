"""Preparation is planned, shown, checked and handed to the runner exactly as the runner takes it."""

from __future__ import annotations

from typing import Any

import pytest
from sqlalchemy import select
from sqlalchemy.orm import Session
from starlette.testclient import TestClient
from tests.factories import Factory

from storagelab.db.models import Attempt, Drive, Job, TargetCheck
from storagelab_runner.operations.kinds import parse_operations
from storagelab_runner.spec import parse_spec

MIB, GIB = 2**20, 2**30
ADDRESS = "/api/v1/jobs"
#: One of each kind, with as few fields as a client may send.
EVERY_KIND: list[dict[str, Any]] = [
    {"kind": "fill"},
    {"kind": "discard"},
    {"kind": "write_zeroes"},
    {"kind": "nvme_format"},
    {"kind": "nvme_sanitize", "action": "crypto_erase"},
    {"kind": "ata_secure_erase"},
    {"kind": "scsi_sanitize", "action": "overwrite"},
    {"kind": "scsi_format"},
    {"kind": "over_provision", "percent": 28},
    {"kind": "make_file_system", "type": "xfs", "file_bytes": 64 * MIB},
    {"kind": "mdadm_create", "level": "raid0", "name": "r0"},
    {"kind": "mdadm_stop"},
    {"kind": "mdadm_fail", "member": "nvme-a"},
    {"kind": "mdadm_readd", "member": "nvme-a"},
    {"kind": "mdadm_add_spare", "member": "nvme-a"},
    {"kind": "storcli_vd_create", "level": "raid5", "strip_bytes": 65536, "members": ["S1", "S2", "S3"], "name": "v"},
    {"kind": "storcli_vd_delete"},
    {"kind": "storcli_drive_offline", "member": "S1"},
    {"kind": "storcli_drive_missing", "member": "S1"},
    {"kind": "storcli_rebuild_start", "member": "S1"},
    {"kind": "storcli_rebuild_rate", "percent": 30},
    {"kind": "storcli_hot_spare", "action": "add", "member": "S1"},
    {"kind": "storcli_cache_policy", "write_policy": "wt"},
    {"kind": "storcli_drive_cache_policy", "drive_cache": "off"},
    {"kind": "storcli_jbod", "on": True, "members": ["S1"]},
    {"kind": "wait_quiet", "max_seconds": 600},
]


@pytest.fixture
def drives(make: Factory) -> list[Drive]:
    """Provide three drives that may be destroyed."""
    server = make.server()
    drives = [make.drive(server, stable_id=f"nvme-{name}", serial=f"SERIAL-{name}") for name in "abc"]
    for drive in drives:
        make.enrolment(drive)
    return drives


def body(drives: list[Drive], *preparation: dict[str, Any], **change: Any) -> dict[str, Any]:
    return {
        "server_id": str(drives[0].server_id),
        "profile": {"name": "quick-4k"},
        "target": {"kind": "devices", "stable_ids": [drive.stable_id for drive in drives]},
        "confirm_serials": [drive.serial for drive in drives],
        "preparation": list(preparation),
    } | change


@pytest.mark.in_turn
@pytest.mark.parametrize("operation", EVERY_KIND, ids=lambda operation: operation["kind"])
def test_runner_parses_every_preparation_of_the_api(
    operator: TestClient, drives: list[Drive], session: Session, operation: dict[str, Any]
) -> None:
    chosen = drives[:2] if operation["kind"] == "mdadm_create" else drives[:1]
    answer = operator.post(ADDRESS, json=body(chosen, operation))
    assert answer.status_code == 202, answer.text
    spec = session.scalars(select(Attempt.spec)).one()
    [parsed] = parse_operations("preparation", spec["preparation"])
    assert parsed.kind == operation["kind"]
    assert {key: spec["preparation"][0][key] for key in operation} == operation
    assert parse_spec(spec).preparation == (parsed,)


def test_phases_fit_the_array_that_preparation_creates(
    operator: TestClient, drives: list[Drive], session: Session
) -> None:
    create = {"kind": "mdadm_create", "level": "raid5", "name": "r5", "chunk_bytes": 64 * 1024}
    answer = operator.post(ADDRESS, json=body(drives, {"kind": "discard"}, create))
    assert answer.status_code == 202
    plan = answer.json()["plan"]
    assert [(step["ordinal"], step["kind"], step["destroys"]) for step in plan["preparation"]] == [
        (1, "discard", True),
        (2, "mdadm_create", True),
    ]
    assert all(step["max_seconds"] > 0 and step["title"] for step in plan["preparation"])
    assert plan["max_seconds"] > sum(step["max_seconds"] for step in plan["preparation"])
    spec = session.scalars(select(Attempt.spec)).one()
    [size] = [line for line in spec["phases"][0]["job_file"].splitlines() if line.startswith("size=")]
    assert 31 * GIB < int(size.removeprefix("size=")) < 32 * GIB
    room = 900 + 10 * len(spec["phases"])
    assert spec["deadline_seconds"] == pytest.approx(plan["max_seconds"] * 1.2 + room, abs=1)
    job = session.scalars(select(Job)).one()
    assert job.preparation == spec["preparation"]
    assert answer.json()["preparation"] == spec["preparation"]


def test_reserve_and_file_limit_the_addressed_size(operator: TestClient, drives: list[Drive], session: Session) -> None:
    for operation, size in (
        ({"kind": "over_provision", "percent": 50}, 8 * GIB),
        ({"kind": "make_file_system", "type": "ext4", "file_bytes": GIB}, GIB),
    ):
        operator.post(ADDRESS, json=body(drives[:1], operation)).raise_for_status()
        spec = session.scalars(select(Attempt.spec).order_by(Attempt.number.desc()).limit(1)).one()
        assert f"\nsize={size}\n" in spec["phases"][0]["job_file"]
        parse_spec(spec)


def test_preparation_destroys_under_a_reading_profile(operator: TestClient, make: Factory, drives: list[Drive]) -> None:
    reading = {"profile": {"name": "read-sweep"}, "confirm_serials": []}
    answer = operator.post(ADDRESS, json=body(drives[:1], {"kind": "discard"}, **reading))
    assert (answer.status_code, answer.json()["errors"][0]["path"]) == (422, "confirm_serials")
    waiting = {"kind": "wait_quiet", "max_seconds": 60, "activities": ["rebuild"]}
    answer = operator.post(ADDRESS, json=body(drives[:1], waiting, **reading))
    assert (answer.status_code, answer.json()["plan"]["destroys"]) == (202, [])


@pytest.mark.parametrize(
    ("preparation", "path"),
    [
        ([{"kind": "shell", "command": "reboot"}], "preparation.0"),
        ([{"kind": "fill", "passes": 5}], "preparation.0.passes"),
        ([{"kind": "fill", "block_bytes": 5000}], "preparation.0.block_bytes"),
        ([{"kind": "discard", "path": "/dev/sda"}], "preparation.0.path"),
        ([{"kind": "mdadm_create", "level": "raid5", "name": "a;b"}], "preparation.0.name"),
        ([{"kind": "mdadm_fail", "member": "$(reboot)"}], "preparation.0.member"),
        ([{"kind": "mdadm_create", "level": "raid6", "name": "r6"}], "preparation.0.level"),
        ([{"kind": "discard"}, {"kind": "make_file_system", "type": "xfs"}], "preparation.1"),
        ([{"kind": "wait_quiet", "max_seconds": 1, "activities": []}], "preparation.0.activities"),
        ([{"kind": "wait_quiet", "max_seconds": 1, "activities": ["rebuild", "rebuild"]}], "preparation.0.activities"),
        ([{"kind": "storcli_cache_policy"}], "preparation.0.read_policy"),
        ([{"kind": "over_provision", "percent": 10}, {"kind": "discard"}], "preparation.1"),
    ],
)
def test_impossible_preparation_is_refused_with_its_place(
    operator: TestClient, drives: list[Drive], session: Session, preparation: list[dict[str, Any]], path: str
) -> None:
    answer = operator.post(ADDRESS, json=body(drives, *preparation))
    assert (answer.status_code, answer.json()["errors"][0]["path"]) == (422, path)
    assert session.scalars(select(Job)).all() == []


def test_a_file_needs_no_preparation(operator: TestClient, drives: list[Drive]) -> None:
    target = {"kind": "file", "path": None, "size_bytes": 256 * MIB}
    answer = operator.post(ADDRESS, json=body(drives, {"kind": "discard"}, target=target))
    assert (answer.status_code, answer.json()["errors"][0]["path"]) == (422, "preparation")


def test_target_probe_includes_the_preparation(operator: TestClient, drives: list[Drive], session: Session) -> None:
    request = body(drives[:1], {"kind": "nvme_format", "ses": 2})
    del request["confirm_serials"], request["profile"]
    assert operator.post("/api/v1/target-probes", json=request).json()["writes"] is True
    question = session.scalars(select(TargetCheck)).one().question
    assert question["preparation"] == [{"kind": "nvme_format", "lbaf": None, "ses": 2}]
