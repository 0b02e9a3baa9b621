"""Finds the subject that an author names."""

from __future__ import annotations

from collections.abc import Mapping
from collections.abc import Set as AbstractSet
from dataclasses import replace

from sqlalchemy.orm import Session

from storagelab.auth.service import Identity
from storagelab.db.models import Campaign
from storagelab.domain.metrics import SERIES_METRICS
from storagelab.errors import InvalidInput
from storagelab.http.references import find_by_reference
from storagelab.results.queries import find_run, find_runs
from storagelab.shares.freezing.campaign import share_campaign
from storagelab.shares.freezing.comparison import share_comparison
from storagelab.shares.freezing.pts_reports import lay_out_reports
from storagelab.shares.freezing.ranking import share_ranking
from storagelab.shares.freezing.run_charts import share_run
from storagelab.shares.freezing.subject import Subject
from storagelab.shares.freezing.workbenches import share_dashboard, share_workbench
from storagelab.shares.options import Layout
from storagelab.shares.schemas import ShareSubject

#: Which fields name the subject of each kind.
_NAMED_BY = {
    "run": ("run_id",),
    "comparison": ("run_ids", "dashboard", "workbench"),
    "ranking": ("run_ids", "view.profile"),
    "campaign": ("campaign",),
}

#: Which kinds can be laid out so.
_LAID_OUT: Mapping[Layout, tuple[str, ...]] = {
    "plain": tuple(_NAMED_BY), "review": ("campaign",), "snia": ("campaign", "run")
}  # fmt: skip
_LAYOUT_WORDS: Mapping[Layout, str] = {"plain": "all", "review": "campaigns", "snia": "campaigns and runs"}


def choose_subject(session: Session, named: ShareSubject, *, user: Identity) -> Subject:
    """Return the subject of a share that `named` describes.

    Raises NotFound, Conflict, and InvalidInput for fields that do not belong to the kind of the subject.
    """
    kind = named.kind or "run"
    view = named.view
    given = {
        "run_id": named.run_id, "run_ids": named.run_ids, "campaign": named.campaign, "view.profile": view.profile,
        "dashboard": named.dashboard, "workbench": named.workbench,
    }  # fmt: skip
    _check_names(kind, {path for path, value in given.items() if value is not None})
    _check_layout(kind, named.layout)
    if kind == "campaign":
        campaign = find_by_reference(session, Campaign, named.campaign or "")
        return _apply_layout(session, share_campaign(session, campaign, metric=view.metric, layout=named.layout), named)
    if kind == "run":
        return _apply_layout(session, share_run(session, find_run(session, named.run_id or "")), named)
    runs = find_runs(session, named.run_ids) if named.run_ids else []
    if kind == "ranking":
        return share_ranking(
            session,
            runs,
            profile=view.profile,
            everything=view.everything,
            without=view.without,
            reference=view.reference,
        )
    metric = view.metric or "iops"
    if metric not in SERIES_METRICS:
        raise InvalidInput(f"must be one of {', '.join(SERIES_METRICS)}", path="view.metric")
    if named.dashboard is not None:
        return share_dashboard(session, named.dashboard, user=user, metric=view.metric)
    if named.workbench is not None:
        return share_workbench(session, named.workbench, metric=view.metric)
    return share_comparison(session, runs, metric=metric, baseline=view.baseline, pooled=view.pooled)


def _check_layout(kind: str, layout: Layout) -> None:
    if kind not in _LAID_OUT[layout]:
        raise InvalidInput(f"does not fit a share of a {kind}: {layout} is for {_LAYOUT_WORDS[layout]}", path="layout")


def _apply_layout(session: Session, subject: Subject, named: ShareSubject) -> Subject:
    return lay_out_reports(session, subject) if named.layout == "snia" else replace(subject, layout=named.layout)


def _check_names(kind: str, given: AbstractSet[str]) -> None:
    fields = _NAMED_BY[kind]
    stray = next(iter(sorted(given - set(fields))), None)
    if stray is not None:
        raise InvalidInput(f"does not belong to a share of a {kind}", path=stray)
    if len(given) != 1:
        raise InvalidInput(f"must be given for a share of a {kind}: {' or '.join(fields)}", path=fields[0])
