"""Cursors of lists in an order of their own: the values behind which a page begins."""

from __future__ import annotations

import base64
import binascii
import datetime as dt
import hashlib
import json
import math
import uuid
from collections.abc import Mapping, Sequence
from typing import Any, Literal

from storagelab.errors import InvalidInput
from storagelab.http.schemas import BIGINT_MAX
from storagelab.query.fields import FieldType

#: Texts are compared without their case; names too, and then with it, so that each has a place of its own.
KeyKind = Literal["text", "name", "number", "moment", "day"]
_KINDS: Mapping[FieldType, KeyKind] = {"number": "number", "date": "moment"}


def get_key_kind(field_type: FieldType) -> KeyKind:
    """Return the kind of sort key for the values of a field type, such as `number` or `moment`."""
    return _KINDS.get(field_type, "text")


def sign_order(*texts: str) -> str:
    """Return a short hash of an order, which is different for any other order."""
    return hashlib.sha256(json.dumps(texts).encode()).hexdigest()[:12]


def encode_values(signature: str, values: Sequence[Any]) -> str:
    """Return the cursor of the rows after the row with these sort values.

    `signature` identifies the order of the list.
    """
    key = [signature, *map(_convert_to_json_value, values)]
    return base64.urlsafe_b64encode(json.dumps(key, ensure_ascii=False).encode()).decode().rstrip("=")


def decode_values(signature: str, cursor: str) -> list[Any]:
    """Return the sort values in a cursor.

    Raises InvalidInput for a cursor of another order, or one that the lab did not issue.
    """
    try:
        padded = cursor.encode("ascii") + b"=" * (-len(cursor) % 4)
        own, *values = json.loads(base64.b64decode(padded, altchars=b"-_", validate=True))
        if own != signature:
            raise ValueError("made for another order")
    except (ValueError, TypeError, binascii.Error, RecursionError):
        raise make_cursor_error() from None
    return list(values)


def read_value(value: Any, kind: KeyKind) -> Any:
    """Convert a JSON value of a cursor to the type of its sort key; None is an unknown value.

    Raises ValueError for a value of another type.
    """
    if value is None:
        return None
    if kind == "number":
        return _read_number(value)
    if not isinstance(value, str) or "\0" in value:
        raise ValueError("no text")
    value.encode()
    if kind in ("text", "name"):
        return value
    return dt.date.fromisoformat(value) if kind == "day" else dt.datetime.fromisoformat(value)


def make_cursor_error() -> InvalidInput:
    """Return the error of a cursor that does not belong to this list in this order."""
    return InvalidInput("is not a cursor of this list in this order: begin without one", path="cursor")


def _convert_to_json_value(value: Any) -> Any:
    if isinstance(value, dt.date):
        return value.isoformat()
    return str(value) if isinstance(value, uuid.UUID) else value


def _read_number(value: Any) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise ValueError("no number")
    if abs(value) > BIGINT_MAX if isinstance(value, int) else not math.isfinite(value):
        raise ValueError("no number of a column")
    return value
