"""Hardware as it is stored: with every change, and nothing merged that only looks alike."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from sqlalchemy import event, select
from sqlalchemy.orm import Session
from tests.factories import LONG_AGO, Factory
from tests.integration.workers.discoveries import CONTROLLER, DAY, PCI, Discoveries, as_tuples, behind, drive, nameless

from storagelab.collectors.base import (
    ArrayFacts,
    CollectedFacts,
    ControllerFacts,
    DriveDetail,
    DriveHealthFacts,
    EnclosureFacts,
    MemberFacts,
    Policy,
)
from storagelab.db.models import Array, Controller, HealthReading
from storagelab_workers.hardware.merge import merge
from storagelab_workers.hardware.store import store_hardware


@pytest.fixture
def discover(session: Session) -> Discoveries:
    return Discoveries(session)


EVERYTHING = CollectedFacts(
    controllers=(CONTROLLER,),
    enclosures=(EnclosureFacts(f"{PCI}/e252", "backplane", PCI, slot_count=8),),
    drives=(drive(1), drive(2), nameless("sda"), nameless("sdx", model="PERC")),
    details=(
        behind(3, "S3", enclosure_key=f"{PCI}/e252", state="online"),
        behind(4, None),
        DriveDetail(kernel_name="nvme1n1", medium="flash",
            health=DriveHealthFacts(used_percent=3.0, temperature_c=31.0)),
    ),
    arrays=(
        ArrayFacts(
            "uuid", "md0", "mdadm", level="raid1", condition="optimal", activity="none", strip_bytes=65536,
            policies={"write": Policy("write_back", "write_through")}, settings={"layout": "left"},
            members=(MemberFacts("drive", "nvme1n1p1", 0, "online"), MemberFacts("drive", "nvme2n1", 1, "online")),
        ),
        ArrayFacts(
            "vd0", "vd0", "megaraid", kernel_name="sdx", controller_key=PCI,
            members=(MemberFacts("drive", "/c0/e252/s3", 0, "online"), MemberFacts("drive", "slot-1", 1, "missing")),
        ),
    ),
)  # fmt: skip


def test_rediscovery_of_unchanged_hardware_records_no_changes(discover: Discoveries, make: Factory) -> None:
    server = make.server()
    first = discover(server, EVERYTHING)
    assert {(change.kind, change.field, change.source) for change in first} == {("appeared", None, "discovery")}
    counts = {
        name: sum(change.component == name for change in first)
        for name in ("controller", "enclosure", "drive", "array")
    }
    assert counts == {"controller": 1, "enclosure": 1, "drive": 6, "array": 2}
    assert {change.at for change in first} == {discover.now}
    seen = discover.now
    assert discover(server, EVERYTHING) == []
    for row in discover.drives(server):
        assert (row.present, row.first_seen_at, row.last_seen_at) == (True, seen, discover.now)


def test_pieces_are_linked(discover: Discoveries, make: Factory, session: Session) -> None:
    server = make.server()
    discover(server, EVERYTHING)
    controller = session.scalars(select(Controller)).one()
    first, second, _, virtual, third, fourth = discover.drives(server)
    assert (third.controller_id, third.location, third.slot, third.drive_state) == (
        controller.id, "/c0/e252/s3", "3", "online",
    )  # fmt: skip
    assert third.enclosure_id is not None
    assert (third.kernel_name, third.path, third.stable_id, fourth.identity) == (None, None, None, None)
    assert virtual.controller_id == controller.id
    soft, hard = session.scalars(select(Array).order_by(Array.key)).all()
    assert soft.members == [
        {"kind": "drive", "key": "nvme1n1p1", "drive_id": str(first.id), "slot": 0, "state": "online"},
        {"kind": "drive", "key": "nvme2n1", "drive_id": str(second.id), "slot": 1, "state": "online"},
    ]
    assert soft.policies == {"write": {"requested": "write_back", "effective": "write_through"}}
    assert (hard.drive_id, hard.drive_count, hard.controller_id) == (virtual.id, 2, controller.id)
    assert [member["drive_id"] for member in hard.members] == [str(third.id), None]


def test_each_changed_field_records_one_change(discover: Discoveries, make: Factory) -> None:
    server = make.server()
    array = ArrayFacts("u", "md0", "mdadm", condition="optimal", settings={"bitmap": "none"}, progress_percent=None)
    old = CollectedFacts(drives=(drive(1),), controllers=(CONTROLLER,), arrays=(array,))
    new = CollectedFacts(
        drives=(drive(1, firmware="2.0", kernel_name="nvme7n1", path="/dev/nvme7n1"),),
        details=(DriveDetail(kernel_name="nvme7n1", health=DriveHealthFacts(temperature_c=40)),),
        controllers=(ControllerFacts(PCI, "raid", model="PERC H965i", firmware="8.8", driver="megaraid_sas"),),
        arrays=(
            ArrayFacts(
                "u", "md0", "mdadm", condition="rebuilding", progress_percent=3, settings={"progress_percent": 3},
                policies={"read": Policy("ahead", "ahead")},
            ),
        ),
    )  # fmt: skip
    discover(server, old)
    changes = discover(server, new)
    assert as_tuples(changes) == [
        ("controller", "changed", "firmware", "8.4", "8.8"),
        ("controller", "changed", "battery", "optimal", None),
        ("drive", "changed", "kernel_name", "nvme1n1", "nvme7n1"),
        ("drive", "changed", "firmware", "1.0", "2.0"),
        ("array", "changed", "condition", "optimal", "rebuilding"),
        ("array", "changed", "policies.read", None, {"requested": "ahead", "effective": "ahead"}),
        ("array", "changed", "settings.bitmap", "none", None),
    ]
    assert {change.identity for change in changes if change.component == "drive"} == {"wwn:0000000000000001"}


def test_self_changing_values_are_not_recorded_as_changes(
    discover: Discoveries, make: Factory, session: Session
) -> None:
    server = make.server()

    def facts(percent: float) -> CollectedFacts:
        health = DriveHealthFacts(temperature_c=percent, written_bytes=int(percent), warnings=("hot",))
        array = ArrayFacts("u", "md0", "mdadm", condition="rebuilding", progress_percent=percent)
        detail = DriveDetail(kernel_name="nvme1n1", settings={"temperature_c": percent}, health=health)
        return CollectedFacts(drives=(drive(1),), details=(detail,), arrays=(array,))

    discover(server, facts(10))
    assert discover(server, facts(20)) == []
    row = discover.drives(server)[0]
    assert row.health == {"temperature_c": 20, "written_bytes": 20, "warnings": ["hot"]}
    assert session.scalars(select(Array.progress_percent)).one() == 20


def test_missing_drive_is_retained_and_comes_back(discover: Discoveries, make: Factory) -> None:
    server = make.server()
    discover(server, CollectedFacts(drives=(drive(1), drive(2)), controllers=(CONTROLLER,)))
    vanished = discover(server, CollectedFacts(drives=(drive(1),)))
    assert as_tuples(vanished) == [
        ("controller", "vanished", None, None, None),
        ("drive", "vanished", None, None, None),
    ]
    first, second = discover.drives(server)
    assert (first.present, second.present) == (True, False)
    assert second.last_seen_at == discover.now - DAY
    assert discover(server, CollectedFacts(drives=(drive(1),))) == []
    back = discover(server, CollectedFacts(drives=(drive(1), drive(2)), controllers=(CONTROLLER,)))
    assert [(change.component, change.kind) for change in back] == [("controller", "returned"), ("drive", "returned")]
    assert back[1].piece_id == second.id
    assert [row.id for row in discover.drives(server)] == [first.id, second.id]


def test_html_stays_text(discover: Discoveries, make: Factory) -> None:
    server = make.server()
    serial = "<img src=x onerror=alert(1)>"
    discover(server, CollectedFacts(drives=(nameless("sda", serial=f"{serial}\x00", model="<b>M</b>"),)))
    (row,) = discover.drives(server)
    assert (row.serial, row.identity) == (serial, f"serial:<b>M</b>|{serial}")
    assert "onerror=alert(1)>" in row.search_text


def test_members_are_matched_by_identity_not_kernel_name(discover: Discoveries, make: Factory) -> None:
    server = make.server()

    def facts(names: tuple[str, str], state: str = "online") -> CollectedFacts:
        drives = tuple(
            drive(number, kernel_name=name, path=f"/dev/{name}") for number, name in enumerate(names, start=1)
        )
        members = tuple(MemberFacts("drive", name, slot, state) for slot, name in enumerate(names))
        return CollectedFacts(drives=drives, arrays=(ArrayFacts("u", "md0", "mdadm", members=members),))

    discover(server, facts(("nvme0n1", "nvme1n1")))
    renamed = discover(server, facts(("nvme1n1", "nvme0n1")))
    assert {(change.component, change.field) for change in renamed} == {("drive", "kernel_name")}
    (failed,) = discover(server, facts(("nvme1n1", "nvme0n1"), state="failed"))
    assert failed.field == "members"
    assert [member["state"] for member in failed.after] == ["failed", "failed"]


def test_readings_are_stored_only_when_changed(discover: Discoveries, make: Factory, session: Session) -> None:
    server = make.server()
    minute = dt.timedelta(minutes=1)

    def read(**values: Any) -> int:
        detail = DriveDetail(kernel_name="nvme1n1", health=DriveHealthFacts(**values))
        discover(server, CollectedFacts(drives=(drive(1),), details=(detail,)), after=minute)
        return len(session.scalars(select(HealthReading.id)).all())

    assert read(used_percent=3, temperature_c=30) == 1
    assert read(used_percent=3, temperature_c=35, power_on_hours=7) == 1
    assert read(used_percent=4, temperature_c=35, power_on_hours=7) == 2
    minute = dt.timedelta(hours=1, minutes=1)
    assert read(used_percent=4, temperature_c=35, power_on_hours=8) == 3
    reading = session.scalars(select(HealthReading).order_by(HealthReading.at.desc()).limit(1)).one()
    assert (reading.identity, reading.taken_during) == ("wwn:0000000000000001", "discovery")
    assert reading.values == {"used_percent": 4, "temperature_c": 35, "power_on_hours": 8}
    discover(server, CollectedFacts(drives=(drive(1),)))
    assert discover.drives(server)[0].health == reading.values, "the last that is known"


def test_manual_entries_stay_and_are_searchable(discover: Discoveries, make: Factory) -> None:
    server = make.server()
    discover(server, EVERYTHING)
    row = discover.drives(server)[0]
    row.note, row.labels, row.manual, row.lifecycle = "Loan", {"Blue": None}, {"Shelf": "B7"}, "spare"
    discover.session.flush()
    discover(server, EVERYTHING)
    row = discover.drives(server)[0]
    assert (row.note, row.labels, row.manual, row.lifecycle) == ("Loan", {"Blue": None}, {"Shelf": "B7"}, "spare")
    for word in ("loan", "blue", "b7", "fast", "s1", "1.0"):
        assert word in row.search_text.split()


@contextmanager
def counted(session: Session) -> Iterator[list[str]]:
    """Yield every statement that the session sends."""
    statements: list[str] = []

    def note(_connection: Any, _cursor: Any, statement: str, *_: Any) -> None:
        statements.append(statement)

    connection = session.connection()
    event.listen(connection, "before_cursor_execute", note)
    try:
        yield statements
    finally:
        event.remove(connection, "before_cursor_execute", note)


def test_statement_count_is_independent_of_drive_count(make: Factory, session: Session) -> None:
    counts = []
    for number_of_drives in (2, 24):
        server = make.server()
        drives = tuple(drive(number + 1000 * number_of_drives) for number in range(number_of_drives))
        details = tuple(
            DriveDetail(kernel_name=listed.kernel_name, health=DriveHealthFacts(used_percent=1)) for listed in drives
        )
        for firmware in ("1.0", "2.0"):
            facts = CollectedFacts(
                drives=drives, details=details, controllers=(ControllerFacts(PCI, "raid", firmware=firmware),)
            )
            with counted(session) as statements:
                store_hardware(session, server=server, hardware=merge(facts), now=LONG_AGO)
            counts.append(len(statements))
    assert counts[:2] == counts[2:]
