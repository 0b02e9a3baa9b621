"""Filters that every list of hardware has, and the words that a search box was given."""

from __future__ import annotations

import re
import uuid
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

from sqlalchemy import ColumnElement, Select, Text, cast, func, literal_column, or_
from sqlalchemy.dialects.postgresql import JSONB
from sqlalchemy.orm import Session

from storagelab.db.models import Server
from storagelab.db.models.jobs import build_labelled_condition
from storagelab.db.references import KINDS, find_by_reference
from storagelab.domain.labels import has_reserved_key, parse_label
from storagelab.http.schemas import BIGINT_MAX

Narrowed = TypeVar("Narrowed", bound=Select[*tuple[Any, ...]])
_NUMBER = re.compile(r"([a-z])-([1-9]\d{0,18})", re.ASCII)
#: A server has a name before a discovery has found anything to search for.
SERVER_TEXT = func.lower(func.concat_ws(" ", Server.name, Server.address, Server.search_text))


@dataclass(frozen=True)
class PieceFilter:
    """Filter for components of hardware; None is any."""

    server_id: uuid.UUID | None = None
    lifecycle: str | None = None
    present: bool | None = None
    labels: Sequence[str] | None = None


def find_server_id(session: Session, reference: str | None) -> uuid.UUID | None:
    """Return the id of the server with this id or number, None for None. Raises NotFound."""
    return None if reference is None else find_by_reference(session, Server, reference).id


def apply_filter(query: Select[Any], model: Any, wanted: PieceFilter) -> Select[Any]:
    """Return the query narrowed to hardware of the wanted server, lifecycle, presence and labels."""
    if wanted.server_id is not None:
        query = query.where(model.server_id == wanted.server_id)
    if wanted.lifecycle is not None:
        query = query.where(model.lifecycle == wanted.lifecycle)
    if wanted.present is not None:
        query = query.where(model.present == wanted.present)
    return filter_by_labels(query, model, wanted.labels)


def filter_by_labels(query: Narrowed, model: Any, labels: Sequence[str] | None) -> Narrowed:
    """Return the query narrowed to rows that have all of these labels, `key` or `key=value`, case aside."""
    if not labels:
        return query
    if not all(has_reserved_key(label.casefold()) for label in labels):
        query = query.where(is_labelled(model))
    return query.where(*(has_label(model, *parse_label(label)) for label in labels))


def has_label(model: Any, key: str, value: str | None) -> ColumnElement[bool]:
    """Return the condition that a row has a label of this key, and of this value where it is not None, case aside."""
    small = cast(func.lower(cast(model.labels, Text)), JSONB)
    folded = func.lower(key)
    condition: ColumnElement[bool] = (
        small.has_key(folded) if value is None else small.contains(func.jsonb_build_object(folded, func.lower(value)))
    )
    return condition


def is_labelled(model: Any) -> ColumnElement[bool]:
    """Return the condition that a row has labels of people, in the words of the partial indexes."""
    # Not with parameters, behind which the planner cannot find the index.
    return literal_column(build_labelled_condition(f'"{model.__tablename__}".labels'))


def select_label_text(labels: Any) -> ColumnElement[str]:
    """Return labels as text to search in: `{"release": "24.1", "slow": null}` is `{"release=24.1", "slow"}`."""
    return func.replace(func.replace(cast(labels, Text), '": "', "="), '": null', '"')


def split_search_words(text: str | None) -> list[str]:
    """Return the words of a search in lower case, each once."""
    return list(dict.fromkeys((text or "").lower().split()))


def build_mention_condition(model: Any, text: Any, word: str) -> ColumnElement[bool]:
    """Return the condition that a lower-case text holds a word, or that the word is the row's own number."""
    condition: ColumnElement[bool] = text.contains(word, autoescape=True)
    number = parse_row_number(model, word)
    return condition if number is None else or_(condition, model.number == number)


def parse_row_number(model: Any, word: str) -> int | None:
    """Return the short number of a row of `model` in a word, as in `d-12`; None when the word is not one."""
    match = _NUMBER.fullmatch(word)
    if match is None or model not in KINDS or match[1] != KINDS[model][0] or int(match[2]) > BIGINT_MAX:
        return None
    return int(match[2])
