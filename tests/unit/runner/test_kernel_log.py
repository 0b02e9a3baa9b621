"""Lines of the kernel's log, and those of them that report errors of a drive."""

import pytest
from tests.unit.runner.kernel_folders import Tree

from storagelab_runner.block_tree import read_tree
from storagelab_runner.kernel_log import KernelLog, Record, find_errors, list_kernel_names, parse_record
from storagelab_runner.places import Places

NAMES = frozenset({"nvme1n1", "nvme1n1p1", "nvme1", "0:0:1:0", "sda"})


@pytest.mark.parametrize(
    ("block", "record"),
    [
        (b"3,12,500,-;I/O error, dev sda\n SUBSYSTEM=block\n DEVICE=b8:0\n", Record(3, "I/O error, dev sda")),
        (b"30,13,501,-,caller=T1;systemd says\n", Record(6, "systemd says")),
        (b"6,14,502,c;attempt\\x0asda: rw=0\n", Record(6, "attempt sda: rw=0")),
        (b" SUBSYSTEM=block\n", None),
        (b"", None),
    ],
)
def test_records_are_read_with_their_level(block, record):
    assert parse_record(block) == record


@pytest.mark.parametrize(
    "line",
    [
        "<3>I/O error, dev nvme1n1, sector 8 op 0x0:(READ) flags 0x0",
        "<6>blk_update_request: I/O error, dev nvme1n1p1, sector 8",
        "<3>Buffer I/O error on dev sda, logical block 0, async page read",
        "<3>critical medium error, dev sda, sector 8",
        "<4>nvme nvme1: I/O tag 5 (1005) opcode 0x2 (I/O Cmd) QID 1 timeout, aborting req_op:READ(0) size:4096",
        "<6>nvme nvme1: resetting controller",
        "<6>sd 0:0:1:0: rejecting I/O to offline device",
        "<6>sd 0:0:1:0: [sda] tag#5 timed out",
        "<2>EXT4-fs error (device sda): ext4_find_entry:1455",
        "<6>attempt to access beyond end of device sda: rw=0, sector=8, nr_sectors = 8 limit=0",
    ],
)
def test_errors_of_the_drive_are_found(line):
    record = Record(int(line[1]), line[3:])
    assert find_errors([record], NAMES) == [line[3:]]


@pytest.mark.parametrize(
    "line",
    [
        "<3>I/O error, dev nvme11n1, sector 8 op 0x0:(READ) flags 0x0",
        "<3>I/O error, dev sdab, sector 8",
        "<3>I/O error, dev nvme1n2, sector 8",
        "<6>sd 10:0:1:0: rejecting I/O to offline device",
        "<6>nvme1n1: detected capacity change from 0 to 131072",
        "<3>/dev/sda: Can't open blockdev",
        "<3>operation not supported error, dev sda, sector 0 op 0x9:(WRITE_ZEROES)",
        "<6>EXT4-fs (sda): mounted filesystem r/w",
    ],
)
def test_other_lines_are_left_alone(line):
    assert find_errors([Record(int(line[1]), line[3:])], NAMES) == []


def test_kernel_names_cover_disk_partitions_and_controller(tmp_path):
    tree = Tree(tmp_path)
    drive = tree.nvme(1)
    tree.nvme(2)
    tree.block(f"{drive}/nvme1n1p1", "259:11")
    tree.file(f"{drive}/nvme1n1p1/partition", "1")
    nodes = read_tree(tree.places)
    assert list_kernel_names("259:1", nodes) == {"nvme1n1", "nvme1n1p1", "nvme1"}
    assert list_kernel_names("259:11", nodes) == list_kernel_names("259:1", nodes)
    assert list_kernel_names("8:0", nodes) == frozenset()


def test_unreadable_log_has_a_problem(tmp_path):
    log = KernelLog(Places(dev=tmp_path))
    assert log.problem == "No such file or directory"
    log.skip()
    assert log.read_new_records() == []


def test_earlier_records_are_left_out(tmp_path):
    (tmp_path / "kmsg").write_bytes(b"3,1,1,-;before\n")
    log = KernelLog(Places(dev=tmp_path))
    with (tmp_path / "kmsg").open("ab", buffering=0) as kernel:
        kernel.write(b"3,2,2,-;skipped\n")
        log.skip()
        kernel.write(b"3,3,3,-;after\n")
    assert log.read_new_records() == [Record(3, "after")]
    assert log.read_new_records() == []
    log.close()
    assert log.read_new_records() == []
