"""Raw files of a run: named with their hashes, and published at the request of the author."""

from __future__ import annotations

from typing import Any

from sqlalchemy import select
from sqlalchemy.orm import Session

from storagelab.config import get_settings
from storagelab.db.models import Artifact, Phase, Run
from storagelab.errors import StorageLabError
from storagelab.http.references import format_row_number
from storagelab.results.artifact_store import get_artifact_store
from storagelab.results.download import stream_content
from storagelab.shares.parts import Parts, ShareBlob
from storagelab.shares.redaction import Redactor

#: Larger files stay in the lab, and so do further ones once a share has so much of them.
MAX_BYTES = 16 << 20
MAX_TOTAL_BYTES = 128 << 20
#: First bytes of packed files: their contents cannot be inspected.
_PACKED = (b"\x1f\x8b", b"\x28\xb5\x2f\xfd", b"BZh", b"\xfd7zXZ", b"PK\x03\x04", b"7z\xbc\xaf")


def list_raw_files(session: Session, run: Run, parts: Parts, *, is_requested: bool) -> list[dict[str, Any]]:
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
        entry: dict[str, Any] = {"name": row.name, "size_bytes": row.size_bytes, "sha256": row.sha256}
        entry["phase_ordinal"] = ordinal
        entry |= {"part": None, "redacted_sha256": None, "withheld": None}
        if is_requested and row.size_bytes > MAX_BYTES:
            entry["withheld"] = f"The file is larger than {MAX_BYTES >> 20} MiB."
        elif is_requested and parts.raw_bytes + row.size_bytes > MAX_TOTAL_BYTES:
            entry["withheld"] = f"A share gives out at most {MAX_TOTAL_BYTES >> 20} MiB of raw files."
        elif is_requested:
            try:
                content = b"".join(stream_content(session, get_artifact_store(get_settings().artifact_url), row))
            except StorageLabError:
                entry["withheld"] = "The lab does not have the file any more."
            else:
                parts.raw_bytes += len(content)
                entry["part"] = parts.add(f"runs/{format_row_number(run)}/files/{place}", content, row.media_type)
        files.append(entry)
    return files


def redact_raw_files(files: list[dict[str, Any]], parts: Parts, redactor: Redactor) -> None:
    """Replace files that hold secrets with redacted derivatives, in `files` and `parts`.

    Files that cannot be redacted are withheld.
    """
    for entry in files:
        name = entry["part"]
        if name is None:
            continue
        part = parts.by_name.pop(name)
        text = _decode_text(part.content)
        if part.content.startswith(_PACKED):
            entry["part"], entry["withheld"] = None, "The file is packed, so its contents cannot be checked."
        elif text is None and redactor.has_secret(part.content):
            entry["part"], entry["withheld"] = None, "The file is not text and contains what is hidden here."
        else:
            redacted = redactor.narrow_to_text(text).text(text) if text is not None else None
            if redacted is not None and redacted != text:
                part = ShareBlob(redacted.encode(), part.media_type)
                entry["redacted_sha256"] = part.sha256
            parts.by_name[name] = part


def _decode_text(content: bytes) -> str | None:
    try:
        text = content.decode("utf-8")
    except UnicodeDecodeError:
        return None
    return None if "\0" in text else text
