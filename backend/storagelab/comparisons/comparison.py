"""Comparison of runs of the lab, and its description for REST."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec
from sqlalchemy.orm import Session

from storagelab.comparisons import schemas
from storagelab.comparisons.entries import load_compared_runs
from storagelab.db.models import Run
from storagelab.db.references import format_row_number
from storagelab.domain.metrics import Metric
from storagelab.domain.received import find_other_lab
from storagelab.evaluate import comparison
from storagelab.evaluate.comparison import ComparisonAnswer

#: Characters of the name of another lab in the label of an entry.
MAX_LAB_NAME = 40


def compare_runs(
    session: Session, runs: Sequence[Run], *, baseline: Run, metric: Metric, pooled: bool
) -> ComparisonAnswer:
    """Compare runs by one metric with the entry that contains the run `baseline`.

    With `pooled` the repeats of one test are one entry.
    """
    compared = load_compared_runs(session, runs)
    return comparison.compare_runs(compared, baseline=format_row_number(baseline), metric=metric, pooled=pooled)


def describe_comparison(view: ComparisonAnswer, runs: Sequence[Run]) -> schemas.ComparisonOut:
    """Describe a comparison of `runs` for REST, with the ids of its runs and configurations."""
    by_number = {format_row_number(run): run for run in runs}
    described = msgspec.to_builtins(view)
    labs = [find_other_lab(by_number[entry.key].badges) for entry in view.entries]
    for entry, lab in zip(described["entries"], labs, strict=True):
        entry["lab"] = lab
        if lab is not None and len(set(labs)) > 1:
            entry["label"] = f"{entry['label']} (other lab: {_shorten(lab)})"
    for entry in described["entries"]:
        entry["runs"] = [{"id": by_number[run["number"]].id, **run} for run in entry["runs"]]
        if entry["configuration"] is not None:
            entry["configuration"]["id"] = by_number[entry["key"]].configuration_id
    return schemas.ComparisonOut.model_validate(described)


def _shorten(name: str) -> str:
    return name if len(name) <= MAX_LAB_NAME else f"{name[: MAX_LAB_NAME - 1].rstrip()}…"
