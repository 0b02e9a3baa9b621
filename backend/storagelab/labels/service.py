"""Changing the labels of an object, and which labels there are."""

from __future__ import annotations

from typing import Any

from sqlalchemy import Select, Text, cast, func, literal_column, select, union_all
from sqlalchemy.orm import Session

from storagelab.auth import audit
from storagelab.auth.service import Identity
from storagelab.db.models import Campaign, Configuration, Job, Run, Server
from storagelab.db.references import KINDS, number_of
from storagelab.errors import InvalidInput
from storagelab.inventory.hardware_schemas import MAX_TAGS, unique_tags
from storagelab.inventory.pieces import change_piece
from storagelab.labels.schemas import LabelsIn, LabelsOut, LabelUse

Labelled = Run | Job | Campaign | Configuration | Server
_MODELS: tuple[type[Any], ...] = (Run, Job, Campaign, Configuration, Server)


def change_labels(session: Session, *, user: Identity, row: Labelled, body: LabelsIn) -> LabelsOut:
    """Take labels away from an object, then add others. Raises InvalidInput where it would have too many."""
    session.refresh(row, attribute_names=["tags"], with_for_update=True)
    before = list(row.tags)
    away = {label.casefold() for label in body.remove}
    after = unique_tags([*(label for label in before if label.casefold() not in away), *body.add])
    if len(after) > MAX_TAGS:
        raise InvalidInput(
            f"{number_of(row)} would have {len(after)} labels, at most {MAX_TAGS} are allowed",
            path="add",
        )
    if after == before:
        return LabelsOut(tags=before)
    if isinstance(row, Server):
        # What is written beside hardware has a history of its own, and is searched.
        change_piece(session, user=user, row=row, changes={"tags": after})
    row.tags = after
    audit.record(
        session,
        user_id=user.user_id,
        action="labels_changed",
        subject=f"{KINDS[type(row)][1]} {number_of(row)}",
        before=before,
        after=after,
    )
    session.flush()
    return LabelsOut(tags=after)


def labels_in_use(session: Session, *, q: str | None, limit: int) -> list[LabelUse]:
    """Labels that hold a text, case aside, those of most objects first. What lies in the trash has none."""
    every = union_all(*[_labels_of(model) for model in _MODELS]).subquery()
    small = func.lower(every.c.label)
    count = func.count()
    query = select(func.mode().within_group(every.c.label), count).group_by(small).order_by(count.desc(), small)
    if q:
        query = query.where(func.strpos(small, func.lower(q)) > 0)
    return [LabelUse(label=label, count=number) for label, number in session.execute(query.limit(limit))]


def _labels_of(model: type[Any]) -> Select[Any]:
    each = func.jsonb_array_elements_text(model.tags).table_valued("label", joins_implicitly=True).render_derived()
    query = select(cast(each.c.label, Text).label("label")).select_from(model)
    query = query.where(literal_column(f"{model.__tablename__}.tags <> '[]'::jsonb"))
    return query.where(Run.trashed_at.is_(None)) if model is Run else query
