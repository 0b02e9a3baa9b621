"""The search of the palette: rows that have a name, models of drives, and profiles."""

from __future__ import annotations

import uuid
from collections.abc import Mapping, Sequence

from sqlalchemy import case, func, literal, select
from sqlalchemy.orm import Session

from storagelab.db.models import Campaign, Dashboard, Drive, Run, Share
from storagelab.inventory.filters import split_search_words
from storagelab.inventory.search import SOURCES, SearchSource, search, select_label_pairs
from storagelab.inventory.search_schemas import HitKind, SearchHit, SearchHitGroup
from storagelab.overview.figures import ResultFigures
from storagelab.overview.search_schemas import FoundRun, LabSearchHit, LabSearchHitGroup, SearchResult
from storagelab.profiles.search import find_profiles
from storagelab.workbench.queries import is_listed

#: In this order kinds are given.
ORDER: Sequence[HitKind] = (
    *("run", "configuration", "drive_model", "server", "drive", "array", "controller", "profile", "campaign"),
    *("dashboard", "share", "hardware_model", "published_hardware"),
)
LAB_SOURCES = (
    *SOURCES,
    SearchSource(
        "campaign",
        Campaign,
        func.lower(func.concat_ws(" ", Campaign.name, select_label_pairs(Campaign))),
        (Campaign.name,),
        lambda row: str(row.name),
    ),
    SearchSource(
        "share",
        Share,
        func.lower(func.concat_ws(" ", Share.title, Share.author)),
        (Share.title,),
        lambda row: str(row.title),
        where=Share.revoked_at.is_(None),
    ),
)


def search_lab(session: Session, *, q: str, limit: int, user_id: uuid.UUID) -> SearchResult:
    """Return all things that this person sees and that have all words of `q`.

    Of each kind there are at most `limit`, with the count of all.
    """
    words = split_search_words(q)
    sources = (*LAB_SOURCES, _build_dashboard_source(user_id))
    by_kind = {group.kind: group for group in search(session, q=q, limit=limit, sources=sources)}
    for group in (_find_profiles(session, words, limit), _find_drive_models(session, words, limit)):
        if group.count:
            by_kind[group.kind] = group
    runs = _describe_runs(session, [hit.id for hit in by_kind["run"].hits if hit.id] if "run" in by_kind else [])
    groups = [
        LabSearchHitGroup(
            kind=kind,
            count=by_kind[kind].count,
            hits=[
                LabSearchHit(**dict(hit), run=runs.get(hit.id) if hit.id is not None and kind == "run" else None)
                for hit in by_kind[kind].hits
            ],
        )
        for kind in ORDER
        if kind in by_kind
    ]
    return SearchResult(q=q, count=sum(group.count for group in groups), groups=groups)


def _build_dashboard_source(user_id: uuid.UUID) -> SearchSource:
    return SearchSource(
        "dashboard",
        Dashboard,
        func.lower(Dashboard.name),
        (Dashboard.name,),
        lambda row: str(row.name),
        where=is_listed(user_id),
    )


def _find_profiles(session: Session, words: Sequence[str], limit: int) -> SearchHitGroup:
    profiles = find_profiles(session, words)
    whole = " ".join(words)
    hits = [
        SearchHit(id=profile.id, reference=profile.name, title=profile.title, context=None, rank=profile.rank(whole))
        for profile in profiles[:limit]
    ]
    return SearchHitGroup(kind="profile", count=len(profiles), hits=hits)


def _find_drive_models(session: Session, words: Sequence[str], limit: int) -> SearchHitGroup:
    """Return the models of drives that are in servers now, those of most drives first among equals."""
    if not words:
        return SearchHitGroup(kind="drive_model", count=0, hits=[])
    whole = " ".join(words)
    name = func.lower(Drive.model)
    rank = case((name == whole, literal(0)), (name.startswith(whole, autoescape=True), literal(1)), else_=literal(2))
    text = func.lower(func.concat_ws(" ", Drive.vendor, Drive.model))
    drives = func.count()
    rows = session.execute(
        select(Drive.model, drives, func.count(Drive.server_id.distinct()), func.count().over(), func.min(rank))
        .where(Drive.present, Drive.model.is_not(None), *[text.contains(word, autoescape=True) for word in words])
        .group_by(Drive.model)
        .order_by(func.min(rank), drives.desc(), Drive.model)
        .limit(limit)
    ).all()
    hits = [
        SearchHit(
            id=None,
            reference=model,
            title=model,
            context=f"{_format_count(count, 'drive')}, {_format_count(servers, 'server')}",
            rank=best,
        )
        for model, count, servers, _, best in rows
    ]
    return SearchHitGroup(kind="drive_model", count=rows[0][3] if rows else 0, hits=hits)


def _describe_runs(session: Session, run_ids: Sequence[uuid.UUID]) -> Mapping[uuid.UUID, FoundRun]:
    if not run_ids:
        return {}
    figures = ResultFigures(session, run_ids, with_changes=False)
    verdict = Run.verdict["status"].astext.label("verdict")
    rows = session.execute(select(Run.id, Run.state, Run.origin, Run.finished_at, verdict).where(Run.id.in_(run_ids)))
    return {
        row.id: FoundRun(
            state=row.state,
            origin=row.origin,
            verdict=row.verdict,
            finished_at=row.finished_at,
            figure=figures.figure(row.id),
            thumbnail=figures.thumbnail(row.id),
        )
        for row in rows
    }


def _format_count(count: int, name: str) -> str:
    return f"{count} {name}{'' if count == 1 else 's'}"
