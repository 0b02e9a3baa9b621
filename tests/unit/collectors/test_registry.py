"""All collectors over one inventory."""

from __future__ import annotations

from storagelab.collectors.registry import COLLECTORS, collect


def test_every_collector_is_registered_under_its_name() -> None:
    names = ["host", "lsblk", "mdadm", "storcli"]
    assert {name: collector.name for name, collector in COLLECTORS.items()} == dict(zip(names, names, strict=True))


def test_one_inventory_gives_server_drives_and_warnings(inventory) -> None:
    facts = collect(inventory("host/virtual-machine") | inventory("lsblk/virtio-no-serial"))
    assert facts.server is not None
    assert facts.server.kernel == "6.18.44-fc-v669"
    assert [drive.kernel_name for drive in facts.drives] == ["vda"]
    assert len(facts.warnings) == 3


def test_a_server_that_answers_nothing_is_all_warnings() -> None:
    facts = collect({})
    assert facts.drives == ()
    assert len(facts.warnings) == 8
