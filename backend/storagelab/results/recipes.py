"""Recipe of a stored run, from its job, its profile in the order written, and its repeats."""

from __future__ import annotations

import hashlib
import json
import statistics
from collections import defaultdict
from collections.abc import Iterator, Mapping
from typing import Any

from sqlalchemy import select
from sqlalchemy.orm import Session

from storagelab.db.models import Attempt, Job, Run
from storagelab.db.models import Profile as StoredProfile
from storagelab.domain.configuration import encode_canonical_json
from storagelab.domain.lifecycle import RunState
from storagelab.domain.profile import ProfileInvalid, build_definition, lay_out, parse_profile
from storagelab.domain.recipe_shape import RecipeInvalid
from storagelab.domain.recipe_writing import FigureSpread, JobFacts, TargetFacts, build_recipe
from storagelab.evaluate.headline import choose_headline
from storagelab.planning.repeat_schemas import MIN_JUDGED_REPEATS
from storagelab.profiles.catalogue import load_catalogue_texts
from storagelab.profiles.store import find_own, find_version
from storagelab.profiles.yaml_text import read_yaml
from storagelab.results import views
from storagelab.runs.headline import read_best


def read_recipe(session: Session, run: Run, *, description: Mapping[str, Any] | None = None) -> dict[str, Any]:
    """Return the recipe of a run, with all that is needed to repeat it elsewhere.

    `run` comes from `queries.find_run`. `description` is the result of `views.describe_run`, as JSON. Raises
    RecipeInvalid, with a sentence that is fit for a page, for a run without a recipe.
    """
    if run.job_id is None or run.profile is None or run.engine is None:
        raise RecipeInvalid("", "The run was not measured by a job of this lab, so it has no recipe.")
    job = session.get_one(Job, run.job_id, populate_existing=True)
    capacity_bytes = job.plan.get("target_bytes")
    if capacity_bytes is None:
        raise RecipeInvalid(
            "", "The job of the run is from an earlier release, which did not store the addressed size."
        )
    document = _document_of(session, run.profile, job)
    if document is None:
        raise RecipeInvalid("", "The profile of the run is no longer stored in its original order.")
    described = description or views.describe_run(session, run).model_dump(mode="json")
    return build_recipe(
        described,
        document=document,
        target=_target(session, run, job, capacity_bytes),
        job=JobFacts(
            parameters=job.parameters,
            scale="smoke" if run.scale == "smoke" else "full",
            preparation=job.preparation,
            repeats=job.repeats,
            repeat_until=job.repeat_until,
            estimated_seconds=job.plan.get("estimated_seconds"),
        ),
        spreads=_compute_spreads(session, job),
    )


def _target(session: Session, run: Run, job: Job, capacity_bytes: int) -> TargetFacts:
    if job.target["kind"] == "file":
        return TargetFacts("file", 1, capacity_bytes, job.target["size_bytes"])
    spec = session.scalars(select(Attempt.spec).where(Attempt.run_id == run.id).order_by(Attempt.ordinal)).first()
    target = spec.get("target") if spec is not None else None
    devices = target.get("devices", []) if target is not None else []
    sizes = [size for device in devices if (size := device.get("size_bytes")) is not None]
    smallest = min(sizes) if sizes and len(sizes) == len(devices) else None
    return TargetFacts("devices", len(job.target["stable_ids"]), capacity_bytes, smallest)


def _document_of(session: Session, stored: StoredProfile, job: Job) -> dict[str, Any] | None:
    """Return the profile document of a run with its keys in the order written.

    The row of the profile does not preserve this order. Returns None where no known profile lays out the phases that
    ran, in their order.
    """
    ran = {entry["ordinal"]: entry["name"] for kind in ("phases", "left_out") for entry in job.plan.get(kind, [])}
    for document in _iterate_candidates(session, stored):
        try:
            profile = parse_profile(document)
            if hashlib.sha256(encode_canonical_json(build_definition(profile))).hexdigest() != stored.sha256:
                continue
            phases = lay_out(profile, job.parameters, scale=job.plan.get("scale", "full")).phases
        except ProfileInvalid:
            continue
        if ran == {phase.ordinal: phase.name for phase in phases}:
            return document
    return None


def _iterate_candidates(session: Session, stored: StoredProfile) -> Iterator[dict[str, Any]]:
    entry = load_catalogue_texts().get(stored.name)
    if entry is not None and entry.profile.version == stored.version:
        yield read_yaml(entry.text).value
    own = find_own(session, stored.name)
    version = find_version(session, own, stored.version) if own is not None else None
    if version is not None:
        yield json.loads(version.document)
    definition = stored.definition
    # Of a profile that is no longer there; right where no phase has several axes, and looked at by the caller.
    yield {
        "name": stored.name,
        "version": stored.version,
        "title": stored.title,
        "description": stored.description,
        "source": stored.source,
        "parameters": {
            parameter["name"]: {key: value for key, value in parameter.items() if key != "name"}
            for parameter in definition.get("parameters", [])
        },
        "phases": definition.get("phases", []),
        **{key: definition[key] for key in ("report", "purge") if key in definition},
    }


def _compute_spreads(session: Session, job: Job) -> dict[str, FigureSpread]:
    """Return the variation of each figure over the counted runs of a job.

    The dict is empty where too few runs count.
    """
    counted = session.scalars(
        select(Run).where(
            Run.job_id == job.id,
            Run.state == RunState.FINISHED,
            Run.invalid_at.is_(None),
            Run.trashed_at.is_(None),
        )
    ).all()
    if len(counted) < MIN_JUDGED_REPEATS:
        return {}
    best = read_best(session, run_ids=[run.id for run in counted])
    values: dict[str, list[float]] = defaultdict(list)
    for run in counted:
        for figure in choose_headline(best.get(run.id, {}), run.verdict):
            values[figure["label"]].append(figure["value"])
    return {
        label: FigureSpread(100 * statistics.stdev(numbers) / mean, len(numbers))
        for label, numbers in values.items()
        if len(numbers) >= MIN_JUDGED_REPEATS and (mean := statistics.fmean(numbers)) > 0
    }
