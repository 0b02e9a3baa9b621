"""Which page of a list a request asks for; lists themselves are in `storagelab.http.listing`."""

from __future__ import annotations

from typing import Annotated

from fastapi import Depends, Query

from storagelab.http.listing import DEFAULT_LIMIT, MAX_LIMIT, Listing, Page, Sort, paginate

__all__ = ["DEFAULT_LIMIT", "MAX_LIMIT", "Listing", "Page", "PageDep", "paginate", "read_page"]


def read_page(
    limit: Annotated[int, Query(ge=1, le=MAX_LIMIT)] = DEFAULT_LIMIT,
    cursor: Annotated[str | None, Query(max_length=200, description="`next_cursor` of the previous page")] = None,
    sort: Annotated[Sort, Query(description="Newest first, or oldest first")] = "-created_at",
) -> Page:
    """Read the page from the query parameters of a list."""
    return Page(limit=limit, cursor=cursor, sort=sort)


PageDep = Annotated[Page, Depends(read_page)]
