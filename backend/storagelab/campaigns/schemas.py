"""REST bodies of campaigns that clients submit."""

from __future__ import annotations

import datetime as dt
from typing import Annotated, Any, Literal, Self

from pydantic import Field, field_validator, model_validator

from storagelab.domain.campaign_deadlines import Measure
from storagelab.domain.campaign_values import Choice
from storagelab.http.labels import LabelsToSubmit
from storagelab.http.rest_names import Renamed
from storagelab.http.schemas import Line, Moment, Strict, Text
from storagelab.planning.operation_schemas import BlockBytes
from storagelab.planning.repeat_schemas import MAX_REPEATS, RepeatUntil
from storagelab.planning.schemas import ConditioningChoice, FileSize, SavedProfileSelection, StableId

MAX_CONFIGURATIONS = 100
MAX_WORKLOADS = 50
MAX_CELLS = 400
MAX_DRIVES = 64
MAX_SERVERS = 20
LAST_YEAR = 9000
#: How long people have to decide, in seconds.
SHORTEST_DECISION, LONGEST_DECISION = 60, 30 * 86_400

Layout = Literal["file", "device", "jbod", "raid0", "raid1", "raid5", "raid6", "raid10"]
#: Requested states of an array during its measurement.
Condition = Literal["optimal", "degraded", "rebuilding"]
CampaignState = Literal["planned", "running", "waiting_for_decision", "paused", "finished", "cancelled"]
CellState = Literal["impossible", "planned", "waiting", "running", "measured", "failed", "not_measured", "withheld"]
Percent = Annotated[int, Field(ge=0, le=90)]
DriveCount = Annotated[int, Field(ge=1, le=MAX_DRIVES)]
ModelName = Annotated[Line, Field(min_length=1, max_length=200)]
Serials = Annotated[list[Annotated[Line, Field(max_length=100)]], Field(max_length=MAX_DRIVES)]
ServerReference = Annotated[str, Field(min_length=1, max_length=64)]


def _list_default_conditions() -> list[Condition]:
    return ["optimal"]


class DriveSelection(Renamed):
    """Drives that a campaign may use: exactly one of `stable_ids`, `any` and `max_count`.

    `any` needs that many, and `max_count` takes up to that many. Both choose late, among enrolled drives whose serial
    number is in `confirm_serials`. With `same_set_preferred` every configuration takes the first drives of one set, so
    that few drives need conditioning. Without it drives take turns.
    """

    stable_ids: Annotated[list[StableId], Field(min_length=1, max_length=MAX_DRIVES)] | None = None
    any: DriveCount | None = None
    count_at_most: DriveCount | None = None
    same_set_preferred: bool = True

    @model_validator(mode="after")
    def _check_one(self) -> Self:
        if sum(choice is not None for choice in (self.stable_ids, self.any, self.count_at_most)) != 1:
            raise ValueError("must have exactly one of stable_ids, any and max_count")
        return self


class CampaignConfiguration(Strict):
    """Row of a campaign: `drives` drives as JBOD or a software array, a file of `size_bytes`, or devices as they are.

    With `controllers` the drives are taken evenly from that number of the server's controllers. With `model` only
    drives of that model are taken. The layout `device` names block devices of the server in `stable_ids`: drives, or
    the virtual drives of a controller. They are loaded in parallel, and no array is made of them or taken apart.
    `copy_to` is a new path on another file system. A file needs it for workloads that copy there. The other layouts do
    not use it.
    """

    name: Annotated[Line, Field(min_length=1, max_length=100)] | None = None
    layout: Layout
    drives: DriveCount = 1
    chunk_bytes: BlockBytes | None = None
    over_provisioned_percent: Percent = 0
    size_bytes: FileSize | None = None
    copy_to: Annotated[str, Field(min_length=1, max_length=1024)] | None = None
    controllers: DriveCount | None = None
    stable_ids: Annotated[list[StableId], Field(min_length=1, max_length=MAX_DRIVES)] | None = None
    model: ModelName | None = None

    @model_validator(mode="after")
    def _check_layout(self) -> Self:
        if (self.layout == "file") != (self.size_bytes is not None):
            raise ValueError("must have size_bytes for the layout file, and for no other")
        if (self.layout == "device") != (self.stable_ids is not None):
            raise ValueError("must have stable_ids for the layout device, and for no other")
        if self.copy_to is not None and self.layout != "file":
            raise ValueError("must have copy_to only for the layout file")
        if self.stable_ids is not None and len(set(self.stable_ids)) < len(self.stable_ids):
            raise ValueError("stable_ids must not list a drive twice")
        if self.layout == "device" and (self.drives > 1 or self.chunk_bytes or self.over_provisioned_percent):
            raise ValueError(
                "must have neither drives nor chunk_bytes nor over-provisioning: a device is used as it is"
            )
        if self.layout in ("file", "device") and (self.controllers is not None or self.model is not None):
            raise ValueError("must have controllers and model only for layouts that are made of drives")
        return self


