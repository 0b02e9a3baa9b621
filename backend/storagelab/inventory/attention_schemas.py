"""What the API says about what somebody should look at."""

from __future__ import annotations

from typing import Literal

from storagelab.http.schemas import Strict
from storagelab.inventory.hardware_schemas import PieceLink, PieceRef

Severity = Literal["critical", "warning", "notice"]
AttentionKind = Literal[
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


class AttentionItem(Strict):
    """One thing that somebody should look at, in a sentence, and where it is."""

    severity: Severity
    kind: AttentionKind
    message: str
    link: PieceLink
    server: PieceRef | None


class AttentionCounts(Strict):
    """How many things there are of each severity."""

    critical: int
    warning: int
    notice: int


class AttentionOut(Strict):
    """What somebody should look at, the worst first; `counts` are of all of it, shown or not."""

    items: list[AttentionItem]
    counts: AttentionCounts


class ConflictOut(Strict):
    """Pieces that cannot all be what they say, or are one thing seen twice. Nothing was merged."""

    kind: Literal["same_identity", "same_serial", "same_controller", "same_machine"]
    message: str
    pieces: list[PieceLink]
    servers: list[PieceRef]


class ConflictsOut(Strict):
    """Every conflict that is there now; `truncated` says that there are more."""

    items: list[ConflictOut]
    truncated: bool
