"""The options that a share was created with, for its next version or in place of a draft."""

from __future__ import annotations

from typing import Any

from sqlalchemy import select
from sqlalchemy.orm import Session

from storagelab.db.models import Share
from storagelab.errors import Conflict
from storagelab.http.references import format_number, format_row_number
from storagelab.shares import service
from storagelab.shares.document.answers import ComparisonView, RankingView
from storagelab.shares.document.share import ShareDocument
from storagelab.shares.schemas import ShareBlock, ShareFinding, ShareOptionsOut, ShareViewOut
from storagelab.workbench.document import WorkbenchDocument
from storagelab.workbench.stored import digest_of, store_workbench

_NO_VIEW = ShareViewOut(
    metric=None, metrics=None, baseline=None, pooled=False, profile=None, everything=False, without=[], reference=None
)


def read_options(session: Session, share: Share) -> ShareOptionsOut:
    """Return the subject, texts and options with which a share was frozen, read from its document.

    Times and the previous version come from the share's row. Texts are as readers see them: a text that was redacted in
    the share is redacted here. The document does not contain the aliases of models with their true names: `had_aliases`
    means that the author has to enter them again. Raises Conflict for a share that another lab froze, because its runs
    have other numbers here.
    """
    if share.origin == "received":
        raise Conflict(
            f"{format_row_number(share)} was frozen by another lab. Only that lab can create a version of it."
        )
    document = service.open_document(share)
    redaction = document.share.redaction
    artifacts = [artifact for run in document.runs for artifact in run.artifacts]
    return ShareOptionsOut(
        kind=share.kind,  # type: ignore[arg-type]  # the table holds no other
        **_build_subject(document),
        layout=document.share.layout,
        title=share.title,
        author=share.author,
        licence=share.licence,
        contact=share.contact,
        embargo_until=share.embargo_until,
        closed_until_embargo=share.closed_until_embargo,
        expires_at=share.expires_at,
        version_of=_find_previous_version(session, share),
        body=[ShareBlock(text=block.text, chart=block.chart) for block in document.body],
        findings=[
            ShareFinding(
                key=finding.key if finding.basis is not None else None,
                finding=finding.key if finding.basis is None else None,
                text=finding.text,
            )
            for finding in document.findings
        ],
        serials=redaction.serials,
        names=redaction.names,
        had_aliases=redaction.aliases,
        raw_files=any(artifact.part is not None or artifact.withheld for artifact in artifacts),
    )


def keep_workbench(session: Session, share: Share) -> None:
    """Store the workbench, with fixed runs, that a share shows; do nothing for other shares.

    The next version of the share can then name the workbench.
    """
    if share.kind == "comparison" and (workbench := read_workbench(service.open_document(share))):
        store_workbench(session, workbench)


def _find_previous_version(session: Session, share: Share) -> str | None:
    """Return the number of the preceding share in the lineage, None for the first version.

    The preceding share may be published or not.
    """
    before = session.scalars(
        select(Share.number)
        .where(Share.lineage_id == share.lineage_id, Share.version < share.version)
        .order_by(Share.version.desc())
        .limit(1)
    ).one_or_none()
    return format_number(Share, before) if before is not None else None


def _build_subject(document: ShareDocument) -> dict[str, Any]:
    """Return the request fields with which a new share names the same subject as `document`."""
    subject: dict[str, Any] = {"run_id": None, "run_ids": None, "campaign": None, "workbench": None}
    changes: dict[str, Any] = {}
    view = document.view
    if view is None:
        subject["run_id"] = document.runs[0].number
    elif isinstance(view, ComparisonView) and (workbench := read_workbench(document)) is not None:
        subject["workbench"] = digest_of(workbench)
        changes = {"metric": view.settings.metric, "metrics": _list_metrics(view)}
    elif isinstance(view, ComparisonView):
        subject["run_ids"] = view.settings.runs
        changes = {name: getattr(view.settings, name) for name in ("metric", "baseline", "pooled")}
        changes["metrics"] = _list_metrics(view)
    elif isinstance(view, RankingView):
        subject["run_ids"] = view.settings.runs
        changes = {name: getattr(view.settings, name) for name in ("profile", "everything", "without", "reference")}
    else:
        subject["campaign"] = view.settings.campaign
        changes = {"metric": view.settings.metric}
    return {**subject, "view": _NO_VIEW.model_copy(update=changes)}


def _list_metrics(view: ComparisonView) -> list[str] | None:
    """Return all metrics of a comparison; None for a document of one metric, whose next version has the usual ones."""
    return [view.answer.metric, *(other.metric for other in view.others)] if view.others else None


def read_workbench(document: ShareDocument) -> WorkbenchDocument | None:
    """Return the workbench, with fixed runs, that a frozen document shows; None when it shows none."""
    workbench = document.view.settings.workbench if isinstance(document.view, ComparisonView) else None
    return WorkbenchDocument.model_validate(workbench) if workbench is not None else None
