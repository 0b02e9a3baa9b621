"""API schemas of servers and drives. Unknown is null; units end the names."""

from __future__ import annotations

import datetime as dt
import ipaddress
import re
import uuid
from typing import Annotated, Literal, Self

from pydantic import AfterValidator, Field, JsonValue, model_validator

from storagelab.http.labels import LabelsShown
from storagelab.http.listing import Listing
from storagelab.http.schemas import Line, NumberedName, Strict
from storagelab.http.validation_messages import register_pattern_words
from storagelab.inventory.enrolment_schemas import EnrolmentState
from storagelab.inventory.hardware_schemas import HardwareDescription
from storagelab.inventory.server_window_schemas import ServerWindow

Transport = Literal["local", "ssh"]
Discovery = Literal["idle", "requested", "running"]
_HOST_LABEL = re.compile(r"(?!-)[a-z0-9-]{1,63}(?<!-)", re.ASCII | re.IGNORECASE)

Reason = Annotated[Line, Field(min_length=3, max_length=500)]
Fingerprint = Annotated[
    str,
    Field(
        pattern=register_pattern_words(
            r"^SHA256:[A-Za-z0-9+/]{43}$", "must be a fingerprint as ssh-keygen -l prints it: SHA256: and 43 characters"
        ),
        max_length=50,
    ),
]


def check_address(value: str) -> str:
    """Return a host name or an IP literal.

    Raises ValueError for anything else, such as a URL or an address with a port.
    """
    try:
        return str(ipaddress.ip_address(value))
    except ValueError:
        pass
    labels = value.removesuffix(".").split(".")
    if len(value) > 253 or not all(_HOST_LABEL.fullmatch(label) for label in labels) or labels[-1].isdigit():
        raise ValueError("must be a host name such as lab1.example.org, or an IP address")
    return value.lower()


class ServerCreate(Strict):
    """A server to register."""

    name: Annotated[Line, Field(min_length=1, max_length=100)]
    transport: Transport = "ssh"
    address: Annotated[str, Field(min_length=1, max_length=253), AfterValidator(check_address)] | None = None
    port: Annotated[int, Field(ge=1, le=65535)] | None = 22
    username: (
        Annotated[
            str,
            Field(
                pattern=register_pattern_words(
                    r"^[a-z_][a-z0-9_.-]{0,31}$",
                    "must be an account: 1 to 32 lower case letters, digits and _ . -, beginning with a letter or _",
                )
            ),
        ]
        | None
    ) = None
    host_key_fingerprint: Fingerprint | None = None

    @model_validator(mode="after")
    def _check_transport(self) -> Self:
        if self.transport == "ssh" and (self.address is None or self.username is None or self.port is None):
            raise ValueError("a server reached by ssh needs address, port and username")
        if self.transport == "local" and (self.address or self.username or self.host_key_fingerprint):
            raise ValueError("the machine the lab runs on takes no address, username or host_key_fingerprint")
        return self


class HostKeyConfirmation(Strict):
    """The fingerprint of the offered host key, as it was read on the server itself."""

    fingerprint: Fingerprint


class ServerRelease(Strict):
    """Release of a server from quarantine: the reason for the audit log."""

    reason: Reason


class ServerResync(Strict):
    """`name` is the name of the server, typed again."""

    name: Annotated[Line, Field(min_length=1, max_length=100)]
    reason: Reason


class UnknownAttempt(Strict):
    """An attempt or a process on the server that this lab does not know or cannot drive."""

    attempt_id: str | None
    message: str


class EnrolmentCounts(Strict):
    """Number of enrolled drives of a server, by state. Withdrawn ones are not counted."""

    proposed: int
    active: int
    void: int


class LastError(Strict):
    """Error because of which the server could not be reached or read last."""

    kind: str
    message: str


class BusyWith(Strict):
    """Work that occupies the server."""

    run_number: str
    job_number: str


class ToolState(Strict):
    """A program of a server at the last discovery. `message` states why it is not `ok`."""

    state: str
    version: str | None
    message: str | None


