"""Assembling the runner into one executable zipapp: the same sources always give the same bytes."""

from __future__ import annotations

import hashlib
import io
import os
import zipfile
from pathlib import Path

_PACKAGE = Path(__file__).resolve().parent
_SHEBANG = b"#!/usr/bin/env python3\n"
_MAIN = "import sys\n\nfrom storagelab_runner.main import main\n\nsys.exit(main(sys.argv[1:]))\n"
_EPOCH = (1980, 1, 1, 0, 0, 0)
_UNIX = 3


def build(destination: Path) -> str:
    """Write the runner to `destination`, whole or not at all, executable; returns its SHA-256."""
    content = assemble()
    temporary = destination.with_name(f".{destination.name}.{os.getpid()}")
    try:
        temporary.write_bytes(content)
        temporary.chmod(0o755)
        temporary.replace(destination)
    finally:
        temporary.unlink(missing_ok=True)
    return hashlib.sha256(content).hexdigest()


def assemble() -> bytes:
    """Build the bytes of the zipapp.

    Names are in order, with one fixed time. Entries are stored, as compression differs by library.
    """
    sources = {path.relative_to(_PACKAGE.parent).as_posix(): path.read_bytes() for path in _PACKAGE.rglob("*.py")}
    sources["__main__.py"] = _MAIN.encode("ascii")
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_STORED) as archive:
        for name in sorted(sources):
            entry = zipfile.ZipInfo(name, _EPOCH)
            entry.create_system = _UNIX
            entry.external_attr = 0o644 << 16
            archive.writestr(entry, sources[name])
    return _SHEBANG + buffer.getvalue()
