"""Interface of a reader of one result format, and its input: members of a folder, read on demand."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Protocol

from storagelab.domain.results import ParsedResult
from storagelab.engines.base import ParseFailed

#: Bytes of a member that recognition may look at.
HEAD_BYTES = 64 << 10
#: The largest member a reader takes into memory at once.
MEMBER_BYTES = 512 << 20

UNVERIFIED = "unverified format"

__all__ = [
    "HEAD_BYTES",
    "MEMBER_BYTES",
    "UNVERIFIED",
    "BytesFile",
    "Claim",
    "Format",
    "ParseFailed",
    "SourceFile",
    "add_member_name",
]


class SourceFile(Protocol):
    """One file of what is to be read, already unpacked and decompressed.

    `name` is relative, with "/", and without the ending of a compression (`x_bw.1.log`, not `x_bw.1.log.gz`).
    """

    @property
    def name(self) -> str: ...

    @property
    def size_bytes(self) -> int: ...

    def head(self) -> bytes:
        """Return the first HEAD_BYTES at most."""

    def read(self) -> bytes:
        """Read the whole content. Raises ParseFailed when it is larger than MEMBER_BYTES or cannot be read."""


@dataclass(frozen=True, slots=True)
class BytesFile:
    """A file whose content is at hand."""

    name: str
    content: bytes

    @property
    def size_bytes(self) -> int:
        """Return the length of the content."""
        return len(self.content)

    def head(self) -> bytes:
        """Return the first HEAD_BYTES at most."""
        return self.content[:HEAD_BYTES]

    def read(self) -> bytes:
        """Return the whole content."""
        return self.content


@dataclass(frozen=True, slots=True)
class Claim:
    """Members that belong together and how a list would call them."""

    title: str
    members: tuple[SourceFile, ...]


class Format(Protocol):
    """One result format. A format is a module of pure functions."""

    name: str

    def claim(self, members: Sequence[SourceFile]) -> list[Claim]:
        """Return the groups of members that this format can read, by their names and heads.

        The call is cheap. The results follow in the same order.
        """

    def read(self, claim: Claim) -> Iterator[ParsedResult]:
        """Read the results in one group. Raises ParseFailed naming member and place when nothing in it can be read."""


def add_member_name(member: str, failure: ParseFailed) -> ParseFailed:
    """Return the same failure, with the file in which it happened."""
    return ParseFailed(f"{member}, {failure.place}" if member else failure.place, failure.expected)
