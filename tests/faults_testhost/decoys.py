"""Drives that are in use: how each use is made, and how the drives become blank again."""

from __future__ import annotations

from dataclasses import dataclass

#: The magic number of ZFS in every uberblock of a drive's first two labels.
_ZFS_LABELS = """
import struct, sys
with open(sys.argv[1], "r+b") as drive:
    for label in (0, 256 << 10):
        for block in range(128):
            drive.seek(label + (128 << 10) + block * 1024)
            drive.write(struct.pack("<Q", 0x00BAB10C))
"""
#: One Linux partition from sector 2048 on.
_PARTITION_TABLE = """
import struct, sys
with open(sys.argv[1], "r+b") as drive:
    drive.seek(446)
    drive.write(struct.pack("<B3sB3sII", 0, b"\\xfe\\xff\\xff", 0x83, b"\\xfe\\xff\\xff", 2048, 65536))
    drive.seek(510)
    drive.write(b"\\x55\\xaa")
"""


@dataclass(frozen=True)
class Decoy:
    """Treatment of a drive by root, whose path is `$D`. `given` is standard input of `plant`."""

    title: str
    plant: str
    given: str = ""
    lift: str = "true"


DECOYS = (
    Decoy("an LVM physical volume", "pvcreate -qq -ffy $D"),
    Decoy("a ZFS label", "python3 - $D", _ZFS_LABELS),
    Decoy("an ext4 file system", "mkfs.ext4 -q -F $D"),
    Decoy("a partition table", "python3 - $D && blockdev --rereadpt $D", _PARTITION_TABLE),
    Decoy("a swap signature", "mkswap -q $D"),
    Decoy("swap in use", "mkswap -q $D && swapon $D", lift="swapoff $D"),
    Decoy("a mounted file system", "mkfs.ext4 -q -F $D && mount -o ro,noload $D /mnt", lift="umount /mnt"),
    Decoy(
        "a member of a stopped array",
        "mdadm -q --create /dev/md9 -R -l1 -n2 $D missing && mdadm -q --stop /dev/md9 && udevadm settle && "
        "! grep -q ^md9 /proc/mdstat",
    ),
)

#: Without a signature, and zeroes from end to end.
BLANK = "wipefs -qa $D && blkdiscard -f $D && dd if=/dev/zero of=$D bs=1M oflag=direct status=none || true; sync"
#: Fails when a drive still has a device on it.
FREE = 'test -z "$(lsblk -rno NAME $D | tail -n +2)"'
