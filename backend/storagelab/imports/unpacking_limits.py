"""What unpacking may cost: bytes and entries in total, and how much may come out of how little."""

from __future__ import annotations

from dataclasses import dataclass

from storagelab.engines.base import ParseFailed


@dataclass(frozen=True, slots=True)
class UnpackingLimits:
    """Limits of one thing to be read. Real logs shrink to a fiftieth at most; small files may be anything."""

    total_bytes: int = 4 << 30
    entries: int = 20_000
    ratio: int = 200
    ratio_from_bytes: int = 32 << 20
    #: An archive, and one in it.
    archive_depth: int = 2


LIMITS = UnpackingLimits()


class TooMuch(ParseFailed):
    """A limit on everything together is reached: nothing more can be unpacked."""


class Allowance:
    """What is left of the limits while one thing is read."""

    def __init__(self, limits: UnpackingLimits = LIMITS) -> None:
        self.limits = limits
        self._bytes = 0
        self._entries = 0

    def count_entry(self, name: str) -> None:
        """Count one more file. Raises TooMuch above the limit."""
        self._entries += 1
        if self._entries > self.limits.entries:
            raise TooMuch(name, f"at most {self.limits.entries:,} files")

    def count_bytes(self, name: str, count: int) -> None:
        """Count unpacked bytes. Raises TooMuch above the limit."""
        self._bytes += count
        if self._bytes > self.limits.total_bytes:
            raise TooMuch(name, f"at most {in_mebibytes(self.limits.total_bytes)} unpacked in all")


class Meter:
    """Counts what comes out of one packed file, however often it is read."""

    def __init__(self, name: str, packed_bytes: int, allowance: Allowance) -> None:
        self._name = name
        self._packed_bytes = packed_bytes
        self._allowance = allowance
        self._position = 0
        self._counted = 0

    def restart(self) -> None:
        """Begin at the first byte again."""
        self._position = 0

    def count(self, count: int) -> None:
        """Count `count` more bytes. Raises ParseFailed for what no honest file contains, and TooMuch."""
        self._position += count
        if self._position <= self._counted:
            return
        self._allowance.count_bytes(self._name, self._position - self._counted)
        self._counted = self._position
        limits = self._allowance.limits
        if self._counted > max(limits.ratio_from_bytes, limits.ratio * self._packed_bytes):
            raise ParseFailed(self._name, f"at most {limits.ratio} unpacked bytes for each packed one, as in any log")


def in_mebibytes(size_bytes: int) -> str:
    """`512 MiB`, for the sentences of limits."""
    return f"{size_bytes >> 20:,} MiB"
