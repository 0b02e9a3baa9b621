"""Configurations as the lab files them, of each server in one stage after the other."""

from __future__ import annotations

import uuid
from collections.abc import Sequence
from dataclasses import dataclass

from sqlalchemy.orm import Session
from tests.seeding.hardware import STAGES, Machine, apply_stage
from tests.seeding.performance import Speed, array_speed, drive_speed
from tests.seeding.rows import Target

from storagelab.db.models import Drive, Job
from storagelab.imports.configurations import find_or_create_configuration
from storagelab.results.search_filing import file_due
from storagelab_workers.configuration_snapshot import file_configuration

_ENGINE_VERSIONS = ("fio-3.33", "fio-3.36")
#: Published and imported results are about systems of others, of which only this is known.
_ELSEWHERE = (
    ("published", "Review of RAID controllers", "Dell PowerEdge R760", "PERC H965i", "RAID5", 8),
    ("published", "Review of NVMe drives", "Supermicro SYS-220U-TNR", None, None, 1),
    ("published", "Handbook of a server", "HPE ProLiant DL380 Gen11", "HPE MR416i-p", "RAID10", 6),
    ("imported", "Results of the branch office", "Lenovo ThinkSystem SR650 V3", "RAID 940-16i", "RAID6", 12),
    ("imported", "Results of a customer", "Dell PowerEdge R740xd", "PERC H740P", "RAID5", 16),
    ("imported", "Old notebook of the lab", "Fujitsu PRIMERGY RX2540 M5", None, None, 1),
)
_MODELS_ELSEWHERE = ("Samsung PM9A3 3.84 TB", "Kioxia CM6-R 7.68 TB", "Micron 7450 PRO 3.84 TB", "Solidigm D7-P5520")


@dataclass(frozen=True, slots=True)
class FiledStage:
    """One server during one stage: the device under the load and the results that are to be expected of it."""

    device: Drive
    configuration_id: uuid.UUID
    speed: Speed
    engine_version: str


def file_stages(session: Session, machines: Sequence[Machine]) -> list[list[FiledStage]]:
    """File the configuration of every stage of every server that has drives; afterwards each is in its last one."""
    filed: list[list[FiledStage]] = [[] for _ in machines]
    for index in range(STAGES):
        devices = [apply_stage(machine, machine.stages[index]) for machine in machines]
        session.flush()
        for machine, device, stages in zip(machines, devices, filed, strict=True):
            if device is not None:
                stages.append(_file_stage(session, machine, device, index))
    session.flush()
    return filed


def file_elsewhere(session: Session) -> list[Target]:
    """File the configurations of results from other labs, with all facts that their sources state."""
    targets = []
    for origin, source, system, controller, level, count in _ELSEWHERE:
        for model in _MODELS_ELSEWHERE:
            drive = drive_speed(model, "nvme", revision=0)
            has_array = level is not None
            name = f"{system}, {count} x {model}"
            configuration = find_or_create_configuration(
                session,
                name=name,
                origin=origin,
                source=source,
                facts={
                    "name": name,
                    "system": {"model": system, "os": None, "kernel": None},
                    "controllers": [{"model": controller, "count": 1, "firmware": None}] if controller else None,
                    "drives": [{"model": model, "count": count, "firmware": None}],
                    "array": {"level": level, "condition": None, "strip_bytes": None},
                },
            )
            speed = (
                array_speed(
                    drive, level=str(level).lower(), drives=count, has_controller=True, write_policy="write_back"
                )
                if has_array
                else drive
            )
            targets.append(
                Target(
                    configuration_id=configuration.id,
                    speed=speed,
                    origin=origin,
                    engine_version=None,
                    title=name,
                    source_title=source,
                )
            )
    return targets


def file_all_facts(session: Session) -> None:
    """File the facts of all new configurations."""
    while file_due(session):
        session.commit()


def _file_stage(session: Session, machine: Machine, device: Drive, index: int) -> FiledStage:
    version = _ENGINE_VERSIONS[index // 2]
    target = {"kind": "devices", "stable_ids": [device.stable_id]}
    hello = {
        "hostname": machine.server.name,
        "runner_version": "1",
        "state_dir": "/var/lib/storagelab",
        "engines": {"fio": {"version": version}},
    }
    # It is never added to the session: a configuration needs no more of a job than this.
    job = Job(engine="fio", target=target, preparation=[], configuration_name=None)
    configuration_id = file_configuration(session, server=machine.server, job=job, hello=hello, target_path=None)
    return FiledStage(device, configuration_id, _speed_of(machine, device, index), version)


def _speed_of(machine: Machine, device: Drive, index: int) -> Speed:
    stage = machine.stages[index]
    member = device if machine.array is None else machine.drives[0]
    drive = drive_speed(str(member.model), str(member.transport), revision=stage.revision)
    if machine.array is None:
        return drive
    return array_speed(
        drive,
        level=stage.level,
        drives=len(machine.drives),
        has_controller=machine.controller is not None,
        write_policy=stage.write_policy,
    )
