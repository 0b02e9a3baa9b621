"""A set of real files and what is done with it: created, read or copied, as file system tests do."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, Literal, TypedDict, get_args

FileOperation = Literal["create", "read", "copy_within", "copy_across"]

MAX_GROUPS = 16
MAX_FILES = 100_000
MAX_SET_BYTES = 1 << 44
#: Of a file on average.
MIN_FILE_BYTES = 4
MAX_SEED = 2**31 - 1
#: Of the smoke scale: enough files to see that everything runs.
SMOKE_FILES, SMOKE_BYTES = 8, 4 << 20
#: What a file system needs beside the content: a block and an inode for each file.
_OVERHEAD_BYTES = 8192
_DEEDS: Mapping[str, str] = {
    "create": "create",
    "read": "read",
    "copy_within": "copy within the file system",
    "copy_across": "copy to another file system",
}


class FileGroupValues(TypedDict):
    """A group of files in the form of API and database."""

    count: int
    bytes: int


class FileSetValues(TypedDict):
    """A set of files in the form of API and database."""

    files: list[FileGroupValues]
    operation: FileOperation
    seed: int


@dataclass(frozen=True, slots=True)
class FileGroup:
    """Group of `count` files that have `bytes` altogether."""

    count: int
    bytes: int


@dataclass(frozen=True, slots=True)
class FileSet:
    """Files in groups, and what is done with all of them once, one after the other.

    The sizes within a group follow from `seed`: between half of and one and a half times the mean, and exactly `bytes`
    together. Raises ValueError, naming the field, for what is no set.
    """

    groups: tuple[FileGroup, ...]
    operation: FileOperation
    seed: int = 1

    def __post_init__(self) -> None:
        if self.operation not in get_args(FileOperation):
            raise ValueError(f"file_set: {self.operation!r} is not one of {', '.join(get_args(FileOperation))}")
        if not 1 <= len(self.groups) <= MAX_GROUPS:
            raise ValueError(f"file_set: a set has 1 to {MAX_GROUPS} groups of files, not {len(self.groups)}")
        for group in self.groups:
            if group.count < 1 or group.bytes < MIN_FILE_BYTES * group.count:
                raise ValueError(f"file_set: {group.count} files of {group.bytes} bytes altogether cannot be made")
        if self.files > MAX_FILES or self.bytes > MAX_SET_BYTES:
            raise ValueError(f"file_set: a set has {MAX_FILES} files and 16 TiB at most")
        if not 0 <= self.seed <= MAX_SEED:
            raise ValueError(f"file_set: the seed {self.seed} is not between 0 and {MAX_SEED}")

    @property
    def files(self) -> int:
        """Return the number of files."""
        return sum(group.count for group in self.groups)

    @property
    def bytes(self) -> int:
        """Return the bytes of all files together."""
        return sum(group.bytes for group in self.groups)

    @property
    def copies(self) -> bool:
        """Return whether the set exists twice at the end."""
        return self.operation in ("copy_within", "copy_across")

    @property
    def goes_across(self) -> bool:
        """Return whether the set needs a copy target on another file system."""
        return self.operation == "copy_across"

    @property
    def space_bytes(self) -> int:
        """Return the bytes that the set needs on its file system, including a copy that remains there.

        A set that is copied to another file system needs as much on each file system.
        """
        return (2 if self.operation == "copy_within" else 1) * (self.bytes + self.files * _OVERHEAD_BYTES)

    @property
    def written_bytes(self) -> int:
        """Return the bytes written by the operation: to create the set, and to copy it if required."""
        return (2 if self.copies else 1) * self.bytes

    @property
    def moved_bytes(self) -> int:
        """Return the bytes written and read until the operation is over."""
        return {"create": 1, "read": 2}.get(self.operation, 3) * self.bytes

    def describe(self) -> str:
        """Return a description such as `create 271 files of 990.0 MB`."""
        plural = "file" if self.files == 1 else "files"
        return f"{_DEEDS[self.operation]} {self.files} {plural} of {self.bytes / 1e6:,.1f} MB"

    def shortened(self) -> FileSet:
        """Return the file set of the smoke scale: the same groups, with fewer files.

        The mean file size is unchanged where it is small.
        """
        share = max(1, SMOKE_BYTES // len(self.groups))
        groups = []
        for group in self.groups:
            count = min(group.count, max(1, SMOKE_FILES // len(self.groups)))
            groups.append(FileGroup(count, max(MIN_FILE_BYTES * count, min(group.bytes * count // group.count, share))))
        return replace(self, groups=tuple(groups))

    def to_json(self) -> FileSetValues:
        """Return the set in the form of API and database."""
        return {
            "files": [{"count": group.count, "bytes": group.bytes} for group in self.groups],
            "operation": self.operation,
            "seed": self.seed,
        }

    @classmethod
    def from_json(cls, value: Mapping[str, Any]) -> FileSet:
        """Parse the set from the form of `to_json`."""
        groups = tuple(FileGroup(group["count"], group["bytes"]) for group in value["files"])
        return cls(groups, value["operation"], value["seed"])