class ServerOut(Strict, schema_name="Server"):
    """A registered server."""

    id: uuid.UUID
    number: str
    name: str
    transport: Transport
    address: str | None
    port: int | None
    username: str | None
    state: str
    state_reason: str | None
    host_key_fingerprint: str | None
    offered_host_key_fingerprint: str | None
    lab_public_key: str | None
    runner_version: str | None
    runner_sha256: str | None
    fio_version: str | None
    vdbench_version: str | None
    #: The reason why Vdbench cannot be started there, with its remedy. Null when it can, or was never requested.
    vdbench_problem: str | None
    os_name: str | None
    kernel: str | None
    architecture: str | None
    cpu_model: str | None
    cpu_sockets: int | None
    cpu_cores: int | None
    cpu_threads: int | None
    memory_bytes: int | None
    product_name: str | None
    clock_offset_ms: float | None
    warnings: list[str]
    last_error: LastError | None
    discovery: Discovery
    discovered_at: dt.datetime | None
    last_seen_at: dt.datetime | None
    created_at: dt.datetime
    drive_count: int
    busy_with: BusyWith | None
    #: True when loop devices replace drives there, as the server itself reports. Null when it has not been read.
    sandbox: bool | None
    #: How the runner starts its supervisor there, `systemd` or `setsid`.
    launch: str | None
    enrolments: EnrolmentCounts
    unknown_attempts: list[UnknownAttempt]
    resync_requested: bool
    #: The window that is on, or else the next one.
    maintenance: ServerWindow | None
    #: The reservation that is on, or else the next one.
    reservation: ServerWindow | None
    board_name: str | None
    bios_version: str | None
    owner: str | None
    note: str
    labels: LabelsShown
    manual: dict[str, str]
    #: Programs of the server at the last discovery, by name.
    tools: dict[str, ToolState]
    health_check_hours: int | None
    health_check_due_at: dt.datetime | None


class DriveEnrolment(Strict):
    """Enrolment of a drive: permission to destroy it, as far as is known. The server decides."""

    id: uuid.UUID
    state: EnrolmentState
    void_reason: str | None
    expires_at: dt.datetime | None


class HealthValues(Strict):
    """Health values that a drive reports. Bytes and counts are since it was made. Percentages may be above 100."""

    passed: bool | None
    used_percent: float | None
    spare_percent: float | None
    spare_threshold_percent: float | None
    written_bytes: int | None
    read_bytes: int | None
    media_written_bytes: int | None
    power_on_hours: int | None
    power_cycles: int | None
    unsafe_shutdowns: int | None
    temperature_c: float | None
    throttled_minutes: int | None
    media_errors: int | None
    reallocated_sectors: int | None
    pending_sectors: int | None
    link_errors: int | None
    warnings: list[str]


class DriveOut(HardwareDescription, schema_name="Drive"):
    """A drive that a server showed. `in_use_reasons` shows what used it at the last discovery.

    One behind a RAID controller has no kernel name and no path, but a `location`. `identity` is the same in every
    server that the same piece was seen in.
    """

    id: uuid.UUID
    number: str
    server_id: uuid.UUID
    server: NumberedName
    controller: NumberedName | None
    enclosure_id: uuid.UUID | None
    arrays: list[NumberedName]
    identity: str | None
    kernel_name: str | None
    path: str | None
    location: str | None
    slot: str | None
    stable_id: str | None
    stable_ids: list[str]
    vendor: str | None
    model: str | None
    serial: str | None
    wwn: str | None
    firmware: str | None
    size_bytes: int | None
    logical_block_bytes: int | None
    physical_block_bytes: int | None
    rotational: bool | None
    transport: str | None
    medium: str | None
    rotation_rpm: int | None
    drive_state: str | None
    link_speed_gts: float | None
    link_width: int | None
    health: HealthValues
    settings: dict[str, JsonValue]
    mountpoints: list[str]
    filesystem: str | None
    in_use_reasons: list[str]
    protected: bool
    enrolment: DriveEnrolment | None


class ServerPage(Listing[ServerOut]):
    """One page of servers."""


class DrivePage(Listing[DriveOut]):
    """One page of drives."""
