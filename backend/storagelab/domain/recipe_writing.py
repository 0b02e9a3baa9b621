"""Making the recipe of a run out of what the lab knows of it."""

from __future__ import annotations

import json
import unicodedata
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from storagelab.domain.plan import PhasePlan, Scale
from storagelab.domain.profile import Expansion, ProfileInvalid, lay_out, parse_profile, resolve_parameters
from storagelab.domain.recipe import (
    BY_HAND,
    LIST_SCHEMA,
    MAX_CONDITIONING,
    MAX_SIZES,
    OPERATION_FIELDS,
    SCHEMA,
    parse_recipe,
)
from storagelab.domain.recipe_scaling import find_sizes
from storagelab.domain.recipe_shape import RecipeInvalid


@dataclass(frozen=True, slots=True)
class TargetFacts:
    """Target of a run: `capacity_bytes` is all that phases could address.

    `device_bytes` is the size of the smallest of `count` drives before any preparation, None where that was not stored.
    """

    kind: str
    count: int
    capacity_bytes: int
    device_bytes: int | None


@dataclass(frozen=True, slots=True)
class JobFacts:
    """Request of a run: operations as they are stored, repeats with their rule, and estimated seconds."""

    parameters: Mapping[str, float]
    scale: Scale
    preparation: Sequence[Mapping[str, Any]] = ()
    repeats: int = 1
    repeat_until: Mapping[str, Any] | None = None
    estimated_seconds: float | None = None


@dataclass(frozen=True, slots=True)
class FigureSpread:
    """Spread of a figure over the runs of a job: standard deviation in percent of the mean."""

    cv_percent: float
    runs: int


def build_recipe(
    run: Mapping[str, Any],
    *,
    document: Mapping[str, Any],
    target: TargetFacts,
    job: JobFacts,
    spreads: Mapping[str, FigureSpread] | None = None,
) -> dict[str, object]:
    """Return the recipe of a run as JSON, in the form that `parse_recipe` reads.

    `run` has the form of the API. `document` is its profile with all keys in the order written. The keys of `spreads`
    are the labels of the headline figures. Raises RecipeInvalid where a recipe cannot express the run.
    """
    try:
        profile = parse_profile(document)
        expansion = lay_out(profile, job.parameters, scale=job.scale)
        sizes = find_sizes(document, resolve_parameters(profile, job.parameters))
    except ProfileInvalid as wrong:
        raise RecipeInvalid("profile", f"its profile cannot be read any more: {wrong}") from None
    ran = [(phase["ordinal"], phase["name"]) for phase in run["phases"]]
    if ran != [(plan.ordinal, plan.name) for plan in expansion.phases]:
        raise RecipeInvalid("profile", "its profile has other phases by now")
    unknown = list(_list_unknown_facts(run, target, job))
    value = {
        "schema": SCHEMA,
        # The document that it becomes a part of has its fingerprint only afterwards.
        "from": {"run": run["number"], "document_sha256": None},
        "engine": {"name": run["engine"], "version": run["engine_version"]},
        "profile": {
            "name": profile.name,
            "version": profile.version,
            # As text: the axes of a sweep are taken in their order, and canonical JSON has another.
            "definition": json.dumps(document, ensure_ascii=False, allow_nan=False, separators=(",", ":")),
            "parameters": {name: float(number) for name, number in job.parameters.items()},
            "scale": job.scale,
        },
        "target": {
            "kind": target.kind,
            "layout": "parallel" if target.kind == "devices" else None,
            "count": target.count,
            "capacity_bytes": target.capacity_bytes,
            "device_bytes": target.device_bytes,
        },
        "array": _find_built_array(job.preparation, target.count),
        "preparation": [_convert_operation(operation, target) for operation in job.preparation],
        "sizes": [
            {
                "place": size.place,
                "bytes": size.size_bytes,
                "fraction": min(size.size_bytes / target.capacity_bytes, 1.0),
            }
            for size in sizes[:MAX_SIZES]
        ],
        "conditioning": list(_iterate_conditioning_volumes(run["phases"], expansion.phases, target.capacity_bytes)),
        "durations": {"estimated_seconds": job.estimated_seconds, "took_seconds": run["duration_seconds"]},
        "steady": list(_iterate_steady_rules(expansion))[:MAX_CONDITIONING],
        "repeats": {"count": job.repeats, "until": dict(job.repeat_until) if job.repeat_until else None},
        "expected": {
            "state": run["state"],
            "data": run["completeness"],
            "verdict": run["verdict"]["status"] if run["verdict"] else None,
            "headline": [_describe_headline(figure, spreads or {}) for figure in run["headline"]],
        },
        "unknown": unknown,
    }
    # What is handed out is what would be taken.
    return parse_recipe(value).value


def list_recipes(recipes: Iterable[Mapping[str, Any]]) -> dict[str, object]:
    """Combine several recipes into one, for the document of a comparison or a campaign."""
    return {"schema": LIST_SCHEMA, "recipes": [dict(recipe) for recipe in recipes]}


