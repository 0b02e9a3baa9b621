"""Parts of documents in the database: stored once for all shares (ADR 0020)."""

from __future__ import annotations

import uuid
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence

import zstandard
from sqlalchemy import delete, exists, select
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.orm import Session

from storagelab.db.models import SharePart, SharePartUse
from storagelab.errors import LabUnavailable
from storagelab.shares.document.share import ShareDocument
from storagelab.shares.parts import ShareBlob

_LEVEL = 6
#: Number of times parts are stored again after they were removed with a draft in the meantime.
_TRIES = 3


def store_parts(session: Session, *, share_id: uuid.UUID, parts: Mapping[str, ShareBlob]) -> None:
    """Store the parts that the database lacks, and record that the share uses all of `parts`.

    Raises LabUnavailable where parts are removed at the same time.
    """
    by_hash = {part.sha256: part for part in parts.values()}
    missing: Iterable[str] = by_hash
    for _ in range(_TRIES):
        for sha256 in missing:
            part = by_hash[sha256]
            session.execute(
                insert(SharePart)
                .values(
                    sha256=sha256,
                    content=zstandard.ZstdCompressor(level=_LEVEL).compress(part.content),
                    size_bytes=len(part.content),
                    media_type=part.media_type,
                )
                .on_conflict_do_nothing()
            )
        # Held from here on, so that no draft that is removed at the same time takes them away.
        held = select(SharePart.sha256).where(SharePart.sha256.in_(by_hash)).with_for_update(read=True, key_share=True)
        missing = set(by_hash) - set(session.scalars(held))
        if not missing:
            break
    else:
        raise LabUnavailable("Parts of the share were removed while it was stored: share it again.")
    uses = [{"share_id": share_id, "name": name, "sha256": part.sha256} for name, part in parts.items()]
    if uses:
        session.execute(insert(SharePartUse), uses)


def remove_unused_parts(session: Session, hashes: Sequence[str]) -> None:
    """Delete the parts with these hashes that no share uses any more."""
    is_used = exists().where(SharePartUse.sha256 == SharePart.sha256)
    session.execute(delete(SharePart).where(SharePart.sha256.in_(hashes), ~is_used))


def read_part(session: Session, *, share_id: uuid.UUID, sha256: str) -> ShareBlob | None:
    """Return a part by its hash; None for one that this share does not use."""
    row = session.execute(
        select(SharePart.content, SharePart.media_type)
        .where(SharePart.sha256 == sha256)
        .where(exists().where(SharePartUse.share_id == share_id, SharePartUse.sha256 == sha256))
    ).one_or_none()
    return ShareBlob(zstandard.ZstdDecompressor().decompress(row.content), row.media_type) if row is not None else None


def make_part_reader(
    session: Session, *, share_id: uuid.UUID, document: ShareDocument, ahead: Iterable[str] = ()
) -> Callable[[str], bytes]:
    """Return a function that reads the bytes of a part of the document by its name.

    It raises KeyError for an unknown name. The parts in `ahead`, which will all be read, are loaded at once.
    """
    loaded = _read_parts(session, share_id=share_id, hashes={document.parts[name].sha256 for name in ahead})

    def read(name: str) -> bytes:
        sha256 = document.parts[name].sha256
        if sha256 in loaded:
            return zstandard.ZstdDecompressor().decompress(loaded[sha256])
        part = read_part(session, share_id=share_id, sha256=sha256)
        if part is None:
            raise KeyError(name)
        return part.content

    return read


def _read_parts(session: Session, *, share_id: uuid.UUID, hashes: Collection[str]) -> dict[str, bytes]:
    """Return the compressed parts with these hashes that a share uses, by SHA-256."""
    if not hashes:
        return {}
    is_used = exists().where(SharePartUse.share_id == share_id, SharePartUse.sha256 == SharePart.sha256)
    rows = session.execute(select(SharePart.sha256, SharePart.content).where(SharePart.sha256.in_(hashes), is_used))
    return {row.sha256: row.content for row in rows}
