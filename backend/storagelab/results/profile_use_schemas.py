"""The API's schemas of the runs of a profile: how they end, on which hardware, and what uses them."""

from __future__ import annotations

from pydantic import Field

from storagelab.http.schemas import NumberedName, Strict


class ProfileVersionUse(Strict):
    """The runs of one version of a profile by their end. `median_rounds` is of those that became steady."""

    version: int
    run_count: int = 0
    steady_count: int = 0
    not_steady_count: int = 0
    finished_count: int = 0
    failed_count: int = 0
    median_rounds: float | None = None


class ProfileConfiguration(Strict):
    """A configuration that a version of a profile was measured on: how often, how long, and the newest run there."""

    version: int
    configuration: NumberedName
    run: str
    run_count: int
    median_seconds: float | None


class ProfileUse(Strict):
    """The use of a profile by runs, campaigns and permalinks. Runs in the trash are not counted.

    `configurations` are those with valid runs of full length. They and `versions` have the newest first, `waiting` are
    runs in the queue. Lists name the newest. The counts are of all.
    """

    run_count: int
    versions: list[ProfileVersionUse]
    configurations: list[ProfileConfiguration] = Field(max_length=20)
    campaigns: list[NumberedName] = Field(max_length=5)
    campaign_count: int
    permalinks: list[NumberedName] = Field(max_length=5)
    permalink_count: int
    waiting: list[str] = Field(max_length=5)
    waiting_count: int
