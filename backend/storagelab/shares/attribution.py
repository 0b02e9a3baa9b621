"""Whose figures a share shows: those of runs that others published or another lab measured. Pure."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from storagelab.domain.received import RECEIVED
from storagelab.shares.document.run import FrozenRun
from storagelab.shares.document.share import ShareDocument

UNNAMED = "an unnamed source"
_NAMED = 3


def find_source(origin: str, badge_codes: Iterable[str], title: str | None) -> str | None:
    """Return the source of the figures of a run; None for runs measured or imported in this lab."""
    is_others = origin == "published" or RECEIVED in badge_codes
    return (title or UNNAMED) if is_others else None


def list_sources(document: ShareDocument) -> list[str]:
    """Return the sources of figures that a document has from others, each source once.

    Others are all but the lab that froze the document.
    """
    return list(dict.fromkeys(source for run in document.runs if (source := _find_run_source(run)) is not None))


def is_all_by_others(document: ShareDocument) -> bool:
    """Return whether a document has runs, and none of them was made in the lab that froze it."""
    return bool(document.runs) and all(_find_run_source(run) is not None for run in document.runs)


def is_credited(author: str, source: str) -> bool:
    """Return whether `author` is named in `source`, whole or as one of its parts between commas."""
    name = author.strip().casefold()
    return name in {part.strip().casefold() for part in (source, *source.split(","))} if name else False


def format_sources(sources: Sequence[str]) -> str:
    """Return sources in one line; from the fourth on only their number."""
    more = f" and {len(sources) - _NAMED} more" if len(sources) > _NAMED else ""
    return "; ".join(sources[:_NAMED]) + more


def _find_run_source(run: FrozenRun) -> str | None:
    title = run.source.title if run.source is not None else None
    return find_source(run.origin, (badge.code for badge in run.badges), title)
