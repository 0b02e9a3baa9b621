"""A server and a drive against which nothing speaks; each test changes what it is about."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from tests.unit.runner.kernel_folders import Tree

from storagelab_runner.allow_list import AllowedDrive, AllowList
from storagelab_runner.block_tree import BlockNode, PciController
from storagelab_runner.descriptors import DescriptorScan
from storagelab_runner.interlocks.configured_users import ConfiguredUsers
from storagelab_runner.interlocks.facts import (
    Answered,
    Contents,
    DeviceFacts,
    Ends,
    HostFacts,
    Left,
    NvmeIdentity,
    OpenedDevice,
    Samples,
    Signature,
    SystemMount,
)
from storagelab_runner.interlocks.kernel_users import KernelUsers
from storagelab_runner.interlocks.nvme_commands import NvmeHealth
from storagelab_runner.interlocks.table import judge
from storagelab_runner.mounts import MountEntry
from storagelab_runner.spec_targets import Device

SIZE = 1 << 40
NOW = 1_000


class Facts:
    """Building blocks of the facts in these tests."""

    SIZE = SIZE
    NOW = NOW

    @staticmethod
    def node(name: str = "nvme1n1", **changes: Any) -> BlockNode:
        """Return an NVMe namespace on a controller of its own."""
        fields: dict[str, Any] = {
            "name": name,
            "number": "259:1",
            "whole": name,
            "folder": f"/sys/devices/pci0000:00/0000:01:00.0/nvme/nvme1/{name}",
            "size_bytes": SIZE,
            "logical_block_bytes": 512,
            "read_only": False,
            "hidden": False,
            "holders": (),
            "slaves": (),
            "model": "Model",
            "serials": ("S1",),
            "wwid": "eui.1",
            "transport": "nvme-pcie",
            "state": "live",
            "properties": {},
            "mapper_uuid": None,
            "array": None,
            "pci": PciController("0000:01:00.0", "0x010802", "nvme"),
            "controllers": ("nvme1",),
            "backing_file": None,
            "raid_level": None,
        }
        return BlockNode(**{**fields, **changes})

    @classmethod
    def scsi(cls, driver: str, channel: int = 0, **changes: Any) -> BlockNode:
        """Return a SAS drive below a controller with that driver."""
        place = f"/sys/devices/pci0000:00/0000:02:00.0/host0/end_device-0:1/0:{channel}:1:0/block/sda"
        pci = PciController("0000:02:00.0", "0x010400", driver)
        fields = {"folder": place, "pci": pci, "controllers": (), "transport": "sas", "state": "running"}
        return cls.node("sda", **{**fields, **changes})

    @staticmethod
    def system_drive() -> BlockNode:
        """Return the drive with the system of the server."""
        return Facts.node("nvme0n1", number="259:0", serials=("S0",), wwid="eui.0", controllers=("nvme0",))

    @staticmethod
    def entry(**changes: Any) -> AllowedDrive:
        """Return the enrolment of the drive."""
        fields: dict[str, Any] = {
            "stable_id": "nvme-eui.1",
            "serial": "S1",
            "wwid": "eui.1",
            "model": "Model",
            "size_bytes": SIZE,
            "logical_block_bytes": 512,
            "transport": "nvme-pcie",
            "members": None,
            "level": None,
            "strip_bytes": None,
            "enrolled_realtime_ns": 1,
            "expires_realtime_ns": NOW + 1,
            "enrolled_by": "ada",
        }
        return AllowedDrive(**{**fields, **changes})

    @classmethod
    def host(cls, *nodes: BlockNode, **changes: Any) -> HostFacts:
        """Return a server with these drives, or with the tested one, besides its system drive."""
        by_name = {node.name: node for node in (cls.system_drive(), *(nodes or (cls.node(),)))}
        fields: dict[str, Any] = {
            "nodes": by_name,
            "names": {"nvme-eui.1": {"nvme1n1"}},
            "mounts": (MountEntry("259:0", "/", "ext4", "/dev/nvme0n1"),),
            "mounts_doubt": None,
            "system": (SystemMount("/", "ext4", "/dev/nvme0n1", "nvme0n1"),),
            "swaps": (),
            "swaps_doubt": None,
            "resume": None,
            "mdstat": "Personalities : \nunused devices: <none>\n",
            "has_device_mapper": True,
            "has_software_raid": True,
            "raid_devices": (),
            "allow_list": AllowList((cls.entry(),), None),
            "sandbox": None,
            "kernel_users": KernelUsers((), None),
            "configured_users": ConfiguredUsers((), None),
            "sees_all_processes": True,
            "is_root": True,
            "now_ns": NOW,
        }
        return HostFacts(**{**fields, **changes})

    @staticmethod
    def signature(node: str = "nvme1n1", **changes: Any) -> Signature:
        """Return a signature with nothing found."""
        fields: dict[str, Any] = {
            "node": node,
            "content": None,
            "partition_table": None,
            "role": None,
            "magics": (),
            "doubt": None,
        }
        return Signature(**{**fields, **changes})

    @staticmethod
    def contents(*digests: str, ends: Ends | None = None, **changes: Any) -> Contents:
        """Blank ends, and a sample block for each digest; an empty one is that of a blank block."""
        offsets = tuple((index + 1) << 20 for index in range(len(digests)))
        samples = Samples("seed", offsets, "-".join(digests), digests, tuple(not digest for digest in digests))
        return Contents(SIZE, ends or Ends("blank", "blank", True), samples, ())._replace(**changes)

    @staticmethod
    def left(contents: Contents, **changes: Any) -> Left:
        """Return the record of a test that left these contents."""
        fields: dict[str, Any] = {
            "attempt_id": "a-1",
            "in_use": False,
            "first_sha256": contents.ends.first_sha256,
            "last_sha256": contents.ends.last_sha256,
            "seed": contents.samples.seed,
            "samples_sha256": contents.samples.sha256,
            "sample_digests": contents.samples.digests,
            "partitions": contents.partitions,
            "size_bytes": contents.size_bytes,
        }
        return Left(**{**fields, **changes})

    @staticmethod
    def identity(**changes: Any) -> Answered:
        """Return the identity that the drive reports."""
        identity = NvmeIdentity("S1", False, False, 1, False, False)
        return Answered(identity._replace(**changes), None)

    @classmethod
    def device(cls, node: BlockNode | None = None, **changes: Any) -> DeviceFacts:
        """Return an idle, blank, healthy, enrolled drive."""
        node = node or cls.node()
        fields: dict[str, Any] = {
            "wanted": Device("nvme-eui.1", node.serial, f"/dev/{node.name}", SIZE),
            "writes": True,
            "node": node,
            "doubt": None,
            "family": (node,),
            "extent": (node,),
            "opened": OpenedDevice(node.number, SIZE, node),
            "busy": None,
            "users": DescriptorScan((), ()),
            "signatures": (cls.signature(node.name),),
            "contents": cls.contents(),
            "left": None,
            "nvme": cls.identity() if node.is_nvme else None,
            "health": Answered(NvmeHealth(0, 100, 10, 30), None) if node.is_nvme else None,
            "reservations": None,
            "volume": None,
        }
        return DeviceFacts(**{**fields, **changes})

    @classmethod
    def absent(cls) -> DeviceFacts:
        """Return a missing drive, about which nothing is known."""
        unknown = dict.fromkeys(DeviceFacts._fields)
        wanted = Device("nvme-eui.1", "S1", "/dev/nvme1n1", SIZE)
        values = {
            "wanted": wanted,
            "writes": True,
            "family": (),
            "extent": (),
            "doubt": "nvme-eui.1 is not the name of a drive",
        }
        return DeviceFacts(**{**unknown, **values})

    @classmethod
    def verdict(cls, interlock: str, device: DeviceFacts, host: HostFacts | None = None) -> tuple[str, str]:
        """Return the verdict and reason of one interlock."""
        findings = judge(device, host or cls.host())
        [finding] = [finding for finding in findings if finding.id == interlock]
        return finding.verdict, finding.reason


@pytest.fixture(scope="session")
def facts() -> type[Facts]:
    """Provide builders of facts."""
    return Facts


@pytest.fixture
def tree(tmp_path: Path) -> Tree:
    """Provide a copy of the folders in which a kernel describes a server."""
    return Tree(tmp_path)
