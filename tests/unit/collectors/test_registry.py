"""All collectors applied to one inventory."""

from __future__ import annotations

import json
from pathlib import Path

from hypothesis import given, settings
from hypothesis import strategies as st

from storagelab.collectors import registry
from storagelab.collectors.base import MemoryModule, ServerFacts, ToolReport

DATA = Path(__file__).parents[2] / "data"
SAMPLES = {
    "mdstat": "mdadm/mdstat.txt",
    "mdadm/md0": "mdadm/detail-raid5-spare.txt",
    "mdadm_examine/vda1": "mdadm/examine-raid5.txt",
    "lvm_lvs": "lvm/mirrored-lvs.json",
    "lvm_vgs": "lvm/lost-drive-vgs.json",
    "zpool_status": "zfs/status-spares.txt",
    "lspci": "pci/lspci-virtual.txt",
    "dmidecode": "dmidecode/qemu-q35.txt",
    "lscpu": "host/lscpu-2.38.json",
    "kernel_settings": "host/kernel-settings.json",
}
TEXTS = {name: (DATA / path).read_text() for name, path in SAMPLES.items()}


def test_every_collector_is_registered_under_its_name() -> None:
    assert {name: collector.name for name, collector in registry.COLLECTORS.items()} == {
        name: name for name in registry.COLLECTORS
    }
    assert set(registry.COLLECTORS) >= {"host", "lsblk", "mdadm", "storcli", "lvm", "zfs", "pci", "dmidecode"}


def test_one_inventory_gives_server_drives_and_warnings(inventory) -> None:
    facts = registry.collect(inventory("host/virtual-machine") | inventory("lsblk/virtio-no-serial"))
    assert facts.server is not None
    assert facts.server.kernel == "6.18.44-fc-v669"
    assert [drive.kernel_name for drive in facts.drives] == ["vda"]
    assert len(facts.warnings) == 3


def test_empty_inventory_gives_only_warnings() -> None:
    facts = registry.collect({})
    assert facts.drives == ()
    assert len(facts.warnings) == 8


def test_server_facts_are_merged_field_by_field(inventory) -> None:
    facts = registry.collect(
        inventory("host/qemu-q35") | {name: TEXTS[name] for name in ("dmidecode", "kernel_settings")}
    )
    server = facts.server
    assert server is not None
    assert (server.hostname, server.bios_date, server.numa_nodes) == ("lab1", "2014-04-01", 1)
    assert (server.product_name, len(server.memory_modules)) == ("Standard PC (Q35 + ICH9, 2009)", 1)
    assert not any("the first is used" in warning for warning in facts.warnings)


def test_first_value_wins_and_conflict_gives_warning() -> None:
    modules = (MemoryModule(size_bytes=1),)
    merged, warnings = registry.merge_servers(
        [
            ServerFacts(cpu_model="Xeon  Gold", cpu_cores=2),
            ServerFacts(cpu_model="xeon gold", cpu_cores=4, cpu_sockets=1, memory_modules=modules),
            ServerFacts(cpu_sockets=2),
        ]
    )
    assert merged == ServerFacts(cpu_model="Xeon  Gold", cpu_cores=2, cpu_sockets=1, memory_modules=modules)
    assert warnings == (
        "The server's cpu cores is reported as 2 and as 4. The first is used.",
        "The server's cpu sockets is reported as 1 and as 2. The first is used.",
    )
    assert registry.merge_servers([]) == (None, ())


def test_program_is_reported_once_with_its_fault() -> None:
    reports = [
        ToolReport("dmidecode", "ok", "3.3"),
        ToolReport("nvme", "ok", None),
        ToolReport("dmidecode", "not_permitted", None, "root only"),
        ToolReport("nvme", "ok", "2.4"),
    ]
    assert registry.merge_tools(reports) == (
        ToolReport("dmidecode", "not_permitted", "3.3", "root only"),
        ToolReport("nvme", "ok", "2.4"),
    )


def test_settings_arrays_and_controllers_are_collected() -> None:
    facts = registry.collect(TEXTS)
    assert {array.implementation for array in facts.arrays} >= {"mdadm", "lvm", "zfs"}
    assert {controller.kind for controller in facts.controllers} >= {"ahci", "hba"}
    assert facts.settings["block.vda.scheduler"] == "mq-deadline"


@settings(max_examples=100, deadline=None)
@given(
    name=st.sampled_from(sorted(TEXTS)),
    place=st.floats(0, 1),
    noise=st.text(alphabet='{}[]":, \n\t\0<>01ab\ud800', max_size=8),
    rest=st.booleans(),
)
def test_damaged_output_never_raises_and_is_storable(name: str, place: float, noise: str, rest: bool) -> None:
    whole = TEXTS[name]
    cut = int(place * len(whole))
    facts = registry.collect({name: whole[:cut] + noise + (whole[cut + len(noise) :] if rest else "")})
    printed = repr((facts.arrays, facts.controllers, facts.details, facts.tools, facts.warnings))
    assert "\\x00" not in printed
    assert "\\ud800" not in printed
    json.dumps(dict(facts.settings), allow_nan=False).encode()


def test_program_without_rights_is_reported_once() -> None:
    silent = "nvme id-ctrl returned nothing about nvme0n1."
    refused = "smartctl could not read nvme0n1: Permission denied."
    others = ("nvme: nvme0n1 is failing.", "nvme0n1 cannot be described in full: nvme may not be used.")
    tools = (ToolReport("nvme", "not_permitted"), ToolReport("smartctl", "ok"))
    assert registry.remove_repeated_warnings([silent, refused, *others], tools) == (refused, *others)


def test_a_lack_of_rights_explains_a_failure() -> None:
    reports = (
        ToolReport("nvme", "failed", None, "it returned nothing"),
        ToolReport("nvme", "not_permitted", "2.3", "root only"),
    )
    assert registry.merge_tools(reports) == (ToolReport("nvme", "not_permitted", "2.3", "root only"),)
    assert registry.merge_tools(reports[::-1]) == (ToolReport("nvme", "not_permitted", "2.3", "root only"),)
