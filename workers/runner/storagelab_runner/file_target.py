"""File target: checked, created once, removed only while it is the file the runner created."""

from __future__ import annotations

import contextlib
import errno
import mmap
import os
import re
import secrets
import stat
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from storagelab_runner.errors import DISK_FULL_ERRNOS, Refusal
from storagelab_runner.findings import PASS, REFUSE, ProbeFinding
from storagelab_runner.mounts import mount_of, read_mounts
from storagelab_runner.spec_targets import SpecFileTarget

HEADROOM_BYTES = 64 << 20
FORBIDDEN_FOLDERS = (
    *("/dev", "/proc", "/sys", "/run", "/boot", "/etc", "/usr", "/bin", "/sbin", "/lib"),
    *("/lib32", "/lib64", "/libx32"),
)
#: Kinds of file system that hold no ordinary files.
_PSEUDO_FILE_SYSTEMS = frozenset(
    (
        *("autofs", "binfmt_misc", "bpf", "cgroup", "cgroup2", "configfs", "debugfs", "devpts", "devtmpfs", "efivarfs"),
        *("fusectl", "hugetlbfs", "mqueue", "nsfs", "proc", "pstore", "rpc_pipefs", "securityfs", "selinuxfs"),
        *("sysfs", "tracefs"),
    )
)
#: Characters that fio's job files leave alone: no separator of file names, comment, variable, quote or space.
_SAFE_PATH = re.compile(r"/[A-Za-z0-9._/+@,=-]*")
_PROBE_BYTES = 4096


class CreatedFile(NamedTuple):
    """A file that the runner created, as its record holds it; `size_bytes` is the size it is given next."""

    path: str
    device: int
    inode: int
    size_bytes: int


def resolve(target: SpecFileTarget, scratch_file: Path) -> Path:
    """Return the path of a file target, with the symbolic links of its folder resolved.

    `scratch_file` is the path where the target names none. Raises Refusal for a path that is not allowed.
    """
    return resolve_place(str(scratch_file) if target.path is None else target.path)


def resolve_place(wish: str) -> Path:
    """Return the path `wish` with the symbolic links of its folder resolved.

    Raises Refusal for a path that is not allowed.
    """
    if not is_normal(wish):
        raise Refusal("refused", f"{wish!r} is not an absolute path in its shortest form.")
    path = Path(wish)
    try:
        return path.parent.resolve(strict=True) / path.name
    except (OSError, RuntimeError):
        raise Refusal("refused", f"The folder {path.parent} does not exist or cannot be reached.") from None


def is_normal(wish: str) -> bool:
    """Return whether a path is absolute and in its shortest form, and not the root."""
    return wish.startswith("/") and os.path.normpath(wish) == wish and wish not in ("/", "//")


def check(path: Path, size_bytes: int) -> list[ProbeFinding]:
    """Run every check of a resolved path, the later ones only while the earlier ones pass."""
    findings: list[ProbeFinding] = []
    for finding in _iterate_probe_findings(path, size_bytes):
        findings.append(finding)
        if finding.verdict == REFUSE:
            break
    return findings


def create(path: Path, size_bytes: int) -> tuple[int, CreatedFile]:
    """Create the target file exclusively and empty; return an open descriptor and its identity.

    Raises Refusal. The caller records the identity before it sets the size: a crash then leaves at worst an empty file.
    """
    try:
        descriptor = os.open(path, os.O_RDWR | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW | os.O_CLOEXEC, 0o600)
    except FileExistsError:
        raise Refusal("refused", format_exists_reason(path)) from None
    facts = os.fstat(descriptor)
    return descriptor, CreatedFile(str(path), facts.st_dev, facts.st_ino, size_bytes)


def is_same(created: CreatedFile) -> bool:
    """Return whether the path still names the file that was created."""
    try:
        facts = os.lstat(created.path)
    except OSError:
        return False
    # Inode numbers are used again, so the size must fit as well.
    same_inode = (facts.st_dev, facts.st_ino) == (created.device, created.inode)
    return same_inode and stat.S_ISREG(facts.st_mode) and facts.st_size in (0, created.size_bytes)


def remove(created: CreatedFile) -> bool:
    """Remove a created file if its path still leads to it, and return whether it was removed.

    Return False when nothing or another file is there.
    """
    if not is_same(created):
        return False
    with contextlib.suppress(FileNotFoundError):
        Path(created.path).unlink()
    return True


def _iterate_probe_findings(path: Path, size_bytes: int) -> Iterator[ProbeFinding]:
    yield _check_place(path)
    yield _check_absent(path)
    yield _check_folder(path.parent)
    yield _check_file_system(path.parent)
    yield _check_free_space(path.parent, size_bytes)
    yield _check_direct_io(path.parent)


