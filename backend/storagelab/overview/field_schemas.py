"""Fields of queries and completions, as REST shows them."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from storagelab.http.listing import Listing
from storagelab.http.schemas import Strict
from storagelab.overview.query_lists import ListName
from storagelab.query.fields import FieldGroup, FieldType


class FieldDescription(Strict):
    """One field of a query. Numbers are compared in `unit`, which is null for those that only count."""

    name: str
    aliases: list[str]
    #: The heading of its column in a table.
    title: str
    type: FieldType
    #: The thing that it describes: what is listed, or of a run its configuration, a workload or a figure.
    group: FieldGroup
    unit: str | None
    description: str
    example: str
    #: Units that a number can be written with.
    units: list[str]
    #: The values that a choice can have. Empty where others are possible.
    choices: list[str]


class FieldDescriptionPage(Listing[FieldDescription]):
    """All fields of queries over a list."""


class QueryProposal(Strict):
    """A text that can be inserted. `count` is the number of rows with this value, null where they are not counted."""

    kind: Literal["field", "value"]
    text: str
    description: str
    count: int | None


class QueryCompletion(Strict):
    """The texts that can replace the characters from `start` up to `end`. `field` is set where a value is typed."""

    start: int
    end: int
    field: str | None
    proposals: list[QueryProposal] = Field(max_length=50)


class QueryMatch(Strict):
    """The number of rows of a list that a query finds."""

    list: ListName
    count: int


class QueryMatches(Strict):
    """The lists that have all fields and values of a query. Words alone are counted only in a list that is named."""

    items: list[QueryMatch]
