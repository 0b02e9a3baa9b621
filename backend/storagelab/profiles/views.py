"""Profiles as the API shows them: the catalogue and those of this lab side by side."""

from __future__ import annotations

import base64
import binascii
import hashlib
import heapq
import json
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from functools import lru_cache, partial
from typing import Any, TypedDict

from sqlalchemy import collate, select
from sqlalchemy.orm import Session

from storagelab.db.models import CustomProfile, ProfileVersion, User
from storagelab.domain.profile import ProfileInvalid, WrittenDocument, parse_profile
from storagelab.domain.profile_diff import diff_documents, diff_lines
from storagelab.errors import InvalidInput, NotFound
from storagelab.http.order_cursors import (
    KeyKind,
    decode_values,
    encode_values,
    get_key_kind,
    make_cursor_error,
    read_value,
    sign_order,
)
from storagelab.http.pagination import SortedPage
from storagelab.profiles.catalogue import CatalogueProfile, load_catalogue_texts
from storagelab.profiles.custom_schemas import (
    ProfileDiff,
    ProfileDifference,
    ProfileLine,
)
from storagelab.profiles.profile_fields import is_found, list_field_values, needs_archived_profiles
from storagelab.profiles.schemas import (
    Origin,
    ProfileOut,
    ProfilePage,
    ProfileSummary,
    ProfileVersionOut,
    add_plan,
    summarise_profile,
)
from storagelab.profiles.store import find_own, find_version
from storagelab.profiles.validation import NO_PLAN, lay_out_within_reason
from storagelab.profiles.yaml_text import read_yaml
from storagelab.query.columns import Sort
from storagelab.query.conditions import TypedQuery
from storagelab.query.ordering import build_sort_key, compare_places, find_place

#: Profiles of this lab are read in batches of this size.
_BATCH = 200
#: Name and origin, which decide among equal profiles.
_KINDS_OF_REST: tuple[KeyKind, KeyKind] = ("text", "text")


def list_profiles(
    session: Session, query: TypedQuery | None, page: SortedPage, *, origin: Origin | None, archived: bool
) -> ProfilePage:
    """Return one page of the profiles that match a query, by name by default.

    With `archived` the page includes archived profiles.
    """
    if page.sorts:
        return _sort_profiles(list(find_profiles(session, query, origin=origin, archived=archived)), page)
    limit, cursor = page.limit, page.cursor
    after = _decode(cursor) if cursor is not None else ""
    # Of one name the catalogue's is first, and a page never ends between the two: the name is the place in the list.
    shown: list[ProfileSummary] = []
    for profile in find_profiles(session, query, origin=origin, archived=archived, after=after, batch=limit + 1):
        if len(shown) >= limit and profile.name != shown[-1].name:
            return ProfilePage(items=shown, next_cursor=_encode(shown[-1].name))
        shown.append(profile)
    return ProfilePage(items=shown, next_cursor=None)


def _sort_profiles(profiles: Sequence[ProfileSummary], page: SortedPage) -> ProfilePage:
    """Return one page of the profiles in the page's sort order; equal ones are sorted by name."""
    sorts = page.sorts
    signature = sign_order("profiles", *(sort.expression for sort in sorts))
    start = _read_place(decode_values(signature, page.cursor), sorts) if page.cursor is not None else None
    placed = [
        (find_place(sorts, partial(list_field_values, profile), profile.name, profile.origin), profile)
        for profile in profiles
    ]
    behind = [pair for pair in placed if start is None or compare_places(sorts, pair[0], start) > 0]
    shown = sorted(behind, key=lambda pair: build_sort_key(sorts)(pair[0]))[: page.limit]
    next_cursor = encode_values(signature, shown[-1][0]) if len(behind) > len(shown) else None
    return ProfilePage(items=[profile for _, profile in shown], next_cursor=next_cursor)


def _read_place(values: Sequence[Any], sorts: Sequence[Sort]) -> list[Any]:
    """Return the sort position in a cursor, as typed values.

    Raises InvalidInput for a cursor that this lab did not make.
    """
    kinds = [*(get_key_kind(sort.column.field.type) for sort in sorts), *_KINDS_OF_REST]
    try:
        place = [read_value(value, kind) for value, kind in zip(values, kinds, strict=True)]
    except ValueError:
        raise make_cursor_error() from None
    if None in place[-len(_KINDS_OF_REST) :]:
        raise make_cursor_error()
    return place


