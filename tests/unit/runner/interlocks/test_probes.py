"""Facts from a copy of sysfs, procfs and udev's database."""

from __future__ import annotations

import os
import threading

import pytest

from storagelab_runner.allow_list import Sandbox
from storagelab_runner.block_tree import list_carriers, list_family, read_tree
from storagelab_runner.interlocks.device_probe import decode_signature
from storagelab_runner.interlocks.host_probe import collect_stable_names, read_host
from storagelab_runner.tools import ToolAnswer


def test_nvme_namespace_is_read_with_its_controller(tree) -> None:
    tree.pci("devices/pci0000:00/0000:01:00.0", "0x010802", "nvme")
    controller = "devices/pci0000:00/0000:01:00.0/nvme/nvme0"
    for file, text in {"transport": "pcie", "state": "live", "model": "M 1   ", "serial": " S1 "}.items():
        tree.file(f"{controller}/{file}", text)
    drive = tree.block(f"{controller}/nvme0n1", "259:0")
    tree.link(f"{drive}/device", controller)
    tree.file(f"{drive}/wwid", "eui.1")
    tree.file(f"{drive}/queue/logical_block_size", "4096")
    tree.block(f"{drive}/nvme0n1p1", "259:1", 8)
    tree.file(f"{drive}/nvme0n1p1/partition", "1")
    nodes = read_tree(tree.places)
    node = nodes["nvme0n1"]
    assert (node.serial, node.model, node.wwid, node.transport, node.state) == (
        "S1",
        "M 1",
        "eui.1",
        "nvme-pcie",
        "live",
    )
    assert (node.size_bytes, node.logical_block_bytes, node.read_only) == (1 << 20, 4096, False)
    assert node.pci == ("0000:01:00.0", "0x010802", "nvme")
    assert node.controllers == ("nvme0",)
    assert [part.name for part in list_family(nodes, node)] == ["nvme0n1", "nvme0n1p1"]
    assert (nodes["nvme0n1p1"].whole, nodes["nvme0n1p1"].serials, nodes["nvme0n1p1"].size_bytes) == (
        "nvme0n1",
        (),
        4096,
    )


def test_partition_vanishing_during_scan_is_omitted(tree) -> None:
    tree.block("devices/pci0/sda", "8:0")
    part = tree.places.sys / "class" / "block" / "sda1"
    ended = threading.Event()

    def come_and_go() -> None:
        while not ended.is_set():
            part.symlink_to("../../devices/pci0/sda/sda1")
            part.unlink()

    thread = threading.Thread(target=come_and_go)
    thread.start()
    try:
        for _ in range(5000):
            assert list(read_tree(tree.places)) == ["sda"]
    finally:
        ended.set()
        thread.join(10)


def test_multipath_namespace_lists_all_its_controllers(tree) -> None:
    tree.pci("devices/pci0000:00/0000:01:00.0", "0x010802", "nvme")
    for number in (0, 1):
        controller = f"devices/pci0000:00/0000:01:00.0/nvme/nvme{number}"
        tree.file(f"{controller}/transport", "pcie")
        tree.link(f"devices/virtual/nvme-subsystem/nvme-subsys0/nvme{number}", controller)
    tree.file("devices/virtual/nvme-subsystem/nvme-subsys0/serial", "S1")
    drive = tree.block("devices/virtual/nvme-subsystem/nvme-subsys0/nvme0n1", "259:0")
    tree.link(f"{drive}/device", "devices/virtual/nvme-subsystem/nvme-subsys0")
    node = read_tree(tree.places)["nvme0n1"]
    assert (node.controllers, node.transport, node.serial) == (("nvme0", "nvme1"), "nvme-pcie", "S1")
    assert node.pci is not None


def test_sas_drive_serial_comes_from_vpd_page(tree) -> None:
    tree.pci("devices/pci0000:00/0000:02:00.0", "0x010700", "mpt3sas")
    device = "devices/pci0000:00/0000:02:00.0/host0/end_device-0:1/target0:0:1/0:0:1:0"
    tree.file(f"{device}/vpd_pg80", b"\x00\x80\x00\x08  Z1AB  ")
    for file, text in {"model": "ST1", "wwid": "naa.5000", "state": "running"}.items():
        tree.file(f"{device}/{file}", text)
    drive = tree.block(f"{device}/block/sda", "8:0")
    tree.link(f"{drive}/device", device)
    (tree.places.run / "udev" / "data").mkdir(parents=True)
    (tree.places.run / "udev" / "data" / "b8:0").write_text("S:disk/by-id/x\nE:ID_SERIAL_SHORT=5000c5\nE:ID_MODEL=m\n")
    node = read_tree(tree.places)["sda"]
    assert (node.serials, node.wwid, node.transport, node.state) == (("Z1AB", "5000c5"), "naa.5000", "sas", "running")
    assert node.pci == ("0000:02:00.0", "0x010700", "mpt3sas")


def test_array_is_identified_by_uuid_and_lists_carriers(tree) -> None:
    array = tree.block("devices/virtual/block/md0", "9:0")
    for file, text in {"level": "raid10", "array_state": "clean", "chunk_size": "524288"}.items():
        tree.file(f"{array}/md/{file}", text)
    tree.file(f"{array}/md/uuid", "12345678-9abc-def0-1234-56789abcdef0")
    for name, number in (("sda", "8:0"), ("sdb", "8:16")):
        drive = tree.block(f"devices/{name}", number)
        tree.block(f"{drive}/{name}1", f"{number}1")
        tree.file(f"{drive}/{name}1/partition", "1")
        tree.link(f"{array}/slaves/{name}1", f"{drive}/{name}1")
        tree.link(f"{drive}/{name}1/holders/md0", array)
    nodes = read_tree(tree.places)
    assert nodes["md0"].serial == "12345678:9abcdef0:12345678:9abcdef0"
    assert nodes["md0"].array == ("raid10", "clean", 524288)
    assert nodes["sda1"].holders == ("md0",)
    assert list_carriers(nodes, "md0") == {"md0", "sda", "sdb"}


