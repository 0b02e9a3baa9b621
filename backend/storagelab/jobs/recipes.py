"""Recipes run on drives of this lab: a recipe becomes the body of a job like any other."""

from __future__ import annotations

import uuid
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from typing import Any

import msgspec
from pydantic import TypeAdapter, ValidationError
from sqlalchemy.orm import Session

from storagelab.auth.service import Identity
from storagelab.db.models import Job, Server
from storagelab.dispatch import service
from storagelab.domain.profile import ProfileDefinition, ProfileInvalid, WrittenDocument
from storagelab.domain.recipe import Recipe, RecipeInvalid, compute_fingerprint, parse_recipe
from storagelab.domain.recipe_scaling import ScaledSize, scale_document
from storagelab.domain.units import MIB, format_size
from storagelab.errors import InvalidInput, RequestRefused
from storagelab.http.validation_messages import describe_error
from storagelab.inventory.engines import get_engine_version
from storagelab.jobs.recipe_schemas import RecipeFit, RecipeJobCreate, RecipeJobDryRun, ScaledSizeOut
from storagelab.planning.capacity import Capacity
from storagelab.planning.operation_schemas import Operation
from storagelab.planning.plan import lay_out_profile
from storagelab.planning.preparation import plan_preparation
from storagelab.planning.repeat_schemas import RepeatUntil
from storagelab.planning.schemas import FileTarget, JobCreate, ProfileSelection
from storagelab.planning.targets import plan_target
from storagelab.planning.validation import check_place, find_server
from storagelab.profiles.custom_schemas import ProfileCreate
from storagelab.profiles.imported import find_alike, keep
from storagelab.profiles.validation import judge

LABEL = "recipe"
_ARRAY_NAME = "recipe"
#: After these the phases ran on more drives than the job named, and their number was not stored.
_TAKEN_APART = {"mdadm_stop", "storcli_vd_delete", "storcli_jbod"}
_OPERATION: TypeAdapter[Any] = TypeAdapter(Operation)
#: Where the fields of a job come from in the request that names a recipe.
_PLACES = {
    "server_id": "binding.server_id",
    "target": "binding.target",
    "preparation": "recipe.preparation",
    "profile": "recipe.profile",
    "engine": "recipe.engine.name",
    "repeat_until": "recipe.repeats.until",
}


@dataclass(frozen=True)
class Fitted:
    """A recipe as a job of this lab; `new_profile` is stored before it is submitted, where the lab has none like it."""

    recipe: Recipe
    sha256: str
    job: JobCreate
    new_profile: ProfileCreate | None
    capacity_bytes: int
    sizes: tuple[ScaledSize, ...]
    remarks: tuple[str, ...]


def plan_from_recipe(session: Session, *, user: Identity, body: RecipeJobCreate) -> RecipeJobDryRun:
    """Return the plan that `submit_from_recipe` would store, with the same checks.

    Raises InvalidInput and RequestRefused.
    """
    with _in_words_of_the_request():
        fitted = fit_recipe(session, body)
        # A profile that the lab does not have yet is there for as long as the plan is made.
        nested = session.begin_nested()
        try:
            _keep_profile(session, user, fitted)
            planned = service.preview_job(session, body=fitted.job)
        finally:
            if nested.is_active:
                nested.rollback()
    return RecipeJobDryRun(recipe=_describe(fitted), plan=planned.plan, finish=planned.finish)


def submit_from_recipe(session: Session, *, user: Identity, body: RecipeJobCreate, job_id: uuid.UUID) -> Job:
    """Submit a job built from a recipe. Raises InvalidInput or RequestRefused, with nothing stored."""
    with _in_words_of_the_request():
        fitted = fit_recipe(session, body)
        _keep_profile(session, user, fitted)
        return service.submit_job(session, user=user, body=fitted.job, job_id=job_id)


