"""Raw files of a run: named with their hashes, and published at the request of the author."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec import structs
from sqlalchemy import select
from sqlalchemy.orm import Session

from storagelab.config import get_settings
from storagelab.db.models import Artifact, Phase, Run
from storagelab.errors import StorageLabError
from storagelab.http.references import format_row_number
from storagelab.results.artifact_store import get_artifact_store
from storagelab.results.download import stream_content
from storagelab.shares.document.run import FrozenRawFile
from storagelab.shares.parts import Parts, ShareBlob
from storagelab.shares.redaction import Redactor

#: Larger files stay in the lab, and so do further ones once a share has so much of them.
MAX_BYTES = 16 << 20
MAX_TOTAL_BYTES = 128 << 20
#: First bytes of packed files: their contents cannot be inspected.
_PACKED = (b"\x1f\x8b", b"\x28\xb5\x2f\xfd", b"BZh", b"\xfd7zXZ", b"PK\x03\x04", b"7z\xbc\xaf")


def list_raw_files(session: Session, run: Run, parts: Parts, *, is_requested: bool) -> list[FrozenRawFile]:
    """Return every raw file of a run as the document lists it.

    With `is_requested` the files are added to `parts` unchanged; `redact_raw_files` redacts them afterwards.
    """
    rows = session.execute(
        select(Artifact, Phase.ordinal)
        .outerjoin(Phase, Phase.id == Artifact.phase_id)
        .where(Artifact.run_id == run.id)
        .order_by(Artifact.name, Artifact.id)
    ).all()
    files = []
    for place, (row, ordinal) in enumerate(rows, 1):
        part = withheld = None
        if is_requested and row.size_bytes > MAX_BYTES:
            withheld = f"The file is larger than {MAX_BYTES >> 20} MiB."
        elif is_requested and parts.raw_bytes + row.size_bytes > MAX_TOTAL_BYTES:
            withheld = f"A share gives out at most {MAX_TOTAL_BYTES >> 20} MiB of raw files."
        elif is_requested:
            try:
                content = b"".join(stream_content(session, get_artifact_store(get_settings().artifact_url), row))
            except StorageLabError:
                withheld = "The lab does not have the file any more."
            else:
                parts.raw_bytes += len(content)
                part = parts.add(f"runs/{format_row_number(run)}/files/{place}", content, row.media_type)
        files.append(
            FrozenRawFile(
                name=row.name,
                size_bytes=row.size_bytes,
                sha256=row.sha256,
                phase_ordinal=ordinal,
                part=part,
                withheld=withheld,
            )
        )
    return files


def redact_raw_files(files: Iterable[FrozenRawFile], parts: Parts, redactor: Redactor) -> list[FrozenRawFile]:
    """Return the files with redacted derivatives in place of those that hold secrets, which are replaced in `parts`.

    Files that cannot be redacted are withheld.
    """
    return [_redact_raw_file(file, file.part, parts, redactor) if file.part is not None else file for file in files]


def _redact_raw_file(file: FrozenRawFile, name: str, parts: Parts, redactor: Redactor) -> FrozenRawFile:
    part = parts.by_name.pop(name)
    if part.content.startswith(_PACKED):
        return structs.replace(file, part=None, withheld="The file is packed, so its contents cannot be checked.")
    text = _decode_text(part.content)
    if text is None and redactor.has_secret(part.content):
        return structs.replace(file, part=None, withheld="The file is not text and contains what is hidden here.")
    redacted = redactor.narrow_to_text(text).text(text) if text is not None else None
    if redacted is not None and redacted != text:
        part = ShareBlob(redacted.encode(), part.media_type)
        file = structs.replace(file, redacted_sha256=part.sha256)
    parts.by_name[name] = part
    return file


def _decode_text(content: bytes) -> str | None:
    try:
        text = content.decode("utf-8")
    except UnicodeDecodeError:
        return None
    return None if "\0" in text else text
