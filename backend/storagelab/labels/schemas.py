"""Bodies and answers about labels."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated, Self

from pydantic import AfterValidator, Field, model_validator

from storagelab.domain.labels import MAX_LABELS, RESERVED_PREFIX, has_reserved_key
from storagelab.http.labels import LabelsShown, LabelsToSet, LabelText
from storagelab.http.listing import Listing
from storagelab.http.schemas import Strict


def _check_removable(text: str) -> str:
    if has_reserved_key(text):
        raise ValueError(f"labels that begin with {RESERVED_PREFIX} are the lab's own")
    return text


class LabelledCollection(StrEnum):
    """Collections whose objects can have labels."""

    RUNS = "runs"
    JOBS = "jobs"
    CAMPAIGNS = "campaigns"
    CONFIGURATIONS = "configurations"
    SERVERS = "servers"
    CONTROLLERS = "controllers"
    DRIVES = "drives"
    ARRAYS = "arrays"


class LabelsUpdate(Strict):
    """Labels to remove, as `key` or `key=value`, and to add with their values, null for none, in this order.

    Labels that others change meanwhile stay. Case is ignored in keys and values. A key that is there already gets the
    new value.
    """

    add: LabelsToSet = Field(default_factory=dict)
    remove: Annotated[list[Annotated[LabelText, AfterValidator(_check_removable)]], Field(max_length=MAX_LABELS)] = (
        Field(default_factory=list)
    )

    @model_validator(mode="after")
    def _check_something(self) -> Self:
        if not self.add and not self.remove:
            raise ValueError("must name labels to add or to remove")
        return self


class Labels(Strict):
    """All labels of one object, sorted by key."""

    labels: LabelsShown


class LabelUse(Strict):
    """A label as it is mostly written, and how many objects have it. `value` is null for a key without one."""

    key: str
    value: str | None
    count: int


class LabelUsePage(Listing[LabelUse]):
    """One page of the labels that are in use, those of most objects first."""
