"""Documents of shares in the database."""

from __future__ import annotations

import zstandard

from storagelab.db.models import Share
from storagelab.db.references import format_row_number
from storagelab.errors import Conflict
from storagelab.shares.document.share import ShareDocument, decode_document

#: The schema of all documents that are frozen, received and read.
SCHEMA = 2


def read_document(share: Share) -> bytes:
    """Return the canonical JSON of a share; its SHA-256 is `document_sha256`.

    Raises Conflict for a document of another schema.
    """
    if share.schema != SCHEMA:
        raise Conflict(
            f"{format_row_number(share)} has a document of schema {share.schema}. This release reads schema {SCHEMA}."
        )
    return zstandard.ZstdDecompressor().decompress(share.document)


def open_document(share: Share) -> ShareDocument:
    """Return the document of a share. Raises Conflict for a document of another schema."""
    return decode_document(read_document(share))