class CampaignAxes(Strict):
    """Rows as every combination. Chunks are for the layouts that have them.

    Without `controller_counts` any number of controllers will do. Without `models` drives of any model are taken.
    """

    layouts: Annotated[list[Layout], Field(min_length=1, max_length=7)]
    drive_counts: Annotated[list[DriveCount], Field(min_length=1, max_length=MAX_DRIVES)]
    over_provisioned_percents: Annotated[list[Percent], Field(min_length=1, max_length=10)] = Field(
        default_factory=lambda: [0]
    )
    controller_counts: Annotated[list[DriveCount], Field(min_length=1, max_length=10)] | None = None
    models: Annotated[list[ModelName], Field(min_length=1, max_length=10)] | None = None
    chunk_bytes: BlockBytes | None = None

    @model_validator(mode="after")
    def _check_layouts(self) -> Self:
        for layout in ("file", "device"):
            if layout in self.layouts:
                raise ValueError(f"must not have the layout {layout}, which has no drives to count")
        return self


class CampaignWorkload(Strict):
    """One workload of every configuration."""

    profile: SavedProfileSelection
    label: Annotated[Line, Field(min_length=1, max_length=100)] | None = None


class CampaignServer(Strict):
    """The share of one server in a campaign over several: its drives, and its rows where they are not those of all."""

    server_id: ServerReference
    drives: DriveSelection | None = None
    configurations: Annotated[list[CampaignConfiguration], Field(max_length=MAX_CONFIGURATIONS)] = Field(
        default_factory=list
    )
    axes: CampaignAxes | None = None
    confirm_serials: Serials = Field(default_factory=list)

    @model_validator(mode="after")
    def _check_rows(self) -> Self:
        if self.configurations and self.axes is not None:
            raise ValueError("must not have both configurations and axes")
        return self

    @property
    def has_rows(self) -> bool:
        """Return whether it has rows of its own."""
        return bool(self.configurations) or self.axes is not None


