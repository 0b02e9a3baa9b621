"""Identity of drives: in another slot, in another server, in both at once, or only looking alike."""

from __future__ import annotations

import pytest
from sqlalchemy import select
from sqlalchemy.orm import Session
from tests.factories import Factory
from tests.integration.workers.discoveries import CONTROLLER, Discoveries, as_tuples, behind, drive, nameless

from storagelab.collectors.base import CollectedFacts, DriveDetail
from storagelab.db.models import InventoryChange


@pytest.fixture
def discover(session: Session) -> Discoveries:
    return Discoveries(session)


def test_drive_moved_to_another_server_keeps_its_history(
    discover: Discoveries, make: Factory, session: Session
) -> None:
    alpha, beta = make.server(name="alpha"), make.server(name="beta")
    discover(alpha, CollectedFacts(drives=(drive(1),), details=(DriveDetail(kernel_name="nvme1n1", slot="4"),)))
    discover(alpha, CollectedFacts())
    (moved,) = discover(beta, CollectedFacts(drives=(drive(1, kernel_name="nvme0n1", path="/dev/nvme0n1"),)))
    assert (moved.kind, moved.server_id, moved.identity) == ("moved", beta.id, "wwn:0000000000000001")
    assert (moved.before["server"], moved.before["slot"], moved.after["server"]) == ("alpha", "4", "beta")
    discover(beta, CollectedFacts())
    (back,) = discover(
        alpha, CollectedFacts(drives=(drive(1),), details=(DriveDetail(kernel_name="nvme1n1", slot="4"),))
    )
    assert (back.kind, back.before["server"], back.after["server"]) == ("moved", "beta", "alpha")
    history = select(InventoryChange.kind).where(InventoryChange.identity == moved.identity)
    assert session.scalars(history.order_by(InventoryChange.id)).all() == [
        "appeared", "vanished", "moved", "vanished", "moved",
    ]  # fmt: skip
    assert alpha.warnings == beta.warnings == []


def test_drive_in_two_servers_conflicts_until_removed(discover: Discoveries, make: Factory) -> None:
    alpha, beta = make.server(name="alpha"), make.server(name="beta")
    facts = CollectedFacts(drives=(drive(1),))
    discover(alpha, facts)
    assert [change.kind for change in discover(beta, facts)] == ["appeared"]
    assert [warning.partition(" there is ")[0] for warning in alpha.warnings] == ["In beta"]
    assert [warning.partition(" there is ")[0] for warning in beta.warnings] == ["In alpha"]
    assert [row.present for server in (alpha, beta) for row in discover.drives(server)] == [True, True]
    assert discover(alpha, facts) == []
    assert len(alpha.warnings) == 1
    (moved,) = discover(alpha, CollectedFacts())
    assert (moved.kind, moved.before["server"], moved.after["server"]) == ("moved", "alpha", "beta")
    assert alpha.warnings == beta.warnings == []


def test_drive_moves_from_a_retired_server_without_conflict(discover: Discoveries, make: Factory) -> None:
    alpha, beta = make.server(name="alpha"), make.server(name="beta")
    discover(alpha, CollectedFacts(drives=(drive(1),)))
    alpha.state = "retired"
    (moved,) = discover(beta, CollectedFacts(drives=(drive(1),)))
    assert (moved.kind, moved.before["server"], beta.warnings) == ("moved", "alpha", [])


def test_machine_registered_twice_gives_one_warning(discover: Discoveries, make: Factory) -> None:
    alpha, beta = make.server(name="alpha", machine_id="m"), make.server(name="beta", machine_id="m")
    facts = CollectedFacts(drives=(drive(1), drive(2)))
    discover(alpha, facts)
    discover(beta, facts)
    assert beta.warnings == [
        "It has the machine id of alpha: one machine that was registered twice, or a copy. Their drives are one."
    ]


def test_slot_change_is_recorded_as_one_move(discover: Discoveries, make: Factory) -> None:
    server = make.server()
    discover(server, CollectedFacts(controllers=(CONTROLLER,), details=(behind(3, "S3"), behind(4, "S4"))))
    changes = discover(server, CollectedFacts(controllers=(CONTROLLER,), details=(behind(4, "S3"), behind(3, "S4"))))
    assert sorted((change.kind, change.before["location"], change.after["location"]) for change in changes) == [
        ("moved", "/c0/e252/s3", "/c0/e252/s4"), ("moved", "/c0/e252/s4", "/c0/e252/s3"),
    ]  # fmt: skip
    assert {row.serial: row.slot for row in discover.drives(server)} == {"S3": "4", "S4": "3"}


def test_new_serial_in_one_slot_is_another_drive(discover: Discoveries, make: Factory) -> None:
    server = make.server()
    discover(server, CollectedFacts(details=(behind(3, "OLD"),)))
    changes = discover(server, CollectedFacts(details=(behind(3, "NEW"),)))
    assert sorted((change.kind, change.identity) for change in changes) == [
        ("appeared", "serial:PM1743|NEW"), ("vanished", "serial:PM1743|OLD"),
    ]  # fmt: skip
    old, new = discover.drives(server)
    assert (old.present, new.present, old.location, new.location) == (False, True, "/c0/e252/s3", "/c0/e252/s3")


def test_member_visible_to_the_kernel_remains_one_drive(discover: Discoveries, make: Factory) -> None:
    server = make.server()
    discover(server, CollectedFacts(details=(behind(3, "S1", model="Fast 1000", wwn="0000000000000001"),)))
    discover(server, CollectedFacts(drives=(drive(1),), details=(behind(3, "S1", model="Fast 1000"),)))
    (row,) = discover.drives(server)
    assert (row.kernel_name, row.location) == ("nvme1n1", "/c0/e252/s3")


def test_equal_serials_stay_separate(discover: Discoveries, make: Factory) -> None:
    server = make.server()
    clones = CollectedFacts(drives=(nameless("sda", serial="0", model="M"), nameless("sdb", serial="0", model="M")))
    discover(server, clones)
    assert discover(server, clones) == []
    first, second = discover.drives(server)
    assert (first.kernel_name, second.kernel_name) == ("sda", "sdb")
    assert first.identity is second.identity is None
    (vanished,) = discover(server, CollectedFacts(drives=(clones.drives[1],)))
    assert (vanished.kind, vanished.piece_id) == ("vanished", first.id)


def test_drives_without_identity_are_matched_by_kernel_name(discover: Discoveries, make: Factory) -> None:
    server = make.server()
    discover(server, CollectedFacts(drives=(nameless("sda"), nameless("sdb"))))
    changes = discover(
        server, CollectedFacts(drives=(nameless("sda", size_bytes=5), nameless("sdb", serial="S", model="M")))
    )
    assert as_tuples(changes) == [
        ("drive", "changed", "size_bytes", 1 << 40, 5),
        ("drive", "changed", "model", None, "M"),
        ("drive", "changed", "serial", None, "S"),
    ]
    assert len(discover.drives(server)) == 2


def test_different_serial_under_same_kernel_name_adds_drive(discover: Discoveries, make: Factory) -> None:
    server = make.server()
    discover(server, CollectedFacts(drives=(nameless("sda", serial="1", model="M"),)))
    changes = discover(server, CollectedFacts(drives=(nameless("sda", serial="2", model="M"),)))
    assert sorted(change.kind for change in changes) == ["appeared", "vanished"]
