"""Fingerprints of findings: over every field and the place in the order."""

from __future__ import annotations

import json
from typing import Any

import msgspec
from msgspec import structs

from storagelab.domain.finding import Finding
from storagelab.shares.document.share import FrozenFinding
from storagelab.shares.finding_fingerprints import add_finding_fingerprints, compute_finding_fingerprint

FROZEN = FrozenFinding(
    key="f-1",
    origin="published",
    sentence="A leads.",
    finding=Finding(origin="published", relation="leads", subject="A", value=2.0, place="Results"),
)


def as_document(finding: FrozenFinding) -> dict[str, Any]:
    """Return a finding as a document read from its JSON has it."""
    return dict(json.loads(msgspec.json.encode(finding)))


def test_fingerprint_is_that_of_the_document() -> None:
    findings = add_finding_fingerprints([FROZEN, structs.replace(FROZEN, key="f-2", text="A wins.")])
    computed = [compute_finding_fingerprint(as_document(item), place) for place, item in enumerate(findings)]
    assert [item.fingerprint for item in findings] == computed
    assert len(set(computed)) == 2


def test_fingerprint_covers_words_place_and_order() -> None:
    [whole] = add_finding_fingerprints([FROZEN])
    moved = structs.replace(FROZEN, finding=structs.replace(FROZEN.finding, place="Conclusion"))
    others = {
        compute_finding_fingerprint(as_document(structs.replace(FROZEN, text="A wins.")), 0),
        compute_finding_fingerprint(as_document(moved), 0),
        compute_finding_fingerprint(as_document(FROZEN), 1),
    }
    assert whole.fingerprint not in others
    assert len(others) == 3