def fit_recipe(session: Session, body: RecipeJobCreate) -> Fitted:
    """Convert a recipe to a job request for the server and target that `body.binding` names.

    Raises InvalidInput or RequestRefused where the recipe does not fit them.
    """
    try:
        recipe = parse_recipe(body.recipe)
    except RecipeInvalid as wrong:
        raise InvalidInput(wrong.message, path=_join("recipe", wrong.path)) from None
    profile = _judge_profile(recipe)
    # The phases with these parameters, and not those of the defaults alone, are what is going to run.
    lay_out_profile(profile, recipe.profile.parameters, body.scale or recipe.profile.scale)
    check_place(body.binding.target, engine=recipe.engine.name)
    server = find_server(session, body.binding.server_id, engine=recipe.engine.name, lock=False, engine_path="engine")
    _check_by_hand(recipe, body)
    _check_count(recipe, body)
    target = plan_target(session, server=server, target=body.binding.target)
    preparation = _read_operations(recipe, Capacity(target.smallest_bytes, max(len(target.drives), 1)), body)
    capacity_bytes = plan_preparation(preparation, target).capacity.total_bytes
    has_fixed_sizes = body.binding.sizes == "bytes"
    document, sizes = _scale_recipe(
        recipe, profile, recipe.target.capacity_bytes if has_fixed_sizes else capacity_bytes
    )
    sha256 = compute_fingerprint(recipe.value)
    chosen, new_profile = find_alike(session, document, note=f"Out of a recipe with the SHA-256 {sha256}.")
    until = recipe.repeats.until if body.repeats is None else None
    if until is not None and recipe.repeats.count < until.min_repeats:
        raise InvalidInput("must be at_least of its rule or more", path="recipe.repeats.count")
    job = JobCreate(
        name=body.name,
        labels={**body.labels, LABEL: sha256[:12]},
        server_id=body.binding.server_id,
        engine=recipe.engine.name,
        profile=ProfileSelection(
            name=chosen[0],
            version=chosen[1],
            parameters=recipe.profile.parameters,
            scale=body.scale or recipe.profile.scale,
        ),
        target=body.binding.target,
        preparation=preparation,
        conditioning=body.conditioning,
        configuration_name=body.configuration_name,
        repeats=body.repeats or recipe.repeats.count,
        repeat_until=RepeatUntil(**msgspec.to_builtins(until)) if until is not None else None,
        accept_wear=body.accept_wear,
        priority=body.priority,
        start_after=body.start_after,
        start_before=body.start_before,
        on_lost=body.on_lost,
        confirm_serials=body.confirm_serials,
        note="\n".join(filter(None, [body.note, _format_origin(recipe, sha256)])),
    )
    remarks = tuple(_iterate_remarks(recipe, body, server, capacity_bytes))
    return Fitted(recipe, sha256, job, new_profile, capacity_bytes, tuple(sizes), remarks)


def _judge_profile(recipe: Recipe) -> ProfileDefinition:
    """Return the profile of a recipe, judged by the rules for profiles written in this lab. Raises InvalidInput."""
    result = judge(recipe.document)
    if result.profile is None:
        first = result.problems[0]
        more = f" ({len(result.problems) - 1} more)" if result.problems[1:] else ""
        raise InvalidInput(f"{first.message}{more}", path=_join("recipe.profile.definition", first.path))
    return result.profile


def _check_by_hand(recipe: Recipe, body: RecipeJobCreate) -> None:
    if recipe.by_hand and not body.binding.prepared:
        done = ", ".join(kind.replace("_", " ") for kind in recipe.by_hand)
        raise RequestRefused(
            f"Components of the other lab took part in {done} before the first phase, and a recipe does not name "
            "them. Prepare your drives yourself, bind the target of the phases, and confirm that it is prepared.",
            path="recipe.preparation",
        )


def _check_count(recipe: Recipe, body: RecipeJobCreate) -> None:
    """Raise RequestRefused where the number of drives is not the one that the recipe measured."""
    target = body.binding.target
    if body.binding.prepared and _TAKEN_APART & set(recipe.by_hand):
        return
    bound = 1 if isinstance(target, FileTarget) else len(target.stable_ids)
    array = recipe.array
    needed = 1 if body.binding.prepared and array is not None else recipe.target.count
    if isinstance(target, FileTarget) and recipe.target.kind == "devices" and needed > 1:
        raise RequestRefused(
            f"The recipe needs {needed} drives, not a file. Bind {needed} drives.", path="binding.target.kind"
        )
    if bound != needed:
        purpose = f" for its {array.level.upper()}" if array is not None and needed > 1 else ""
        raise RequestRefused(
            f"The recipe needs {_count(needed, 'drive')}{purpose}, "
            f"and {_count(bound, 'drive')} {'is' if bound == 1 else 'are'} bound: bind exactly {needed}.",
            path="binding.target",
        )


