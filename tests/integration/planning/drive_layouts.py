"""Generated layouts of one drive, as an inventory document and as facts of the runner's interlocks."""

from __future__ import annotations

import datetime as dt
import json
from dataclasses import dataclass
from typing import Any

from hypothesis import strategies as st
from tests.factories import LONG_AGO, Factory
from tests.unit.runner.interlocks.conftest import Facts

from storagelab.collectors import lsblk
from storagelab.db.models import Drive
from storagelab_runner.allow_list import AllowList
from storagelab_runner.block_tree import BlockNode
from storagelab_runner.findings import REFUSE
from storagelab_runner.interlocks.facts import DeviceFacts, Ends, HostFacts
from storagelab_runner.interlocks.table import judge
from storagelab_runner.mounts import MountEntry

STABLE_ID, SERIAL, NAME, PART = "nvme-eui.1", "S1", "nvme1n1", "nvme1n1p1"
FILE_SYSTEMS = ("ext4", "xfs")
#: The device on a member of something larger, and its type in lsblk.
HOLDERS = {"LVM2_member": ("dm-0", "lvm"), "linux_raid_member": ("md0", "raid1"), "crypto_LUKS": ("dm-1", "crypt")}
CONTENTS = (None, *FILE_SYSTEMS, "swap", "zfs_member", *HOLDERS)
ENROLMENTS = (None, "proposed", "active", "withdrawn", "void", "expired", "other_serial")


@dataclass(frozen=True)
class DriveLayout:
    """A drive, its use, and the permission to write to it.

    `content` lies on the drive, or on its one partition. `is_used` means mounted, swapped to, or held by a volume.
    """

    content: str | None
    is_partitioned: bool
    is_used: bool
    is_read_only: bool
    enrolment: str | None
    is_protected: bool
    is_confirmed: bool

    @property
    def holder(self) -> tuple[str, str] | None:
        """Device that is on it now."""
        return HOLDERS.get(self.content or "") if self.is_used else None

    @property
    def is_mounted(self) -> bool:
        return self.is_used and self.content in FILE_SYSTEMS

    @property
    def is_swapped_to(self) -> bool:
        return self.is_used and self.content == "swap"


def layouts() -> st.SearchStrategy[DriveLayout]:
    """Return a strategy for every combination of content, use and permission."""
    return st.builds(
        DriveLayout,
        content=st.sampled_from(CONTENTS),
        is_partitioned=st.booleans(),
        is_used=st.booleans(),
        is_read_only=st.booleans(),
        enrolment=st.sampled_from(ENROLMENTS),
        is_protected=st.booleans(),
        is_confirmed=st.booleans(),
    )


def add_drive(make: Factory, layout: DriveLayout) -> Drive:
    """Store the drive on a server of its own, as a discovery of the layout would."""
    parsed = next(drive for drive in lsblk.parse(_inventory(layout)).drives if drive.kernel_name == NAME)
    server = make.server()
    columns = ("kernel_name", "path", "stable_id", "serial", "size_bytes", "filesystem")
    lists = ("stable_ids", "mountpoints", "in_use_reasons")
    drive = make.drive(
        server,
        protected=layout.is_protected,
        **{name: getattr(parsed, name) for name in columns},
        **{name: list(getattr(parsed, name)) for name in lists},
    )
    if layout.enrolment is not None:
        make.enrolment(drive, **_enrolment(layout.enrolment))
    return drive


def refusals(layout: DriveLayout, *, writes: bool) -> set[str]:
    """Return the interlocks that refuse the drive."""
    findings = judge(_device(layout, writes=writes), _host(layout))
    return {finding.id for finding in findings if finding.verdict == REFUSE}


def _inventory(layout: DriveLayout) -> dict[str, str | None]:
    places = ["/srv"] if layout.is_mounted else ["[SWAP]"] if layout.is_swapped_to else [None]
    content: dict[str, Any] = {"fstype": layout.content, "mountpoints": places}
    if layout.holder is not None:
        content["children"] = [{"name": layout.holder[0], "kname": layout.holder[0], "type": layout.holder[1]}]
    disk: dict[str, Any] = {
        "name": NAME,
        "kname": NAME,
        "path": f"/dev/{NAME}",
        "type": "disk",
        "size": Facts.SIZE,
        "serial": SERIAL,
        "ro": layout.is_read_only,
    }
    if layout.is_partitioned:
        disk |= {"pttype": "gpt", "children": [{"name": PART, "type": "part", **content}]}
    else:
        disk |= content
    return {"lsblk": json.dumps({"blockdevices": [disk]}), "by_id": json.dumps({STABLE_ID: f"/dev/{NAME}"})}


def _enrolment(state: str) -> dict[str, Any]:
    if state == "expired":
        return {"state": "active", "expires_at": LONG_AGO + dt.timedelta(days=1)}
    if state == "other_serial":
        return {"state": "active", "serial": "S9"}
    return {"state": state, "void_reason": "its capacity changed" if state == "void" else None}


def _host(layout: DriveLayout) -> HostFacts:
    nodes = _family(layout)
    number = nodes[-1].number
    mounts = [MountEntry("259:0", "/", "ext4", "/dev/nvme0n1")]
    mounts += [MountEntry(number, "/srv", layout.content or "", f"/dev/{nodes[-1].name}")] if layout.is_mounted else []
    # Root's entry stays when the lab withdraws: the lab alone refuses then.
    entries = {
        "active": (Facts.entry(),),
        "withdrawn": (Facts.entry(),),
        "void": (Facts.entry(size_bytes=1),),
        "expired": (Facts.entry(expires_realtime_ns=Facts.NOW - 1),),
        "other_serial": (Facts.entry(serial="S9"),),
    }
    return Facts.host(
        *nodes,
        mounts=tuple(mounts),
        swaps=(number,) if layout.is_swapped_to else (),
        allow_list=AllowList(entries.get(layout.enrolment or "", ()), None),
    )


def _family(layout: DriveLayout) -> tuple[BlockNode, ...]:
    holders = () if layout.holder is None else (layout.holder[0],)
    if not layout.is_partitioned:
        return (Facts.node(NAME, read_only=layout.is_read_only, holders=holders),)
    drive = Facts.node(NAME, read_only=layout.is_read_only)
    return drive, Facts.node(PART, whole=NAME, number="259:2", holders=holders)


def _device(layout: DriveLayout, *, writes: bool) -> DeviceFacts:
    family = _family(layout)
    signatures = [Facts.signature(node.name) for node in family]
    signatures[-1] = signatures[-1]._replace(content=layout.content)
    if layout.is_partitioned:
        signatures[0] = signatures[0]._replace(partition_table="gpt")
    is_blank = layout.content is None and not layout.is_partitioned
    changes: dict[str, Any] = {
        "writes": writes,
        "family": family,
        "extent": family,
        "signatures": tuple(signatures),
        "contents": Facts.contents(ends=Ends("first", "last", is_blank)),
    }
    if layout.is_used and layout.content is not None:
        changes |= {"opened": None, "busy": f"/dev/{NAME} is in use: nothing was touched."}
    return Facts.device(family[0], **changes)
