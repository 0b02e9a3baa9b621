"""Fingerprints of the findings of a share, by which verification names a changed one. Pure."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from typing import Any

import msgspec
from msgspec import structs

from storagelab.domain.configuration import encode_canonical_json
from storagelab.shares.document.share import FrozenFinding

_DIGITS = 16


def compute_finding_fingerprint(finding: Mapping[str, Any], place: int) -> str:
    """Return the fingerprint of a finding as the document has it, at its place in the author's order from 0."""
    content = {name: value for name, value in finding.items() if name != "fingerprint"}
    return hashlib.sha256(encode_canonical_json([place, content])).hexdigest()[:_DIGITS]


def add_finding_fingerprints(findings: Sequence[FrozenFinding]) -> list[FrozenFinding]:
    """Return findings in their final order and words, each with its fingerprint."""
    return [
        structs.replace(item, fingerprint=compute_finding_fingerprint(msgspec.to_builtins(item), place))
        for place, item in enumerate(findings)
    ]
