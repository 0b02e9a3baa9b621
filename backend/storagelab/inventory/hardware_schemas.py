"""API schemas of controllers, enclosures and arrays, and of manual facts. Unknown is null."""

from __future__ import annotations

import datetime as dt
import uuid
from typing import Annotated, Literal

from pydantic import Field, JsonValue

from storagelab.http.labels import LabelsShown, LabelsToSet
from storagelab.http.listing import Listing
from storagelab.http.optimistic_locking import Edit
from storagelab.http.schemas import Line, NumberedName, Strict, Text

Lifecycle = Literal["in_service", "spare", "retired"]
Component = Literal["server", "controller", "drive", "array"]
MAX_MANUAL = 50
#: A year; a server that is checked less often has no schedule.
MAX_CHECK_HOURS = 24 * 366

Manual = Annotated[
    dict[Annotated[Line, Field(min_length=1, max_length=100)], Annotated[Text, Field(max_length=1000)]],
    Field(max_length=MAX_MANUAL),
]
Note = Annotated[Text, Field(max_length=4000)]
Owner = Annotated[Line, Field(min_length=1, max_length=200)]
CheckHours = Annotated[int, Field(ge=1, le=MAX_CHECK_HOURS)]


class ComponentUpdate(Edit):
    """Manual facts of a component, beside the collected ones."""

    lifecycle: Lifecycle | None = None
    note: Note | None = None
    labels: LabelsToSet | None = None
    manual: Manual | None = None


class DriveUpdate(ComponentUpdate):
    """Decisions of the lab about a drive: a protected one is never written, enrolled or not (role admin)."""

    protected: bool | None = None


class ServerUpdate(Edit):
    """Manual facts of a server, beside the collected ones. `health_check_hours` null ends its schedule."""

    clearable = frozenset({"owner", "health_check_hours"})

    owner: Owner | None = None
    note: Note | None = None
    labels: LabelsToSet | None = None
    manual: Manual | None = None
    health_check_hours: CheckHours | None = None


class ComponentLink(NumberedName):
    """A piece of any kind, and which kind it is."""

    component: Component


class HardwareDescription(Strict):
    """When a piece was seen, and what people wrote down beside what was collected."""

    present: bool
    first_seen_at: dt.datetime
    last_seen_at: dt.datetime
    lifecycle: Lifecycle
    note: str
    labels: LabelsShown
    manual: dict[str, str]


class ControllerOut(HardwareDescription, schema_name="Controller"):
    """A RAID controller, HBA or other function that drives are attached to.

    `link_narrowed` is true if its slot limits it.
    """

    id: uuid.UUID
    number: str
    server: NumberedName
    key: str
    kind: str
    vendor: str | None
    model: str | None
    serial: str | None
    firmware: str | None
    driver: str | None
    driver_version: str | None
    pci_address: str | None
    link_speed_gts: float | None
    link_width: int | None
    max_link_speed_gts: float | None
    max_link_width: int | None
    link_narrowed: bool | None
    numa_node: int | None
    cache_bytes: int | None
    battery: str | None
    cache_module: str | None
    settings: dict[str, JsonValue]
    drive_count: int
    array_count: int


class CachePolicy(Strict):
    """A cache policy: what was requested, and what is in effect."""

    requested: str | None
    effective: str | None


class ArrayMember(Strict):
    """One member of an array, in its order. `link` is the drive or array that it is, null where it is not known."""

    kind: str
    key: str
    slot: int | None
    state: str | None
    link: ComponentLink | None


class ArrayOut(HardwareDescription, schema_name="Array"):
    """A virtual drive built by a controller or by the kernel. `drive` is the block device it appears as.

    `redundancy` is `no redundancy left` of a degraded one that could not lose another member, null where it could, or
    where its members do not show it.
    """

    id: uuid.UUID
    number: str
    server: NumberedName
    controller: NumberedName | None
    drive: NumberedName | None
    key: str
    name: str
    kernel_name: str | None
    implementation: str
    stable_id: str | None
    level: str | None
    drive_count: int | None
    strip_bytes: int | None
    size_bytes: int | None
    condition: str | None
    activity: str | None
    progress_percent: float | None
    policies: dict[str, CachePolicy]
    members: list[ArrayMember]
    settings: dict[str, JsonValue]
    redundancy: str | None = None


class ControllerPage(Listing[ControllerOut]):
    """One page of controllers."""


class ArrayPage(Listing[ArrayOut]):
    """One page of arrays."""
