"""Drives that are pulled, come back, change or report errors while a phase runs."""

import shutil

import pytest
from tests.unit.runner.kernel_folders import Tree

from storagelab_runner.drive_watch import DriveWatch, list_ground_drives, list_held_drives
from storagelab_runner.held_devices import HeldDevice
from storagelab_runner.layers import Ground

PLACE = "during phase 1 (read)"


@pytest.fixture
def tree(tmp_path):
    tree = Tree(tmp_path)
    drive = tree.nvme(1)
    tree.file(f"{drive}/serial", "S-1")
    tree.file(f"{drive}/diskseq", "7")
    (tree.places.dev / "kmsg").write_bytes(b"")
    return tree


@pytest.fixture
def folder(tree):
    return (tree.places.sys / "class" / "block" / "nvme1n1").resolve()


def watch_of(tree, serial="S-1"):
    held = HeldDevice("nvme-eui.01", "/dev/nvme1n1", "259:1", serial, -1, True)
    return DriveWatch(list_held_drives([held], tree.places), tree.places)


def message(watch):
    failure = watch.failure(PLACE)
    return None if failure is None else failure.message


def test_unchanged_drive_has_no_failure(tree):
    watch = watch_of(tree)
    watch.begins()
    watch.look()
    assert watch.failure(PLACE) is None


@pytest.mark.parametrize("size", ["0", None])
def test_pulled_drive_is_reported_after_its_return(tree, folder, size):
    watch = watch_of(tree)
    original = (folder / "size").read_text()
    if size is None:
        (folder / "size").unlink()
    else:
        (folder / "size").write_text(size)
    watch.look()
    (folder / "size").write_text(original)
    watch.begins()
    assert watch.failure(PLACE) == ("infrastructure", f"The drive nvme-eui.01 disappeared {PLACE}.")


def test_drive_replugged_between_looks_is_missing(tree, folder):
    watch = watch_of(tree)
    (folder / "diskseq").write_text("8\n")
    assert message(watch) == f"The drive nvme-eui.01 disappeared {PLACE}."


def test_drive_that_is_removed_is_missing(tree, folder):
    watch = watch_of(tree)
    shutil.rmtree(folder)
    (tree.places.sys / "dev/block/259:1").unlink()
    assert message(watch) == f"The drive nvme-eui.01 disappeared {PLACE}."


def test_temporary_capacity_change_is_reported(tree, folder):
    watch = watch_of(tree)
    (folder / "size").write_text("4096\n")
    watch.look()
    (folder / "size").write_text("2048\n")
    assert message(watch) == f"The capacity of the drive nvme-eui.01 changed from 1048576 to 2097152 bytes {PLACE}."


@pytest.mark.parametrize("serial", ["S-2", ""])
def test_other_serial_number_is_another_drive(tree, folder, serial):
    watch = watch_of(tree)
    (folder / "serial").write_text(f"{serial}\n")
    assert message(watch) == f"The drive nvme-eui.01 no longer has its serial number S-1 {PLACE}."


def test_drive_without_known_serial_is_still_watched(tree, folder):
    watch = watch_of(tree, serial=None)
    assert watch.failure(PLACE) is None
    (folder / "size").write_text("0\n")
    assert message(watch) == f"The drive nvme-eui.01 disappeared {PLACE}."


def test_first_kernel_error_is_the_evidence(tree):
    watch = watch_of(tree)
    with (tree.places.dev / "kmsg").open("ab", buffering=0) as log:
        log.write(b"3,1,1,-;I/O error, dev nvme1n1, sector 8\n")
        watch.look()
        log.write(b"6,2,1,-;nvme nvme1: resetting controller\n")
    assert message(watch) == f"The kernel reported errors of the drive {PLACE}: I/O error, dev nvme1n1, sector 8."
    assert watch.errors == ["I/O error, dev nvme1n1, sector 8", "nvme nvme1: resetting controller"]
    watch.begins()
    assert watch.failure(PLACE) is None


def test_unreadable_kernel_log_is_not_a_failure(tree):
    (tree.places.dev / "kmsg").unlink()
    watch = watch_of(tree)
    assert watch.log_problem == "No such file or directory"
    assert watch.failure(PLACE) is None


def test_file_is_lost_with_the_drive_below_it(tree, folder):
    grounds = [Ground("/mnt/file", folder), Ground("/tmp/file", None)]
    watch = DriveWatch(list_ground_drives(grounds, tree.places), tree.places)
    (folder / "size").write_text("4096\n")
    assert watch.failure(PLACE) is None
    (folder / "size").write_text("0\n")
    assert message(watch) == f"The drive below /mnt/file disappeared {PLACE}."
