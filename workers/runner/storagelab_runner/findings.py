"""The results of checks on a target, in the words a controller shows."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from storagelab_runner.errors import Refusal

PASS = "pass"  # noqa: S105 - a verdict, not a password.
REFUSE = "refuse"
NOT_APPLICABLE = "not_applicable"


class ProbeFinding(NamedTuple):
    """One check: `verdict` is pass, refuse or not_applicable; `code` and `kind` are those of the refusal it causes.

    `device` is the stable id of the drive that was checked, None for a file.
    """

    id: str
    title: str
    verdict: str
    reason: str
    code: str = "refused"
    kind: str = "job"
    device: str | None = None

    def to_json(self) -> dict[str, str | None]:
        """Return the finding in the form of the protocol."""
        return {
            "id": self.id,
            "device": self.device,
            "title": self.title,
            "verdict": self.verdict,
            "reason": self.reason,
        }


def is_refused(findings: Sequence[ProbeFinding]) -> bool:
    """Return whether any finding refuses the target."""
    return any(finding.verdict == REFUSE for finding in findings)


def raise_first_refusal(findings: Sequence[ProbeFinding]) -> None:
    """Raise Refusal for the first finding that refuses; the error carries all findings.

    Do nothing when none refuses.
    """
    for finding in findings:
        if finding.verdict == REFUSE:
            documents = [item.to_json() for item in findings]
            raise Refusal(finding.code, finding.reason, finding.kind, documents)
