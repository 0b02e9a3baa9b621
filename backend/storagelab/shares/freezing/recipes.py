"""Recipes to repeat the runs of a share elsewhere."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

from sqlalchemy.orm import Session

from storagelab.db.models import Run
from storagelab.domain.recipe import parse_recipe
from storagelab.domain.recipe_shape import RecipeInvalid
from storagelab.domain.recipe_writing import list_recipes
from storagelab.results.recipes import read_recipe
from storagelab.shares.redaction import Redactor


def find_recipe(
    session: Session, kind: str, runs: Sequence[Run], described: Sequence[Mapping[str, Any]]
) -> dict[str, Any] | None:
    """Return the recipe of a run, or of other subjects those of all jobs. None where it cannot be determined."""
    recipes = []
    jobs: set[Any] = set()
    for run, description in zip(runs, described, strict=True):
        if run.job_id in jobs:
            continue
        jobs.add(run.job_id)
        try:
            recipes.append(read_recipe(session, run, description=description))
        except RecipeInvalid:
            continue
    if not recipes:
        return None
    return recipes[0] if kind == "run" else list_recipes(recipes)


def redact_recipe(recipe: dict[str, Any] | None, redactor: Redactor) -> dict[str, Any] | None:
    """Return the recipe without secrets. The profile in it is JSON as text, and remains so after every replacement.

    None where it can no longer be run, such as after the name of a profile had to be hidden.
    """
    if recipe is None:
        return None
    redacted: dict[str, Any] = redactor.value(recipe)
    pairs = zip(recipe.get("recipes", [recipe]), redacted.get("recipes", [redacted]), strict=True)
    for before, after in pairs:
        definition = redactor.value(json.loads(before["profile"]["definition"]))
        after["profile"]["definition"] = json.dumps(
            definition, ensure_ascii=False, allow_nan=False, separators=(",", ":")
        )
    try:
        for part in redacted.get("recipes", [redacted]):
            parse_recipe(part)
    except RecipeInvalid:
        return None
    return redacted
