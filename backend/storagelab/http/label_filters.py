"""The parameter `label` of lists."""

from __future__ import annotations

from typing import Annotated

from fastapi import Query

from storagelab.domain.labels import MAX_LABELS
from storagelab.http.labels import LabelText

LabelFilter = Annotated[
    list[LabelText] | None,
    Query(
        alias="label",
        max_length=MAX_LABELS,
        description="A label: `key` with any value, or `key=value`. Case is ignored. Repeat it to require several",
    ),
]