def _list_unknown_facts(run: Mapping[str, Any], target: TargetFacts, job: JobFacts) -> Iterator[str]:
    if run["engine_version"] is None:
        yield "Which version of the engine it was."
    if target.kind == "devices" and target.device_bytes is None:
        yield "How large one drive was."
    done = [str(operation["kind"]) for operation in job.preparation]
    for operation in job.preparation:
        if operation["kind"] == "nvme_format" and operation.get("lbaf") is not None:
            yield f"Which block size LBA format {operation['lbaf']} has: formats are numbered by each drive."
    by_hand = dict.fromkeys(kind.replace("_", " ") for kind in done if kind in BY_HAND)
    if by_hand:
        yield f"Which pieces took part in: {', '.join(by_hand)}."
    if not done and target.kind == "devices":
        yield "What was done to the drives before the first phase: the lab did nothing to them."


def _find_built_array(preparation: Sequence[Mapping[str, Any]], count: int) -> dict[str, object] | None:
    """Return the array that the phases ran on, if the job built it."""
    for operation in reversed(preparation):
        match operation["kind"]:
            case "mdadm_create":
                return {
                    "by": "mdadm",
                    "level": operation["level"],
                    "strip_bytes": operation["chunk_bytes"],
                    "members": count - operation["spares"],
                    "spares": operation["spares"],
                }
            case "storcli_vd_create":
                return {
                    "by": "controller",
                    "level": operation["level"],
                    "strip_bytes": operation["strip_bytes"],
                    "members": len(operation["members"]),
                    "spares": 0,
                }
    return None


def _convert_operation(stored: Mapping[str, Any], target: TargetFacts) -> dict[str, object]:
    """Return a stored operation in the form of a recipe.

    Fields that refer to components of the lab or were chosen for one drive are omitted.
    """
    fields = OPERATION_FIELDS.get(stored["kind"], {})
    value = {field: stored[field] for field in ("kind", *fields) if field != "file_fraction"}
    if "file_fraction" in fields:
        has_sizes = target.device_bytes is not None and value["file_bytes"] is not None
        value["file_fraction"] = min(value["file_bytes"] / target.device_bytes, 1.0) if has_sizes else None
    return value


def _iterate_conditioning_volumes(
    phases: Sequence[Mapping[str, Any]], plans: Sequence[PhasePlan], capacity_bytes: int
) -> Iterator[dict[str, object]]:
    """Yield planned and written multiples of the capacity for each phase that conditions.

    Phases of loops are a part of what their loop measures.
    """
    count = 0
    for phase, plan in zip(phases, plans, strict=True):
        if plan.kind == "measure" or plan.loop is not None or count == MAX_CONDITIONING:
            continue
        count += 1
        planned = None
        if plan.stop.has_volume and plan.workload.read_percent == 0 and plan.workload.file_set is None:
            planned = plan.stop.compute_volume_bytes(plan.addressed_bytes(capacity_bytes)) / capacity_bytes
        yield {
            "ordinal": plan.ordinal,
            "name": _mask_control_characters(plan.name),
            "kind": plan.kind,
            "ends": plan.stop.kind,
            "planned_multiple": planned,
            "written_multiple": _compute_written_multiple(phase, plan, capacity_bytes),
        }


def _compute_written_multiple(phase: Mapping[str, Any], plan: PhasePlan, capacity_bytes: int) -> float | None:
    """Return the bytes that a phase wrote, in multiples of the capacity; None if unknown.

    Only whole phases have a value. A phase with a ramp has none, because no measurement contains the writes of the
    ramp.
    """
    if phase["state"] != "finished" or phase["measurement"] is None or plan.ramp_seconds:
        return None
    parts = [part["bytes"] for part in phase["measurement"]["parts"] if part["direction"] == "write"]
    if not parts or None in parts:
        return None
    return float(sum(parts) / capacity_bytes)


def _iterate_steady_rules(expansion: Expansion) -> Iterator[dict[str, object]]:
    """Yield every rule for a steady state."""
    for plan in expansion.phases:
        if plan.stop.kind == "steady" and plan.loop is None:
            stop = plan.stop
            yield {
                "of": _mask_control_characters(plan.name),
                "round_seconds": stop.round_seconds,
                "window": stop.window,
                "max_rounds": stop.max_rounds,
                "range_limit_percent": 100 * stop.range_limit,
                "slope_limit_percent": 100 * stop.slope_limit,
                "metrics": [stop.metric],
            }
    for rule in expansion.loops:
        cells = [plan.stop.seconds for plan in expansion.phases if plan.loop == rule.name]
        yield {
            "of": _mask_control_characters(rule.name),
            "round_seconds": min(cells, default=None),
            "window": rule.window,
            "max_rounds": rule.max_rounds,
            "range_limit_percent": 100 * rule.range_limit,
            "slope_limit_percent": 100 * rule.slope_limit,
            "metrics": [_mask_control_characters(tracked.describe()) for tracked in rule.tracked],
        }


def _describe_headline(headline: Mapping[str, Any], spreads: Mapping[str, FigureSpread]) -> dict[str, object]:
    spread = spreads.get(headline["label"])
    described = {"cv_percent": spread.cv_percent, "runs": spread.runs} if spread is not None else None
    return {**{key: headline[key] for key in ("metric", "label", "value", "unit", "better")}, "spread": described}


def _mask_control_characters(name: str) -> str:
    return "".join("?" if unicodedata.category(character).startswith("C") else character for character in name)[:200]
