"""Schemas of decisions about runs."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field, ValidationInfo, field_validator

from storagelab.http.schemas import Strict, Text

_MIN_CHARACTERS = 3


class ValidityUpdate(Strict):
    """The validity of a run. An invalid one needs a reason, in words that its readers will see."""

    validity: Literal["valid", "invalid"]
    reason: Annotated[Text, Field(max_length=1000)] | None = Field(default=None, validate_default=True)

    @field_validator("reason")
    @classmethod
    def _check_reason(cls, value: str | None, info: ValidationInfo) -> str | None:
        reason = (value or "").strip()
        if info.data.get("validity") == "invalid" and len(reason) < _MIN_CHARACTERS:
            raise ValueError(f"must give a reason of at least {_MIN_CHARACTERS} characters for an invalid run")
        return reason or None
