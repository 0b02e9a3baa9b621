"""Addresses of objects in paths and queries; what they lead to is in `storagelab.db.references`."""

from __future__ import annotations

from typing import Annotated

from fastapi import Path, Query

from storagelab.db.references import (
    KINDS,
    build_not_found,
    find_all_by_reference,
    find_by_reference,
    format_number,
    format_row_number,
    require_by_reference,
)

__all__ = [
    "KINDS",
    "Reference",
    "RunsTogether",
    "build_not_found",
    "find_all_by_reference",
    "find_by_reference",
    "format_number",
    "format_row_number",
    "require_by_reference",
]

#: The path parameter `{ref}`: an id or a number.
Reference = Annotated[str, Path(max_length=64, description="Id or number, such as j-12")]

#: As many runs as one workbench compares.
MAX_RUNS_TOGETHER = 48

#: The query parameter `run_id`, given once for each of as many runs as one page can show.
RunsTogether = Annotated[
    list[str], Query(min_length=1, max_length=MAX_RUNS_TOGETHER, description="Ids or numbers of runs, such as r-4821")
]
