"""Values of fields that runs have, for completion: those with the prefix, the most frequent first."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from sqlalchemy import Select, func, select
from sqlalchemy.orm import Session

from storagelab.db.models import Campaign, Configuration, FiledFact, Job, Profile, Run, SearchableResult, Server
from storagelab.domain.labels import format_label
from storagelab.domain.units import format_size
from storagelab.labels.service import select_labels
from storagelab.query.completion import (
    MAX_COMPLETIONS,
    Completion,
    CompletionContext,
    complete_choices,
    make_value_completion,
)
from storagelab.query.fields import QueryField
from storagelab.query.values import read_number

#: Number of newest rows in which columns without an index are looked up. Their values are not counted.
NEWEST_ROWS = 5000

_REFERENCES: dict[str, tuple[Any, Any]] = {
    "profile": (Run.profile_id, Profile),
    "server": (Run.server_id, Server),
    "configuration": (Run.configuration_id, Configuration),
}
#: Choices whose runs an index counts.
_COUNTED_CHOICES: dict[str, Any] = {"state": Run.state, "verdict": Run.verdict_status}
_SIGNS: Mapping[str | None, str] = {"percent": "%", "hours": "h", "celsius": "C", "watts": "W"}
_Counted = Iterable[tuple[str, int | None]]


def complete_values(session: Session, context: CompletionContext) -> list[Completion]:
    """Return completions for the value at the caret, at most MAX_COMPLETIONS.

    Figures differ in every run and have no completions.
    """
    field = context.field
    if field is None or field.group == "figure":
        return []
    if field.choices or field.type == "date":
        return _count_choices(session, field, complete_choices(context))
    return [make_value_completion(field, value, count) for value, count in _find_values(session, field, context.prefix)]


def _find_values(session: Session, field: QueryField, prefix: str) -> _Counted:
    if field.name in _REFERENCES:
        return _read(session, _select_names(*_REFERENCES[field.name], prefix))
    if field.name == "campaign":
        return _read(session, _select_campaigns(prefix))
    if field.type == "label":
        return _find_labels(session, prefix)
    if field.group == "configuration":
        return _read(session, _select_facts(field, prefix))
    column = getattr(SearchableResult, field.key) if field.group == "workload" else getattr(Run, field.name, None)
    if column is None or field.name == "number":
        return []
    return _find_newest(session, field, column, prefix)


def _count_choices(session: Session, field: QueryField, choices: list[Completion]) -> list[Completion]:
    column = _COUNTED_CHOICES.get(field.name)
    if column is None:
        return choices
    rows = session.execute(select(column, func.count()).where(Run.trashed_at.is_(None)).group_by(column))
    counts: dict[str, int] = {row[0]: row[1] for row in rows}
    return [Completion(choice.kind, choice.text, choice.description, counts.get(choice.text, 0)) for choice in choices]


def _select_run_counts(reference: Any) -> Any:
    query = select(reference.label("id"), func.count().label("runs")).where(Run.trashed_at.is_(None))
    return query.group_by(reference).subquery()


def _select_names(reference: Any, model: Any, prefix: str) -> Select[Any]:
    runs = _select_run_counts(reference)
    count = func.sum(runs.c.runs)
    query = select(model.name, count).join(runs, runs.c.id == model.id)
    return (
        query.where(model.name.icontains(prefix, autoescape=True))
        .group_by(model.name)
        .order_by(count.desc(), model.name)
    )


def _select_campaigns(prefix: str) -> Select[Any]:
    runs = _select_run_counts(Run.job_id)
    count = func.sum(runs.c.runs)
    query = select(Campaign.name, count).join(Job, Job.campaign_id == Campaign.id).join(runs, runs.c.id == Job.id)
    named = query.where(Campaign.name.icontains(prefix, autoescape=True))
    return named.group_by(Campaign.name).order_by(count.desc(), Campaign.name)


def _select_facts(field: QueryField, prefix: str) -> Select[Any]:
    runs = _select_run_counts(Run.configuration_id)
    count = func.sum(runs.c.runs)
    query = select(FiledFact.text_value, count).join(runs, runs.c.id == FiledFact.configuration_id)
    return (
        query.where(FiledFact.field == field.key, FiledFact.text_value.icontains(prefix, autoescape=True))
        .group_by(FiledFact.text_value)
        .order_by(count.desc(), FiledFact.text_value)
    )


def _find_labels(session: Session, prefix: str) -> _Counted:
    labels = select_labels(Run).subquery()
    text = labels.c.key + func.coalesce("=" + labels.c.value, "")
    query = select(labels.c.key, labels.c.value, func.count()).where(text.icontains(prefix, autoescape=True))
    rows = session.execute(
        query.group_by(labels.c.key, labels.c.value).order_by(func.count().desc(), text).limit(MAX_COMPLETIONS)
    )
    return [(format_label(key, value), count) for key, value, count in rows]


def _find_newest(session: Session, field: QueryField, column: Any, prefix: str) -> _Counted:
    table = column.class_
    newest = select(column.label("value")).select_from(table).limit(NEWEST_ROWS)
    order = Run.created_at.desc() if table is Run else SearchableResult.run_id.desc()
    values = newest.order_by(order).subquery()
    frequent = func.count().desc()
    query = select(values.c.value).where(values.c.value.is_not(None)).group_by(values.c.value).order_by(frequent)
    write = make_value_writer(field)
    texts = (write(value) for value in session.scalars(query))
    return [(text, None) for text in texts if prefix.lower() in text.lower()][:MAX_COMPLETIONS]


def make_value_writer(field: QueryField) -> Callable[[Any], str]:
    """Return a function that writes a field's value in the form that a query accepts."""
    if field.unit == "bytes":
        return lambda value: format_size(int(value)).replace(" ", "")
    if field.unit == "decimal bytes":
        return _write_capacity
    if field.unit == "seconds":
        return lambda value: f"{value}s"
    if field.unit in _SIGNS:
        return lambda value: f"{value:g}{_SIGNS[field.unit]}"
    return str


def _write_capacity(size_bytes: float) -> str:
    """Return a capacity with the unit it is sold by where that is exact, as in `1.92TB`."""
    for factor, unit in ((1e15, "PB"), (1e12, "TB"), (1e9, "GB")):
        text = f"{size_bytes / factor:g}{unit}"
        if size_bytes >= factor and read_number(text, "decimal bytes") == size_bytes:
            return text
    return f"{size_bytes}B"


def _read(session: Session, query: Select[Any]) -> _Counted:
    return [(value, int(count)) for value, count in session.execute(query.limit(MAX_COMPLETIONS))]
