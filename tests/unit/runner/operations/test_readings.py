"""Reports of drives and the kernel about themselves, and the places of blocks planted to check them."""

import json

import pytest

from storagelab_runner.operations import nvme, quiet
from storagelab_runner.operations.blocks import has_zeroes_bit
from storagelab_runner.operations.canary import compute_canary_offsets
from storagelab_runner.operations.context import OperationFailed

MIB = 1 << 20
#: As nvme-cli 2.3 prints it of an emulated drive, shortened to the fields that are read.
FORMATS = [{"ms": 0, "ds": 9, "rp": 0}, {"ms": 8, "ds": 9, "rp": 0}, {"ms": 0, "ds": 12, "rp": 0}]
MDSTAT = """Personalities : [raid1]
md0 : active raid1 sdb[1] sda[0]
      1993728 blocks super 1.2 [2/2] [UU]
      [=>...................]  check =  5.7% (114176/1993728) finish=0.2min speed=114176K/sec
md1 : active raid1 sdc[1] sdd[0]
      1993728 blocks super 1.2 [2/2] [UU]
      resync=DELAYED
"""


def test_the_format_of_a_namespace():
    layout = nvme.parse_layout(json.dumps({"flbas": 18, "nlbaf": 2, "dlfeat": 9, "lbafs": FORMATS}))
    assert (layout.lbaf, layout.offered, layout.block_bytes, layout.promises_zeroes) == (2, 3, 4096, True)
    assert not nvme.parse_layout(json.dumps({"flbas": 0, "dlfeat": 2, "lbafs": FORMATS})).promises_zeroes
    many = [*FORMATS, *[{"ms": 0, "ds": 9, "rp": 0}] * 30]
    assert nvme.parse_layout(json.dumps({"flbas": 0b0100001, "dlfeat": 1, "lbafs": many})).lbaf == 17


@pytest.mark.parametrize("text", ["", "[]", "{}", '{"flbas": 9, "dlfeat": 1, "lbafs": []}', "NVMe status: INVALID_NS"])
def test_unreported_format_is_an_error(text):
    with pytest.raises(OperationFailed, match="did not report the format"):
        nvme.parse_layout(text)


@pytest.mark.parametrize(
    ("status", "state", "progress"), [("0x101", 1, 1.0), ("0x2", 2, 0.5), ("0x3", 3, 1.0), ("0x104", 4, 1.0)]
)
def test_the_state_of_a_sanitize_operation(status, state, progress):
    text = (
        f"Sanitize Progress                      (SPROG) :  {round(progress * 65535)} (35.5%)\n"
        f"Sanitize Status                        (SSTAT) :  {status}\n"
        "Sanitize Command Dword 10 Information (SCDW10) :  0x2\n"
    )
    log = nvme.parse_sanitize_log(text)
    assert (log.state, round(log.progress, 3)) == (state, progress)


def test_unreported_sanitize_state_is_an_error():
    with pytest.raises(OperationFailed, match="did not report the state"):
        nvme.parse_sanitize_log("NVMe status: Invalid Field in Command\n")


@pytest.mark.parametrize(
    ("page", "promise"),
    [
        (bytes([0, 0xB2, 0, 4, 0, 0b11100100]), True),
        (bytes([0, 0xB2, 0, 4, 0, 0b11110000]), True),
        (bytes([0, 0xB2, 0, 4, 0, 0b11100000]), False),
        (bytes([0, 0xB2, 0, 4, 0, 0b11101000]), False),
        (bytes([0, 0xB0, 0, 4, 0, 0b11100100]), None),
        (b"", None),
    ],
)
def test_scsi_zeroes_bit_is_read_from_vpd_page(page, promise):
    assert has_zeroes_bit(page) is promise


def test_blocks_are_planted_from_end_to_end():
    offsets = compute_canary_offsets(1600 * MIB + 512)
    assert (len(offsets), offsets[0]) == (16, 0)
    assert all(offset % MIB == 0 for offset in offsets)
    assert offsets[-1] >= 1598 * MIB
    assert compute_canary_offsets(16 * MIB)[-1] + MIB <= 16 * MIB
    assert compute_canary_offsets(8192) == (0, 4096)


def test_arrays_are_quiet_when_requested_activities_end():
    assert quiet.list_md_activities(MDSTAT, ["initialisation", "consistency_check"]) == [
        "check of md0 (5.7 %)",
        "resync of md1 (waiting)",
    ]
    assert quiet.list_md_activities(MDSTAT, ["rebuild", "patrol_read"]) == []
    assert quiet.list_md_activities("", ["initialisation"]) == []


def test_raid_controller_is_detected_by_its_driver(tmp_path):
    driver = tmp_path / "megaraid_sas"
    driver.mkdir()
    (driver / "bind").touch()
    assert not quiet.has_raid_controller(tmp_path)
    (driver / "0000:3b:00.0").touch()
    assert quiet.has_raid_controller(tmp_path)
