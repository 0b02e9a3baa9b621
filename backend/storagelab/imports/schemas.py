"""API schemas of imports. Unknown is null; units end the names."""

from __future__ import annotations

import datetime as dt
import uuid
from typing import Annotated, Literal

from pydantic import Field, model_validator

from storagelab.http.free_objects import ConfigurationSnapshot
from storagelab.http.listing import Listing
from storagelab.http.rest_names import MetricKey, Renamed
from storagelab.http.schemas import Line, Numbered, Strict
from storagelab.profiles.schemas import FileGroupOut

ImportState = Literal["reading", "ready", "storing", "stored", "failed", "discarded"]


class ImportProgress(Renamed):
    """Progress of reading or storing. `note` describes the current step."""

    files_read: int
    files_total: int
    bytes_read: int
    bytes_total: int
    note: str


class ImportFailure(Strict):
    """The reason why an import failed, and what was preserved."""

    message: str
    preserved: str


class StoredRun(Numbered):
    """The run a result was filed as."""

    title: str
    href: str


class ReadMeasurement(Renamed):
    """One job, load step or printed line as it was read. `workload` is one line for people."""

    name: str
    host: str | None
    phase: int
    workload: str | None
    block_bytes: int | None
    read_percent: float | None
    random_percent: float | None
    threads: int | None
    queue_depth: int | None
    outstanding_ios: int | None
    offered_iops: float | None
    iops: float | None
    bandwidth_bytes_per_s: float | None
    latency_mean_ns: float | None
    latency_p99_ns: float | None
    value_kind: str
    printed: str | None
    error: str | None


class ReadSeries(Strict):
    """Curves of one metric and direction: how many jobs have one, and their points together.

    Latencies of a log are called as fio calls them: lat, clat, slat, lat_hist.
    """

    metric: Annotated[str, MetricKey()]
    direction: str
    jobs: int
    points: int


class ImportCurve(Strict):
    """One metric over the longest phase of a result, all jobs together, in equal parts of the time up to `end_ms`."""

    metric: Annotated[str, MetricKey()]
    end_ms: int
    values: list[float | None] = Field(max_length=120)


class ReadNumber(Renamed):
    """One number as it was read: where in the file, its text there, and what it was taken for."""

    place: str = Field(alias="position")
    text: str
    value: float | None
    unit: str | None
    field: str


class ImportResult(Strict):
    """One result found in an upload. `measurements`, `numbers`, `findings` and `members` are its first ones.

    `findings` has sentences. `statements_count` counts them, and all printed figures that were not measured.
    """

    index: int
    format: str
    version: str | None
    title: str
    members: list[str]
    members_count: int
    warnings: list[str]
    duplicate_of: Numbered | None
    run: StoredRun | None
    measurements_count: int
    measurements: list[ReadMeasurement]
    series: list[ReadSeries]
    curve: ImportCurve | None = None
    numbers: list[ReadNumber]
    statements_count: int
    findings: list[str] = Field(default_factory=list)
    suggested_configuration: ConfigurationSnapshot | None


class RefusedFile(Strict):
    """A file that no format knows: what was expected of it, and its first line."""

    name: str
    reason: str
    line: str | None


class ImportOut(Strict, schema_name="Import"):
    """One import with what was found in it.

    `unrecognised` are the first files that no format knows, `refused` the reasons. In lists the results have no
    measurements, numbers and curves. Imports of earlier releases have no `curve`.
    """

    id: uuid.UUID
    number: str
    state: ImportState
    format: str
    title: str
    created_at: dt.datetime
    created_by: str | None
    files: FileGroupOut
    progress: ImportProgress
    error: ImportFailure | None
    unrecognised: list[str]
    unrecognised_count: int
    refused: list[RefusedFile] = Field(default_factory=list)
    warnings: list[str]
    results: list[ImportResult]


class ImportPage(Listing[ImportOut]):
    """One page of imports."""


class ConfigurationChoice(Strict):
    """A configuration there is (`id` takes an id or a number), or the name of one to make of what the files state."""

    id: Annotated[str, Field(min_length=1, max_length=64)] | None = None
    name: Annotated[Line, Field(min_length=1, max_length=200)] | None = None

    @model_validator(mode="after")
    def _check_one(self) -> ConfigurationChoice:
        if (self.id is None) == (self.name is None):
            raise ValueError("either id or name is needed")
        return self


class ImportResultChoice(Strict):
    """Choice for one result: leave it out, give it another title, file it under a configuration."""

    index: Annotated[int, Field(ge=0, le=1_000_000)]
    include: bool = True
    title: Annotated[Line, Field(min_length=1, max_length=200)] | None = None
    configuration: ConfigurationChoice | None = None


class ImportSelection(Strict):
    """Selection of results to store. Without `results`, all of them are stored unchanged."""

    results: Annotated[list[ImportResultChoice], Field(max_length=10_000)] | None = None


class ImportCreate(Strict):
    """The fields of an upload beside its files, and the files themselves as (name, SHA-256)."""

    format: Annotated[Line, Field(min_length=1, max_length=50)] = "auto"
    title: Annotated[Line, Field(max_length=200)] = ""
    configuration_id: Annotated[str, Field(min_length=1, max_length=64)] | None = None
    store: Literal["true", "false"] = "false"
    contents: list[tuple[str, str]]
