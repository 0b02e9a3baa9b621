"""Parts of a job as they are stored with it."""

from __future__ import annotations

from typing import Literal, Required, TypedDict


class StoredTarget(TypedDict, total=False):
    """The target of a job as it was submitted: a new file, or drives by their stable ids."""

    kind: Required[Literal["file", "devices"]]
    path: str | None
    size_bytes: int
    copy_to: str | None
    stable_ids: list[str]
    layout: Literal["parallel"]


class RepeatUntilValues(TypedDict):
    """The rule by which a job repeats until its runs agree."""

    cv_percent: float
    at_least: int
