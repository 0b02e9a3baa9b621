"""API schemas of findings. Unknown is null; a workload has a key only where the source states it."""

from __future__ import annotations

import datetime as dt
import uuid
from typing import Annotated, ClassVar, Literal, Self

from pydantic import AfterValidator, Field, model_validator

from storagelab.domain.finding import FindingOrigin, Relation, Strength
from storagelab.evaluate.finding_matches import Agreement
from storagelab.evaluate.rating_matrix import Rating
from storagelab.http.listing import Listing
from storagelab.http.optimistic_locking import Edit
from storagelab.http.schemas import Line, NumberedName, Strict, Text

MAX_LINKED_RUNS = 48
#: How sure a person can be: a test belongs to computed findings alone.
WrittenStrength = Literal["clear", "slight", "stated"]
WorkloadKey = Literal[
    "pattern", "block", "read", "qd", "threads", "size", "set", "operation", "file_system", "metric"
]  # fmt: skip
RunReferences = Annotated[list[Annotated[Line, Field(min_length=1, max_length=64)]], Field(max_length=MAX_LINKED_RUNS)]


def _require_words(value: str) -> str:
    if not value:
        raise ValueError("must not be blank")
    return value


Words = Annotated[Line, Field(min_length=1, max_length=300), AfterValidator(_require_words)]
WorkloadText = Annotated[Line, Field(min_length=1, max_length=100), AfterValidator(_require_words)]
Workload = dict[WorkloadKey, WorkloadText]


class FindingFields(Strict):
    """Content of a finding. `value` is in `unit`; `x` is times the object."""

    relation: Relation
    subject: Words
    object: Words | None = None
    test: Words | None = None
    workload: Workload = Field(default_factory=dict)
    raid_level: Annotated[Words, Field(max_length=40)] | None = None
    state: Annotated[Words, Field(max_length=40)] | None = None
    value: float | None = None
    unit: Annotated[Words, Field(max_length=40)] | None = None
    strength: WrittenStrength = "stated"
    source_title: Words | None = None
    place: Words | None = None
    note: Annotated[Text, Field(min_length=1, max_length=2000)] | None = None


class FindingCreate(FindingFields):
    """A finding written by hand, or one that a source states, with its title in `source_title`.

    `subject_runs` and `object_runs` are ids or numbers of the runs that measured either side.
    """

    origin: Literal["written", "published"] = "written"
    subject_runs: RunReferences = Field(default_factory=list)
    object_runs: RunReferences = Field(default_factory=list)

    @model_validator(mode="after")
    def _check_parts(self) -> Self:
        if self.origin == "published" and self.source_title is None:
            raise ValueError("source_title is needed for a published finding")
        check_parts(self.relation, self.object, self.value, self.unit)
        return self


class FindingUpdate(Edit):
    """Fields of a finding to change. `before` may have their earlier values as their writer read them."""

    clearable: ClassVar[frozenset[str]] = frozenset(
        {"object", "test", "raid_level", "state", "value", "unit", "source_title", "place", "note"}
    )

    relation: Relation | None = None
    subject: Words | None = None
    object: Words | None = None
    test: Words | None = None
    workload: Workload | None = None
    raid_level: Annotated[Words, Field(max_length=40)] | None = None
    state: Annotated[Words, Field(max_length=40)] | None = None
    value: float | None = None
    unit: Annotated[Words, Field(max_length=40)] | None = None
    strength: WrittenStrength | None = None
    source_title: Words | None = None
    place: Words | None = None
    note: Annotated[Text, Field(min_length=1, max_length=2000)] | None = None
    subject_runs: RunReferences | None = None
    object_runs: RunReferences | None = None


#: Relations without a meaning unless they name an object, and those that need a number.
_NEED_OBJECT = frozenset(
    {"ahead_of", "behind", "times", "at_least_times", "about_times", "limited_by", "recommended", "not_recommended"}
)
_NEED_VALUE = frozenset({"times", "at_least_times", "about_times"})


