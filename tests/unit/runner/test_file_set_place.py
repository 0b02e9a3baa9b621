"""Folder of the file tool: made once, recognised, and removed without touching foreign files."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from storagelab_runner import file_set_place
from storagelab_runner.file_set_place import COPY, SET, create_folder, file_name


@pytest.fixture
def record(tmp_path: Path) -> Path:
    folder = tmp_path / "phase"
    folder.mkdir()
    return folder


def made(tmp_path: Path, record: Path) -> Path:
    """Create a folder with two files and a copy; return its path."""
    place, root = file_set_place.create(str(tmp_path / "lab.dat"), record)
    for name, count in ((SET, 2), (COPY, 1)):
        folder = create_folder(name, root)
        for number in range(count):
            os.close(os.open(file_name(number), os.O_CREAT | os.O_EXCL, 0o600, dir_fd=folder))
        os.close(folder)
    os.close(root)
    return Path(place.path)


def test_folder_is_removed_without_a_trace(tmp_path: Path, record: Path) -> None:
    place = made(tmp_path, record)
    assert place == tmp_path / "lab.dat.files"
    assert place.stat().st_mode & 0o777 == 0o700
    assert file_set_place.is_left(record)
    assert file_set_place.remove_recorded(record)
    assert not place.exists()
    assert not file_set_place.is_left(record)
    assert file_set_place.remove_recorded(record)


@pytest.mark.parametrize("kind", ["folder", "file", "link", "dangling link"])
def test_existing_folder_is_never_used(tmp_path: Path, record: Path, kind: str) -> None:
    place = tmp_path / "lab.dat.files"
    other = tmp_path / "other"
    other.mkdir()
    if kind == "folder":
        place.mkdir()
    elif kind == "file":
        place.write_text("mine")
    else:
        place.symlink_to(other if kind == "link" else tmp_path / "nowhere")
    assert "exists already" in (file_set_place.find_place_obstacle(str(tmp_path / "lab.dat")) or "")
    with pytest.raises(FileExistsError):
        file_set_place.create(str(tmp_path / "lab.dat"), record)
    assert not file_set_place.is_left(record)
    assert os.path.lexists(place)
    assert list(other.iterdir()) == []


def test_too_long_name_is_reported_beforehand(tmp_path: Path) -> None:
    assert file_set_place.find_place_obstacle(str(tmp_path / ("a" * 249))) is None
    assert "too long" in (file_set_place.find_place_obstacle(str(tmp_path / ("a" * 250))) or "")


def test_foreign_folder_of_same_name_is_preserved(tmp_path: Path, record: Path) -> None:
    place = made(tmp_path, record)
    place.rename(tmp_path / "moved")
    theirs = place / SET
    theirs.mkdir(parents=True)
    (theirs / file_name(0)).write_text("not ours")
    assert not file_set_place.remove_recorded(record)
    assert (theirs / file_name(0)).read_text() == "not ours"
    assert file_set_place.is_left(record)


def test_copy_folder_is_removed_with_the_first(tmp_path: Path, record: Path) -> None:
    place = made(tmp_path, record)
    second, root = file_set_place.create(str(tmp_path / "copy.dat"), record, second=True)
    copies = create_folder(COPY, root)
    os.close(os.open(file_name(0), os.O_CREAT | os.O_EXCL, 0o600, dir_fd=copies))
    assert file_set_place.remove_recorded(record)
    assert not place.exists()
    assert not Path(second.path).exists()
    assert list(record.iterdir()) == []


def test_unremovable_folder_does_not_block_copy_folder_removal(tmp_path: Path, record: Path) -> None:
    place = made(tmp_path, record)
    second, _ = file_set_place.create(str(tmp_path / "copy.dat"), record, second=True)
    (place / "letter.txt").write_text("from somebody")
    assert not file_set_place.remove_recorded(record)
    assert file_set_place.is_left(record)
    assert (place / "letter.txt").exists()
    assert not Path(second.path).exists()


def test_link_replacing_the_set_folder_is_not_followed(tmp_path: Path, record: Path) -> None:
    place = made(tmp_path, record)
    other = tmp_path / "other"
    (place / SET).rename(other)
    (place / SET).symlink_to(other)
    assert not file_set_place.remove_recorded(record)
    assert sorted(path.name for path in other.iterdir()) == ["000000", "000001"]


def test_foreign_file_in_folder_stays(tmp_path: Path, record: Path) -> None:
    place = made(tmp_path, record)
    (place / SET / "letter.txt").write_text("from somebody")
    (place / SET / file_name(7)).symlink_to(tmp_path)
    assert not file_set_place.remove_recorded(record)
    assert sorted(path.name for path in (place / SET).iterdir()) == ["000007", "letter.txt"]


def test_missing_folder_counts_as_removed(tmp_path: Path, record: Path) -> None:
    place = made(tmp_path, record)
    place.rename(tmp_path / "moved")
    assert file_set_place.remove_recorded(record)
    assert not file_set_place.is_left(record)
