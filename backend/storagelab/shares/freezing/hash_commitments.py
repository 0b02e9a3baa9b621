"""Hash commitments in place of hashes of raw files that readers do not get unchanged (ADR 0021).

With a file whose text lacks only a few hidden words, a reader could find these by trial: its hash confirms the right
ones. A commitment is an HMAC of the hash with a key that stays in the lab. With this opening key and the file, anyone
can check it.
"""

from __future__ import annotations

import hmac
import secrets
from collections.abc import Sequence

from msgspec import structs
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.orm import Session

from storagelab.db.models import LabSetting
from storagelab.shares.document.run import FrozenRawFile
from storagelab.shares.document.share import ShareHeader

SETTING = "share_seals"


def read_lab_key(session: Session) -> bytes:
    """Return the lab key from which the keys of all commitments follow.

    The key is created once, and is part of every backup.
    """
    made = insert(LabSetting).values(key=SETTING, value={"key": secrets.token_hex(32)}).on_conflict_do_nothing()
    session.execute(made)
    return bytes.fromhex(session.get_one(LabSetting, SETTING).value["key"])


def commit_hashes(lab_key: bytes, share: ShareHeader, run: str, files: Sequence[FrozenRawFile]) -> list[FrozenRawFile]:
    """Return the raw files of a run with commitments in place of the hashes of what is not published unchanged.

    Nothing is replaced if the author shows everything. The key of a commitment follows from the place of the file in
    the document, because the name of a file may hold a secret.
    """
    shown = share.redaction
    is_open = shown.serials and shown.names and not shown.aliases
    return [
        file if is_open or _is_given_out(file) else _commit(file, derive_opening_key(lab_key, share, run, place))
        for place, file in enumerate(files, 1)
    ]


def _is_given_out(file: FrozenRawFile) -> bool:
    return file.part is not None and file.redacted_sha256 is None


def _commit(file: FrozenRawFile, key: bytes) -> FrozenRawFile:
    return structs.replace(file, sealed_sha256=commit_hash(key, file.sha256 or ""), sha256=None)


def derive_opening_key(lab_key: bytes, share: ShareHeader, run: str, place: int) -> bytes:
    """Return the key that opens the commitment of one raw file of a document, and no other one.

    `place` counts the raw files of the run from 1.
    """
    meant = "\0".join((share.lineage_id, share.frozen_at, run, str(place)))
    return hmac.new(lab_key, meant.encode(), "sha256").digest()


def commit_hash(key: bytes, sha256: str) -> str:
    """Return the HMAC-SHA256 (hex) of the 32 bytes of a hash."""
    return hmac.new(key, bytes.fromhex(sha256), "sha256").hexdigest()
