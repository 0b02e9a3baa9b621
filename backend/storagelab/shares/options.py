"""Options of a share: the words and choices of its author."""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

from storagelab.errors import InvalidInput

MAX_RUNS = 50
MAX_BLOCKS = 200
MAX_TEXT = 20_000
#: No lineage of versions is that long.
MAX_VERSION = 100_000
#: Layout of a page: as all pages, as a review of a campaign, or as a report of SNIA PTS.
Layout = Literal["plain", "review", "snia"]


@dataclass(frozen=True, slots=True)
class ShareOptions:
    """The author's words and choices. `body` is None for all charts that are available by default.

    `serials` and `names` show the values that are hidden by default; `aliases` gives models other names.
    """

    title: str
    author: str = ""
    note: str = ""
    licence: str | None = None
    contact: str | None = None
    embargo_until: dt.datetime | None = None
    body: Sequence[Mapping[str, str]] | None = None
    serials: bool = False
    names: bool = False
    aliases: Mapping[str, str] = field(default_factory=dict)
    raw_files: bool = False


def build_body(options: ShareOptions, offered: Sequence[Any]) -> list[dict[str, str]]:
    """Return the text and chart blocks of a share in the author's order.

    Without an order of the author, the note comes before the default charts. Raises InvalidInput for an unknown chart,
    and for a chart that is listed twice.
    """
    if options.body is None:
        charts = [{"chart": chart.key} for chart in offered if chart.default]
        return [{"text": options.note}, *charts] if options.note else charts
    available = {chart.key for chart in offered}
    seen: set[str] = set()
    for index, block in enumerate(options.body):
        key = block.get("chart")
        if key is None:
            continue
        if key not in available:
            names = ", ".join(sorted(available)) or "none"
            raise InvalidInput(f"unknown chart {key}. Available: {names}", path=f"body.{index}.chart")
        if key in seen:
            raise InvalidInput(f"{key} is listed twice", path=f"body.{index}.chart")
        seen.add(key)
    return [dict(block) for block in options.body]
