"""Changes of the labels of an object, and the labels that are in use."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from sqlalchemy import Select, Text, and_, cast, func, or_, select, union_all
from sqlalchemy.orm import Session

from storagelab.auth import audit
from storagelab.auth.service import Identity
from storagelab.db.models import Array, Campaign, Configuration, Controller, Drive, Job, Run, Server
from storagelab.db.references import KINDS, format_row_number
from storagelab.domain.labels import MAX_LABELS, RESERVED_PREFIX, has_reserved_key, merge_labels
from storagelab.errors import InvalidInput
from storagelab.http.listing import decode_key, encode_key
from storagelab.inventory.filters import is_labelled
from storagelab.inventory.pieces import change_piece
from storagelab.labels.schemas import LabelledCollection, LabelsUpdate, LabelUse, LabelUsePage

Labelled = Run | Job | Campaign | Configuration | Server | Controller | Drive | Array
MODELS: Mapping[LabelledCollection, type[Any]] = {
    LabelledCollection.RUNS: Run,
    LabelledCollection.JOBS: Job,
    LabelledCollection.CAMPAIGNS: Campaign,
    LabelledCollection.CONFIGURATIONS: Configuration,
    LabelledCollection.SERVERS: Server,
    LabelledCollection.CONTROLLERS: Controller,
    LabelledCollection.DRIVES: Drive,
    LabelledCollection.ARRAYS: Array,
}


def change_labels(session: Session, *, user: Identity, row: Labelled, body: LabelsUpdate) -> dict[str, str | None]:
    """Remove labels from an object, then add others; return all of them.

    Raises InvalidInput where it would have too many. The lab's own labels are never changed and do not count.
    """
    session.refresh(row, attribute_names=["labels"], with_for_update=True)
    before = dict(row.labels)
    own = {key: value for key, value in before.items() if has_reserved_key(key)}
    others = {key: value for key, value in before.items() if key not in own}
    changed = merge_labels(others, remove=body.remove, add=body.add)
    if len(changed) > max(MAX_LABELS, len(others)):
        raise InvalidInput(
            f"{format_row_number(row)} would have {len(changed)} labels, at most {MAX_LABELS} are allowed", path="add"
        )
    after = own | changed
    if after == before:
        return before
    if isinstance(row, Server | Controller | Drive | Array):
        # What is written beside hardware has a history of its own, and is searched.
        change_piece(session, user=user, row=row, changes={"labels": after})
    row.labels = after
    audit.record_event(
        session,
        user_id=user.user_id,
        action="labels_changed",
        subject=f"{KINDS[type(row)][1]} {format_row_number(row)}",
        before=before,
        after=after,
    )
    session.flush()
    return after


def list_labels_in_use(session: Session, *, q: str | None, limit: int, cursor: str | None) -> LabelUsePage:
    """Return one page of the labels in use that contain the text `q`, most frequent first.

    Case is ignored. Labels of objects in the trash and the lab's own labels are left out. For a label with several
    spellings the most frequent one counts. Raises InvalidInput for a cursor of another list.
    """
    every = union_all(*[select_labels(model) for model in MODELS.values()]).subquery()
    text = every.c.key + func.coalesce("=" + every.c.value, "")
    folded = func.lower(text)
    count = func.count()
    written = func.mode().within_group(func.jsonb_build_array(every.c.key, every.c.value))
    query = select(written, count, folded).group_by(folded).order_by(count.desc(), folded)
    if q:
        query = query.where(func.strpos(folded, func.lower(q)) > 0)
    if cursor is not None:
        number, label = decode_key(cursor, int, str)
        query = query.having(or_(count < number, and_(count == number, folded > label)))
    rows = session.execute(query.limit(limit + 1)).all()
    shown = rows[:limit]
    return LabelUsePage(
        items=[LabelUse(key=label[0], value=label[1], count=number) for label, number, _ in shown],
        next_cursor=encode_key(shown[-1][1:]) if len(rows) > limit else None,
    )


def select_labels(model: type[Any]) -> Select[str, str]:
    """Select key and value of each label that people gave to objects of a model, once for each object."""
    pairs = func.jsonb_each_text(model.labels).table_valued("key", "value", joins_implicitly=True).render_derived()
    columns = (cast(pairs.c.key, Text).label("key"), cast(pairs.c.value, Text).label("value"))
    query = select(*columns).select_from(model)
    query = query.where(
        is_labelled(model),
        ~pairs.c.key.startswith(RESERVED_PREFIX, autoescape=True),
    )
    return query.where(Run.trashed_at.is_(None)) if model is Run else query
