"""The API's schemas of a search."""

from __future__ import annotations

import uuid
from typing import Literal

from storagelab.http.schemas import Strict

HitKind = Literal[
    "run",
    "server",
    "controller",
    "drive",
    "drive_model",
    "array",
    "configuration",
    "campaign",
    "dashboard",
    "profile",
    "share",
    "hardware_model",
    "published_hardware",
]
#: 0 for a name that is exactly the words, 1 for one that begins with them, 2 for any other.
Rank = Literal[0, 1, 2]


class SearchHit(Strict):
    """One thing that a search found. `reference` leads to it. `context` adds facts, such as the server it is in.

    `id` is null for a built-in profile and for a drive model, which have no row. `rank` is 0 where the words are its
    name, 1 where its name begins with them, and 2 otherwise.
    """

    id: uuid.UUID | None
    reference: str
    title: str
    context: str | None
    rank: Rank


class SearchHitGroup(Strict):
    """The things of one kind that were found, the best first. `count` is how many there are in all."""

    kind: HitKind
    count: int
    hits: list[SearchHit]