def _read_operations(recipe: Recipe, capacity: Capacity, body: RecipeJobCreate) -> list[Any]:
    """Return the preparation of a recipe as operations of a job, validated like all client input.

    Empty where the binding is prepared already.
    """
    if body.binding.prepared:
        return []
    operations = []
    for index, stored in enumerate(recipe.operations):
        operation = dict(stored)
        if operation["kind"] == "mdadm_create":
            operation["name"] = _ARRAY_NAME
        if operation["kind"] == "make_file_system":
            fraction = operation.pop("file_fraction")
            # Without a share four fifths are taken, as in every job that states none.
            operation["file_bytes"] = None
            if fraction is not None:
                operation["file_bytes"] = max(int(capacity.device_bytes * fraction) // MIB * MIB, MIB)
        place = f"preparation.{index}"
        try:
            operations.append(_OPERATION.validate_python(operation))
        except ValidationError as wrong:
            error = wrong.errors()[0]
            where = ".".join(str(part) for part in error["loc"][1:])
            raise InvalidInput(describe_error(error), path=_join(place, where)) from None
        capacity = capacity.after(operations[-1].model_dump(), path=place)
    return operations


def _scale_recipe(
    recipe: Recipe, profile: ProfileDefinition, capacity_bytes: int
) -> tuple[WrittenDocument, list[ScaledSize]]:
    try:
        return scale_document(
            recipe.document, profile, recipe.profile.parameters, there=recipe.target.capacity_bytes, here=capacity_bytes
        )
    except RecipeInvalid as wrong:
        raise InvalidInput(wrong.message, path=_join("recipe", wrong.path)) from None
    except ProfileInvalid as wrong:
        raise InvalidInput(wrong.message, path=_join("recipe.profile", wrong.path)) from None


def _keep_profile(session: Session, user: Identity, fitted: Fitted) -> None:
    if fitted.new_profile is not None:
        keep(session, user=user, body=fitted.new_profile, name=fitted.job.profile.name)


def _format_origin(recipe: Recipe, sha256: str) -> str:
    run, document_sha256 = recipe.origin.run, recipe.origin.document_sha256
    number = f" of {run}" if run is not None else ""
    shared = f", shared in the document with the SHA-256 {document_sha256}" if document_sha256 else ""
    return f"Run again by the recipe{number} with the SHA-256 {sha256}{shared}."


def _iterate_remarks(recipe: Recipe, body: RecipeJobCreate, server: Server, capacity_bytes: int) -> Iterator[str]:
    """Yield the differences from the original run that do not prevent the job."""
    here = get_engine_version(server, recipe.engine.name)
    if recipe.engine.version is not None and here != recipe.engine.version:
        yield f"It ran on {recipe.engine.version}, and {server.name} has {here}."
    if isinstance(body.binding.target, FileTarget) != (recipe.target.kind == "file"):
        kinds = ("a file", "drives") if recipe.target.kind == "file" else ("drives", "a file")
        yield f"It ran on {kinds[0]}, and this is {kinds[1]}: a file system is in between, so figures do not compare."
    if (body.scale or recipe.profile.scale) != recipe.profile.scale:
        yield f"It ran at the {recipe.profile.scale} scale, and this is {body.scale}: figures do not compare."
    if body.binding.prepared and recipe.preparation:
        done = ", ".join(operation["kind"].replace("_", " ") for operation in recipe.operations)
        yield f"This lab prepares nothing. The other lab did: {done}."
    timed = [phase.name for phase in recipe.conditioning if phase.ends == "time"]
    if timed and capacity_bytes != recipe.target.capacity_bytes:
        yield (
            f"{', '.join(timed[:3])} ends by time: on {format_size(capacity_bytes)} in place of "
            f"{format_size(recipe.target.capacity_bytes)} it writes another multiple of the capacity."
        )
    yield from (f"Unknown of the original run: {unknown[:1].lower()}{unknown[1:]}" for unknown in recipe.unknown)


def _describe(fitted: Fitted) -> RecipeFit:
    return RecipeFit(
        sha256=fitted.sha256,
        run=fitted.recipe.origin.run,
        document_sha256=fitted.recipe.origin.document_sha256,
        profile=fitted.job.profile.name,
        profile_version=fitted.job.profile.version or 1,
        profile_new=fitted.new_profile is not None,
        source_capacity_bytes=fitted.recipe.target.capacity_bytes,
        target_capacity_bytes=fitted.capacity_bytes,
        sizes=[ScaledSizeOut(**asdict(size)) for size in fitted.sizes],
        remarks=list(fitted.remarks),
    )


@contextmanager
def _in_words_of_the_request() -> Iterator[None]:
    """Convert the paths of errors from fields of a job to fields of the request.

    A client that sent a recipe has no fields of a job, so the error names the source of the value.
    """
    try:
        yield
    except RequestRefused as refused:
        head, dot, rest = (refused.path or "").partition(".")
        if head in _PLACES:
            refused.path = f"{_PLACES[head]}{dot}{rest}"
        raise


def _count(number: int, thing: str) -> str:
    return f"{number} {thing}{'' if number == 1 else 's'}"


def _join(head: str, tail: str) -> str:
    return f"{head}.{tail}" if tail else head
