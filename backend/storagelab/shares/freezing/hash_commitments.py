"""Hash commitments in place of hashes of raw files that readers do not get unchanged (ADR 0021).

With a file whose text lacks only a few hidden words, a reader could find these by trial: its hash confirms the right
ones. A commitment is an HMAC of the hash with a key that stays in the lab. With this opening key and the file, anyone
can check it.
"""

from __future__ import annotations

import hmac
import secrets
from collections.abc import Mapping
from typing import Any

from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.orm import Session

from storagelab.db.models import LabSetting

SETTING = "share_seals"


def read_lab_key(session: Session) -> bytes:
    """Return the lab key from which the keys of all commitments follow.

    The key is created once, and is part of every backup.
    """
    made = insert(LabSetting).values(key=SETTING, value={"key": secrets.token_hex(32)}).on_conflict_do_nothing()
    session.execute(made)
    return bytes.fromhex(session.get_one(LabSetting, SETTING).value["key"])


def commit_hashes(lab_key: bytes, document: Mapping[str, Any]) -> None:
    """Replace the hashes of raw files that are not published unchanged with commitments.

    Changes `document`. Nothing is replaced if the author shows everything. The key of a commitment follows from the
    place of the file in the document, because the name of a file may hold a secret.
    """
    redaction = document["share"]["redaction"]
    is_open = redaction["serials"] and redaction["names"] and not redaction["aliases"]
    for run in document["runs"]:
        for place, file in enumerate(run["artifacts"], 1):
            is_given_out = file["part"] is not None and file["redacted_sha256"] is None
            file["sealed_sha256"] = None
            if not is_open and not is_given_out:
                key = derive_opening_key(lab_key, document, run["number"], place)
                file["sealed_sha256"], file["sha256"] = commit_hash(key, file["sha256"]), None


def derive_opening_key(lab_key: bytes, document: Mapping[str, Any], run: str, place: int) -> bytes:
    """Return the key that opens the commitment of one raw file of a document, and no other one.

    `place` counts the raw files of the run from 1.
    """
    share = document["share"]
    meant = "\0".join((share["lineage_id"], share["frozen_at"], run, str(place)))
    return hmac.new(lab_key, meant.encode(), "sha256").digest()


def commit_hash(key: bytes, sha256: str) -> str:
    """Return the HMAC-SHA256 (hex) of the 32 bytes of a hash."""
    return hmac.new(key, bytes.fromhex(sha256), "sha256").hexdigest()
