"""What is mounted where."""

from __future__ import annotations

import pytest

from storagelab.collectors.mounts import Mount, mount_of, parse_mounts

MOUNTINFO = """\
22 1 254:0 / / rw,relatime shared:1 - ext4 /dev/vda rw
23 22 0:5 / /proc rw - proc proc rw
30 22 259:1 / /data rw master:2 - xfs /dev/nvme0n1p1 rw
31 30 0:9 / /data/with\\040space rw - tmpfs tmpfs rw
not a line of mountinfo
40 22 259:2 / /data rw - ext4 /dev/nvme1n1 rw
"""


def test_every_line_that_is_understood_is_a_mount() -> None:
    assert parse_mounts(MOUNTINFO) == (
        Mount("/", "ext4", "/dev/vda"),
        Mount("/proc", "proc", "proc"),
        Mount("/data", "xfs", "/dev/nvme0n1p1"),
        Mount("/data/with space", "tmpfs", "tmpfs"),
        Mount("/data", "ext4", "/dev/nvme1n1"),
    )
    assert parse_mounts(None) == ()


@pytest.mark.parametrize(
    ("path", "source"),
    [
        ("/srv/x", "/dev/vda"),
        ("/", "/dev/vda"),
        ("/data", "/dev/nvme1n1"),
        ("/data/x", "/dev/nvme1n1"),
        ("/data/with space/x", "tmpfs"),
        ("/database/x", "/dev/vda"),
    ],
)
def test_a_path_lies_on_the_deepest_and_latest_mount_above_it(path: str, source: str) -> None:
    found = mount_of(path, parse_mounts(MOUNTINFO))
    assert found is not None
    assert found.source == source


def test_without_mounts_nothing_is_known() -> None:
    assert mount_of("/data", ()) is None
