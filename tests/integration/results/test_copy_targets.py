"""Drives of a copy target: under load with those of the target, and leased like them."""

from __future__ import annotations

from sqlalchemy.orm import Session
from tests.factories import Factory

from storagelab.db.models import Attempt
from storagelab.results.drive_states import list_drives_under_load
from storagelab_workers.leases import list_run_resources


def test_drives_of_a_copy_target_are_under_load(session: Session, make: Factory) -> None:
    server = make.server()
    first = make.drive(server, kernel_name="sda", stable_id="wwn-a", identity="A", mountpoints=["/data"])
    second = make.drive(server, kernel_name="sdb", stable_id="wwn-b", identity="B", mountpoints=["/other"])
    target = {"kind": "file", "path": "/data/x", "size_bytes": 2**20}

    def list_drive_loads(**more: str) -> list[tuple[str, float | None, bool]]:
        job = make.job(server, target={**target, **more})
        session.flush()
        under = list_drives_under_load(session, job=job, server=server, attempt=Attempt(spec={}))
        return [(item.drive.stable_id or "", item.share, item.reached) for item in under]

    assert list_drive_loads() == [(first.stable_id, 1.0, False)]
    assert list_drive_loads(copy_to="/other/x") == [(first.stable_id, 1.0, False), (second.stable_id, None, False)]
    # Two partitions of one drive are one drive.
    first.mountpoints = ["/data", "/third"]
    assert list_drive_loads(copy_to="/third/x") == [(first.stable_id, 1.0, False)]


def test_copy_target_is_leased_like_the_target(session: Session, make: Factory) -> None:
    server = make.server()
    target = {"kind": "file", "path": None, "size_bytes": 2**20, "copy_to": "/other/x"}
    held = list_run_resources(session, job=make.job(server, target=target), server=server)
    assert [name.partition(":")[0] for name in held] == ["file", "host"]
    assert held[0].endswith(":/other/x")
    both = list_run_resources(session, job=make.job(server, target={**target, "path": "/data/x"}), server=server)
    assert [name.rpartition(":")[2] for name in both if name.startswith("file:")] == ["/data/x", "/other/x"]