def find_profiles(
    session: Session,
    query: TypedQuery | None,
    *,
    origin: Origin | None = None,
    archived: bool = False,
    after: str = "",
    batch: int = _BATCH,
) -> Iterator[ProfileSummary]:
    """Yield the profiles that match a query, in order of names.

    Archived profiles are included only with `archived` or where the query has a condition on them.
    """
    catalogue = _iterate_catalogue_profiles(after) if origin != "custom" else iter(())
    is_shown = archived or needs_archived_profiles(query)
    own = _iterate_own_profiles(session, after, archived=is_shown, batch=batch) if origin != "catalogue" else iter(())
    merged = heapq.merge(catalogue, own, key=lambda profile: (profile.name, profile.origin))
    return (profile for profile in merged if is_found(profile, query))


def show_profile(session: Session, name: str, version: int | None) -> ProfileOut:
    """Return one profile with its plan, in the newest version where `version` is None.

    Raises NotFound.
    """
    own = find_own(session, name)
    entry = load_catalogue_texts().get(name)
    if own is None or (entry is not None and own.archived_at is not None):
        if entry is None or version not in (None, entry.profile.version):
            raise _make_not_found(name, version)
        return _describe_entry(entry)
    row = find_version(session, own, version or own.latest_version)
    if row is None:
        raise _make_not_found(name, version)
    document: WrittenDocument = json.loads(row.document)
    summary = _describe_own(own, row, _load_user_names(session, own, row))
    plan = NO_PLAN if summary.problem is not None else lay_out_within_reason(parse_profile(document))
    return add_plan(summary, plan, text=row.text, document=document, versions=_list_versions(session, own))


def diff_versions(session: Session, name: str, a: int, b: int) -> ProfileDiff:
    """Return the differences of two versions of a profile. Raises NotFound."""
    before, after = _load_written_version(session, name, a), _load_written_version(session, name, b)
    lines = diff_lines(before.text, after.text)
    return ProfileDiff(
        name=name,
        a=before.version,
        b=after.version,
        differences=[
            ProfileDifference(
                group=difference.group,
                name=difference.place or None,
                field=difference.field or None,
                a=difference.a,
                b=difference.b,
            )
            for difference in diff_documents(before.document, after.document)
        ],
        lines=None if lines is None else [ProfileLine(**asdict(line)) for line in lines],
    )


class _ProfileHead(TypedDict):
    """The fields of every stored document, whether it can still be run or not."""

    name: str
    version: float
    title: str
    description: str


@dataclass(frozen=True, slots=True)
class _Written:
    version: ProfileVersionOut
    text: str
    document: WrittenDocument


def _load_written_version(session: Session, name: str, version: int) -> _Written:
    """Return a version of a profile in its original text and document.

    The version may be one that can no longer be run. Raises NotFound.
    """
    own = find_own(session, name)
    entry = load_catalogue_texts().get(name)
    if own is None or (entry is not None and own.archived_at is not None):
        if entry is None or version != entry.profile.version:
            raise _make_not_found(name, version)
        return _Written(_describe_catalogue_version(entry), entry.text, read_yaml(entry.text).value)
    row = find_version(session, own, version)
    if row is None:
        raise _make_not_found(name, version)
    return _Written(_describe_version(row, _load_user_names(session, row)), row.text, json.loads(row.document))


def _list_versions(session: Session, own: CustomProfile) -> list[ProfileVersionOut]:
    query = select(ProfileVersion).where(ProfileVersion.profile_id == own.id).order_by(ProfileVersion.version.desc())
    rows = session.scalars(query).all()
    people = _load_user_names(session, *rows)
    return [_describe_version(row, people) for row in rows]


def _describe_version(row: ProfileVersion, people: dict[Any, str]) -> ProfileVersionOut:
    return ProfileVersionOut(
        version=row.version,
        title=row.title,
        note=row.note,
        based_on=row.based_on,
        sha256=row.sha256,
        created_by=people.get(row.created_by),
        created_at=row.created_at,
    )


