"""Runs of many nights in a lab, of several tests on one server."""

from __future__ import annotations

import datetime as dt
import itertools
import uuid
from collections.abc import Mapping, Sequence

from sqlalchemy import NullPool, create_engine
from sqlalchemy.orm import Session
from tests.e2e.lab import Lab
from tests.factories import Factory
from tests.result_factories import make_configuration, make_measurement

from storagelab.config import build_embedded_database_url
from storagelab.db.models import Profile, Server
from storagelab.db.references import format_row_number
from storagelab.domain.workload import BlockSize, Workload

NIGHT = dt.timedelta(days=1)
#: Behind the names of drives and profiles that the lab has.
FIRST_NUMBER = 700
DEPTHS = (1, 8, 32, 256)


def file_nights(lab: Lab, tests: Mapping[str, Sequence[float]]) -> dict[str, list[str]]:
    """File the IOPS of these RAID levels by night, the last one of yesterday; return the numbers of the runs."""
    database = create_engine(build_embedded_database_url(lab.data, "worker"), poolclass=NullPool)
    with Session(database) as session, session.begin():
        make = Factory(session, numbers=itertools.count(FIRST_NUMBER))
        server = session.get_one(Server, uuid.UUID(lab.server()["id"]))
        profile = make.profile(name="nightly", title="Nightly random write")
        return {level: _file_test(make, server, profile, level, iops) for level, iops in tests.items()}


def _file_test(make: Factory, server: Server, profile: Profile, level: str, nights: Sequence[float]) -> list[str]:
    target = {"kind": "devices", "stable_ids": [f"md-{level}"], "layout": "parallel"}
    array = {"level": level, "strip_bytes": 65536, "members": [{"model": "PM9A3"}] * 8, "state": "optimal"}
    configuration = make_configuration(make, f"{level}, 8 drives", snapshot_version=2, arrays=[array], target=target)
    numbers = []
    for ago, iops in zip(range(len(nights), 0, -1), nights, strict=True):
        began = dt.datetime.now(dt.UTC) - ago * NIGHT
        job = make.job(server, profile_id=profile.id, state="finished", target=target)
        run = make.run(
            job, title=f"Nightly {level}", state="finished", configuration_id=configuration.id, scale="full",
            created_at=began, started_at=began, finished_at=began + NIGHT / 24, completeness="complete",
        )  # fmt: skip
        for ordinal, depth in enumerate(DEPTHS, start=1):
            workload = Workload((BlockSize(4096),), read_percent=0, random_percent=100, queue_depth=depth)
            phase = make.phase(
                run, ordinal=ordinal, name=f"4K random write QD {depth}", workload=workload.to_json(), state="finished",
                t0_ms=(ordinal - 1) * 10_000, t1_ms=ordinal * 10_000,
            )  # fmt: skip
            value = iops * depth / (depth + 16) * 272 / 256
            make_measurement(
                make, phase, iops=value, latency_mean_ns=1e9 * depth / value, block_bytes=4096, read_percent=0.0,
                random_percent=100.0, outstanding_ios=depth,
            )  # fmt: skip
        numbers.append(format_row_number(run))
    return numbers
