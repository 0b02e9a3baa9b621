"""REST schemas of jobs: submitted bodies and answers."""

from __future__ import annotations

from typing import Annotated, Any, Literal, Self

from pydantic import AfterValidator, Field, model_validator

from storagelab.domain.plan import Scale
from storagelab.domain.units import MIB
from storagelab.http.free_objects import ProfileDocument
from storagelab.http.labels import LabelsToSubmit
from storagelab.http.rest_names import Renamed
from storagelab.http.schemas import Line, Moment, Strict, Text
from storagelab.planning.cost_schemas import CompletionEstimate, EnduranceUse, ExpectedWrites
from storagelab.planning.operation_schemas import MAX_OPERATIONS, Operation
from storagelab.planning.repeat_schemas import MAX_REPEATS, RepeatUntil
from storagelab.profiles.schemas import JobFile, PhasePlanOut, ProfileLoop

MIN_FILE_BYTES = 4 * MIB
MAX_FILE_BYTES = 16 * 2**40

#: Profiles of one job alone are named so.
ADHOC_PREFIX = "adhoc-"

CancelMode = Literal["now", "after_phase"]
#: What becomes of phases that only bring drives into a state which they are in: done again, or left out.
ConditioningChoice = Literal["redo", "reuse"]

StableId = Annotated[Line, Field(min_length=1, max_length=256)]


def _check_file_size(size_bytes: int) -> int:
    if not MIN_FILE_BYTES <= size_bytes <= MAX_FILE_BYTES:
        raise ValueError(f"must be between {MIN_FILE_BYTES // MIB} MiB and {MAX_FILE_BYTES // MIB:,} MiB (16 TiB)")
    if size_bytes % MIB:
        raise ValueError("must be a whole number of MiB")
    return size_bytes


#: The limits in words people can use; the API's description has them as numbers.
FileSize = Annotated[
    int,
    AfterValidator(_check_file_size),
    Field(json_schema_extra={"minimum": MIN_FILE_BYTES, "maximum": MAX_FILE_BYTES, "multipleOf": MIB}),
]


class FileTarget(Strict):
    """A new file that the runner makes and removes. `path` null leaves the place to the runner.

    A profile that copies to another file system needs `copy_to`, a second new path, on another file system of the same
    server. Files are copied into the folder `<copy_to>.files`, where `size_bytes` may be taken again, and removed.
    """

    kind: Literal["file"]
    path: Annotated[str, Field(min_length=1, max_length=1024)] | None = None
    size_bytes: FileSize
    copy_to: Annotated[str, Field(min_length=1, max_length=1024)] | None = None


class DevicesTarget(Strict):
    """Whole drives or arrays, named by what identifies them for good."""

    kind: Literal["devices"]
    stable_ids: Annotated[
        list[Annotated[Line, Field(min_length=1, max_length=256)]], Field(min_length=1, max_length=64)
    ]
    layout: Literal["parallel"] = "parallel"

    @model_validator(mode="before")
    @classmethod
    def _check_one_place(cls, value: Any) -> Any:
        if isinstance(value, dict) and "copy_to" in value:
            raise ValueError("copy_to needs a file as the target: prepared drives have one file system")
        return value


Target = Annotated[FileTarget | DevicesTarget, Field(discriminator="kind")]


class SavedProfileSelection(Strict):
    """A profile of this lab, in its newest version unless one is named, and parameters that differ from its defaults.

    At the scale `smoke` every phase lasts seconds: it shows that all of it runs, and measures nothing worth keeping.
    """

    name: Annotated[Line, Field(min_length=1, max_length=100)]
    version: Annotated[int, Field(ge=1, lt=2**31)] | None = None
    parameters: dict[Annotated[str, Field(max_length=100)], float] = Field(default_factory=dict, max_length=100)
    scale: Scale = "full"


class ProfileSelection(SavedProfileSelection):
    """A saved profile, or a whole one of this job alone: `document`, which is stored with the run and nowhere else.

    The name of such a document is the `name` here and begins with `adhoc-`, so that no saved profile is taken for it.
    """

    document: ProfileDocument | None = None

    @model_validator(mode="after")
    def _check_document(self) -> Self:
        if self.document is None:
            return self
        if not self.name.startswith(ADHOC_PREFIX):
            raise ValueError(f"the name of a profile of one job must begin with {ADHOC_PREFIX}")
        if self.document.get("name") != self.name:
            raise ValueError("name must be the name in document")
        if self.version not in (None, self.document.get("version")):
            raise ValueError("version must be the version in document")
        return self


