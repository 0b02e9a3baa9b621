"""Changes of some fields with optimistic locking.

Of two people who change one thing at once the second gets an error, and overwrites nothing.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping
from typing import Annotated, Any, ClassVar, Self

from pydantic import Field, JsonValue, model_validator

from storagelab.errors import Conflict
from storagelab.http.schemas import Strict


class Patch(Strict):
    """Fields to change; one that is absent stays as it is. Only those named `clearable` may be null."""

    clearable: ClassVar[frozenset[str]] = frozenset()

    @model_validator(mode="after")
    def _check_nulls(self) -> Self:
        for name in self.model_fields_set - self.clearable:
            if getattr(self, name) is None:
                raise ValueError(f"{name} cannot be null: leave it out to keep its value")
        return self

    def changes(self) -> dict[str, object]:
        """Return the fields that the body changes, with their new values."""
        return {name: getattr(self, name) for name in type(self).model_fields if name in self.model_fields_set}


class Edit(Patch):
    """A change that may carry the earlier values of its fields, as its writer read them, in `before`.

    Where one of those fields was changed by another person meanwhile, nothing is changed.
    """

    before: Annotated[dict[str, JsonValue], Field(max_length=20)] = Field(default_factory=dict)

    @model_validator(mode="after")
    def _check_before(self) -> Self:
        for name in self.before:
            if name == "before" or name not in self.model_fields_set:
                raise ValueError(f"before: {name[:100]!r} is not one of the fields to change")
        return self

    def changes(self) -> dict[str, object]:
        """Return the fields that the body changes, with their new values, without `before`."""
        return {name: value for name, value in super().changes().items() if name != "before"}


def refuse_overtaken(
    name: str, now: Mapping[str, Any], body: Edit, *, by: str | None = None, at: dt.datetime | None = None
) -> None:
    """Raise Conflict where another person has changed a field of the resource `name` meanwhile.

    This is so where the value in `now` is neither the value that the writer of `body` read nor the one they want. `now`
    has the fields of a locked row, in the form of the API. `by` and `at` are the author and the time of its last
    change, where known.
    """
    when = f"at {at.astimezone(dt.UTC):%Y-%m-%dT%H:%M:%SZ}" if at is not None else "meanwhile"
    wanted = body.model_dump(mode="json", include=set(body.before))
    for field, seen in body.before.items():
        if now[field] not in (seen, wanted[field]):
            raise Conflict(
                f"was changed by {by or 'another user'} {when}. Your change is not saved. "
                "Read the present value first.",
                path=field,
                preserved=f"The present values of {name}.",
            )
