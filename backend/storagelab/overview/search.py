"""The search box: rows that have a name, and the profiles that can be run."""

from __future__ import annotations

from sqlalchemy.orm import Session

from storagelab.inventory.filters import words_of
from storagelab.inventory.search import search
from storagelab.inventory.search_schemas import SearchHit, SearchHitGroup, SearchResult
from storagelab.profiles.search import find_profiles

_AFTER = "published_hardware"


def search_lab(session: Session, *, q: str, limit: int) -> SearchResult:
    """Return all things that have all words of `q`: of each kind at most `limit`, and how many there are."""
    found = search(session, q=q, limit=limit)
    profiles = find_profiles(session, words_of(q))
    if not profiles:
        return found
    hits = [SearchHit(id=each.id, reference=each.name, title=each.title, context=None) for each in profiles[:limit]]
    group = SearchHitGroup(kind="profile", count=len(profiles), hits=hits)
    before = [each for each in found.groups if each.kind != _AFTER]
    after = [each for each in found.groups if each.kind == _AFTER]
    return SearchResult(q=found.q, count=found.count + group.count, groups=[*before, group, *after])
