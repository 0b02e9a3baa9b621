"""Health of the drives under a run before and after it, as the runner recorded it."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence

import structlog
from sqlalchemy import select

from storagelab.collectors import nvme, smartctl
from storagelab.collectors.base import DriveDetail
from storagelab.db.models import Artifact, Drive, HealthReading
from storagelab.results.artifact_store import get_artifact_store
from storagelab.results.drive_states import list_drives_under_load
from storagelab_workers.attempts.claimed_attempt import AttemptTransaction
from storagelab_workers.hardware.readings import get_health_values

log = structlog.get_logger(__name__)

#: The runner's records, and the occasions that they cover.
RECORDS = {"health_before.json": "before_run", "health_after.json": "after_run"}
_LARGEST_RECORD = 16 << 20


def parse_health(content: bytes) -> list[DriveDetail]:
    """Return the health of single drives in a record of the runner. Raises ValueError for any other content."""
    try:
        outputs = {
            str(output["name"]): None if output["exit_code"] is None else str(output["stdout"])
            for output in json.loads(content)["outputs"]
        }
    except (KeyError, TypeError, RecursionError) as problem:
        raise ValueError("expected a record of health") from problem
    details = (*nvme.parse(outputs).details, *smartctl.parse(outputs).details)
    return [detail for detail in details if detail.health is not None]


def keep_health(tx: AttemptTransaction) -> None:
    """Store the recorded health of each drive under load that has an identity.

    A record that cannot be read is reported.
    """
    artifacts = tx.session.scalars(
        select(Artifact).where(
            Artifact.attempt_id == tx.attempt.id,
            Artifact.name.in_(RECORDS),
            Artifact.storage_key.is_not(None),
            Artifact.size_bytes <= _LARGEST_RECORD,
        )
    ).all()
    if not artifacts:
        return
    drives = [
        under.drive for under in list_drives_under_load(tx.session, job=tx.job, server=tx.server, attempt=tx.attempt)
    ]
    for artifact in artifacts:
        try:
            details = parse_health(b"".join(get_artifact_store().read_blocks(artifact.storage_key or "")))
        except (OSError, ValueError) as problem:
            log.warning("health_not_read", run=tx.run.number, name=artifact.name, problem=str(problem))
            continue
        taken_during = RECORDS[artifact.name]
        # By the clock of the lab: that of a server is not compared with it.
        at = (tx.attempt.started_at if taken_during == "before_run" else None) or tx.now
        for drive, values in _iterate_reported_values(drives, details):
            tx.session.add(
                HealthReading(
                    identity=drive.identity,
                    drive_id=drive.id,
                    run_id=tx.run.id,
                    at=at,
                    taken_during=taken_during,
                    values=values,
                )
            )


def _iterate_reported_values(
    drives: Sequence[Drive], details: Sequence[DriveDetail]
) -> Iterator[tuple[Drive, Mapping[str, object]]]:
    for drive in drives:
        for detail in details:
            if _is_of(detail, drive) and (values := get_health_values(detail.health)):
                yield drive, values
                break


def _is_of(detail: DriveDetail, drive: Drive) -> bool:
    """Return whether a record belongs to a drive.

    Compared by kernel name, which does not change within a run, or by serial number for a drive behind a controller.
    """
    if detail.kernel_name is not None:
        return detail.kernel_name == drive.kernel_name
    return (
        drive.kernel_name is None
        and detail.serial is not None
        and detail.serial.strip() == (drive.serial or "").strip()
    )
