"""Processes that have a device open.

The copy of procfs has real block device nodes where there are any.
"""

from __future__ import annotations

import os
import stat
from pathlib import Path

import pytest

from storagelab_runner import descriptors
from storagelab_runner.descriptors import DescriptorScan, find_open_users, wait_until_unused
from storagelab_runner.places import Places

ATTEMPT = "01890a5d-ac96-774b-bcce-b302099a8057"


@pytest.fixture
def places(tmp_path) -> Places:
    proc_places = Places(proc=tmp_path / "proc")
    proc_places.proc.mkdir()
    return proc_places


@pytest.fixture
def device() -> tuple[Path, str]:
    """Provide any block device node of this machine; it is never opened for writing."""
    for path in sorted(Path("/dev").iterdir()):
        facts = path.stat()
        if stat.S_ISBLK(facts.st_mode):
            return path, f"{os.major(facts.st_rdev)}:{os.minor(facts.st_rdev)}"
    pytest.skip("this machine has no block device node")


def _process(places: Places, pid: int, target: Path, folder: str = "/") -> None:
    process = places.proc / str(pid)
    (process / "fd").mkdir(parents=True)
    (process / "fd" / "3").symlink_to(target)
    (process / "fd" / "4").symlink_to("/nowhere/at/all")
    (process / "comm").write_text("dd\n")
    (process / "maps").write_text("")
    (process / "task").mkdir()
    (process / "cwd").symlink_to(folder)


def test_process_with_open_device_is_named(places: Places, device: tuple[Path, str]) -> None:
    path, number = device
    _process(places, 70, path)
    _process(places, 71, Path("/dev/null"))
    [user] = find_open_users(number, places=places).users
    assert user == (70, "dd", number, None, None)
    assert user.words() == "dd (process 70)"
    assert find_open_users("0:0", (number,), places=places).users == (user,)
    assert find_open_users("0:0", places=places).users == ()
    assert find_open_users(number, besides=(70,), places=places).users == ()


def test_engine_is_identified_by_its_working_folder(places: Places, device: tuple[Path, str]) -> None:
    path, number = device
    _process(places, 70, path, f"/state/attempts/{ATTEMPT}/phases/01")
    [user] = find_open_users(number, places=places).users
    assert user.attempt_id == ATTEMPT
    assert "an orphan of attempt" in user.words()


def test_waiting_ends_at_once_without_open_users() -> None:
    assert wait_until_unused("0:0", seconds=0).users == ()


def test_waiting_ignores_the_current_process(device: tuple[Path, str]) -> None:
    if os.geteuid() != 0:
        pytest.skip("only root may open a drive")
    path, number = device
    descriptor = os.open(path, os.O_RDONLY)
    try:
        # This process itself does not count.
        assert os.getpid() not in [user.pid for user in wait_until_unused(number, seconds=0).users]
    finally:
        os.close(descriptor)


@pytest.mark.parametrize(("account", "looks"), [(0, 2), (1000, 1)], ids=["root", "another account"])
def test_root_rescans_a_process_being_started(monkeypatch: pytest.MonkeyPatch, account: int, looks: int) -> None:
    """Check a child of a more privileged init: until it has become its final process, it cannot be inspected."""
    scans = [DescriptorScan((), (70,)), DescriptorScan((), ())]
    expected = scans[looks - 1]
    monkeypatch.setattr(os, "geteuid", lambda: account)
    monkeypatch.setattr(descriptors, "find_open_users", lambda *_, **__: scans.pop(0))
    assert wait_until_unused("0:0", seconds=30) == expected
    assert len(scans) == 2 - looks
