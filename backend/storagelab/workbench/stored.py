"""Workbenches that an address has no room for, under the digests of their documents."""

from __future__ import annotations

import hashlib
from typing import Annotated

from pydantic import Field
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.orm import Session

from storagelab.db.models import StoredWorkbench
from storagelab.domain.configuration import encode_canonical_json
from storagelab.errors import NotFound
from storagelab.http.validation_messages import register_pattern_words
from storagelab.workbench.document import WorkbenchDocument

#: Hexadecimal digits of SHA-256 that name a document: with 128 bits no two of a lab have the same.
DIGEST_CHARACTERS = 32
_FORM = register_pattern_words(
    rf"^[0-9a-f]{{{DIGEST_CHARACTERS}}}$", f"must have {DIGEST_CHARACTERS} of the characters 0-9 and a-f"
)
Digest = Annotated[str, Field(pattern=_FORM)]


def store_workbench(session: Session, document: WorkbenchDocument) -> StoredWorkbench:
    """Store a workbench document and return its row; equal documents share one row."""
    content = document.to_json()
    digest = digest_of(document)
    session.execute(insert(StoredWorkbench).values(digest=digest, document=content).on_conflict_do_nothing())
    return session.get_one(StoredWorkbench, digest)


def digest_of(document: WorkbenchDocument) -> str:
    """Return the digest under which a workbench document is stored: the start of its SHA-256."""
    return hashlib.sha256(encode_canonical_json(document.to_json())).hexdigest()[:DIGEST_CHARACTERS]


def find_workbench(session: Session, digest: str) -> StoredWorkbench:
    """Return the stored workbench with this digest. Raises NotFound."""
    row = session.get(StoredWorkbench, digest)
    if row is None:
        raise NotFound(f"There is no stored workbench {digest}.")
    return row
