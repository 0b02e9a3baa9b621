"""Findings of a share: computed or stored in the lab, chosen and worded by the author."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import msgspec
from msgspec import structs
from sqlalchemy import or_, select
from sqlalchemy.orm import Session

from storagelab.db.models import Run, StoredFinding
from storagelab.db.references import format_row_number
from storagelab.domain.finding import Finding, describe_finding
from storagelab.errors import InvalidInput
from storagelab.evaluate.finding_basis import ComputedFinding
from storagelab.findings.queries import is_of_run, read_finding
from storagelab.findings.validity import IS_COUNTED
from storagelab.shares.document.share import FrozenFinding, ShareDocument
from storagelab.shares.finding_fingerprints import add_finding_fingerprints
from storagelab.shares.freezing.computed_findings import choose_headline_findings, compute_findings, freeze_computed
from storagelab.shares.freezing.headlines import list_headlines
from storagelab.shares.freezing.subject import Subject
from storagelab.shares.options import MAX_FINDINGS, FindingChoice
from storagelab.shares.run_results import read_run_results
from storagelab.shares.schemas import AvailableFinding

#: Computed findings that a share has unless its author chooses.
DEFAULT_FINDINGS = 8


@dataclass(frozen=True, slots=True)
class NumberedFinding:
    """A published or written finding of the lab, by its number."""

    number: str
    finding: Finding


def list_stored_findings(session: Session, runs: Sequence[Run]) -> list[NumberedFinding]:
    """Return the findings of the lab about these runs that count: of their sources, of the runs, and linked to them.

    They are in the order of their sources. A printed figure that is no measurement is none of them: its run shows it.
    """
    rows = session.scalars(
        select(StoredFinding)
        .where(or_(*map(is_of_run, runs)), IS_COUNTED, StoredFinding.relation != "states")
        .order_by(StoredFinding.source_title, StoredFinding.ordinal, StoredFinding.number)
        .limit(MAX_FINDINGS)
    )
    return [NumberedFinding(format_row_number(row), read_finding(row)) for row in rows]


def list_available_findings(session: Session, subject: Subject) -> list[AvailableFinding]:
    """Return the findings that a share of `subject` can have: computed ones, the lead first, then stored ones."""
    computed = subject.compute_findings(session)
    # The choice that a share has by default.
    are_stored = not computed
    return [
        *(
            AvailableFinding(
                key=key, finding=None, origin="computed", sentence=finding.sentence, default=place < DEFAULT_FINDINGS
            )
            for place, (key, finding) in enumerate(computed.items())
        ),
        *(
            AvailableFinding(
                key=None,
                finding=stored.number,
                origin=stored.finding.origin,
                sentence=describe_finding(stored.finding),
                default=are_stored,
            )
            for stored in list_stored_findings(session, subject.runs)
        ),
    ]


def freeze_findings(
    choices: Sequence[FindingChoice] | None,
    *,
    computed: Mapping[str, ComputedFinding],
    stored: Sequence[NumberedFinding],
) -> list[FrozenFinding]:
    """Return the findings of a share in the author's order.

    Without choices they are the first computed ones, or the stored ones where nothing can be computed, as of a review
    that prints verdicts and few figures. Raises InvalidInput for an unknown finding, and for one that is listed twice.
    """
    available = {
        **{key: freeze_computed(key, finding) for key, finding in computed.items()},
        **{item.number: _freeze_stored(item) for item in stored},
    }
    if choices is None:
        chosen = list(computed)[:DEFAULT_FINDINGS] or [item.number for item in stored]
        return [available[key] for key in chosen]
    frozen: dict[str, FrozenFinding] = {}
    for index, choice in enumerate(choices):
        path = f"findings.{index}.{'finding' if choice.is_stored else 'key'}"
        keys = [key for key in available if (key in computed) != choice.is_stored]
        if choice.key not in keys:
            raise InvalidInput(f"unknown finding {choice.key}. Available: {', '.join(keys) or 'none'}", path=path)
        if choice.key in frozen:
            raise InvalidInput(f"{choice.key} is listed twice", path=path)
        frozen[choice.key] = structs.replace(available[choice.key], text=choice.text)
    return list(frozen.values())


def recompute_findings(document: ShareDocument) -> ShareDocument:
    """Return a document with its computed findings and headline computed again from its own runs.

    Names in sentences are then those that the document has after redaction. Each finding gets its fingerprint.
    """
    results = read_run_results(msgspec.to_builtins(document))
    computed = compute_findings(results, document.view)
    findings = [
        structs.replace(freeze_computed(finding.key, computed[finding.key]), text=finding.text)
        if finding.key in computed
        else finding
        for finding in document.findings
    ]
    return structs.replace(
        document,
        findings=add_finding_fingerprints(findings),
        headline=list_headlines(document.runs, document.view, choose_headline_findings(findings, computed)),
    )


def _freeze_stored(stored: NumberedFinding) -> FrozenFinding:
    return FrozenFinding(
        key=stored.number,
        origin=stored.finding.origin,
        sentence=describe_finding(stored.finding),
        finding=stored.finding,
    )
