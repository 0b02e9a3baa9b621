"""Dry run of a written profile or a tool's job file, reported in full; nothing is stored or run."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from storagelab.domain.plan import PhasePlan
from storagelab.domain.profile import WrittenDocument
from storagelab.engines.registry import ENGINES, get_engine
from storagelab.errors import InvalidInput
from storagelab.profiles.custom_schemas import (
    JobFileReading,
    JobFileRemark,
    JobFileSource,
    ProfileProblem,
    ProfileSource,
    ProfileValidation,
    ProfileValidationCreate,
)
from storagelab.profiles.job_files.fio import read_fio_job
from storagelab.profiles.job_files.vdbench import read_vdbench_file
from storagelab.profiles.name_templates import refuse_unknown_words
from storagelab.profiles.schemas import JobFile, add_plan, summarise_profile
from storagelab.profiles.validation import Judgement, judge
from storagelab.profiles.yaml_text import MAX_CHARACTERS, TextRefused, read_yaml, write_yaml

_READERS = {"fio": read_fio_job, "vdbench": read_vdbench_file}
_MAX_REFUSALS = 20


@dataclass(frozen=True, slots=True)
class WrittenProfile:
    """A profile as it was written, in both of its forms; `lines` are those of the text, empty for JSON."""

    text: str
    document: WrittenDocument
    lines: Mapping[str, int]

    def line_of(self, path: str) -> int | None:
        """Return the line of a field path in the text, or the line of its nearest enclosing path.

        Returns None where no enclosing path has a line.
        """
        while path:
            if path in self.lines:
                return self.lines[path]
            path = path.rpartition(".")[0]
        return None


def read_definition(body: ProfileSource) -> WrittenProfile:
    """Return the text and document of a profile in a request, with the line of each field path.

    Raises TextRefused for a text that cannot be read.
    """
    if body.document is not None:
        text = write_yaml(body.document)
        if len(text) > MAX_CHARACTERS:
            raise TextRefused(1, f"written as YAML it is longer than {MAX_CHARACTERS} characters")
        return WrittenProfile(text, body.document, {})
    read = read_yaml(body.text or "")
    return WrittenProfile(body.text or "", read.value, read.lines)


def require_sound(body: ProfileSource) -> tuple[WrittenProfile, Judgement]:
    """Return the profile in a request with its judgement, if it has no problems.

    Raises InvalidInput with the first problem and the number of all problems.
    """
    field = "text" if body.text is not None else "document"
    try:
        definition = read_definition(body)
    except TextRefused as refused:
        raise InvalidInput(str(refused), path=field) from None
    judgement = refuse_unknown_words(definition.document, judge(definition.document))
    if judgement.problems:
        first, line = judgement.problems[0], definition.line_of(judgement.problems[0].path)
        more = (
            f" ({len(judgement.problems) - 1} more, which /profiles/validate lists)" if judgement.problems[1:] else ""
        )
        place = f"line {line}, {first.path}: " if line is not None else ""
        path = field if line is not None or not first.path else f"{field}.{first.path}"
        raise InvalidInput(f"{place}{first.message}{more}", path=path)
    return definition, judgement


def check_profile(body: ProfileValidationCreate) -> ProfileValidation:
    """Return the plan and the job files of a profile on a target of that size, or its problems.

    The size is `target_bytes` of the request. Raises InvalidInput for an engine that does not exist.
    """
    if body.engine is not None:
        get_engine(body.engine)
    try:
        definition = read_definition(body)
    except TextRefused as refused:
        return _make_validation(body, [ProfileProblem(path="", line=refused.line, message=refused.message)])
    judgement = refuse_unknown_words(definition.document, judge(definition.document))
    problems = [
        ProfileProblem(path=problem.path, line=definition.line_of(problem.path), message=problem.message)
        for problem in judgement.problems
    ]
    if judgement.profile is None:
        return _make_validation(body, problems, text=definition.text, document=definition.document)
    summary = summarise_profile(judgement.profile, judgement.plan, target_bytes=body.target_bytes)
    engine = body.engine or next(iter(summary.engines), next(iter(ENGINES)))
    job_files, refusals = _render(engine, judgement.plan.phases, body.target_bytes)
    problems += [
        ProfileProblem(path=path, line=definition.line_of(path), message=message) for path, message in refusals
    ]
    return _make_validation(
        body,
        problems,
        text=definition.text,
        document=definition.document,
        engine=engine,
        job_files=job_files,
        profile=add_plan(
            summary, judgement.plan, text=definition.text, document=definition.document, target_bytes=body.target_bytes
        ),
    )


def read_job_file(body: JobFileSource) -> JobFileReading:
    """Convert a job file of fio or Vdbench to a profile, with a remark for each line that needs one."""
    read = _READERS[body.engine](body.text)
    return JobFileReading(
        text=None if read.document is None else write_yaml(read.document),
        document=read.document,
        findings=[
            JobFileRemark(line=finding.line, level=finding.level, words=finding.words) for finding in read.findings
        ],
    )


def _render(engine: str, plans: Sequence[PhasePlan], target_bytes: int) -> tuple[list[JobFile], list[tuple[str, str]]]:
    """Render the job text of every phase for one drive of `target_bytes`.

    The second value lists the reasons, as (field, message), that some phases have no job text on such a target.
    """
    texts: list[JobFile] = []
    refusals: dict[tuple[str, str], None] = {}
    for plan in plans:
        try:
            alone = replace(plan, workload=plan.workload.over(1))
            text = ENGINES[engine].render(alone, target_bytes=target_bytes)
            texts.append(JobFile(ordinal=plan.ordinal, name=plan.name, text=text))
        except InvalidInput as refused:
            if len(refusals) < _MAX_REFUSALS:
                refusals[("phases", refused.message)] = None
    return texts, list(refusals)


def _make_validation(body: ProfileValidationCreate, problems: list[ProfileProblem], **fields: Any) -> ProfileValidation:
    nothing: dict[str, object] = {
        "profile": None,
        "text": body.text,
        "document": body.document,
        "engine": body.engine,
        "job_files": [],
    }
    return ProfileValidation(problems=problems, target_bytes=body.target_bytes, **{**nothing, **fields})
