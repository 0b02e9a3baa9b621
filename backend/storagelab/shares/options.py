"""Options of a share: the words and choices of its author."""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal

MAX_RUNS = 50
MAX_BLOCKS = 200
MAX_TEXT = 20_000
MAX_FINDINGS = 100
MAX_FINDING_TEXT = 1000
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