def check_parts(relation: Relation, other: str | None, value: float | None, unit: str | None) -> None:
    """Raise ValueError for a relation without its object or value, and for a unit without a value."""
    if relation in _NEED_OBJECT and other is None:
        raise ValueError(f"object is needed for the relation {relation}")
    if relation in _NEED_VALUE and (value is None or unit != "x"):
        raise ValueError(f"value is needed for the relation {relation}, with the unit x")
    if unit is not None and value is None:
        raise ValueError("unit is given without a value")


class FindingLink(Strict):
    """A run of a finding: of its subject, of its object, or the one it was filed with.

    `id` and `title` are null for a run that was removed. `reason` is that of the decision not to count it.
    """

    side: Literal["subject", "object", "source"]
    id: uuid.UUID | None
    number: str
    title: str | None
    validity: Literal["counted", "invalid", "trashed", "removed"]
    reason: str | None


class FindingOut(Strict, schema_name="Finding"):
    """One finding with its sentence.

    A finding does not count when one of its runs is invalid, in the trash or removed. `excluded` is the reason. It is
    shown with that reason and left out of ratings. `value_kind`, `printed` and `source_reads` belong to printed
    figures. The last are the damaged characters that one was reconstructed from.
    """

    id: uuid.UUID
    number: str
    origin: FindingOrigin
    sentence: str
    relation: Relation
    subject: str
    object: str | None
    test: str | None
    workload: dict[str, str]
    raid_level: str | None
    state: str | None
    value: float | None
    unit: str | None
    value_kind: str | None
    printed: str | None
    source_reads: str | None
    strength: Strength
    source_title: str | None
    place: str | None
    ordinal: int | None
    note: str | None
    runs: list[FindingLink]
    counted: bool
    excluded: str | None
    author: str | None
    created_at: dt.datetime
    edited_at: dt.datetime | None
    may_change: bool


class FindingPage(Listing[FindingOut]):
    """One page of findings."""


class RatingCellOut(Strict, schema_name="RatingCell"):
    """Rating of a configuration. `findings` are the numbers of the findings behind it."""

    rating: Rating
    strength: Strength | None
    findings: list[str]


class RatingRowOut(Strict, schema_name="RatingRow"):
    """A test at one RAID level, with a cell for each configuration. Null where no finding speaks of it."""

    test: str
    raid_level: str | None
    cells: list[RatingCellOut | None]


class RatingMatrixOut(Strict, schema_name="RatingMatrix"):
    """Ratings of configurations by test and RAID level.

    `excluded_count` findings are left out because their runs do not count. `sentences` has the sentence of each finding
    in a cell by its number.
    """

    configurations: list[str]
    levels: list[str | None]
    rows: list[RatingRowOut]
    finding_count: int
    excluded_count: int
    sentences: dict[str, str]


class RatioCheckOut(Strict, schema_name="RatioCheck"):
    """The measured ratio subject / object at one shared workload beside the ratio of a finding."""

    subject: str
    object: str
    workload: str
    metric: str
    ratio: float
    approximate: bool
    agreement: Agreement


class FindingMatchOut(Strict, schema_name="FindingMatch"):
    """A finding about compared runs: which of them are its subject and its object, and how measured ratios fit it.

    `agreement` is over all checks, null where nothing could be checked.
    """

    finding: FindingOut
    subjects: list[str]
    objects: list[str]
    agreement: Agreement | None
    checks: list[RatioCheckOut]


class FindingMatches(Strict):
    """The findings about compared runs, those with checked ratios first."""

    runs: list[NumberedName]
    items: list[FindingMatchOut]
    total_count: int


class FindingSource(Strict):
    """A source of findings, and how many it has."""

    title: str
    count: int


class FindingSources(Strict):
    """The sources of findings in order of their titles."""

    items: list[FindingSource]
