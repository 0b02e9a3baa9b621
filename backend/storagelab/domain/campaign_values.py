"""Parts of a campaign as they are stored with it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, NotRequired, TypeAlias, TypedDict

from storagelab.domain.job_values import RepeatUntilValues
from storagelab.domain.plan import Scale

#: The choices of a pending decision.
Choice: TypeAlias = Literal["redo", "keep_both", "stop"]


class DriveChoice(TypedDict, total=False):
    """The drives that a campaign may use, as far as its schedule reads them."""

    same_set_preferred: bool


class StoredRequest(TypedDict, total=False):
    """The request of a campaign, as far as its schedule reads it."""

    on_drive_failure: Literal["ask", "stop", "redo", "keep_both"]
    decide_with: Choice | None
    decide_after_seconds: float | None
    drives: DriveChoice | None


class BoundDrive(TypedDict):
    """A drive or device of a campaign as it was when it was chosen; `controller` is the key of its controller."""

    stable_id: str
    serial: str | None
    firmware: str | None
    model: str | None
    size_bytes: int | None
    controller: str | None


class StoredController(TypedDict):
    """A controller of the server of a campaign as it was then."""

    firmware: str | None
    name: str


class CampaignArray(TypedDict):
    """The array that a campaign has made; after a job that did not end well it is `stale`."""

    row: int | None
    stable_id: str
    standing: str | None
    drives: Sequence[str]
    stale: bool


class StoredDecision(TypedDict):
    """A pending decision: the affected cells as pairs of row and column, and the affected rows."""

    asked_at: str
    reason: str
    cells: Sequence[Sequence[int | None]]
    rows: Sequence[int]
    decides_at: NotRequired[str | None]


class ChosenProfile(TypedDict):
    """A profile of a campaign in the version of its submission."""

    name: str
    version: int
    parameters: dict[str, float]
    scale: Scale


class CampaignColumn(TypedDict):
    """One workload in one state of the array; earlier releases stored neither of the last two."""

    workload: int
    label: str
    state: Literal["optimal", "degraded", "rebuilding"]
    profile: ChosenProfile
    conditioning: Literal["redo", "reuse"]
    accept_wear: bool
    goes_across: NotRequired[bool]
    repeat_until: NotRequired[RepeatUntilValues | None]
