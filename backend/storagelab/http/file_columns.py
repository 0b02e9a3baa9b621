"""Columns and rows of files that hold a table."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

#: The cells of a row.
Line = Sequence[Any]
CellKind = Literal["text", "number", "whole", "moment"]


@dataclass(frozen=True, slots=True)
class FileColumn:
    """One column of a file. `metadata` is for files that have it."""

    heading: str
    kind: CellKind = "text"
    metadata: Mapping[str, str] = field(default_factory=dict)
