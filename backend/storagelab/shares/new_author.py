"""Figures of others under a new author: refused until the author confirms it."""

from __future__ import annotations

from collections.abc import Sequence

from storagelab.db.models import Run
from storagelab.errors import Conflict
from storagelab.http.references import format_number
from storagelab.shares.attribution import find_source, format_sources, is_credited

#: Number of runs that are named in a refusal.
_NAMED = 3


class NewAuthor(Conflict):
    """Refusal to publish figures of others under another author without a confirmation."""

    code = "new_author"

    def __init__(self, message: str) -> None:
        super().__init__(message, path="confirm_new_author", preserved="Nothing was published.")


def require_same_author(author: str, runs: Sequence[Run]) -> None:
    """Raise NewAuthor if any run has figures from a source that does not name `author`."""
    others = {
        format_number(Run, run.number): source
        for run in runs
        if (source := find_source(run.origin, (badge["code"] for badge in run.badges), run.source_title))
        and not is_credited(author, source)
    }
    if not others:
        return
    numbers = [*list(others)[:_NAMED], *([f"{len(others) - _NAMED} more"] if len(others) > _NAMED else [])]
    sources = format_sources(list(dict.fromkeys(others.values())))
    under = f"{author} as its author" if author.strip() else "no author"
    raise NewAuthor(
        f"{', '.join(numbers)} {'has' if len(others) == 1 else 'have'} the figures of others ({sources}), and "
        f"the share "
        f"names {under}. Confirm that to publish it: the share then names their source."
    )
