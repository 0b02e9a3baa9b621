"""Members of the tests of all formats: bytes in memory under a name."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import pytest

from storagelab.formats.base import HEAD_BYTES, SourceFile


@dataclass(frozen=True)
class MemoryMember:
    """A member whose bytes are at hand."""

    name: str
    data: bytes

    @property
    def size_bytes(self) -> int:
        return len(self.data)

    def head(self) -> bytes:
        return self.data[:HEAD_BYTES]

    def read(self) -> bytes:
        return self.data


@pytest.fixture(scope="session")
def member_of() -> Callable[[str, bytes], SourceFile]:
    """Provide a factory of members, from a name and bytes."""
    return MemoryMember
