"""Checks of the performance left in degraded arrays and of their rebuild times."""

from __future__ import annotations

import statistics
from collections.abc import Mapping, Sequence

from storagelab.analysis.repeatability import MINIMUM_REPEATS, judge_repeatability
from storagelab.domain.campaigns import REBUILDING, RebuildTimes
from storagelab.domain.metrics import METRICS
from storagelab.shares.verification import formulas
from storagelab.shares.verification.frozen import FrozenShare, Json
from storagelab.shares.verification.results import Results
from storagelab.shares.verification.verification_report import VerificationReport

_OLDER = "it was frozen before documents recorded when an array was rebuilt"
_TIMES = "the times of its rebuild in the lineage of the run"


def check_losses(share: FrozenShare, answer: Json, results: Results, verification: VerificationReport) -> None:
    """Check every degraded or rebuilding array against the optimal one, and its rebuild time."""
    pivot, statistic = answer["pivot"], share.document["view"]["settings"].get("statistic", "median")
    column = METRICS[pivot["choice"]["metric"]["name"]].column
    rebuilt = _collect_rebuild_seconds(answer["results"])
    for number, loss in enumerate(pivot["losses"]):
        place = f"view/answer/pivot/losses/{number}"
        verification.compare(
            f"{place}/percent", loss["percent"], 100 * loss["value"] / loss["optimal"], formula=formulas.PIVOT,
            source="value and optimal",
        )  # fmt: skip
        whole = loss.get("optimal_run_numbers") or []
        left = [run for run in loss["run_numbers"] if run not in whole]
        for name, behind, runs in (("optimal", "optimal_spread", whole), ("value", "spread", left or whole)):
            if (spread := loss.get(behind)) is not None:
                frozen = {"value": loss[name], **spread}
                values = results.find(runs, column, frozen, statistic)
                verification.compare(
                    f"{place}/{name}", frozen, _summarize_repeats(values, spread["n"], statistic),
                    formula=formulas.PIVOT,
                    source=f"{column} of {', '.join(runs)}",
                )  # fmt: skip
        if loss["rebuild_seconds"] is not None:
            seconds = [rebuilt[run] for run in loss["run_numbers"] if run in rebuilt]
            verification.compare(
                f"{place}/rebuild_seconds", loss["rebuild_seconds"], statistics.median(seconds) if seconds else None,
                formula=formulas.COPY, source="view/answer/results",
            )  # fmt: skip


def _summarize_repeats(values: Sequence[float] | None, n: int, statistic: str) -> dict[str, float | int | None]:
    judged = judge_repeatability(values or ())
    low, high = (judged.ci95 if judged.n >= MINIMUM_REPEATS else None) or (None, None)
    return {
        "value": judged.mean if statistic == "mean" else judged.median,
        "n": judged.n if values is not None and len(values) == n else None,
        "least": judged.min,
        "most": judged.max,
        "ci95_low": low,
        "ci95_high": high,
    }


def _collect_rebuild_seconds(results: Json) -> dict[str, float]:
    """Return the rebuild time in seconds of the array that a run was measured on, by run number."""
    rebuilding = [
        figures
        for line in results["lines"]
        for figures in line["figures"]
        if figures["state"] == REBUILDING and figures["rebuild_seconds"] is not None
    ]
    return {number: figures["rebuild_seconds"] for figures in rebuilding for number in figures["run_numbers"]}


def check_rebuild(runs: Mapping[str, Json], figures: Json, where: str, verification: VerificationReport) -> None:
    """Check the rebuild time of the array in a line of a result set.

    The first of the repeats of the line states the time.
    """
    frozen = figures["rebuild_seconds"]
    if frozen is None:
        return
    first = runs.get(next(iter(figures["run_numbers"]), ""), {"number": "of a run that is not here"})
    if "rebuild" not in (first.get("lineage") or {}):
        verification.add_unverified(where, {"rebuild_seconds": frozen}, _OLDER)
        return
    times = first["lineage"]["rebuild"]
    verification.attempt(
        f"{where}/rebuild_seconds", frozen, lambda: RebuildTimes(**times).seconds if times is not None else None,
        formula=formulas.REBUILD, source=f"{_TIMES} {first['number']}",
    )  # fmt: skip
