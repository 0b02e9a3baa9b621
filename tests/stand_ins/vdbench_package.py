"""Zip of a distribution of Vdbench as the lab receives one, with any program inside."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Mapping
from pathlib import Path


def jar(version: str = "vdbench50407") -> bytes:
    """Return a vdbench.jar that contains its version in the same place as Vdbench's own."""
    return archive({"Vdb/Dist.class": b"\xca\xfe\xba\xbe\x00Tue June 05\x01\x00\x0c" + version.encode() + b"\x00"})


def package(program: Path | None = None, *, folder: str = "vdbench50407/", **more: bytes) -> bytes:
    """Return a distribution; `program` and the settings beside it replace its start script."""
    files = {"vdbench": b"#!/bin/bash\nexit 1\n", "vdbench.jar": jar(), "linux/linux64.so": b"\x7fELF", **more}
    if program is not None:
        files |= {"vdbench": program.read_bytes(), "vdbench.json": program.with_suffix(".json").read_bytes()}
    return archive({f"{folder}{name}": content for name, content in files.items()})


def damaged_archives() -> dict[str, bytes]:
    """Return archives on which Python's own reader fails in various ways, by their fault."""
    files = {"vdbench": b"#!/bin/bash\n", "vdbench.jar": jar()}
    whole = archive({**files, "name": b""})
    place = whole.rindex(b"PK\x01\x02")
    undecodable = bytearray(whole)
    undecodable[place + 9] |= 0x08
    undecodable[place + 46] = 0x95
    far = bytearray(whole)
    end = whole.rindex(b"PK\x05\x06")
    far[end + 12 : end + 16] = (1 << 30).to_bytes(4, "little")
    return {
        "lzma": archive(files, zipfile.ZIP_LZMA),
        "bzip2": archive(files, zipfile.ZIP_BZIP2),
        "undecodable name": bytes(undecodable),
        "directory elsewhere": bytes(far),
    }


def archive(files: Mapping[str, bytes], method: int = zipfile.ZIP_DEFLATED) -> bytes:
    """Return a zip archive of these files."""
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", method) as written:
        for name, content in files.items():
            written.writestr(name, content)
    return buffer.getvalue()