class JobCreate(Strict):
    """A job to submit. `priority`: 100 is first, 0 last. `server_id` takes an id or a number.

    `accept_wear` lets it take more of the endurance of its drives than the budget of the lab.
    With `repeat_until` the runs follow one another until they agree, and `repeats` is how many there are at most.

    A job that writes to drives names in `confirm_serials` the whole serial number of each of them, and of no other.
    With `conditioning` as `reuse` the phases are left out that would only make of the drives what they still are.
    """

    name: Annotated[Line, Field(max_length=200)] = ""
    labels: LabelsToSubmit = Field(default_factory=dict)
    server_id: Annotated[str, Field(min_length=1, max_length=64)]
    engine: Annotated[str, Field(min_length=1, max_length=50)] = "fio"
    profile: ProfileSelection
    target: Target
    preparation: Annotated[list[Operation], Field(max_length=MAX_OPERATIONS)] = Field(default_factory=list)
    conditioning: ConditioningChoice = "redo"
    configuration_name: Annotated[Line, Field(min_length=1, max_length=200)] | None = None
    repeats: Annotated[int, Field(ge=1, le=MAX_REPEATS)] = 1
    repeat_until: RepeatUntil | None = None
    accept_wear: bool = False
    priority: Annotated[int, Field(ge=0, le=100)] = 50
    start_after: Moment | None = None
    start_before: Moment | None = None
    on_lost: Literal["stop", "requeue_once"] = "stop"
    confirm_serials: list[Annotated[Line, Field(max_length=100)]] = Field(default_factory=list, max_length=64)
    note: Annotated[Text, Field(max_length=4000)] = ""

    @model_validator(mode="after")
    def _check_window(self) -> Self:
        if self.start_after and self.start_before and self.start_before <= self.start_after:
            raise ValueError("start_before must be later than start_after")
        return self

    @property
    def typical_repeats(self) -> int:
        """Return the expected number of runs: the number requested, or the minimum of `repeat_until`."""
        return self.repeat_until.at_least if self.repeat_until is not None else self.repeats

    @model_validator(mode="after")
    def _check_repeats(self) -> Self:
        if self.repeat_until is not None and self.repeats < self.repeat_until.at_least:
            min_repeats = self.repeat_until.at_least
            raise ValueError(
                f"repeats is the limit of repeat_until and must be its min_repeats ({min_repeats}) or more"
            )
        return self


class PreparationStep(Renamed):
    """One operation before the first phase."""

    ordinal: int
    kind: str
    title: str
    destroys: bool
    maximum_seconds: float


class DestroyedDrive(Strict):
    """A drive whose data will be destroyed."""

    stable_id: str
    model: str | None
    serial_ending: str


class DriveConditioning(Renamed):
    """The state of a drive before a conditioning phase: `is_reusable` where it is what the phase is to make of it."""

    ordinal: int
    phase: str
    stable_id: str
    wanted: Literal["unknown", "purged", "filled", "random_conditioned", "steady", "dirty"]
    stands: bool = Field(alias="is_reusable")
    reason: str


class SkippedPhase(Strict):
    """A phase that the plan leaves out, and the state of the drives that it builds on instead."""

    ordinal: int
    name: str
    estimated_seconds: float
    reason: str


class JobPlan(Renamed):
    """Plan of a job. `written_bytes` is null where a phase writes for a time and not a volume.

    `estimate_basis` is the basis of the durations. `expected_writes` and `endurance` are of all runs. `endurance` has
    every drive under the target, and is empty for a file. Beyond `wear_budget_percent` of the endurance of a drive a
    job is refused unless it has `accept_wear`.

    Durations count the longest preparation. `written_bytes` counts the phases alone. `phases` are those that run,
    `left_out` the others. `reuse_saves_seconds` is the time that `conditioning: reuse` saves on these drives in their
    current state, whether it was chosen or not. It is null where it cannot apply. `target_bytes` is the size that
    phases can address.
    """

    scale: Scale = "full"
    target_bytes: int | None = None
    estimated_seconds: float
    maximum_seconds: float
    bytes_written: int | None
    sample_count: int
    phases: list[PhasePlanOut]
    job_files: list[JobFile]
    warnings: list[str]
    preparation: list[PreparationStep] = Field(default_factory=list)
    destroys: list[DestroyedDrive] = Field(default_factory=list)
    conditioning: list[DriveConditioning] = Field(default_factory=list)
    conditioning_choice: ConditioningChoice = "redo"
    left_out: list[SkippedPhase] = Field(default_factory=list)
    reuse_saves_seconds: float | None = None
    loops: list[ProfileLoop] = Field(default_factory=list)
    estimate_basis: str | None = None
    expected_writes: ExpectedWrites | None = None
    endurance: list[EnduranceUse] = Field(default_factory=list)
    wear_budget_percent: float | None = None


class JobDryRun(Strict):
    """The plan of a job that was not submitted, and when it would be over."""

    plan: JobPlan
    finish: CompletionEstimate
