"""Schemas of awards."""

from __future__ import annotations

import uuid
from typing import Annotated, Self

from pydantic import AfterValidator, Field, model_validator

from storagelab.http.listing import Listing
from storagelab.http.schemas import Line, Moment, NumberedName, Strict, Text

MAX_RUNS = 60
MAX_LEFT_OUT = 500


def _require_words(value: str) -> str:
    if not value.strip():
        raise ValueError("must not be blank")
    return value.strip()


class AwardCreate(Strict):
    """An award in one ranking, named as its address names it: either `profile` or `run_ids`, and how it is made.

    `configuration` is the number of one that has a place in it. The reference of a ranking is not part of it: the order
    is the same whichever is chosen.
    """

    profile: Annotated[Line, Field(max_length=120)] | None = None
    run_ids: Annotated[list[Annotated[Line, Field(max_length=64)]], Field(min_length=1, max_length=MAX_RUNS)] | None = (
        None
    )
    all: bool = False
    without: Annotated[list[Annotated[Line, Field(max_length=64)]], Field(max_length=MAX_LEFT_OUT)] = Field(
        default_factory=list
    )
    configuration: Annotated[Line, Field(max_length=64)]
    title: Annotated[Line, Field(min_length=1, max_length=80), AfterValidator(_require_words)]
    reason: Annotated[Text, Field(min_length=1, max_length=1000), AfterValidator(_require_words)]

    @model_validator(mode="after")
    def _check_ranking(self) -> Self:
        if (self.profile is None) == (self.run_ids is None):
            raise ValueError("must have either profile or run_ids")
        return self


class RankingReference(Strict):
    """Ranking that an award was given in: the runs of a profile or chosen runs, and the way they are ranked."""

    profile: str | None
    runs: list[str] | None
    all: bool
    without: list[str]


class AwardOut(Strict, schema_name="Award"):
    """Award by hand. It changes no rating, rank or place.

    `class_hash` is that of an entry of the ranking. `configuration` represented it when the award was given, and is
    null once the lab no longer has it.
    """

    id: uuid.UUID
    ranking: RankingReference
    class_hash: str
    configuration: NumberedName | None
    configuration_name: str
    title: str
    reason: str
    author: str | None
    created_at: Moment
    withdrawn_at: Moment | None
    withdrawn_by: str | None


class AwardPage(Listing[AwardOut]):
    """One page of awards."""