def test_stable_names_include_loops_only_in_sandbox(tree) -> None:
    tree.block("devices/sda", "8:0")
    for name, file in (("loop0", "/a/disk"), ("loop1", "/b/disk")):
        loop = tree.block(f"devices/virtual/block/{name}", f"7:{name[-1]}")
        tree.file(f"{loop}/loop/backing_file", file)
    (tree.places.by_id / "wwn-1").symlink_to("../../sda")
    (tree.places.by_id / "gone").symlink_to("../../sdz")
    nodes = read_tree(tree.places)
    assert collect_stable_names(nodes, None, tree.places) == {"wwn-1": {"sda"}}
    assert collect_stable_names(nodes, Sandbox(()), tree.places)["loop-disk"] == {"loop0", "loop1"}
    assert collect_stable_names(nodes, Sandbox(("/b",)), tree.places)["loop-disk"] == {"loop1"}


def test_a_host_is_read_from_every_namespace(tree, tmp_path) -> None:
    tree.block("devices/sda", "8:0")
    (tree.places.proc / "self" / "mountinfo").write_text(
        "1 0 8:0 / / rw - ext4 /dev/root rw\n2 1 0:5 / /var rw - tmpfs t rw\n"
    )
    (tree.places.proc / "77").mkdir()
    (tree.places.proc / "77" / "mountinfo").write_text("9 0 8:1 / /hidden rw - xfs /dev/sda1 rw\n")
    (tree.places.proc / "swaps").write_text("Filename Type Size Used Priority\n/swapfile file 1 0 -2\n")
    tree.file("power/resume", "8:2")
    host = read_host(tmp_path / "nowhere", tree.places)
    assert {mount.point for mount in host.mounts} == {"/", "/var", "/hidden"}
    assert [(place.point, place.node) for place in host.system] == [("/", "sda"), ("/var", None)]
    assert (host.swaps, host.swaps_doubt, host.resume) == ((), None, "8:2")
    assert (host.has_device_mapper, host.has_software_raid, host.mdstat) == (False, False, None)
    assert host.allow_list == ((), None)


def test_unreadable_host_fact_is_a_doubt(tree, tmp_path) -> None:
    host = read_host(tmp_path, tree.places)
    assert host.mounts_doubt == "the mounts of this server could not be read"
    assert host.system == ()
    assert "swaps cannot be read" in str(host.swaps_doubt)
    (tree.places.proc / "swaps").write_text("Filename Type\n/nowhere/swap partition 1 0 -2\n")
    assert read_host(tmp_path, tree.places).swaps_doubt == "/nowhere/swap is swapped to and cannot be found"


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can make a file that belongs to root")
def test_a_mark_of_root_makes_a_sandbox(tree, tmp_path) -> None:
    config = tmp_path / "config"
    config.mkdir(mode=0o755)
    assert read_host(config, tree.places).sandbox is None
    (config / "sandbox").write_text("/images\n\n /more \n")
    assert read_host(config, tree.places).sandbox == Sandbox(("/images", "/more"))
    (config / "sandbox").chmod(0o666)
    assert read_host(config, tree.places).sandbox is None


NOTHING = ToolAnswer(("blkid",), 2)
NO_MAGIC = ToolAnswer(("wipefs",), 0, "")


def test_blkid_and_wipefs_are_read_together() -> None:
    assert decode_signature("sda", NOTHING, NO_MAGIC) == ("sda", None, None, None, (), None)
    blkid = ToolAnswer(("blkid",), 0, "DEVNAME=/dev/sda\nTYPE=ext4\nPTTYPE=gpt\nPART_ENTRY_TYPE=abc\n")
    magics = ToolAnswer(("wipefs",), 0, '{"signatures": [{"type": "ext4"}, {"type": "PMBR"}]}')
    assert decode_signature("sda", blkid, magics) == ("sda", "ext4", "gpt", "abc", ("ext4", "PMBR"), None)


@pytest.mark.parametrize(
    ("probed", "wiped", "words"),
    [
        (ToolAnswer(("blkid",), 8), NO_MAGIC, "blkid ended with status 8"),
        (ToolAnswer(("blkid",), 4, stderr="x: error"), NO_MAGIC, "x: error"),
        (ToolAnswer(("blkid",), None, problem="blkid was not found on PATH"), NO_MAGIC, "blkid was not found"),
        (ToolAnswer(("blkid",), None, problem="blkid did not answer within 10 s"), NO_MAGIC, "did not answer"),
        (NOTHING, ToolAnswer(("wipefs",), 1, stderr="busy"), "busy"),
        (NOTHING, ToolAnswer(("wipefs",), 0, "no JSON"), "wipefs about sda was not understood"),
        (NOTHING, ToolAnswer(("wipefs",), 0, '{"signatures": [1]}'), "was not understood"),
        (NOTHING, ToolAnswer(("wipefs",), 0, "[]"), "was not understood"),
    ],
)
def test_unreadable_signature_is_a_doubt(probed: ToolAnswer, wiped: ToolAnswer, words: str) -> None:
    assert words in str(decode_signature("sda", probed, wiped).doubt)
