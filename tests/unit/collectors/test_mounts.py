"""Mounts from /proc/self/mountinfo."""

from __future__ import annotations

from storagelab.collectors.mounts import Mount, mount_of, parse_mounts

MOUNTINFO = """\
22 1 254:1 / / rw,relatime shared:1 - ext4 /dev/vda1 rw
25 22 0:22 / /proc rw,nosuid - proc proc rw
40 22 259:1 / /srv/test\\040data rw,relatime shared:20 - xfs /dev/nvme0n1p1 rw,attr2
41 22 259:2 / /srv/test\\040data rw,relatime - btrfs /dev/nvme1n1 rw
a line that means nothing
"""


def test_mounts_are_read_with_their_names_unescaped() -> None:
    mounts = parse_mounts(MOUNTINFO)
    assert [mount.mountpoint for mount in mounts] == ["/", "/proc", "/srv/test data", "/srv/test data"]
    assert mounts[2] == Mount("/srv/test data", "xfs", "/dev/nvme0n1p1")
    assert parse_mounts(None) == ()


def test_path_resolves_to_deepest_and_latest_mount() -> None:
    mounts = parse_mounts(MOUNTINFO)
    assert mount_of("/srv/test data/file", mounts) == Mount("/srv/test data", "btrfs", "/dev/nvme1n1")
    assert mount_of("/srv/testing", mounts) == Mount("/", "ext4", "/dev/vda1")
    assert mount_of("/anything", ()) is None
