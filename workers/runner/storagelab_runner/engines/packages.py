"""Engine packages from the lab: received in pieces, verified by hash, unpacked, never run.

A package is stored in the runner's own folder under the SHA-256 of its archive. A record names the one in use.
"""

from __future__ import annotations

import base64
import binascii
import os
import re
import shutil
import stat
import struct
import zipfile
import zlib
from pathlib import Path
from typing import Any, Mapping

from storagelab_runner import fields
from storagelab_runner.errors import Refusal
from storagelab_runner.layout import StateFolder, free_bytes
from storagelab_runner.records import compute_durable_sha256, read_record, try_lock, write_record

MAX_PACKAGE_BYTES = 32 << 20
MAX_PIECE_BYTES = 1 << 20
_MAX_UNPACKED_BYTES = 128 << 20
_MAX_ENTRIES = 4000
_HEADROOM_BYTES = 64 << 20
_SHA256 = re.compile(r"[0-9a-f]{64}")
_NAME = re.compile(r"[A-Za-z0-9._+-]{1,128}")
#: What Java reads; the other ways would need a decoder, and memory, of the archive's choice.
_METHODS = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)
#: What reading a damaged archive can raise.
_UNREADABLE = (
    *(zipfile.BadZipFile, zipfile.LargeZipFile, zlib.error, struct.error),
    *(NotImplementedError, RuntimeError, EOFError, OSError, ValueError, OverflowError),
)
#: What a Vdbench needs to be one, below the folder in which all of it may lie.
_NEEDED = ("vdbench", "vdbench.jar")


def find_installed_program(state: StateFolder, engine: str) -> Path | None:
    """Return the program of an engine that the lab sent; None when it has sent none."""
    record = read_record(_get_record_path(state, engine))
    program = None if record is None else Path(str(record["program"]))
    return program if program is not None and program.is_file() else None


def digest_of(state: StateFolder, engine: str) -> str | None:
    """Return the SHA-256 of the installed engine package that the lab sent, None without one."""
    record = read_record(_get_record_path(state, engine))
    return None if record is None or find_installed_program(state, engine) is None else str(record["sha256"])


def receive(state: StateFolder, args: Mapping[str, Any]) -> dict[str, Any]:
    """Receive one piece of an engine package; install the package after the last piece.

    Return how many bytes have arrived, so that the sender can continue from there. Raises Refusal host_busy while an
    attempt runs, and bad_request for a file that is no package of the engine.
    """
    engine = args.get("engine")
    if engine != "vdbench":
        raise fields.refuse("args.engine", "must be vdbench: no other engine can be handed over")
    digest = fields.parse_text("args", args, "sha256", 64)
    if not _SHA256.fullmatch(digest):
        raise fields.refuse("args.sha256", "must be 64 hexadecimal digits in lower case")
    size = fields.parse_integer("args", args, "size", 1, MAX_PACKAGE_BYTES)
    offset = fields.parse_integer("args", args, "offset", 0, size)
    piece = _decode_piece(args)
    lock = try_lock(state.host_lock)
    if lock is None:
        raise Refusal("host_busy", "An attempt is running on this server: no engine is installed meanwhile.")
    try:
        return _take(state, engine, digest, size, offset, piece)
    finally:
        os.close(lock)


def _take(state: StateFolder, engine: str, digest: str, size: int, offset: int, piece: bytes) -> dict[str, Any]:
    if digest_of(state, engine) == digest:
        return {"received": size, "installed": True}
    if free_bytes(state.root) < _HEADROOM_BYTES + _MAX_UNPACKED_BYTES:
        raise Refusal("disk_full", f"{state.root} has too little room for {engine}.")
    state.engines.mkdir(mode=0o700, exist_ok=True)
    archive = state.engines / f".{engine}-{digest}.part"
    if archive.exists() and archive.stat().st_size >= size:
        # The runner was ended after the last piece and before it was installed: no piece could ever follow.
        archive.unlink()
    received = archive.stat().st_size if archive.exists() else 0
    if offset != received:
        # The answer to an earlier piece was lost, or this package was never begun.
        return {"received": received, "installed": False}
    if received + len(piece) > size:
        raise fields.refuse("args.data_b64", "goes beyond the size of the package")
    with archive.open("ab") as file:
        file.write(piece)
    if received + len(piece) < size:
        return {"received": received + len(piece), "installed": False}
    try:
        if compute_durable_sha256(archive)[1] != digest:
            raise Refusal("bad_request", "The package does not have its announced SHA-256.")
        _install(state, engine, digest, archive)
    finally:
        archive.unlink()
    return {"received": size, "installed": True}


