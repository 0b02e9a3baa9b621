"""Checks of findings: computed ones by the runs of the document, others by their own fields."""

from __future__ import annotations

from typing import Any

import msgspec

from storagelab.domain.finding import describe_finding
from storagelab.shares.finding_fingerprints import compute_finding_fingerprint
from storagelab.shares.verification import formulas
from storagelab.shares.verification.frozen import FrozenShare
from storagelab.shares.verification.verification_report import VerificationReport

_COMPUTED_FIELDS = ("sentence", "short", "finding", "basis")


def check_findings(share: FrozenShare, verification: VerificationReport) -> None:
    """Check each finding: a computed one by the runs, any other by its own fields, all by their fingerprints.

    A fingerprint covers what nothing else in the document contradicts: the author's words and order, and the place of
    a published finding in its source.
    """
    findings = share.typed.findings if share.has_findings else []
    # Documents of earlier releases have no fingerprints at all.
    has_fingerprints = any(finding.fingerprint is not None for finding in findings)
    for index, finding in enumerate(findings):
        place, frozen = f"findings/{index}", share.document["findings"][index]
        if finding.origin == "computed":
            computed: dict[str, Any] | None = msgspec.to_builtins(share.findings.get(finding.key))
            verification.compare(
                place,
                {name: frozen.get(name) for name in _COMPUTED_FIELDS},
                computed,
                formula=formulas.FINDING,
                source="the measurements of its runs",
            )
        else:
            earlier = describe_finding(finding.finding, as_written=True)
            sentence = earlier if finding.sentence == earlier else describe_finding(finding.finding)
            verification.compare(
                place,
                {name: frozen.get(name) for name in ("origin", "sentence", "short", "basis")},
                {"origin": finding.finding.origin, "sentence": sentence, "short": None, "basis": None},
                formula=formulas.COPY, source="the fields of the finding",
            )  # fmt: skip
        if has_fingerprints:
            verification.compare(
                f"{place}/fingerprint", finding.fingerprint, compute_finding_fingerprint(frozen, index),
                formula=formulas.FINGERPRINT, source="the other fields of the finding and its place",
            )  # fmt: skip
