"""Identities of results, by which a lab recognises its own results in any share. Pure.

An identity is the id of a run, hidden under a key of the lab in the manner of RFC 5297. It is a tag over the id, and
the id masked with what follows from the tag. It is the same in all shares of a run and reveals nothing to any other
lab, which passes it on with the result.
"""

from __future__ import annotations

import hmac
import uuid

_HALF_BYTES = 16
#: 64 hexadecimal digits: tag and masked id.
PATTERN = r"^[0-9a-f]{64}$"


def make_result_id(lab_key: bytes, run_id: uuid.UUID) -> str:
    """Return the result id (hexadecimal) of a run in the lab that owns `lab_key`."""
    tag = _digest(lab_key, b"result tag", run_id.bytes)
    return (tag + _mask_content(lab_key, tag, run_id.bytes)).hex()


def read_result_id(lab_key: bytes, result_id: str) -> uuid.UUID | None:
    """Return the id of the run that `result_id` encodes, None when another lab made the id."""
    content = bytes.fromhex(result_id)
    tag, run_id = content[:_HALF_BYTES], _mask_content(lab_key, content[:_HALF_BYTES], content[_HALF_BYTES:])
    is_own = hmac.compare_digest(tag, _digest(lab_key, b"result tag", run_id))
    return uuid.UUID(bytes=run_id) if is_own else None


def _mask_content(lab_key: bytes, tag: bytes, content: bytes) -> bytes:
    mask = _digest(lab_key, b"result mask", tag)
    return bytes(one ^ other for one, other in zip(content, mask, strict=True))


def _digest(lab_key: bytes, purpose: bytes, content: bytes) -> bytes:
    return hmac.new(lab_key, purpose + b"\0" + content, "sha256").digest()[:_HALF_BYTES]
