"""Recount of the figures that a ranking left out, where all runs that it considered are here."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

from storagelab.domain.result import RESULT_KINDS
from storagelab.rankings.ranking import find_doubt, find_exclusion_reason
from storagelab.shares.verification import formulas
from storagelab.shares.verification.frozen import FrozenShare, Json
from storagelab.shares.verification.results import Results
from storagelab.shares.verification.verification_report import VerificationReport

_NOT_HERE = "it was counted over runs that are not all here"
#: What speaks against whole runs; such runs are not in a document.
_UNCOUNTABLE, _UNKNOWN = "the run is invalid, unfinished or in the trash", "nobody knows what it was measured on"


def check_left_out(share: FrozenShare, answer: Json, results: Results, verification: VerificationReport) -> None:
    """Check for each reason how many figures a ranking leaves out."""
    place = "view/answer/left_out"
    everything = bool(share.document["view"]["settings"].get("all"))
    frozen = {row["reason"]: row["figures"] for row in answer["left_out"]}
    verification.add_unverified(place, frozen.pop(_UNCOUNTABLE, None), _NOT_HERE)
    considered = answer["runs_considered"]
    is_old = any(run.get("lineage") is None for run in share.runs)
    if considered != len(share.runs) or _UNKNOWN in frozen or is_old:
        verification.add_unverified(place, frozen, _NOT_HERE)
        verification.add_unverified("view/answer/runs_considered", considered, _NOT_HERE)
        return
    verification.compare(
        "view/answer/runs_considered", considered, len(share.runs), formula=formulas.COUNTED, source="the runs"
    )
    counted = Counter(
        reason
        for run in share.runs
        for reason in _iterate_reasons(run, results, everything=everything)
        if reason is not None
    )
    verification.compare(place, frozen, dict(counted), formula=formulas.COUNTED, source="the figures of the runs")


def _iterate_reasons(run: Json, results: Results, *, everything: bool) -> Iterator[str | None]:
    """Yield the reason why each figure of a run is not ranked; None for ranked figures."""
    phases = {phase["ordinal"]: phase for phase in run["phases"]}
    doubts = _collect_doubts(run)
    for row in results.by_run[run["number"]]:
        phase = phases[row["phase_ordinal"]]
        doubt = doubts.get(row["phase_ordinal"] if row["loop"] is None else row["loop"])
        offered = {
            "offered_iops": phase["measurement"]["lineage"].get("offered_iops"),
            "load_percent": phase["workload"].get("load_percent"),
        }
        yield find_exclusion_reason(
            {**row, **offered},
            rankable=run["lineage"]["ranked"],
            origin=run["origin"],
            doubt=doubt,
            everything=everything,
        )


def _collect_doubts(run: Json) -> dict[Any, str]:
    """Return the reason to doubt each figure of a run, by phase ordinal.

    For the rounds of a loop that count the key is the loop.
    """
    doubts: dict[Any, str] = {}
    for phase in sorted(run["phases"], key=lambda item: item["ordinal"]):
        measurement = phase["measurement"]
        if measurement is None or phase["kind"] not in RESULT_KINDS or phase["in_window"] is False:
            continue
        reason = find_doubt(
            measurement["badges"], steady=measurement["steady"], preconditioned=measurement["preconditioned"]
        )
        if reason is not None:
            doubts[phase["ordinal"] if phase["loop"] is None else phase["loop"]] = reason
    return doubts
