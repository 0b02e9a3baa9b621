"""Findings about compared runs, read from the database."""

from __future__ import annotations

from collections.abc import Sequence

from sqlalchemy import or_, select
from sqlalchemy.orm import Session

from storagelab.auth.service import Identity
from storagelab.db.models import Configuration, FindingRun, Run, StoredFinding
from storagelab.db.references import format_row_number
from storagelab.domain.metrics import METRICS
from storagelab.evaluate.finding_matches import match_findings
from storagelab.findings import schemas
from storagelab.findings.queries import MAX_FINDINGS, describe_findings, read_finding
from storagelab.http.rest_names import get_rest_metric_name
from storagelab.http.schemas import NumberedName
from storagelab.results.load import load_results

#: Matches of one answer; those with checked ratios are first.
MAX_MATCHES = 200


def find_matches(session: Session, runs: Sequence[Run], *, user: Identity) -> schemas.FindingMatches:
    """Return the findings about compared runs with their measured ratios, at most MAX_MATCHES.

    Candidates are the findings of the sources of the runs, those linked to one of them, and those that people wrote. A
    run that was measured here has no source, so every finding is a candidate.
    """
    ids = [run.id for run in runs]
    titles = {run.source_title for run in runs if run.origin == "published" and run.source_title}
    statement = select(StoredFinding).order_by(StoredFinding.source_title, StoredFinding.ordinal, StoredFinding.number)
    if all(run.origin == "published" for run in runs):
        linked = select(FindingRun.finding_id).where(FindingRun.run_id.in_(ids))
        statement = statement.where(
            or_(
                StoredFinding.source_title.in_(titles),
                StoredFinding.id.in_(linked),
                StoredFinding.origin == "written",
            )
        )
    rows = list(session.scalars(statement.limit(MAX_FINDINGS)))
    results = load_results(session, ids, measured=True, every_round=False, snapshots=True)
    matches = match_findings([read_finding(row) for row in rows], results)
    shown = matches[:MAX_MATCHES]
    described = describe_findings(session, [rows[match.place] for match in shown], user=user)
    items = [
        schemas.FindingMatchOut(
            finding=finding,
            subjects=list(match.subjects),
            objects=list(match.objects),
            # What does not count is shown and settles nothing.
            agreement=match.agreement if finding.counted else None,
            checks=[
                schemas.RatioCheckOut(
                    subject=check.subject,
                    object=check.object,
                    workload=check.workload,
                    metric=get_rest_metric_name(METRICS[check.metric].name),
                    ratio=check.ratio,
                    approximate=check.approximate,
                    agreement=check.agreement,
                )
                for check in match.checks
                if finding.counted
            ],
        )
        for match, finding in zip(shown, described, strict=True)
    ]
    named = {
        configuration.id: configuration.name
        for configuration in session.scalars(
            select(Configuration).where(Configuration.id.in_({run.configuration_id for run in runs}))
        )
    }
    return schemas.FindingMatches(
        runs=[
            NumberedName(
                id=run.id,
                number=format_row_number(run),
                name=named.get(run.configuration_id, run.title) if run.configuration_id else run.title,
            )
            for run in runs
        ],
        items=items,
        total_count=len(matches),
    )
