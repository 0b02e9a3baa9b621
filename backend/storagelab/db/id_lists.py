"""Conditions on ids of which there may be hundreds."""

from __future__ import annotations

import uuid
from collections.abc import Iterable
from typing import Any

from sqlalchemy import ColumnElement, Uuid, any_, literal
from sqlalchemy.dialects.postgresql import ARRAY


def is_one_of(column: Any, ids: Iterable[uuid.UUID]) -> ColumnElement[bool]:
    """Return whether a column has one of these ids, all of which are one parameter.

    `in_` makes a parameter of each, and 500 of them take longer to write into a statement than to find.
    """
    condition: ColumnElement[bool] = column == any_(literal(list(ids), ARRAY(Uuid)))
    return condition
