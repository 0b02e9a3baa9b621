"""The configuration a run is filed under: what its server and target are, as the server's own facts tell it."""

from __future__ import annotations

import uuid
from collections.abc import Mapping
from pathlib import PurePosixPath
from typing import Any

from sqlalchemy import select
from sqlalchemy.orm import Session

from storagelab.collectors.mounts import Mount, mount_of
from storagelab.db.models import Configuration, Drive, Job, Server
from storagelab.domain.configuration import class_hash, instance_hash

_DRIVE_FIELDS = (
    "kernel_name",
    "stable_id",
    "model",
    "serial",
    "wwn",
    "firmware",
    "size_bytes",
    "logical_block_bytes",
    "physical_block_bytes",
    "rotational",
    "transport",
)


def file_configuration(
    session: Session, *, server: Server, job: Job, hello: Mapping[str, Any], target_path: str | None
) -> uuid.UUID:
    """The configuration of this server and target: the one there is, or a new one. Returns its id."""
    snapshot = read_snapshot(session, server=server, job=job, hello=hello, target_path=target_path)
    identity = instance_hash(snapshot)
    query = select(Configuration).where(Configuration.instance_hash == identity)
    if job.configuration_name is not None:
        query = query.where(Configuration.name == job.configuration_name)
    known = session.scalars(query.order_by(Configuration.number).limit(1)).one_or_none()
    if known is not None:
        return known.id
    configuration = Configuration(
        name=job.configuration_name or _name(server, snapshot["target"]),
        origin="discovered",
        server_id=server.id,
        class_hash=class_hash(snapshot),
        instance_hash=identity,
        snapshot=snapshot,
    )
    session.add(configuration)
    session.flush()
    return configuration.id


def read_snapshot(
    session: Session, *, server: Server, job: Job, hello: Mapping[str, Any], target_path: str | None
) -> dict[str, Any]:
    """What this server and target are now, as far as it can change a result."""
    drives = session.scalars(
        select(Drive).where(Drive.server_id == server.id, Drive.present).order_by(Drive.kernel_name)
    ).all()
    target = _target(job.target, server, list(drives), scratch=f"{hello['state_dir']}/scratch", path=target_path)
    return _snapshot(server, job, hello, target)


def _snapshot(server: Server, job: Job, hello: Mapping[str, Any], target: dict[str, Any]) -> dict[str, Any]:
    """Everything that can change a result; what the server did not tell is null."""
    return {
        "server": str(server.id),
        "name": server.name,
        "hostname": hello["hostname"],
        "machine_id": server.machine_id,
        "product_name": server.product_name,
        "os_name": server.os_name,
        "kernel": server.kernel,
        "architecture": server.architecture,
        "cpu": {
            "model": server.cpu_model,
            "sockets": server.cpu_sockets,
            "cores": server.cpu_cores,
            "threads": server.cpu_threads,
        },
        "memory_bytes": server.memory_bytes,
        "runner_version": hello["runner_version"],
        "engine": job.engine,
        "engine_version": hello["engines"][job.engine]["version"],
        "target": target,
    }


def _target(
    target: Mapping[str, Any], server: Server, drives: list[Drive], *, scratch: str, path: str | None
) -> dict[str, Any]:
    if target["kind"] == "devices":
        named = {drive.stable_id: drive for drive in drives}
        return {
            "kind": "devices",
            "drives": [_drive(named.get(stable_id), stable_id=stable_id) for stable_id in target["stable_ids"]],
        }
    place = path or scratch
    mount = mount_of(place, tuple(Mount(**mount) for mount in server.facts.get("mounts", [])))
    return {
        "kind": "file",
        "path": path,
        "size_bytes": target["size_bytes"],
        "filesystem": mount.filesystem if mount else None,
        "mountpoint": mount.mountpoint if mount else None,
        "mount_source": mount.source if mount else None,
        "drive": _drive(_drive_below(place, drives)) if mount else None,
    }


def _drive_below(place: str, drives: list[Drive]) -> Drive | None:
    """The drive that carries a path: of those mounted above it, the one mounted deepest; None when that is not one."""
    depths: dict[int, list[Drive]] = {}
    for drive in drives:
        above = [len(PurePosixPath(at).parts) for at in drive.mountpoints if PurePosixPath(place).is_relative_to(at)]
        if above:
            depths.setdefault(max(above), []).append(drive)
    deepest = depths[max(depths)] if depths else []
    return deepest[0] if len(deepest) == 1 else None


def _drive(drive: Drive | None, *, stable_id: str | None = None) -> dict[str, Any] | None:
    if drive is None:
        return {**dict.fromkeys(_DRIVE_FIELDS), "stable_id": stable_id} if stable_id else None
    return {field: getattr(drive, field) for field in _DRIVE_FIELDS}


def _name(server: Server, target: Mapping[str, Any]) -> str:
    """What people call it: the server, and what is under the load."""
    if target["kind"] == "devices":
        models = sorted({drive["model"] or drive["stable_id"] for drive in target["drives"]})
        count = len(target["drives"])
        return f"{server.name}, {f'{count} x ' if count > 1 else ''}{', '.join(models)}"
    below = (target["drive"] or {}).get("model") or target["filesystem"] or "unknown storage"
    return f"{server.name}, file on {below}"