class CampaignCreate(Strict):
    """Campaign: every configuration under every workload, in every state of its array.

    It is over one server (`server_id`, `drives`, `confirm_serials`) or over several (`servers`), which work side by
    side. A campaign that writes to drives names in `confirm_serials` the whole serial number of every drive that may be
    used. `accept` are measures by which the plan may be made shorter. The dry run shows what each of them saves.
    `accept_wear` lets its jobs use more of the endurance of their drives than the lab allows one job by default. With
    `repeat_until` the runs of a cell follow one another until they agree. `repeats` is then their maximum. A campaign
    that requests a decision about a change waits for people. With `decide_after_seconds` it waits that long and then
    carries out `decide_with`.
    """

    name: Annotated[Line, Field(min_length=1, max_length=200)]
    note: Annotated[Text, Field(max_length=4000)] = ""
    server_id: ServerReference | None = None
    servers: Annotated[list[CampaignServer], Field(min_length=2, max_length=MAX_SERVERS)] | None = None
    engine: Annotated[str, Field(min_length=1, max_length=50)] = "fio"
    drives: DriveSelection | None = None
    configurations: Annotated[list[CampaignConfiguration], Field(max_length=MAX_CONFIGURATIONS)] = Field(
        default_factory=list
    )
    axes: CampaignAxes | None = None
    states: Annotated[list[Condition], Field(min_length=1, max_length=3)] = Field(
        default_factory=_list_default_conditions
    )
    workloads: Annotated[list[CampaignWorkload], Field(min_length=1, max_length=MAX_WORKLOADS)]
    conditioning: ConditioningChoice = "redo"
    repeats: Annotated[int, Field(ge=1, le=MAX_REPEATS)] = 1
    repeat_until: RepeatUntil | None = None
    priority: Annotated[int, Field(ge=0, le=100)] = 50
    deadline: Moment | None = None
    on_drive_failure: Literal["ask", "redo", "keep_both", "stop"] = "ask"
    decide_after_seconds: Annotated[int, Field(ge=SHORTEST_DECISION, le=LONGEST_DECISION)] | None = None
    decide_with: Choice = "redo"
    confirm_serials: Serials = Field(default_factory=list)
    accept: Annotated[list[Measure], Field(max_length=4)] = Field(default_factory=list)
    accept_wear: bool = False
    labels: LabelsToSubmit = Field(default_factory=dict)

    @model_validator(mode="after")
    def _check_servers(self) -> Self:
        if (self.server_id is None) == (self.servers is None):
            raise ValueError("must have either server_id or servers")
        if self.servers is None:
            _check_share(self)
            return self
        if self.drives is not None or self.confirm_serials:
            raise ValueError("must have drives and confirm_serials with each of its servers")
        if self.configurations and self.axes is not None:
            raise ValueError("must have either configurations or axes")
        for index, share in enumerate(self.servers):
            try:
                _check_share(self.build_child_campaign(index))
            except ValueError as wrong:
                raise ValueError(f"servers.{index} {wrong}") from None
            if share.server_id in [other.server_id for other in self.servers[:index]]:
                raise ValueError(f"servers.{index} is listed twice")
        return self

    @field_validator("deadline")
    @classmethod
    def _check_deadline(cls, deadline: dt.datetime | None) -> dt.datetime | None:
        if deadline is not None and deadline.year >= LAST_YEAR:
            raise ValueError(f"must be before the year {LAST_YEAR}")
        return deadline

    @field_validator("states", "accept")
    @classmethod
    def _check_each_once(cls, names: list[Any]) -> list[Any]:
        if len(set(names)) < len(names):
            raise ValueError("must not list an item twice")
        return names

    @model_validator(mode="after")
    def _check_decision(self) -> Self:
        if self.decide_after_seconds is not None and self.on_drive_failure != "ask":
            raise ValueError("must have decide_after_seconds only where on_drive_failure is ask")
        return self

    @model_validator(mode="after")
    def _check_repeats(self) -> Self:
        if self.repeat_until is not None and self.repeats < self.repeat_until.at_least:
            min_repeats = self.repeat_until.at_least
            raise ValueError(
                f"repeats is the limit of repeat_until and must be its min_repeats ({min_repeats}) or more"
            )
        return self

    @property
    def typical_repeats(self) -> int:
        """Return the expected number of runs of a cell: the number requested, or the fewest that can agree."""
        return self.repeat_until.at_least if self.repeat_until is not None else self.repeats

    def build_child_campaign(self, index: int) -> CampaignCreate:
        """Return the campaign of the server at `index` in the list of servers."""
        share = (self.servers or [])[index]
        return self.model_copy(
            update={
                "server_id": share.server_id,
                "servers": None,
                "drives": share.drives,
                "confirm_serials": share.confirm_serials,
                "configurations": share.configurations if share.has_rows else self.configurations,
                "axes": share.axes if share.has_rows else self.axes,
            }
        )


def _check_share(body: CampaignCreate) -> None:
    """Raise ValueError for configurations or axes that are invalid for one server."""
    if bool(body.configurations) == (body.axes is not None):
        raise ValueError("must have either configurations or axes")
    layouts = (
        body.axes.layouts if body.axes is not None else [configuration.layout for configuration in body.configurations]
    )
    if body.drives is None and any(layout not in ("file", "device") for layout in layouts):
        raise ValueError("must have drives for every layout but file and device")


class CampaignDecision(Strict):
    """The answer to a campaign's question."""

    choice: Choice
