"""What clients say when they decide about a run."""

from __future__ import annotations

from typing import Annotated

from pydantic import AfterValidator, Field

from storagelab.http.schemas import Strict, Text

_LEAST = 3


def _say_something(value: str) -> str:
    reason = value.strip()
    if len(reason) < _LEAST:
        raise ValueError(f"must say why, in {_LEAST} characters at least")
    return reason


class InvalidIn(Strict):
    """Why the figures of a run may not be used, in words that its readers will see."""

    reason: Annotated[Text, Field(min_length=_LEAST, max_length=1000), AfterValidator(_say_something)]
