"""Configurations as a list shows them: hardware in a few words, and the results of one workload."""

from __future__ import annotations

import datetime as dt
import uuid
from typing import Literal

from storagelab.http.listing import Listing
from storagelab.http.schemas import NumberedName, Strict
from storagelab.results.schemas import ConfigurationOrigin


class WorkloadPattern(Strict):
    """One access pattern, regardless of its queue depth."""

    block_bytes: int
    read_percent: float
    random_percent: float


class MeasuredWorkload(WorkloadPattern):
    """An access pattern, and how many configurations have results of it."""

    configuration_count: int


class MeasuredWorkloads(Strict):
    """The access patterns that were measured, those of most configurations first."""

    items: list[MeasuredWorkload]


class ConfigurationResult(Strict):
    """IOPS of the newest valid runs of a configuration: the best of each, oldest first, with their median and range.

    `run` is the number of the newest one.
    """

    run: str
    median: float
    low: float
    high: float
    values: list[float]


class ConfigurationRow(Strict):
    """A configuration in a few words. Unknown values, and those that do not apply, are null.

    `firmware` is that of the controllers, or of the drives where there is no controller. `is_in_place` is false once
    another configuration was measured on the same drives, or the inventory of the server changed. `result` is null
    without valid runs of the workload.
    """

    id: uuid.UUID
    number: str
    name: str
    origin: ConfigurationOrigin
    controller: str | None
    drives: str | None
    level: str | None
    strip: str | None
    write_policy: str | None
    condition: str | None
    over_provisioning: str | None
    firmware: str | None
    firmware_of: Literal["controller", "drives"] | None
    server: NumberedName | None
    is_in_place: bool
    is_measuring: bool
    run_count: int
    last_run_at: dt.datetime | None
    result: ConfigurationResult | None
    unknown_count: int


class ConfigurationRowPage(Listing[ConfigurationRow]):
    """One page of configurations with the results of one workload, null where nothing was measured yet."""

    workload: WorkloadPattern | None
