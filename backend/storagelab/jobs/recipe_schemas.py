"""REST schemas to run a recipe on drives of this lab, with its dry run."""

from __future__ import annotations

from typing import Annotated, Literal, Self

from pydantic import Field, field_validator, model_validator

from storagelab.domain.labels import MAX_LABELS
from storagelab.domain.plan import Scale
from storagelab.http.free_objects import RecipeDocument
from storagelab.http.labels import LabelDict
from storagelab.http.schemas import Line, Moment, Strict, Text
from storagelab.planning.cost_schemas import CompletionEstimate
from storagelab.planning.repeat_schemas import MAX_REPEATS
from storagelab.planning.schemas import ConditioningChoice, JobPlan, Target


class RecipeBinding(Strict):
    """Binding of a recipe to a server and a target. With `prepared` people have done its preparation.

    `target` is then the drives, or the one array, that phases address. Sizes of the profile in bytes of the target
    become the same share of this one. With `sizes` as `bytes` they stay as they are.
    """

    server_id: Annotated[str, Field(min_length=1, max_length=64)]
    target: Target
    prepared: bool = False
    sizes: Literal["share", "bytes"] = "share"


class RecipeJobCreate(Strict):
    """A recipe (`storagelab.recipe/1`), what it is bound to, and what else a job may set.

    Without `scale` and `repeats` they are those of the recipe. Like any job that writes to drives it names in
    `confirm_serials` the whole serial number of each of them: naming a drive in the binding confirms nothing.
    """

    recipe: RecipeDocument
    binding: RecipeBinding
    name: Annotated[Line, Field(max_length=200)] = ""
    #: One less than a job may have: the lab adds `recipe`.
    labels: LabelDict = Field(default_factory=dict, max_length=MAX_LABELS - 1)
    scale: Scale | None = None
    repeats: Annotated[int, Field(ge=1, le=MAX_REPEATS)] | None = None
    conditioning: ConditioningChoice = "redo"
    configuration_name: Annotated[Line, Field(min_length=1, max_length=200)] | None = None
    accept_wear: bool = False
    priority: Annotated[int, Field(ge=0, le=100)] = 50
    start_after: Moment | None = None
    start_before: Moment | None = None
    on_lost: Literal["stop", "requeue_once"] = "stop"
    confirm_serials: list[Annotated[Line, Field(max_length=100)]] = Field(default_factory=list, max_length=64)
    note: Annotated[Text, Field(max_length=3700)] = ""

    @field_validator("labels")
    @classmethod
    def _check_labels(cls, labels: dict[str, str | None]) -> dict[str, str | None]:
        if "recipe" in labels:
            raise ValueError("the label recipe is set by the lab")
        return labels

    @model_validator(mode="after")
    def _check_window(self) -> Self:
        if self.start_after and self.start_before and self.start_before <= self.start_after:
            raise ValueError("start_before must be later than start_after")
        return self


class ScaledSizeOut(Strict, schema_name="ScaledSize"):
    """A size at `path` of the profile that is given in bytes: the same share of the first target and of this one."""

    path: str
    fraction: float
    source_bytes: int
    target_bytes: int


class RecipeFit(Strict):
    """Fit of a recipe to its binding.

    `profile_new` is true if the profile is saved in this lab when the job is submitted. `sizes` is empty where nothing
    in the profile had to change.
    """

    sha256: str
    run: str | None
    document_sha256: str | None
    profile: str
    profile_version: int
    profile_new: bool
    source_capacity_bytes: int
    target_capacity_bytes: int
    sizes: list[ScaledSizeOut]
    remarks: list[str]


class RecipeJobDryRun(Strict):
    """The plan of a job out of a recipe, when it would be over, and how the recipe was fitted. Nothing was stored."""

    recipe: RecipeFit
    plan: JobPlan
    finish: CompletionEstimate


class RunRecipe(Strict):
    """The recipe of a run, or the reason why it has none."""

    recipe: RecipeDocument | None
    reason: str | None
