"""The second place of a file target: as ordinary as the first one, and on another file system."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from storagelab_runner import targets
from storagelab_runner.copy_place import are_parts_of_one, check, check_other_file_system
from storagelab_runner.errors import Refusal
from storagelab_runner.findings import PASS, REFUSE
from storagelab_runner.layout import StateFolder
from storagelab_runner.mounts import MountEntry
from storagelab_runner.spec_targets import SpecFileTarget

SIZE = 1 << 20


def test_copy_target_on_same_file_system_is_refused(tmp_path: Path) -> None:
    first, second = tmp_path / "one", tmp_path / "two"
    first.mkdir()
    second.mkdir()
    *others, last = check(second / "lab.dat", SIZE, target=first / "lab.dat")
    assert {finding.verdict for finding in others} == {PASS}
    assert (last.id, last.verdict) == ("copy_other_file_system", REFUSE)
    assert last.reason == f"{second} is on the same file system as {first}."
    assert all(finding.id.startswith("copy_") and finding.title.startswith("Second place: ") for finding in others)
    assert list(second.iterdir()) == []


def test_another_file_system_passes(tmp_path: Path) -> None:
    finding = check_other_file_system(tmp_path, Path("/proc"))
    assert finding.verdict == PASS
    assert finding.reason == f"/proc is on another file system than {tmp_path}, mounted at /proc."


@pytest.mark.parametrize("place", ["/etc/lab.dat", "/dev/shm/lab.dat", "/proc/lab.dat"])
def test_copy_target_at_forbidden_path_is_refused(tmp_path: Path, place: str) -> None:
    *_, last = check(Path(place), SIZE, target=tmp_path / "lab.dat")
    assert (last.id, last.verdict) == ("copy_file_place", REFUSE)


def test_copy_target_must_be_absent(tmp_path: Path) -> None:
    (tmp_path / "there.dat").write_text("precious")
    *_, last = check(tmp_path / "there.dat", SIZE, target=tmp_path / "lab.dat")
    assert (last.id, last.verdict) == ("copy_file_absent", REFUSE)


def mount(source: str, kind: str = "btrfs") -> MountEntry:
    return MountEntry("0:40", "/a", kind, source)


def test_subvolumes_of_one_file_system_are_one() -> None:
    assert are_parts_of_one(mount("/dev/sda1"), mount("/dev/sda1"))
    assert not are_parts_of_one(mount("/dev/sda1"), mount("/dev/sda2"))
    # Every tmpfs is called so, and every dataset of a pool by a name of its own.
    assert not are_parts_of_one(mount("tmpfs", "tmpfs"), mount("tmpfs", "tmpfs"))
    assert not are_parts_of_one(mount("tank/a", "zfs"), mount("tank/b", "zfs"))
    assert not are_parts_of_one(None, mount("/dev/sda1"))


def test_links_of_both_folders_are_resolved_before_probing(tmp_path: Path) -> None:
    (tmp_path / "innocent").symlink_to("/etc")
    config = tmp_path / "config"
    config.mkdir()
    (config / "scratch.json").write_text(json.dumps({"format": 1, "folders": [str(tmp_path)]}))
    target = SpecFileTarget(str(tmp_path / "lab.dat"), SIZE, str(tmp_path / "innocent" / "copy.dat"))
    state, scratch = StateFolder(tmp_path / "state", config), tmp_path / "scratch.dat"
    assert targets.format_engine_name(state, target, scratch) == f"{tmp_path.resolve()}/lab.dat:/etc/copy.dat"
    first, last = targets.check(state, target, scratch, writes=True)
    assert (first.id, first.verdict) == ("file_scratch", PASS)
    assert (last.id, last.verdict) == ("copy_file_scratch", REFUSE)
    with pytest.raises(Refusal, match=r"/etc/copy\.dat is not in a scratch folder"):
        targets.claim(state, target, scratch, writes=True)


def test_target_is_split_from_its_copy_target() -> None:
    name = "/srv/lab.dat:/mnt/other/copy.dat"
    assert targets.file_of(name) == targets.file_of("/srv/lab.dat") == Path("/srv/lab.dat")
    assert targets.find_target_grounds(name) == [Path("/srv/lab.dat"), Path("/mnt/other")]
    assert targets.find_target_grounds("/srv/lab.dat") == [Path("/srv/lab.dat")]
