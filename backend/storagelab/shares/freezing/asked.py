"""What an author asks for when something is frozen."""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

from storagelab.errors import InvalidInput

MAX_RUNS = 50
MAX_BLOCKS = 200
MAX_TEXT = 20_000
#: How a page is laid out: as all pages, as a review of a campaign, or as a report of SNIA PTS.
Layout = Literal["plain", "review", "snia"]


@dataclass(frozen=True, slots=True)
class Asked:
    """The author's words and choices. `body` is None for all charts that are offered by default.

    `serials` and `names` say what is shown; `aliases` gives models other names.
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


def body_of(asked: Asked, offered: Sequence[Any]) -> list[dict[str, str]]:
    """The author's order of texts and charts. Raises InvalidInput for a chart that is not offered, or stands twice."""
    if asked.body is None:
        charts = [{"chart": chart.key} for chart in offered if chart.default]
        return [{"text": asked.note}, *charts] if asked.note else charts
    known = {chart.key for chart in offered}
    seen: set[str] = set()
    for place, block in enumerate(asked.body):
        key = block.get("chart")
        if key is None:
            continue
        if key not in known:
            told = ", ".join(sorted(known)) or "none"
            raise InvalidInput(f"unknown chart {key}. Available: {told}", path=f"body.{place}.chart")
        if key in seen:
            raise InvalidInput(f"{key} is listed twice", path=f"body.{place}.chart")
        seen.add(key)
    return [dict(block) for block in asked.body]
