"""Reading mountinfo."""

from pathlib import Path

from storagelab_runner.mounts import mount_of, parse_mounts

LINES = [
    "22 1 254:0 / / rw,relatime shared:1 - ext4 /dev/vda rw",
    "30 22 0:26 / /srv/with\\040space rw - tmpfs tmpfs rw",
    "31 22 7:0 / /srv rw,relatime - ext4 /dev/loop0 rw",
    "32 22 7:1 / /srv rw,relatime master:5 propagate_from:2 - xfs /dev/loop1 rw",
    "not a mount",
]


def test_mounts_are_read_with_their_escapes():
    mounts = parse_mounts(LINES)
    assert [mount.device for mount in mounts] == ["254:0", "0:26", "7:0", "7:1"]
    assert mounts[1].point == "/srv/with space"


def test_path_resolves_to_the_longest_newest_mount():
    mounts = parse_mounts(LINES)
    assert mount_of(Path("/srv/with space/a"), mounts).file_system == "tmpfs"
    assert mount_of(Path("/srv/other"), mounts).source == "/dev/loop1"
    assert mount_of(Path("/srvx"), mounts).point == "/"
