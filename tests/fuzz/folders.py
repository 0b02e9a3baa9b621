"""A folder of files as one string of bytes, so that a fuzzer can change names and contents alike."""

from __future__ import annotations

from collections.abc import Iterable

from storagelab.formats.base import BytesFile
from storagelab.imports.archives import make_printable

_MARK = b"\n=== "
MAX_FILES = 40
LONGEST_NAME = 100


def pack_folder(files: Iterable[tuple[str, bytes]]) -> bytes:
    """Return `=== NAME`, a line feed and the content, for each file."""
    return b"".join(_MARK + name.encode() + b"\n" + content for name, content in files)[1:]


def unpack_folder(data: bytes) -> list[BytesFile]:
    """Return the files of any bytes, each name once; bytes without a name are one file called x."""
    files: dict[str, bytes] = {}
    for part in (b"\n" + data).split(_MARK)[1 : MAX_FILES + 1]:
        name, _, content = part.partition(b"\n")
        files.setdefault(make_printable(name.decode("latin-1"))[:LONGEST_NAME] or "x", content)
    return [BytesFile(name, content) for name, content in files.items()] or [BytesFile("x", data)]
