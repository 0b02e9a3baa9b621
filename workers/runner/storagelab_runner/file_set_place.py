"""Folders of file sets: created once beside the target and always removed at the end.

There is one at the target, and one at the copy target of a job that copies to another file system.

Everything below a folder is reached through its descriptors, so that no link and no renamed folder leads elsewhere.
Only names that the file tool gives are ever removed, and only while the folder is the one that was created.
"""

from __future__ import annotations

import contextlib
import errno
import os
import re
import signal
import stat
from pathlib import Path
from typing import NamedTuple

from storagelab_runner.records import read_record, write_record

SET, COPY = "set", "copy"
#: Beside the target file, and as long as a phase of the file tool lasts.
_ENDING = ".files"
_RECORD, _COPY_RECORD = ".place.json", ".copy_place.json"
_FOLDER = os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW | os.O_CLOEXEC
_NAME = re.compile(r"[0-9]{6}")
_LONGEST_NAME = 255
_SIGNALS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)


class FileSetFolder(NamedTuple):
    """The folder as its record holds it; it exists as long as the record does."""

    path: str
    device: int
    inode: int


def get_file_set_folder(target: str) -> Path:
    """Return the path of the folder for a file set whose target file is `target`."""
    return Path(target + _ENDING)


def find_place_obstacle(target: str) -> str | None:
    """Return why no folder can be made beside a target, in a sentence; None when one can."""
    place = get_file_set_folder(target)
    if len(place.name) > _LONGEST_NAME:
        return f"The name of {target} is too long: the folder beside it has {len(_ENDING)} characters more."
    if os.path.lexists(place):
        return f"{place} exists already: the files of the test are never written into a folder that was there before."
    return None


def create(target: str, record_folder: Path, *, second: bool = False) -> tuple[FileSetFolder, int]:
    """Create the folder of a file set, record and open it; return the place and a descriptor.

    `second` creates the folder at the copy target. Raises OSError, also where the folder exists.
    """
    place = get_file_set_folder(target)
    parent = os.open(place.parent, _FOLDER)
    # No signal may come between the folder and its record: it could not be removed then.
    before = signal.pthread_sigmask(signal.SIG_BLOCK, _SIGNALS)
    try:
        descriptor = create_folder(place.name, parent)
        facts = os.fstat(descriptor)
        made = FileSetFolder(str(place), facts.st_dev, facts.st_ino)
        try:
            write_record(record_folder / (_COPY_RECORD if second else _RECORD), made._asdict())
        except OSError:
            os.rmdir(place.name, dir_fd=parent)
            raise
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
        os.close(parent)
    return made, descriptor


def create_folder(name: str, parent: int) -> int:
    """Create the folder `name` in an open folder and return its open descriptor.

    Raises OSError, also where another process has created one of that name.
    """
    os.mkdir(name, 0o700, dir_fd=parent)
    descriptor = os.open(name, _FOLDER, dir_fd=parent)
    if os.fstat(descriptor).st_uid != os.geteuid() or _list_entries(descriptor):
        os.close(descriptor)
        raise FileExistsError(errno.EEXIST, os.strerror(errno.EEXIST), name)
    return descriptor


def file_name(number: int) -> str:
    """Return the name of the n-th file of a set."""
    return f"{number:06d}"


def is_left(record_folder: Path) -> bool:
    """Return whether a folder recorded in `record_folder` has not been removed yet."""
    return any(record.exists() for record in _list_record_paths(record_folder))


def remove_recorded(record_folder: Path) -> bool:
    """Remove the file-set folders recorded in `record_folder`; return whether all are removed."""
    # None stays because another one could not be removed.
    removed = [_remove_recorded(record) for record in _list_record_paths(record_folder)]
    return all(removed)


def _list_record_paths(record_folder: Path) -> list[Path]:
    return [record_folder / name for name in (_RECORD, _COPY_RECORD)]


def _remove_recorded(path: Path) -> bool:
    record = read_record(path)
    if record is None:
        return True
    with contextlib.suppress(OSError):
        _remove(FileSetFolder(**record))
    if os.path.lexists(record["path"]):
        return False
    path.unlink()
    return True


def _remove(place: FileSetFolder) -> None:
    path = Path(place.path)
    parent = os.open(path.parent, _FOLDER)
    try:
        folder = os.open(path.name, _FOLDER, dir_fd=parent)
        try:
            facts = os.fstat(folder)
            if (facts.st_dev, facts.st_ino) != (place.device, place.inode):
                return
            for name in (SET, COPY):
                with contextlib.suppress(FileNotFoundError):
                    _remove_folder(name, folder)
        finally:
            os.close(folder)
        # What holds anything that the file tool did not make is not empty, and stays.
        os.rmdir(path.name, dir_fd=parent)
    finally:
        os.close(parent)


def _remove_folder(name: str, parent: int) -> None:
    folder = os.open(name, _FOLDER, dir_fd=parent)
    try:
        for entry in _list_entries(folder):
            if _NAME.fullmatch(entry) and stat.S_ISREG(os.stat(entry, dir_fd=folder, follow_symlinks=False).st_mode):
                os.unlink(entry, dir_fd=folder)
    finally:
        os.close(folder)
    os.rmdir(name, dir_fd=parent)


def _list_entries(folder: int) -> list[str]:
    return os.listdir(folder)
