"""Running a recipe from the command line: bound to a target, submitted, compared with its outcome."""

from __future__ import annotations

import sys
import uuid
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import TypedDict

import httpx2
import msgspec

from storagelab.cli.answers import JobAnswer, PlanAnswer, ServerAnswer
from storagelab.cli.client import call, connect
from storagelab.cli.figures import print_figures
from storagelab.cli.following import follow_to_end, print_plan, print_submitted, require_success
from storagelab.cli.output import format_figure, load_settings, print_json, print_table
from storagelab.cli.recipe_sources import RecipeSource, choose_recipe
from storagelab.cli.servers import choose_server
from storagelab.domain.recipe import Recipe, RecipeInvalid, parse_recipe
from storagelab.domain.recipe_outcome import Outcome, compare_outcome
from storagelab.domain.units import MIB, format_size, parse_size
from storagelab.errors import InvalidInput, RequestRefused

BINDING_FORM = "server=NAME,path=/path,size=4G or server=NAME,drives=SERIAL1+SERIAL2"
_KEYS = ("server", "path", "size", "copy-to", "drives", "prepared", "sizes")


@dataclass(frozen=True, slots=True)
class Binding:
    """The parts of --bind, not compared with the lab yet."""

    server: str | None
    drives: tuple[str, ...] = ()
    path: str | None = None
    size_bytes: int | None = None
    prepared: bool = False
    sizes: str = "share"
    copy_to: str | None = None


class ScaledPartAnswer(TypedDict):
    """A part of a target, in bytes of the source and of this target."""

    path: str
    fraction: float
    source_bytes: int
    target_bytes: int


class RecipeFitAnswer(TypedDict):
    """The fit of a recipe to its target."""

    profile: str
    profile_version: int
    profile_new: bool
    source_capacity_bytes: int
    target_capacity_bytes: int
    sizes: Sequence[ScaledPartAnswer]
    remarks: Sequence[str]


class PlannedRecipeAnswer(TypedDict):
    """The plan of a job from a recipe, as REST answers it."""

    plan: PlanAnswer
    recipe: RecipeFitAnswer


class DriveAnswer(TypedDict):
    """A drive of a server, with all that may name it."""

    number: str
    serial: str | None
    stable_id: str | None
    stable_ids: Sequence[str]


def submit_from(
    source: RecipeSource,
    run: str | None,
    bound: str,
    more: Mapping[str, object],
    *,
    data: Path | None,
    dry_run: bool,
    wait: bool,
    as_json: bool,
) -> None:
    """Submit a job from a recipe, bound to a target, and compare its results with the recipe's.

    `bound` is the value of `--bind`, `more` the other fields of the request. With `dry_run` the job is only planned.
    Raises the errors of every command.
    """
    subject = "The document" if source.is_document else "The file"
    print(f"{subject} has the SHA-256 {source.sha256}.", file=sys.stderr if as_json else sys.stdout, flush=True)
    try:
        recipe = parse_recipe(choose_recipe(source, run))
    except RecipeInvalid as wrong:
        raise InvalidInput(f"The recipe cannot be read: {wrong}.") from None
    binding = parse_binding(bound)
    with connect(load_settings(data)) as client:
        request = {"recipe": recipe.value, "binding": bind(client, binding, recipe), **more}
        planned = plan_recipe(client, request) if dry_run or not as_json else None
        if planned is not None and not as_json:
            print_fit(planned["recipe"])
        if dry_run:
            if as_json:
                print_json(planned)
            elif planned is not None:
                print_plan(planned["plan"], as_json=False)
            return
        job = submit_recipe(client, request)
        if not as_json:
            print_submitted(job)
        if wait:
            job = follow_to_end(client, job["number"], data=data, as_json=as_json)
        outcomes = compare_outcomes(recipe, job) if wait else []
        if as_json:
            print_json({**job, "outcomes": [asdict(outcome) for outcome in outcomes]} if wait else job)
        elif wait:
            print_outcomes(recipe, job, outcomes)
            print_figures(client, job)
    require_success(job)


