"""API schemas of custom profiles."""

from __future__ import annotations

from typing import Annotated, Literal, Self

from pydantic import Field, model_validator

from storagelab.http.free_objects import ProfileDocument
from storagelab.http.schemas import Line, Strict, Text
from storagelab.http.validation_messages import register_pattern_words
from storagelab.profiles.job_files.lines import MAX_CHARACTERS as MAX_JOB_FILE_CHARACTERS
from storagelab.profiles.schemas import DEFAULT_TARGET_BYTES, JobFile, ProfileOut, ProfileVersionOut
from storagelab.profiles.yaml_text import MAX_CHARACTERS

MAX_TARGET_BYTES = 2**60


class ProfileSource(Strict):
    """A profile as a person wrote it: as `text` in YAML, or as `document` in JSON; one of them."""

    text: Annotated[str, Field(max_length=MAX_CHARACTERS)] | None = None
    document: ProfileDocument | None = None

    @model_validator(mode="after")
    def _check_one(self) -> Self:
        if (self.text is None) == (self.document is None):
            raise ValueError("give the profile as text or as document, one of them")
        return self


BasedOn = Annotated[
    str,
    Field(
        max_length=100,
        pattern=register_pattern_words(
            r"^[a-z0-9][a-z0-9-]{0,63}@[1-9][0-9]{0,9}$",
            "must be the name of a profile with its version, as in quick-4k@1",
        ),
        description="As in quick-4k@1",
    ),
]
Note = Annotated[Text, Field(max_length=2000)]


class ProfileCreate(ProfileSource):
    """A profile to keep as its first version. The document names it."""

    based_on: BasedOn | None = None
    note: Note = ""


class ProfileVersionCreate(ProfileSource):
    """The next version of a profile. `expected_version` is the newest that its writer has seen."""

    expected_version: Annotated[int, Field(ge=1, lt=2**31)]
    based_on: BasedOn | None = None
    note: Note = ""


class ProfileUpdate(Strict):
    """A change of a profile.

    An archived profile retains its versions and its results. Lists omit it, and jobs cannot begin with it.
    """

    archived: bool


class ProfileValidationCreate(ProfileSource):
    """A profile to look at. Without `engine` it is the first that can run it."""

    engine: Annotated[Line, Field(min_length=1, max_length=50)] | None = None
    target_bytes: Annotated[int, Field(ge=2**20, le=MAX_TARGET_BYTES)] = DEFAULT_TARGET_BYTES


class ProfileProblem(Strict):
    """Problem of a profile: `path` is as in `phases.1.workload`, `line` counts from 1 in the text."""

    path: str
    line: int | None
    message: str


class ProfileValidation(Strict):
    """The plan and job files of a profile, or why there are none. Nothing was stored."""

    problems: list[ProfileProblem]
    profile: ProfileOut | None
    text: str | None
    document: ProfileDocument | None
    engine: str | None
    target_bytes: int
    job_files: list[JobFile]


class JobFileSource(Strict):
    """A job file of fio or a parameter file of Vdbench. It is only read: nothing of it is run or opened."""

    engine: Literal["fio", "vdbench"]
    text: Annotated[str, Field(max_length=MAX_JOB_FILE_CHARACTERS)]


class JobFileRemark(Strict):
    """A remark on one line. refused: the file gives no profile. dropped: left out. changed: runs otherwise."""

    line: int
    level: Literal["refused", "dropped", "changed"]
    words: str


class JobFileReading(Strict):
    """The profile that a job file comes to, null when anything in it was refused. Nothing was stored."""

    text: str | None
    document: ProfileDocument | None
    findings: list[JobFileRemark]


class ProfileDifference(Strict):
    """One field in which two versions differ. `name` is that of its parameter or phase, null for the whole profile.

    A side that does not have it is null. A parameter or a phase that only one side has is one difference, and its
    `field` is null. `judging` are the rules by which phases end and are judged.
    """

    group: Literal["about", "parameters", "phases", "judging"]
    name: str | None
    field: str | None
    a: str | None
    b: str | None


class ProfileLine(Strict):
    """A line of the texts, with its number on each side, null on the side that does not have it."""

    kind: Literal["same", "removed", "added"]
    a: int | None
    b: int | None
    text: str


class ProfileDiff(Strict):
    """Differences of two versions of a profile. `lines` is null where the texts differ in too much to be compared."""

    name: str
    a: ProfileVersionOut
    b: ProfileVersionOut
    differences: list[ProfileDifference]
    lines: list[ProfileLine] | None
