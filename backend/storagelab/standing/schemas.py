"""What clients say when they decide about a run."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from storagelab.http.schemas import Strict, Text


class InvalidIn(Strict):
    """Why the figures of a run may not be used, in words that its readers will see."""

    reason: Annotated[Text, Field(min_length=3, max_length=1000)]
