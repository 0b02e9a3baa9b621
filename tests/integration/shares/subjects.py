"""Subjects of shares for tests: runs on a server full of secrets, with curves, bins and files."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from tests.factories import Factory
from tests.result_factories import RunWithSeries, make_configuration, make_measurement, make_run_with_series
from tests.unit.domain.configuration_samples import make_snapshot

from storagelab.analysis import bins
from storagelab.config import get_settings
from storagelab.db.base import generate_uuid7
from storagelab.db.models import Artifact, Configuration, Job, MeasurementPart, Profile, Run, Server, User
from storagelab.domain.workload import BlockSize, Workload
from storagelab.results.artifact_store import get_artifact_store

#: What must be nowhere in a share unless its author switches it on.
SERIALS = ("PHAX2140006B960", "5002538f31a0c2d4", "nvme-INTEL_SSD_PHAX2140006B960", "CTRL-99X7731")
NAMES = ("atlas-17", "atlas-17.lab.corp", "10.20.30.40", "fe80::21b:21ff:fea0:1", "00:1b:21:a0:00:01", "mgreve")
SECRETS = (*SERIALS, *NAMES)
TELLING = " on atlas-17 (10.20.30.40, 00:1b:21:a0:00:01) by mgreve, drive PHAX2140006B960 (wwn 5002538f31a0c2d4)"


@dataclass(frozen=True)
class Place:
    """A server with one drive and one controller, and what was measured on it."""

    server: Server
    configuration: Configuration
    profile: Profile


def make_place(make: Factory) -> Place:
    """Return a server that has a name, an address and a serial for everything."""
    server = make.server(
        name="atlas-17", transport="ssh", address="10.20.30.40", machine_id="7c1e9b5ab2c14f0d8a33aa5511223344",
        facts={"hostname": "atlas-17.lab.corp"},
    )  # fmt: skip
    make.drive(
        server, vendor="Samsung", model="PM1653", serial="PHAX2140006B960", wwn="5002538f31a0c2d4",
        stable_id="nvme-INTEL_SSD_PHAX2140006B960",
    )  # fmt: skip
    make.controller(server, serial="CTRL-99X7731", vendor="Broadcom", model="MegaRAID 9660-16i")
    make.session.add(User(name="mgreve", role="operator"))
    snapshot = make_snapshot()
    del snapshot["name"]
    configuration = make_configuration(make, "atlas-17, RAID 5 of 4 x PM1653", **snapshot)
    return Place(server, configuration, make.profile(name="write-saturation", version=3))


def make_subject(
    make: Factory,
    place: Place,
    *,
    iops: float = 1000.0,
    job: Job | None = None,
    configuration: Configuration | None = None,
    **values: Any,
) -> Run:
    """Return a run with a curve, two depths with bins, a job file and raw files.

    All of them name what is to be hidden.
    """
    text = "[phase]\nfilename=/dev/disk/by-id/nvme-INTEL_SSD_PHAX2140006B960\nrw=randread\ndescription=on atlas-17\n"
    plan = {"job_files": [{"ordinal": 1, "name": "Read" + TELLING, "text": text}]}
    job = job or make.job(
        place.server, profile_id=place.profile.id, plan=plan, target={"kind": "file", "size_bytes": 1 << 30}
    )
    made: RunWithSeries = make_run_with_series(make, points=(60,), kinds=("precondition",))
    run = made.run
    run.job_id, run.server_id, run.profile_id = job.id, place.server.id, place.profile.id
    run.configuration_id = (configuration or place.configuration).id
    run.title = "Saturation" + TELLING
    run.badges = [{"code": "cpu_bound", "label": "CPU-bound", "level": "warn", "detail": "one thread" + TELLING}]
    for name, value in values.items():
        setattr(run, name, value)
    for ordinal, depth in ((2, 1), (3, 16)):
        workload = Workload((BlockSize(4096),), read_percent=100, random_percent=100, queue_depth=depth)
        phase = make.phase(
            run, ordinal=ordinal, name=f"4K random read, depth {depth}", state="finished", t0_ms=60_000 * ordinal,
            t1_ms=60_000 * ordinal + 10_000, workload=workload.to_json(), message="ended" + TELLING,
        )  # fmt: skip
        measurement = make_measurement(
            make, phase, iops=iops * depth + 0.125, latency_mean_ns=1e9 / iops, outstanding_ios=depth,
            queue_depth=depth, block_bytes=4096, read_percent=100.0, random_percent=100.0, threads=1, latency_n=1000,
            value_kind="exact", percentiles_of="lat",
        )  # fmt: skip
        make.session.add(
            MeasurementPart(
                measurement_id=measurement.id, direction="read", group=0, ios=1000, latency_n=1000,
                percentiles_of="lat", bins=bins.pack({900_000: 600, 1_200_000: 390, 4_000_000: 10}),
            )
        )  # fmt: skip
    add_file(make, run, "status.json", b'{"hostname": "atlas-17", "serial": "PHAX2140006B960"}', "application/json")
    add_file(make, run, "bw.log", b"1000, 4096, 0, 0\n", "text/plain")
    add_file(make, run, "smart.bin", b"\x00\xff\xfePHAX2140006B960\x00", "application/octet-stream")
    add_file(make, run, "log.gz", b"\x1f\x8b\x08\x00rest", "application/gzip")
    make.session.flush()
    return run


def add_file(make: Factory, run: Run, name: str, content: bytes, media_type: str) -> None:
    """Add a raw file of a run to the store."""
    stored = get_artifact_store(get_settings().artifact_url).put([content])
    make.session.add(
        Artifact(
            id=generate_uuid7(), run_id=run.id, name=name, kind="status", media_type=media_type,
            size_bytes=stored.size_bytes, sha256=stored.sha256, storage_key=stored.key,
        )
    )  # fmt: skip


def other_configuration(make: Factory, name: str = "atlas-17, RAID 5 with firmware B2") -> Configuration:
    """Return the configuration of `make_place` but for one factor: the firmware of its drives."""
    snapshot = make_snapshot()
    del snapshot["name"]
    for array in snapshot["arrays"]:
        for member in array["members"]:
            member["drive"]["firmware"] = "B2"
    return make_configuration(make, name, **snapshot)
