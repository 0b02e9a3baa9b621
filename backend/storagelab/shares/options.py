"""Options of a share: the words and choices of its author."""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal

MAX_RUNS = 50
MAX_BLOCKS = 200
MAX_TEXT = 20_000
MAX_FINDINGS = 1000
MAX_FINDING_TEXT = 1000
#: No lineage of versions is that long.
MAX_VERSION = 100_000
#: Layout of a page: as all pages, as a review of a campaign, as a report of SNIA PTS, or one chart alone.
Layout = Literal["plain", "review", "snia", "figure"]
#: Metrics in the same proportion wherever all blocks have one size.
RATES = ("iops", "bandwidth")
#: Metrics of a comparison whose author names none, where its runs have them, the main one first.
USUAL_METRICS = ("iops", "bandwidth", "lat_mean", "lat_p99", "lat_p999")


@dataclass(frozen=True, slots=True)
class FindingChoice:
    """A finding that the author chose, by its key or, for a stored one, its number; `text` replaces its sentence."""

    key: str
    text: str | None = None
    is_stored: bool = False


@dataclass(frozen=True, slots=True)
class ShareOptions:
    """The author's words and choices. `body` is None for all charts that are available by default.

    `findings` are in the author's order, None for the first computed ones.
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
    findings: Sequence[FindingChoice] | None = None
