"""Preparation as clients write it: one model for each kind of operation, selected by `kind`.

Fields and bounds are those of the runner, which reads every operation again and just as strictly.
"""

from __future__ import annotations

from typing import Annotated, Literal, get_args

from pydantic import AfterValidator, Field

from storagelab.http.rest_names import Renamed
from storagelab.http.schemas import Strict
from storagelab.http.validation_messages import register_pattern_words

MIB = 2**20
DAY_SECONDS = 86_400
MAX_OPERATIONS = 64
MAX_MEMBERS = 256


def _check_power_of_two(value: int) -> int:
    if value & (value - 1):
        raise ValueError("must be a power of two")
    return value


def _check_distinct(values: list[str]) -> list[str]:
    if len(set(values)) < len(values):
        raise ValueError("must not list an item twice")
    return values


BlockBytes = Annotated[int, Field(ge=4096, le=16 * MIB), AfterValidator(_check_power_of_two)]
StripBytes = Annotated[int, Field(ge=8192, le=MIB), AfterValidator(_check_power_of_two)]
ArrayName = Annotated[
    str,
    Field(
        pattern=register_pattern_words(
            r"^[a-z0-9][a-z0-9-]{0,14}$",
            "must be 1 to 15 lower case letters, digits and hyphens, beginning with a letter or digit",
        )
    ),
]
#: A drive as the kernel shows it, by its name below /dev/disk/by-id.
Member = Annotated[
    str,
    Field(
        pattern=register_pattern_words(
            r"^[A-Za-z0-9._:+@=-]{1,256}$",
            "must be the name of a drive below /dev/disk/by-id: 1 to 256 letters, digits and . _ : + @ = -",
        )
    ),
]
#: A drive behind a RAID controller, by its serial number.
Serial = Annotated[
    str,
    Field(
        pattern=register_pattern_words(
            r"^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$",
            "must be a serial number: 1 to 64 letters, digits, dots, underscores and hyphens",
        )
    ),
]
Serials = Annotated[list[Serial], Field(min_length=1, max_length=MAX_MEMBERS), AfterValidator(_check_distinct)]
Erasure = Literal["block_erase", "crypto_erase", "overwrite"]
ReadPolicy = Literal["ra", "nora"]
WritePolicy = Literal["wt", "wb", "awb"]
IoPolicy = Literal["direct", "cached"]
DriveCache = Literal["on", "off", "default"]
MountOption = Literal["noatime", "nodiratime", "lazytime", "discard", "nobarrier"]
Activity = Literal["initialisation", "consistency_check", "patrol_read", "rebuild", "copyback", "learn_cycle"]


class Fill(Strict):
    """Write the whole target from its beginning to its end."""

    kind: Literal["fill"]
    passes: Annotated[int, Field(ge=1, le=4)] = 2
    block_bytes: BlockBytes = 128 * 1024
    pattern: Literal["random", "zero"] = "random"


class Discard(Strict):
    """Discard all blocks of the drive (trim, unmap)."""

    kind: Literal["discard"]


class WriteZeroes(Strict):
    """Have the drive write zeroes over all of it."""

    kind: Literal["write_zeroes"]


class NvmeFormat(Strict):
    """NVMe format of the namespace. `ses`: 0 erases nothing by itself, 1 user data, 2 cryptographically."""

    kind: Literal["nvme_format"]
    lbaf: Annotated[int, Field(ge=0, le=63)] | None = None
    ses: Literal[0, 1, 2] = 1


class NvmeSanitize(Strict):
    """NVMe sanitize of the whole drive with all of its namespaces."""

    kind: Literal["nvme_sanitize"]
    action: Erasure


class AtaSecureErase(Strict):
    """ATA secure erase, `enhanced` where the drive can."""

    kind: Literal["ata_secure_erase"]
    enhanced: bool = False


class ScsiSanitize(Strict):
    """SCSI sanitize of the whole drive."""

    kind: Literal["scsi_sanitize"]
    action: Erasure


class ScsiFormat(Strict):
    """SCSI format, `block_bytes` null with the block size that the drive has."""

    kind: Literal["scsi_format"]
    block_bytes: Literal[512, 4096] | None = None


class OverProvision(Strict):
    """Discard everything and keep a share at the end of each drive out of every phase."""

    kind: Literal["over_provision"]
    percent: Annotated[int, Field(ge=1, le=90)]


class MakeFileSystem(Strict):
    """Make a file system, mount it for the run, and let the phases work on one file there.

    `file_bytes` null takes four fifths of the target.
    """

    kind: Literal["make_file_system"]
    type: Literal["ext4", "xfs"]
    file_bytes: Annotated[int, Field(ge=MIB, le=2**60)] | None = None
    mount_options: Annotated[list[MountOption], Field(max_length=5), AfterValidator(_check_distinct)] = Field(
        default_factory=list
    )