def _check_place(path: Path) -> ProbeFinding:
    identity, title = "file_place", "The path is one a test may use"
    for folder in FORBIDDEN_FOLDERS:
        if Path(folder) in path.parents and not is_block_device(path):
            return ProbeFinding(identity, title, REFUSE, f"{path} is below {folder}, where no test file may be.")
    if not _SAFE_PATH.fullmatch(str(path)):
        reason = f"{str(path)!r} holds characters other than letters, digits and . _ - / + @ , = ."
        return ProbeFinding(identity, title, REFUSE, reason)
    return ProbeFinding(identity, title, PASS, f"{path} is in an ordinary place.")


def _check_absent(path: Path) -> ProbeFinding:
    identity, title = "file_absent", "Nothing is at the path yet"
    if os.path.lexists(path):
        return ProbeFinding(identity, title, REFUSE, format_exists_reason(path))
    return ProbeFinding(identity, title, PASS, f"Nothing is at {path}.")


def format_exists_reason(path: Path) -> str:
    """Return why nothing is written to a path that exists."""
    if is_block_device(path):
        return f"{path} is a block device: a file target must be a new file, nothing was touched."
    return f"{path} exists already: nothing was touched."


def is_block_device(path: Path) -> bool:
    """Return whether a path leads to a block device."""
    try:
        return stat.S_ISBLK(path.stat().st_mode)
    except OSError:
        return False


def _check_folder(folder: Path) -> ProbeFinding:
    identity, title = "file_folder", "The folder can be written"
    if not folder.is_dir():
        return ProbeFinding(identity, title, REFUSE, f"{folder} is not a folder.")
    if os.statvfs(folder).f_flag & os.ST_RDONLY:
        return ProbeFinding(identity, title, REFUSE, f"{folder} is on a file system that is mounted read-only.")
    if not os.access(folder, os.W_OK | os.X_OK):
        return ProbeFinding(identity, title, REFUSE, f"The runner's user may not create files in {folder}.")
    return ProbeFinding(identity, title, PASS, f"Files can be created in {folder}.")


def _check_file_system(folder: Path) -> ProbeFinding:
    identity, title = "file_system", "The folder is on a file system for files"
    mount = mount_of(folder, read_mounts())
    if mount is None:
        return ProbeFinding(identity, title, REFUSE, f"The file system of {folder} is not known.")
    if mount.file_system in _PSEUDO_FILE_SYSTEMS:
        return ProbeFinding(
            identity, title, REFUSE, f"{folder} is on {mount.file_system}, which holds no ordinary files."
        )
    return ProbeFinding(identity, title, PASS, f"{folder} is on {mount.file_system}, mounted at {mount.point}.")


def _check_free_space(folder: Path, size_bytes: int) -> ProbeFinding:
    identity, title = "free_space", "The file fits, with room to spare"
    facts = os.statvfs(folder)
    free, needed = facts.f_bavail * facts.f_frsize, size_bytes + HEADROOM_BYTES
    if free < needed:
        reason = (
            f"{folder} has {free} bytes free, {needed} are needed: {size_bytes} for the file and "
            f"{HEADROOM_BYTES} so that the disk does not run full."
        )
        return ProbeFinding(identity, title, REFUSE, reason, "disk_full", "infrastructure")
    return ProbeFinding(identity, title, PASS, f"{folder} has {free} bytes free, {needed} are needed.")


def _check_direct_io(folder: Path) -> ProbeFinding:
    identity, title = "direct_io", "The file system can bypass the page cache"
    try:
        _write_directly(folder)
    except OSError as problem:
        if problem.errno in DISK_FULL_ERRNOS:
            return ProbeFinding(
                identity, title, REFUSE, f"The disk of {folder} is full.", "disk_full", "infrastructure"
            )
        reason = (
            f"The file system of {folder} does not support direct I/O ({problem.strerror}): caches would be measured."
        )
        return ProbeFinding(identity, title, REFUSE, reason)
    return ProbeFinding(identity, title, PASS, f"A block was written directly in {folder}.")


def _write_directly(folder: Path) -> None:
    """Write one aligned block in a folder past the page cache, to test direct I/O.

    The file never has a name where the file system allows it.
    """
    flags = os.O_RDWR | os.O_DIRECT | os.O_CLOEXEC
    name: Path | None = None
    try:
        descriptor = os.open(folder, flags | os.O_TMPFILE, 0o600)
    except OSError as problem:
        if problem.errno not in (errno.EOPNOTSUPP, errno.EISDIR, errno.ENOENT, errno.EINVAL):
            raise
        name = folder / f".storagelab-probe-{secrets.token_hex(8)}"
        descriptor = os.open(name, flags | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW, 0o600)
    try:
        with mmap.mmap(-1, _PROBE_BYTES) as block:
            os.write(descriptor, block)
    finally:
        os.close(descriptor)
        if name is not None:
            name.unlink()