def _describe_catalogue_version(entry: CatalogueProfile) -> ProfileVersionOut:
    return ProfileVersionOut(
        version=entry.profile.version,
        title=entry.profile.title,
        note="",
        based_on=None,
        sha256=hashlib.sha256(entry.text.encode()).hexdigest(),
        created_by=None,
        created_at=None,
    )


def _iterate_catalogue_profiles(after: str) -> Iterator[ProfileSummary]:
    return (_summarise_entry(name) for name in load_catalogue_texts() if name > after)


def _iterate_own_profiles(session: Session, after: str, *, archived: bool, batch: int) -> Iterator[ProfileSummary]:
    name = collate(CustomProfile.name, "C")
    query = (
        select(CustomProfile, ProfileVersion)
        .join(ProfileVersion, ProfileVersion.profile_id == CustomProfile.id)
        .where(ProfileVersion.version == CustomProfile.latest_version)
        .order_by(name)
    )
    if not archived:
        query = query.where(CustomProfile.archived_at.is_(None))
    rows: Sequence[Any] = [None] * batch
    while len(rows) == batch:
        rows = session.execute(query.where(name > after).limit(batch)).all()
        people = _load_user_names(session, *(part for pair in rows for part in pair))
        for own, row in rows:
            yield _describe_own(own, row, people)
            after = own.name


def _describe_entry(entry: CatalogueProfile) -> ProfileOut:
    summary = _summarise_entry(entry.profile.name)
    plan = lay_out_within_reason(entry.profile)
    document = read_yaml(entry.text).value
    return add_plan(summary, plan, text=entry.text, document=document, versions=[_describe_catalogue_version(entry)])


@lru_cache(maxsize=256)
def _summarise_entry(name: str) -> ProfileSummary:
    profile = load_catalogue_texts()[name].profile
    return summarise_profile(profile, lay_out_within_reason(profile))


def _describe_own(own: CustomProfile, row: ProfileVersion, people: dict[Any, str]) -> ProfileSummary:
    return _summarise_document(row.document).model_copy(
        update={
            "name": own.name,
            "version": row.version,
            "origin": "custom",
            "latest_version": own.latest_version,
            "archived": own.archived_at is not None,
            "owner": people.get(own.owner_id),
            "based_on": row.based_on,
            "note": row.note,
            "created_at": row.created_at,
            "created_by": people.get(row.created_by),
        }
    )


@lru_cache(maxsize=256)
def _summarise_document(document: str) -> ProfileSummary:
    """Return the summary of a stored document, cached because a version never changes."""
    written: _ProfileHead = json.loads(document)
    try:
        profile = parse_profile(written)
        return summarise_profile(profile, lay_out_within_reason(profile))
    except ProfileInvalid as wrong:
        return ProfileSummary(
            name=str(written["name"]),
            version=int(written["version"]),
            title=str(written["title"]),
            description=str(written["description"]),
            source="",
            engines=[],
            writes=True,
            parameters=[],
            phase_count=0,
            estimated_seconds=0.0,
            maximum_seconds=0.0,
            latest_version=int(written["version"]),
            problem=f"This version can no longer be read: {wrong}"[:500],
        )


def _load_user_names(session: Session, *rows: CustomProfile | ProfileVersion) -> dict[Any, str]:
    """Return the names of the owners of profiles and of the authors of versions, by user id.

    One query reads all of them.
    """
    ids = {row.owner_id if isinstance(row, CustomProfile) else row.created_by for row in rows} - {None}
    if not ids:
        return {}
    return {row.id: row.name for row in session.execute(select(User.id, User.name).where(User.id.in_(ids)))}


def _make_not_found(name: str, version: int | None) -> NotFound:
    return NotFound(f"There is no profile {name}{f' in version {version}' if version is not None else ''}.")


def _encode(name: str) -> str:
    return base64.urlsafe_b64encode(f"name:{name}".encode()).decode().rstrip("=")


def _decode(cursor: str) -> str:
    try:
        padded = cursor.encode("ascii") + b"=" * (-len(cursor) % 4)
        kind, separator, name = base64.b64decode(padded, altchars=b"-_", validate=True).decode("ascii").partition(":")
        if kind != "name" or not separator or "\0" in name:
            raise ValueError("made for another list")
        return name
    except (ValueError, binascii.Error):
        raise InvalidInput("is not a cursor of this list: begin without one", path="cursor") from None
