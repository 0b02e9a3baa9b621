"""Columns of charts: the results of runs, alone or as repeats taken together."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from storagelab.analysis.repeatability import MINIMUM_REPEATS, judge_repeatability
from storagelab.evaluate.results import FIGURES
from storagelab.shares.verification import formulas
from storagelab.shares.verification.drawing import Drawing
from storagelab.shares.verification.frozen import FrozenShare, Json
from storagelab.shares.verification.results import Results
from storagelab.shares.verification.verification_report import VerificationReport

#: Columns that name a row.
_NAMES = frozenset({"run_id", "run_number"})
_EXTREMES = ("_low", "_high", "_ci95_low", "_ci95_high")


def check_columns(drawing: Drawing) -> set[str]:
    """Check the columns of measurements from which sweeps and bars are drawn, row by row.

    Differences go to the verification report of `drawing`. Returns the fields of the data that were checked.
    """
    holder = drawing.data.get("measurements", drawing.data)
    source = holder["source"]
    entries = _collect_counted_runs(drawing.share)
    for index, number in enumerate(source["run_number"]):
        where = f"{drawing.place}/source/{number}/{source['phase_ordinal'][index]}"
        row = next(
            candidate
            for candidate in drawing.results.by_run[number if number in drawing.results.by_run else entries[number][0]]
            if candidate["phase_ordinal"] == source["phase_ordinal"][index]
        )
        if source.get("n", [None] * (index + 1))[index] is None:
            names = [name for name in source if name in row and name not in _NAMES]
            frozen = {name: source[name][index] for name in names}
            computed = {name: row[name] for name in names}
            drawing.verification.compare(
                where, frozen, computed, formula=formulas.COLUMNS, source=f"runs/{number}/phases"
            )
        else:
            _verify_pooled_row(source, index, row, entries[number], where, drawing.results, drawing.verification)
    return {"source", "measurements"}


def _collect_counted_runs(share: FrozenShare) -> dict[str, list[str]]:
    """Return the run numbers that count for each entry of a comparison, by the key of the entry."""
    answer = (share.document["view"] or {}).get("answer") or {}
    return {
        entry["key"]: [run["number"] for run in entry["runs"] if run["left_out"] is None]
        for entry in answer.get("entries") or ()
    }


def _verify_pooled_row(
    source: Json,
    index: int,
    row: Mapping[str, Any],
    runs: Sequence[str],
    where: str,
    results: Results,
    verification: VerificationReport,
) -> None:
    """Check a row of pooled repeats: medians, extremes and the interval of each figure."""
    rows = [
        result
        for number in runs
        for result in results.by_run.get(number, ())
        if result["phase_name"] == row["phase_name"] and result["phase_state"] == "finished"
        and result["outstanding_ios"] == source["outstanding_ios"][index]
    ]  # fmt: skip
    for column in (name for name in FIGURES if name in source):
        names = (column, *(column + end for end in _EXTREMES))
        frozen = {name: source[name][index] for name in names}
        if len(rows) != source["n"][index]:
            verification.add_unverified(where, frozen, "it is unknown which rows were pooled")
            continue
        values = [result[column] for result in rows if result[column] is not None]
        low, high = (
            (judge_repeatability(values).ci95 or (None, None)) if len(values) >= MINIMUM_REPEATS else (None, None)
        )
        many = len(values) >= MINIMUM_REPEATS
        computed = dict(
            zip(
                names,
                (
                    float(np.median(values)) if values else None,
                    min(values) if many else None,
                    max(values) if many else None,
                    low,
                    high,
                ),
                strict=True,
            )
        )
        verification.compare(where, frozen, computed, formula=formulas.POOLED, source=", ".join(runs))
