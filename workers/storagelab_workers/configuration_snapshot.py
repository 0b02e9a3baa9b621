"""Configuration under which a run is filed: its server and target, by the server's own facts."""

from __future__ import annotations

import uuid
from collections.abc import Mapping, Sequence
from typing import Any

from sqlalchemy import select
from sqlalchemy.orm import Session

from storagelab.collectors.mounts import Mount, mount_of
from storagelab.db.models import Configuration, Drive, Job, Server
from storagelab.domain.components import NOT_WHOLE
from storagelab.domain.configuration import SNAPSHOT_VERSION, compute_class_hash, compute_instance_hash
from storagelab.domain.formatting import format_raid_level
from storagelab.domain.prepared_snapshot import apply_preparation
from storagelab.inventory.under_load import SeenHardware, find_targets, read_hardware
from storagelab.results.configuration_names import is_called
from storagelab_workers.hardware_snapshot import (
    build_unknown_drive,
    take_arrays,
    take_controllers,
    take_drive,
    take_settings,
)

#: Operations of a preparation that leave another system than the inventory has seen, and what of them decides.
_CONFIGURING = {
    "make_file_system": ("type", "file_bytes", "mount_options"),
    "mdadm_add_spare": (),
    "mdadm_create": ("level", "chunk_bytes", "spares", "bitmap", "assume_clean"),
    "mdadm_fail": (),
    "mdadm_readd": ("full",),
    "mdadm_stop": (),
    "nvme_format": ("lbaf",),
    "over_provision": ("percent",),
    "scsi_format": ("block_bytes",),
    "storcli_cache_policy": ("read_policy", "write_policy", "io_policy"),
    "storcli_drive_cache_policy": ("drive_cache",),
    "storcli_drive_missing": (),
    "storcli_drive_offline": (),
    "storcli_hot_spare": ("action",),
    "storcli_jbod": ("on",),
    "storcli_rebuild_rate": ("percent",),
    "storcli_rebuild_start": (),
    "storcli_vd_create": (
        *("level", "strip_bytes", "drives_per_span", "read_policy", "write_policy", "io_policy", "drive_cache"),
        "initialisation",
    ),
    "storcli_vd_delete": (),
}


def file_configuration(
    session: Session, *, server: Server, job: Job, hello: Mapping[str, Any], target_path: str | None
) -> uuid.UUID:
    """Store the configuration of a server and target unless an equal one exists, and return its id."""
    snapshot = read_snapshot(session, server=server, job=job, hello=hello, target_path=target_path)
    identity = compute_instance_hash(snapshot)
    query = select(Configuration).where(Configuration.instance_hash == identity)
    if job.configuration_name is not None:
        query = query.where(is_called(job.configuration_name)).order_by(Configuration.name != job.configuration_name)
    existing = session.scalars(query.order_by(Configuration.number).limit(1)).one_or_none()
    if existing is not None:
        return existing.id
    configuration = Configuration(
        name=job.configuration_name or _format_name(server, snapshot),
        origin="discovered",
        server_id=server.id,
        class_hash=compute_class_hash(snapshot),
        instance_hash=identity,
        snapshot=snapshot,
    )
    session.add(configuration)
    session.flush()
    return configuration.id


def read_snapshot(
    session: Session, *, server: Server, job: Job, hello: Mapping[str, Any], target_path: str | None
) -> dict[str, object]:
    """Return a snapshot of the current state of a server and target: the facts that affect results.

    `hello` is the runner's report.
    """
    hardware = read_hardware(session, server)
    place = target_path or f"{hello['state_dir']}/scratch"
    targets = find_targets(hardware, job.target, place=place)
    return {
        **_describe_server(server, job, hello),
        "controllers": take_controllers(hardware, targets),
        "arrays": take_arrays(hardware, targets),
        "settings": take_settings(hardware.settings),
        "target": _target(hardware, job, targets, server=server, place=place, path=target_path),
        "preparation": _list_preparation(job),
    }


def _describe_server(server: Server, job: Job, hello: Mapping[str, Any]) -> dict[str, object]:
    """Return the host and the engine; a fact that the server did not report is null."""
    return {
        "snapshot_version": SNAPSHOT_VERSION,
        "server": str(server.id),
        "name": server.name,
        "hostname": hello["hostname"],
        "machine_id": server.machine_id,
        "product_name": server.product_name,
        "board": server.board_name,
        "bios": server.bios_version,
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
    }


