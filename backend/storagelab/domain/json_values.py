"""Values without a type of their own: JSON of other programs, and columns of a row to insert."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TypeAlias

JsonValue: TypeAlias = "str | int | float | bool | Sequence[JsonValue] | Mapping[str, JsonValue] | None"
JsonObject: TypeAlias = Mapping[str, JsonValue]

#: Values of one row by column, for an insert.
RowValues: TypeAlias = dict[str, object]
