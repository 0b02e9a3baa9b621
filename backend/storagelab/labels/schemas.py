"""What the API says about labels."""

from __future__ import annotations

from typing import Annotated, Self

from pydantic import Field, model_validator

from storagelab.http.schemas import Strict
from storagelab.inventory.hardware_schemas import MAX_TAGS, Tags


class LabelsIn(Strict):
    """Labels to take away and to add, in this order: what others add or take away meanwhile stays as they want it.

    Labels are the same whatever their case; of one that is there already nothing changes.
    """

    add: Tags = Field(default_factory=list)
    remove: Tags = Field(default_factory=list)

    @model_validator(mode="after")
    def _check_something(self) -> Self:
        if not self.add and not self.remove:
            raise ValueError("must name labels to add or to remove")
        return self


class LabelsOut(Strict):
    """The labels of one object, in the order in which they were added: its `tags`."""

    tags: Annotated[list[str], Field(max_length=MAX_TAGS)]


class LabelUse(Strict):
    """A label as it is mostly written, and how many objects have it."""

    label: str
    count: int


class LabelUses(Strict):
    """Labels that are in use, those of most objects first."""

    items: list[LabelUse]