def parse_binding(text: str) -> Binding:
    """Return the parts of `--bind`. Raises InvalidInput with its form."""
    parts: dict[str, str] = {}
    for part in text.split(","):
        key, separator, value = part.partition("=")
        if key == "prepared" and not separator:
            value = "yes"
        if key not in _KEYS or not value or key in parts:
            raise InvalidInput(f"--bind: unknown part {part!r}. Give {BINDING_FORM}.")
        parts[key] = value
    if ("drives" in parts) == bool({"path", "size", "copy-to"} & set(parts)):
        raise InvalidInput(f"--bind: the target is not one file or one set of drives. Give {BINDING_FORM}.")
    if parts.get("prepared", "yes") != "yes" or parts.get("sizes", "share") not in ("share", "bytes"):
        raise InvalidInput("--bind: prepared must be yes, and sizes must be share or bytes.")
    try:
        size_bytes = parse_size(parts["size"]) if "size" in parts else None
    except ValueError as error:
        raise InvalidInput(f"--bind: {error}.") from error
    drives = tuple(parts["drives"].split("+")) if "drives" in parts else ()
    if drives and not all(drives):
        raise InvalidInput("--bind: a serial number is empty. Join drives with +, as in drives=SERIAL1+SERIAL2.")
    return Binding(
        server=parts.get("server"),
        drives=drives,
        path=parts.get("path"),
        size_bytes=size_bytes,
        prepared="prepared" in parts,
        sizes=parts.get("sizes", "share"),
        copy_to=parts.get("copy-to"),
    )


def bind(client: httpx2.Client, binding: Binding, recipe: Recipe) -> Mapping[str, object]:
    """Build the `binding` field of an API request: server, target, preparation and sizes.

    Raises NotFound, and InvalidInput for drives that the server does not have.
    """
    server = choose_server(client, binding.server, option="server= in --bind")
    return {
        "server_id": server["id"],
        "target": _target(client, binding, recipe, server),
        "prepared": binding.prepared,
        "sizes": binding.sizes,
    }


def submit_recipe(client: httpx2.Client, request: Mapping[str, object]) -> JobAnswer:
    """Submit a job out of a recipe and return it; sent twice by a retry, it is still one job."""
    headers = {"Idempotency-Key": uuid.uuid4().hex}
    job: JobAnswer = call(client, "POST", "/jobs/from-recipe", json=request, headers=headers)
    return job


def plan_recipe(client: httpx2.Client, request: Mapping[str, object]) -> PlannedRecipeAnswer:
    """Return the plan of a job from a recipe, with the fit of the recipe; nothing is submitted."""
    answer: PlannedRecipeAnswer = call(client, "POST", "/jobs/from-recipe", json=request, params={"dry_run": "true"})
    return answer


def print_fit(fit: RecipeFitAnswer) -> None:
    """Print the fit of a recipe to its target: profile, capacities and sizes."""
    stored = ", which this lab stores when the job is submitted" if fit["profile_new"] else ""
    print(f"Profile {fit['profile']}, version {fit['profile_version']}{stored}.")
    there, here = fit["source_capacity_bytes"], fit["target_capacity_bytes"]
    print(f"The source target had {format_size(there)}, this one has {format_size(here)}.")
    if fit["sizes"]:
        rows = [
            (
                size["path"],
                f"{100 * size['fraction']:.4g} %",
                format_size(size["source_bytes"]),
                format_size(size["target_bytes"]),
            )
            for size in fit["sizes"]
        ]
        print_table(("Part of the target", "Share", "Source", "This target"), rows)
        print("Parts in bytes are scaled to the target. Keep their bytes with sizes=bytes in --bind.")
    for remark in fit["remarks"]:
        print(remark)


