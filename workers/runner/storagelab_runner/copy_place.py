"""The second place of a file target: an ordinary one, on another file system than the file itself."""

from __future__ import annotations

from pathlib import Path

from storagelab_runner import file_target
from storagelab_runner.findings import PASS, REFUSE, ProbeFinding, is_refused
from storagelab_runner.mounts import MountEntry, mount_of, read_mounts


def check(path: Path, size_bytes: int, *, target: Path) -> list[ProbeFinding]:
    """Run every check of a resolved copy target; later checks run only while earlier ones pass.

    The rules for the file target apply to `path` too: the file may use the same `size_bytes`, and nothing may exist
    there.
    """
    findings = [convert_finding(finding) for finding in file_target.check(path, size_bytes)]
    return findings if is_refused(findings) else [*findings, check_other_file_system(target.parent, path.parent)]


def check_other_file_system(folder: Path, second: Path) -> ProbeFinding:
    """Check that two folders lie on different file systems, so that a copy crosses from one to the other."""
    identity, title = "copy_other_file_system", "Second place: it is on another file system"
    mounts = read_mounts()
    ours, theirs = mount_of(folder, mounts), mount_of(second, mounts)
    if folder.stat().st_dev == second.stat().st_dev or are_parts_of_one(ours, theirs):
        return ProbeFinding(identity, title, REFUSE, f"{second} is on the same file system as {folder}.")
    place = "" if theirs is None else f", mounted at {theirs.point}"
    return ProbeFinding(identity, title, PASS, f"{second} is on another file system than {folder}{place}.")


def are_parts_of_one(one: MountEntry | None, other: MountEntry | None) -> bool:
    """Return whether two mounts belong to one file system on one device.

    Device numbers are not compared, because each subvolume of a file system has its own.
    """
    if one is None or other is None or not one.source.startswith("/"):
        return False
    return (one.source, one.file_system) == (other.source, other.file_system)


def convert_finding(finding: ProbeFinding) -> ProbeFinding:
    """Return a finding about a file target with the id and the title of one about the copy target."""
    title = f"Second place: {finding.title[:1].lower()}{finding.title[1:]}"
    return finding._replace(id=f"copy_{finding.id}", title=title)