def _target(
    hardware: SeenHardware, job: Job, targets: Sequence[Drive], *, server: Server, place: str, path: str | None
) -> dict[str, object]:
    target = job.target
    if target["kind"] == "devices":
        named = {name: drive for drive in targets for name in [*drive.stable_ids, drive.stable_id] if name}
        drives = [_target_drive(hardware, named.get(name), name, job) for name in target["stable_ids"]]
        return {"kind": "devices", "drives": drives}
    mounts = tuple(Mount(**mount) for mount in server.facts.get("mounts", []))
    second = target.get("copy_to")
    return {
        "kind": "file",
        "path": path,
        "size_bytes": target["size_bytes"],
        **_file_system(hardware, mounts, place, targets),
        **({} if second is None else {"copy_to": _copy_target(hardware, mounts, second)}),
    }


def _file_system(
    hardware: SeenHardware, mounts: Sequence[Mount], place: str, below: Sequence[Drive]
) -> dict[str, object]:
    """Return the file system that carries a path; a fact that the server did not report is null."""
    mount = mount_of(place, tuple(mounts))
    return {
        "filesystem": mount.filesystem if mount else None,
        "mountpoint": mount.mountpoint if mount else None,
        "mount_source": mount.source if mount else None,
        "drive": take_drive(hardware, below[0]) if mount and below else None,
    }


def _copy_target(hardware: SeenHardware, mounts: Sequence[Mount], place: str) -> dict[str, object]:
    """Return the copy target at path `place`, with its own controllers and arrays.

    They are not below the first target.
    """
    below = find_targets(hardware, {"kind": "file"}, place=place)
    return {
        "path": place,
        **_file_system(hardware, mounts, place, below),
        "controllers": take_controllers(hardware, below),
        "arrays": take_arrays(hardware, below),
    }


def _target_drive(hardware: SeenHardware, drive: Drive | None, stable_id: str, job: Job) -> dict[str, object]:
    """Return a drive that the job names. One that the inventory does not have is unknown but for its name."""
    if drive is None:
        return build_unknown_drive(stable_id)
    taken = take_drive(hardware, drive)
    reserved_percents = [
        operation["percent"] for operation in job.preparation or [] if operation["kind"] == "over_provision"
    ]
    return taken | ({"over_provisioned_percent": reserved_percents[-1]} if reserved_percents else {})


def _list_preparation(job: Job) -> list[dict[str, object]]:
    """Return the changes that the job makes before its first phase, in order, without component names."""
    prepared = []
    for ordinal, operation in enumerate(job.preparation or [], start=1):
        if operation["kind"] in _CONFIGURING:
            chosen = {field: operation.get(field) for field in _CONFIGURING[operation["kind"]]}
            members = {"member_count": len(operation["members"])} if "members" in operation else {}
            prepared.append({"ordinal": ordinal, "kind": operation["kind"], **chosen, **members})
    return prepared


def _format_name(server: Server, snapshot: Mapping[str, Any]) -> str:
    """Return the name of the configuration for people: the server, and the target under load."""
    prepared = apply_preparation(snapshot)
    target = prepared["target"]
    arrays = [array for array in prepared["arrays"] if array["role"] == "under"]
    if arrays:
        below = ", ".join(sorted({_format_array_name(array) for array in arrays}))
        return f"{server.name}, {'file on ' if target['kind'] == 'file' else ''}{below}{_format_copy_target(target)}"
    if target["kind"] == "devices":
        models = sorted({drive["model"] or drive["stable_id"] for drive in target["drives"]})
        count = len(target["drives"])
        return f"{server.name}, {f'{count} x ' if count > 1 else ''}{', '.join(models)}"
    return f"{server.name}, file on {_format_storage(target)}{_format_copy_target(target)}"


def _format_copy_target(target: Mapping[str, Any]) -> str:
    second = target.get("copy_to")
    return "" if second is None else f", copied to {_format_storage(second)}"


def _format_storage(place: Mapping[str, Any]) -> str:
    return (place["drive"] or {}).get("model") or place["filesystem"] or "unknown storage"


def _format_array_name(array: Mapping[str, Any]) -> str:
    models = sorted({member["drive"]["model"] or "?" for member in array["members"] if member["drive"] is not None})
    count = f"{array['member_count']} x " if array["member_count"] else ""
    condition = array.get("condition")
    lacking = f", {condition}" if condition in NOT_WHOLE else ""
    return f"{format_raid_level(array['level']) or 'array'} of {count}{', '.join(models) or 'members'}{lacking}"
