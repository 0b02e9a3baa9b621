"""Check of an uploaded archive: is it a distribution of Vdbench, and of which version.

Nothing of it is unpacked or run.
"""

from __future__ import annotations

import io
import re
import stat
import struct
import zipfile
import zlib

from storagelab.errors import InvalidInput

MAX_BYTES = 32 << 20
MAX_UNPACKED_BYTES = 128 << 20
MAX_ENTRIES = 4000
#: What begins each entry of an archive's directory. Data may hold it too, hence some more of them are let pass.
_ENTRY = b"PK\x01\x02"
_MAX_MARKS = 4 * MAX_ENTRIES
#: The same as the runner's, which checks again.
_NAME = re.compile(r"[A-Za-z0-9._+-]{1,128}")
_NEEDED = ("vdbench", "vdbench.jar")
_VERSION_CLASS = "Vdb/Dist.class"
_VERSION = re.compile(rb"vdbench([0-9])([0-9]{2})([0-9]{2})([A-Za-z0-9.]{0,20})")
_MAX_CLASS_BYTES = 1 << 20
#: What Java reads; the other ways would need a decoder, and memory, of the archive's choice.
_METHODS = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)
#: What reading a damaged archive can raise.
_UNREADABLE = (
    *(zipfile.BadZipFile, zipfile.LargeZipFile, zlib.error, struct.error),
    *(NotImplementedError, RuntimeError, EOFError, OSError, ValueError, OverflowError),
)


class BadPackage(InvalidInput):
    """The upload is no distribution of the engine."""

    code = "bad_package"


def check_vdbench(data: bytes) -> str:
    """Return the version of a Vdbench zip archive, as in `Vdbench 5.04.07`.

    Raises BadPackage with the fault.
    """
    try:
        with _open_archive(data) as package:
            jar = _find_jar(package)
            if jar.file_size > MAX_UNPACKED_BYTES:
                raise BadPackage("vdbench.jar is larger than that of any release.")
            return _read_jar_version(_read(package, jar, MAX_UNPACKED_BYTES))
    except _UNREADABLE as wrong:
        raise BadPackage(f"The package is not a readable zip archive: {wrong}.") from None


def _open_archive(data: bytes) -> zipfile.ZipFile:
    """Open a zip archive in memory and read its directory.

    Raises BadPackage for far too many files, before it reads the directory.
    """
    if data.count(_ENTRY) > _MAX_MARKS:
        raise BadPackage(
            f"The package holds an archive of more than {_MAX_MARKS:,} files, far more than a distribution."
        )
    return zipfile.ZipFile(io.BytesIO(data))


def _find_jar(package: zipfile.ZipFile) -> zipfile.ZipInfo:
    entries = [entry for entry in package.infolist() if not entry.is_dir()]
    if len(entries) > MAX_ENTRIES:
        raise BadPackage(f"The package holds {len(entries)} files. A distribution has fewer than {MAX_ENTRIES}.")
    if sum(entry.file_size for entry in entries) > MAX_UNPACKED_BYTES:
        raise BadPackage(f"The package unpacks to more than {MAX_UNPACKED_BYTES >> 20} MiB.")
    names = [_split_entry_path(entry) for entry in entries]
    below = 1 if len({name[0] for name in names}) == 1 and all(len(name) > 1 for name in names) else 0
    placed = {"/".join(name[below:]): entry for name, entry in zip(names, entries, strict=True)}
    if len(placed) != len(entries):
        raise BadPackage("The package holds a file twice.")
    missing = [name for name in _NEEDED if name not in placed]
    if missing:
        raise BadPackage(f"The package is not a distribution of Vdbench: {' and '.join(missing)} are not in it.")
    return placed["vdbench.jar"]


def _split_entry_path(entry: zipfile.ZipInfo) -> list[str]:
    kind = stat.S_IFMT(entry.external_attr >> 16)
    parts = entry.filename.split("/")
    if kind not in (0, stat.S_IFREG) or not all(_NAME.fullmatch(part) and part.strip(".") for part in parts):
        raise BadPackage(f"The package holds {entry.filename[:80]!r}, which is not a file in an ordinary folder.")
    if entry.compress_type not in _METHODS:
        raise BadPackage(f"The package holds {entry.filename[:80]!r}, compressed in a way that Java cannot read.")
    return parts


def _read_jar_version(jar: bytes) -> str:
    with _open_archive(jar) as classes:
        if _VERSION_CLASS not in classes.namelist():
            raise BadPackage("vdbench.jar does not contain its version.")
        match = _VERSION.search(_read(classes, classes.getinfo(_VERSION_CLASS), _MAX_CLASS_BYTES))
    if match is None:
        raise BadPackage("vdbench.jar does not contain its version.")
    major, minor, patch, more = (part.decode("ascii") for part in match.groups())
    return f"Vdbench {major}.{minor}.{patch}{more}"


def _read(archive: zipfile.ZipFile, entry: zipfile.ZipInfo, longest: int) -> bytes:
    """Return the content of one file in the archive, at most `longest` bytes.

    The size that the archive states is not trusted. Raises BadPackage for a larger file or an unreadable compression.
    """
    if entry.compress_type not in _METHODS:
        raise BadPackage(f"{entry.filename[:80]!r} is compressed in a way that Java cannot read.")
    with archive.open(entry) as file:
        data = file.read(longest + 1)
    if len(data) > longest:
        raise BadPackage(f"{entry.filename[:80]} is too large.")
    return data
