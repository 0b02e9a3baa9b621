"""What the API says about what a search found."""

from __future__ import annotations

import uuid
from typing import Literal

from storagelab.http.schemas import Strict

Found = Literal[
    "server",
    "controller",
    "drive",
    "array",
    "configuration",
    "hardware_model",
    "run",
    "profile",
    "published_hardware",
]


class SearchHit(Strict):
    """One thing that a search found. `reference` leads to it; `context` says more, such as the server it is in.

    `id` is null for a built-in profile, which has no row.
    """

    id: uuid.UUID | None
    reference: str
    title: str
    context: str | None


class SearchHitGroup(Strict):
    """What was found of one kind, the best first; `count` is how many there are in all."""

    kind: Found
    count: int
    hits: list[SearchHit]


class SearchResult(Strict):
    """What a search found, by kind; kinds of which nothing was found are left out."""

    q: str
    count: int
    groups: list[SearchHitGroup]