def compare_outcomes(recipe: Recipe, job: JobAnswer) -> list[Outcome]:
    """Compare the results that a recipe expects with the finished, valid runs of a job."""
    counted = [
        run for run in job["runs"] if run["state"] == "finished" and run["invalid"] is None and run["trashed"] is None
    ]
    return compare_outcome(msgspec.to_builtins(recipe.expected.headline), [run["headline"] for run in counted])


def print_outcomes(recipe: Recipe, job: JobAnswer, outcomes: Sequence[Outcome]) -> None:
    """Print the comparison as a table, or the reason why there is none."""
    there, here = recipe.profile.scale, job["plan"]["scale"]
    expected = recipe.expected
    if not outcomes:
        print(f"The recipe has no figure to compare with: its run was {expected.state}.")
        return
    if there != here:
        print(f"Not compared: the source run used the {there} scale, this one the {here} scale.")
        return
    rows = [
        (
            outcome.label,
            format_figure(outcome.there, outcome.unit),
            format_figure(outcome.here, outcome.unit),
            None if outcome.relative_percent is None else f"{outcome.relative_percent:+.3g} %",
            None if outcome.cv_percent is None else f"{outcome.cv_percent:.2g} %",
        )
        for outcome in outcomes
    ]
    print_table(("Figure", "Source", "This run", "Difference", "Source CV"), rows)
    beyond = [outcome.label for outcome in outcomes if outcome.beyond_spread]
    if beyond:
        print(f"Beyond twice the CV of the source runs: {', '.join(beyond)}.")
    if expected.data != "complete":
        print("The data of the source run are partial.")
    if there == "smoke":
        print("Both are short tests: seconds per phase, not a measurement.")


def _target(client: httpx2.Client, binding: Binding, recipe: Recipe, server: ServerAnswer) -> Mapping[str, object]:
    if binding.drives:
        shown = _list_server_drives(client, server["id"])
        return {
            "kind": "devices",
            "stable_ids": [_require_stable_id(serial, shown, server["name"]) for serial in binding.drives],
        }
    size_bytes = binding.size_bytes
    if size_bytes is None and recipe.target.kind == "file":
        # The file there, unless its size was none that a file may have here.
        size_bytes = recipe.target.device_bytes or recipe.target.capacity_bytes
    if size_bytes is None:
        whole = format_size(recipe.target.capacity_bytes // MIB * MIB)
        raise InvalidInput(f"--bind: the file has no size. Give one, as in size=4G. The source target had {whole}.")
    return {"kind": "file", "path": binding.path, "size_bytes": size_bytes, "copy_to": binding.copy_to}


def _list_server_drives(client: httpx2.Client, server_id: str) -> list[DriveAnswer]:
    drives: list[DriveAnswer] = []
    cursor: str | None = ""
    while cursor is not None:
        after = {"cursor": cursor} if cursor else {}
        page = call(client, "GET", "/drives", params={"server_id": server_id, "limit": 200, **after})
        drives += page["items"]
        cursor = page["next_cursor"]
    return drives


def _require_stable_id(wanted: str, drives: Sequence[DriveAnswer], server: str) -> str:
    """Return the stable id of the drive with the serial number, stable id or number `wanted`.

    Raises InvalidInput for none or several drives, RequestRefused for a drive without a stable id.
    """
    fitting = [
        drive
        for drive in drives
        if wanted in (drive["serial"], drive["number"], drive["stable_id"], *drive["stable_ids"])
    ]
    if not fitting:
        raise InvalidInput(f"{server} has no drive {wanted}. Give a serial number, stable id or number of its drives.")
    if len(fitting) > 1:
        raise InvalidInput(f"{server} has several drives {wanted}. Give the stable id of one.")
    if fitting[0]["stable_id"] is None:
        raise RequestRefused(f"The drive {wanted} has no stable id and cannot be a target. Choose another drive.")
    return str(fitting[0]["stable_id"])
