"""The kernel's log since a moment, and which of its lines are errors of a drive."""

from __future__ import annotations

import contextlib
import errno
import os
import re
from collections.abc import Collection, Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from storagelab_runner.block_tree import Tree
from storagelab_runner.places import THIS_SERVER, Places

#: Levels of syslog from here on down are errors or worse.
_ERROR_LEVEL = 3
#: The kernel refuses to hand a record to a smaller buffer.
_RECORD_BYTES = 8192
_MAX_RECORDS_PER_READ = 10_000
_LONGEST_LINE = 300
_HEAD = re.compile(r"(?P<priority>\d+),\d+,\d+,[^;]*;(?P<message>.*)")
_ESCAPE = re.compile(r"\\x([0-9a-f]{2})")
_TROUBLE = re.compile(
    r"I/O error|timeout|timed out|\breset|\bremoved\b|\boffline|\baborting\b|not ready|beyond end of device"
    r"|no available path",
    re.IGNORECASE,
)
#: An unsupported command is no fault of the drive, and neither is a failed attempt to open it.
_HARMLESS = re.compile(r"not supported|Can't open blockdev", re.IGNORECASE)
_SCSI_ADDRESS = re.compile(r"\d+:\d+:\d+:\d+")
_NVME = re.compile(r"nvme(?P<subsystem>\d+)n(?P<namespace>\d+)")


class Record(NamedTuple):
    """One line of the log; `level` is that of syslog, 0 the worst."""

    level: int
    message: str


class KernelLog:
    """Reader that continues from where it was opened or skipped to.

    `problem` is the reason why it cannot read, None if it can.
    """

    def __init__(self, places: Places = THIS_SERVER) -> None:
        self.problem: str | None = None
        self._descriptor: int | None = None
        try:
            self._descriptor = os.open(places.dev / "kmsg", os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC)
            self.skip()
        except OSError as problem:
            self.problem = problem.strerror or str(problem)

    def skip(self) -> None:
        """Leave out all that was logged until now."""
        if self._descriptor is not None:
            os.lseek(self._descriptor, 0, os.SEEK_END)

    def read_new_records(self) -> list[Record]:
        """Return the log records since the last call; entries that the kernel overwrote are missing."""
        return [record for record in map(parse_record, self._blocks()) if record is not None]

    def close(self) -> None:
        """Close the kernel log; later reads return no records."""
        if self._descriptor is not None:
            os.close(self._descriptor)
            self._descriptor = None

    def _blocks(self) -> Iterator[bytes]:
        for _ in range(_MAX_RECORDS_PER_READ):
            if self._descriptor is None:
                return
            try:
                block = os.read(self._descriptor, _RECORD_BYTES)
            except BlockingIOError:
                return
            except OSError as problem:
                if problem.errno == errno.EPIPE:
                    continue
                self.problem = problem.strerror or str(problem)
                self.close()
                return
            if not block:
                return
            yield block


def parse_record(block: bytes) -> Record | None:
    """Return the level and the message of a record of /dev/kmsg, None where it is not one."""
    match = _HEAD.fullmatch(block.decode("utf-8", "replace").partition("\n")[0])
    if match is None:
        return None
    message = _ESCAPE.sub(lambda escape: chr(int(escape[1], 16)), match["message"])
    return Record(int(match["priority"]) & 7, " ".join(message.split()))


def find_errors(records: Sequence[Record], names: Collection[str]) -> list[str]:
    """Return the lines that report an error of a device with one of these names of the kernel."""
    if not names:
        return []
    # A path such as /dev/sda is an argument of a program, not a message of the kernel about its device.
    mention = re.compile(rf"(?<![\w/-])(?:{'|'.join(map(re.escape, sorted(names)))})(?![\w-])")
    return [
        record.message[:_LONGEST_LINE]
        for record in records
        if (record.level <= _ERROR_LEVEL or _TROUBLE.search(record.message))
        and not _HARMLESS.search(record.message)
        and mention.search(record.message)
    ]


def list_kernel_names(number: str, tree: Tree) -> frozenset[str]:
    """Return every name under which the kernel log may report on a device (`major:minor`).

    These are the names of its disk, partitions, controllers and paths, and a SCSI address.
    """
    node = next((node for node in tree.values() if node.number == number), None)
    if node is None:
        return frozenset()
    whole = tree.get(node.whole, node)
    names = {other.name for other in tree.values() if other.whole == whole.name}
    names |= set(whole.controllers)
    with contextlib.suppress(OSError):
        seat = (Path(whole.folder) / "device").resolve().name
        names |= {seat} if _SCSI_ADDRESS.fullmatch(seat) else set()
    match = _NVME.fullmatch(whole.name)
    if match is not None:
        path = re.compile(rf"nvme{match['subsystem']}c\d+n{match['namespace']}")
        names |= {name for name in tree if path.fullmatch(name)}
    return frozenset(names)
