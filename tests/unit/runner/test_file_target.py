"""File targets: where they may lie, and that nothing but the runner's own file is ever removed."""

import os
from pathlib import Path

import pytest

from storagelab_runner import file_target
from storagelab_runner.errors import Refusal
from storagelab_runner.file_target import check, create, remove, resolve
from storagelab_runner.findings import REFUSE
from storagelab_runner.spec_targets import SpecFileTarget

SIZE = 1 << 20


def _refusal(path, size=SIZE):
    findings = check(path, size)
    assert findings[-1].verdict == REFUSE
    return findings[-1]


def test_new_file_in_ordinary_folder_passes_every_probe(tmp_path):
    findings = check(tmp_path / "new.dat", SIZE)
    assert [finding.verdict for finding in findings] == ["pass"] * 6
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("path", ["relative.dat", "/tmp/../etc/x", "/tmp//x", "/tmp/x/", "/", "/tmp/./x"])
def test_a_path_must_be_absolute_and_normal(path, tmp_path):
    with pytest.raises(Refusal, match="absolute path"):
        resolve(SpecFileTarget(path, SIZE), tmp_path / "scratch.dat")


def test_scratch_file_is_the_default_target(tmp_path):
    assert resolve(SpecFileTarget(None, SIZE), tmp_path / "scratch.dat") == tmp_path.resolve() / "scratch.dat"


def test_missing_folder_is_refused(tmp_path):
    with pytest.raises(Refusal, match="does not exist"):
        resolve(SpecFileTarget(str(tmp_path / "none" / "x.dat"), SIZE), tmp_path)


def test_folder_links_are_resolved_before_probing(tmp_path):
    (tmp_path / "innocent").symlink_to("/etc")
    path = resolve(SpecFileTarget(str(tmp_path / "innocent" / "x.dat"), SIZE), tmp_path)
    assert path == Path("/etc/x.dat")
    assert _refusal(path).id == "file_place"


@pytest.mark.parametrize("folder", ["/dev", "/dev/shm", "/proc", "/sys", "/boot", "/etc", "/usr/share", "/run"])
def test_folders_of_the_system_are_refused(folder):
    assert _refusal(Path(folder) / "storagelab-test.dat").id == "file_place"


@pytest.mark.parametrize("name", ["a:b.dat", "a b.dat", "a;b.dat", "a$b.dat", "a#b.dat", "a\\b.dat", "ü.dat", "a\nb"])
def test_file_names_special_to_fio_are_refused(name, tmp_path):
    assert _refusal(tmp_path / name).id == "file_place"


def test_existing_file_is_refused_and_untouched(tmp_path):
    path = tmp_path / "there.dat"
    path.write_bytes(b"precious")
    finding = _refusal(path)
    assert finding.reason == f"{path} exists already: nothing was touched."
    with pytest.raises(Refusal, match="exists already"):
        create(path, SIZE)
    assert path.read_bytes() == b"precious"


def test_a_dangling_link_is_refused(tmp_path):
    path = tmp_path / "link.dat"
    path.symlink_to(tmp_path / "elsewhere.dat")
    assert _refusal(path).id == "file_absent"
    with pytest.raises(Refusal):
        create(path, SIZE)
    assert not (tmp_path / "elsewhere.dat").exists()


def test_a_block_device_is_refused_in_words():
    devices = [path for path in Path("/dev").iterdir() if path.is_block_device()]
    if not devices:
        pytest.skip("this machine shows no block device")
    assert f"{devices[0]} is a block device" in _refusal(devices[0]).reason


def test_oversized_file_is_refused_as_disk_full(tmp_path):
    finding = _refusal(tmp_path / "huge.dat", 1 << 58)
    assert (finding.id, finding.code, finding.kind) == ("free_space", "disk_full", "infrastructure")


def test_created_file_is_private_and_removed(tmp_path):
    path = tmp_path / "own.dat"
    descriptor, created = create(path, SIZE)
    os.ftruncate(descriptor, SIZE)
    assert path.stat().st_mode & 0o777 == 0o600
    assert file_target.is_same(created)
    assert remove(created)
    assert not path.exists()
    assert not remove(created)
    os.close(descriptor)


def test_file_replacing_the_target_is_preserved(tmp_path):
    path = tmp_path / "own.dat"
    descriptor, created = create(path, SIZE)
    path.unlink()
    path.write_bytes(b"precious")
    assert not remove(created)
    assert path.read_bytes() == b"precious"
    os.close(descriptor)


def test_link_replacing_the_target_is_preserved(tmp_path):
    path = tmp_path / "own.dat"
    descriptor, created = create(path, SIZE)
    path.rename(tmp_path / "moved.dat")
    path.symlink_to(tmp_path / "moved.dat")
    assert not remove(created)
    assert path.is_symlink()
    os.close(descriptor)
