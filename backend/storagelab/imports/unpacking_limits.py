"""Limits of unpacking: bytes and entries in total, and the ratio of unpacked to packed bytes."""

from __future__ import annotations

from dataclasses import dataclass, replace

from storagelab.domain.reading_limits import (
    ARCHIVE_DEPTH,
    MEMBERS,
    UNPACKED_BYTES,
    UNPACKED_RATIO,
    UNPACKED_RATIO_FROM_BYTES,
)
from storagelab.engines.base import ParseFailed


@dataclass(frozen=True, slots=True)
class UnpackingLimits:
    """Limits of one thing to be read. Real logs shrink to a fiftieth at most; small files may be anything."""

    total_bytes: int = UNPACKED_BYTES
    entries: int = MEMBERS.max_count
    ratio: int = UNPACKED_RATIO
    ratio_from_bytes: int = UNPACKED_RATIO_FROM_BYTES
    archive_depth: int = ARCHIVE_DEPTH.max_count


LIMITS = UnpackingLimits()


class TooMuch(ParseFailed):
    """A limit on everything together is reached: nothing more can be unpacked."""


class TooMuchOfOne(ParseFailed):
    """Error for one given file that unpacks to more than its limit, at all levels of archives together."""


class Allowance:
    """Remaining allowance of the limits while one thing is read."""

    def __init__(self, limits: UnpackingLimits = LIMITS) -> None:
        self.limits = limits
        self._bytes = 0
        self._entries = 0

    def count_entry(self, name: str) -> None:
        """Count one more file of an archive. Raises TooMuch above the limit of the upload."""
        self._entries += 1
        if self._entries > self.limits.entries:
            raise TooMuch(name, replace(MEMBERS, max_count=self.limits.entries).exceeded())

    def count_bytes(self, name: str, count: int) -> None:
        """Add `count` to the unpacked bytes of the upload. Raises TooMuch above the limit."""
        self._bytes += count
        if self._bytes > self.limits.total_bytes:
            raise TooMuch(
                name, f"at most {format_mebibytes(self.limits.total_bytes)} unpacked in all: upload the files in parts"
            )


class UnpackingMeter:
    """Counts what comes out of one packed file, however often it is read, and adds it to the file it lies in.

    `within` is the meter of that file; None for a given file, which counts all levels of archives below it.
    """

    def __init__(
        self, name: str, packed_bytes: int, allowance: Allowance, *, within: UnpackingMeter | None = None
    ) -> None:
        self._name = name
        self._allowance = allowance
        self._within = within
        limits = allowance.limits
        self._max_bytes = max(limits.ratio_from_bytes, limits.ratio * packed_bytes)
        self._position = 0
        self._counted = 0

    def restart(self) -> None:
        """Return to the first byte, so that a second pass is not counted twice.

        Raises TooMuchOfOne before any unpacking where the limit is already reached.
        """
        self._position = 0
        if not self._counted:
            self._add(0)

    def count(self, count: int) -> None:
        """Count `count` more unpacked bytes.

        Raises ParseFailed for an expansion that no honest file has, and TooMuch above the limit.
        """
        self._position += count
        more = self._position - self._counted
        if more > 0:
            self._add(more)

    def _add(self, count: int) -> None:
        self._counted += count
        if self._within is None:
            self._allowance.count_bytes(self._name, count)
        else:
            self._within._add(count)
        if self._counted > self._max_bytes:
            failure = ParseFailed if self._within is not None else TooMuchOfOne
            raise failure(
                self._name,
                f"at most {self._allowance.limits.ratio} unpacked bytes for each packed one, as in any log, and "
                f"{format_mebibytes(self._max_bytes)} came out before its end: upload the files as they are",
            )


def format_mebibytes(size_bytes: int) -> str:
    """Format a size as `512 MiB`, for the sentences of limits."""
    return f"{size_bytes >> 20:,} MiB"
