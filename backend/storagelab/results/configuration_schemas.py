"""REST schemas of configurations: differences, histories, and the conditions of phases."""

from __future__ import annotations

import uuid
from typing import Annotated, ClassVar, Literal

from pydantic import Field

from storagelab.http.free_objects import RecordedWorkload
from storagelab.http.optimistic_locking import Edit
from storagelab.http.schemas import Line, NumberedName, Strict
from storagelab.runs.schemas import RunSummary

FactorGroup = Literal["server", "controller", "array", "drives", "profile", "settings"]


class ConfigurationUpdate(Edit):
    """New name of a configuration. Null or no text restores the name it was filed under."""

    clearable: ClassVar[frozenset[str]] = frozenset({"name"})

    name: Annotated[Line, Field(max_length=200)] | None


class Factor(Strict):
    """One thing in which two configurations differ. A side of null is unknown. `known` is true if neither side is."""

    key: str
    label: str
    group: FactorGroup
    a: str | None
    b: str | None
    known: bool


class DiffedRun(Strict):
    """A run that was requested by its own number."""

    id: uuid.UUID
    number: str
    title: str


class DiffSide(Strict):
    """One side of a comparison."""

    configuration: NumberedName
    class_hash: str
    instance_hash: str
    run: DiffedRun | None


class Overlay(Strict):
    """Verdict on a shared chart for the curves of the two, with the reason."""

    allowed: bool
    reason: str


class ConfigurationDiff(Strict):
    """Differences between two configurations. `by` is the label of the only factor known to differ.

    `overlay` is null unless two runs were compared: configurations alone have no workload.
    """

    a: DiffSide
    b: DiffSide
    same_class: bool
    same_instance: bool
    factors: list[Factor]
    known_count: int
    unknown_count: int
    by: str | None
    overlay: Overlay | None


class HistoryKey(Strict):
    """Common key of all runs of a history."""

    scope: str
    role: str
    profile: str
    version: int | None


class HistoryItem(Strict):
    """A run of a history, with the class of configuration that it was measured on."""

    run: RunSummary
    class_hash: str | None


class HistoryMarker(Strict):
    """Between two runs the class of configuration changed: `run_id` is the first run on the new one."""

    run_id: uuid.UUID
    before: NumberedName
    after: NumberedName
    factors: list[Factor]


class RunHistory(Strict):
    """The finished runs of one series key, oldest first. `complete` is false when older ones were left out."""

    key: HistoryKey
    items: list[HistoryItem]
    markers: list[HistoryMarker]
    complete: bool


class ArrayCondition(Strict):
    """Observed condition of an array. `problem` is the reason for an unknown one."""

    condition: str | None
    activity: str | None
    problem: str | None


class ConditionWindow(Strict):
    """The part of a phase in one condition, in ms on the run's axis, null where there is none."""

    t0_ms: float | None
    t1_ms: float | None
    whole: bool | None


class ArrayConditions(Strict):
    """One array under a phase.

    One below another is one of its own. `optimal` is null when it was not observed throughout.

    `kernel_name` is that of its device, or its own where it has none. `name` is what its program calls it.
    """

    device: str
    kernel_name: str
    name: str | None = None
    start: ArrayCondition | None
    end: ArrayCondition | None
    window: ConditionWindow
    condition: str | None
    activity: str | None
    optimal: bool | None
    reason: str | None


class DriveState(Strict):
    """State of a drive when a phase began."""

    stable_id: str | None
    model: str | None
    state: Literal["unknown", "purged", "filled", "random_conditioned", "steady", "dirty"]
    workload: RecordedWorkload | None
    written_since_bytes: int | None
    reason: str


class MeasuredPart(Strict):
    """A part of a phase, in ms on the run's axis."""

    t0_ms: float
    t1_ms: float


class PhaseConditions(Strict):
    """The conditions that one phase was measured under. Its figures are of all of it unless `measured` names a part."""

    ordinal: int
    optimal: bool | None
    measured: MeasuredPart | None = None
    arrays: list[ArrayConditions]
    drive_states: list[DriveState]


class RunConditions(Strict):
    """The conditions of every phase of a run that left evidence of them."""

    run_id: uuid.UUID
    phases: list[PhaseConditions] = Field(default_factory=list)
