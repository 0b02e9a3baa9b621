"""The API's schemas of alerts, and of hardware that contradicts itself. Unknown is null."""

from __future__ import annotations

from typing import Literal

from storagelab.http.listing import Listing
from storagelab.http.schemas import NumberedName, Strict
from storagelab.inventory.hardware_schemas import ComponentLink

Severity = Literal["critical", "warning", "notice"]
AlertKind = Literal[
    "server_unreachable",
    "server_quarantined",
    "host_key_unconfirmed",
    "drive_failing",
    "drive_wearing_out",
    "array_not_optimal",
    "battery_not_optimal",
    "link_narrowed",
    "tool_missing",
    "conflict",
    "enrolment_void",
]


class Alert(Strict):
    """One fault or risk of the hardware, in a sentence, and where it is."""

    severity: Severity
    kind: AlertKind
    message: str
    link: ComponentLink
    server: NumberedName | None


class AlertCounts(Strict):
    """Number of alerts of each severity."""

    critical: int
    warning: int
    notice: int


class AlertPage(Listing[Alert]):
    """One page of alerts, the worst first. `counts` are of all pages."""

    counts: AlertCounts


class InventoryConflict(Strict):
    """Components that cannot all be what they claim to be, or are one thing seen twice. Nothing was merged."""

    kind: Literal["same_identity", "same_serial", "same_controller", "same_machine"]
    message: str
    components: list[ComponentLink]
    servers: list[NumberedName]


class InventoryConflictPage(Listing[InventoryConflict]):
    """One page of the conflicts of now. `truncated` is true where there are more of one kind than are looked for."""

    truncated: bool
