"""Addresses of objects in paths; what they lead to is in `storagelab.db.references`."""

from __future__ import annotations

from typing import Annotated

from fastapi import Path

from storagelab.db.references import (
    KINDS,
    by_reference,
    find_all_by_reference,
    find_by_reference,
    format_number,
    no_such,
    number_of,
)

__all__ = [
    "KINDS",
    "Reference",
    "by_reference",
    "find_all_by_reference",
    "find_by_reference",
    "format_number",
    "no_such",
    "number_of",
]

#: The path parameter `{ref}`: an id or a number.
Reference = Annotated[str, Path(max_length=64, description="Id or number, such as j-12")]
