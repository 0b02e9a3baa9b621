"""The API's schemas of a search over the whole lab: with runs, their results."""

from __future__ import annotations

import datetime as dt
from typing import Annotated, Literal

from pydantic import Field

from storagelab.domain.lifecycle import RunState
from storagelab.http.schemas import Strict
from storagelab.inventory.search_schemas import HitKind, SearchHit
from storagelab.overview.result_schemas import Thumbnail
from storagelab.runs.schemas import Headline, Origin


class FoundRun(Strict):
    """A run that was found, with its result where it has one."""

    state: Annotated[RunState, Field(strict=False)]
    origin: Origin
    verdict: Literal["steady", "not_steady", "insufficient_rounds"] | None
    finished_at: dt.datetime | None
    figure: Headline | None
    thumbnail: Thumbnail | None


class LabSearchHit(SearchHit, schema_name="SearchHit"):
    """One thing that a search found. `reference` leads to it. `context` shows more, such as the server it is in.

    `id` is null for a built-in profile and for a drive model, which have no row. `run` is null for all but runs. `rank`
    is 0 where the words are its name, 1 where its name begins with them, and 2 otherwise.
    """

    run: FoundRun | None


class LabSearchHitGroup(Strict, schema_name="SearchHitGroup"):
    """The things of one kind that were found, the best first. `count` is how many there are in all."""

    kind: HitKind
    count: int
    hits: list[LabSearchHit]


class SearchResult(Strict):
    """All that a search found, by kind. Kinds without a hit are left out."""

    q: str
    count: int
    groups: list[LabSearchHitGroup]