class MdadmCreate(Strict):
    """Make one array of all drives of the target, the last `spares` of them as spares. Phases work on the array."""

    kind: Literal["mdadm_create"]
    level: Literal["raid0", "raid1", "raid5", "raid6", "raid10"]
    chunk_bytes: BlockBytes | None = None
    spares: Annotated[int, Field(ge=0, le=MAX_MEMBERS)] = 0
    bitmap: Literal["none", "internal"] = "none"
    assume_clean: bool = False
    name: ArrayName


class MdadmStop(Strict):
    """Stop the array that is the target. Phases work on its members."""

    kind: Literal["mdadm_stop"]
    erase_superblocks: bool = True


class MdadmFail(Strict):
    """Set a member of the array faulty."""

    kind: Literal["mdadm_fail"]
    member: Member


class MdadmReadd(Strict):
    """Add a member to its array again. `full` as a new drive, which is rebuilt from its beginning."""

    kind: Literal["mdadm_readd"]
    member: Member
    full: bool = False


class MdadmAddSpare(Strict):
    """Add a drive to the array as a spare."""

    kind: Literal["mdadm_add_spare"]
    member: Member


class StorcliVdCreate(Strict):
    """Make a virtual drive on the RAID controller."""

    kind: Literal["storcli_vd_create"]
    level: Literal["raid0", "raid1", "raid5", "raid6", "raid10", "raid50", "raid60"]
    strip_bytes: StripBytes
    members: Serials
    drives_per_span: Annotated[int, Field(ge=1, le=32)] | None = None
    read_policy: ReadPolicy = "nora"
    write_policy: WritePolicy = "wt"
    io_policy: IoPolicy = "direct"
    drive_cache: DriveCache = "default"
    initialisation: Literal["none", "fast", "full"] = "none"
    name: ArrayName


class StorcliVdDelete(Strict):
    """Delete the virtual drive that is the target."""

    kind: Literal["storcli_vd_delete"]


class StorcliDriveOffline(Strict):
    """Set a drive of the virtual drive offline."""

    kind: Literal["storcli_drive_offline"]
    member: Serial


class StorcliDriveMissing(Strict):
    """Set a drive that is offline missing, so that its rebuild can be started later."""

    kind: Literal["storcli_drive_missing"]
    member: Serial


class StorcliRebuildStart(Strict):
    """Start the rebuild of a drive."""

    kind: Literal["storcli_rebuild_start"]
    member: Serial


class StorcliRebuildRate(Strict):
    """Set the controller's rebuild rate."""

    kind: Literal["storcli_rebuild_rate"]
    percent: Annotated[int, Field(ge=1, le=100)]


class StorcliHotSpare(Strict):
    """Add or remove a hot spare."""

    kind: Literal["storcli_hot_spare"]
    action: Literal["add", "remove"]
    member: Serial


class StorcliCachePolicy(Strict):
    """Change cache policies of the virtual drive, null leaves one as it is."""

    kind: Literal["storcli_cache_policy"]
    read_policy: ReadPolicy | None = None
    write_policy: WritePolicy | None = None
    io_policy: IoPolicy | None = None


class StorcliDriveCachePolicy(Strict):
    """Switch the caches of the drives behind the virtual drive."""

    kind: Literal["storcli_drive_cache_policy"]
    drive_cache: DriveCache


class StorcliJbod(Strict):
    """Hand drives through without RAID, or take them back."""

    kind: Literal["storcli_jbod"]
    on: bool
    members: Serials


class WaitQuiet(Renamed):
    """Wait until none of `activities` is active, at most `max_seconds`. It changes nothing."""

    kind: Literal["wait_quiet"]
    max_seconds: Annotated[int, Field(ge=1, le=30 * DAY_SECONDS)]
    what: Annotated[list[Activity], Field(min_length=1, max_length=6), AfterValidator(_check_distinct)] = Field(
        alias="activities", default_factory=lambda: list(get_args(Activity))
    )


Operation = Annotated[
    Fill
    | Discard
    | WriteZeroes
    | NvmeFormat
    | NvmeSanitize
    | AtaSecureErase
    | ScsiSanitize
    | ScsiFormat
    | OverProvision
    | MakeFileSystem
    | MdadmCreate
    | MdadmStop
    | MdadmFail
    | MdadmReadd
    | MdadmAddSpare
    | StorcliVdCreate
    | StorcliVdDelete
    | StorcliDriveOffline
    | StorcliDriveMissing
    | StorcliRebuildStart
    | StorcliRebuildRate
    | StorcliHotSpare
    | StorcliCachePolicy
    | StorcliDriveCachePolicy
    | StorcliJbod
    | WaitQuiet,
    Field(discriminator="kind"),
]
