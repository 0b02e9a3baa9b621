"""Checks of findings: computed ones by the runs of the document, others by their own fields."""

from __future__ import annotations

from typing import Any

import msgspec

from storagelab.domain.finding import describe_finding
from storagelab.shares.verification import formulas
from storagelab.shares.verification.frozen import FrozenShare
from storagelab.shares.verification.verification_report import VerificationReport

_COMPUTED_FIELDS = ("sentence", "short", "finding", "basis")


def check_findings(share: FrozenShare, verification: VerificationReport) -> None:
    """Check the sentence, fields and basis of each computed finding, and the sentence of any other."""
    for index, finding in enumerate(share.typed.findings if share.has_findings else ()):
        place, frozen = f"findings/{index}", share.document["findings"][index]
        if finding.origin != "computed":
            verification.compare(
                f"{place}/sentence", finding.sentence, describe_finding(finding.finding),
                formula=formulas.COPY, source="the fields of the finding",
            )  # fmt: skip
            continue
        computed: dict[str, Any] | None = msgspec.to_builtins(share.findings.get(finding.key))
        verification.compare(
            place,
            {name: frozen.get(name) for name in _COMPUTED_FIELDS},
            computed,
            formula=formulas.FINDING,
            source="the measurements of its runs",
        )