def _install(state: StateFolder, engine: str, digest: str, archive: Path) -> None:
    draft, home = state.engines / f".{engine}-{digest}.new", state.engines / f"{engine}-{digest}"
    for leftover in (draft, home):
        shutil.rmtree(leftover, ignore_errors=True)
    draft.mkdir(mode=0o700)
    try:
        _unpack(archive, draft)
        draft.rename(home)
    finally:
        shutil.rmtree(draft, ignore_errors=True)
    write_record(_get_record_path(state, engine), {"program": str(home / engine), "sha256": digest})
    for other in state.engines.glob(f"{engine}-*"):
        if other != home and other.is_dir():
            shutil.rmtree(other, ignore_errors=True)


def _unpack(archive: Path, folder: Path) -> None:
    """Unpack the regular files with plain names from `archive` into `folder`. Raises Refusal.

    A single folder that holds all entries is left out of their paths.
    """
    try:
        with zipfile.ZipFile(archive) as package:
            entries = [entry for entry in package.infolist() if not entry.is_dir()]
            if len(entries) > _MAX_ENTRIES or sum(entry.file_size for entry in entries) > _MAX_UNPACKED_BYTES:
                raise Refusal("bad_request", "The package holds more than any engine needs.")
            names = [_split_entry_path(entry) for entry in entries]
            tops = {name[0] for name in names}
            below = 1 if len(tops) == 1 and all(len(name) > 1 for name in names) else 0
            placed = {"/".join(name[below:]): entry for name, entry in zip(names, entries)}
            if len(placed) != len(entries) or not all(name in placed for name in _NEEDED):
                raise Refusal("bad_request", f"The package does not hold {' and '.join(_NEEDED)}, once each.")
            for name, entry in placed.items():
                _write(package, entry, folder / name)
    except _UNREADABLE as problem:
        raise Refusal("bad_request", f"The package cannot be unpacked: {problem}.") from None


def _split_entry_path(entry: zipfile.ZipInfo) -> list[str]:
    """Return the folder names and the file name of a zip entry.

    Raises Refusal for an entry that is no plain file in a plain place.
    """
    kind = stat.S_IFMT(entry.external_attr >> 16)
    parts = entry.filename.split("/")
    if kind not in (0, stat.S_IFREG) or not all(_NAME.fullmatch(part) and part.strip(".") for part in parts):
        raise Refusal(
            "bad_request", f"The package holds {entry.filename[:80]!r}, which is not a file in an ordinary folder."
        )
    if entry.compress_type not in _METHODS:
        raise Refusal(
            "bad_request", f"The package holds {entry.filename[:80]!r}, compressed in a way that Java cannot read."
        )
    return parts


def _write(package: zipfile.ZipFile, entry: zipfile.ZipInfo, path: Path) -> None:
    """Write one file, without trust in the size that the archive states."""
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    left = entry.file_size
    with package.open(entry) as source, path.open("xb") as target:
        for block in iter(lambda: source.read(1 << 16), b""):
            left -= len(block)
            if left < 0:
                raise Refusal("bad_request", "The package holds more than its directory states.")
            target.write(block)
    program = path.name == "vdbench" or path.suffix in (".so", ".sh")
    path.chmod(0o700 if program else 0o600)


def _decode_piece(args: Mapping[str, Any]) -> bytes:
    text = fields.parse_text("args", args, "data_b64", longest=2 * MAX_PIECE_BYTES)
    try:
        piece = base64.b64decode(text, validate=True)
    except (binascii.Error, ValueError):
        raise fields.refuse("args.data_b64", "is not base64") from None
    if not 0 < len(piece) <= MAX_PIECE_BYTES:
        raise fields.refuse("args.data_b64", f"must hold 1 to {MAX_PIECE_BYTES} bytes")
    return piece


def _get_record_path(state: StateFolder, engine: str) -> Path:
    return state.engines / f"{engine}.json"
